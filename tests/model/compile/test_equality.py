"""Equalities between bodies, sites, joints and tendons."""

import mujoco
import numpy as np
import pytest

import torsor
from model.twins import assert_same, refused, world
from torsor.model.compile.equality import hold_in_pose
from torsor.model.load import compile_string

TREE = (
    '<site name="sw"/><body name="m" mocap="true" pos="3 4 5" euler="0 0 30"/>'
    '<body name="a" pos="1 2 3" quat="1 .2 .3 .4"><joint name="h" ref="30"/><joint name="s" type="slide" ref="2"/>'
    '<geom size=".1"/><site name="sa" pos=".1 .2 .3"/>'
    '<body name="b" pos=".1 .5 .3" euler="10 20 30"><joint name="ball" type="ball"/><geom size=".1" pos=".2 0 0"/>'
    '<site name="sb" euler="4 5 6"/></body></body>'
    '<body name="c" pos="-1 0 0" euler="40 0 20"><freejoint name="free"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"'
    ' euler="7 8 9"/></body>'
)
TENDONS = (
    '<tendon><fixed name="t"><joint joint="h" coef="2"/></fixed><fixed name="u"><joint joint="s" coef="2"/></fixed>'
    '</tendon>'
)


def coupled(equalities, before=''):
    return world(TREE, before, f'<equality>{equalities}</equality>{TENDONS}')


GOOD = [
    '<connect body1="a" anchor="1 2 3"/>', '<connect name="x" body1="a" body2="b" anchor="1 2 3"/>',
    '<connect body1="world" body2="b" anchor="1 2 3"/>', '<connect body1="a" body2="world" anchor="1 2 3"/>',
    '<connect body1="a" body2="m" anchor="0 0 0"/>', '<connect body1="c" body2="b" anchor=".1 .2 .3"/>',
    '<connect site1="sa" site2="sb"/>', '<connect site1="sw" site2="sb" active="false"/>',
    '<weld body1="a"/>', '<weld body1="a" body2="b"/>', '<weld body1="a" body2="b" anchor="1 2 3"/>',
    '<weld body1="world" body2="c" anchor="1 2 3" torquescale="3"/>', '<weld body1="m" body2="c" torquescale="-1"/>',
    '<weld body1="a" body2="b" anchor="1 2 3" relpose="3 2 1 2 0 0 1"/>', '<weld body1="a" relpose="3 2 1 0 0 0 0"/>',
    '<weld body1="a" relpose="1 2 3 0 1e-20 0 0"/>', '<weld body1="a" relpose="1 2 3 0 1e-6 0 0"/>',
    '<weld site1="sa" site2="sb"/>', '<weld site1="sa" site2="sw" torquescale="2"/>',
    '<joint joint1="h"/>', '<joint joint1="h" joint2="s"/>', '<joint joint1="s" joint2="h" polycoef="1 2"/>',
    '<joint joint1="h" joint2="" polycoef="1 2 3 4 5"/>', '<joint joint1="h" polycoef=""/>',
    '<tendon tendon1="t"/>', '<tendon tendon1="t" tendon2="u" polycoef=".5"/>',
    '<weld body1="a" solref="1" solimp=".1 .2" active="false"/>', '<joint joint1="h" solref="-3 -4" active="true"/>',
    '<weld name="1" body1="a"/><connect name="2" site1="sa" site2="sb"/><joint joint1="h"/><tendon tendon1="t"/>',
]  # fmt: skip
BAD = [
    # what an element needs, and what excludes what
    '<connect/>', '<connect body1="a"/>', '<connect anchor="1 2 3"/>', '<connect body2="a" anchor="0 0 0"/>',
    '<connect site1="sa"/>', '<connect site2="sa"/>', '<connect site1="sa" site2="sb" anchor="0 0 0"/>',
    '<connect site1="sa" site2="sb" body1="a"/>', '<connect site1="sa" body2="b"/>',
    '<weld/>', '<weld body2="a"/>', '<weld site1="sa"/>', '<weld site1="sa" site2="sb" relpose="0 0 0 1 0 0 0"/>',
    '<joint/>', '<joint joint2="h"/>', '<tendon tendon2="t"/>',
    # names
    '<connect body1="z" anchor="0 0 0"/>', '<connect body1="a" body2="z" anchor="0 0 0"/>',
    '<connect site1="sa" site2="z"/>', '<joint joint1="z"/>', '<joint joint1="h" joint2="z"/>', '<joint joint1=""/>',
    '<tendon tendon1="z"/>', '<tendon tendon1="t" tendon2="z"/>', '<weld body1="a" class="z"/>',
    '<weld name="w" body1="a"/><joint name="w" joint1="h"/>',
    # the same twice
    '<connect body1="a" body2="a" anchor="0 0 0"/>', '<connect body1="world" anchor="0 0 0"/>',
    '<weld site1="sa" site2="sa"/>', '<joint joint1="h" joint2="h"/>', '<tendon tendon1="t" tendon2="t"/>',
    # joints with several coordinates
    '<joint joint1="ball"/>', '<joint joint1="h" joint2="free"/>',
    # numbers
    '<connect body1="a" anchor="0 0"/>', '<weld body1="a" relpose="1 2 3"/>', '<weld body1="a" solimp="1 2 3 4 5 6"/>',
    '<joint joint1="h" polycoef="1 2 3 4 5 6"/>', '<weld body1="a" active="maybe"/>',
    '<distance geom1="a" geom2="b"/>',
]  # fmt: skip


