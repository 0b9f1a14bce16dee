"""Sensors of every family: against the wheel in random states, and against what they should say."""

import mujoco
import numpy as np
import pytest

import torsor
from reference.adopt import share_state
from reference.enclosure import extreme_points, signed_distances
from torsor.physics.sensor.table import SENSORS

ROBOT = """<mujoco><option magnetic="0.3 -0.2 0.5"><flag energy="enable"/></option>
  <worldbody><geom name="floor" type="plane" size="3 3 1"/><light pos="0 0 3"/>
    <site name="zone" pos="0.2 0 0.1" size="0.4 0.4 0.2" type="box"/>
    <camera name="still" pos="0 -1 1" euler="50 10 0" resolution="4 3" fovy="50"/>
    <body name="trunk" pos="0 0 0.4"><freejoint/><geom name="belly" type="box" size="0.15 0.1 0.05" mass="2"/>
      <site name="imu" pos="0.1 0.02 0.05" euler="10 20 30"/><camera name="eye" pos="0 0 0.1" euler="20 10 30"
        resolution="5 4" fovy="60"/>
      <body name="arm" pos="0.2 0 0"><joint name="shoulder" type="ball" damping="0.5"/>
        <geom name="upper" type="capsule" size="0.04" fromto="0 0 0 0.25 0 0"/>
        <site name="tip" pos="0.25 0 0" euler="0 90 0" size="0.06"/>
        <body name="hand" pos="0.3 0 0"><joint name="wrist" axis="0 1 0" range="-0.5 0.5" damping="0.1"/>
          <geom name="palm" type="ellipsoid" size="0.08 0.05 0.03" pos="0.05 0 0"/><site name="pad" pos="0.05 0 0"
            type="ellipsoid" size="0.1 0.07 0.05"/></body></body>
      <body name="leg" pos="-0.1 0 -0.05"><joint name="hip" axis="0 1 0" range="-1 0.2"/>
        <joint name="knee" type="slide" axis="0 0 1" range="-0.1 0.1"/>
        <geom name="foot" type="cylinder" size="0.05 0.1" pos="0 0 -0.15"/><site name="sole" pos="0 0 -0.2"
          size="0.1"/></body></body>
    <body name="ball" pos="0.4 0.3 0.15"><freejoint/><geom name="ball" size="0.15" mass="0.3"/></body></worldbody>
  <tendon><fixed name="fixed" range="-0.1 0.1" limited="true"><joint joint="hip" coef="1"/>
      <joint joint="knee" coef="-2"/></fixed>
    <spatial name="string" stiffness="20" springlength="0.2"><site site="imu"/><site site="pad"/></spatial></tendon>
  <actuator><motor name="m" joint="hip" gear="3"/><position name="p" tendon="string" kp="5"/>
    <orientation name="o" joint="shoulder" kp="2"/><motor tendon="fixed"/></actuator>
  <sensor>{}</sensor></mujoco>"""
OBJECTS = ('body="hand"', 'xbody="hand"', 'geom="palm"', 'site="pad"', 'camera="eye"')


def frames(kind, references=('', 'reftype="site" refname="imu"', 'reftype="camera" refname="eye"')):
    """A sensor of this kind for each type of object, and some references."""
    pairs = [tuple(text.split('=')) for text in OBJECTS]
    return ''.join(f'<{kind} objtype="{what}" objname={name} {reference}/>' for what, name in pairs
                   for reference in references)


