"""Fixed tendons: against their definition, against the wheel, and of many worlds against one."""

import mujoco
import numpy as np
import pytest

import torsor
from parity.scenes import TENDONS
from reference import worlds
from torsor.physics.dynamics.inertia import make_inertia
from torsor.physics.position.tendon import tendon_velocities, tendons

CHAIN = """<mujoco>
  <worldbody>
    <body><joint name="a" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/>
      <body pos="0.4 0 0"><joint name="b" type="slide" axis="1 0 1"/><geom size="0.1" pos="0 0.3 0"/></body>
      <body pos="0 0.4 0"><joint name="c" axis="1 0 1"/><geom size="0.1" pos="0 0.3 0"/></body>
    </body>
  </worldbody>
  <tendon>
    <fixed {more}><joint joint="c" coef="2"/><joint joint="a" coef="-3"/><joint joint="b" coef="0.5"/></fixed>
  </tendon>
  <actuator>{actuators}</actuator>
</mujoco>"""
WEIGHTS = np.array([-3, 0.5, 2])  # by dof
TREE = np.array([[1, 1, 1], [1, 1, 0], [1, 0, 1]], bool)  # b and c are on different branches


def chain(more: str = '', actuators: str = ''):
    m = torsor.MjModel.from_xml_string(CHAIN.format(more=more, actuators=actuators))
    d = torsor.MjData(m)
    d.qpos[:], d.qvel[:] = (0.3, -0.2, 0.7), (1, 2, -0.5)
    return m, d


def inertia(m, d) -> np.ndarray:
    full = np.zeros((m.nv, m.nv))
    torsor.mj_fullM(m, d, full)
    return full


def test_length_jacobian_and_velocity_are_weighted_sums():
    m, d = chain()
    torsor.mj_forward(m, d)
    assert d.ten_length[0] == pytest.approx(WEIGHTS @ d.qpos, rel=1e-15)
    assert d.ten_velocity[0] == pytest.approx(WEIGHTS @ d.qvel, rel=1e-15)
    np.testing.assert_array_equal(d.ten_J[np.argsort(m.ten_J_colind)], WEIGHTS)
    assert (d.ten_wrapadr[0], d.ten_wrapnum[0]) == (0, 0)


def test_a_tendon_without_joints_that_move_it_stays_where_it_is():
    m, d = chain()
    m.wrap_prm[:] = 0
    torsor.mj_forward(m, d)
    assert (d.ten_length[0], d.ten_velocity[0], *d.ten_J) == (0,) * 5


@pytest.mark.parametrize(('more', 'actuators', 'expected'), [
    ('armature="0.2"', '', 0.2),
    ('name="t"', '<motor tendon="t" gear="-2" armature="0.3"/>', 1.2),
    ('name="t" armature="0.2"', '<motor tendon="t" gear="2" armature="0.3"/><motor tendon="t" armature="0.1"/>', 1.5),
])
def test_inertia_couples_the_dofs_of_a_chain_but_not_those_of_branches(more, actuators, expected):
    m, d = chain(more, actuators)
    torsor.mj_fwdPosition(m, d)
    total = inertia(m, d)
    torsor.mj_crb(m, d)
    np.testing.assert_allclose(total - inertia(m, d), expected * np.outer(WEIGHTS, WEIGHTS) * TREE, atol=1e-14)


def test_inverse_dynamics_undoes_forward_dynamics():
    m, d = chain('name="t" armature="0.2" stiffness="3" damping="1"', '<motor tendon="t" armature="0.3"/>')
    d.ctrl[:] = 0.7
    torsor.mj_forward(m, d)
    torsor.mj_inverse(m, d)
    np.testing.assert_allclose(d.qfrc_inverse, 0.7 * WEIGHTS, atol=1e-12)


def test_springs_pull_with_the_gradient_of_their_energy():
    m, d = chain('stiffness="5 2 3" springlength="-0.4 0.1"')
    m.opt.gravity[:] = 0
    torsor.mj_forward(m, d)
    force = d.qfrc_spring.copy()
    assert np.any(force)
    for i, step in enumerate(1e-5 * np.eye(3)):
        energy = []
        for sign in (1, -1):
            d.qpos[:] += sign * step
            torsor.mj_fwdPosition(m, d)
            torsor.mj_energyPos(m, d)
            energy.append(d.energy[0])
            d.qpos[:] -= sign * step
        assert force[i] == pytest.approx((energy[1] - energy[0]) / 2e-5, rel=1e-8)


def test_constants_of_the_reference_pose():
    m, d = chain('armature="0.2"')
    m.qpos0[:] = 0.1, 0.2, 0.3
    torsor.mj_setConst(m, d)
    d.qpos[:] = m.qpos0
    torsor.mj_fwdPosition(m, d)
    assert m.tendon_length0[0] == pytest.approx(WEIGHTS @ m.qpos0, rel=1e-15)
    assert m.tendon_invweight0[0] == pytest.approx(WEIGHTS @ np.linalg.solve(inertia(m, d), WEIGHTS), rel=1e-12)
    torsor.mj_crb(m, d)
    np.testing.assert_allclose(m.dof_M0, np.diag(inertia(m, d)), rtol=1e-14)  # without the inertia of tendons


def test_constants_agree_with_the_wheel():
    m, rm = torsor.MjModel.from_xml_string(TENDONS), mujoco.MjModel.from_xml_string(TENDONS)
    for engine, model in ((torsor, m), (mujoco, rm)):
        model.body_pos[2] += 0.1
        model.qpos0[:3] = 0.1, 0.2, 0.3
        engine.mj_setConst(model, engine.MjData(model))
    for name in ('tendon_length0', 'tendon_invweight0', 'dof_invweight0', 'dof_M0', 'actuator_acc0'):
        np.testing.assert_allclose(getattr(m, name), getattr(rm, name), rtol=1e-13, atol=1e-15, err_msg=name)


def test_many_worlds_give_the_bits_of_one():
    m, several = worlds.advanced(TENDONS, *range(4))
    fields = ('ten_length', 'ten_J', 'ten_velocity', 'M')
    worlds.assert_lanes_match_worlds([tendons, tendon_velocities, make_inertia], fields, m, several)
