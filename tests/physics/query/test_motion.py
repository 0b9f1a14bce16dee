"""Motion of objects against differences of their poses; inverse dynamics against M qacc + bias."""

import numpy as np
import pytest

import torsor
from physics.query.moving import angular_velocity, moving, rate

OBJECTS = {
    torsor.mjtObj.mjOBJ_BODY: ('nbody', 'xipos', 'ximat'), torsor.mjtObj.mjOBJ_XBODY: ('nbody', 'xpos', 'xmat'),
    torsor.mjtObj.mjOBJ_GEOM: ('ngeom', 'geom_xpos', 'geom_xmat'),
    torsor.mjtObj.mjOBJ_SITE: ('nsite', 'site_xpos', 'site_xmat'),
    torsor.mjtObj.mjOBJ_CAMERA: ('ncam', 'cam_xpos', 'cam_xmat'),
}
CAMERAS = """<mujoco><worldbody><camera pos="1 2 3"/><body><freejoint/><geom size="0.1" pos="0.1 0 0"/>
  <camera pos="0.2 0.1 0" euler="10 20 30"/><body pos="0 1 0"><joint/><geom size="0.1"/><camera/></body></body>
  </worldbody></mujoco>"""


@pytest.fixture(scope='module', params=['joints', 'cameras'])
def scene(request):
    return moving(2) if request.param == 'joints' else moving(2, CAMERAS)


def motion(function, m, d, kind, i, local):
    res = np.full(6, np.nan)
    function(m, d, kind, i, res, local)
    return res


@pytest.mark.parametrize('kind', OBJECTS)
def test_velocity_is_the_rate_of_the_pose(scene, kind):
    m, d = scene
    count, position, matrix = OBJECTS[kind]
    linear = rate(m, d, lambda data: getattr(data, position))
    turning = rate(m, d, lambda data: getattr(data, matrix).reshape(-1, 3, 3))
    for i in range(getattr(m, count)):
        axes = getattr(d, matrix)[i].reshape(3, 3)
        velocity = motion(torsor.mj_objectVelocity, m, d, kind, i, 0)
        np.testing.assert_allclose(velocity, [*angular_velocity(axes, turning[i]), *linear[i]], rtol=0, atol=2e-8)
        local = motion(torsor.mj_objectVelocity, m, d, kind, i, 1)
        np.testing.assert_allclose(local.reshape(2, 3), velocity.reshape(2, 3) @ axes, rtol=0, atol=1e-14)


@pytest.mark.parametrize('kind', OBJECTS)
def test_acceleration_is_the_rate_of_the_velocity_less_gravity(scene, kind):
    m, d = scene
    count, _, matrix = OBJECTS[kind]
    for i in range(getattr(m, count)):
        expected = rate(m, d, lambda data, i=i: motion(torsor.mj_objectVelocity, m, data, kind, i, 0))
        expected[3:] -= m.opt.gravity
        acceleration = motion(torsor.mj_objectAcceleration, m, d, kind, i, 0)
        np.testing.assert_allclose(acceleration, expected, rtol=0, atol=1e-7)
        axes = getattr(d, matrix)[i].reshape(3, 3)
        local = motion(torsor.mj_objectAcceleration, m, d, kind, i, 1)
        np.testing.assert_allclose(local.reshape(2, 3), acceleration.reshape(2, 3) @ axes, rtol=0, atol=1e-13)


def test_frames_of_geoms(scene):
    m, d = scene
    for g in range(m.ngeom):
        for same in {0, int(m.geom_sameframe[g])}:
            xpos, xmat = np.full(3, np.nan), np.full(9, np.nan)
            torsor.mj_local2Global(d, xpos, xmat, m.geom_pos[g], m.geom_quat[g], m.geom_bodyid[g], same)
            np.testing.assert_allclose(xpos, d.geom_xpos[g], rtol=0, atol=1e-14)
            np.testing.assert_allclose(xmat, d.geom_xmat[g], rtol=0, atol=1e-14)


def test_inverse_dynamics(scene):
    m, d = scene
    bias, total, momentum = np.full((3, m.nv), np.nan)
    torsor.mj_rne(m, d, 0, bias)
    torsor.mj_rne(m, d, 1, total)
    torsor.mj_mulM(m, d, momentum, d.qacc)
    np.testing.assert_allclose(bias, d.qfrc_bias, rtol=0, atol=1e-13)
    np.testing.assert_allclose(total, bias + momentum - m.dof_armature * d.qacc, rtol=0, atol=1e-12)