CASES = {
    'inertial': ''.join(
        f'<{kind} site="{site}"/>' for site in ('imu', 'pad', 'zone')
        for kind in ('accelerometer', 'velocimeter', 'gyro', 'force', 'torque', 'magnetometer')),
    'touch': '<touch site="sole"/><touch site="pad"/><touch site="zone"/>',
    'joints': '<jointpos joint="hip"/><jointvel joint="knee"/><ballquat joint="shoulder"/>'
              '<ballangvel joint="shoulder"/><jointactuatorfrc joint="hip"/>',
    'tendons': '<tendonpos tendon="string"/><tendonvel tendon="fixed"/><tendonvel tendon="string"/>'
               '<tendonactuatorfrc tendon="string"/>',
    'actuators': ''.join(f'<actuator{what} actuator="{name}"/>' for what in ('pos', 'vel', 'frc') for name in 'mpo'),
    'limits': ''.join(f'<jointlimit{what} joint="{joint}"/>' for what in ('pos', 'vel', 'frc')
                      for joint in ('hip', 'knee', 'wrist'))
              + ''.join(f'<tendonlimit{what} tendon="fixed"/>' for what in ('pos', 'vel', 'frc')),
    'poses': ''.join(frames(f'frame{what}') for what in ('pos', 'quat', 'xaxis', 'yaxis', 'zaxis')),
    'velocities': frames('framelinvel') + frames('frameangvel'),
    'accelerations': frames('framelinacc', ('',)) + frames('frameangacc', ('',)),
    'subtrees': ''.join(f'<subtree{what} body="{body}"/>' for what in ('com', 'linvel', 'angmom')
                        for body in ('trunk', 'arm', 'world', 'ball')),
    'whole': '<e_potential/><e_kinetic/><clock/>',
    'inside': ''.join(f'<insidesite site="{site}" objtype="{what}" objname="{name}"/>' for site in ('zone', 'pad')
                      for what, name in (('body', 'hand'), ('geom', 'foot'), ('site', 'imu'), ('camera', 'eye'))),
    'cameras': '<camprojection site="pad" camera="eye"/><camprojection site="sole" camera="still"/>',
    'rays': '<rangefinder site="tip"/><rangefinder site="imu" data="dist dir origin point normal depth"/>'
            '<rangefinder camera="eye" data="dist normal depth"/><rangefinder camera="still" data="point"/>',
    'distances': ''.join(f'<{kind} {first} {second} cutoff="0.5"/>' for kind in ('distance', 'normal', 'fromto')
                         for first, second in (('geom1="foot"', 'geom2="floor"'), ('body1="arm"', 'body2="ball"'),
                                               ('geom1="floor"', 'body2="arm"'), ('body1="ball"', 'geom2="belly"'))),
    'convex distances': ''.join(f'<distance {first} {second} cutoff="0.5"/>' for first, second in (
        ('geom1="palm"', 'geom2="belly"'), ('body1="leg"', 'geom2="belly"'), ('geom1="foot"', 'geom2="palm"'))),
    'contacts': ''.join(
        f'<contact {who} num="3" reduce="{how}" data="found force torque dist pos normal tangent{more}"/>'
        for who in ('', 'geom1="floor"', 'geom2="floor"', 'body1="ball"', 'subtree1="trunk"', 'site="zone"',
                    'subtree1="trunk" geom2="floor"', 'subtree1="trunk" subtree2="trunk"', 'site="zone" body2="leg"')
        for how, more in (('none', ' linvel angvel'), ('mindist', ''), ('maxforce', ''), ('netforce', '')))
        .replace('num="3" reduce="netforce"', 'reduce="netforce"')
        + '<contact geom1="floor" data="found pos"/><contact geom1="floor" data="dist linvel" reduce="mindist"/>',
}


def robot(sensors):
    xml = ROBOT.format(sensors)
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    return m, torsor.MjData(m), rm, mujoco.MjData(rm)


def randomize(rm, rd, rng):
    mujoco.mj_resetData(rm, rd)
    rd.qpos[:], rd.qvel[:] = rm.qpos0 + 0.2 * rng.normal(size=rm.nq), rng.normal(size=rm.nv)
    rd.qpos[2] = rng.uniform(0.1, 0.4)
    mujoco.mj_normalizeQuat(rm, rd.qpos)
    rd.ctrl[:] = rng.normal(size=rm.nu)
    rd.xfrc_applied[1:] = rng.normal(size=(rm.nbody - 1, 6))
    rd.time = rng.uniform()