@pytest.mark.parametrize('equalities', GOOD)
def test_as_in_the_wheel(equalities):
    assert_same(coupled(equalities))


@pytest.mark.parametrize('equalities', BAD)
def test_refused_by_both(equalities):
    ours, theirs = refused(coupled(equalities))
    assert theirs is not None
    assert ours.startswith('<string>:1:')


@pytest.mark.parametrize(
    ('equality', 'message'),
    [
        ('<connect body1="a"/>', '"anchor" is required: give either "site1" and "site2", or "body1" and "anchor"'),
        ('<weld site1="sa" anchor="0 0 0"/>', 'attributes "site1" and "anchor" exclude each other; give one of them'),
        ('<weld body1="A"/>', 'there is no body named "A"; did you mean "a"?'),
        ('<joint joint1="h" joint2="h"/>', 'the joint "h" is coupled to itself; name two different ones'),
        ('<joint joint1="h" joint2="ball"/>', 'the joint "ball" is neither a slide nor a hinge'),
        ('<connect body1="a" anchor="nan 0 0"/>', 'attribute "anchor" is not a number (NaN)'),
        ('<flex flex="a"/>', 'there is no flex named "a"'),
    ],
)
def test_messages(equality, message):
    ours, _ = refused(coupled(equality))
    assert ours.endswith(message)
    assert equality.split()[0] in ours


def test_defaults():
    before = (
        '<default><equality solref="1 2" solimp=".5" active="false"/>'
        '<default class="x"><equality active="true" solimp=".6 .7"/></default></default>'
    )
    assert_same(coupled('<weld body1="a"/><joint class="x" joint1="h" solimp=".3"/>', before))


@pytest.mark.parametrize(
    'equality', ['<connect body1="c" body2="b" anchor=".1 .2 .3"/>', '<weld body1="b" body2="c" anchor=".1 .2 .3"/>']
)
def test_aligned_free_bodies(equality):
    assert_same(coupled(equality, '<compiler alignfree="true"/>'))


def test_again_in_another_pose():
    """Only what the file leaves open follows the bodies."""
    fields = compile_string(coupled(
        '<connect body1="a" body2="c" anchor="1 2 3"/><weld body1="a" body2="c" anchor="1 2 3"/>'
        '<weld body1="a" body2="c" relpose="1 2 3 1 0 0 0"/><connect site1="sa" site2="sb"/><joint joint1="h"/>'
    )).fields  # fmt: skip
    before = fields['eq_data'].copy()
    positions = np.array([[0, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 5, 0]], dtype=float)
    quarter = np.sqrt(0.5)
    rotations = np.array([[1, 0, 0, 0]] * 4 + [[quarter, 0, 0, quarter]], dtype=float)
    hold_in_pose(fields, positions, rotations)
    data = fields['eq_data']
    # the second body is a quarter turn about z away: its x axis is y, its y axis -x
    assert data[0, 3:6] == pytest.approx([2 - 5, -(1 + 1), 3])
    assert data[1, 3:6] == pytest.approx([-2 - 1, 1 + 5, 3])
    assert data[1, 6:10] == pytest.approx(rotations[4])
    assert np.array_equal(data[2:], before[2:])


@pytest.mark.parametrize('kind', ['CONNECT', 'WELD', 'JOINT', 'TENDON'])
@pytest.mark.parametrize('sites', [False, True])
def test_numbers_that_a_program_gives(kind, sites):
    def data(engine):
        spec = engine.MjSpec.from_string(coupled(''))
        first, second, objects = {'JOINT': ('h', 's', 'JOINT'), 'TENDON': ('t', 'u', 'TENDON')}.get(
            kind, ('sa', 'sb', 'SITE') if sites else ('a', 'b', 'BODY'))
        spec.add_equality(name1=first, name2=second, data=np.arange(1, 13) / 10,
                          type=getattr(engine.mjtEq, f'mjEQ_{kind}'),
                          objtype=getattr(engine.mjtObj, f'mjOBJ_{objects}'))
        return spec.compile().eq_data

    np.testing.assert_allclose(data(torsor), data(mujoco), rtol=0, atol=1e-15)
