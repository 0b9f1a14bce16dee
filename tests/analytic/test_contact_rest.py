"""Bodies that lie on a plane: it carries their weight, and they sink in as far as its softness says."""

import numpy as np
import pytest

import torsor as mujoco
from analytic.ground import DEPTH, IMPEDANCE, TIMECONST, cones, contact_forces, on_plane, solvers
from analytic.simulation import GRAVITY, run

FRICTION = 0.7
BODIES = {  # name: body at its place on the plane, number of contacts
    'ball': ('<body pos="0 0 0.1"><freejoint/><geom size="0.1"/></body>', 1),
    'box': ('<body pos="0 0 0.05"><freejoint/><geom type="box" size="0.3 0.2 0.05"/></body>', 4),
}


def settled(body: str, cone: str, solver: str = 'Newton', **options):
    """A body that has come to rest: a second is 50 time constants of a critically damped contact."""
    m, d = on_plane(body, cone, solver, FRICTION, **options)
    run(m, d, 1.0)
    mujoco.mj_forward(m, d)
    return m, d


@cones
@solvers
@pytest.mark.parametrize('shape', BODIES)
def test_normal_forces_add_up_to_the_weight(cone, solver, shape):
    """sum f = m g; friction is zero."""
    body, count = BODIES[shape]
    m, d = settled(body, cone, solver)
    normal, *tangents = contact_forces(m, d).T
    assert len(normal) == count
    weight = m.body_mass[1] * GRAVITY
    # iterative solvers stop when the cost improves by less than 1e-14 of its scale: forces are right to the root
    np.testing.assert_allclose(normal, weight / count, rtol=1e-6)
    np.testing.assert_allclose(tangents, 0, atol=1e-6 * weight)


@cones
@solvers
@pytest.mark.parametrize('shape', BODIES)
def test_depth_at_rest(cone, solver, shape):
    """k r = R f; an edge n +- u t of a pyramid feels (1 + u^2) / m, has 2 u^2 its R, and a quarter of the force."""
    body, count = BODIES[shape]
    _, d = settled(body, cone, solver)
    pyramid = FRICTION**2 * (1 + FRICTION**2) / 2
    expected = DEPTH / count * (pyramid if cone == 'pyramidal' else 1)
    np.testing.assert_allclose(-d.contact.dist, expected, rtol=1e-5)


def test_depth_by_direct_stiffness():
    """r = g (1 - d) / stiffness, whatever the mass."""
    stiffness = 4000.0
    _, d = settled(BODIES['ball'][0], 'elliptic', solref=f'{-stiffness} {-2 * np.sqrt(stiffness)}')
    assert -d.contact.dist[0] == pytest.approx(GRAVITY * (1 - IMPEDANCE) / stiffness, rel=1e-9)


def test_depth_in_a_layer_that_hardens():
    """r d(r)^2 / (1 - d(r)) = g d_w^2 T^2, with d(r) two parabolas from d_0 at the surface to d_w at the width."""
    low, high, width = 0.5, 0.95, 0.01
    m, d = settled(BODIES['ball'][0], 'elliptic')
    m.geom_solimp[:] = low, high, width, 0.5, 2
    run(m, d, 1.0)
    mujoco.mj_forward(m, d)
    depth = -d.contact.dist[0]
    s = depth / width
    impedance = low + (high - low) * (2 * s**2 if s < 0.5 else 1 - 2 * (1 - s)**2)
    assert low < impedance < high
    assert depth * impedance**2 / (1 - impedance) == pytest.approx(GRAVITY * (high * TIMECONST)**2, rel=1e-9)


@cones
@solvers
def test_column_carries_all_that_is_above(cone, solver):
    """The k-th ball from the top presses with the weight of k balls on the next."""
    count, radius = 4, 0.1
    balls = ''.join(f'<body pos="0 0 {(2 * i + 1) * radius}"><joint type="slide" axis="0 0 1"/>'
                    f'<geom size="{radius}" mass="{i + 1}"/></body>' for i in range(count))
    m, d = settled(balls, cone, solver)
    run(m, d, 1.0)  # a column is softer than a contact
    mujoco.mj_forward(m, d)
    forces = contact_forces(m, d)[:, 0]
    assert len(forces) == count
    above = GRAVITY * np.cumsum(m.body_mass[:0:-1])[::-1]  # the lowest first
    by_height = forces[np.argsort(d.contact.pos[:, 2])]
    np.testing.assert_allclose(by_height, above, rtol=1e-6)
