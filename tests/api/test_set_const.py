"""mj_setConst: constants of a model, computed anew after it was changed, and what is left in the data."""

import mujoco
import numpy as np
import pytest

import torsor
from parity.twins import RESULTS
from torsor import models

PRIVATE = ('signature', 'nbuffer', 'narena')


def changed_model(engine, name):
    """A bundled model with other masses, sizes, places, armature and reference, and its constants."""
    m = engine.MjModel.from_xml_path(str(models.path(name)))
    random = np.random.default_rng(0)
    m.body_mass[1:] *= random.uniform(0.5, 2.0, m.nbody - 1)
    m.geom_size[:] *= random.uniform(0.5, 2.0, (m.ngeom, 1))
    m.geom_pos[:] += 0.01 * random.normal(size=(m.ngeom, 3))
    m.body_ipos[1:] += 0.01
    m.dof_armature[:] += 0.1
    m.jnt_pos[:] += 0.01
    d = engine.MjData(m)
    engine.mj_setConst(m, d)
    return m


@pytest.mark.filterwarnings('ignore:this version of Torsor')
@pytest.mark.parametrize('name', models.names())
def test_constants_follow_what_was_changed(name):
    ours, theirs = changed_model(torsor, name), changed_model(mujoco, name)
    for field in dir(theirs):
        value = None if field.startswith('_') or field in PRIVATE else getattr(theirs, field)
        if isinstance(value, np.ndarray) and value.size:
            scale = max(1e-6, np.abs(value.astype(float)).max())
            np.testing.assert_allclose(getattr(ours, field).astype(float) / scale, value.astype(float) / scale,
                                       rtol=0, atol=1e-11, err_msg=field)


SCENE = """<mujoco>
  <option integrator="{integrator}"><flag {flags}/></option>
  <worldbody>
    <light pos="0 0 3" mode="track"/><camera pos="0 0 2" mode="targetbody" target="arm"/>
    <geom type="plane" size="5 5 1"/>
    <body mocap="true" pos="5 0 0"><geom size=".1"/></body>
    <body name="ball" pos="0 0 .09"><freejoint/><geom size=".1"/></body>
    <body name="arm" pos="1 0 1">
      <joint name="j" axis="0 1 0" range="-1 1" damping=".1" stiffness="3" frictionloss=".1"/>
      <geom size=".1" pos=".2 0 0"/><site/>
      <body pos=".4 0 0"><joint type="ball"/><geom size=".1" pos=".2 0 0"/></body></body>
  </worldbody>
  <tendon><fixed name="t" stiffness="2" range="0 1"><joint joint="j" coef="2"/></fixed></tendon>
  <actuator><motor joint="j"/><position tendon="t" kp="3"/><general joint="j" dyntype="filter" dynprm=".1"/></actuator>
  <equality><connect body1="arm" body2="ball" anchor="0 0 0"/></equality>
</mujoco>"""


def used_data(engine, integrator, flags):
    """A model that was changed while its data was in motion, and the data after its constants were computed."""
    m = engine.MjModel.from_xml_string(SCENE.format(integrator=integrator, flags=flags))
    d, random = engine.MjData(m), np.random.default_rng(0)
    d.qpos[7], d.qvel[:], d.ctrl[:], d.qfrc_applied[:], d.time = 0.3, random.normal(size=m.nv), 0.3, 0.1, 3.0
    engine.mj_step(m, d)
    engine.mj_forward(m, d)
    assert min(d.ncon, d.nefc) > 0
    m.body_mass[2] *= 1.5
    engine.mj_setConst(m, d)
    return m, d


@pytest.mark.parametrize('flags', ['', 'sleep="enable"', 'island="disable"', 'energy="enable"'])
@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
def test_what_is_left_in_the_data(integrator, flags):
    (m, ours), (_, theirs) = (used_data(engine, integrator, flags) for engine in (torsor, mujoco))
    np.testing.assert_array_equal(ours.qpos, m.qpos_spring)
    for name in RESULTS:
        value = np.asarray(getattr(theirs, name))
        if value.dtype.kind in 'fiub':
            np.testing.assert_allclose(getattr(ours, name), value, rtol=1e-9, atol=1e-9, err_msg=name)
    assert len(ours.contact) == len(theirs.contact) == 0