def compare(m, d, rm, rd, tolerance=1e-9):
    """All readings agree, and each with the scale of its own sensor."""
    for s in range(m.nsensor):
        part = slice(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s])
        scale = max(1.0, np.abs(rd.sensordata[part]).max())
        np.testing.assert_allclose(d.sensordata[part], rd.sensordata[part], rtol=0, atol=tolerance * scale,
                                   err_msg=f'{torsor.mjtSensor(int(m.sensor_type[s]))}, sensor {s}')


@pytest.mark.parametrize('case', CASES)
def test_readings_are_the_wheels(case):
    m, d, rm, rd = robot(CASES[case])
    rng = np.random.default_rng(len(case))
    # some go through a solver
    tolerance = 1e-6 if case in ('contacts', 'touch', 'limits', 'accelerations', 'inertial') else 1e-11
    for _ in range(12):
        randomize(rm, rd, rng)
        share_state(d, rd)
        mujoco.mj_forward(rm, rd)
        torsor.mj_forward(m, d)
        compare(m, d, rm, rd, tolerance)
        mujoco.mj_inverse(rm, rd)
        torsor.mj_inverse(m, d)
        compare(m, d, rm, rd, tolerance)


def test_every_type_has_a_row_and_a_test():
    missing = {torsor.mjtSensor.mjSENS_PLUGIN, torsor.mjtSensor.mjSENS_USER}
    assert set(SENSORS) == {int(kind) for kind in torsor.mjtSensor if kind not in missing}
    models = [mujoco.MjModel.from_xml_string(ROBOT.format(case)) for case in CASES.values()]
    tested = {int(kind) for m in models for kind in m.sensor_type}
    assert tested | {torsor.mjtSensor.mjSENS_TACTILE} == set(SENSORS)  # tactile ones have tests of their own


@pytest.mark.parametrize(('sensor', 'cutoff'), [('gyro site="imu"', 0.3), ('touch site="sole"', 2.0),
                                                ('framequat objtype="site" objname="pad"', 0.1), ('clock', -1.0)])
def test_cutoffs_are_the_wheels(sensor, cutoff):
    m, d, rm, rd = robot(f'<{sensor}/>')
    for model in (m, rm):
        model.sensor_cutoff[:] = cutoff
    rng = np.random.default_rng(1)
    for _ in range(5):
        randomize(rm, rd, rng)
        share_state(d, rd)
        mujoco.mj_forward(rm, rd)
        torsor.mj_forward(m, d)
        compare(m, d, rm, rd, 1e-6)


SHAPES = {'sphere': '0.3', 'box': '0.3 0.2 0.25', 'capsule': '0.2 0.15', 'ellipsoid': '0.3 0.2 0.25',
          'cylinder': '0.25 0.2'}
ENCLOSED = """<mujoco><worldbody><site name="z" type="{site}" size="{size}" pos=".1 .2 .3" euler="10 20 30"/>
  <body name="b" mocap="true"><geom name="g" type="{geom}" size="{extent}"/></body></worldbody>
  <sensor><insidesite site="z" objtype="geom" objname="g" enclosed="true"/></sensor></mujoco>"""


@pytest.mark.parametrize('geom', SHAPES)
@pytest.mark.parametrize('site', SHAPES)
def test_how_far_shapes_jut_out_of_sites(site, geom):
    size, extent = ([float(x) for x in SHAPES[kind].split()] for kind in (site, geom))
    extent = [0.4 * x for x in extent]
    m = torsor.MjModel.from_xml_string(ENCLOSED.format(site=site, size=SHAPES[site], geom=geom,
                                                       extent=' '.join(map(str, extent))))
    d, rng = torsor.MjData(m), np.random.default_rng(3)
    for _ in range(5):
        d.mocap_pos[0] = np.array((0.1, 0.2, 0.3)) + 0.15 * rng.normal(size=3)
        d.mocap_quat[0] = rng.normal(size=4)
        torsor.mj_forward(m, d)
        points = extreme_points(geom, extent, rng) @ d.geom_xmat[0].reshape(3, 3).T + d.geom_xpos[0]
        expected = signed_distances(site, size, (points - d.site_xpos[0]) @ d.site_xmat[0].reshape(3, 3)).max()
        assert expected - 1e-12 <= d.sensordata[0] <= expected + 3e-4


