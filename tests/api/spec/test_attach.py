"""What is added to attached elements, attached worlds and keyframes: the same in both engines."""

import warnings

import mujoco
import numpy as np
import pytest

import torsor
from api.spec.same import differences

ENGINES = torsor, mujoco
ROBOT = """<mujoco><compiler angle="{angle}" eulerseq="zyx"/><default><geom group="2"/>
  <default class="k"><geom group="3"/><joint range="-1 1"/><default class="kk"><geom group="4"/></default></default>
  </default><worldbody><body name="arm" pos="0 0 1" {body}><joint name="j" range="-1 1"/><geom name="g" size=".1"/>
  <frame name="frame" {frame}><body name="hand"><geom name="h" size=".1"/></body></frame></body></worldbody></mujoco>"""
BASE = """<mujoco><default><geom group="1"/><default class="own"><geom group="5"/></default></default>
  <asset><model name="r" file="r.xml"/></asset><worldbody><body name="base" {body}><geom size=".1"/><frame name="f"/>
  {attach}</body></worldbody></mujoco>"""


def robot_on_base(engine, way, copies, robot, body):
    attach = '<attach model="r" body="arm" prefix="r_"/>' if way == 'xml' else ''
    spec = engine.MjSpec.from_string(BASE.format(body=body, attach=attach), include={'r.xml': robot.encode()})
    spec.copy_during_attach = copies
    child = engine.MjSpec.from_string(robot)
    if way == 'spec':
        spec.attach(child, prefix='r_', frame=spec.frame('f'))
    elif way == 'body':
        spec.frame('f').attach_body(child.body('arm'), 'r_', '')
    elif way == 'frame':
        frame = child.worldbody.add_frame()
        child.body('arm').set_frame(frame)
        spec.body('base').attach_frame(frame, 'r_', '')
    return spec


def add_to_all(spec) -> list:
    """Add bodies, joints and geoms in many places; their classes and settings."""
    arm, hand, frame = spec.body('r_arm'), spec.body('r_hand'), spec.frame('r_frame')
    found = [element.classname.name for element in (arm, hand, spec.geom('r_g'), spec.geom('r_h'))]
    bodies = [hand, arm.add_body(), frame.add_body(), arm.add_frame().add_body(), hand.add_body().add_body(),
              frame.add_frame().add_body()]  # fmt: skip
    for place in (arm, frame, *bodies):
        geom = place.add_geom(size=[0.1, 0, 0], euler=[10, 20, 30])
        found.append((geom.group, geom.classname.name, bool(geom.compiler.degree)))
    for place, body in enumerate(bodies):
        joint = body.add_joint(range=[-30, 30], limited=place % 2)
        found.append((body.classname.name, bool(joint.compiler.degree)))
    for name in ('r_k', 'r_main', 'own'):
        body = hand.add_body()
        body.add_geom(size=[0.1, 0, 0])
        body.add_joint(spec.find_default(name), axis=[1, 0, 0])
    return found


@pytest.mark.parametrize('way', ['spec', 'body', 'frame', 'xml'])
@pytest.mark.parametrize('copies', [False, True])
@pytest.mark.parametrize('angle', ['radian', 'degree'])
@pytest.mark.parametrize(('body', 'frame'), [('', ''), ('k', ''), ('', 'kk'), ('k', 'kk'), ('main', '')])
@pytest.mark.parametrize('base', ['', 'childclass="own"'])
def test_additions_follow_the_parent(way, copies, angle, body, frame, base):
    classes = {key: f'childclass="{name}"' if name else '' for key, name in (('body', body), ('frame', frame))}
    robot = ROBOT.format(angle=angle, **classes)
    specs = [robot_on_base(engine, way, copies, robot, base) for engine in ENGINES]
    ours, theirs = map(add_to_all, specs)
    assert ours == theirs
    model, expected = (spec.compile() for spec in specs)
    assert not differences(model, expected, 1e-9)
    saved = torsor.MjModel.from_xml_string(specs[0].to_xml())
    assert not differences(saved, model, 1e-9)


@pytest.mark.parametrize('copies', [False, True])
def test_handles_of_the_child(copies):
    """An element that moved belongs to the parent, one that was copied to the child."""
    found = []
    for engine in ENGINES:
        spec = engine.MjSpec.from_string('<mujoco><default><geom group="1"/></default></mujoco>')
        spec.copy_during_attach = copies
        child = engine.MjSpec.from_string(ROBOT.format(angle='radian', body='', frame=''))
        arm = child.body('arm')
        spec.attach(child, prefix='r_', frame=spec.worldbody.add_frame())
        geom = arm.add_geom(size=[0.1, 0, 0], euler=[10, 20, 30])
        found.append((geom.group, bool(geom.compiler.degree), spec.compile().ngeom))
    assert found[0] == found[1]


