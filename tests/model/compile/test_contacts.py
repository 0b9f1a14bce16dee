"""Pairs of geoms and exclusions of bodies."""

import pytest

from model.twins import assert_same, refused, world

GEOMS = (
    '<geom name="a" type="plane" size="1 1 1" friction=".1 .2 .3" solref=".03 1.5" solimp=".1 .2 .3 .4 1.5"'
    ' margin=".01" gap=".02" condim="4" solmix="2" adhesion="1"/>'
    '<body name="B"><freejoint/><geom name="b" size=".1" friction=".4 .1 .5" solref=".05 1" solimp=".2 .3 .4 .5 2.5"'
    ' margin=".03" gap=".05" adhesion="3"/></body>'
    '<body name="C"><freejoint/><geom name="c" size=".1" priority="1" friction=".4 .1 .5" solref="-50 -1" condim="6"'
    ' margin=".3"/><geom name="d" size=".1" solref="-20 -3"/></body>'
    '<body name="D"><freejoint/><geom name="e" size=".1" solmix="0" friction=".6"/>'
    '<geom name="f" size=".2" solmix="1e-20" friction=".6" solref=".1"/></body>'
)


def contact(elements, before=''):
    return world(GEOMS, before, f'<contact>{elements}</contact>')


GOOD = [
    '<pair geom1="a" geom2="b"/>', '<pair geom1="b" geom2="a"/>', '<pair geom1="f" geom2="e"/>',
    '<pair name="x" geom1="b" geom2="b"/>', '<pair geom1="b" geom2="a"/><pair geom1="a" geom2="b" condim="1"/>',
    '<pair geom1="b" geom2="e" condim="1" friction="9 8 7" solref="1" solimp=".5" margin="1" gap="2" adhesion="3"/>',
    '<pair geom1="b" geom2="e" solreffriction="4" solref="-3 -4" condim="6" friction="1 2 3 4 5"/>',
    '<pair geom1="b" geom2="e" margin="-1" gap="-2" adhesion="-2" friction="-1" solref="0 0"/>',
    '<pair name="1" geom1="e" geom2="b"/><pair name="2" geom1="b" geom2="a"/><pair name="3" geom1="d" geom2="b"/>'
    '<pair geom1="a" geom2="c"/><pair name="4" geom1="c" geom2="b"/><pair name="5" geom1="c" geom2="d"/>',
    '<exclude name="1" body1="C" body2="B"/><exclude name="2" body1="world" body2="D"/><exclude body1="B" body2="D"/>',
    '<exclude body1="C" body2="B"/><exclude name="2" body1="B" body2="C"/><exclude body1="C" body2="C"/>',
]  # fmt: skip
BAD = [
    '<pair geom1="b"/>', '<pair geom1="b" geom2="x"/>', '<pair geom1="b" geom2="a" condim="2"/>',
    '<pair geom1="b" geom2="a" friction="1 2 3 4 5 6"/>', '<pair name="1" geom1="b" geom2="a"/>' * 2,
    '<pair geom1="b" geom2="a" class="none"/>', '<exclude body1="C"/>', '<exclude body1="C" body2="x"/>',
    '<exclude name="1" body1="C" body2="B"/>' * 2,
]  # fmt: skip


@pytest.mark.parametrize('elements', GOOD)
def test_as_in_the_wheel(elements):
    assert_same(contact(elements))


@pytest.mark.parametrize('elements', BAD)
def test_refused_by_both(elements):
    ours, theirs = refused(contact(elements))
    assert theirs is not None
    assert ours is not None


def test_defaults():
    before = (
        '<default><pair condim="4" friction="2" margin=".5"/>'
        '<default class="x"><pair solref="3" gap=".1" friction="3 4"/></default></default>'
    )
    assert_same(contact('<pair geom1="b" geom2="a"/><pair class="x" geom1="b" geom2="c" friction="5"/>', before))


@pytest.mark.parametrize('geoms', ['ab', 'bc', 'db', 'be', 'ef', 'bf', 'ac'])
def test_undefined_properties_come_from_the_geoms(geoms):
    nothing = ' '.join(f'{name}="nan"' for name in ('friction', 'solref', 'solimp', 'margin', 'gap'))
    assert_same(contact(f'<pair geom1="{geoms[0]}" geom2="{geoms[1]}" {nothing}/>'))
