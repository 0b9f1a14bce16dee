"""MjSpec: building, editing, attaching, deleting, compiling, with the results and errors of the wheel."""

import mujoco
import numpy as np
import pytest

import torsor
from torsor.model.spec.errors import ModelError

HINGE, BALL = torsor.mjtJoint.mjJNT_HINGE, torsor.mjtJoint.mjJNT_BALL
KINDS = {
    'body': 'worldbody', 'geom': 'worldbody', 'joint': 'worldbody', 'site': 'worldbody', 'camera': 'worldbody',
    'light': 'worldbody', 'frame': 'worldbody', 'mesh': '', 'hfield': '', 'texture': '', 'material': '', 'pair': '',
    'exclude': '', 'equality': '', 'tendon': '', 'actuator': '', 'sensor': '', 'numeric': '', 'text': '', 'tuple': '',
    'key': '', 'plugin': '', 'flex': '', 'skin': '',
}  # fmt: skip
OBJECTS = ('parent', 'frame', 'compiler', 'classname', 'alt', 'ialt', 'plugin', 'path')


def added(engine, kind):
    spec = engine.MjSpec()
    owner = getattr(spec, KINDS[kind]) if KINDS[kind] else spec
    return spec, getattr(owner, f'add_{kind}')()


@pytest.mark.parametrize('kind', KINDS)
def test_properties_have_the_types_and_defaults_of_the_wheel(kind):
    (_kept, ours), (_also, theirs) = added(torsor, kind), added(mujoco, kind)
    names = {name for name in dir(theirs) if not name.startswith('_')}
    assert names <= set(dir(ours))
    for name in sorted(names - set(OBJECTS)):
        value, expected = getattr(ours, name), getattr(theirs, name)
        if callable(expected):
            continue
        if isinstance(expected, np.ndarray):
            assert (value.dtype, value.shape) == (expected.dtype, expected.shape), name
            np.testing.assert_array_equal(value, expected)
        elif type(expected).__module__.startswith('mujoco') and hasattr(expected, '__len__'):
            assert type(value).__name__ == type(expected).__name__, name
            assert list(value) == list(expected), name
        else:
            assert type(value).__name__ == type(expected).__name__, name
            assert value == expected or value != value, name


def test_settings_are_those_of_the_wheel():
    ours, theirs = torsor.MjSpec(), mujoco.MjSpec()
    for name in dir(theirs.compiler):
        if not name.startswith('_') and name not in ('LRopt', 'eulerseq', 'inertiagrouprange'):
            assert getattr(ours.compiler, name) == getattr(theirs.compiler, name), name
    for name in ('memory', 'nuserdata', 'nkey', 'njmax', 'nuser_geom', 'modelname', 'strippath', 'override_assets'):
        assert getattr(ours, name) == getattr(theirs, name), name


def test_arrays_are_live():
    spec = torsor.MjSpec()
    body = spec.worldbody.add_body()
    pos = body.pos
    pos[0] = 1
    body.pos += 1
    np.add(pos, 1, out=pos)
    geom = body.add_geom(size=[0.1], rgba=[0.1, 0.2, 0.3, 1])
    spec.default.geom.rgba[0] = 0.5
    model = spec.compile()
    assert model.body_pos[1].tolist() == [3, 2, 2]
    assert body.pos is pos
    body.pos = [7, 8, 9]
    assert pos.tolist() == [7, 8, 9]
    assert spec.compile().body_pos[1].tolist() == [7, 8, 9]
    assert spec.worldbody.add_geom().rgba[0] == 0.5
    assert 'rgba="0.1 0.2 0.3 1"' in torsor.MjSpec.from_string('<mujoco><worldbody><geom size="1" rgba=".1 .2 .3 1"/>'
                                                               '</worldbody></mujoco>').to_xml()  # fmt: skip
    assert geom.rgba.dtype == np.float32