def test_classes_of_frames_are_for_files():
    """The class of a frame counts for what a file has inside it, not for what a program adds."""
    text = """<mujoco><default><default class="k"><geom group="2"/></default></default><worldbody>
      <frame name="f" childclass="k"><body name="b"><geom size=".1"/></body></frame></worldbody></mujoco>"""
    for engine in ENGINES:
        spec = engine.MjSpec.from_string(text)
        frame = spec.frame('f')
        groups = [frame.add_geom().group, frame.add_body().add_geom().group, spec.body('b').add_geom().group]
        np.testing.assert_array_equal(groups, [0, 0, 2])


WORLD = """<mujoco><default><geom group="2"/></default><worldbody><geom name="torso" size=".1"/><site name="ws"/>
  <light name="l"/><frame name="fr" pos="0 0 .5"><geom name="in" size=".1"/></frame><body name="leg" pos=".2 0 0">
  <joint name="j"/><geom name="l" size=".05"/><site name="ls"/></body></worldbody>
  <contact><exclude body1="world" body2="leg"/><pair geom1="torso" geom2="l"/></contact>
  <equality><weld body1="leg" body2="world"/><weld body1="leg"/></equality>
  <tendon><spatial><site site="ws"/><site site="ls"/></spatial></tendon><actuator><motor joint="j"/></actuator>
  <sensor><framepos objtype="body" objname="world"/>
  <framepos objtype="body" objname="leg" reftype="body" refname="world"/></sensor>
  <custom><tuple name="tu"><element objtype="body" objname="world"/></tuple></custom>
  <keyframe><key name="k" qpos=".5"/></keyframe></mujoco>"""


@pytest.mark.parametrize('at', ['site', 'frame'])
@pytest.mark.parametrize(('prefix', 'suffix'), [('p/', ''), ('', '-0')])
@pytest.mark.parametrize('copies', [False, True])
def test_the_world_of_another_spec_as_a_body(at, prefix, suffix, copies):
    models = []
    for engine in ENGINES:
        spec, child = engine.MjSpec(), engine.MjSpec.from_string(WORLD)
        spec.copy_during_attach = copies
        place = getattr(spec.worldbody, f'add_{at}')(pos=[0, 0, 1], euler=[0, 0, 90])
        body = place.attach_body(child.worldbody, prefix, suffix)
        body.add_freejoint()
        assert body.name == f'{prefix}world{suffix}'
        assert (child.worldbody is None) is not copies
        place.attach_body(engine.MjSpec.from_string(WORLD).worldbody, 'q/', '')
        models.append(spec.compile())
    assert not differences(*models, 1e-9)


def test_the_world_needs_another_name():
    for engine in ENGINES:
        spec = engine.MjSpec()
        spec.worldbody.add_frame().attach_body(engine.MjSpec.from_string(WORLD).worldbody, '', '')
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            with pytest.raises(ValueError, match="repeated name 'world' in body"):
                spec.compile()


TAKEN = {
    'actuator': '<actuator><motor name="{}n" joint="{}j"/></actuator>',
    'tendon': '<tendon><fixed name="{}n"><joint joint="{}j" coef="1"/></fixed></tendon>',
    'sensor': '<sensor><jointpos name="{}n" joint="{}j"/></sensor>',
    'equality': '<equality><joint name="{}n" joint1="{}j"/></equality>',
    'exclude': '<contact><exclude name="{}n" body1="{}b" body2="{}c"/></contact>',
    'tuple': '<custom><tuple name="{}n"><element objtype="joint" objname="{}j"/></tuple></custom>',
    'numeric': '<custom><numeric name="{}n" data="1"/></custom>',
    'material': '<asset><material name="{}n"/></asset>',
    'later': '<tendon><fixed name="{}t{}"><joint joint="{}j" coef="1"/></fixed></tendon>'
             '<actuator><motor name="{}n" tendon="{}t{}"/></actuator>',
}  # fmt: skip
HOLDER = """<mujoco><option timestep="{step}"/><worldbody><frame name="f" pos="1 0 0"/><site name="s"/>
  <frame name="around">
  <body name="{0}b"><joint name="{0}j"/><geom name="{0}g" size=".1"/>
  <body name="{0}c"><joint name="{0}i"/><geom size=".1"/></body></body></frame>
  </worldbody>{beside}<keyframe><key name="{0}k" qpos="{qpos}"/></keyframe></mujoco>"""


def holder(engine, kind, prefix, step='0.002', qpos='1 2'):
    beside = TAKEN[kind].replace('{}', prefix)
    return engine.MjSpec.from_string(HOLDER.format(prefix, beside=beside, step=step, qpos=qpos))


def attach_somehow(spec, child, way, prefix):
    if way == 'body':
        spec.frame('f').attach_body(child.body('b'), prefix, '')
    elif way == 'frame':
        spec.worldbody.attach_frame(child.frame('around'), prefix, '')
    else:
        spec.attach(child, prefix=prefix, site='s')


