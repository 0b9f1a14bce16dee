"""The tables against the wheel: the same names, types, shapes, enumerations and constants."""

import re

import mujoco
import numpy as np
import pytest

from torsor import schema
from torsor.schema import constants, enums

# every kind of object once or more, in different numbers, so that a wrong shape shows
XML = """
<mujoco>
  <option solver="PGS" jacobian="sparse"/>
  <size nuserdata="3" nuser_body="1" nuser_jnt="2" nuser_geom="3" nuser_site="4" nuser_cam="5" nuser_tendon="6"
    nuser_actuator="7" nuser_sensor="8"/>
  <asset>
    <mesh name="tetra" vertex="0 0 0  1 0 0  0 1 0  0 0 1" texcoord="0 0  1 0  0 1  1 1"/>
    <hfield name="hills" nrow="2" ncol="3" size="1 1 1 1" elevation="0 1 0 1 0 1"/>
    <texture name="flat" type="2d" builtin="flat" width="4" height="5"/>
    <material name="paint" texture="flat"/>
    <skin name="skin" vertex="0 0 0  1 0 0  0 1 0" texcoord="0 0  1 0  0 1" face="0 1 2">
      <bone body="arm" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
    </skin>
  </asset>
  <worldbody>
    <light/>
    <light/>
    <geom name="floor" type="plane" size="1 1 1"/>
    <geom type="hfield" hfield="hills" pos="9 0 0"/>
    <body name="ball" pos="0 0 0.09">
      <freejoint/>
      <geom name="ball" size="0.1"/>
    </body>
    <body name="arm" pos="0 0 2">
      <joint name="shoulder" springyield="1" stiffness="1" range="-1 1"/>
      <geom name="upper" type="mesh" mesh="tetra" material="paint"/>
      <site name="a"/>
      <camera/>
      <body name="hand" pos="0 0 1">
        <joint name="elbow" frictionloss="1"/>
        <geom name="lower" size="0.1" pos="5 0 0"/>
        <site name="b"/>
        <site name="c"/>
      </body>
    </body>
    <body name="target" mocap="true"/>
    <flexcomp name="cloth" type="grid" count="3 3 1" spacing="0.1 0.1 0.1" dim="2" pos="0 0 5">
      <contact selfcollide="none"/>
      <edge equality="true"/>
    </flexcomp>
  </worldbody>
  <contact>
    <pair geom1="floor" geom2="lower"/>
    <exclude body1="arm" body2="ball"/>
  </contact>
  <equality>
    <connect body1="hand" anchor="0 0 0"/>
  </equality>
  <tendon>
    <spatial name="cord"><site site="a"/><geom geom="lower"/><site site="b"/></spatial>
    <fixed><joint joint="shoulder" coef="2"/></fixed>
  </tendon>
  <actuator>
    <motor joint="elbow" delay="0.01" nsample="4"/>
    <muscle joint="shoulder" lengthrange="0 1"/>
    <position tendon="cord"/>
  </actuator>
  <sensor>
    <framepos objtype="site" objname="a"/>
    <jointpos joint="elbow"/>
  </sensor>
  <custom>
    <numeric name="n" data="1 2 3"/>
    <text name="t" data="hello"/>
    <tuple name="u"><element objtype="body" objname="arm"/></tuple>
  </custom>
  <keyframe>
    <key time="1"/>
    <key time="2"/>
  </keyframe>
</mujoco>
"""

# members of the wheel's classes that are records or back references, with no row in a table
MODEL_RECORDS = {'opt', 'stat', 'vis'}
DATA_RECORDS = {'contact', 'model', 'solver', 'timer', 'warning'}

# the wheel hands these out as empty arrays, though MJCF and the C struct have four numbers
EMPTY_IN_WHEEL = {('rgba', 'bv'), ('rgba', 'bvactive')}

REAL_ITEMS = {'float', 'real', 'vec3', 'quat', 'mat3', 'spatial', 'inertia'}

TABLES = {
    'model sizes': schema.MODEL_SIZES,
    'model': schema.MODEL_FIELDS,
    'data': schema.DATA_FIELDS,
    'arena': schema.DATA_ARENA,
    'option': schema.OPTION,
    'statistic': schema.STATISTIC,
    **schema.VISUAL,
    'contact': schema.CONTACT,
    'warning': schema.WARNING,
    'timer': schema.TIMER,
    'solver': schema.SOLVER,
}


@pytest.fixture(scope='module')
def world():
    """A compiled model with data, stepped so that it has contacts, rows and islands."""
    m = mujoco.MjModel.from_xml_string(XML)
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d)
    assert d.ncon
    assert d.nisland
    assert d.nY
    return m, d


@pytest.fixture(scope='module')
def sizes(world):
    m, d = world
    counts = {field.name: getattr(d, field.name) for field in schema.DATA_FIELDS if field.dtype == np.int32
              and not field.shape}
    return {field.name: getattr(m, field.name) for field in schema.MODEL_SIZES} | counts


