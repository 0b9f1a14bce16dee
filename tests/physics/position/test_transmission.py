"""Transmissions: moments are gradients of lengths; against the wheel, and of many worlds against one."""

import mujoco
import numpy as np
import pytest

import torsor
from parity.scenes import TENDONS, THRUSTERS
from reference import worlds
from torsor.physics.position.transmission import actuator_velocities, transmission

LAYOUT = ('moment_rownnz', 'moment_rowadr', 'moment_colind')


def moments(m, d) -> np.ndarray:
    full = np.zeros((m.nout, m.nv))
    torsor.mju_sparse2dense(full, d.actuator_moment, d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    return full


def lengths_at(m, qpos) -> np.ndarray:
    d = torsor.MjData(m)
    d.qpos[:] = qpos
    torsor.mj_fwdPosition(m, d)
    return d.actuator_length.copy()


@pytest.mark.parametrize('scene', [TENDONS, THRUSTERS])
def test_agrees_with_the_wheel(scene):
    _, (rd,) = worlds.advanced(scene, 3)
    m = torsor.MjModel.from_xml_string(scene)
    d = torsor.MjData(m)
    d.qpos[:], d.qvel[:] = rd.qpos, rd.qvel
    torsor.mj_forward(m, d)
    for name in LAYOUT:
        np.testing.assert_array_equal(getattr(d, name), getattr(rd, name), err_msg=name)
    for name in ('actuator_length', 'actuator_moment', 'actuator_velocity'):
        np.testing.assert_allclose(getattr(d, name), getattr(rd, name), rtol=1e-13, atol=1e-13, err_msg=name)


def test_moments_of_scalar_joints_and_tendons_are_gradients_of_lengths():
    m = torsor.MjModel.from_xml_string(TENDONS)
    d = torsor.MjData(m)
    d.qpos[:4] = 0.3, -0.2, 0.5, 0.1
    torsor.mj_fwdPosition(m, d)
    for i in range(4):
        step = np.zeros(m.nq)
        step[i] = 1e-6
        slope = (lengths_at(m, d.qpos + step) - lengths_at(m, d.qpos - step)) / 2e-6
        np.testing.assert_allclose(moments(m, d)[:, i], slope, atol=1e-9)


def test_axes_in_the_parent_do_the_work_of_axes_in_the_child():
    """Torque about an axis of the parent: its power is that of the angular velocity in the axes of the parent."""
    m = torsor.MjModel.from_xml_string(THRUSTERS)
    d = torsor.MjData(m)
    rng = np.random.default_rng(0)
    d.qpos[:], d.qvel[:] = rng.normal(size=m.nq), rng.normal(size=m.nv)
    torsor.mj_forward(m, d)
    in_parent = m.actuator_trntype == torsor.mjtTrn.mjTRN_JOINTINPARENT
    (actuator,) = np.flatnonzero(in_parent & (m.actuator_trnid[:, 0] == 0))
    world = d.xmat[1].reshape(3, 3) @ d.qvel[:3]
    assert d.actuator_velocity[actuator] == pytest.approx(m.actuator_gear[actuator, :3] @ world, rel=1e-13)


def test_nothing_moves_if_actuation_is_off():
    rm, (rd,) = worlds.advanced(TENDONS, 1)
    rm.opt.disableflags = mujoco.mjtDisableBit.mjDSBL_ACTUATION
    data = worlds.copy_data(rd)
    worlds.run(actuator_velocities, worlds.copy_model(rm), data)
    assert not data.actuator_velocity.any()


@pytest.mark.parametrize('scene', [TENDONS, THRUSTERS])
def test_many_worlds_give_the_bits_of_one(scene):
    m, several = worlds.advanced(scene, *range(4))
    fields = ('actuator_length', 'actuator_moment', 'actuator_velocity')
    worlds.assert_lanes_match_worlds([transmission, actuator_velocities], fields, m, several)