def test_the_data_can_be_used_on():
    m, d = used_data(torsor, 'Euler', '')
    torsor.mj_forward(m, d)
    fresh = torsor.MjData(m)
    fresh.qvel[:], fresh.ctrl[:], fresh.act[:], fresh.qfrc_applied[:] = d.qvel, d.ctrl, d.act, d.qfrc_applied
    fresh.qacc_warmstart[:] = d.qacc_warmstart
    torsor.mj_forward(m, fresh)
    np.testing.assert_array_equal(d.qacc, fresh.qacc)


def test_wrong_arguments():
    m = torsor.MjModel.from_xml_path(str(models.path('pendulum')))
    for arguments in ((None, None), (m, None), (m, m)):
        with pytest.raises(TypeError):
            torsor.mj_setConst(*arguments)


@pytest.mark.parametrize('mass', [1e-3, 1.0, 1e15, 1e16])
@pytest.mark.parametrize('servo', [*(f'joint="j" gear="{gear}"' for gear in (1, 1e-7, 3.1e-8, 1e-100, 0, '0 0 1')),
                                   'tendon="t"', 'joint="j" kp="-1"', 'joint="j" kp="0"'])
def test_damping_of_servos_that_move_little_or_nothing(servo, mass):
    xml = f"""<mujoco>
      <worldbody><body><joint name="j" type="slide"/><geom size=".1" mass="{mass}"/></body></worldbody>
      <tendon><fixed name="t"><joint joint="j" coef="0"/></fixed></tendon>
      <actuator><position {servo} dampratio=".7"/></actuator></mujoco>"""
    ours, theirs = (engine.MjModel.from_xml_string(xml).actuator_biasprm for engine in (torsor, mujoco))
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize('mass', [1.0, 1e16])
@pytest.mark.parametrize('kind', ['slide', 'hinge', 'ball'])
def test_spring_dampers_of_what_can_hardly_be_moved(kind, mass):
    xml = f"""<mujoco><worldbody>
      <body><joint type="{kind}" springdamper=".1 .7"/><geom size=".01" mass="{mass}"/></body></worldbody></mujoco>"""
    ours, theirs = (engine.MjModel.from_xml_string(xml) for engine in (torsor, mujoco))
    np.testing.assert_allclose(ours.jnt_stiffness, theirs.jnt_stiffness, rtol=1e-12)
    np.testing.assert_allclose(ours.dof_damping, theirs.dof_damping, rtol=1e-12)


@pytest.mark.parametrize('mass', [0.0, 1e-16, 1e-14, -1.0, np.nan])
def test_weights_of_what_only_slides(mass):
    xml = '<mujoco><worldbody><body><joint type="slide"/><geom size=".1" mass="1"/></body></worldbody></mujoco>'
    outcomes = []
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        m.body_mass[1] = mass
        try:
            engine.mj_setConst(m, d)
            outcomes.append([m.body_invweight0.tolist(), m.dof_invweight0.tolist()])
        except engine.FatalError as error:
            outcomes.append(str(error))
    assert repr(outcomes[0]) == repr(outcomes[1])


def test_flags_of_rare_features_are_renewed():
    xml = """<mujoco><worldbody><geom name="b" size="1"/><body><joint/><geom name="a" size=".1"/></body></worldbody>
      <contact><pair geom1="a" geom2="b"/></contact></mujoco>"""
    told = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        for gravcomp, speed, stick, pair in ((0.5, 1, 1, 0), (-0.5, 0, 0, 0), (0, 0, 0, 1)):
            m.body_gravcomp[1], m.geom_surfacevel[0] = gravcomp, speed
            m.geom_adhesion[0], m.pair_adhesion[0] = stick, pair
            engine.mj_setConst(m, d)
            told.append((m.flg_gravcomp, m.flg_surfacevel, m.flg_adhesion, m.ngravcomp))
    assert told[:3] == told[3:] == [(True, True, True, 1), (False, False, False, 0), (False, False, True, 0)]


