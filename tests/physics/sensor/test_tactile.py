"""Tactile sensors: against the wheel in random states, and against what they should say."""

import mujoco
import numpy as np
import pytest

import torsor
from reference.adopt import share_state

PLATE = '<mesh name="skin" builtin="plate" params="9 7" scale=".4 .3 .05"/>'
SCENE = """<mujoco><asset>{skin}{assets}</asset><worldbody>
    <body name="pad"><freejoint/><geom name="box" type="box" size=".4 .3 .05"/>
      <geom name="skin" type="mesh" mesh="skin" contype="0" conaffinity="0"/>{pad}</body>{others}</worldbody>
  <sensor><tactile geom="{geom}" mesh="skin" {attributes}/></sensor></mujoco>"""
SHAPES = {'sphere': '.2', 'capsule': '.1 .15', 'ellipsoid': '.1 .2 .15', 'cylinder': '.15 .1', 'box': '.1 .15 .1'}
SKINS = {'plate': PLATE, 'wedge': '<mesh name="skin" builtin="wedge" params="9 7 60 45 0" scale=".4 .3 .15"/>',
         'sphere': '<mesh name="skin" builtin="sphere" params="2" scale=".3 .3 .2"/>'}


def loose(name, kind, size, at='.1 .05 -.15', more=''):
    return f'<body name="{name}" pos="{at}"><freejoint/><geom name="{name}" type="{kind}" size="{size}" {more}/></body>'


CROWDS = {
    'two balls': loose('a', 'sphere', '.2', '.1 0 -.2') + loose('b', 'sphere', '.2', '.15 .05 -.2'),
    'a floor': '<geom type="plane" size="1 1 1" pos="0 0 -.04" euler="5 3 0"/>',
    'a ball that is within a margin only': loose('a', 'sphere', '.2', '.1 0 -.22', 'margin=".3"'),
    'a ball in a gap, without force': loose('a', 'sphere', '.2', '.1 0 -.26', 'gap=".3"'),
    'a mesh, which is not felt': '<body pos="0 0 -.1"><freejoint/><geom type="mesh" mesh="lump"/></body>',
}


def scene(others, skin=PLATE, geom='skin', attributes='', pad='', assets=''):
    if 'lump' in others:
        assets += '<mesh name="lump" builtin="sphere" params="1" scale=".2 .2 .2"/>'
    xml = SCENE.format(skin=skin, others=others, geom=geom, attributes=attributes, pad=pad, assets=assets)
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    return m, torsor.MjData(m), rm, mujoco.MjData(rm)


def compare(m, d, rm, rd, count=25, tolerance=1e-12):
    """Readings of both in random states; of how many vertices there were any, and the largest speed."""
    rng, felt, fastest = np.random.default_rng(5), 0, 0.0
    for _ in range(count):
        mujoco.mj_resetData(rm, rd)
        rd.qpos[:], rd.qvel[:] = rm.qpos0 + 0.05 * rng.normal(size=rm.nq), rng.normal(size=rm.nv)
        mujoco.mj_normalizeQuat(rm, rd.qpos)
        share_state(d, rd)
        mujoco.mj_forward(rm, rd)
        torsor.mj_forward(m, d)
        np.testing.assert_allclose(d.sensordata, rd.sensordata, rtol=0, atol=tolerance)
        depth, *speeds = rd.sensordata.reshape(3, -1)
        felt, fastest = felt + np.count_nonzero(depth), max(fastest, np.max(speeds))
    return felt, fastest


# ---- against the wheel ----
@pytest.mark.parametrize('kind', SHAPES)
@pytest.mark.parametrize('skin', SKINS)
def test_every_shape_is_felt_as_by_the_wheel(kind, skin):
    felt, fastest = compare(*scene(loose('other', kind, SHAPES[kind]), SKINS[skin]))
    assert felt > 20
    assert (fastest > 0) == (skin != 'sphere')  # which has one normal for each vertex, not three


@pytest.mark.parametrize('crowd', CROWDS)
def test_what_is_felt_of_several_geoms(crowd):
    felt, _ = compare(*scene(CROWDS[crowd], pad='<body pos="0 0 -.02"><geom type="box" size=".4 .3 .05"/></body>'))
    assert (felt > 0) == ('not felt' not in crowd)