@pytest.mark.parametrize(('values', 'error', 'message'), [
    (dict(pos=[1, 2]), ValueError, 'pos should be a list/array of size 3'),
    (dict(pos='abc'), TypeError, 'pos'),
    (dict(type='box'), TypeError, 'type'),
    (dict(type=99), ValueError, '99 is no mjtGeom'),
    (dict(mass='heavy'), TypeError, 'mass'),
    (dict(contype=1.5), TypeError, 'contype'),
    (dict(size=[1, 2, 3, 4]), ValueError, 'size should be a list/array of size 1 to 3'),
    (dict(euler=[1, 2, 3], zaxis=[1, 2, 3]), ValueError, 'Only one of'),
    (dict(name='taken'), ValueError, "repeated name 'taken' in geom"),
    (dict(colour=3), TypeError, 'colour'),
])  # fmt: skip
def test_bad_keywords_leave_nothing_behind(values, error, message):
    spec = torsor.MjSpec()
    spec.worldbody.add_geom(name='taken', size=[1])
    with pytest.raises(error, match=message):
        spec.worldbody.add_geom(**values)
    assert len(spec.geoms) == 1
    assert spec.compile().ngeom == 1


def test_errors_name_the_element():
    spec = torsor.MjSpec()
    spec.worldbody.add_body().add_geom(name='egg', info='line 12')
    with pytest.raises(ModelError, match="size 0 must be positive in geom\nElement name 'egg', id 0, line 12"):
        spec.compile()
    spec.geoms[0].size[0] = 1
    spec.add_actuator(name='m')
    with pytest.raises(ModelError, match=r"needs something to act on.*\nElement name 'm', id 0"):
        spec.compile()


def test_what_cannot_be_compiled_yet_is_refused():
    spec = torsor.MjSpec()
    body = spec.worldbody.add_body()
    body.plugin = spec.add_plugin(name='p', plugin_name='mujoco.pid', active=True)
    with pytest.raises(ModelError, match='plugins are not supported'):
        spec.compile()


def test_deleting_takes_along_what_refers_to_it():
    spec = torsor.MjSpec.from_string("""<mujoco><worldbody><body name="a"><joint name="j"/><geom name="g" size="1"/>
      <body name="b"><joint name="k"/><geom size="1"/></body></body></worldbody>
      <tendon><fixed name="t"><joint joint="k" coef="1"/></fixed></tendon>
      <actuator><motor name="m" tendon="t"/><motor name="n" joint="j"/></actuator>
      <sensor><actuatorfrc actuator="m"/><jointpos joint="j"/></sensor>
      <keyframe><key qpos="1 2"/></keyframe></mujoco>""")
    removed = spec.body('b')
    spec.delete(removed)
    model = spec.compile()
    assert (model.nbody, model.ntendon, model.nu, model.nsensor) == (2, 0, 1, 1)
    assert model.key_qpos.tolist() == [[1]]
    assert removed.parent is None
    assert removed.id == -1
    with pytest.raises(ValueError, match='not in this model'):
        spec.delete(removed)
    with pytest.raises(ValueError, match='world'):
        spec.delete(spec.worldbody)


def leg():
    return torsor.MjSpec.from_string("""<mujoco><compiler angle="degree"/>
      <default><default class="k"><geom rgba="0 1 0 1"/></default></default>
      <worldbody><body name="B" euler="90 0 0" childclass="k"><joint name="J" range="0 90"/><geom size=".1"/></body>
      </worldbody><actuator><motor name="A" joint="J"/></actuator><keyframe><key name="K" qpos="0.5"/></keyframe>
      </mujoco>""")


