"""Keyframes of specs whose elements are added, deleted and attached: the same in both engines.

Deleting a body, or a joint or actuator of a compiled spec, keeps what keyframes say of the others. A vector that was
never compiled is only a row of numbers, which has to fit. Keyframes that were kept, or attached, follow new ones.
"""

import warnings

import mujoco
import numpy as np
import pytest

import torsor

ENGINES = torsor, mujoco
XML = """<mujoco><worldbody><body name="h" mocap="true"/><body name="b"><site/><joint name="j1" ref="20"/>
  <geom size=".1"/><geom size=".1"/><body name="b2"><joint name="j2"/><geom size=".1"/><body name="b3">
  <joint name="j3"/><joint name="j4" axis="1 0 0"/><geom size=".1"/></body></body></body></worldbody>
  <sensor><clock/></sensor><actuator><motor name="a1" joint="j2"/><motor name="a2" joint="j2"/>
  <intvelocity name="a3" joint="j2" actrange="-1 1"/></actuator>
  <keyframe><key name="k" qpos="1 2 3 4" qvel="4 5 6 7" ctrl="7 8 9" act="10" mpos="1 2 3"/></keyframe></mujoco>"""
CHILD = """<mujoco><worldbody><body name="q"><joint name="q"/><geom size=".1"/></body></worldbody>
  <keyframe><key {}qpos="9"/></keyframe></mujoco>"""


def add_body(spec):
    body = spec.worldbody.add_body()
    body.add_geom(size=[0.1, 0, 0])
    body.add_joint()


def set_key(spec, **values):
    for name, value in values.items():
        setattr(spec.keys[0], name, value)


def attach(spec, name=''):
    child = (torsor if isinstance(spec, torsor.MjSpec) else mujoco).MjSpec.from_string(CHILD.format(name))
    spec.attach(child, prefix='x_', frame=spec.worldbody.add_frame())


OPERATIONS = {
    'compile': lambda spec: spec.compile(),
    'delete j1': lambda spec: spec.delete(spec.joint('j1')),
    'delete j3': lambda spec: spec.delete(spec.joint('j3')),
    'delete b3': lambda spec: spec.delete(spec.body('b3')),
    'delete h': lambda spec: spec.delete(spec.body('h')),
    'delete a1': lambda spec: spec.delete(spec.actuator('a1')),
    'delete a3': lambda spec: spec.delete(spec.actuator('a3')),
    'delete geom': lambda spec: spec.delete(spec.geoms[0]),
    'delete sensor': lambda spec: spec.delete(spec.sensors[0]),
    'delete frame': lambda spec: spec.delete(spec.worldbody.add_frame()),
    'delete key': lambda spec: spec.delete(spec.keys[0]),
    'add joint': lambda spec: spec.body('b').add_joint(name='n', axis=[1, 0, 0]),
    'add body': add_body,
    'add actuator': lambda spec: spec.add_actuator(trntype=0, target='j2'),
    'add key': lambda spec: spec.add_key(time=3),
    'add full key': lambda spec: spec.add_key(qpos=[0.4, 0.5, 0.6, 0.7]),
    'add short key': lambda spec: spec.add_key(qpos=[0.4, 0.5, 0.6]),
    'set qpos': lambda spec: set_key(spec, qpos=[0.1, 0.2, 0.3, 0.4]),
    'set short qpos': lambda spec: set_key(spec, qpos=[0.1, 0.2, 0.3]),
    'set ctrl': lambda spec: set_key(spec, ctrl=[0.1, 0.2, 0.3]),
    'attach': lambda spec: attach(spec, 'name="q" '),
    'attach without name': attach,
}
SEQUENCES = """delete j1; compile, delete j1; compile, delete j1, delete j3; compile, delete b3; delete b3; delete h
  compile, delete h; compile, delete a1; delete a1; delete a3; compile, delete a3; compile, add joint; add joint
  compile, add joint, delete j1; add joint, delete j1; compile, delete j1, add joint; delete j1, add joint
  compile, add body, delete j3; compile, add actuator, delete a1; compile, delete a1, add actuator; compile, set qpos
  compile, set qpos, delete j1; compile, set short qpos; compile, set short qpos, delete j1; set qpos, delete j1
  compile, set ctrl, delete a1; compile, add short key; compile, add short key, delete j1; compile, add key, delete j1
  compile, add short key, compile, delete j1; compile, delete j1, set short qpos; compile, delete j1, add short key
  compile, delete j1, compile, delete j3; compile, delete j1, add key, compile, delete j3; delete frame, delete j1
  compile, add joint, compile, delete j1; compile, add actuator, delete j1; add joint, compile, delete j1
  compile, add joint, delete b3; add joint, delete b3; compile, delete j1, add short key, delete j3
  compile, delete j1, add full key, delete j3; compile, delete b3, add full key; compile, set short qpos, delete b3
  set short qpos, delete b3; compile, set short qpos, add joint; compile, delete j1, delete key; delete key, add key
  attach; compile, attach; add joint, attach; compile, add joint, attach; attach, add key; compile, attach, add key
  compile, attach, delete j1; attach, delete j1; attach, compile, delete j1; compile, set short qpos, attach
  compile, add key, attach; compile, delete j1, add key, attach; compile, add joint, attach, delete j1
  attach, compile, delete a1; attach, delete a1; compile, delete geom, add key; compile, delete sensor, add key
  compile, delete a1, add key; compile, delete frame, add key; delete frame, add key; attach without name
  attach without name, add key; compile, attach without name, delete j1"""