def members(record) -> set[str]:
    """Names of the public data members of a wheel object."""
    return {name for name in dir(record) if not name.startswith('_') and not callable(getattr(record, name))}


def names(*tables) -> set[str]:
    return {field.name for table in tables for field in table}


def check(field, value, sizes):
    """The wheel's value has the type and shape that the row promises."""
    shape = field.array_shape(sizes)
    if field.item == 'char' and isinstance(value, bytes):
        assert (len(value),) == shape
    elif shape:
        assert value.dtype == field.dtype
        assert value.shape == shape
    else:
        kind = {'b': bool, 'i': int, 'u': int, 'f': float}[field.dtype.kind]
        assert type(value) is kind


def test_names(world):
    m, d = world
    assert names(schema.MODEL_SIZES, schema.MODEL_FIELDS) == members(m) - MODEL_RECORDS
    assert names(schema.DATA_FIELDS, schema.DATA_ARENA) == members(d) - DATA_RECORDS
    assert names(schema.OPTION) == members(m.opt)
    assert names(schema.STATISTIC) == members(m.stat)
    assert names(schema.CONTACT) == members(d.contact[0])
    assert names(schema.WARNING) == members(d.warning[0])
    assert names(schema.TIMER) == members(d.timer[0])
    assert names(schema.SOLVER) == members(d.solver[0])
    assert set(schema.VISUAL) == members(m.vis)
    for group, table in schema.VISUAL.items():
        assert names(table) == members(getattr(m.vis, group))


@pytest.mark.parametrize('field', schema.MODEL_FIELDS + schema.MODEL_SIZES, ids=lambda field: field.name)
def test_model(field, world, sizes):
    check(field, getattr(world[0], field.name), sizes)


@pytest.mark.parametrize('field', schema.DATA_FIELDS + schema.DATA_ARENA, ids=lambda field: field.name)
def test_data(field, world, sizes):
    check(field, getattr(world[1], field.name), sizes)


def test_records(world):
    m, d = world
    owners = [(m.opt, schema.OPTION), (m.stat, schema.STATISTIC), (d.contact[0], schema.CONTACT),
              (d.warning[0], schema.WARNING), (d.timer[0], schema.TIMER), (d.solver[0], schema.SOLVER)]
    for owner, table in owners:
        for field in table:
            check(field, getattr(owner, field.name), {})


@pytest.mark.parametrize('group', schema.VISUAL)
def test_visual(group, world):
    for field in schema.VISUAL[group]:
        value = getattr(getattr(world[0].vis, group), field.name)
        if (group, field.name) in EMPTY_IN_WHEEL:
            assert value.shape == (0,)
        else:
            check(field, value, {})


@pytest.mark.parametrize('table', TABLES.values(), ids=TABLES)
def test_rows_are_complete(table):
    assert len(names(table)) == len(table)
    for field in table:
        assert bool(field.unit) == (field.item in REAL_ITEMS), field.name
        assert 0 < len(field.meaning) <= 80, field.name
        assert field.meaning == field.meaning.strip().rstrip('.'), field.name


def test_names_do_not_collide():
    """A model field and a size, or two fields of the data, never share a name: they become attributes of one object."""
    assert not names(schema.MODEL_SIZES) & names(schema.MODEL_FIELDS)
    assert not names(schema.DATA_FIELDS) & names(schema.DATA_ARENA)


def test_meanings_name_things_that_exist():
    """Fields and enumerations mentioned in a meaning are spelled as they are."""
    known = set().union(*(names(table) for table in TABLES.values()))
    for table in TABLES.values():
        for field in table:
            for word in re.findall(r'\b[a-zA-Z0-9]+_\w+\b(?!\*)', field.meaning):
                assert word in known or any(name.startswith(word) for name in known), (field.name, word)
            for word in re.findall(r'\bmjt\w+', field.meaning):
                assert hasattr(enums, word), (field.name, word)


def enum_names(module) -> list[str]:
    return sorted(name for name in getattr(module, '__all__', dir(module)) if re.match('mj[tr][A-Z]', name)
                  and hasattr(getattr(module, name), '__members__'))


def test_enum_names():
    assert enum_names(enums) == enum_names(mujoco)


@pytest.mark.parametrize('name', enum_names(mujoco))
def test_enum_members(name):
    ours, theirs = getattr(enums, name), getattr(mujoco, name)
    assert [(key, int(member), member.name) for key, member in ours.__members__.items()] == \
        [(key, int(member), member.name) for key, member in theirs.__members__.items()]
    assert ours.__doc__.endswith('.')


def test_constants():
    ours = {name: getattr(constants, name) for name in dir(constants) if re.match('mj|MJ', name)}
    theirs = {name: value for name in dir(mujoco) if re.match('mj[A-Z]|MJTNUM_BYTES', name)
              and isinstance(value := getattr(mujoco, name), int | float | tuple)}
    assert ours == theirs
    assert all(type(ours[name]) is type(theirs[name]) for name in ours)