@pytest.mark.parametrize('geom', SHAPES)
@pytest.mark.parametrize('site', ['sphere', 'box', 'capsule', 'ellipsoid'])
def test_enclosure_is_the_wheels(site, geom):
    """The wheel, which often ends at a smaller maximum in cylinders, seldom does so in other sites."""
    extent = ' '.join(str(0.4 * float(x)) for x in SHAPES[geom].split())
    xml = ENCLOSED.format(site=site, size=SHAPES[site], geom=geom, extent=extent)
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    d, rd, rng, larger = torsor.MjData(m), mujoco.MjData(rm), np.random.default_rng(3), 0
    for _ in range(20):
        rd.mocap_pos[0], rd.mocap_quat[0] = 0.2 + 0.15 * rng.normal(size=3), rng.normal(size=4)
        share_state(d, rd)
        mujoco.mj_forward(rm, rd)
        torsor.mj_forward(m, d)
        assert d.sensordata[0] > rd.sensordata[0] - 1e-5
        larger += d.sensordata[0] > rd.sensordata[0] + 1e-5
    assert larger <= 1


INSIDE = """<mujoco><option ccd_iterations="300" ccd_tolerance="1e-12"/><worldbody>
  <site name="z" type="ellipsoid" size=".1 .07 .05"/>
  <body name="b" pos="{}"><geom name="g" type="ellipsoid" size=".08 .05 .03"/></body></worldbody>
  <sensor><insidesite site="z" objtype="geom" objname="g" enclosed="true"/></sensor></mujoco>"""


def reading(engine, xml: str) -> float:
    m = engine.MjModel.from_xml_string(xml)
    d = engine.MjData(m)
    engine.mj_forward(m, d)
    return d.sensordata[0]


@pytest.mark.parametrize('pos', ['0 .003 .001', '.001 0 0', '.02 .01 .01'])
def test_enclosure_is_as_exact_as_the_wheels_with_patience(pos):
    assert reading(torsor, INSIDE.format(pos)) == pytest.approx(reading(mujoco, INSIDE.format(pos)), abs=1e-12)


def test_enclosure_of_what_has_the_same_centre_is_that_nearby():
    """The wheel ends where the distance along an axis is largest, and is larger in between as soon as that is moved."""
    ours, theirs = reading(torsor, INSIDE.format('0 0 0')), reading(mujoco, INSIDE.format('1e-9 1e-9 1e-9'))
    assert ours == pytest.approx(theirs, abs=3e-9)
    assert ours > -0.019


@pytest.mark.parametrize('site', [*SHAPES, 'mesh'])
def test_what_is_on_the_surface_of_a_site(site):
    """It is outside, but for meshes, where it is inside: as in MuJoCo."""
    corners = ' '.join(f'{x} {y} {z}' for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5))
    how = 'mesh="cube"' if site == 'mesh' else 'size="0.5 0.25 0.125"'
    xml = (f'<mujoco><asset><mesh name="cube" vertex="{corners}"/></asset>'
           f'<worldbody><site type="{site}" {how}/></worldbody></mujoco>')
    answers = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_kinematics(m, d)
        answers.append([engine.mj_insideSite(m, d, 0, sign * size * axis) for axis in np.eye(3) for sign in (-1, 1)
                        for size in (0.125, 0.25, 0.5, 0.75)])
    assert answers[0] == answers[1]
    assert 0 < sum(answers[0]) < len(answers[0])