def outcome(engine, operations, copies):
    """The keyframes after a sequence of operations, or the operation that was refused."""
    spec = engine.MjSpec.from_string(XML)
    for operation in operations:
        try:
            OPERATIONS[operation](spec)
        except ValueError:
            return operation
        if copies and operation == 'compile':
            spec = spec.copy()
    try:
        model = spec.compile()
    except ValueError:
        return 'refused'
    names = [model.key(place).name for place in range(model.nkey)]
    vectors = [getattr(model, f'key_{name}') for name in ('time', 'qpos', 'qvel', 'act', 'ctrl', 'mpos', 'mquat')]
    written = [[list(getattr(key, name)) for name in ('qpos', 'qvel', 'ctrl', 'mpos')] for key in spec.keys]
    return names, [vector.tolist() for vector in vectors], written


@pytest.mark.parametrize('copies', [False, True])
@pytest.mark.parametrize('sequence', [text.strip() for text in SEQUENCES.replace('\n', ';').split(';')])
def test_sequences_of_edits(sequence, copies):
    operations = sequence.split(', ')
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        ours, theirs = (outcome(engine, operations, copies) for engine in ENGINES)
    if isinstance(theirs, str) or isinstance(ours, str):
        assert ours == theirs
        return
    assert ours[0] == theirs[0]
    for mine, expected in zip(ours[1], theirs[1]):
        np.testing.assert_allclose(mine, expected, rtol=0, atol=1e-12)
    assert ours[2] == theirs[2]


YIELDING = """<mujoco><worldbody>
  <body name="a"><joint name="a" springyield="1" stiffness="1"/><geom size=".1"/><site name="a"/></body>
  <body name="b"><joint name="b" type="ball" springyield="{ball}" stiffness="1"/><geom size=".1"/>
  <site name="b" pos="1 0 0"/></body></worldbody>
  <tendon><fixed name="t" springyield="1" stiffness="1" springlength=".1 .2"><joint joint="a" coef="1"/></fixed>
  <spatial name="u" springyield="2" stiffness="1"><site site="a"/><site site="b"/></spatial></tendon>
  <keyframe><key name="k" plastic="{plastic}"/><key name="empty"/></keyframe></mujoco>"""
YIELDING_PARENT = """<mujoco><worldbody><body><joint name="w" springyield="3" stiffness="1"/><geom size=".1"/>
  <frame name="f"/></body></worldbody><tendon><fixed springyield="2" stiffness="2"><joint joint="w" coef="2"/></fixed>
  </tendon><keyframe><key name="own" plastic="7 8 9"/></keyframe></mujoco>"""


def yielding(engine, way, copies, ball, count):
    text = YIELDING.format(ball=ball, plastic=' '.join(str(0.5 + place) for place in range(count)))
    child, spec = engine.MjSpec.from_string(text), engine.MjSpec.from_string(YIELDING_PARENT)
    spec.copy_during_attach = copies
    if 'compiled' in way:
        child.compile()
    if 'delete' in way:
        child.delete(child.joint('b') if 'joint' in way else child.tendon('t'))
        return child
    if 'body' in way:
        spec.frame('f').attach_body(child.body('a'), 'x', '')
    else:
        spec.attach(child, frame=spec.frame('f'), prefix='x')
    if 'again' in way:
        spec.compile()
        spec.delete(spec.tendon('xt'))
    return spec


@pytest.mark.parametrize('way', ['attach', 'compiled, attach', 'attach body', 'compiled, attach body', 'attach again',
                                 'compiled, delete tendon', 'compiled, delete joint'])
@pytest.mark.parametrize('copies', [True, False])
def test_keyframes_of_yielding_springs(way, copies):
    """Joints come first, then two numbers of each tendon; the spec keeps quaternions as they were given."""
    for ball, count in ((0, 0), (0, 3), (0, 4), (0, 5), (1, 1), (1, 4), (1, 8), (1, 9)):
        found = []
        for engine in (torsor, mujoco):
            spec = yielding(engine, way, copies, ball, count)
            model = spec.compile()
            found.append((model.key_plastic, [(key.name, list(key.plastic)) for key in spec.keys]))
        (vectors, keys), expected = found
        assert keys == expected[1]
        np.testing.assert_allclose(vectors, expected[0], rtol=0, atol=1e-14, strict=True)


@pytest.mark.parametrize('way', ['delete frame', 'attach'])
def test_new_keyframes_are_listed_before_those_that_were_kept(way):
    found = []
    for engine in ENGINES:
        spec = engine.MjSpec.from_string(XML)
        attach(spec, 'name="late" ') if way == 'attach' else OPERATIONS[way](spec)
        spec.add_key(name='new')
        found.append([key.name for key in spec.keys])
    assert found[0] == found[1]


@pytest.mark.parametrize('compiles', [True, False])
@pytest.mark.parametrize('way', ['nested', 'delete'])
def test_keyframes_that_a_child_only_keeps_are_attached_under_their_own_names(way, compiles):
    """Until it is compiled, which makes them its own."""
    found = []
    for engine in ENGINES:
        middle, spec = engine.MjSpec.from_string(XML), engine.MjSpec()
        attach(middle, 'name="late" ') if way == 'nested' else middle.delete(middle.body('b3'))
        if compiles:
            middle.compile()
        spec.attach(middle, prefix='y_', frame=spec.worldbody.add_frame())
        model = spec.compile()
        found.append(([model.key(place).name for place in range(model.nkey)], model.key_qpos.tolist()))
    assert found[0] == found[1]
