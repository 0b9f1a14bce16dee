"""Delay buffers: reading against SciPy's interpolation, writing against a sorted list, steps against the wheel."""

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.interpolate import CubicHermiteSpline

import torsor
from parity.scenes import DELAYS
from parity.twins import INTEGRATORS

BUFFER = """<mujoco>
  <option timestep="0.1"/>
  <worldbody><body><joint name="j"/><geom size="0.1" pos="0.1 0 0"/></body></worldbody>
  <actuator><motor joint="j" nsample="5"/></actuator>
</mujoco>"""
TIMES = np.array([0.0, 0.1, 0.3, 0.35, 1.0])
SAMPLES = np.array([1.0, -2.0, 0.5, 4.0, 3.0])


def buffer(newest: int = 4):
    """A model with one buffer of five samples, the newest of which is at a given place of the ring."""
    m = torsor.MjModel.from_xml_string(BUFFER)
    d = torsor.MjData(m)
    torsor.mj_initCtrlHistory(m, d, 0, TIMES, SAMPLES)
    d.history[1] = newest
    d.history[2:7], d.history[7:] = np.roll(TIMES, newest + 1), np.roll(SAMPLES, newest + 1)
    return m, d


def contents(m, d):
    """Times and samples, the oldest first."""
    newest = int(d.history[1])
    return np.roll(d.history[2:7], -newest - 1), np.roll(d.history[7:], -newest - 1)


def read(m, d, time: float, order: int) -> float:
    return torsor.mj_readCtrl(m, d, 0, time, np.zeros(1), order)[0]


@pytest.mark.parametrize('newest', [0, 2, 4])
@pytest.mark.parametrize('time', [-1.0, 0.0, 0.05, 0.1, 0.2, 0.3, 0.33, 0.5, 0.99, 1.0, 7.0])
def test_between_samples(newest, time):
    m, d = buffer(newest)
    inside = np.clip(time, TIMES[0], TIMES[-1])
    slopes = np.zeros(5)
    slopes[1:-1] = (SAMPLES[2:] - SAMPLES[:-2]) / (TIMES[2:] - TIMES[:-2])
    assert read(m, d, time, 0) == SAMPLES[np.searchsorted(TIMES, inside, 'right') - 1]
    assert read(m, d, time, 1) == pytest.approx(np.interp(time, TIMES, SAMPLES), rel=1e-13)
    assert read(m, d, time, 2) == pytest.approx(CubicHermiteSpline(TIMES, SAMPLES, slopes)(inside), rel=1e-13)


def test_the_time_of_a_sample_need_not_be_met_to_the_last_bit():
    m, d = buffer()
    assert read(m, d, 0.1 + 0.2 - 1e-16, 0) == read(m, d, 0.1 + 0.2, 0) == 0.5
    assert read(m, d, 0.3 - 2e-15, 0) == -2.0


INSTANTS = st.sampled_from([-1.0, 0.0, 0.1, 0.2, 0.3, 0.32, 0.7, 1.0, 1.1, 1.2, 5.0])


@given(st.lists(INSTANTS, max_size=8), st.integers(0, 4))
@settings(max_examples=50, deadline=None)
def test_samples_are_kept_in_order_and_the_oldest_is_forgotten(times, newest):
    m, d = buffer(newest)
    expected = dict(zip(TIMES, SAMPLES))
    for k, time in enumerate(times):
        d.time, d.ctrl[0] = time, 10 + k
        torsor.mj_step(m, d)
        if time not in expected:  # the oldest makes way, whatever the time of the new one
            del expected[min(expected)]
        expected[time] = 10 + k
    found_times, found = contents(m, d)
    np.testing.assert_array_equal(found_times, sorted(expected))
    np.testing.assert_array_equal(found, [expected[time] for time in sorted(expected)])


@pytest.mark.parametrize('integrator', INTEGRATORS.values())
def test_steps_agree_with_the_wheel(integrator):
    models = [engine.MjModel.from_xml_string(DELAYS) for engine in (torsor, mujoco)]
    m, rm = models
    d, rd = torsor.MjData(m), mujoco.MjData(rm)
    rng = np.random.default_rng(0)
    m.opt.integrator = rm.opt.integrator = integrator
    for _ in range(12):
        d.ctrl[:] = rd.ctrl[:] = rng.normal(size=m.nu)
        torsor.mj_step(m, d)
        mujoco.mj_step(rm, rd)
        np.testing.assert_allclose(d.actuator_force, rd.actuator_force, rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(d.history, rd.history, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize('flags', ['actuation', 'clampctrl'])
@pytest.mark.parametrize('groups', [0, 4])
def test_controls_are_recorded_as_they_are_given(flags, groups):
    """Neither switching actuators off nor clamping matters to what a buffer holds."""
    m = torsor.MjModel.from_xml_string(DELAYS)
    m.opt.disableflags |= getattr(torsor.mjtDisableBit, f'mjDSBL_{flags.upper()}')
    m.opt.disableactuator = groups
    d = torsor.MjData(m)
    d.ctrl[:] = np.arange(6) + 5
    torsor.mj_step(m, d)
    for a in np.flatnonzero(m.actuator_historyadr >= 0):
        start, count = m.actuator_historyadr[a], m.actuator_history[a, 0]
        assert d.history[start + 2 + count + int(d.history[start + 1])] == a + 5


def test_a_bad_control_counts_when_it_acts():
    m = torsor.MjModel.from_xml_string(DELAYS)
    d = torsor.MjData(m)
    d.ctrl[3] = np.nan  # acts one step later
    torsor.mj_step(m, d)
    assert d.warning[torsor.mjtWarning.mjWARN_BADCTRL].number == 0
    d.ctrl[3] = 0
    torsor.mj_step(m, d)
    assert d.warning[torsor.mjtWarning.mjWARN_BADCTRL].number == 1
    assert not d.actuator_force[[0, 1, 5]].any()


@pytest.mark.parametrize('interp', ['zoh', 'linear', 'cubic'])
@pytest.mark.parametrize('index', [0, 1, 2])
@pytest.mark.parametrize('offset', [-3e-16, -5e-17, 0, 5e-17, 3e-16])
def test_times_within_rounding_of_a_sample(interp, index, offset):
    """Just before a sample it is read as it is; just behind, a line or a cubic has already left it."""
    times, delay, values = (0.018, 0.02, 0.022), 0.004, (1, 500, -20000)
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(f"""<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body>
            </worldbody><actuator><motor joint="j" nsample="3" interp="{interp}" delay="{delay}"/></actuator>
            </mujoco>""")
        d = engine.MjData(m)
        d.history[:] = [0, 2, *times, *values]
        d.time = times[index] + offset + delay
        engine.mj_forward(m, d)
        found.append(d.actuator_force[0])
    assert found[0] == pytest.approx(found[1], rel=1e-15, abs=0)
    left = found[1] != values[index]
    assert left == (index == 1 and offset > 0 and interp != 'zoh')
