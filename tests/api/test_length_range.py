"""Ranges of actuator lengths that simulation finds, against the wheel's."""

import math

import mujoco
import numpy as np
import pytest

import torsor
from torsor.api import length_range, log, model_cache

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


STRUNG = """<mujoco><option integrator="{integrator}"/><worldbody>
  <site name="o" pos="0 .1 .1"/><site name="u" pos="0 -.1 .1"/><site name="v" pos=".1 .1 -.2"/>
  <body><joint name="a" axis="0 1 0" range="-40 60"/><geom type="capsule" size=".05" fromto="0 0 0 1 0 0"/>
    <geom name="c" type="cylinder" size=".06 .1" zaxis="0 1 0" pos=".5 0 0" contype="0" conaffinity="0"/>
    <site name="p" pos=".3 .1 .06"/><site name="q" pos=".7 0 .1"/>
    <body pos="1 0 0"><joint name="b" axis="0 1 0" range="-20 80"/>
      <geom type="capsule" size=".05" fromto="0 0 0 1 0 0"/>
      <site name="r" pos=".3 0 .07"/><site name="s" pos=".4 0 -.07"/></body></body></worldbody>
  <tendon>
    <spatial name="bare"><site site="o"/><site site="p"/></spatial>
    <spatial name="wrapped"><site site="u"/><geom geom="c"/><site site="r"/></spatial>
    <spatial name="limited" limited="true" range="0 1.2"><site site="v"/><site site="r"/></spatial>
    <spatial name="heavy" armature="2"><site site="u"/><site site="s"/></spatial>
    <spatial name="damped" damping="3" stiffness="2"><site site="o"/><site site="s"/></spatial>
    <spatial name="first"><site site="o"/><site site="q"/></spatial>
    <spatial name="second"><site site="u"/><site site="r"/></spatial>
  </tendon>
  <equality><tendon tendon1="first" tendon2="second" polycoef="0 .3 0 0 0"/></equality>
  <actuator><muscle tendon="bare"/><muscle tendon="wrapped"/><muscle tendon="heavy"/><muscle tendon="bare" gear="-2"/>
    <muscle tendon="first"/><muscle joint="b"/></actuator></mujoco>"""


@pytest.mark.parametrize('integrator', ['Euler', 'implicitfast', 'implicit'])
def test_tendons_that_act_while_others_are_pulled(integrator):
    xml = STRUNG.format(integrator=integrator)
    ours, theirs = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    assert ours.actuator_lengthrange == pytest.approx(theirs.actuator_lengthrange, abs=1e-9)
    assert (ours.tendon_num == theirs.tendon_num).all()


def test_tendons_without_effect_have_no_path_while_others_are_pulled():
    m = torsor.MjModel.from_xml_string(STRUNG.format(integrator='Euler'))
    laid = {}
    options = {'timestep': 0.01, 'timeconst': 1.0, 'accel': 20.0, 'maxforce': 0.0, 'inttotal': 10.0, 'interval': 2.0,
               'tolrange': 0.05}
    with length_range._Search(m, options) as search:
        for a, muscle in ((0, 'bare'), (5, 'none')):
            search.range_of(a)
            laid[muscle] = {m.tendon(t).name for t in range(m.ntendon) if search.d.ten_wrapnum[t]}
    acting = {'limited', 'heavy', 'damped', 'first', 'second'}
    assert laid == {'bare': acting | {'bare'}, 'none': acting}


def test_a_callback_sees_all_tendons():
    model_cache.forget()
    seen = []
    torsor.set_mjcb_control(lambda _, d: seen.append(d.ten_length.copy()))
    try:
        torsor.MjModel.from_xml_string(STRUNG.format(integrator='Euler'))
    finally:
        torsor.set_mjcb_control(None)
    assert seen
    assert np.all(seen)


def test_the_same_model_is_not_simulated_again(monkeypatch):
    first = torsor.MjModel.from_xml_string(arm())
    model_cache.forget()
    monkeypatch.setattr(length_range, '_Search', None)
    assert (torsor.MjModel.from_xml_string(arm()).actuator_lengthrange == first.actuator_lengthrange).all()
    for other in (arm(settings='accel="30"'), arm('gravity="0 0 -1"'), arm(last='gear="3"'),
                  arm().replace('range="-20 80"', 'range="-20 81"'), arm().replace('damping="3"', 'damping="4"')):
        with pytest.raises(TypeError):
            torsor.MjModel.from_xml_string(other)


def test_warnings_of_a_simulation_are_given_again(tmp_path, monkeypatch):
    """A light mass, hardly part of the tendon, flies away."""
    monkeypatch.chdir(tmp_path)  # where the log goes
    xml = """<mujoco><compiler><lengthrange mode="all" accel="1e10"/></compiler><worldbody><body>
        <joint name="a" type="slide" axis="1 0 0" range="-1 1"/><geom size=".1" mass="1e9"/>
        <body><joint name="b" type="slide" axis="0 1 0"/><inertial pos="0 0 0" mass="1e-14" diaginertia="1 1 1"/></body>
      </body></worldbody>
      <tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="1e-13"/></fixed></tendon>
      <actuator><motor tendon="t"/></actuator></mujoco>"""
    for _ in range(2):
        model_cache.forget()
        before = log.warnings_given
        torsor.MjModel.from_xml_string(xml)
        assert log.warnings_given == before + 2
