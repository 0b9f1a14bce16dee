"""Sensors, tendons and actuators with strange input: MuJoCo's behaviour, or an error that names the culprit."""

import mujoco
import numpy as np
import pytest

import torsor

ARM = """<mujoco><worldbody><site name="start" pos="0 0 1"/><body name="b" pos="0 0 1"><joint name="j" axis="0 1 0"
    damping="1"/><geom name="g" size=".3" mass="1" pos=".2 0 0"/><site name="s" pos=".1 0 0"/>
    <site name="t" pos=".2 0 .1"/><site name="again" pos=".1 0 0"/></body></worldbody>{}</mujoco>"""
TENDON = '<tendon><spatial name="x"><site site="{}"/>{}<site site="{}"/></spatial></tendon>'
REFUSED = {
    'a sensor of no joint': ('<sensor><jointpos joint="none"/></sensor>', 'none'),
    'a sensor of no site': ('<sensor><gyro site="none"/></sensor>', 'none'),
    'a sensor of an unknown type of object': ('<sensor><framepos objtype="light" objname="b"/></sensor>', 'objtype'),
    'an actuator of no joint': ('<actuator><motor joint="none"/></actuator>', 'none'),
    'an actuator of no tendon': ('<actuator><motor tendon="none"/></actuator>', 'none'),
    'an actuator of nothing': ('<actuator><motor/></actuator>', 'motor'),
    'a tendon of no site': (TENDON.format('start', '', 'none'), 'none'),
    'a tendon around no geom': (TENDON.format('start', '<geom geom="none"/>', 's'), 'none'),
    'a cutoff below zero': ('<sensor><clock cutoff="-1"/></sensor>', 'cutoff'),
    'a delay without a history': ('<sensor><clock delay="0.1"/></sensor>', 'nsample'),
    'a control with a delay and no history': ('<actuator><motor joint="j" delay="0.1"/></actuator>', 'nsample'),
    'a muscle of range zero': (
        '<actuator><muscle joint="j" range="0.8 0.8" lengthrange="0 1"/></actuator>', 'range of a muscle'),
    'a muscle without a range of lengths': (
        '<actuator><muscle joint="j" lengthrange="1 1"/></actuator>', 'lengthrange'),
}
COMPUTED = {
    'a tendon between two sites of one body': TENDON.format('s', '', 't'),
    'a tendon of length zero': TENDON.format('s', '', 'again')
        + '<actuator><motor tendon="x"/></actuator><sensor><tendonvel tendon="x"/></sensor>',
    'a tendon around a geom that holds both sites': TENDON.format('s', '<geom geom="g"/>', 't')
        + '<actuator><position tendon="x" kp="3"/></actuator><sensor><tendonpos tendon="x"/></sensor>',
    'a tendon around a geom that holds one site': TENDON.format('start', '<geom geom="g"/>', 't')
        + '<sensor><tendonpos tendon="x"/></sensor>',
    'a delay longer than the history': '<actuator><motor joint="j" nsample="2" delay="0.5"/></actuator>'
        '<sensor><jointpos joint="j" nsample="2" delay="0.5"/></sensor>',
    'a clock with a cutoff of zero': '<sensor><clock cutoff="0"/></sensor>',
}


def data(engine, extra):
    m = engine.MjModel.from_xml_string(ARM.format(extra))
    return m, engine.MjData(m)


@pytest.mark.parametrize('case', REFUSED)
def test_what_is_refused(case):
    extra, culprit = REFUSED[case]
    with pytest.raises(ValueError, match='Error'):
        data(mujoco, extra)
    with pytest.raises(ValueError, match=culprit):
        data(torsor, extra)


@pytest.mark.parametrize('case', COMPUTED)
def test_what_is_computed(case):
    (m, d), (rm, rd) = data(torsor, COMPUTED[case]), data(mujoco, COMPUTED[case])
    for step in range(20):
        for engine, model, one in ((torsor, m, d), (mujoco, rm, rd)):
            one.ctrl[:] = np.sin(step)
            engine.mj_step(model, one)
        for name in ('qpos', 'qvel', 'act', 'sensordata', 'ten_length', 'ten_velocity', 'actuator_force'):
            np.testing.assert_allclose(getattr(d, name), getattr(rd, name), rtol=1e-9, atol=1e-11, err_msg=name)
    assert np.isfinite(d.qpos).all()


@pytest.mark.parametrize('bad', [np.nan, np.inf, 1e11])
def test_controls_that_are_no_numbers(bad):
    told = []
    for engine in (torsor, mujoco):
        m, d = data(engine, '<actuator><motor joint="j"/></actuator>')
        d.ctrl[0] = bad
        engine.mj_step(m, d)
        warnings = [d.warning[k].number for k in range(len(d.warning))]
        told.append((float(d.qpos[0]), float(d.qvel[0]), warnings, float(d.actuator_force[0])))
    np.testing.assert_allclose(told[0][:2], told[1][:2], rtol=1e-12)
    assert told[0][2:] == told[1][2:]
    assert sum(told[0][2]) == 1
