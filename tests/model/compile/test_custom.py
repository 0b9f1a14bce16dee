"""Custom numbers, texts and tuples."""

import pytest

from model.twins import assert_same, refused, twins, world

ITEMS = '<joint name="j"/><geom name="g" size="1"/><site name="s"/><camera name="c"/><light name="l"/>'
REST = (
    '<asset><texture name="t" builtin="flat" width="2"/><material name="m"/></asset>'
    '<contact><exclude name="e" body1="b" body2="world"/><pair name="p" geom1="g" geom2="g"/></contact>'
    '<actuator><motor name="a" joint="j"/></actuator><keyframe><key name="k"/></keyframe>'
)
NAMES = {
    'body': 'b', 'xbody': 'b', 'joint': 'j', 'geom': 'g', 'site': 's', 'camera': 'c', 'light': 'l', 'texture': 't',
    'material': 'm', 'exclude': 'e', 'pair': 'p', 'actuator': 'a', 'key': 'k', 'numeric': 'n', 'text': 'x',
    'tuple': 'u',
}  # fmt: skip


def custom(elements):
    return world(f'<body name="b">{ITEMS}</body>', after=f'{REST}<custom>{elements}</custom>')


GOOD = [
    '<numeric name="a" data="1 2 3"/>', '<numeric name="a" size="5" data="1 2 3"/><numeric name="b" data="4"/>',
    '<numeric name="a" size="2"/>', '<numeric name="" data="nan"/>', '<text name="a" data="hello"/>',
    '<text name="a" data="hello"/><text name="b" data="é x"/>', '<text name="a"> x <![CDATA[ foo <b>\n ]]> y</text>',
    '<tuple name="a"><element objtype="body" objname="b" prm="3"/><element objtype="geom" objname="g"/></tuple>',
    '<tuple name="a"><element objtype="tuple" objname="a"/></tuple>',
    '<tuple name="a"><element objtype="body" objname="world"/></tuple>',
]  # fmt: skip
BAD = [
    '<numeric name="a" size="2" data="1 2 3"/>', '<numeric name="a"/>', '<numeric data="1"/>',
    '<numeric name="a" size="0" data="1"/>', '<numeric name="a" data="1"/>' * 2, '<text name="a"/>', '<text data="x"/>',
    '<text name="a">plain</text>', '<text name="a" data="x"><![CDATA[y]]></text>', '<text name="a" data=""/>',
    '<tuple name="a"/>',
    '<tuple><element objtype="body" objname="b"/></tuple>', '<tuple name="a"><element objname="b"/></tuple>',
    '<tuple name="a"><element objtype="foo" objname="b"/></tuple>', '<tuple name="a"><element objtype="body"/></tuple>',
    '<tuple name="a"><element objtype="body" objname="x"/></tuple>',
    '<tuple name="a"><element objtype="mesh" objname="x"/></tuple>',
]  # fmt: skip


@pytest.mark.parametrize('elements', GOOD)
def test_as_in_the_wheel(elements):
    assert_same(custom(elements))


@pytest.mark.parametrize('elements', BAD)
def test_refused_by_both(elements):
    ours, theirs = refused(custom(elements))
    assert theirs is not None
    assert ours is not None


def test_everything_that_a_tuple_can_hold():
    members = ''.join(f'<element objtype="{kind}" objname="{name}"/>' for kind, name in NAMES.items())
    rest = '<numeric name="n" size="1"/><text name="x" data="y"/>'
    assert_same(custom(f'{rest}<tuple name="u">{members}</tuple>'))


def test_text_is_terminated():
    assert twins(custom('<text name="a" data="hello"/>'))[0].fields['text_data'].tobytes() == b'hello\0'