@pytest.mark.parametrize('copies', [True, False])
def test_attached_elements_keep_their_units_and_keyframes(copies):
    spec, child = torsor.MjSpec(), leg()
    spec.compiler.degree = False
    spec.copy_during_attach = copies
    frame, body = spec.worldbody.add_frame(pos=[0, 0, 1]), child.body('B')
    spec.attach(child, frame=frame, prefix='x_', suffix='_y')
    assert (spec.body('x_B_y') is body) is not copies
    assert (child.body('B') is body) is copies
    model = spec.compile()
    np.testing.assert_allclose(model.jnt_range, [[0, np.pi / 2]])
    np.testing.assert_allclose(model.body('x_B_y').quat, [np.sqrt(0.5), np.sqrt(0.5), 0, 0])
    assert model.key('x_K_y').qpos.tolist() == [0.5]
    assert spec.find_default('x_k_y').geom.rgba.tolist() == [0, 1, 0, 1]
    again = torsor.MjModel.from_xml_string(spec.to_xml())
    np.testing.assert_allclose(again.jnt_range, model.jnt_range)
    body.pos[0] = 3
    assert spec.compile().body_pos[1, 0] == (0 if copies else 3)


def test_what_moved_belongs_to_its_parent():
    spec, child = torsor.MjSpec(), leg()
    frame = spec.worldbody.add_frame()
    spec.attach(child, frame=frame, prefix='x')
    with pytest.raises(ValueError, match='cannot compile child spec'):
        child.compile()
    with pytest.raises(ValueError, match='already attached by reference'):
        spec.attach(child, frame=frame, prefix='y')
    with pytest.raises(ValueError, match='enable deep copy'):
        frame.attach_body(spec.body('xB'), 'z')
    assert child.parent is spec
    with pytest.raises(ValueError, match="repeated name 'xA' in actuator"):
        spec.attach(leg(), frame=frame, prefix='x')
    assert spec.compile().nbody == 2


def test_recompiling_keeps_the_state():
    spec = torsor.MjSpec()
    for name in 'ab':
        body = spec.worldbody.add_body(name=name, pos=[ord(name), 0, 0])
        body.add_geom(size=[0.1], pos=[0.1, 0, 0])
        body.add_joint(name=name, type=BALL)
        spec.add_actuator(name=name, target=name, trntype=torsor.mjtTrn.mjTRN_JOINT)
    model = spec.compile()
    data = torsor.MjData(model)
    data.ctrl[:] = 1, 2
    torsor.mj_step(model, data, 30)
    spec.delete(spec.body('a'))
    spec.worldbody.add_body().add_geom(size=[1])
    other, carried = spec.recompile(model, data)
    assert carried.qpos.tolist() == data.qpos[4:].tolist()
    assert carried.qvel.tolist() == data.qvel[3:].tolist()
    assert (carried.time, carried.ctrl.tolist(), other.nu) == (data.time, [2], 1)


def test_copies_share_nothing():
    spec = leg()
    twin = spec.copy()
    spec.body('B').pos[0] = 1
    spec.default.geom.size[0] = 2
    spec.option.timestep = 0.1
    assert twin.compile().body_pos[1, 0] == 0
    assert twin.option.timestep == 0.002
    assert twin.body('B') is not spec.body('B')
    assert twin.to_xml() == leg().to_xml()


def test_copy_back_or_nothing():
    spec = leg()
    model = spec.compile()
    model.body('B').pos[2] = 3
    model.joint('J').range[1] = np.pi
    spec.copy_back(model)
    assert spec.body('B').pos.tolist() == [0, 0, 3]
    np.testing.assert_allclose(spec.joint('J').range, [0, 180])
    model = spec.compile()
    model.body('B').pos[2] = 4
    model.dof_jntid[0] = 1
    with pytest.raises(ValueError, match='dof_jntid'):
        spec.copy_back(model)
    assert spec.body('B').pos[2] == 3