# ---- known answers ----
def test_an_accelerometer_at_rest_feels_gravity():
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody><body euler="0 90 0"><site name="s"/></body></worldbody>
      <sensor><accelerometer site="s"/></sensor></mujoco>""")
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    np.testing.assert_allclose(d.sensordata, (-9.81, 0, 0), atol=1e-14)


def test_a_force_sensor_carries_the_weight():
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody><body><geom size="0.1" mass="2" pos="0.3 0 0"/>
      <site name="s"/></body></worldbody><sensor><force site="s"/><torque site="s"/></sensor></mujoco>""")
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    np.testing.assert_allclose(d.sensordata, (0, 0, 2 * 9.81, 0, -0.3 * 2 * 9.81, 0), atol=1e-13)


def test_a_box_at_rest_presses_with_its_weight():
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
      <body name="box" pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="3"/>
      <site name="s" type="box" size="0.11 0.11 0.11"/></body></worldbody>
      <sensor><touch site="s"/><contact body1="box" reduce="netforce" data="found force pos"/></sensor></mujoco>""")
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 2000)
    touch, found, *rest = d.sensordata
    assert touch == pytest.approx(3 * 9.81, rel=1e-6)
    assert found == 4
    np.testing.assert_allclose(rest, (0, 0, -3 * 9.81, 0, 0, 0), atol=1e-3)  # from the box to the floor


def test_a_rangefinder_tells_the_distance():
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody><geom type="sphere" size="0.5" pos="3 0 0"/>
      <body><site name="s" euler="0 90 0"/><geom size="0.1"/></body></worldbody>
      <sensor><rangefinder site="s" data="dist point normal"/></sensor></mujoco>""")
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    np.testing.assert_allclose(d.sensordata, (2.5, 2.5, 0, 0, -1, 0, 0), atol=1e-14)


def test_sensors_can_be_switched_off():
    m, d, rm, rd = robot('<clock/><gyro site="imu"/>')
    for model in (m, rm):
        model.opt.disableflags |= torsor.mjtDisableBit.mjDSBL_SENSOR
    for engine, model, data in ((torsor, m, d), (mujoco, rm, rd)):
        data.qvel[:], data.time, data.sensordata[:] = 1, 2, 7
        engine.mj_forward(model, data)
    np.testing.assert_array_equal(d.sensordata, rd.sensordata)


# ---- delays ----
BUFFERS = ('<jointpos joint="hip" nsample="4" delay=".006"/><gyro site="imu" nsample="5" delay=".007" interp="linear"/>'
           '<jointvel joint="wrist" nsample="3" interval=".01"/><clock nsample="3"/>'
           '<accelerometer site="imu" nsample="4" interval=".006 0" delay=".004"/>'
           '<framepos objtype="site" objname="pad" nsample="6" delay=".009" interp="cubic"/>'
           '<clock nsample="2" interval="0.005 -0.003"/><jointpos joint="hip" nsample="2" delay="0.5"/>')


@pytest.mark.parametrize('integrator', ['Euler', 'RK4', 'implicitfast'])
def test_late_and_rare_readings_are_the_wheels(integrator):
    m, d, rm, rd = robot(BUFFERS)
    kind = {'Euler': 0, 'RK4': 1, 'implicitfast': 3}[integrator]
    m.opt.integrator = rm.opt.integrator = kind
    np.testing.assert_array_equal(d.history, rd.history)
    for _ in range(25):
        mujoco.mj_step(rm, rd)
        torsor.mj_step(m, d)
        np.testing.assert_allclose(d.history, rd.history, rtol=0, atol=1e-6)
        compare(m, d, rm, rd, 1e-6)


# ---- sensors of the user ----
USER = '<user name="u" dim="2" needstage="{}"/><clock/>'


