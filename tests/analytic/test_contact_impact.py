"""Collisions: how fast bodies part, and what they exchange. Contacts are springs and dampers in direct format.

With the impedance constant, solref="-s -c" makes the depth of a contact obey r'' = -s r - c r', whatever the masses. A
pyramid is as stiff as the elliptic cone if the friction is one (see test_contact_rest).
"""

import numpy as np
import pytest

import torsor as mujoco
from analytic.ground import cones, on_plane, solvers
from analytic.simulation import GRAVITY, record, run

RADIUS = 0.1
BALL = f'<body pos="0 0 {RADIUS}"><freejoint/><geom size="{RADIUS}" mass="2"/></body>'
STIFFNESS = 1e4
FREQUENCY = np.sqrt(STIFFNESS)


def springy(damping_ratio: float = 0.0) -> str:
    """solref of STIFFNESS."""
    return f'{-STIFFNESS} {-2 * damping_ratio * FREQUENCY}'


# ---- one ball


@cones
@pytest.mark.parametrize('ratio', [0.1, 0.3, 0.6, 0.9])
def test_restitution_of_a_spring_and_damper_that_cannot_pull(cone, ratio):
    """e = exp(-z / q atan2(2 z q, 2 z^2 - 1)), q = sqrt(1 - z^2) (Schwager and Poeschel, Granular Matter 9, 2007)."""
    m, d = on_plane(BALL, cone, solref=springy(ratio), timestep=1e-4, integrator='RK4')
    m.opt.gravity[:] = 0
    d.qpos[2], d.qvel[2] = RADIUS + 5e-4, -1.0
    run(m, d, 0.06)
    q = np.sqrt(1 - ratio**2)
    expected = np.exp(-ratio / q * np.arctan2(2 * ratio * q, 2 * ratio**2 - 1))
    # the damper sets in with a jump, which a step can miss by its length h: c h of the speed
    assert d.qvel[2] == pytest.approx(expected, rel=2 * ratio * FREQUENCY * m.opt.timestep)


@cones
@solvers
def test_undamped_contact_is_elastic(cone, solver):
    """A ball that is dropped comes back, again and again. Its weight sets in with a jump, too: h g of a speed v."""
    height, timestep = 0.2, 1e-4
    m, d = on_plane(BALL, cone, solver, solref=springy(), timestep=timestep, integrator='RK4')
    d.qpos[2] = RADIUS + height
    speed = np.sqrt(2 * GRAVITY * height)
    way = record(m, d, round(5 * 2 * speed / GRAVITY / timestep), lambda: d.qpos[2] - RADIUS)
    tops = way[1:-1][(way[1:-1] > way[:-2]) & (way[1:-1] >= way[2:])]
    assert len(tops) >= 3
    np.testing.assert_allclose(tops[:3], height, rtol=2 * 2 * 3 * timestep * GRAVITY / speed)


# ---- two bodies


@cones
@solvers
@pytest.mark.parametrize('ratio', [0.0, 1.0])
def test_collision_keeps_momentum(cone, solver, ratio):
    """Forces on two bodies are opposite and act at one point, whatever the solver finds: P and L stay to rounding.

    (Of balls. Euler steps do not keep the angular momentum of bodies whose inertia turns with them.)
    """
    balls = ''.join(f'<body pos="{x} {y} 1"><freejoint/><geom size="{RADIUS}" mass="{mass}"/></body>'
                    for x, y, mass in [(0, 0, 1), (0.3, 0.08, 3)])
    m, d = on_plane(balls, cone, solver, solref=springy(ratio), timestep=1e-3)
    m.opt.gravity[:] = 0
    d.qvel[:] = 2, 0, 0, 5, -3, 8, -1, 0.1, 0.2, 0, 4, 9
    rows = record(m, d, 200, lambda: momentum_and_energy(m, d))
    np.testing.assert_allclose(rows[:, :6], np.broadcast_to(rows[0, :6], (201, 6)), atol=1e-12)
    exchanged = np.abs(d.qvel[:3] - [2, 0, 0]).max()
    assert exchanged > 1
    assert rows[-1, 6] < rows[0, 6]  # friction took its share


def momentum_and_energy(m, d) -> list[float]:
    """Momentum, angular momentum about the centre of mass, kinetic energy."""
    mujoco.mj_forward(m, d)
    mujoco.mj_subtreeVel(m, d)
    return [*(m.body_subtreemass[0] * d.subtree_linvel[0]), *d.subtree_angmom[0], d.energy[1]]


# ---- Newton's cradle


def cradle(cone: str, solver: str, gap: float = 2e-3):
    """Five equal balls in a line with small gaps: they touch pairwise, one pair after the other."""
    balls = ''.join(f'<body pos="{i * (2 * RADIUS + gap)} 0 1"><joint type="slide" axis="1 0 0"/>'
                    f'<geom size="{RADIUS}" mass="2"/></body>' for i in range(5))
    m, d = on_plane(balls, cone, solver, solref='-1e6 0', timestep=2e-5, integrator='RK4')
    m.opt.gravity[:] = 0
    return m, d


@cones
@solvers
@pytest.mark.parametrize('falling', [1, 2])
def test_as_many_balls_leave_as_came(cone, solver, falling):
    """Equal balls exchange their velocities; an undamped spring of frequency w does so up to (w h)^2 per contact."""
    m, d = cradle(cone, solver)
    d.qvel[:falling] = 1.0
    run(m, d, 0.04)
    expected = np.zeros(5)
    expected[5 - falling:] = 1.0
    contacts = falling * (5 - falling)
    np.testing.assert_allclose(d.qvel, expected, atol=contacts * 1e6 * m.opt.timestep**2)
