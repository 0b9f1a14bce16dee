"""A heap of boxes: once at rest it does not gain energy, however long one watches."""

import numpy as np
import pytest

import torsor as mujoco
from analytic.ground import cones, contact_forces, solvers
from analytic.simulation import energy, run, world

SETTLING = 3.0
SAMPLING = 0.05


def heap(count: int, cone: str, solver: str = 'Newton'):
    """Boxes of different sizes, slightly turned, that fall over one another and come to rest."""
    rng, side, bodies = np.random.default_rng(3), max(2, round(count**(1 / 3))), []
    for i in range(count):
        place = 0.2 * np.array([i % side, i // side % side, i // side**2 + 0.6]) + rng.normal(size=3) * 0.01
        size, turn = rng.uniform(0.06, 0.1, size=3), rng.normal(size=4) * 0.1 + [1, 0, 0, 0]
        bodies.append(f'<body pos="{text(place)}" quat="{text(turn)}"><freejoint/>'
                      f'<geom type="box" size="{text(size)}"/></body>')
    m, d = world(f'<geom type="plane" size="9 9 1"/>{"".join(bodies)}', 'implicitfast', 2e-3,
                 option=f'cone="{cone}" solver="{solver}"')
    run(m, d, SETTLING)
    return m, d


def text(numbers) -> str:
    return ' '.join(f'{x:.6g}' for x in numbers)


def stored_in_contacts(m, d) -> float:
    """Energy of the springs of all contacts, f r / 2 each. The energy of the bodies does not include it."""
    mujoco.mj_forward(m, d)
    return float(np.maximum(0, -d.contact.dist) @ contact_forces(m, d)[:, 0] / 2)


def assert_no_gain(m, d, duration: float, given_back: float) -> None:
    """The energy of bodies never rises by more than the contacts can give back, a share of what they have stored."""
    stored, first = stored_in_contacts(m, d), energy(m, d)
    lowest = first
    assert 0 < stored < 0.01 * first
    for _ in range(round(duration / SAMPLING)):
        run(m, d, SAMPLING)
        now = energy(m, d)
        assert now < lowest + given_back * stored, f'at {d.time:.2f} s'
        lowest = min(lowest, now)
    assert now < first
    assert d.qpos[2::7].min() > 0, 'a box fell through the floor'


@cones
@solvers
def test_small_heap_gains_no_energy(cone, solver):
    """It is quite still: springs keep their length but for the tolerance of the solver."""
    assert_no_gain(*heap(10, cone, solver), duration=3.0, given_back=1e-3)


@cones
@pytest.mark.slow
def test_large_heap_gains_no_energy_in_a_minute(cone):
    """Boxes in it still slip now and then, and springs are released."""
    assert_no_gain(*heap(100, cone), duration=60.0, given_back=1.0)
