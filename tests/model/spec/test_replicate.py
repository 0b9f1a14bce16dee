"""Replicas, and what refers to them."""

import re

import mujoco
import pytest

from model.twins import assert_same, differences, refused, world
from torsor.model.load import compile_string

BODY = '<body name="b"><joint name="j"/><geom name="g" size="1"/><site name="s"/></body>'
PLAIN = f'<replicate count="2" sep="-">{BODY}</replicate>'
OTHER = PLAIN.replace('"b"', '"B"').replace('"j"', '"J"').replace('"g"', '"G"').replace('"s"', '"S"')
NESTED = (
    '<replicate count="2" sep="o" offset="1 0 0" euler="10 20 30"><body name="o"><joint name="oj"/><geom size="1"/>'
    f'{PLAIN}</body></replicate><replicate count="2" sep="x"><body name="x"><joint name="xj"/><geom size="1"/></body>'
    '</replicate>'
)
TREES = [
    '<replicate count="3" offset="1 0 0" euler="0 0 90"><geom name="g" size="1" pos="0 .5 0"/></replicate>',
    '<replicate count="5" euler="20 30 40" offset="1 2 3"><geom size="1"/></replicate>',
    f'<replicate count="12" offset="1 0 0" sep="_">{BODY}</replicate>', NESTED, '<replicate count="2"/>',
    *(f'<replicate count="{count}"><body name="b"/></replicate>' for count in (-1, 0, 1, 10, 11)),
    '<body name="b"><geom name="x" size="1"/><replicate count="2" offset="1 0 0"><geom size="1" name="b"/>'
    '<body name="q"/></replicate><geom name="y" size="1"/><body name="r"/></body>',
    '<frame pos="1 0 0" euler="0 30 0"><replicate count="2" offset="1 0 0" euler="0 0 30"><frame pos="0 1 0" name="f">'
    '<geom size="1" name="b"/><body name="q"/><camera name="c"/><light name="l"/></frame></replicate></frame>',
    '<replicate count="2"><body name="b"><camera mode="targetbody" target="b"/><light target="b"/></body></replicate>',
    '<replicate count="2"><replicate count="2" sep="-"><body name="b"><freejoint name="f"/><geom size="1"/>'
    '</body></replicate></replicate>',
]  # fmt: skip
PAIR = BODY.replace('</body>', '<body name="c"><joint name="k"/><geom size="1"/><site name="r"/></body></body>')
COUPLED = f'<replicate count="2" sep="-">{PAIR}</replicate><body><joint name="o"/><geom size="1"/></body>'
TENDON = '<tendon><fixed name="t"><joint joint="j" coef="1"/><joint joint="k" coef="2"/></fixed></tendon>'
REFERENCES = [
    (PLAIN, '<actuator><motor name="m" joint="j-1"/></actuator>'),
    (PLAIN + OTHER, '<actuator><motor name="A" joint="J"/><motor joint="j"/><motor name="c" joint="j"/></actuator>'),
    (NESTED, '<actuator><motor name="a" joint="oj"/><motor joint="j"/><motor name="x" joint="xj"/></actuator>'),
    (PLAIN, '<contact><exclude name="e" body1="b" body2="world"/><exclude body1="b-0" body2="b-1"/></contact>'),
    (PLAIN, '<contact><pair name="p" geom1="g" geom2="g"/></contact>'
            '<custom><tuple name="t"><element objtype="pair" objname="p"/></tuple></custom>'),
    (PLAIN, '<custom><tuple name="t"><element objtype="xbody" objname="b"/><element objtype="site" objname="s"/>'
            '</tuple></custom><actuator><motor name="m" joint="j"/></actuator><keyframe><key qpos="1"/></keyframe>'),
    (COUPLED, '<tendon><fixed name="z"><joint joint="o" coef="1"/></fixed></tendon>' + TENDON + '<equality>'
              '<tendon name="e" tendon1="t"/><connect name="c" body1="b" body2="c" anchor="0 0 0"/>'
              '<weld site1="s" site2="r"/><joint joint1="j" joint2="k"/><joint joint1="j"/><joint joint1="o"/>'
              '</equality><actuator><motor name="m" tendon="t"/><motor tendon="z"/><position joint="j"/></actuator>'),
    (COUPLED, '<equality><connect name="c" body1="b" body2="world" anchor="0 0 0"/><weld body1="c"/></equality>'),
    (COUPLED, '<tendon><fixed name="t"><joint joint="j-0" coef="1"/><joint joint="j-1" coef="1"/></fixed></tendon>'
              '<actuator><motor tendon="t"/></actuator>'),
    (COUPLED, TENDON + '<custom><tuple name="q"><element objtype="tendon" objname="t"/></tuple></custom>'),
    (PLAIN, '<custom><tuple name="p"><element objtype="tuple" objname="q"/></tuple>'
            '<tuple name="q"><element objtype="body" objname="b"/></tuple></custom>'),
    *((PLAIN.replace('count="2"', f'count="{count}"') + '<body name="pb"><joint name="pj"/><geom size="1"/></body>',
       references) for count in (0, -1) for references in (
        '<contact><pair geom1="g" geom2="g"/><exclude body1="b" body2="world"/></contact>',
        '<equality><joint joint1="j"/><connect body1="b" anchor="0 0 0"/></equality>',
        '<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon><actuator><motor tendon="t"/>'
        '<motor joint="j"/><motor joint="pj"/></actuator>',
        '<custom><tuple name="p"><element objtype="body" objname="b"/></tuple></custom>')),
]  # fmt: skip
ALONE = '<body name="pb"><joint name="pj"/><geom name="pg" size="1"/><site name="ps"/></body>'
NAMESAKE = re.sub('name="(..)"', r'name="\1-0"', ALONE)
AROUND = f'<replicate count="2" sep="o">{ALONE[:-7]}{PLAIN}</body></replicate>'
PAIRED = '<contact><pair name="p" geom1="g" geom2="pg"/></contact>'
EXCLUDED = '<contact><exclude name="e" body1="pb" body2="b"/></contact>'
TIED = '<tendon><fixed name="t"><joint joint="pj" coef="1"/><joint joint="j" coef="2"/></fixed></tendon>'
LISTED = (
    '<custom><tuple name="q"><element objtype="geom" objname="g"/><element objtype="{}" objname="{}"/></tuple></custom>'
)
EQUATED = [
    '<equality><joint joint1="j" joint2="pj"/></equality>', '<equality><joint joint1="pj" joint2="j"/></equality>',
    '<equality><connect body1="b" body2="pb" anchor="0 0 0"/></equality>',
    '<equality><weld site1="s" site2="ps"/></equality>', LISTED.format('body', 'pb'),
]  # fmt: skip
ALONE_BEFORE = (ALONE + PLAIN, f'{ALONE[:-7]}{PLAIN}</body>', AROUND, ALONE + AROUND.replace('"p', '"o'))
# elements that refer both to something that is repeated and to something that is not; (tree, after)
MIXED = [
    *((tree, after) for tree in ALONE_BEFORE for after in (PAIRED, EXCLUDED, TIED, *EQUATED)),
    (f'<body name="pb">{PLAIN}<geom name="pg" size="1"/></body>', EXCLUDED),
    (ALONE + '</worldbody><worldbody>' + PLAIN, EXCLUDED), (ALONE + PLAIN, EXCLUDED.replace('name="e"', '')),
    (ALONE + ALONE.replace('"p', '"q') + PLAIN, EXCLUDED.replace('"b"', '"qb"')),
    # what is outside has, or will have, a namesake that ends like a replica
    *((tree, after) for tree in (ALONE + NAMESAKE + PLAIN, ALONE + PLAIN + NAMESAKE)
      for after in (PAIRED, EXCLUDED, TIED, *EQUATED)),
    # what refers to something that refers to both
    (ALONE + PLAIN, TIED + '<actuator><motor name="m" tendon="t"/></actuator>'
                    '<equality><tendon tendon1="t"/></equality>'),
    (ALONE + PLAIN, TIED + '<tendon><fixed name="z"><joint joint="pj" coef="1"/></fixed></tendon>'
                           '<equality><tendon tendon1="t" tendon2="z"/></equality>' + LISTED.format('tendon', 't')),
    (ALONE + PLAIN, EQUATED[0].replace('<joint', '<joint name="x"') + LISTED.format('equality', 'x')),
    (ALONE + PLAIN, EXCLUDED + LISTED.format('exclude', 'e')),
    (ALONE + PLAIN, '<actuator><motor name="m" joint="pj"/></actuator>' + LISTED.format('actuator', 'm')),
    (PLAIN, '<custom><tuple name="a"><element objtype="geom" objname="g"/></tuple></custom>'
            + LISTED.format('tuple', 'a')),
    # of these there are no replicas
    (PLAIN, '<asset><material name="m"/></asset>' + LISTED.format('material', 'm')),
    (PLAIN, '<custom><numeric name="n" data="1"/></custom>' + LISTED.format('numeric', 'n')),
    (PLAIN, LISTED.format('body', 'world')),
    # the names of inner replicas, and of those of an earlier replicate
    (AROUND, '<actuator><motor name="m" joint="j-0"/></actuator>'),
    (AROUND, '<equality><joint joint1="j-0" joint2="j-1"/></equality>'),
    (AROUND, '<contact><exclude body1="b-0" body2="b-1"/><exclude body1="b-0" body2="pb"/></contact>'),
    (PLAIN + OTHER, '<contact><exclude name="e" body1="b-0" body2="B"/></contact>'),
    (PLAIN + OTHER, '<equality><connect body1="b-0" body2="B" anchor="0 0 0"/></equality>'),
    (AROUND + OTHER, '<actuator><motor name="4" joint="J"/><motor name="1" joint="pj"/><motor name="0" joint="j"/>'
                     '</actuator>'),
]  # fmt: skip
BAD = [
    ('<replicate><body name="b"/></replicate>', ''),
    ('<replicate count="2" offset="1 2"><geom size="1" name="a"/></replicate>', ''),
    ('<body><replicate count="2"><joint name="j"/></replicate><geom size="1"/></body>', ''),
    ('<body><replicate count="2"><frame><joint name="j"/></frame></replicate><geom size="1"/></body>', ''),
    (PLAIN + '<geom name="g-1" size="1"/>', ''), ('<geom name="g" size="1"/>' + PLAIN, ''),
    (PLAIN + '<camera target="b" mode="targetbody"/>', ''),
    (PLAIN + '<geom name="f" size="1"/>', '<contact><pair geom1="g" geom2="f"/></contact>'),
    (PLAIN + OTHER, '<contact><exclude body1="b" body2="B"/></contact>'),
    (COUPLED, '<equality><joint joint1="j" joint2="o"/></equality>'),
    (COUPLED, '<tendon><fixed><joint joint="j" coef="1"/><joint joint="o" coef="1"/></fixed></tendon>'),
    *((PLAIN + ALONE, after) for after in (PAIRED, EXCLUDED, TIED, *EQUATED)),
    (f'<body name="pb">{PLAIN}<geom name="pg" size="1"/></body>', PAIRED),
    (PLAIN, '<keyframe><key name="k"/></keyframe>' + LISTED.format('key', 'k')),
]  # fmt: skip


