"""Names of controls, and delay buffers as users see them: both engines side by side."""

import mujoco
import numpy as np
import pytest

import torsor

XML = """<mujoco>
  <option timestep="0.1"/>
  <worldbody><body><joint name="j"/><geom size="0.1" pos="0.1 0 0"/></body></worldbody>
  <actuator>
    <motor joint="j" nsample="4"/><motor joint="j"/><position joint="j" nsample="2" delay="0.1" interp="linear"/>
    <velocity joint="j"/><intvelocity joint="j"/><damper joint="j" ctrlrange="0 1"/><cylinder joint="j"/>
  </actuator>
</mujoco>"""


def twins():
    """Model and data of both engines after three steps."""
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(XML)
        d = engine.MjData(m)
        for k in range(3):
            d.ctrl[:3] = k + 1, 10 * k, 5 - k
            engine.mj_step(m, d)
        yield engine, m, d


def test_names_of_controls():
    (_, m, _), (_, rm, _) = twins()
    for gain in range(7):
        for inputs in (0, 1, 2, 3, 4, 8, 12, 16, 32, 33):
            for model in (m, rm):
                model.actuator_gaintype[0], model.actuator_ctrlspec[0] = gain, inputs
                model.actuator_ctrlnum[0] = 1 if gain < 2 else 2
            for a in range(-1, m.nactuator + 1):
                for k in range(-1, 3):
                    assert torsor.mj_actuatorInputName(m, a, k) == mujoco.mj_actuatorInputName(rm, a, k)


def test_names_of_several_controls_and_of_rotations():
    (_, m, _), _ = twins()
    m.actuator_ctrlnum[0] = 4
    m.actuator_gaintype[0], m.actuator_ctrlspec[0] = torsor.mjtGain.mjGAIN_PID, 7
    assert [torsor.mj_actuatorInputName(m, 0, k) for k in range(4)] == ['pos', 'vel', 'ff', None]
    m.actuator_gaintype[0], m.actuator_ctrlspec[0] = torsor.mjtGain.mjGAIN_SO3, torsor.mjtCtrlChart.mjCHART_QUAT
    assert [torsor.mj_actuatorInputName(m, 0, k) for k in range(4)] == ['qw', 'qx', 'qy', 'qz']


def test_reading_agrees_with_the_wheel():
    found = []
    for engine, m, d in twins():
        found.append([engine.mj_readCtrl(m, d, a, time, np.zeros(1), order)[0]
                      for a in range(3) for time in (-1, 0, 0.05, 0.1, 0.15, 0.3, 0.33, 2) for order in (-1, 0, 1, 2)])
    np.testing.assert_allclose(*found, rtol=1e-14)


def test_the_result_is_the_array_that_was_given():
    for engine, m, d in twins():
        result = np.zeros((1, 1))
        value = engine.mj_readCtrl(m, d, 1, 0.0, result, 0)
        assert value.shape == (1,)
        assert np.shares_memory(value, result)
        assert result[0, 0] == d.ctrl[1]


@pytest.mark.parametrize('times', [None, [1, 2, 4, 7]])
def test_filling_agrees_with_the_wheel(times):
    found = []
    for engine, m, d in twins():
        d.history[0] = 5
        engine.mj_initCtrlHistory(m, d, 0, times, [[1], [2], [3], [4]])
        found.append(d.history.copy())
    np.testing.assert_allclose(*found, rtol=1e-14)
    assert found[0][0] == 5


@pytest.mark.parametrize(('function', 'arguments'), [
    ('mj_readCtrl', (-1, 0.0, np.zeros(1), 0)), ('mj_readCtrl', (7, 0.0, np.zeros(1), 0)),
    ('mj_readCtrl', (0, 0.0, np.zeros(2), 0)), ('mj_readCtrl', (0, 0.0, None, 0)), ('mj_readCtrl', (0, 0.0, [0.0], 0)),
    ('mj_readCtrl', (0, 'x', np.zeros(1), 0)), ('mj_readCtrl', (0.5, 0.0, np.zeros(1), 0)),
    ('mj_initCtrlHistory', (-1, None, np.zeros((4, 1)))), ('mj_initCtrlHistory', (7, None, np.zeros((4, 1)))),
    ('mj_initCtrlHistory', (0, np.zeros(3), np.zeros((4, 1)))), ('mj_initCtrlHistory', (0, None, np.zeros((3, 1)))),
    ('mj_initCtrlHistory', (0, None, np.zeros((2, 2)))), ('mj_initCtrlHistory', (0, None, None)),
    ('mj_initCtrlHistory', (1, None, np.zeros((4, 1)))), ('mj_initCtrlHistory', (1, None, np.zeros((0, 1)))),
    ('mj_initCtrlHistory', (0, [1, 2, 2, 3], np.zeros((4, 1)))), ('mj_actuatorInputName', (0, 0.5)),
])
def test_both_refuse_the_same_arguments(function, arguments):
    kinds = []
    for engine, m, d in twins():
        structs = (m,) if function == 'mj_actuatorInputName' else (m, d)
        with pytest.raises((TypeError, IndexError, engine.FatalError)) as raised:
            getattr(engine, function)(*structs, *arguments)
        kinds.append(raised.type.__name__)
    assert kinds[0] == kinds[1]
