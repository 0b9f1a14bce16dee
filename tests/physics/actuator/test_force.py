"""Actuator forces: limits of tendons, servos on a circle, groups that are off; of many worlds against one."""

import mujoco
import numpy as np
import pytest

import torsor
from parity.scenes import ACTUATORS, TENDONS, THRUSTERS
from reference import worlds
from torsor.physics.actuator.force import actuator_forces, controls

PULLED = """<mujoco>
  <worldbody><body><joint name="j" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body></worldbody>
  <tendon><fixed name="t" actuatorfrcrange="-3 2"><joint joint="j" coef="2"/></fixed></tendon>
  <actuator>
    <motor tendon="t" gear="2"/><motor tendon="t" gear="-3"/><motor tendon="t" gear="0" forcerange="-1 1"/>
    <motor tendon="t" group="3"/><motor joint="j"/>
  </actuator>
</mujoco>"""

BALL = """<mujoco>
  <worldbody><body><joint name="j" type="ball"/><geom size="0.1" pos="0.1 0 0"/></body></worldbody>
  <actuator>{}</actuator>
</mujoco>"""

SLEEPER = """<mujoco>
  <option actuatorgroupdisable="1"/>
  <worldbody><body><joint name="j"/><geom size="0.1" pos="0.1 0 0"/></body></worldbody>
  <actuator>
    <general joint="j" dyntype="integrator" actrange="-0.4 0.5" group="1"/>
    <general joint="j" dyntype="filter" dynprm="0.1" group="1"/>
  </actuator>
</mujoco>"""


def forces(engine, xml: str, ctrl, **options) -> np.ndarray:
    m = engine.MjModel.from_xml_string(xml)
    for name, value in options.items():
        setattr(m.opt, name, value)
    d = engine.MjData(m)
    d.ctrl[:] = ctrl
    engine.mj_forward(m, d)
    return np.concatenate((d.actuator_force, d.qfrc_actuator))


@pytest.mark.parametrize('ctrl', [
    (1, 1, 0, 0, 9), (1, 1, 1, 1, 9), (1, 1, 5, 1, 9), (5, -4, 5, 3, 9), (-5, -4, 5, 3, 0), (3, -6, 0, 0, 0),
    (3, -6.1, 0, 0, 0), (30, -30, 0, 0, 0), (0, 0, 0, 0, 5),
])
@pytest.mark.parametrize('groups', [0, 8])
def test_forces_on_a_tendon_are_scaled_into_its_range(ctrl, groups):
    ours = forces(torsor, PULLED, ctrl, disableactuator=groups)
    np.testing.assert_allclose(ours, forces(mujoco, PULLED, ctrl, disableactuator=groups), rtol=1e-14)
    wanted = np.array(ctrl[:4], float)
    wanted[3] *= groups == 0
    total = wanted.sum()
    scale = np.clip(total, -3, 2) / total if total else 1
    expected = scale * wanted
    expected[2] = np.clip(expected[2], -1, 1)  # ranges of actuators come after those of tendons
    np.testing.assert_allclose(ours[:4], expected, rtol=1e-14)
    assert ours[4] == ctrl[4]


@pytest.mark.parametrize('attributes', [
    'joint="j" gear="1"', 'jointinparent="j" gear="0 2"', 'joint="j" gear="1 0 1" kv="1"', 'joint="j" gear="0"',
])
@pytest.mark.parametrize('target', [-10, -3.7, -3.6, 0, 2.7, 3.7, 7, 100])
def test_servos_about_an_axis_of_a_ball_go_the_short_way(attributes, target):
    xml = BALL.format(f'<position {attributes} kp="2"/>')
    m = torsor.MjModel.from_xml_string(xml)
    d = torsor.MjData(m)
    d.qpos[:2], d.ctrl[:] = (np.cos(0.2), np.sin(0.2)), target
    torsor.mj_forward(m, d)
    turn = 2 * np.pi * np.linalg.norm(m.actuator_gear[0, :3])
    error = target - d.actuator_length[0]
    if turn:
        error = (error + turn / 2) % turn - turn / 2
    assert d.actuator_force[0] == pytest.approx(2 * error, rel=1e-12)


@pytest.mark.parametrize('dynamics', ['dyntype="filter" dynprm="0.2"', 'dyntype="filterexact" dynprm="0.2"',
                                      'dyntype="filter" dynprm="0.2" actearly="true"', 'dyntype="integrator"'])
