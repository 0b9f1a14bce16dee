"""URDF as the wheel reads it: links, joints, geometry, inertia, extensions."""

import mujoco
import numpy as np
import pytest

import torsor
from torsor.model.spec.errors import ModelError

LINK = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1.2" iyz="0.1" izz="1"/></inertial>'
OBJ = 'v -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 -1\nv 1 -1 -2'
FIELDS = (
    'body_pos', 'body_quat', 'body_parentid', 'body_mass', 'body_inertia', 'body_ipos', 'body_iquat', 'jnt_type',
    'jnt_axis', 'jnt_pos', 'jnt_range', 'jnt_limited', 'jnt_actfrcrange', 'jnt_actfrclimited', 'dof_damping',
    'dof_frictionloss', 'geom_type', 'geom_size', 'geom_pos', 'geom_quat', 'geom_rgba', 'geom_contype', 'geom_group',
    'geom_dataid', 'mesh_scale', 'mesh_vert', 'eq_data', 'eq_obj1id', 'eq_obj2id', 'names', 'qpos0',
)  # fmt: skip


def robot(inside, extension=''):
    return f'<robot name="r"><mujoco>{extension}</mujoco>{inside}</robot>'


def arm(kind, inside=''):
    return robot(f'<link name="a">{LINK}</link><link name="b">{LINK}</link><joint name="j" type="{kind}">'
                 f'<parent link="a"/><child link="b"/>{inside}</joint>')  # fmt: skip


def link(inside, extension='<compiler fusestatic="false"/>'):
    return robot(f'<link name="a">{inside}</link>', extension)


def assert_same(xml, assets=None):
    """Both engines read the same model, or both refuse it."""
    assets = {'cube.obj': OBJ.encode(), **(assets or {})}
    try:
        theirs = mujoco.MjModel.from_xml_string(xml, assets=assets)
    except ValueError:
        with pytest.raises(ModelError, match=r'<string>:1:\d+: <'):
            torsor.MjModel.from_xml_string(xml, assets=assets)
        return
    ours = torsor.MjModel.from_xml_string(xml, assets=assets)
    for name in FIELDS:
        if name == 'names':
            assert getattr(ours, name) == getattr(theirs, name)
        else:
            np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-12, atol=1e-11, err_msg=name)


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('inside', [
    '', '<limit lower="-1" upper="1" effort="3"/>', '<limit lower="0" upper="0"/>', '<limit lower="-1"/>',
    '<limit effort="-3"/><dynamics damping="2" friction="3"/>', '<axis xyz="0 0 0"/>', '<mimic joint="j"/>',
    '<axis xyz="1 2 3"/><origin xyz="1 2 3" rpy="1 -2 3"/>', '<limit lower="2" upper="1"/>', '<origin xyz="1 2"/>',
])  # fmt: skip
@pytest.mark.parametrize('kind', [
    'continuous', 'revolute', 'prismatic', 'planar', 'spherical', 'fixed', 'floating', 'hinge',
])  # fmt: skip
def test_joints(kind, inside):
    assert_same(arm(kind, inside))


@pytest.mark.parametrize('xml', [
    link(f'{LINK}<collision name="c"><origin xyz="1 2 3" rpy="1 2 3"/><geometry><box size="1 2 3"/></geometry>'
         '</collision>'),
    link(f'{LINK}<collision><geometry><cylinder radius="1" length="3"/></geometry></collision>'),
    link(f'{LINK}<collision><geometry><capsule radius="1" length="3"/></geometry></collision>'),
    link(f'{LINK}<collision><geometry><sphere/></geometry></collision>'),
    link(f'{LINK}<collision><geometry><cone radius="1"/></geometry></collision>'),
    link(f'{LINK}<collision/>'),
    link(f'{LINK}<visual><geometry><sphere radius="1"/></geometry></visual>'),
    link('<visual><geometry><sphere radius="1"/></geometry><material name="m"><color rgba="1 0 0 .5"/></material>'
         '</visual><visual><geometry><box size="1 1 1"/></geometry></visual>'
         '<collision><geometry><sphere radius="2"/></geometry></collision>',
         '<compiler fusestatic="false" discardvisual="false"/>'),
    link('<collision><geometry><mesh filename="sub/cube.obj"/></geometry></collision>' * 2
         + '<collision><geometry><mesh filename="cube.obj" scale="1 2 3"/></geometry></collision>'),
    link('<inertial><mass value="1"/></inertial>'),
    link('<inertial><mass value="0"/><inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial>'),
    link('<inertial><origin xyz="1 2 3" rpy=".3 .2 .1"/><mass value="2"/>'
         '<inertia ixx="1" ixy="0.5" ixz="0.1" iyy="2" iyz="0.2" izz="3"/></inertial>'),
])  # fmt: skip
def test_links(xml):
    assert_same(xml)


@pytest.mark.parametrize('xml', [
    robot(f'<link name="world"/><link name="b">{LINK}</link>'
          '<joint name="f" type="floating"><parent link="world"/><child link="b"/><origin xyz="0 0 2"/></joint>'),
    robot(f'<link name="a">{LINK}</link><link name="b">{LINK}</link>', '<compiler fusestatic="false"/>'),
    robot(f'<link name="a">{LINK}</link><link name="a">{LINK}</link>'),
    robot(f'<link name="a">{LINK}</link><joint name="j" type="fixed"><parent link="a"/><child link="z"/></joint>'),
    robot(f'<link name="a">{LINK}</link><joint name="j" type="fixed"><parent link="a"/><child link="a"/></joint>'),
    robot(f'<link name="a">{LINK}</link><link name="b">{LINK}</link><link name="c">{LINK}</link>'
          '<joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>'
          '<joint name="k" type="prismatic"><parent link="b"/><child link="c"/>'
          '<mimic joint="j" multiplier="2" offset="0.5"/></joint>', '<option timestep="0.01"/><size nuserdata="3"/>'),
])  # fmt: skip
def test_trees_and_extensions(xml):
    assert_same(xml)


def test_packages_are_looked_for_around_the_model(tmp_path):
    model = tmp_path / 'bot' / 'urdf' / 'bot.urdf'
    mesh = tmp_path / 'bot' / 'meshes' / 'cube.obj'
    model.parent.mkdir(parents=True)
    mesh.parent.mkdir()
    mesh.write_text(OBJ)
    model.write_text(
        link('<collision><geometry><mesh filename="package://bot/meshes/cube.obj"/></geometry></collision>'))
    assert torsor.MjModel.from_xml_path(model).nmeshvert == 8
    mesh.unlink()
    with pytest.raises(ModelError, match=r'package://bot/meshes/cube.obj.*looked for as.*bot/urdf/bot/meshes'):
        torsor.MjModel.from_xml_path(model)


def test_a_robot_can_be_edited_and_saved():
    xml = arm('revolute', '<limit lower="-1" upper="1" effort="3"/>')
    spec = torsor.MjSpec.from_string(xml)
    spec.joint('j').damping[0] = 2
    saved = torsor.MjModel.from_xml_string(spec.to_xml())
    assert saved.dof_damping == [2]
    assert saved.jnt_actfrcrange.tolist() == [[-3, 3]]
