"""The bundled models are sound: they load everywhere, keep their energy, and the humanoid is a symmetric person."""

import mujoco
import numpy as np
import pytest

import torsor
from torsor import models

CONSERVATIVE = ('pendulum', 'double_pendulum')


def load(name, engine=torsor):
    return engine.MjModel.from_xml_path(str(models.path(name)))


def total_energy(model, data, engine=mujoco) -> float:
    engine.mj_forward(model, data)
    engine.mj_energyPos(model, data)
    engine.mj_energyVel(model, data)
    return float(sum(data.energy))


def test_the_models_are_listed():
    assert models.names() == ['cart_pole', 'chain', 'double_pendulum', 'humanoid', 'pendulum']


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(KeyError, match='humanoid'):
        models.path('android')


@pytest.mark.parametrize('name', models.names())
def test_sizes_and_masses_agree_with_the_reference(name):
    ours, reference = load(name), load(name, mujoco)
    for size in ('nq', 'nv', 'nu', 'nbody', 'njnt', 'ngeom', 'nsite', 'nkey'):
        assert getattr(ours, size) == getattr(reference, size), size
    np.testing.assert_allclose(ours.body_mass, reference.body_mass, rtol=1e-12)
    np.testing.assert_allclose(ours.body_inertia, reference.body_inertia, rtol=1e-12)


@pytest.mark.parametrize('name', models.names())
def test_every_keyframe_is_stable_for_ten_seconds(name):
    model = load(name, mujoco)
    data = mujoco.MjData(model)
    for key in range(model.nkey):
        mujoco.mj_resetDataKeyframe(model, data, key)
        energy = total_energy(model, data)
        mujoco.mj_step(model, data, nstep=round(10 / model.opt.timestep))
        assert data.time == pytest.approx(10)
        assert not any(warning.number for warning in data.warning)
        assert total_energy(model, data) < energy + 1e-6, 'a passive model must not gain energy'


@pytest.mark.parametrize('name', CONSERVATIVE)
def test_frictionless_models_keep_their_energy(name):
    model = load(name)
    data = torsor.MjData(model)
    torsor.mj_resetDataKeyframe(model, data, 0)
    before = total_energy(model, data, torsor)
    torsor.mj_step(model, data, nstep=round(10 / model.opt.timestep))
    assert total_energy(model, data, torsor) == pytest.approx(before, rel=1e-6)


@pytest.fixture(name='model', scope='module')
def humanoid():
    return load('humanoid')


class TestHumanoid:
    # mirroring at the plane y = 0 keeps x and z of a vector, and y of an axis of rotation
    VECTOR = np.array([1, -1, 1])
    AXIS = np.array([-1, 1, -1])

    @staticmethod
    def pairs(model, kind, count):
        names = [getattr(model, kind)(i).name for i in range(count)]
        left = [name for name in names if name.startswith('left_')]
        assert left
        return [(getattr(model, kind)(name), getattr(model, kind)(name.replace('left', 'right'))) for name in left]

    def test_weighs_seventy_kilograms(self, model):
        assert model.body_mass.sum() == pytest.approx(70, abs=1e-9)

    def test_has_a_motor_on_every_joint_but_the_root(self, model):
        assert (model.nv, model.nu) == (29, 23)
        assert [model.actuator(i).name for i in range(model.nu)] == [model.joint(1 + i).name for i in range(model.nu)]

    def test_left_and_right_bodies_mirror_each_other(self, model):
        for left, right in self.pairs(model, 'body', model.nbody):
            np.testing.assert_allclose(left.pos * self.VECTOR, right.pos, atol=1e-12)
            np.testing.assert_allclose(left.ipos * self.VECTOR, right.ipos, atol=1e-12)
            np.testing.assert_allclose(left.mass, right.mass, atol=1e-12)
            np.testing.assert_allclose(left.inertia, right.inertia, atol=1e-12)

    def test_left_and_right_joints_mirror_each_other(self, model):
        for left, right in self.pairs(model, 'joint', model.njnt):
            np.testing.assert_allclose(left.axis * self.AXIS, right.axis, atol=1e-12)
            for field in ('range', 'stiffness', 'damping', 'armature'):
                np.testing.assert_allclose(getattr(left, field), getattr(right, field), atol=1e-12)

    def test_left_and_right_motors_are_equally_strong(self, model):
        for left, right in self.pairs(model, 'actuator', model.nu):
            np.testing.assert_array_equal(left.gear, right.gear)

    @pytest.mark.parametrize('key', ['stand', 'squat', 'somersault'])
    def test_symmetric_poses_have_symmetric_positions(self, model, key):
        data = torsor.MjData(model)
        torsor.mj_resetDataKeyframe(model, data, model.key(key).id)
        torsor.mj_forward(model, data)
        assert abs(data.subtree_com[0][1]) < 1e-12
        for side in ('hand', 'sole'):
            left, right = data.site(f'left_{side}').xpos, data.site(f'right_{side}').xpos
            np.testing.assert_allclose(left * self.VECTOR, right, atol=1e-12)

    @pytest.mark.parametrize('key', ['stand', 'squat'])
    def test_soles_rest_on_the_floor(self, model, key):
        data = torsor.MjData(model)
        torsor.mj_resetDataKeyframe(model, data, model.key(key).id)
        torsor.mj_forward(model, data)
        assert data.site('left_sole').xpos[2] == pytest.approx(0, abs=1e-4)
        np.testing.assert_allclose(data.site('left_sole').xmat, np.eye(3).ravel(), atol=1e-9)
