"""The kinematic tree as lists."""

import pytest

from model.twins import assert_same, refused, world
from torsor.model.load import compile_string

G = '<geom size=".1"/>'


def test_order_of_elements():
    xml = world(
        f'<body name="b1"><geom name="x1" size="1"/><body name="b2">{G}</body></body><geom name="a" size="1"/>'
        '<frame pos="1 2 3"><geom name="b" size="1"/><body name="b3"><geom size="1"/></body>'
        '<frame euler="10 20 30"><geom name="c" size="1" pos="1 0 0"/></frame></frame><geom name="d" size="1"/>'
    )
    assert_same(xml)
    assert b'world\0b1\0b2\0b3\0' + b'a\0b\0c\0d\0x1\0' in compile_string(xml).fields['names'].tobytes()


def test_trees_welds_and_mocap():
    moving = f'<body><joint/>{G}<body>{G}<body><joint/>{G}</body></body></body>'
    assert_same(world(
        f'<body>{G}{moving}{moving}</body>{moving}<body mocap="true" pos="1 0 0">{G}<body><joint/>{G}</body></body>'
        f'<body><freejoint/>{G}{moving}</body><body mocap="true" quat="1 1 0 0"/>'
    ))  # fmt: skip


def test_frames_move_everything_inside():
    assert_same(world(
        '<body><frame pos="1 0 0" euler="0 90 0"><joint axis="1 0 0" pos="0 0 1"/><geom size=".1" pos="0 0 1"/>'
        '<frame pos="0 1 0" axisangle="1 1 0 30"><site pos="0 0 1"/><camera pos="0 0 1" euler="1 2 3"/>'
        '<light pos="0 0 1" dir="0 1 1"/><inertial pos="0 0 1" mass="1" diaginertia="1 2 2.5"/></frame></frame></body>'
        f'<frame pos="1 2 3" euler="0 30 0"><body pos="1 0 0"><freejoint/>{G}</body></frame>'
    ))  # fmt: skip


def test_deep_nesting_needs_no_recursion():
    depth = 490
    assert compile_string(world('<body>' * depth + '</body>' * depth)).sizes['nbody'] == depth + 1
    assert compile_string(world('<frame>' * depth + G + '</frame>' * depth)).sizes['ngeom'] == 1


@pytest.mark.parametrize(
    'body',
    [
        f'<geom name="a" size="1"/><body>{G}<geom name="a" size="1"/></body>', '<body name="world"/>',
        '<frame name="a"/><frame name="a"/>', '<frame><joint/></frame>',
        f'<body><body mocap="true">{G}</body></body>', f'<body mocap="true"><joint/>{G}</body>',
    ],
)  # fmt: skip
def test_refused_by_both(body):
    ours, theirs = refused(world(body))
    assert theirs is not None
    assert ours is not None
