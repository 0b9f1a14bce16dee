"""Paths of spatial tendons: their elements, the dofs and trees they pull, and what cannot be a path."""

import pytest

from model.twins import SKIPPED, assert_same, refused, world

SCENE = (
    '<site name="w0"/><site name="w1" pos="1 0 0"/><geom name="ws" size=".1"/>'
    '<geom name="box" type="box" size=".1 .1 .1"/><geom name="capsule" type="capsule" size=".1 .1 "/>'
    '<body name="a"><joint name="aj"/><joint name="aj2" axis="1 0 0"/><geom name="ag" size=".1"/><site name="as"/>'
    '<geom name="cyl" type="cylinder" size=".05 .1"/>'
    '<body name="b" pos="1 0 0"><joint name="bj"/><geom name="bg" size=".1"/><site name="bs"/>'
    '<site name="bs2" pos="0 0 .3"/></body>'
    '<body name="c" pos="0 1 0"><geom name="cg" size=".1"/><site name="cs"/></body></body>'
    '<body name="d" pos="0 3 0"><freejoint/><geom name="dg" size=".1"/><site name="ds"/></body>'
    '<body name="e" pos="0 5 0"><joint type="ball"/><geom name="eg" size=".1"/><site name="es"/>'
    '<site name="es2" pos="0 0 1"/></body>'
    '<body name="still" pos="0 7 0"><geom size=".1"/><site name="ss"/></body>'
    '<body name="mocap" mocap="true"><site name="ms"/></body>'
)
# lengths in space are measured by kinematics, after compilation
PATHS_ONLY = SKIPPED | {'tendon_length0', 'tendon_lengthspring'}


def sites(names: str) -> str:
    return ''.join(f'<site site="{name}"/>' for name in names.split())


GOOD = [
    *map(sites, ('as bs', 'w0 as', 'w0 w1', 'as cs', 'as ds', 'ds as', 'as ds es', 'bs bs2', 'es2 ds es', 'ms as',
                 'ss es', 'as bs as', 'bs ds', 'ms w0')),
    sites('as') + '<geom geom="bg"/>' + sites('bs2'), sites('w0') + '<geom geom="dg"/>' + sites('w1'),
    sites('as') + '<geom geom="ws" sidesite="bs"/>' + sites('cs'), sites('as') + '<geom geom="cyl"/>' + sites('w1'),
    sites('w0') + '<geom geom="ws" sidesite="ds"/>' + sites('w1'),
    sites('as') + '<geom geom="cyl" sidesite="w0"/>' + sites('bs') + '<geom geom="bg"/>' + sites('w1'),
    '<pulley divisor="2"/>' + sites('as bs'),
    sites('as bs') + '<pulley divisor="2"/>' + sites('bs w0') + '<pulley divisor=".5"/>' + sites('bs ds'),
]  # fmt: skip
BAD = [
    '', sites('as'), '<geom geom="bg"/>' + sites('as bs'), sites('as bs') + '<geom geom="bg"/>', '<site/>',
    sites('as') + '<geom geom="bg"/><geom geom="ag"/>' + sites('bs'), sites('as bs') + '<pulley divisor="2"/>',
    sites('as bs') + '<pulley divisor="2"/>' + sites('as'), '<pulley divisor="1"/>', '<pulley/>' + sites('as bs'),
    sites('as bs') + '<pulley divisor="0"/>' + sites('as bs'),
    sites('as bs') + '<pulley divisor="-1"/>' + sites('as bs'), '<joint joint="aj" coef="1"/>',
    sites('as') + '<pulley divisor="2"/>' + sites('bs as'), sites('as as'), sites('as zz'),
    sites('as bs') + '<pulley divisor="2"/><pulley divisor="3"/>' + sites('bs as'),
    sites('as') + '<geom geom="bg"/><pulley divisor="2"/>' + sites('bs as'),
    sites('as') + '<geom geom="box"/>' + sites('w1'), sites('as') + '<geom geom="capsule"/>' + sites('w1'),
    sites('as') + '<geom geom="zz"/>' + sites('w1'), sites('as') + '<geom geom="ws" sidesite="zz"/>' + sites('w1'),
    sites('as bs') + '<pulley divisor="2"/><geom geom="bg"/>' + sites('as bs'), '<site site=""/>' + sites('as'),
]  # fmt: skip
ATTRIBUTES = [
    'armature="1"', 'springlength="1" stiffness="1 2 3" damping="4 5 6"', 'springlength="-1 2"',
    'range="1 2" margin=".1"',
    'frictionloss="1" width=".1" rgba="1 0 0 1" group="2" user="1 2"', 'actuatorfrcrange="-1 2"',
    'springlength="1 2" springyield="3"',
]  # fmt: skip


@pytest.mark.parametrize('path', GOOD)
def test_paths(path):
    assert_same(world(SCENE, after=f'<tendon><spatial name="t">{path}</spatial></tendon>'), PATHS_ONLY)


@pytest.mark.parametrize('width', ['0', '-.1'])
def test_a_path_has_a_width(width):
    ours, theirs = refused(world(SCENE, after=f'<tendon><spatial width="{width}">{GOOD[0]}</spatial></tendon>'))
    assert 'positive' in ours
    assert 'positive' in theirs


@pytest.mark.parametrize('path', BAD)
def test_what_is_no_path(path):
    ours, theirs = refused(world(SCENE, after=f'<tendon><spatial name="t">{path}</spatial></tendon>'))
    assert ours
    assert theirs


@pytest.mark.parametrize('attributes', ATTRIBUTES)
@pytest.mark.parametrize('ends', ['as bs', 'ds w0', 'ss as', 'as ds', 'es w0'])
def test_attributes(attributes, ends):
    tendons = f'<tendon><spatial {attributes}>{sites(ends)}</spatial></tendon>'
    assert_same(world(SCENE, after=tendons), PATHS_ONLY)


def test_tendons_of_both_kinds():
    tendons = (
        f'<tendon><fixed><joint joint="bj" coef="2"/></fixed><spatial>{sites("ds as")}</spatial>'
        '<fixed><joint joint="aj2" coef="2"/><joint joint="aj" coef="2"/></fixed></tendon>'
    )
    assert_same(world(SCENE, after=tendons), PATHS_ONLY)


def test_armature_and_obstacles_exclude_each_other():
    path = sites('as') + '<geom geom="bg"/>' + sites('bs2')
    ours, theirs = refused(world(SCENE, after=f'<tendon><spatial armature="1">{path}</spatial></tendon>'))
    assert 'armature' in ours
    assert 'armature' in theirs


def test_paths_through_replicas():
    body = '<body name="x"><joint/><geom name="xg" size=".1"/><site name="xs"/></body>'
    replicas = f'<replicate count="2">{body}</replicate>'
    path = sites('w0') + '<geom geom="xg" sidesite="xs"/>' + sites('xs')
    tendons = f'<tendon><spatial name="t">{path}</spatial></tendon>'
    assert_same(world(SCENE + replicas, after=tendons), PATHS_ONLY)
