"""Slopes of actuator forces: they follow the controls of the moment, not those that the forces were found with."""

import mujoco
import numpy as np
import pytest

import torsor

ARM = """<mujoco>
  <option integrator="{integrator}"><flag invdiscrete="enable" {flags}/></option>
  <worldbody>
    <body><joint name="j" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/>
      <body pos="0.5 0 0"><joint name="k" axis="0 1 0"/><geom size="0.1" pos="0.3 0 0"/></body></body>
  </worldbody>
  <actuator>
    <general joint="j" gaintype="affine" gainprm="10 -3 -2" ctrlrange="-1 1" {actuator}/>
    <general joint="k" dyntype="filter" dynprm="0.1" gaintype="affine" gainprm="1 -3 -2"/>
  </actuator>
</mujoco>"""

CONTROLS = (0.5, 3.0, np.nan)
INTEGRATORS = ('implicit', 'implicitfast', 'discrete')


def moving(engine, integrator, flags, actuator):
    m = engine.MjModel.from_xml_string(ARM.format(integrator=integrator, flags=flags, actuator=actuator))
    d = engine.MjData(m)
    d.qpos[:], d.qvel[:], d.act[:], d.qacc[:] = 0.3, (1, 2), 0.3, (3, 4)
    return m, d


@pytest.mark.parametrize('flags', ['', 'clampctrl="disable"', 'actuation="disable"'])
@pytest.mark.parametrize('actuator', ['', 'delay="0.01" nsample="8"'])
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_inverse_dynamics_needs_no_forces_before(integrator, actuator, flags):
    for control in CONTROLS:
        found = []
        for engine in (torsor, mujoco):
            m, d = moving(engine, integrator, flags, actuator)
            d.ctrl[:] = control, 0.2
            engine.mj_inverse(m, d)
            found.append(d.qfrc_inverse.copy())
        np.testing.assert_allclose(*found, rtol=1e-10)


@pytest.mark.parametrize('actuator', ['', 'delay="0.01" nsample="8"'])
@pytest.mark.parametrize('integrator', ['implicit', 'implicitfast'])
def test_controls_that_change_between_forces_and_integration(integrator, actuator):
    for control in CONTROLS:
        found = []
        for engine in (torsor, mujoco):
            m, d = moving(engine, integrator, '', actuator)
            d.ctrl[:] = 0.1
            engine.mj_forward(m, d)
            d.ctrl[:] = control, 0.2
            engine.mj_implicit(m, d)
            found.append(d.qvel.copy())
        np.testing.assert_allclose(*found, rtol=1e-10)


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_a_control_that_is_not_a_number_is_as_bad_as_in_the_wheel(integrator):
    found = []
    for engine in (torsor, mujoco):
        m, d = moving(engine, integrator, '', '')
        for control in (0.0, 0.3, np.nan, np.nan):
            d.ctrl[:] = control, 0.2
            engine.mj_step(m, d)
        found.append(np.concatenate((d.qpos, d.qvel, [d.time])))
    np.testing.assert_allclose(*found, rtol=1e-10)