STRAIGHT = """<mujoco><worldbody><body quat="{quat}"><joint axis="{a}"/><geom size=".03" pos="{end}"/>
    <site name="s" pos="{end}"/>
    <body pos="{end}"><joint axis="{b}"/><geom size=".03" pos="{end}"/>
      <body pos="{end}"><joint axis="{c}"/><geom size=".03" pos="{end}"/><site name="e" pos="{end}"/></body>
    </body></body></worldbody><tendon><spatial name="t"><site site="s"/><site site="e"/></spatial></tendon>
  <actuator><muscle tendon="t" lengthrange=".3 1.2"/></actuator></mujoco>"""


def test_constants_that_are_rounding_errors():
    """Nothing moves a tendon along a straight arm; what the wheel has then is a rounding error, and so have we."""
    random, rounded = np.random.default_rng(0), 0
    for _ in range(20):
        numbers = {name: ' '.join(map(repr, random.normal(size=4 if name == 'quat' else 3).tolist()))
                   for name in ('quat', 'a', 'b', 'c', 'end')}
        ours, theirs = (engine.MjModel.from_xml_string(STRAIGHT.format(**numbers)) for engine in (torsor, mujoco))
        assert theirs.actuator_acc0[0] < 1e-10
        assert ours.actuator_acc0 == pytest.approx(theirs.actuator_acc0, rel=1e-9, abs=0)
        assert ours.tendon_invweight0 == pytest.approx(theirs.tendon_invweight0, rel=1e-9, abs=0)
        rounded += theirs.actuator_acc0[0] > 0
    assert rounded > 15


# ---- the model's reference, not the present state of the data
DISPLACED = """<mujoco><worldbody><site name="w"/>
  <body name="hand" mocap="true" pos="0 0 1"><site name="h" pos=".1 0 0"/></body>
  <body name="a" pos=".5 0 1"><freejoint/><geom type="box" size=".1 .2 .3"/><site name="a"/></body>
  <body name="arm" pos="2 0 1"><joint name="j" axis="0 1 0" springref="30"/><geom size=".1" pos=".1 0 0"/>
    <body pos=".3 0 0"><joint name="k" type="slide"/><geom size=".1"/><site name="e"/></body></body></worldbody>
  <tendon><spatial name="t"><site site="h"/><site site="e"/></spatial>
    <fixed name="f"><joint joint="j" coef="2"/><joint joint="k" coef="1"/></fixed></tendon>
  <equality><weld body1="hand" body2="a"/><connect body1="arm" body2="hand" anchor="0 0 0"/></equality>
  <actuator><motor tendon="t"/><motor joint="j" gear="3"/><motor tendon="f" gear="2"/><motor joint="j"/></actuator>
</mujoco>"""
MODEL_ARRAYS = [name for name in dir(mujoco.MjModel) if not name.startswith('_') and name not in PRIVATE]


def after_set_const(engine, change):
    """Model and data whose constants were computed after a change, in a displaced state; what was raised."""
    m = engine.MjModel.from_xml_string(DISPLACED)
    d, random = engine.MjData(m), np.random.default_rng(1)
    d.qpos[:] += 0.1 * random.normal(size=m.nq)
    d.mocap_pos[:], d.mocap_quat[:] = random.normal(size=3), random.normal(size=4)
    engine.mj_forward(m, d)
    change(m)
    try:
        engine.mj_setConst(m, d)
        return m, d, None
    except engine.FatalError as error:
        return m, d, str(error)


