"""A rattleback: a long stone, round below, whose mass lies askew to its shape, likes to spin one way only.

Spun the other way it starts to rattle, stops, and turns round (Bondi, Proc. R. Soc. A 405, 1986).
"""

import numpy as np
import pytest

from analytic.ground import cones
from analytic.simulation import record, world

AXES = np.array([0.1, 0.03, 0.02])
SPIN, DURATION, TIMESTEP = 5.0, 2.0, 1e-3


def spins(askew: float, spin: float, cone: str, solver: str = 'Newton') -> np.ndarray:
    """Rate of turning about the vertical, step by step, of an ellipsoid whose inertia is turned by an angle."""
    inertia = (AXES @ AXES - AXES**2) / 5
    m, d = world(f"""<geom type="plane" size="1 1 1"/>
      <body pos="0 0 {AXES[2]}"><freejoint/>
        <inertial pos="0 0 0" mass="1" diaginertia="{' '.join(map(str, inertia))}"/>
        <geom type="ellipsoid" size="{' '.join(map(str, AXES))}" euler="0 0 {askew}"/>
      </body>""", timestep=TIMESTEP, option=f'cone="{cone}" solver="{solver}" impratio="100" tolerance="1e-12"',
                 rest='<default><geom friction="1 0 0" solref="0.004 1"/></default>')
    d.qvel[3:] = 0, 0.5, spin  # rocking a little
    return record(m, d, round(DURATION / TIMESTEP), lambda: d.qvel[5])


@cones
@pytest.mark.parametrize('side', [1, -1])
def test_reverses_when_spun_the_wrong_way(cone, side):
    turning = side * spins(0.1 * side, SPIN * side, cone)
    assert turning[0] == SPIN
    assert turning[-1] < -0.5 * SPIN


@cones
def test_keeps_spinning_the_right_way(cone):
    turning = spins(0.1, -SPIN, cone)
    assert turning.max() < -0.95 * SPIN


@cones
def test_keeps_spinning_if_its_mass_is_not_askew(cone):
    assert spins(0.0, SPIN, cone).min() > 0.95 * SPIN


@cones
def test_mirror_image_moves_as_a_mirror_image(cone):
    """Reflection at the plane y = 0 turns round the askew angle and the spin; rounding grows by less than e^(2 t)."""
    rattling = spins(0.1, SPIN, cone)
    np.testing.assert_allclose(spins(-0.1, -SPIN, cone), -rattling, atol=1e-6)
