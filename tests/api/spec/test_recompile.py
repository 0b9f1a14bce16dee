"""The state that recompile carries over, after many kinds of edits: the same in both engines."""

import mujoco
import numpy as np
import pytest

import torsor

XML = """<mujoco><size nuserdata="2"/><worldbody><body name="h" mocap="true"/><body name="h2" mocap="true" pos="1 0 0"/>
  <body name="b"><joint name="j" damping="1"/><geom size=".1"/></body>
  <body name="c" pos="1 0 0"><freejoint name="f"/><geom size=".1"/></body>
  <body name="e" pos="2 0 0"><joint name="k" type="ball" springyield="1" stiffness="1"/><geom size=".1"/></body>
  </worldbody><equality><weld name="e" body1="b" body2="h" active="false"/>
  <weld name="e2" body1="b" body2="h2" active="false"/></equality>
  <actuator><motor name="a" joint="j" delay=".01" nsample="5"/><intvelocity name="i" joint="j" actrange="-1 1"/>
  <motor name="a2" joint="j" delay=".01" nsample="3" interp="linear"/></actuator>
  <sensor><jointpos name="s" joint="j" delay=".01" nsample="5"/>
  <framepos name="s2" objtype="body" objname="c" delay=".004" nsample="4"/><clock name="s3" nsample="2" interval=".01"/>
  </sensor></mujoco>"""
STATE = ('time', 'qpos', 'qvel', 'act', 'ctrl', 'history', 'qacc_warmstart', 'userdata', 'mocap_pos', 'mocap_quat',
         'eq_active', 'xfrc_applied', 'qfrc_applied', 'plastic')  # fmt: skip


def rename(spec):
    spec.joint('j').name = 'jj'
    for name in ('a', 'i', 'a2'):
        spec.actuator(name).target = 'jj'
    spec.sensor('s').objname = 'jj'
    spec.actuator('a').name, spec.sensor('s').name, spec.body('h').name = 'aa', 'ss', 'hh'
    spec.equality('e').name2 = 'hh'


def move(spec):
    spec.body('c').pos, spec.body('h2').pos = [5, 5, 5], [7, 7, 7]
    spec.joint('j').ref = 10


def add_body(spec):
    body = spec.worldbody.add_body(pos=[3, 0, 0])
    body.add_geom(size=[0.1, 0, 0])
    body.add_freejoint()


def setting(find, **values):
    def edit(spec):
        for name, value in values.items():
            setattr(find(spec), name, value)

    return edit


EDITS = {
    'nothing': lambda spec: None, 'rename': rename, 'move': move, 'add body': add_body,
    'copy': lambda spec: spec.copy(),
    'add geom': lambda spec: spec.body('b').add_geom(size=[0.05, 0, 0]) and None,
    'add joint': lambda spec: spec.body('b').add_joint(type=2, axis=[1, 0, 0]) and None,
    'add actuator': lambda spec: spec.add_actuator(target='j', trntype=0, nsample=2, delay=0.004) and None,
    'delete actuator': lambda spec: spec.delete(spec.actuator('a')),
    'delete activation': lambda spec: spec.delete(spec.actuator('i')),
    'delete sensor': lambda spec: spec.delete(spec.sensor('s')),
    'delete equality': lambda spec: spec.delete(spec.equality('e')),
    'delete mocap': lambda spec: spec.delete(spec.body('h')),
    'delete body': lambda spec: spec.delete(spec.body('b')),
    'delete joint': lambda spec: spec.delete(spec.joint('f')),
    'fewer samples': setting(lambda spec: spec.actuator('a'), nsample=4),
    'more samples': setting(lambda spec: spec.sensor('s2'), nsample=6),
    'other delay': setting(lambda spec: spec.actuator('a'), delay=0.006, interp=1),
    'no delay': setting(lambda spec: spec.actuator('a'), nsample=0, delay=0),
    'other sensor': setting(lambda spec: spec.sensor('s2'), objname='b'),
    'other joint': setting(lambda spec: spec.joint('j'), type=2),
    'no yield': setting(lambda spec: spec.joint('k'), springyield=0),
    'no mocap': setting(lambda spec: spec.body('h'), mocap=False),
    'more userdata': setting(lambda spec: spec, nuserdata=3), 'less userdata': setting(lambda spec: spec, nuserdata=1),
}  # fmt: skip


@pytest.mark.parametrize('edit', EDITS)
def test_what_is_carried_over(edit):
    states = []
    for engine in (torsor, mujoco):
        spec = engine.MjSpec.from_string(XML)
        model = spec.compile()
        data = engine.MjData(model)
        for i in range(12):
            data.ctrl[:] = i + 1, 0.3, -i
            engine.mj_step(model, data)
        data.userdata[:] = 3, 4
        data.mocap_pos[:], data.mocap_quat[:] = [[1, 2, 3], [4, 5, 6]], [[0, 1, 0, 0], [0, 0, 1, 0]]
        data.eq_active[0], data.xfrc_applied[1], data.qfrc_applied[:] = 1, 1, np.arange(model.nv)
        _, carried = (EDITS[edit](spec) or spec).recompile(model, data)
        states.append({name: np.array(getattr(carried, name), float) for name in STATE})
    ours, theirs = states
    for name in STATE:
        np.testing.assert_allclose(ours[name], theirs[name], rtol=0, atol=1e-9, err_msg=name)