@pytest.mark.parametrize('copies', [True, False])
@pytest.mark.parametrize('way', ['site', 'body', 'frame'])
@pytest.mark.parametrize('kind', TAKEN)
def test_an_attachment_that_repeats_a_name_changes_nothing(kind, way, copies):
    """MuJoCo refuses it too, but leaves a spec that cannot be compiled any more."""
    with pytest.raises(ValueError, match='repeated name'):
        attach_somehow(holder(mujoco, kind, 'x'), holder(mujoco, kind, ''), way, 'x')
    spec, child = holder(torsor, kind, 'x'), holder(torsor, kind, '')
    spec.copy_during_attach = copies
    before = spec.to_xml(), child.to_xml()
    frames = len(spec.frames)
    with pytest.raises(ValueError, match="repeated name 'xn' in"):
        attach_somehow(spec, child, way, 'x')
    assert (spec.to_xml(), child.to_xml()) == before
    assert (len(spec.frames), list(spec.keys[0].qpos)) == (frames, [1, 2])
    child.compile()
    attach_somehow(spec, child, way, 'y')
    model = spec.compile()
    assert (model.njnt, model.nkey) == (4, 2)


@pytest.mark.parametrize('copies', [True, False])
def test_an_attachment_with_a_bad_keyframe_changes_nothing(copies):
    spec, child = holder(torsor, 'actuator', 'x'), holder(torsor, 'actuator', '', step='0.001', qpos='1 2 3')
    spec.copy_during_attach = copies
    frames = len(spec.frames)
    with pytest.raises(ValueError, match='qpos'):
        spec.attach(child, prefix='y', site='s')
    assert (len(spec.frames), list(spec.keys[0].qpos), spec.option.timestep) == (frames, [1, 2], 0.002)
    child.keys[0].qpos = [1, 2]
    spec.attach(child, prefix='y', site='s')
    assert spec.compile().nkey == 2


def test_a_keyframe_that_is_too_long_speaks_of_what_is_attached():
    found = []
    for engine in ENGINES:
        spec, child = holder(engine, 'actuator', 'x', qpos='1 2 3'), holder(engine, 'actuator', '', qpos='5 6')
        spec.attach(child, prefix='y', site='s')
        found.append((spec.compile().key_qpos.tolist(), [list(key.qpos) for key in spec.keys]))
    assert found[0] == found[1]


def test_what_an_attachment_leaves_behind_repeats_no_name():
    """A name that is taken does not matter for an element that is not attached."""
    for engine in ENGINES:
        spec, child = holder(engine, 'actuator', 'p'), holder(engine, 'actuator', '')
        spec.actuators[0].name = 'xn'
        spec.frame('f').attach_body(child.body('c'), 'x', '')
        assert [actuator.name for actuator in spec.actuators] == ['xn']
        assert spec.compile().njnt == 3


PAINTED = """<mujoco><default><default class="c"><geom material="paint"/><material texture="tx"/></default></default>
  <asset><texture name="tx" type="2d" builtin="flat" width="4" height="4"/><material name="paint" class="c"/></asset>
  <worldbody><body name="b" childclass="c"><geom name="g" size=".1"/></body></worldbody></mujoco>"""


def painted_child(engine, way, own):
    """A model with the painted one attached, and a geom of its class that is added later."""
    if way == 'xml':
        xml = f"""<mujoco><asset>{'<material name="paint"/>' * own}<model name="k" file="kid.xml"/></asset>
            <worldbody><attach model="k" body="b" prefix="x_"/></worldbody></mujoco>"""
        spec = engine.MjSpec.from_string(xml, include={'kid.xml': PAINTED.encode()})
    else:
        spec = engine.MjSpec()
        spec.attach(engine.MjSpec.from_string(PAINTED), frame=spec.worldbody.add_frame(), prefix='x_')
        if own:
            spec.add_material(name='paint')
    return spec, spec.body('x_b').add_geom(size=[0.1, 0, 0])


@pytest.mark.parametrize('way', ['spec', 'xml'])
def test_classes_keep_the_names_of_assets(way):
    """What is added later is looked for among the assets of the parent, unlike what the child had of the class."""
    found = []
    for engine in ENGINES:
        spec, added = painted_child(engine, way, True)
        default, m = spec.find_default('x_c'), spec.compile()
        again = engine.MjSpec.from_string(spec.to_xml()).compile()
        found.append([default.geom.material, list(default.material.textures), spec.geom('x_g').material, added.material,
                      list(spec.material('x_paint').textures),
                      *([model.material(k).name for k in model.geom_matid] for model in (m, again))])
    assert found[0] == found[1]
    assert found[0][-1] == ['x_paint', 'paint']


@pytest.mark.parametrize('way', ['spec', 'xml'])
def test_an_asset_that_only_the_child_has_is_not_found(way):
    for engine in ENGINES:
        spec, _ = painted_child(engine, way, False)
        with pytest.raises(ValueError, match='paint'):
            spec.compile()
