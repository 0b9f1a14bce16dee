"""Jacobians against differences of positions, and against what they are good for: velocities, inertia, forces."""

import numpy as np
import pytest

import torsor
from physics.query.moving import angular_velocity, moving, rate, slope

PRECISION = dict(rtol=0, atol=2e-8)


@pytest.fixture(scope='module')
def scene():
    return moving()


def jacobians(function, m, d, *arguments):
    jacp, jacr = np.full((2, 3, m.nv), np.nan)
    function(m, d, jacp, jacr, *arguments)
    return jacp, jacr


OBJECTS = [(torsor.mj_jacBody, 'nbody', 'xpos', 'xmat'), (torsor.mj_jacBodyCom, 'nbody', 'xipos', 'ximat'),
           (torsor.mj_jacGeom, 'ngeom', 'geom_xpos', 'geom_xmat'),
           (torsor.mj_jacSite, 'nsite', 'site_xpos', 'site_xmat')]


@pytest.mark.parametrize(('function', 'count', 'position', 'matrix'), OBJECTS)
def test_jacobians_of_objects_are_derivatives_of_their_poses(scene, function, count, position, matrix):
    m, d = scene
    velocities = slope(m, d, lambda data: getattr(data, position))
    turning = slope(m, d, lambda data: getattr(data, matrix).reshape(-1, 3, 3))
    for i in range(getattr(m, count)):
        jacp, jacr = jacobians(function, m, d, i)
        axes = getattr(d, matrix)[i].reshape(3, 3)
        turns = [angular_velocity(axes, turning[i, ..., dof]) for dof in range(m.nv)]
        np.testing.assert_allclose(jacp, velocities[i], **PRECISION)
        np.testing.assert_allclose(jacr, np.transpose(turns), **PRECISION)


def attached(d):
    """A point of each body, away from its origin."""
    return d.xpos + d.xmat.reshape(-1, 3, 3) @ [0.3, -0.2, 0.5]


def of_all_bodies(function, m, d):
    """Jacobians of the points, as one array."""
    return np.array([jacobians(function, m, d, point, body) for body, point in enumerate(attached(d))])


def test_jacobians_of_points(scene):
    m, d = scene
    np.testing.assert_allclose(of_all_bodies(torsor.mj_jac, m, d)[:, 0], slope(m, d, attached), **PRECISION)


def test_rates_of_jacobians(scene):
    m, d = scene
    rates = rate(m, d, lambda data: of_all_bodies(torsor.mj_jac, m, data))
    np.testing.assert_allclose(of_all_bodies(torsor.mj_jacDot, m, d), rates, **PRECISION)


def test_jacobians_of_axes(scene):
    m, d = scene
    axes = d.xmat.reshape(-1, 3, 3) @ [0.1, 0.7, -0.4]
    slopes = slope(m, d, lambda data: data.xmat.reshape(-1, 3, 3) @ [0.1, 0.7, -0.4])
    for body, (point, axis) in enumerate(zip(attached(d), axes)):
        of_point, of_axis = jacobians(torsor.mj_jacPointAxis, m, d, point, axis, body)
        np.testing.assert_array_equal(of_point, jacobians(torsor.mj_jac, m, d, point, body)[0])
        np.testing.assert_allclose(of_axis, slopes[body], **PRECISION)


def test_momentum_of_subtrees(scene):
    m, d = scene
    torsor.mj_subtreeVel(m, d)
    centres = slope(m, d, lambda data: data.subtree_com)
    for body in range(m.nbody):
        centre, angular = np.full((2, 3, m.nv), np.nan)
        torsor.mj_jacSubtreeCom(m, d, centre, body)
        torsor.mj_angmomMat(m, d, angular, body)
        np.testing.assert_allclose(centre, centres[body], **PRECISION)
        np.testing.assert_allclose(angular @ d.qvel, d.subtree_angmom[body], rtol=0, atol=1e-13)


def test_a_subtree_without_mass_has_no_centre_to_move():
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody><body name="nothing"/>
        <body><joint/><geom size="0.1"/></body></worldbody></mujoco>""")
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    jacobian = np.zeros((3, m.nv))
    torsor.mj_jacSubtreeCom(m, d, jacobian, 1)
    assert np.isnan(jacobian).all()


def test_inertia_is_the_sum_over_bodies(scene):
    """M = sum of J'IJ, plus armature."""
    m, d = scene
    total, inertia = np.diag(m.dof_armature), np.zeros((m.nv, m.nv))
    for body in range(1, m.nbody):
        jacp, jacr = jacobians(torsor.mj_jacBodyCom, m, d, body)
        axes = d.ximat[body].reshape(3, 3)
        total = total + m.body_mass[body] * jacp.T @ jacp + jacr.T @ (axes * m.body_inertia[body]) @ axes.T @ jacr
    torsor.mj_fullM(m, d, inertia)
    np.testing.assert_allclose(inertia, total, rtol=0, atol=1e-13)


def test_forces_do_the_same_work_on_the_dofs(scene):
    m, d = scene
    for body in range(m.nbody):
        force, torque, point = np.random.default_rng(body).normal(size=(3, 3))
        jacp, jacr = jacobians(torsor.mj_jac, m, d, point, body)
        target = np.ones(m.nv)
        torsor.mj_applyFT(m, d, force, torque, point, body, target)
        np.testing.assert_allclose(target, 1 + jacp.T @ force + jacr.T @ torque, rtol=0, atol=1e-13)


@pytest.mark.python_mode
def test_a_pendulum():
    m = torsor.MjModel.from_xml_string(
        '<mujoco><worldbody><body><joint axis="0 1 0"/><geom size="0.1" pos="0 0 -2"/></body></worldbody></mujoco>')
    d = torsor.MjData(m)
    torsor.mj_kinematics(m, d)
    torsor.mj_comPos(m, d)
    jacp, jacr = jacobians(torsor.mj_jacBodyCom, m, d, 1)
    np.testing.assert_allclose(jacp, [[-2], [0], [0]], atol=1e-15)
    np.testing.assert_allclose(jacr, [[0], [1], [0]], atol=1e-15)
