"""Initial values and keyframes: every field of MjData as the wheel sets it."""

import mujoco
import numpy as np
import pytest

import torsor
from reference.twins import RICH, SMALL, outcome, twins
from torsor.schema import DATA_ARENA, DATA_FIELDS

MEMORY = {'narena', 'nbuffer', 'threadpool', 'plugin_data'}  # addresses and sizes of memory differ
DELAYS = """
<mujoco>
  <option timestep="{step}"/>
  <worldbody><body><joint name="ball" type="ball"/><geom size=".1"/></body></worldbody>
  <actuator><orientation joint="ball" kp="1" input="quat" nsample="3" delay="{step}"/></actuator>
  <sensor><ballquat joint="ball" nsample="5" interval="{period} {phase}"/><ballquat joint="ball" nsample="2"/></sensor>
</mujoco>
"""
PERIODS = [(.002, .01, 0), (.002, .005, 0), (.002, .005, -.001), (.002, .0033, -.0007), (.01, .1, -.05),
           (.001, .0301, -.013), (.002, .001, 0), (.002, .0015, -.0005), (.002, .0015, 0), (.01, .03, 0), (.1, .3, -.1),
           (.001, .05, 0)]


def assert_same_data(data, d):
    for row in (*DATA_FIELDS, *DATA_ARENA):
        if row.name not in MEMORY:
            theirs, ours = np.asarray(getattr(data, row.name)), np.asarray(getattr(d, row.name))
            np.testing.assert_array_equal(ours, theirs, row.name)
            assert ours.shape == theirs.shape
    for name in ('warning', 'timer', 'solver'):
        assert not any(array.any() for array in getattr(d, name)._arrays.values())
    assert len(d.contact) == 0


def dirty(d):
    """Nonsense in every number that is not about memory."""
    for name, array in d._arrays.items():
        if name not in MEMORY:
            array[...] = 1


@pytest.fixture
def rich():
    return twins(RICH)


def test_fresh_data(rich):
    _, data, _, d = rich
    assert_same_data(data, d)


def test_reset(rich):
    _, data, m, d = rich
    dirty(d)
    torsor.mj_resetData(m, d)
    assert_same_data(data, d)


@pytest.mark.parametrize('value', [0, 7, 255])
def test_debug_reset_fills_results(rich, value):
    model, data, m, d = rich
    dirty(d)
    mujoco.mj_resetDataDebug(model, data, value)
    torsor.mj_resetDataDebug(m, d, value)
    assert_same_data(data, d)


@pytest.mark.parametrize('key', [0, 1, 2, -1])
def test_keyframes(rich, key):
    model, data, m, d = rich
    dirty(d)
    mujoco.mj_resetDataKeyframe(model, data, key)
    torsor.mj_resetDataKeyframe(m, d, key)
    assert_same_data(data, d)


@pytest.mark.parametrize(('step', 'period', 'phase'), PERIODS)
def test_delay_buffers(step, period, phase):
    _, data, _, d = twins(DELAYS.format(step=step, period=period, phase=phase))
    np.testing.assert_array_equal(d.history, data.history)
    np.testing.assert_array_equal(d.ctrl, [1, 0, 0, 0])


def test_a_time_step_that_is_not_positive_is_a_warning(rich, capfd):
    model, data, m, d = rich
    for options in (model.opt, m.opt):
        options.timestep = 0
    mujoco.mj_resetData(model, data)
    theirs = capfd.readouterr().err
    torsor.mj_resetData(m, d)
    assert 'positive timestep' in theirs
    assert capfd.readouterr().err == theirs


def test_a_reset_looks_at_the_model_as_it_is_now(rich):
    model, data, m, d = rich
    for side in (model, m):
        side.qpos0[:] = np.arange(side.nq)
        side.qpos_spring[:] = np.arange(side.nq) + 3
        side.tendon_lengthspring[:] = 7
        side.eq_active0[:] = [True, False]
        side.body_quat[:] = [3, 0, 0, 4]
        side.body_pos[:] = 9
        side.actuator_ctrlspec[:] = 1
    mujoco.mj_resetData(model, data)
    torsor.mj_resetData(m, d)
    assert_same_data(data, d)


def test_neutral_controls(rich):
    model, data, m, d = rich
    data.ctrl[:] = d.ctrl[:] = 5
    mujoco.mj_resetCtrl(model, data)
    torsor.mj_resetCtrl(m, d)
    np.testing.assert_array_equal(d.ctrl, data.ctrl)
    assert d.ctrl.sum() == 1


def test_a_keyframe_remembers_the_state(rich):
    model, data, m, d = rich
    sig = int(torsor.mjtState.mjSTATE_INTEGRATION)
    vector = np.random.default_rng(0).normal(size=torsor.mj_stateSize(m, sig))
    mujoco.mj_setState(model, data, vector, sig)
    torsor.mj_setState(m, d, vector, sig)
    mujoco.mj_setKeyframe(model, data, 1)
    torsor.mj_setKeyframe(m, d, k=1)
    for name in ('time', 'qpos', 'qvel', 'act', 'ctrl', 'mpos', 'mquat', 'plastic'):
        np.testing.assert_array_equal(getattr(m.key(1), name), getattr(model.key(1), name))
    torsor.mj_resetDataKeyframe(m, d, 1)
    assert d.time == vector[0]


@pytest.mark.parametrize('key', [2, -1, 1.5, 'x'])
def test_bad_keyframes_raise_what_the_wheel_raises(rich, key):
    model, data, m, d = rich
    assert outcome(torsor.mj_setKeyframe, m, d, key) == outcome(mujoco.mj_setKeyframe, model, data, key)
    assert outcome(torsor.mj_resetDataKeyframe, m, d, key) == outcome(mujoco.mj_resetDataKeyframe, model, data, key)


@pytest.mark.parametrize('value', [256, -1, 'x', 1.0])
def test_debug_values_are_bytes(rich, value):
    model, data, m, d = rich
    assert outcome(torsor.mj_resetDataDebug, m, d, value) == outcome(mujoco.mj_resetDataDebug, model, data, value)


def test_a_negative_or_missing_keyframe_says_so(rich):
    _, _, m, d = rich
    with pytest.raises(torsor.FatalError, match=r'index must be smaller than 2 \(keyframes allocated in model\)'):
        torsor.mj_setKeyframe(m, d, 2)
    with pytest.raises(torsor.FatalError, match='cannot be negative'):
        torsor.mj_setKeyframe(m, d, -1)


def test_a_simulation_starts_anew_after_a_reset():
    m = torsor.MjModel.from_xml_string(SMALL)
    d, fresh = torsor.MjData(m), torsor.MjData(m)
    for data in (d, fresh):
        data.qvel[:] = 1
    torsor.mj_step(m, d, 7)
    torsor.mj_resetData(m, d)
    d.qvel[:] = 1
    torsor.mj_step(m, d, 7)
    torsor.mj_step(m, fresh, 7)
    np.testing.assert_array_equal(d.qpos, fresh.qpos)
