"""Friction on a plane: what it holds, what slides, what rolls.

Sliding bodies hop a little: friction that is asked to stop them within a time constant also lifts them. But the
friction of every contact is u times its normal force, so that for any time t of sliding, hops or not,

    v_x + u v_z = (g_x - u g_z) t
"""

import numpy as np
import pytest

from analytic.ground import DAMPING, IMPEDANCE, SOFTNESS, cones, on_plane, solvers
from analytic.simulation import GRAVITY, record, run

THICKNESS = 0.05
SLAB = f'<body pos="0 0 {THICKNESS}"><freejoint/><geom type="box" size="0.3 0.3 {THICKNESS}"/></body>'


@cones
@solvers
def test_box_on_a_slope_creeps_as_slowly_as_friction_is_stiff(cone, solver):
    """b v = R f for each of four contacts, which carry m g sin / 4 each; edges of a pyramid feel (1 + u^2) / m."""
    friction, slope = 0.7, np.radians(15)
    assert np.tan(slope) < friction
    m, d = on_plane(SLAB, cone, solver, friction, slope)
    run(m, d, 1.0)
    creep = SOFTNESS * GRAVITY * np.sin(slope) / (4 * DAMPING) * (1 + friction**2 if cone == 'pyramidal' else 1)
    assert creep < 1e-3
    assert d.qvel[0] == pytest.approx(creep, rel=1e-5)
    np.testing.assert_allclose(d.qvel[1:], 0, atol=1e-5 * creep)


def test_stiffer_friction_creeps_less():
    """R of friction is that of the normal divided by impratio, for elliptic cones."""
    speeds = []
    for ratio in (1, 10):
        m, d = on_plane(SLAB, 'elliptic', friction=0.7, slope=np.radians(15))
        m.opt.impratio = ratio
        run(m, d, 1.0)
        speeds.append(d.qvel[0])
    assert speeds[0] / speeds[1] == pytest.approx(10, rel=1e-6)


@cones
@solvers
def test_box_slides_down_a_steep_slope(cone, solver):
    """a = g (sin - u cos); over a time t, of semi-implicit steps h, the way is a t (t + h) / 2."""
    friction, slope, duration = 0.3, np.radians(30), 1.0
    m, d = on_plane(SLAB, cone, solver, friction, slope)
    run(m, d, duration)
    acceleration = GRAVITY * (np.sin(slope) - friction * np.cos(slope))
    assert d.qvel[0] + friction * d.qvel[2] == pytest.approx(acceleration * duration, rel=1e-9)
    way = acceleration * duration * (duration + m.opt.timestep) / 2
    assert d.qpos[0] + friction * (d.qpos[2] - THICKNESS) == pytest.approx(way, rel=1e-9)
    assert d.qpos[0] == pytest.approx(way, rel=0.01)  # the height of hops does not count


@cones
@solvers
@pytest.mark.parametrize('speed', [0.5, 2.0])
def test_stopping_distance(cone, solver, speed):
    """v^2 / (2 u g), less v h / 2 because semi-implicit steps move with the velocity at their end.

    In the end, below the speed w = u g / (d b), friction is that of a damper: v decays with the rate d b (or faster,
    with four contacts) and the way is w^2 / (u g) at most, instead of w^2 / (2 u g).
    """
    friction = 0.4
    m, d = on_plane(SLAB, cone, solver, friction)
    run(m, d, 0.5)  # at rest
    start, d.qvel[0] = d.qpos[0], speed
    run(m, d, 1.0)
    assert abs(d.qvel[0]) < 1e-6
    sliding = speed**2 / (2 * friction * GRAVITY) - speed * m.opt.timestep / 2
    damped = friction * GRAVITY / (2 * (IMPEDANCE * DAMPING)**2)
    assert 0 < d.qpos[0] - start - sliding < damped
    assert damped < 0.01 * sliding


@cones
@solvers
def test_sliding_ball_starts_to_roll(cone, solver):
    """v = 5/7 v_0, whatever the friction: it acts at the plane, about which the angular momentum stays.

    Contacts are in the middle of the overlap, so that the lever is shorter by up to half of the greatest depth p. To
    first order this changes v = v_0 / (1 + 2/5 r^2 / l^2) by 2/7 p / r at most.
    """
    radius, speed = 0.1, 1.0
    m, d = on_plane(f'<body pos="0 0 {radius}"><freejoint/><geom size="{radius}"/></body>', cone, solver, friction=0.2)
    run(m, d, 0.5)
    d.qvel[0] = speed
    deepest = radius - record(m, d, 600, lambda: d.qpos[2]).min()
    slip = d.qvel[0] - d.qvel[4] * (d.qpos[2] + (radius - d.qpos[2]) / 2)
    assert abs(slip) < 1e-6
    assert -2 / 7 * deepest / radius <= d.qvel[0] / (5 / 7 * speed) - 1 <= 1e-6
    assert deepest < 0.01 * radius
