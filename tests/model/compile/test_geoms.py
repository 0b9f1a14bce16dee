"""Geoms."""

import pytest

from model.twins import assert_same, refused, world

GOOD = [
    'type="plane" size="1 2 .1"', 'type="plane" size="0 0 .1"', 'type="plane" size="-1 1 .1"', 'size="1 -1 0"',
    'type="capsule" size=".1 .2"', 'type="cylinder" size=".1 .2 5"', 'type="box" size=".1 .2 .3"',
    'type="ellipsoid" size=".1 .2 .3"', 'size=".1" friction=".5" solref=".1" solimp=".5 .6" solmix="-1" gap="-1"',
    'size=".1" rgba="2 -1 0 1" group="-1" priority="-3" contype="-1" condim="6" castshadow="false"',
    'size=".1" surfacevel="1 2" adhesion="-1"', 'size=".1" user="1 nan"'
]  # fmt: skip
LONG = [
    'type="capsule" size=".1" fromto="0 0 0 1 0 0"', 'type="capsule" size=".1" fromto="0 0 0 0 0 -1"',
    'type="capsule" size=".1" fromto="0 0 0 0 0 1" pos="0 0 0"', 'type="box" size=".1 .2" fromto="1 2 3 4 5 7"',
    'type="ellipsoid" size=".1" fromto="1 2 3 4 5 7" quat="1 1 0 0"', 'type="cylinder" size=".1" fromto="1 0 0 0 1 0"',
]  # fmt: skip
BAD = [
    'type="plane" size="1 1"', 'size="0"', 'size="-1"', 'type="capsule" size="1"', 'type="capsule" size="1 0"',
    'type="box" size="1 1"', 'type="ellipsoid" size="1 1 0"', 'size="1" condim="2"',
    'size=".1" fromto="0 0 0 1 0 0"', 'type="capsule" size=".1" fromto="1 1 1 1 1 1"',
    'type="capsule" size=".1" fromto="0 0 0 1 0 0" pos="1 0 0"', 'size="1 2 3 4"', 'size="nan"', 'size="1" rgba="1 0"',
    'size="1" pos="1 2"', 'size="1" type="Sphere"', 'size="1" class="none"', 'size="1e400"',
]  # fmt: skip


@pytest.mark.parametrize('attributes', [*GOOD, *LONG])
def test_geoms_as_in_the_wheel(attributes):
    assert_same(world(f'<geom {attributes}/><body><geom {attributes}/></body>'))


@pytest.mark.parametrize('attributes', BAD)
def test_geoms_refused_by_both(attributes):
    ours, theirs = refused(world(f'<geom {attributes}/>'))
    assert theirs is not None
    assert ours is not None


@pytest.mark.parametrize('attribute', ['mass', 'density'])
def test_negative_mass_matters_where_it_is_used(attribute):
    geom = f'<geom size=".1" {attribute}="-1"/>'
    assert_same(world(f'{geom}<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>{geom}</body>'))
    ours, theirs = refused(world(f'<body>{geom}</body>'))
    assert theirs is not None
    assert 'negative' in ours


def test_planes_do_not_move():
    plane = '<geom type="plane" size="1 1 1"/>'
    assert_same(world(f'<body>{plane}</body><body mocap="true">{plane}</body>'))
    for body in (f'<body><joint/>{plane}</body>', f'<body><joint/><geom size="1"/><body>{plane}</body></body>'):
        ours, theirs = refused(world(body))
        assert theirs is not None
        assert 'a plane cannot be part of a moving body' in ours


@pytest.mark.parametrize('size', ['-1', '2', '5'])
def test_user_sizes(size):
    xml = world('<geom size="1" user="1 2"/><geom size="1" user="1"/><geom size="1"/>', f'<size nuser_geom="{size}"/>')
    assert_same(xml)


def test_user_size_too_small():
    ours, theirs = refused(world('<geom size="1" user="1 2 3"/>', '<size nuser_geom="2"/>'))
    assert theirs is not None
    assert 'has 3 numbers but nuser is 2' in ours
