"""Tendons that are weighted sums of joint positions."""

import pytest

from model.twins import assert_same, refused, world

ASSETS = '<asset><material name="m" rgba="1 0 0 1"/></asset>'
TREE = (
    '<body><joint name="h" ref="30" springref="50" springyield="3"/><joint name="s" type="slide" axis="1 1 0"/>'
    '<geom size=".1" pos=".1 .2 .1"/>'
    '<body pos=".1 .5 .3"><joint name="ball" type="ball"/><joint name="q" type="slide" ref="1" springref="3"/>'
    '<geom size=".1" pos=".2 0 0"/></body></body><body><freejoint name="free"/><geom size=".2"/></body>'
    '<body><joint name="d"/><geom size=".1"/></body><body><joint name="e"/><geom size=".1"/></body>'
    '<body><joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/><geom size=".1"/>'
    '</body>'
)
JOINTS = '<joint joint="h" coef="2"/><joint joint="s" coef="-3"/>'


def tendons(text, before='', after=''):
    return world(TREE, ASSETS + before, f'<tendon>{text}</tendon>{after}')


def fixed(attributes='', joints=JOINTS, before='', after=''):
    return tendons(f'<fixed {attributes}>{joints}</fixed>', before, after)


def path(**coefficients):
    return ''.join(f'<joint joint="{joint}" coef="{value}"/>' for joint, value in coefficients.items())


GOOD = [
    'name="t"', 'group="3"', 'margin="3"', 'margin="-3"', 'frictionloss="2"', 'frictionloss="-2"', 'user="1 2 3"',
    'limited="true" range="0 1"', 'limited="false" range="0 1"', 'range="1 2"', 'range="2 1"', 'range="1 1"',
    'limited="auto" range="-2 -1"', 'actuatorfrcrange="-1 1"', 'actuatorfrcrange="0 1"', 'actuatorfrcrange="2 1"',
    'actuatorfrcrange="1 2" actuatorfrclimited="false"', 'springlength="1"', 'springlength="-1"',
    'springlength="-1 -1"', 'springlength="1 2"', 'springlength="-1 2"', 'springlength="-2 -2"', 'springlength=""',
    'stiffness="1"', 'stiffness="1 2 3"', 'stiffness="-1"', 'damping="1"', 'damping="1 2 3"', 'armature="2"',
    'springyield="1"', 'springyield="1" stiffness="3" springlength="0 2"', 'solreflimit="1"', 'solimplimit=".1 .2"',
    'solreffriction="1 3"', 'solimpfriction=".1 .2 .3 .4 .5"',
]  # fmt: skip
BAD = [
    'limited="true"', 'limited="true" range="1 1"', 'limited="true" range="2 1"', 'limited="maybe"', 'range="0"',
    'actuatorfrcrange="1 2"', 'actuatorfrcrange="-2 -1"', 'actuatorfrclimited="true"', 'springlength="2 1"',
    'springlength="1 -1"', 'springlength="1 1 1"', 'stiffness="1 2 3 4"', 'damping="1 2 3 4"', 'armature="-2"',
    'springyield="-1"', 'solreflimit="1 2 3"', 'group="1.5"', 'class="z"', 'width="2"', 'material="m"',
    'rgba="1 0 0 1"',
]  # fmt: skip
PATHS = [path(h=1), path(s=0), path(e=2, d=0, q=5), path(h=1, e=1, s=1), path(y=-1, x=3), path(e=1, d=1)]
BAD_PATHS = [
    '', path(ball=1), path(free=1), path(z=1), path(e=1) * 2, '<joint joint="e"/>', '<joint coef="1"/>',
    '<joint joint="e" coef=""/>', '<joint joint="" coef="1"/>', '<joint joint="e" coef="1 2"/>',
    '<joint joint="e" coef="1" name="n"/>', '<site site="s"/>',
]  # fmt: skip


@pytest.mark.parametrize('attributes', GOOD)
def test_as_in_the_wheel(attributes):
    assert_same(fixed(attributes))


@pytest.mark.parametrize('attributes', BAD)
def test_refused_by_both(attributes):
    ours, theirs = refused(fixed(attributes))
    assert theirs is not None
    assert '<fixed>: ' in ours


