"""Functions about sensors and distances: against the wheel, and their messages."""

import mujoco
import numpy as np
import pytest

import torsor

XML = """<mujoco><worldbody><geom name="floor" type="plane" size="2 2 1"/>
  <geom name="box" type="box" size=".2 .2 .2" pos="1 0 .2" group="2"/>
  <geom name="ghost" type="sphere" size=".3" pos="0 1 .5" rgba="1 1 1 0"/>
  <body name="b" pos="0 0 1"><joint name="j" range="-1 1"/><geom name="ball" size=".1"/>
    <site name="s" type="capsule" size=".1 .2"/></body></worldbody>
  <actuator><muscle joint="j" lengthrange="-1 1"/></actuator>
  <sensor><jointpos joint="j" nsample="3" delay=".004"/><clock/></sensor></mujoco>"""
ENGINES = mujoco, torsor


@pytest.fixture(scope='module')
def pair():
    models = [engine.MjModel.from_xml_string(XML) for engine in ENGINES]
    datas = [engine.MjData(m) for engine, m in zip(ENGINES, models)]
    for engine, m, d in zip(ENGINES, models, datas):
        engine.mj_forward(m, d)
    return list(zip(ENGINES, models, datas))


def test_distances_of_geoms_are_the_wheels(pair):
    for first in range(4):
        for second in range(4):
            if first != second:
                segments = [np.zeros(6), np.zeros(6)]
                distances = [engine.mj_geomDistance(m, d, first, second, 1.5, segment)
                             for (engine, m, d), segment in zip(pair, segments)]
                assert distances[1] == pytest.approx(distances[0], abs=1e-12)
                np.testing.assert_allclose(segments[1], segments[0], rtol=0, atol=1e-12)


def test_points_in_sites(pair):
    points = np.random.default_rng(2).normal(size=(100, 3)) * 0.15 + (0, 0, 1)
    inside = [[engine.mj_insideSite(m, d, 0, point) for point in points] for engine, m, d in pair]
    assert inside[0] == inside[1]
    assert 0 < sum(inside[0]) < 100


def test_buffers_of_sensors_are_the_wheels(pair):
    states = []
    for engine, m, d in pair:
        engine.mj_initSensorHistory(m, d, 0, np.array((-0.3, -0.2, -0.1)), np.array(((4.0,), (5.0,), (7.0,))), -0.5)
        readings = [np.zeros(1) for _ in range(6)]
        for reading, (time, order) in zip(readings, ((-0.15, 0), (-0.15, 1), (-0.15, 2), (0, -1), (-0.14, 1), (-1, 2))):
            result = engine.mj_readSensor(m, d, 0, time, reading, order)
            reading[:] = result
        engine.mj_initSensorHistory(m, d, 0, None, np.array(((1.0,), (2.0,), (3.0,))), -0.1)
        states.append((*np.concatenate(readings), *d.history, *engine.mj_readSensor(m, d, 1, 0.0, np.zeros(1), 0)))
    np.testing.assert_allclose(states[1], states[0], rtol=0, atol=1e-14)


@pytest.mark.parametrize(('call', 'message'), [
    (lambda m, d: torsor.mj_readSensor(m, d, 0, 0.0, np.zeros(2), 0), 'result should be of length sensor_dim'),
    (lambda m, d: torsor.mj_readSensor(m, d, 2, 0.0, np.zeros(1), 0), 'nsensor'),
    (lambda m, d: torsor.mj_initSensorHistory(m, d, 0, None, np.zeros((2, 1)), 0.0), 'values should be of shape'),
    (lambda m, d: torsor.mj_initSensorHistory(m, d, 0, np.zeros(3), np.zeros((3, 1)), 0.0), 'strictly increasing'),
    (lambda m, d: torsor.mj_initSensorHistory(m, d, 1, None, np.zeros((0, 1)), 0.0), 'no history buffer'),
    (lambda m, d: torsor.mj_geomDistance(m, d, 0, 9, 1.0, None), 'ngeom'),
    (lambda m, d: torsor.mj_setLengthRange(m, d, 3, torsor.MjLROpt()), 'no actuator 3'),
])
def test_what_is_wrong_is_said(pair, call, message):
    _, m, d = pair[1]
    with pytest.raises((TypeError, IndexError, ValueError, torsor.FatalError), match=message):
        call(m, d)


def test_sensors_by_stages(pair):
    for engine, m, d in pair:
        d.time = 3.0
        engine.mj_sensorPos(m, d)
        engine.mj_sensorVel(m, d)
        engine.mj_sensorAcc(m, d)
        assert d.sensordata[1] == 3


def test_length_ranges():
    ranges = []
    for engine in ENGINES:
        m = engine.MjModel.from_xml_string(XML)
        d = engine.MjData(m)
        options = engine.MjLROpt()
        assert options.accel == 0
        engine.mj_defaultLROpt(options)
        assert (options.accel, options.tolrange, options.useexisting) == (20, 0.05, 1)
        m.actuator_lengthrange[:] = 0
        options.uselimit = 1
        engine.mj_setLengthRange(m, d, 0, options)
        ranges.append(m.actuator_lengthrange.copy())
    np.testing.assert_array_equal(ranges[1], ranges[0])
    m.actuator_lengthrange[:] = 0
    options.uselimit = 0
    torsor.mj_setLengthRange(m, d, 0, options)  # by simulation, a little beyond the limits of the joint
    np.testing.assert_allclose(m.actuator_lengthrange, m.jnt_range, rtol=0.05)


def test_defaults():
    m = torsor.MjModel.from_xml_string(XML)
    m.opt.timestep, m.vis.quality.shadowsize = 0.5, 1
    torsor.mj_defaultOption(m.opt)
    torsor.mj_defaultVisual(m.vis)
    assert (m.opt.timestep, m.vis.quality.shadowsize) == (0.002, 4096)


def test_callbacks_can_all_be_removed():
    torsor.set_mjcb_sensor(lambda m, d, stage: None)
    torsor.mj_resetCallbacks()
    assert torsor.get_mjcb_sensor() is None
