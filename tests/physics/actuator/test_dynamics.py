"""Activation dynamics against their closed solutions, and in extreme states against the wheel."""

import mujoco
import numpy as np
import pytest

import torsor

XML = '<mujoco><option timestep="0.01"/><worldbody><body><joint name="j" type="slide"/><geom size="1"/></body>' \
      '</worldbody><actuator><general joint="j" {}/></actuator></mujoco>'


def activations(dynamics: str, steps: int, ctrl: float = 1.0) -> np.ndarray:
    m = torsor.MjModel.from_xml_string(XML.format(dynamics))
    d, kept = torsor.MjData(m), []
    d.ctrl[:] = ctrl
    for _ in range(steps):
        torsor.mj_step(m, d)
        kept.append(d.act[0])
    return np.array(kept)


def test_an_integrator_sums_its_control():
    np.testing.assert_allclose(activations('dyntype="integrator"', 50, 3.0), 0.03 * np.arange(1, 51), rtol=1e-13)


def test_a_filter_goes_by_the_rule_of_euler():
    expected = 1 - (1 - 0.01 / 0.2) ** np.arange(1, 51)
    np.testing.assert_allclose(activations('dyntype="filter" dynprm="0.2"', 50), expected, rtol=1e-13)


@pytest.mark.parametrize('tau', [1e-20, 1e-3, 0.2])
def test_an_exact_filter_is_exact(tau):
    expected = 1 - np.exp(-0.01 * np.arange(1, 51) / tau)
    np.testing.assert_allclose(activations(f'dyntype="filterexact" dynprm="{tau}"', 50), expected, rtol=1e-13)


def test_an_activation_stays_within_its_range():
    assert activations('dyntype="integrator" actrange="-1 0.2"', 50)[-1] == 0.2


@pytest.mark.parametrize('dynamics', ['integrator', 'filter', 'filterexact', 'user'])
@pytest.mark.parametrize('activation', [np.inf, -np.inf, 1e300])
def test_rates_of_activations_that_are_out_of_bounds_are_those_of_the_wheel(dynamics, activation):
    rates = []
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(XML.format(f'dyntype="{dynamics}"'))
        d = engine.MjData(m)
        d.act[:], d.ctrl[:] = activation, 2
        engine.mj_fwdActuation(m, d)
        rates.append(d.act_dot[0])
    assert rates[0] == rates[1]