@pytest.mark.parametrize('tree', TREES)
def test_as_in_the_wheel(tree):
    assert_same(world(tree))
    assert_same(world(tree, '<compiler angle="radian" eulerseq="zYx"/>'))


@pytest.mark.parametrize(('tree', 'after'), REFERENCES)
def test_what_refers_to_replicas(tree, after):
    assert_same(world(tree, after=after))


@pytest.mark.parametrize(('tree', 'after'), MIXED)
def test_what_refers_to_replicas_and_to_something_else(tree, after):
    assert_same(world(tree, after=after))


@pytest.mark.parametrize(('tree', 'after'), BAD)
def test_refused_by_both(tree, after):
    ours, theirs = refused(world(tree, after=after))
    assert theirs is not None
    assert ours is not None


def test_counts_are_limited():
    with pytest.raises(ValueError, match='"count" is 2000000000, more than the limit'):
        compile_string(world('<replicate count="2000000000"><geom size="1"/></replicate>'))


def test_the_order_of_replicates_in_several_files():
    """What is included stands where it is included, whatever its line."""
    main = '<mujoco>\n\n<worldbody>{}<include file="other.xml"/></worldbody>{}</mujoco>'.format(
        PLAIN, '<actuator><motor name="m" joint="j"/><motor name="M" joint="J"/></actuator>'
    )
    assets = {'other.xml': f'<mujoco>{OTHER}</mujoco>'.encode()}
    assert not differences(compile_string(main, assets), mujoco.MjModel.from_xml_string(main, assets))