@pytest.mark.parametrize(('stage', 'number'), [('pos', 1), ('vel', 2), ('acc', 3)])
@pytest.mark.parametrize('compiled', [False, True])
def test_users_read_their_own_sensors(stage, number, compiled):
    m = torsor.MjModel.from_xml_string(ROBOT.format(USER.format(stage)))
    d = torsor.MjData(m)

    def read(m, d, stage):
        if stage == number:
            d.sensordata[0] = d.sensordata[0] + 1.0
            d.sensordata[1] = stage

    if compiled:
        m.callbacks.sensor = read
    else:
        torsor.set_mjcb_sensor(read)
    try:
        torsor.mj_forward(m, d)
    finally:
        torsor.set_mjcb_sensor(None)
    np.testing.assert_array_equal(d.sensordata, (1, number, 0))
    assert d.flg_subtreevel == (stage == 'vel')
    assert d.flg_rnepost == (stage == 'acc')


@pytest.mark.parametrize(('cutoff', 'reading'), [(0.5, -0.5), (3.0, -2.1), (0.0, -2.1)])
def test_a_distance_is_no_deeper_than_its_cutoff(cutoff, reading):
    xml = ('<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/><body pos="0 0 -2"><freejoint/>'
           '<geom name="ball" size="0.1"/></body></worldbody><sensor>'
           f'<distance geom1="floor" geom2="ball" cutoff="{cutoff}"/></sensor></mujoco>')
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        assert d.sensordata[0] == pytest.approx(reading, abs=1e-12)


def test_a_sensor_of_kinetic_energy_reads_that_of_the_present():
    """The wheel reads it before it is new where energies are computed anyway, and so that of the step before."""
    xml = ('<mujoco><option><flag energy="enable"/></option><worldbody><body><joint axis="0 1 0"/>'
           '<geom size="0.1" pos="0.3 0 0"/></body></worldbody><sensor><e_kinetic/></sensor></mujoco>')
    readings, energies = {torsor: [], mujoco: []}, {torsor: [], mujoco: []}
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        for _ in range(4):
            engine.mj_step(m, d)
            readings[engine].append(float(d.sensordata[0]))
            energies[engine].append(float(d.energy[1]))
    np.testing.assert_allclose(energies[torsor], energies[mujoco], rtol=1e-12)
    assert readings[torsor] == energies[torsor]
    assert readings[mujoco] == [energies[mujoco][0], *energies[mujoco][:-1]]


@pytest.mark.parametrize('lens', ['fovy="47"', 'sensorsize=".023 .017" focal=".031 -.029" principal=".0007 -.0003"'])
def test_rays_and_images_of_cameras_round_as_the_wheels_do(lens):
    xml = f"""<mujoco><worldbody><camera name="c" {lens} resolution="5 3"/><site name="s" pos=".3 .7 -5"/>
      <body><freejoint/><geom size="10"/></body></worldbody>
      <sensor><rangefinder camera="c" data="dir"/><camprojection site="s" camera="c"/></sensor></mujoco>"""
    seen = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        seen.append(np.array(d.sensordata))
    np.testing.assert_allclose(seen[0], seen[1], rtol=0, atol=1e-15)


@pytest.mark.parametrize('buffer', ['delay=".004"', 'interval=".004"', 'delay=".004" interval=".004"'])
def test_sensors_with_a_delay_are_read_even_when_sensors_are_switched_off(buffer):
    xml = f"""<mujoco><option timestep=".002"><flag sensor="disable"/></option>
      <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/><site name="s" pos=".1 0 0"/></body>
      </worldbody><actuator><motor name="a" joint="j"/></actuator><sensor><jointpos joint="j" nsample="3" {buffer}/>
      <accelerometer site="s" nsample="3" {buffer}/><actuatorfrc actuator="a" nsample="3" {buffer}/></sensor>
      </mujoco>"""
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.qpos[:], d.qvel[:], d.ctrl[:] = 1, 2, 3
        for _ in range(4):
            engine.mj_step(m, d)
        assert not d.sensordata.any()
        found.append(np.array(d.history))
    np.testing.assert_allclose(*found, rtol=1e-12, atol=1e-12)
