"""Ranges of actuator lengths that simulation finds, against the wheel's."""

import math

import mujoco
import numpy as np
import pytest

import torsor

ARM = """<mujoco><option {option}/><compiler><lengthrange mode="all" {settings}/></compiler>
  <worldbody><body><joint name="a" range="-30 60" damping="3" stiffness="10"/>
    <geom type="capsule" size=".05" fromto="0 0 0 1 0 0"/>
    <body pos="1 0 0"><joint name="b" range="-20 80"/><geom type="capsule" size=".05" fromto="0 0 0 1 0 0"/></body>
  </body></worldbody>
  <tendon><fixed name="t" range="-1 .5"><joint joint="a" coef="1"/><joint joint="b" coef="-2"/></fixed></tendon>
  <actuator><motor joint="a" gear="2"/><motor tendon="t"/><motor joint="b" {last}/></actuator></mujoco>"""


def arm(option='', settings='', last=''):
    return ARM.format(option=option, settings=settings, last=last)


@pytest.mark.parametrize('xml', [
    arm(), arm(settings='accel="40"'), arm(settings='maxforce="10"'), arm(settings='uselimit="true"'),
    arm(settings='inttotal=".3" interval=".1" tolrange="10"'), arm(settings='timestep=".005" timeconst=".5"'),
    arm(last='lengthrange="1 2"'), arm(last='lengthrange="1 2"', settings='useexisting="false"'),
    arm(last='gear="-3"'), arm('integrator="RK4"'),
])  # fmt: skip
def test_found_by_simulation(xml):
    ours, theirs = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    assert ours.actuator_lengthrange == pytest.approx(theirs.actuator_lengthrange, abs=1e-11)
    # the model is as before the search
    assert ours.opt.timestep == theirs.opt.timestep
    assert ours.opt.disableflags == theirs.opt.disableflags
    assert ours.opt.integrator == theirs.opt.integrator


HUNG = """<mujoco><option density="1000"/><worldbody><site name="anchor" pos="0 0 {height!r}"/>
  <body pos="0 0 5"><freejoint/><geom type="box" size=".5 .5 .5"/><site name="corner" pos=".5 .5 .5"/></body>
  </worldbody>
  <tendon><spatial name="t" limited="true" range="0 4"><site site="anchor"/><site site="corner"/></spatial></tendon>
  <actuator><muscle tendon="t"/></actuator></mujoco>"""


def test_ends_that_rounding_decides():
    """A box pulled to a point swings about it for ever: the shortest length has few digits, in the wheel too."""
    heights = [9.0 + k * math.ulp(9.0) for k in (0, -2, -1, 1, 2)]
    ours = torsor.MjModel.from_xml_string(HUNG.format(height=heights[0])).actuator_lengthrange[0]
    theirs = np.array([mujoco.MjModel.from_xml_string(HUNG.format(height=height)).actuator_lengthrange[0]
                       for height in heights])
    spread = np.ptp(theirs, axis=0)
    assert 1e-12 < spread[0] < 1e-9
    assert (np.abs(ours - theirs[0]) <= 2 * spread).all()


@pytest.mark.parametrize('mode', ['none', 'muscle', 'muscleuser'])
def test_modes(mode):
    xml = arm(last='class="main"').replace('mode="all"', f'mode="{mode}"')
    ours, theirs = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    assert np.array_equal(ours.actuator_lengthrange, theirs.actuator_lengthrange)


def test_what_does_not_settle():
    xml = """<mujoco><compiler><lengthrange mode="all"/></compiler>
      <worldbody><body><joint name="a"/><geom size=".1"/></body></worldbody>
      <actuator><motor joint="a"/></actuator></mujoco>"""
    with pytest.raises(ValueError, match='converge'):
        mujoco.MjModel.from_xml_string(xml)
    with pytest.raises(ValueError, match=r'^<string>:3:17: <motor>: the range of lengths could not be found'):
        torsor.MjModel.from_xml_string(xml)


def test_a_simulation_that_diverges_ends():
    xml = """<mujoco><compiler><lengthrange mode="all" accel="1e300" timestep="1"/></compiler>
      <worldbody><body><joint name="a" type="slide"/><geom size=".1"/></body></worldbody>
      <actuator><motor joint="a"/></actuator></mujoco>"""
    with pytest.raises(ValueError, match=r'^<string>:3:17: <motor>: the range of lengths could not be found'):
        torsor.MjModel.from_xml_string(xml)


def test_a_simulation_that_would_take_for_ever():
    with pytest.raises(ValueError, match=r'not from 1 to 100000 steps; change "inttotal" or "timestep"'):
        torsor.MjModel.from_xml_string(arm(settings='timestep="1e-9"'))