def assert_same(ours, theirs, names, least=30):
    compared = 0
    for name in names:
        value = getattr(theirs, name, None)
        if isinstance(value, np.ndarray) and value.size and value.dtype.kind in 'fiub':
            np.testing.assert_allclose(getattr(ours, name), value, rtol=1e-9, atol=1e-9, err_msg=name)
            compared += 1
    assert compared >= least


CHANGES = {
    'nothing': lambda m: None,
    'mass': lambda m: m.body_mass.__imul__(2),
    'armature of a joint': lambda m: m.actuator_armature.__setitem__(1, 0.5),
    'armature of two': lambda m: m.actuator_armature.__setitem__([1, 3], 0.5),
    'armature of a tendon': lambda m: m.actuator_armature.__setitem__(2, 0.5),
    'damping': lambda m: m.actuator_damping.__setitem__([1, 2], 0.5),
    'damping of higher order': lambda m: m.actuator_dampingpoly.__setitem__((1, 1), 0.5),
    'mocap body': lambda m: m.body_pos.__setitem__(1, (0.1, 0.2, 0.3)),
}


@pytest.mark.parametrize('change', CHANGES)
def test_constants_do_not_depend_on_the_state(change):
    (m, d, _), (rm, rd, _) = (after_set_const(engine, CHANGES[change]) for engine in (torsor, mujoco))
    assert_same(m, rm, MODEL_ARRAYS)
    assert_same(d, rd, RESULTS)
    for engine, model, data in ((torsor, m, d), (mujoco, rm, rd)):
        data.qvel[:] = 0.3
        engine.mj_forward(model, data)
    for name in ('M', 'qacc', 'qfrc_damper', 'qfrc_constraint', 'efc_pos'):
        np.testing.assert_allclose(getattr(d, name), getattr(rd, name), rtol=1e-7, atol=1e-7, err_msg=name)


def arrays_of(m):
    values = {name: getattr(m, name, None) for name in MODEL_ARRAYS}
    return {name: value.copy() for name, value in values.items() if isinstance(value, np.ndarray)}


def assert_refused(xml, change, message):
    """Both engines refuse to compute constants after a change, and ours leaves model and data as they were."""
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(xml)
        d = engine.MjData(m)
        d.qpos[:] += 0.1
        change(m)
        before, state = arrays_of(m), d.qpos.copy()
        with pytest.raises(engine.FatalError) as caught:
            engine.mj_setConst(m, d)
    assert message in str(caught.value)
    assert np.array_equal(d.qpos, state)
    for name, value in arrays_of(m).items():
        assert np.array_equal(value, before[name], equal_nan=value.dtype.kind == 'f'), name


@pytest.mark.parametrize('joint', ['<freejoint/>', '<joint type="slide"/>', '<joint type="ball"/>', '<joint/>'])
@pytest.mark.parametrize(('field', 'value'), [('body_ipos', (0.1, 0, 0)), ('body_iquat', (0.8, 0.6, 0, 0))])
def test_a_simple_body_that_is_so_no_more_is_refused(field, value, joint):
    xml = f'<mujoco><worldbody><body>{joint}<geom type="box" size=".1 .2 .3"/></body></worldbody></mujoco>'
    assert_refused(xml, lambda m: getattr(m, field).__setitem__(1, value), 'body 1 was compiled as simple')


GEOM_FIELDS = ('geom_size', 'geom_aabb', 'geom_rbound', 'geom_sameframe', 'body_contype', 'body_conaffinity',
               'body_margin', 'body_sameframe', 'body_subtreemass', 'dof_M0')
TETRAHEDRON = '-.1 -.1 -.1 .1 -.1 -.1 0 .1 -.1 0 0 .1'
ASSETS = f"""<mujoco><asset><mesh name="m" vertex="{TETRAHEDRON}"/>
  <hfield name="h" nrow="2" ncol="2" size="1 2 3 4" elevation="0 1 1 0"/></asset>
  <worldbody><geom type="hfield" hfield="h"/>
  <body><freejoint/><geom type="mesh" mesh="m" contype="0" conaffinity="0"/><geom size=".1"/></body></worldbody>
</mujoco>"""


