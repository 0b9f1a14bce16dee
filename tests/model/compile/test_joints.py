"""Joints and dofs."""

import pytest

from model.twins import assert_same, refused, world
from torsor.model.load import compile_string

GOOD = [
    'range="-30 60"', 'range="-30 60" limited="false"', 'range="60 -30"', 'type="slide" range="-3 6"',
    'type="ball" range="0 60" pos="1 0 0" axis="0 0 0"', 'type="free" range="0 60" pos="1 2 3" axis="1 0 0"',
    'ref="90" springref="45"', 'type="slide" ref="90" springref="45"', 'type="ball" ref="90"',
    'stiffness="1 2 3" damping="4 5"', 'stiffness="-1"', 'armature=".3" frictionloss=".2" margin="-.1" group="7"',
    'springyield="30"', 'type="ball" springyield="30"', 'type="slide" springyield="3"', 'axis="1 2 3"',
    'actuatorfrcrange="-1 1" actuatorgravcomp="true"', 'actuatorfrcrange="1 -1"', 'type="ball" actuatorfrcrange="-1 1"',
    'solreflimit=".1" solimplimit=".1 .2 .3" solreffriction=".3 .4" solimpfriction=".5"', 'user="1 2 3"',
]  # fmt: skip
BAD = [
    'limited="true"', 'range="30 30" limited="true"', 'type="ball" range="10 60"', 'axis="0 0 0"', 'axis="1e-8 0 0"',
    'springdamper="-1 1"', 'springdamper="1 0"', 'type="free" springyield="3"', 'springyield="-1"',
    'actuatorfrclimited="true"', 'type="screw"', 'range="1"', 'group="1.5"',
]  # fmt: skip
BAD_COMBINATIONS = [
    '<joint/><freejoint/>', '<freejoint/><freejoint/>', '<joint type="ball"/><joint/>', '<joint/>' * 7,
    '<joint type="ball"/><joint type="slide"/><joint type="ball"/>', '<joint class="none"/>',
]  # fmt: skip


@pytest.mark.parametrize('attributes', GOOD)
@pytest.mark.parametrize('compiler', ['', '<compiler angle="radian"/>'])
def test_as_in_the_wheel(attributes, compiler):
    assert_same(world(f'<body pos="1 2 3"><joint {attributes}/><geom size=".1"/></body>', compiler))


@pytest.mark.parametrize('joint', [*(f'<joint {attributes}/>' for attributes in BAD), *BAD_COMBINATIONS])
def test_refused_by_both(joint):
    ours, theirs = refused(world(f'<body>{joint}<geom size=".1"/></body>'))
    assert theirs is not None
    assert ours is not None


def test_ranges_need_limits_without_autolimits():
    for attributes in ('range="-1 1"', 'actuatorfrcrange="-1 1"'):
        ours, theirs = refused(
            world(f'<body><joint {attributes}/><geom size=".1"/></body>', '<compiler autolimits="false"/>')
        )
        assert 'autolimits' in theirs
        assert 'autolimits' in ours


def test_free_joints_only_at_the_top():
    ours, theirs = refused(world('<body><geom size=".1"/><body><freejoint/><geom size=".1"/></body></body>'))
    assert theirs is not None
    assert 'child of the world' in ours


def test_freejoint_takes_no_defaults():
    defaults = '<default><joint damping="3" armature="1" stiffness="4" group="2" margin=".1" range="0 1"/></default>'
    assert_same(world('<body><freejoint group="3"/><geom size=".1"/></body>'
                      '<body><joint type="free"/><geom size=".1"/></body>', defaults))  # fmt: skip


def test_spring_dampers_wait_for_dynamics():
    compiled = compile_string(world('<body><joint springdamper=".1 2"/><joint/><geom size=".1"/></body>'))
    assert compiled.pending['jnt_springdamper'].tolist() == [[0.1, 2.0], [0.0, 0.0]]
