"""Copies of specs with elements that were deleted, renamed or never complete: the same in both engines."""

import warnings

import mujoco
import pytest

import torsor
from api.spec.same import differences

XML = """<mujoco><asset><material name="m"/></asset><worldbody><geom name="floor" type="plane" size="1 1 1"/>
  <body name="b"><joint name="j"/><joint name="j2" axis="1 0 0"/><geom name="g" size=".1"/><site name="s" pos=".2 0 0"/>
    <site name="s2" pos="0 .3 0"/><body name="c"><joint name="jc"/><geom name="gc" size=".1"/><camera name="cam"/>
  </body></body><body name="z"><freejoint name="fz"/><geom name="gz" size=".1"/><geom name="gy" size=".1"/></body>
  </worldbody>
  <contact><exclude name="x" body1="b" body2="z"/><pair name="p" geom1="gc" geom2="gz"/></contact>
  <tendon><spatial name="t"><site site="s"/><geom geom="gz" sidesite="s2"/><site site="s2"/></spatial>
    <fixed name="tf"><joint joint="j" coef="1"/><joint joint="jc" coef="1"/></fixed></tendon>
  <equality><joint name="ej" joint1="j" joint2="jc"/><weld name="ew" body1="b" body2="z"/>
    <tendon name="et" tendon1="t"/></equality>
  <actuator><motor name="a" joint="j"/><motor name="at" tendon="t"/><motor name="as" site="s" refsite="s2"/>
    <motor name="aj" joint="jc"/></actuator>
  <sensor><jointpos name="sj" joint="j"/><tendonpos name="st" tendon="t"/><actuatorfrc name="sa" actuator="a"/>
    <framepos name="sf" objtype="body" objname="b" reftype="site" refname="s2"/><clock name="cl"/>
    <contact name="all" num="2"/></sensor>
  <custom><tuple name="tu"><element objtype="site" objname="s"/><element objtype="body" objname="z"/></tuple>
    <tuple name="tw"><element objtype="body" objname="world"/></tuple>
    <tuple name="tt"><element objtype="tendon" objname="tf"/></tuple></custom>
  <keyframe><key name="k" qpos="1 2 3 0 0 0 1 0 0 0" ctrl="1 2 3 4"/></keyframe></mujoco>"""
ELEMENTS = {'joint': ('j', 'j2', 'jc', 'fz'), 'site': ('s', 's2'), 'geom': ('g', 'gz', 'floor'), 'tendon': ('t', 'tf'),
            'actuator': ('a', 'at'), 'body': ('b', 'c', 'z'), 'camera': ('cam',), 'sensor': ('cl',)}  # fmt: skip
INCOMPLETE = {
    'actuator': ({}, {'trntype': 0}, {'trntype': 0, 'target': 'none'}, {'target': 'j'}, {'trntype': 2, 'target': 's'}),
    'sensor': ({}, {'type': 9, 'objtype': 3}, {'type': 9, 'objtype': 3, 'objname': 'none'}, {'type': 9},
               {'type': 26, 'objtype': 6, 'objname': 's', 'reftype': 6, 'refname': 'none'}),
    'pair': ({}, {'geomname1': 'g'}),
    'exclude': ({}, {'bodyname1': 'b'}),
    'equality': ({}, {'type': 2, 'name1': 'j'}, {'type': 2, 'name1': 'j', 'name2': 'j'}, {'type': 2, 'name2': 'j'},
                 {'type': 1, 'name1': 'b'}, {'type': 1, 'name1': 'world', 'objtype': 1},
                 {'type': 1, 'name1': 's', 'name2': 's', 'objtype': 6}, {'type': 1, 'name1': 's', 'objtype': 6}),
    'tendon': ({},),
    'tuple': ({}, {'objtype': [3], 'objname': ['none'], 'objprm': [0]}),
    'key': ({'qpos': [1] * 20},),
}  # fmt: skip
LISTS = ('excludes', 'pairs', 'tendons', 'equalities', 'actuators', 'sensors', 'tuples', 'keys')


def names(spec):
    return [[item.name for item in getattr(spec, items)] for items in LISTS]


def compiled(spec):
    try:
        return spec.compile()
    except ValueError:
        return None


def assert_same(outcomes):
    (ours, model), (theirs, expected) = outcomes
    assert ours == theirs
    assert (model is None) == (expected is None)
    assert model is None or not differences(model, expected, 1e-9)


@pytest.mark.parametrize('first_compiled', [False, True])
@pytest.mark.parametrize('how', ['delete', 'rename'])
@pytest.mark.parametrize(('kind', 'name'), [(kind, name) for kind in ELEMENTS for name in ELEMENTS[kind]])
def test_what_refers_to_nothing_is_left_out(first_compiled, how, kind, name):
    outcomes = []
    for engine in (torsor, mujoco):
        spec = engine.MjSpec.from_string(XML)
        if first_compiled:
            spec.compile()
        element = getattr(spec, kind)(name)
        if how == 'delete':
            spec.delete(element)
        else:
            element.name = 'new'
        twin = spec.copy()
        outcomes.append(([names(spec), names(twin), compiled(spec) is None], compiled(twin)))
    assert_same(outcomes)


@pytest.mark.parametrize('way', ['copy', 'move', 'attach a copy'])
@pytest.mark.parametrize(('kind', 'values'), [(kind, values) for kind in INCOMPLETE for values in INCOMPLETE[kind]])
def test_what_was_never_complete_is_left_out(way, kind, values):
    outcomes = []
    for engine in (torsor, mujoco):
        spec = engine.MjSpec.from_string(XML)
        getattr(spec, f'add_{kind}')(name='new', **values)
        twin = engine.MjSpec()
        twin.copy_during_attach = way != 'move'
        try:
            if way == 'copy':
                twin = spec.copy()
            else:
                twin.attach(spec, prefix='d/', frame=twin.worldbody.add_frame())
        except ValueError:
            outcomes.append(('refused', None))
            continue
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            outcomes.append((names(twin), compiled(twin)))
    assert_same(outcomes)
