"""DC motors at their limits: these concern the force of the current, and not cogging and friction."""

import mujoco
import numpy as np
import pytest

import torsor

MOTOR = """<mujoco><option timestep="1e-4" integrator="{integrator}" actuatorgroupdisable="{disabled}"/>
  <worldbody><body><joint name="j" {joint}/><geom size=".1"/></body></worldbody>
  <tendon><fixed name="t" {tendon}><joint joint="j" coef="1"/></fixed></tendon>
  <actuator><dcmotor {on} resistance="2" motorconst="3" {motor}/></actuator></mujoco>"""
LUGRE, COGGING = 'lugre="10 2 3 4 5"', 'cogging="7 3 .2"'
RANGE = 'actuatorfrcrange="-2 2"'
LIMITS = {
    'none': {},
    'own': {'motor': 'saturation="2"'},
    'of the joint': {'joint': RANGE},
    'of the tendon': {'tendon': RANGE, 'on': 'tendon="t"'},
    'own, switched off': {'motor': 'saturation="2"', 'disabled': '0'},
}


def numbers(engine, xml: str, control: float) -> np.ndarray:
    m = engine.MjModel.from_xml_string(xml)
    d = engine.MjData(m)
    d.ctrl[:], d.qvel[:], d.qpos[:], d.act[:] = control, 0.5, 0.3, 0.1
    engine.mj_step(m, d)
    return np.concatenate([np.ravel(part) for part in (d.actuator_force, d.qfrc_actuator, d.qDeriv, d.qvel)])


@pytest.mark.parametrize('integrator', ['implicit', 'discrete'])
@pytest.mark.parametrize('limit', LIMITS)
@pytest.mark.parametrize('resistance', ['', LUGRE, COGGING, f'{LUGRE} {COGGING}'])
def test_limits_concern_the_force_of_the_current_alone(resistance, limit, integrator):
    settings = dict(on='joint="j"', joint='', tendon='', motor='', disabled='', integrator=integrator) | LIMITS[limit]
    xml = MOTOR.format(**settings | {'motor': f'{settings["motor"]} {resistance}'})
    for control in (0.0, 1.0, 3.0, 100.0):
        np.testing.assert_allclose(numbers(torsor, xml, control), numbers(mujoco, xml, control), rtol=1e-12, atol=1e-12)


def test_an_actuator_that_is_switched_off_keeps_to_its_range():
    xml = """<mujoco><option actuatorgroupdisable="0"/><worldbody><body><joint name="j"/><geom size=".1"/></body>
      </worldbody><actuator><motor joint="j" forcerange="2 3"/></actuator></mujoco>"""
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        assert (d.actuator_force[0], d.qfrc_actuator[0]) == (2, 2)