def test_actuators_become_what_shortcuts_make_them():
    ours, theirs = torsor.MjSpec().add_actuator(), mujoco.MjSpec().add_actuator()
    for method, values in (
        ('position', dict(kp=2.0, kv=3.0, timeconst=4.0)), ('velocity', dict(kv=5.0)), ('motor', {}),
        ('intvelocity', dict(kp=2.0, dampratio=1.0)), ('damper', dict(kv=6.0)), ('adhesion', dict(gain=7.0)),
        ('cylinder', dict(timeconst=1.0, bias=2.0, area=3.0)), ('muscle', dict(tausmooth=0.1, force=5.0)),
        ('orientation', dict(kp=2.0, kv=1.0)), ('pid', dict(kp=2.0, ki=0.5, imax=1.5)),
        ('dcmotor', dict(motorconst=[0.05, 0.05], resistance=2.0)),
    ):  # fmt: skip
        for actuator in (ours, theirs):
            getattr(actuator, f'set_to_{method}')(**values)
        for name in ('gainprm', 'biasprm', 'dynprm', 'gaintype', 'biastype', 'dyntype', 'actearly'):
            np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=f'{method} {name}')


def test_settings_of_the_compiler_are_assigned_as_a_whole():
    spec, other = torsor.MjSpec(), torsor.MjSpec()
    other.compiler.degree, other.compiler.eulerseq, other.compiler.meshdir = False, 'zyx', 'meshes'
    other.compiler.inertiagrouprange[:] = 1, 3
    other.compiler.LRopt.accel = 7
    other.modelfiledir = 'elsewhere'
    spec.compiler = other.compiler
    other.compiler.LRopt.accel, other.compiler.inertiagrouprange[0] = 8, 0
    spec.worldbody.add_body(euler=[1, 2, 3]).add_geom(size=[1, 1, 1])
    other.worldbody.add_body(euler=[1, 2, 3]).add_geom(size=[1, 1, 1])
    assert (spec.compiler.LRopt.accel, spec.meshdir, spec.modelfiledir) == (7, 'meshes', '')
    assert spec.compiler.inertiagrouprange.tolist() == [1, 3]
    assert spec.compile().body_quat[1].tolist() == other.compile().body_quat[1].tolist()
    for wrong in (3, spec, None):
        with pytest.raises(TypeError, match='must be an MjsCompiler'):
            spec.compiler = wrong
        with pytest.raises(TypeError, match='must be an MjLROpt'):
            spec.compiler.LRopt = wrong


def test_a_class_gets_another_name():
    spec = torsor.MjSpec.from_string(
        '<mujoco><default><default class="k"><geom size=".2"/><default class="l"/></default></default>'
        '<worldbody><body childclass="k"><geom name="g"/></body><frame childclass="l"><geom/></frame></worldbody>'
        '</mujoco>')
    default = spec.find_default('k')
    default.name = 'big'
    assert spec.find_default('big') is default
    assert spec.find_default('k') is None
    assert spec.geom('g').classname is default
    model = torsor.MjModel.from_xml_string(spec.to_xml())
    assert model.geom_size[:, 0].tolist() == [0.2, 0.2]
    with pytest.raises(ValueError, match='already a class'):
        default.name = 'l'
    with pytest.raises(ValueError, match='keeps its name'):
        spec.default.name = 'all'
    with pytest.raises(TypeError, match='expected a str'):
        default.name = 3


def test_the_file_of_a_mesh_is_a_model_without_anything_else(tmp_path):
    corners = b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
    (tmp_path / 'corner.obj').write_bytes(corners)
    for engine in (torsor, mujoco):
        spec = engine.MjSpec.from_file(str(tmp_path / 'corner.obj'))
        assert (len(spec.meshes), len(spec.geoms), spec.meshes[0].name) == (1, 0, '')
    spec = torsor.MjSpec.from_file(tmp_path / 'corner.obj')
    spec.meshes[0].name = 'corner'
    spec.worldbody.add_geom(type=torsor.mjtGeom.mjGEOM_MESH, meshname='corner')
    assert spec.compile().nmeshface == 4
    with pytest.raises(ValueError, match=r'none\.stl: there is no such file'):
        torsor.MjSpec.from_file('none.stl')
    with pytest.raises(ValueError, match=r'bad\.stl: stl_decoder: invalid header'):
        torsor.MjSpec.from_file('bad.stl', include={'bad.stl': b'short'})