def test_geoms_of_one_body_that_collide_feel_each_other():
    pad = '<geom name="a" type="box" size=".2 .2 .2"/><geom name="b" size=".3" pos="0 .1 -.1"/>'
    xml = SCENE.format(skin=PLATE, assets='', pad=pad, others='', geom='skin', attributes='')
    xml = xml.replace('<sensor>', '<contact><pair geom1="a" geom2="b"/></contact><sensor>')
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    assert compare(m, torsor.MjData(m), rm, mujoco.MjData(rm), 3)[0] > 20


def test_the_mesh_need_not_be_that_of_the_geom():
    assert compare(*scene(loose('other', 'sphere', '.2'), geom='box'))[0] > 20


def test_cutoffs_are_the_wheels():
    m, d, rm, rd = scene(loose('other', 'sphere', '.2'), attributes='cutoff=".02"')
    compare(m, d, rm, rd, 8)
    assert d.sensordata.max() == 0.02


def test_late_readings_are_the_wheels():
    m, d, rm, rd = scene(loose('other', 'sphere', '.2'), attributes='nsample="3" delay=".004"')
    for _ in range(6):
        mujoco.mj_step(rm, rd)
        torsor.mj_step(m, d)
        np.testing.assert_allclose(d.sensordata, rd.sensordata, rtol=0, atol=1e-9)
    assert np.any(d.sensordata)


def test_the_innermost_point_of_an_ellipsoid():
    """There the first-order distance is 0 / 0."""
    m, d, rm, rd = scene(loose('other', 'ellipsoid', '.3 .1 .2', '0 0 0'))
    for model in (m, rm):
        model.mesh_vert[:] = 0
        model.mesh_vert[1:4] = 1e-9 * np.eye(3)
        model.geom_pos[1], model.geom_quat[1], model.geom_sameframe[1] = 0, (1, 0, 0, 0), 0
    mujoco.mj_forward(rm, rd)
    torsor.mj_forward(m, d)
    np.testing.assert_allclose(rd.sensordata[:4], (0.1, 0.3, 0.1, 0.2), atol=1e-8)
    np.testing.assert_allclose(d.sensordata, rd.sensordata, rtol=0, atol=1e-15)


# ---- known answers ----
def test_a_ball_that_slides_along_a_plate():
    """The deepest vertex is as deep as the contact, no vertex outside of the ball feels it, and its speed is known."""
    m, d, _, _ = scene(loose('ball', 'sphere', '.2', '0 0 -.22'))
    d.qvel[6:8] = 0.7, -0.4
    torsor.mj_forward(m, d)
    depth, along, _ = d.sensordata.reshape(3, -1)
    assert depth.max() == pytest.approx(-d.contact.dist[0], abs=1e-7)
    skin = torsor.mj_name2id(m, torsor.mjtObj.mjOBJ_GEOM, 'skin')
    points = m.mesh_vert @ d.geom_xmat[skin].reshape(3, 3).T + d.geom_xpos[skin]
    distance = np.linalg.norm(points - d.geom('ball').xpos, axis=1)
    np.testing.assert_allclose(depth, np.maximum(0, 0.2 - distance), atol=1e-15)
    np.testing.assert_allclose(along, np.where(distance < 0.2, 0.4, 0.0), atol=1e-6)


# ---- what is refused ----
def test_height_fields_cannot_be_felt():
    """As in MuJoCo, whose error names a type of geom."""
    field = '<hfield name="h" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 1 0 1 1 1 0 1 0"/>'
    m, d, rm, rd = scene('<geom type="hfield" hfield="h" pos="0 0 -.1"/>', assets=field)
    with pytest.raises(mujoco.FatalError):
        mujoco.mj_forward(rm, rd)
    with pytest.raises(torsor.FatalError, match='touched by a height field'):
        torsor.mj_forward(m, d)


@pytest.mark.parametrize(('sensor', 'problem'), [
    ('<tactile geom="nobody" mesh="skin"/>', 'nobody'), ('<tactile geom="skin" mesh="none"/>', 'none'),
    ('<tactile geom="skin"/>', 'mesh'), ('<tactile mesh="skin"/>', 'geom'),
    ('<tactile geom="skin" mesh="skin" cutoff="-1"/>', 'cutoff')])
def test_what_the_compiler_refuses(sensor, problem):
    xml = SCENE.format(skin=PLATE, assets='', pad='', others='', geom='skin', attributes='')
    xml = xml.replace('<tactile geom="skin" mesh="skin" />', sensor)
    assert sensor in xml
    with pytest.raises(ValueError, match='Error'):
        mujoco.MjModel.from_xml_string(xml)
    with pytest.raises(ValueError, match=problem):
        torsor.MjModel.from_xml_string(xml)