@pytest.mark.parametrize('joints', PATHS)
@pytest.mark.parametrize('attributes', ['', 'armature="3"'])
def test_paths(joints, attributes):
    assert_same(fixed(attributes, joints))
    assert_same(tendons(f'<fixed>{JOINTS}</fixed><fixed {attributes}>{joints}</fixed><fixed>{joints}</fixed>'))


@pytest.mark.parametrize('joints', BAD_PATHS)
def test_paths_refused_by_both(joints):
    ours, theirs = refused(fixed('', joints))
    assert theirs is not None
    assert ours.startswith('<string>:1:')


@pytest.mark.parametrize(
    ('attributes', 'joints', 'message'),
    [
        ('', '', '<fixed>: the tendon has no path; give it a <joint>'),
        ('', path(free=1), '<joint>: the joint "free" is neither a slide nor a hinge'),
        ('', path(e=1) * 2, '<joint>: the joint "e" is already in the tendon; add the coefficients up'),
        ('', '<joint joint="e" coef=""/>', '<joint>: attribute "coef" is required'),
        ('springlength="2 1"', JOINTS, 'attribute "springlength" needs its first number no larger than its second'),
        ('actuatorfrcrange="1 2"', JOINTS, 'attribute "actuatorfrcrange" needs 0 between its numbers'),
        ('stiffness="nan"', JOINTS, 'attribute "stiffness" is not a number (NaN)'),
    ],
)
def test_messages(attributes, joints, message):
    ours, _ = refused(fixed(attributes, joints))
    assert ours.endswith(message)


def test_names_are_unique():
    ours, theirs = refused(tendons(f'<fixed name="t">{JOINTS}</fixed>' * 2))
    assert theirs is not None
    assert 'there is already a tendon named "t"' in ours


DEFAULTS = (
    '<default><tendon springlength="1 2" stiffness="1 2 3" solreflimit="4 5" width="3" material="m" rgba="1 1 1 1"'
    ' user="1 2" group="4" range="1 2"/><default class="c"><tendon springlength="1.5" solreflimit="9" damping="1"/>'
    '</default></default>'
)


@pytest.mark.parametrize('attributes', ['', 'class="c"', 'class="c" springlength="0" stiffness="7"', 'user="9"'])
def test_defaults(attributes):
    assert_same(fixed(attributes, before=DEFAULTS))


def test_default_material_must_exist():
    ours, theirs = refused(fixed(before='<default><tendon material="z"/></default>'))
    assert theirs is not None
    assert 'there is no material named "z"' in ours


@pytest.mark.parametrize('size', ['<size nuser_tendon="4"/>', '<size nuser_tendon="2"/>', '<size nuser_tendon="0"/>'])
def test_user_data(size):
    assert_same(tendons('', size))
    assert_same(fixed('' if '"0"' in size else 'user="1 2"', before=size))


def test_user_data_must_fit():
    ours, theirs = refused(fixed('user="1 2"', before='<size nuser_tendon="1"/>'))
    assert theirs is not None
    assert 'attribute "user" has 2 numbers but nuser is 1' in ours


@pytest.mark.parametrize('attribute', ['range="0 1"', 'actuatorfrcrange="-1 1"'])
def test_ranges_need_limits_without_autolimits(attribute):
    ours, theirs = refused(fixed(attribute, before='<compiler autolimits="false"/>'))
    assert theirs is not None
    assert 'autolimits' in ours


@pytest.mark.parametrize('key', ['', 'plastic="5"', 'plastic="5 6 7"', 'plastic="1 2 3 4 5"'])
def test_state_of_springs_that_yield(key):
    text = f'<fixed springyield="1">{JOINTS}</fixed><fixed springyield="2" springlength="1 2">{JOINTS}</fixed>'
    assert_same(tendons(text, after=f'<keyframe><key {key}/></keyframe>'))


@pytest.mark.parametrize(
    'actuator',
    ['armature="2"', 'armature="2" gear="0"', 'damping="1"', 'armature="1"/><motor tendon="t" damping="0 1"', ''],
)
def test_inertia_couples_dofs(actuator):
    """Bodies moved by a tendon with inertia, its own or an actuator's, are not simple."""
    motor = f'<actuator><motor tendon="t" {actuator}/></actuator>'
    assert_same(fixed('name="t"', path(x=1, y=1), after=motor))
    assert_same(fixed('name="t"', path(d=0), after=motor))
