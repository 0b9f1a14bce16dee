"""Frames with a scale: every field, against the wheel."""

import pytest

from model.twins import assert_same, refused, world

BODY = (
    '<body name="b" pos="0 .1 1" euler="0 0 90"><joint name="j" pos=".1 0 .2" axis="{axis}" damping=".1 .2 .3"'
    ' stiffness="2 3 4" armature=".1" frictionloss=".2" range="-20 30" actuatorfrcrange="-2 3" {joint}/>'
    '<geom name="g" type="{type}" size=".1 .2 .3" pos=".1 .2 .3" margin=".01" gap=".02" friction="1 .1 .01" {geom}/>'
    '<site name="s" pos="1 2 3" size=".1 .2 .3" type="box"/><camera pos="1 2 3"/><light pos="1 2 3"/>{more}</body>'
)


def body(type='box', axis='0 1 0', joint='', geom='', more=''):
    return BODY.format(type=type, axis=axis, joint=joint, geom=geom, more=more)


INSIDE = [
    body(), body('sphere'), body('ellipsoid', '0 0 1'), body('capsule'), body('cylinder', joint='type="slide"'),
    '<body><joint type="ball" damping="1" range="0 90" armature="1"/><geom size=".1"/></body>', body(geom='mass="2"'),
    body(geom='density="3" surfacevel="1 2 3 4 5 6"'),
    body(more='<inertial pos="1 2 3" mass="2" diaginertia="1 2 2.5"/>'),
    body(more='<inertial pos="1 2 3" mass="2" fullinertia="1 2 2.5 .1 .2 .3"/>'),
    body(more='<frame pos="1 0 0" euler="0 90 0"><body pos="0 0 1"><joint/><geom size=".1"/></body></frame>'),
    '<geom type="capsule" fromto="0 0 0 1 0 1" size=".1"/>',
    '<body><freejoint/><geom size=".1"/></body>',
]  # fmt: skip
UNIFORM = ['scale="2"', 'scale="2" scaling="geometry"', 'scale=".5" massscale="3"', 'massscale="3" scaling="geometry"',
           'scale="2" scaling="geometry" massscale="1"', 'scale="1"', 'scale="2 2 2" pos="1 2 3" euler="10 20 30"']


@pytest.mark.parametrize('scale', UNIFORM)
@pytest.mark.parametrize('inside', INSIDE)
def test_one_factor(scale, inside):
    assert_same(world(f'<geom size=".1"/><frame {scale}>{inside}</frame>'))


@pytest.mark.parametrize('inside', [
    body(), body('ellipsoid', '0 0 1'), body('box', joint='type="slide"'),
    body(more='<inertial pos="1 2 3" mass="2" diaginertia="1 2 2.5"/>'),
    body(more='<inertial pos="1 2 3" mass="2" fullinertia="1 2 2.5 .1 .2 .3"/>'),
    body(more='<frame pos="1 0 0" euler="0 90 0"><body pos="0 0 1"><geom type="box" size=".1 .2 .3"/></body></frame>'),
    '<geom type="plane" size="1 1 1" pos="1 2 3"/>', '<site type="capsule" size=".1 .2" euler="0 20 0"/>',
])  # fmt: skip
@pytest.mark.parametrize('scale', ['scale="1 2 .5"', 'scale="1 2 3" massscale="4"'])
def test_a_factor_for_each_axis(scale, inside):
    assert_same(world(f'<frame {scale} scaling="geometry">{inside}</frame>'))


def test_planes():
    assert_same(world('<frame scale="2"><geom type="plane" size="1 1 1" pos="1 2 3"/></frame>'))


def test_frames_in_frames():
    inner = f'<frame pos="1 0 0" scale="3" scaling="geometry">{body()}</frame><geom size=".1" pos="1 0 0"/>'
    assert_same(world(f'<frame scale="2">{inner}</frame>'))


@pytest.mark.parametrize('frame', [
    '<frame scale="0"><geom size="1"/></frame>', '<frame scale="-1"><geom size="1"/></frame>',
    '<frame scale="1 2"><geom size="1"/></frame>', '<frame scale="1 2 3"><geom type="box" size="1 1 1"/></frame>',
    '<frame scale="1 2 3" scaling="geometry"><geom size="1"/></frame>', '<frame scale="inf"><geom size="1"/></frame>',
    '<frame scale="1 2 3" scaling="geometry"><geom type="box" size="1 1 1" euler="0 0 30"/></frame>',
    '<frame scale="1 2 3" scaling="geometry"><body><joint axis="1 1 0"/><geom type="box" size="1 1 1"/></body></frame>',
    '<frame massscale="-1"><geom size="1"/></frame>',
])  # fmt: skip
def test_what_cannot_be_scaled(frame):
    ours, theirs = refused(world(frame))
    assert theirs
    assert ours.startswith('<string>:1:')


def test_what_is_not_scaled_along_yet():
    xml = world(f'<frame scale="2">{body()}</frame>', after='<actuator><motor joint="j"/></actuator>')
    ours, theirs = refused(xml)
    assert 'does not support it yet' in ours
    assert theirs is None