@pytest.mark.parametrize('stiffness', [2, 3])  # the second is not a servo
@pytest.mark.parametrize('ctrl', [-1, 0.3, 2, 7])
def test_filters_of_servos_on_a_ball_go_the_short_way_from_their_activation(dynamics, stiffness, ctrl):
    bias = f'gainprm="2" biastype="affine" biasprm="0 {-stiffness} 0"'
    xml, rates = BALL.format(f'<general joint="j" gear="0.3" {dynamics} {bias}/>'), []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.act[:], d.ctrl[:] = 1.1, ctrl
        engine.mj_forward(m, d)
        rates.append((d.act_dot[0], d.actuator_force[0]))
    np.testing.assert_allclose(*rates, rtol=1e-12)


@pytest.mark.parametrize('attributes', [
    'gainprm="1" biastype="affine" biasprm="0 -2 0"',
    'gaintype="affine" gainprm="1" biastype="affine" biasprm="0 -1 0"',
    'gainprm="1" biastype="none"',
])
def test_what_is_not_a_servo_knows_no_circle(attributes):
    xml = BALL.format(f'<general joint="j" {attributes}/>')
    assert forces(torsor, xml, 10)[0] == pytest.approx(forces(mujoco, xml, 10)[0], rel=1e-14)
    assert forces(torsor, xml, 10)[0] == 10


def test_an_actuator_that_is_off_keeps_its_activation_but_within_its_range():
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(SLEEPER)
        d = engine.MjData(m)
        d.act[:], d.ctrl[:] = 0.9, 0.1
        engine.mj_step(m, d)
        np.testing.assert_array_equal(d.act, [0.5, 0.9])


@pytest.mark.parametrize('scene', [ACTUATORS, TENDONS, THRUSTERS])
def test_many_worlds_give_the_bits_of_one(scene):
    m, several = worlds.advanced(scene, *range(4))
    worlds.assert_lanes_match_worlds([controls, actuator_forces], ('actuator_force', 'qfrc_actuator'), m, several)


CARRIED = """<mujoco>
  <option><flag {flags}/></option>
  <worldbody>
    <body gravcomp="0.7"><joint name="j" type="{joint}" axis="0 1 0" actuatorgravcomp="true"/>
      <geom type="capsule" fromto="0 0 0 0.3 0.02 -0.05" size="0.03"/>
      <body pos="0.3 0 0" gravcomp="1"><joint axis="0 1 0" actuatorgravcomp="true" actuatorfrcrange="-0.5 0.5"/>
        <geom size="0.1" pos="0.2 0 0.1"/></body></body>
  </worldbody>
  <actuator><motor joint="j" gear="3 2 1 0.5 0.2 0.1"/></actuator>
</mujoco>"""


@pytest.mark.parametrize('joint', ['hinge', 'ball', 'free'])
def test_actuators_carry_the_compensated_weight_on_all_dofs_of_a_joint(joint):
    m = torsor.MjModel.from_xml_string(CARRIED.format(joint=joint, flags=''))
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    assert np.count_nonzero(np.abs(d.qfrc_gravcomp[:-1]) > 1e-9) > (joint != 'hinge')
    np.testing.assert_allclose(d.qfrc_actuator[:-1], d.qfrc_gravcomp[:-1], rtol=1e-14)
    assert not d.qfrc_passive.any()


@pytest.mark.parametrize('joint', ['hinge', 'ball', 'free'])
@pytest.mark.parametrize('flags', ['', 'actuation="disable"', 'gravity="disable"'])
@pytest.mark.parametrize('limited', [False, True])
def test_weight_that_actuators_carry_is_that_of_the_wheel(joint, flags, limited):
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(CARRIED.format(joint=joint, flags=flags))
        m.jnt_actfrclimited[0], m.jnt_actfrcrange[0] = limited, (-2, 1.5)  # acts on the first dof only
        d = engine.MjData(m)
        d.ctrl[0] = 0.3
        engine.mj_forward(m, d)
        found.append([d.qfrc_actuator.copy(), d.qfrc_passive.copy(), d.qacc.copy()])
    np.testing.assert_allclose(*found, rtol=1e-10, atol=1e-10)
