"""Order of accuracy: halving the step divides the error by two, or by sixteen for Runge-Kutta."""

import numpy as np
import pytest

import torsor as mujoco
from analytic.simulation import observed_order, run, world
from analytic.trees import FLOATING, ROOTED, set_in_motion

DURATION = 0.256
SERVOS = """<actuator>
  <position joint="hip" kp="20" kv="1"/> <velocity joint="shoulder" kv="2"/>
  <general joint="slide" dyntype="filter" dynprm="0.3" gainprm="5"/>
</actuator>"""


def trajectory_end(tree, integrator, h):
    """State after a fixed time of a tree with springs, dampers, gravity, a viscous fluid and servos."""
    m, d = world(tree, integrator, h, option='viscosity="0.2"', rest=SERVOS)
    m.jnt_stiffness[1:] = 8
    m.dof_damping[-4:] = 0.3
    set_in_motion(m, d)
    d.ctrl[:] = 0.5, -1, 2
    run(m, d, DURATION)
    return m, d


@pytest.fixture(scope='module', params=[FLOATING, ROOTED], ids=['floating', 'rooted'])
def system(request):
    """A tree and its state at the end, computed with a step so short that its error does not count."""
    return request.param, trajectory_end(request.param, 'RK4', DURATION / 1024)


def distance(m, d, exact) -> float:
    """Largest difference of two states; rotations are compared by the angle between them."""
    difference = np.zeros(m.nv)
    mujoco.mj_differentiatePos(m, difference, 1.0, exact.qpos, d.qpos)
    return max(np.abs(difference).max(), np.abs(d.qvel - exact.qvel).max())


@pytest.mark.parametrize(('integrator', 'order', 'steps'),
                         [('Euler', 1, 128), ('implicit', 1, 128), ('implicitfast', 1, 128), ('discrete', 1, 128),
                          ('RK4', 4, 32)])
def test_order(system, integrator, order, steps):
    """error ~ h^p."""
    tree, (_, exact) = system

    def error(h):
        return distance(*trajectory_end(tree, integrator, h), exact)

    assert observed_order(error, DURATION / steps) == pytest.approx(order, abs=0.2)


@pytest.mark.parametrize(('integrator', 'order'), [('Euler', 1), ('RK4', 4)])
def test_order_on_rotations_alone(integrator, order):
    """A free body turning about no fixed axis: quaternions must not spoil the order of Runge-Kutta."""

    def end(h, method=integrator):
        m, d = world("""<body><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="0.1 0.2 0.25"/></body>""",
                     method, h, 'gravity="0 0 0"')
        d.qvel[3:] = 6, 4, 5
        run(m, d, DURATION)
        return m, d

    _, exact = end(DURATION / 1024, 'RK4')
    assert observed_order(lambda h: distance(*end(h), exact), DURATION / 32) == pytest.approx(order, abs=0.2)