@pytest.mark.parametrize('field', ['geom_contype', 'geom_conaffinity'])
def test_a_geom_that_was_not_compiled_to_collide_is_refused(field):
    assert_refused(ASSETS, lambda m: getattr(m, field).__setitem__(1, 1), 'geom 1 was compiled not to collide')


@pytest.mark.parametrize('change', [lambda m: m.geom_size.__imul__(2), lambda m: m.hfield_size.__imul__(2)])
def test_geoms_that_have_assets(change):
    models = []
    for engine in (torsor, mujoco):
        models.append(engine.MjModel.from_xml_string(ASSETS))
        change(models[-1])
        engine.mj_setConst(models[-1], engine.MjData(models[-1]))
    assert_same(*models, GEOM_FIELDS, len(GEOM_FIELDS))


@pytest.mark.parametrize(('field', 'index', 'value'), [
    ('body_mass', slice(None), 3), ('body_inertia', slice(None), 2), ('dof_armature', slice(None), 0.4),
    ('jnt_pos', slice(None), 0.1), ('actuator_armature', 1, 0.5), ('actuator_armature', [1, 3], 0.5),
    ('actuator_armature', 2, 0.5), ('actuator_damping', 1, 0.5), ('dof_M0', slice(None), 0.7)])
def test_numbers_written_without_set_const(field, index, value):
    """Dofs of simple bodies keep dof_M0; actuators that reflected nothing still do not."""
    data = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(DISPLACED)
        d = engine.MjData(m)
        getattr(m, field)[index] = value
        d.qvel[:] = 0.3
        engine.mj_forward(m, d)
        data.append(d)
    for name in ('M', 'qLD', 'qfrc_bias', 'qfrc_damper', 'qacc_smooth', 'qacc'):
        np.testing.assert_allclose(getattr(data[0], name), getattr(data[1], name), rtol=1e-7, atol=1e-7, err_msg=name)


SPRINGS = """<mujoco><worldbody><light pos="0 0 3" mode="trackcom"/><camera pos="1 2 3" mode="trackcom"/><camera pos="0 1 2"/>
  <body mocap="true" pos="0 0 1"><geom size=".1"/></body>
  <body pos="0 0 .3"><camera pos="1 2 3"/><freejoint/><geom size=".1"/><site name="a"/><body pos="0 .1 .2">
    <joint name="j" ref="10" springref="40" axis="1 0 0"/><geom size=".1" pos="0 .3 0"/><site name="b" pos="0 .2 0"/></body></body>
  </worldbody><tendon><spatial name="s"><site site="a"/><site site="b"/></spatial></tendon>
  <actuator><motor joint="j"/><motor tendon="s"/></actuator></mujoco>"""


@pytest.mark.parametrize('computed', [False, True])
def test_the_pose_that_it_leaves(computed):
    """That of springs, with M of the reference pose, and cameras and lights where they were."""
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(SPRINGS)
        d = engine.MjData(m)
        d.qpos[:3] = 1, 2, 3
        d.mocap_pos[:] = 1, 2, 3
        if computed:
            engine.mj_forward(m, d)
        engine.mj_setConst(m, d)
        left = {name: getattr(d, name).copy() for name in (
            'qpos', 'xpos', 'xmat', 'geom_xpos', 'site_xpos', 'cam_xpos', 'cam_xmat', 'light_xpos', 'light_xdir', 'subtree_com',
            'cdof', 'cinert', 'ten_length', 'ten_J', 'actuator_length', 'actuator_moment', 'crb', 'M', 'qLD', 'mocap_pos')}
        engine.mj_forward(m, d)
        found.append(left | {f'{name} afterwards': getattr(d, name).copy() for name in ('cam_xpos', 'light_xdir', 'qacc')})
    for name, expected in found[1].items():
        np.testing.assert_allclose(found[0][name], expected, rtol=0, atol=1e-12, err_msg=name)
