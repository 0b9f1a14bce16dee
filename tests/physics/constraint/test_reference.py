"""Accelerations that rows ask for: the rate of the Jacobian by finite differences, adhesion, moving surfaces."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.constraint.models import constrained, load
from physics.constraint.world import VELOCITY, assert_close, dense_jacobian, field, with_rows

SITES = """<mujoco>
  <option gravity="0 0 0"/>
  <worldbody>
    <body pos="0.1 0.2 0.3">
      <joint axis="1 2 3" pos="0.05 0 0"/>
      <geom size="0.1" pos="0.2 0 0.1"/>
      <body pos="0.3 0.1 0">
        <joint type="ball"/>
        <geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0"/>
        <site name="s1" pos="0.1 0.2 0.3" quat="1 0.2 0.3 0.4"/>
      </body>
    </body>
    <body pos="-1 0 0">
      <freejoint/>
      <geom type="box" size="0.3 0.1 0.2"/>
      <site name="s2" pos="0.3 0.2 0.1" quat="1 -0.5 0.1 0.2"/>
    </body>
  </worldbody>
  <equality><connect site1="s1" site2="s2"/><weld site1="s2" site2="s1" torquescale="0.7"/></equality>
</mujoco>"""
SLIPPING = """<mujoco>
  <option cone="%s"/>
  <worldbody>
    <geom type="plane" size="5 5 1" condim="%d" surfacevel="1 2 3 0.3 0.2 0.1"/>
    <body pos="0 0 0.08"><freejoint/><geom size="0.1" condim="1" adhesion="3" gap="0.1"/></body>
    <body pos="1 0 0.12"><freejoint/><geom size="0.1" condim="1" adhesion="3" gap="0.1"/></body>
  </worldbody>
</mujoco>"""


def rate_of_jacobian(m, d, step=1e-5):
    """Jdot qvel by central differences."""
    jacobians = []
    for sign in (1, -1):
        moved = mujoco.MjData(m)
        moved.qpos[:] = d.qpos
        mujoco.mj_integratePos(m, moved.qpos, d.qvel, sign * step)
        mujoco.mj_forward(m, moved)
        jacobians.append(dense_jacobian(m, moved))
    return (jacobians[0] - jacobians[1]) @ d.qvel / (2 * step)


@pytest.mark.parametrize('seed', range(3))
def test_attachments_know_the_rate_of_their_jacobian(seed):
    m, d = load(SITES, seed)
    _, data = with_rows(m, d)
    K, B, impedance, _ = d.efc_KBIP.T
    spring = -B * d.efc_vel - K * impedance * d.efc_pos
    rate = spring - field(data, 'efc_aref', d.nefc)
    np.testing.assert_allclose(rate, rate_of_jacobian(m, d), rtol=1e-6, atol=1e-6)
    assert np.abs(rate).max() > 0.1


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('condim', [1, 3, 4, 6])
def test_moving_and_sticky_surfaces(cone, condim):
    m = mujoco.MjModel.from_xml_string(SLIPPING % (cone, condim))
    d = mujoco.MjData(m)
    d.qvel[:] = np.arange(m.nv)
    mujoco.mj_forward(m, d)
    _, data = with_rows(m, d)
    assert d.ncon == 2
    assert_close(data, d, VELOCITY)


@pytest.mark.parametrize('option', ['cone="elliptic"', 'integrator="discrete"'])
def test_pairs_have_a_solref_of_their_own_for_friction(option):
    xml = constrained(0, option=option).replace('<equality>', '<contact>%s</contact><equality>')
    named = xml.replace('<geom type="plane"', '<geom name="floor" type="plane"', 1).replace(
        '<geom size="0.2"', '<geom name="palm" size="0.2"', 1)
    for solref in ('0.03 0.4', '-10 -20', '0 0'):
        pair = f'<pair geom1="floor" geom2="palm" condim="6" solreffriction="{solref}" margin="9"/>'
        m, d = load(named % pair, 0)
        _, data = with_rows(m, d)
        assert_close(data, d, (*VELOCITY, 'efc_KBIP'))


@pytest.mark.parametrize('joints', [('ball', 'slide'), ('slide', 'ball'), ('slide', 'hinge'), ('hinge', 'slide')])
@pytest.mark.parametrize('equality', ['<weld body1="b"/>', '<connect body1="b" anchor="0.1 0 0"/>'])
def test_joints_that_follow_a_ball_move_its_axes(joints, equality):
    xml = f"""<mujoco><worldbody><body>
      {''.join(f'<joint type="{kind}" axis="1 0.2 0"/>' for kind in joints)}<geom size="0.1"/>
      <body name="b" pos="0.5 0.3 0"><joint type="slide"/><geom size="0.1"/></body>
    </body></worldbody><equality>{equality}</equality></mujoco>"""
    asked = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.qvel[:] = 1 + np.arange(m.nv)
        engine.mj_forward(m, d)
        asked.append(d.efc_aref.copy())
    np.testing.assert_allclose(asked[0], asked[1], rtol=0, atol=1e-12)


@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
def test_references_follow_a_velocity_that_was_written(integrator):
    xml = f"""<mujoco><option integrator="{integrator}"/><worldbody><geom type="plane" size="3 3 .1"/>
      <body pos="0 0 .0993"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>"""
    asked = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_step(m, d, 3)
        before = d.efc_aref.copy()
        d.qvel[:] += 0.1
        engine.mj_referenceConstraint(m, d)
        assert np.abs(d.efc_aref - before).max() > 1
        asked.append(d.efc_aref.copy())
    np.testing.assert_allclose(asked[0], asked[1], rtol=0, atol=1e-9)


@pytest.mark.parametrize('joints', [
    '<freejoint/>', '<joint type="ball"/>', '<joint type="slide"/><joint axis="1 2 0"/>'])
@pytest.mark.parametrize('equality', ['weld', 'connect'])
@pytest.mark.parametrize('changed', ['qvel', 'cvel', 'cdof', 'cdof_dot', 'xpos', 'subtree_com'])
def test_the_rate_follows_from_what_it_does_in_the_wheel(joints, equality, changed):
    """After a step qvel is newer than cvel and the axes."""
    anchor = 'anchor=".1 .2 .3"' if equality == 'connect' else ''
    xml = f"""<mujoco><worldbody><body pos="0 0 1" euler="10 20 30">{joints}<geom type="box" size=".1 .2 .3"/>
      <body name="b" pos=".1 .2 .3"><joint axis="1 2 3"/><geom size=".1"/></body></body>
      <body name="c" pos="0 1 1"><joint axis="1 0 0"/><joint axis="0 1 0" pos=".1 0 0"/><geom size=".1"/></body>
      </worldbody><equality><{equality} body1="b" body2="c" {anchor}/></equality></mujoco>"""
    asked = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.qvel[:] = 1 + np.arange(m.nv)
        engine.mj_forward(m, d)
        getattr(d, changed)[...] += 0.1
        engine.mj_referenceConstraint(m, d)
        asked.append(d.efc_aref.copy())
    np.testing.assert_allclose(asked[0], asked[1], rtol=1e-12, atol=1e-10)
