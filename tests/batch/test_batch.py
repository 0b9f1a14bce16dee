"""Batches: equal to a loop over one MjData for each simulation, bit by bit; and what they say about bad arguments."""

import copy
import gc
import multiprocessing
import os
import time

import mujoco
import numpy as np
import pytest
from mujoco import batch as theirs

import torsor
from jit.interrupts import Interrupt, interrupted
from torsor.batch import DATA_FIELDS, MODEL_FIELDS, Batch, SimulationError

NSIM = 7
CART = """<mujoco>
  <worldbody><geom type="plane" size="2 2 .1"/>
    <body name="cart" pos="0 0 .1"><joint name="slide" type="slide" axis="1 0 0"/>
      <geom type="box" size=".1 .1 .05" mass="1"/>
      <body name="pole" pos="0 0 .05"><joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 .5" size=".02" mass=".1"/></body></body>
    <body name="ball" pos="0 1 .09"><freejoint name="free"/><geom size=".1"/></body>
    <body name="hand" mocap="true" pos="1 0 1"/></worldbody>
  <equality><weld name="hold" body1="hand" body2="ball" active="false"/></equality>
  <actuator><motor joint="slide" gear="5"/><general joint="hinge" dyntype="filter" dynprm="0.02" gainprm="5"/>
  </actuator>
  <keyframe><key name="up" qpos="0.3 0.5 0 1 .5 1 0 0 0" ctrl="0.1 0.2" act="0.2"/>
            <key qpos="-0.3 0.1 0 1 .5 1 0 0 0"/></keyframe></mujoco>"""
INTEGRATION = torsor.mjtState.mjSTATE_INTEGRATION


@pytest.fixture(scope='module')
def cart():
    return torsor.MjModel.from_xml_string(CART)


def singles(m, batch):
    """A data for each simulation in the state that it has."""
    datas = [torsor.MjData(m) for _ in range(batch.nsim)]
    for i, d in enumerate(datas):
        torsor.mj_setState(m, d, batch.state[i], INTEGRATION)
    return datas


@pytest.mark.parametrize(('nthread', 'persistent'), [(1, False), (3, False), (1, True), (3, True)])
def test_equals_a_loop_over_single_simulations(cart, nthread, persistent):
    b = Batch(cart, NSIM, nthread, persistent)
    assert (b.nthread, b.persistent, b.nsim) == (nthread, persistent, NSIM)
    rng = np.random.default_rng(0)
    b.qvel[:] = rng.normal(size=b.qvel.shape)
    xpos, ncon, datas, touched = b.xpos, b.ncon, singles(cart, b), False
    for call in range(12):
        b.ctrl = u = rng.uniform(-1, 1, (NSIM, cart.nu))
        if call == 5:
            b.eq_active[2::2] = 1
            for d in datas[2::2]:
                d.eq_active[:] = True
        chosen = np.arange(NSIM) % 3 != 2 if call % 4 == 3 else np.ones(NSIM, bool)
        for d, row in zip(datas, u):
            d.ctrl[:] = row
        if call == 8:
            b.reset(chosen, keyframe=0)
        else:
            b.step(chosen, nstep=3)
        for i in np.flatnonzero(chosen):
            if call == 8:
                torsor.mj_resetDataKeyframe(cart, datas[i], 0)
                torsor.mj_forward(cart, datas[i])
            else:
                torsor.mj_step(cart, datas[i], 3)
            state = np.empty(b.nstate)
            torsor.mj_getState(cart, datas[i], state, INTEGRATION)
            assert np.array_equal(b.state[i], state)
            assert np.array_equal(xpos[i], datas[i].xpos)
            assert ncon[i] == datas[i].ncon
        touched |= ncon.any()
    assert touched


def test_save_and_restore(cart):
    b = Batch(cart, NSIM, 2)
    b.qvel[:] = np.random.default_rng(0).normal(size=b.qvel.shape)
    b.step(nstep=20)
    kept = b.state.copy()
    b.step(nstep=20)
    end = b.state.copy()
    b.state[:] = kept
    b.step(nstep=20)
    assert np.array_equal(b.state, end)
    other = Batch(cart, NSIM, 1)
    other.state[:] = kept
    other.step(nstep=20)
    assert np.array_equal(other.state, end)


def test_what_can_be_bound_and_expanded_is_what_the_wheel_binds_and_expands(cart):
    assert DATA_FIELDS == theirs.DATA_FIELDS
    assert MODEL_FIELDS == theirs.MODEL_FIELDS
    b = Batch(cart, NSIM)
    reference = theirs.Batch(mujoco.MjModel.from_xml_string(CART), NSIM)
    for name in sorted(DATA_FIELDS):
        assert b.bind(name).shape == reference.bind(name).shape, name
        assert b.bind(name).dtype == reference.bind(name).dtype or name == 'body_awake', name
    for name in sorted(MODEL_FIELDS):
        assert b.expand(name).shape == reference.expand(name).shape, name


@pytest.mark.parametrize('persistent', [False, True])
def test_stages_after_the_steps(cart, persistent):
    b = Batch(cart, NSIM, 2, persistent)
    b.qvel[:, :2] = 1
    xpos, qacc = b.xpos, b.qacc
    d = torsor.MjData(cart)
    for stage, is_new in (('NONE', False), ('POS', True), ('VEL', True), ('ACC', True)):
        b.step(nstep=2, stage=getattr(torsor.mjtStage, f'mjSTAGE_{stage}'))
        for i in range(NSIM):
            torsor.mj_setState(cart, d, b.state[i], INTEGRATION)
            torsor.mj_forward(cart, d)
            assert np.array_equal(xpos[i], d.xpos) == is_new
            assert stage != 'ACC' or np.array_equal(qacc[i], d.qacc)


def test_fields_of_the_model_differ(cart):
    b, pole = Batch(cart, NSIM, 3), cart.body('pole').id
    b.expand('opt.gravity')[:, 2] = -np.arange(NSIM)
    b.body('pole').mass = np.linspace(0.1, 1, NSIM)[:, None]
    b.set_const()
    b.ctrl[:, 0] = 1.0
    b.step(nstep=10)
    for i in range(NSIM):
        m = torsor.MjModel.from_xml_string(CART)
        m.opt.gravity[2], m.body_mass[pole] = -i, b.expand('body_mass')[i, pole]
        d = torsor.MjData(m)
        torsor.mj_setConst(m, d)
        torsor.mj_resetData(m, d)
        d.ctrl[0] = 1.0
        torsor.mj_step(m, d, 10)
        assert np.array_equal(b.qvel[i], d.qvel)
        assert np.array_equal(b.expanded('body_invweight0')[i], m.body_invweight0)
        mine = b.get_model(i)
        assert np.array_equal(mine.body_subtreemass, m.body_subtreemass)
        assert mine.stat.meaninertia == m.stat.meaninertia
    assert b.expanded('geom_size') is None
    assert not b.expanded('body_invweight0').flags.writeable


def test_constants_that_are_the_usual_ones_are_not_expanded(cart):
    b = Batch(cart, NSIM)
    b.set_const()
    assert b.expanded('body_invweight0') is None
    b.expand('geom_friction')[:] *= 2
    b.set_const()
    assert b.expanded('body_invweight0') is None
    b.expand('body_mass')[3] *= 2
    b.set_const()
    usual = np.delete(b.expanded('body_invweight0'), 3, 0)
    assert np.array_equal(usual, np.broadcast_to(cart.body_invweight0, usual.shape))


def test_models_of_the_caller(cart):
    models = [copy.copy(cart) for _ in range(NSIM)]
    for i, m in enumerate(models):
        m.opt.gravity[2] = -i
    b = Batch(cart, NSIM, 3)
    b.set_models(models)
    assert b.models == tuple(models)
    b.step(nstep=5)
    for i, m in enumerate(models):
        d = torsor.MjData(m)
        torsor.mj_step(m, d, 5)
        assert np.array_equal(b.qpos[i], d.qpos)
        assert b.get_model(i).opt.gravity[2] == -i
    with pytest.raises(torsor.FatalError, match='caller'):
        b.expand('body_mass')
    with pytest.raises(ValueError, match='per simulation, got 6 for 7'):
        b.set_models(models[:-1])
    with pytest.raises(torsor.FatalError, match='layout'):
        b.set_models(torsor.MjModel.from_xml_string('<mujoco/>'))
    with pytest.raises(TypeError, match='model 0 is 3'):
        b.set_models([3] * NSIM)
    b.set_models(None)
    b.expand('body_mass')
    with pytest.raises(torsor.FatalError, match='per-simulation'):
        b.set_models(models)


def test_an_error_in_one_simulation_touches_no_other(cart):
    m = copy.copy(cart)
    m.eq_active0[:] = True
    b = Batch(m, NSIM, 2)
    kinds = b.expand('eq_type')
    kinds[[2, 5]] = 99
    before = b.state.copy()
    with pytest.raises(SimulationError, match=r'2 of 7 simulations \(2, 5\); simulation 2: mj_ne: unknown') as caught:
        b.step()
    assert caught.value.ids.tolist() == [2, 5]
    assert np.flatnonzero(b.status).tolist() == [2, 5]
    assert b.error(5) == 'mj_ne: unknown constraint type 99'
    assert b.error(0) == ''
    assert np.array_equal(b.state[[2, 5]], before[[2, 5]])
    assert (np.delete(b.time, [2, 5]) > 0).all()
    with pytest.raises(SimulationError):
        b.reset(keyframe=0)
    assert np.array_equal(b.state[[2, 5]], before[[2, 5]])
    assert (np.delete(b.qpos[:, 0], [2, 5]) == 0.3).all()
    kinds[:] = cart.eq_type
    b.step()
    assert not b.status.any()
    assert b.error(5) == ''


def test_a_simulation_that_diverges_is_reset_counted_and_alone(cart, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # warnings go to a file
    b, calm = Batch(cart, NSIM, 3), Batch(cart, NSIM, 3)
    b.qvel[3, 0] = np.nan
    kinds = torsor.mjtWarning
    out, expected = b.rollout(4, record=('qvel', 'ncon')), calm.rollout(4, record=('qvel', 'ncon'))
    assert np.array_equal(np.delete(out['qvel'], 3, 0), np.delete(expected['qvel'], 3, 0))
    assert np.array_equal(out['qvel'][3], np.broadcast_to(expected['qvel'][3, 0], out['qvel'][3].shape))
    assert b.warning[:, kinds.mjWARN_BADQVEL, 1].tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert b.time[3] == cart.opt.timestep
    b.step()  # which goes on all the same
    assert b.time[3] == 2 * cart.opt.timestep
    b.reset()
    assert not b.warning.any()


def test_rollouts_record_fields_and_states(cart):
    b, spec = Batch(cart, NSIM, 2), torsor.mjtState.mjSTATE_QVEL | torsor.mjtState.mjSTATE_EQ_ACTIVE
    ids = [0, 2, 5]
    control = np.random.default_rng(0).normal(size=(3, 4, cart.nu))
    qpos = np.empty((3, 4, cart.nq))
    out = b.rollout(4, control, record=('qpos', 'eq_active', 'xmat', 'solver_niter', spec), ids=ids,
                    out={'qpos': qpos})
    assert out['qpos'] is qpos
    assert out['eq_active'].dtype == torsor.MjData(cart).eq_active.dtype
    for k, i in enumerate(ids):
        d = torsor.MjData(cart)
        for t in range(4):
            d.ctrl[:] = control[k, t]
            torsor.mj_step(cart, d)
            assert np.array_equal(qpos[k, t], d.qpos)
            assert np.array_equal(out['xmat'][k, t], d.xmat)
            assert np.array_equal(out['solver_niter'][k, t], d.solver_niter)
            assert np.array_equal(out[spec][k, t], [*d.qvel, *d.eq_active])
        assert np.array_equal(b.qpos[i], d.qpos)
    assert b.time[1] == 0


def test_data_of_a_simulation(cart):
    for persistent in (False, True):
        b = Batch(cart, NSIM, 2, persistent)
        b.qpos[:, 1] = np.linspace(-1, 1, NSIM)
        b.step(nstep=3)
        d = b.get_data(4)
        assert np.array_equal(d.qpos, b.qpos[4])
        single = torsor.MjData(cart)
        single.qpos[1] = np.linspace(-1, 1, NSIM)[4]
        torsor.mj_step(cart, single, 3)
        assert np.array_equal(d.xpos, single.xpos) == persistent
        torsor.mj_step(cart, d)
        torsor.mj_step(cart, single)
        assert np.array_equal(d.qpos, single.qpos)
        given = torsor.MjData(cart)
        assert b.get_data(4, given) is given
        m = copy.copy(cart)
        assert b.get_model(4, m) is m


def test_jacobians(cart):
    b = Batch(cart, NSIM, 3)
    b.qpos[:, :2] = np.random.default_rng(0).normal(size=(NSIM, 2))
    before, bodies = b.state.copy(), 1 + np.arange(NSIM) % 3
    points = np.random.default_rng(1).normal(size=(NSIM, 3))
    jacp, jacr = b.jac(bodies, points)
    d = torsor.MjData(cart)
    for i in range(NSIM):
        torsor.mj_setState(cart, d, b.state[i], INTEGRATION)
        torsor.mj_forward(cart, d)
        p, r = np.zeros((2, 3, cart.nv))
        torsor.mj_jac(cart, d, p, r, points[i], bodies[i])
        assert np.array_equal(jacp[i], p)
        assert np.array_equal(jacr[i], r)
    assert np.array_equal(b.state, before)
    assert np.array_equal(b.jac(bodies[[1, 6]], points[[1, 6]], ids=[1, 6])[0], jacp[[1, 6]])


@pytest.mark.parametrize('persistent', [False, True])
def test_rays(cart, persistent):
    b = Batch(cart, NSIM, 2, persistent)
    b.expand('geom_size')[:, 3, 0] = np.linspace(0.05, 0.2, NSIM)
    b.qpos[:, 0] = np.linspace(-0.5, 0.5, NSIM)
    before = b.state.copy()
    pnt = np.array([[x, y, 2.0] for x in (-0.2, 0.0, 0.1) for y in (0.0, 1.0)])
    vec = np.array([[0.0, 0.0, -1.0], [0.01, 0.02, -2.0]] * 3)
    excluded = np.array([-1, 1, 2, 3, -1, 0])
    groups = np.array([1, 1, 0, 0, 0, 0], np.uint8)
    dist, geomid, normal = b.ray(pnt, vec, groups, True, excluded, normal=True)
    met = set()
    for i in range(NSIM):
        m, d = b.get_model(i), b.get_data(i)
        torsor.mj_kinematics(m, d)
        for r in range(6):
            geom, direction = np.zeros(1, np.int32), np.zeros(3)
            assert dist[i, r] == torsor.mj_ray(m, d, pnt[r], vec[r], groups, True, excluded[r], geom, direction)
            assert geomid[i, r] == geom[0]
            assert np.array_equal(normal[i, r], direction)
            met.add(geom[0])
    assert len(met) > 2
    assert np.array_equal(b.state, before)
    assert np.array_equal(b.ray(pnt, vec, groups, True, excluded, ids=[2, 5])[0], dist[[2, 5]])
    one, _ = b.ray(pnt[0], vec[0])
    assert one.shape == (NSIM, 1)
    with pytest.raises(SimulationError, match=r'7 of 7 .*direction of a ray is too short'):
        b.ray(pnt, 0 * vec)


def test_elements_by_name(cart):
    b = Batch(cart, NSIM)
    assert (b.joint('hinge').id, b.joint('hinge').name) == (1, 'hinge')
    b.joint('hinge').qpos = 0.5
    assert (b.qpos[:, 1] == 0.5).all()
    xpos = b.body('pole').xpos
    b.forward()
    assert np.array_equal(xpos, b.xpos[:, cart.body('pole').id])
    assert b.joint('free').qpos.shape == (NSIM, 7)
    assert b.geom(0).size.shape == (NSIM, 3)
    b.joint('hinge').damping = 0.5
    assert (b.expand('dof_damping')[:, 1] == 0.5).all()
    b.equality('hold').solref = np.arange(2 * NSIM).reshape(NSIM, 2)
    assert np.array_equal(b.expand('eq_solref')[:, 0], np.arange(2 * NSIM).reshape(NSIM, 2))
    with pytest.raises(ValueError, match='structural'):
        b.joint('hinge').qposadr = 0
    with pytest.raises(ValueError, match='computed by every call'):
        b.body('pole').xpos = 0
    with pytest.raises(AttributeError, match="did you mean 'qpos'"):
        _ = b.joint('hinge').qpso
    with pytest.raises(KeyError):
        b.body('nobody')


@pytest.mark.parametrize(('call', 'error', 'message'), [
    (lambda m: Batch(m, 0), ValueError, 'nsim must be positive'),
    (lambda m: Batch(m, -1), ValueError, 'nsim must be positive'),
    (lambda m: Batch(m, 2.5), TypeError, 'float'),
    (lambda m: Batch(None, 2), TypeError, 'an MjModel'),
])
def test_batches_that_cannot_be(cart, call, error, message):
    with pytest.raises(error, match=message):
        call(cart)


@pytest.mark.parametrize(('call', 'error', 'message'), [
    (lambda b: b.step([NSIM]), ValueError, r'in \[0, 7\), got 7'),
    (lambda b: b.step([-1]), ValueError, 'got -1'),
    (lambda b: b.step([2, 1]), ValueError, 'got 2 before 1'),
    (lambda b: b.step([2, 2]), ValueError, 'sorted and unique'),
    (lambda b: b.step([0.5]), ValueError, 'integers'),
    (lambda b: b.step([2**32]), ValueError, 'got 4294967296'),
    (lambda b: b.step(np.ones(NSIM + 1, bool)), ValueError, 'boolean mask'),
    (lambda b: b.step(nstep=0), torsor.FatalError, 'nstep must be positive'),
    (lambda b: b.step(nstep=1.5), TypeError, 'float'),
    (lambda b: b.step(stage=4), torsor.FatalError, 'stage must be in'),
    (lambda b: b.forward(stage=-1), torsor.FatalError, 'stage must be in'),
    (lambda b: b.reset(keyframe=2), ValueError, r'keyframe must be in \[-1, 2\), got 2'),
    (lambda b: b.reset(keyframe=0.5), ValueError, 'keyframe must be integers'),
    (lambda b: b.bind('body_mass'), ValueError, r"use expand\('body_mass'\)"),
    (lambda b: b.bind('efc_force'), ValueError, 'arena'),
    (lambda b: b.bind('qpso'), ValueError, "did you mean 'qpos'"),
    (lambda b: b.bind('pstack'), ValueError, r'scalars bind\(\) accepts: nA'),
    (lambda b: b.expand('xpos'), ValueError, r"use bind\('xpos'\)"),
    (lambda b: b.expand('mesh_vert'), ValueError, 'asset data'),
    (lambda b: b.expand('timestep'), ValueError, r"use expand\('opt.timestep'\)"),
    (lambda b: b.body_mass, AttributeError, r"use expand\('body_mass'\)"),
    (lambda b: setattr(b, 'xpos', 0), ValueError, 'computed by every call'),
    (lambda b: setattr(b, 'qpos', np.zeros((3, 2))), ValueError, 'broadcast'),
    (lambda b: b.rollout(3, np.zeros((NSIM, 2, 2))), ValueError, 'broadcast'),
    (lambda b: b.rollout(3, record=('nope',)), ValueError, 'not an MjData array field'),
    (lambda b: b.rollout(0), torsor.FatalError, 'nstep must be positive'),
    (lambda b: b.rollout(3, control_spec=2, control=np.zeros((NSIM, 3, 9))), ValueError, 'mjSTATE_USER'),
    (lambda b: b.rollout(3, out={'qpos': np.zeros((NSIM, 3, 2))}), ValueError, 'shape'),
    (lambda b: b.get_data(NSIM), IndexError, 'got 7'),
    (lambda b: b.get_data(0, 3), TypeError, 'MjData'),
    (lambda b: b.get_model(-1), IndexError, 'got -1'),
    (lambda b: b.error(9), IndexError, 'got 9'),
    (lambda b: b.jac(9, np.zeros(3)), ValueError, 'body must be in'),
    (lambda b: b.jac(1, np.zeros((3, 3))), ValueError, 'broadcast'),
    (lambda b: b.ray([0, 0], [0, 0, 1]), ValueError, 'broadcast'),
    (lambda b: b.ray([0, 0, 0], [0, 0, 1], geomgroup=[1]), ValueError, 'geomgroup must have shape'),
])
def test_bad_arguments_are_refused_and_nothing_moves(cart, call, error, message):
    b = Batch(cart, NSIM, 2)
    before = b.state.copy()
    with pytest.raises(error, match=message):
        call(b)
    assert np.array_equal(b.state, before)
    b.step([])
    assert np.array_equal(b.state, before)


def test_a_change_of_the_model_does_not_reach_the_batch(cart):
    m = copy.copy(cart)
    b, same = Batch(m, NSIM), Batch(cart, NSIM)
    m.opt.gravity[2] = 5
    for some in (b, same):
        some.step(nstep=3)
    assert np.array_equal(b.state, same.state)


def test_python_callbacks_are_refused_and_compiled_ones_run(cart):
    b = Batch(cart, NSIM, 2)
    torsor.set_mjcb_control(lambda m, d: None)
    try:
        with pytest.raises(ValueError, match='mjcb_control is a Python function'):
            b.step()
    finally:
        torsor.set_mjcb_control(None)
    m = copy.copy(cart)

    @torsor.kernel
    def push(m, d):
        d.ctrl[0] = 1.0 + d.qpos[0]

    m.callbacks.control = push
    b = Batch(m, NSIM, 2)
    b.step(nstep=5)
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 5)
    assert np.array_equal(b.qpos[3], d.qpos)
    assert d.qpos[0] > 0


@pytest.mark.parametrize('nthread', [1, 2])
def test_an_interrupt_stops_within_a_second_and_nothing_is_lost(cart, nthread):
    b = Batch(cart, NSIM, nthread)
    b.step()
    before, began = b.state.copy(), time.monotonic()
    error = interrupted(lambda: b.step(nstep=10_000_000), after=0.3)
    assert type(error) is Interrupt
    assert time.monotonic() - began < 3  # within a second on a machine that has nothing else to do
    assert np.array_equal(b.state, before)  # none had come to its end
    b.step()
    assert (b.time > before[:, 0]).all()


def test_models_that_sleep_need_a_data_each():
    m = torsor.MjModel.from_xml_string("""<mujoco>
      <option integrator="implicitfast" viscosity="10" sleep_tolerance="0.01">
        <flag sleep="enable" gravity="disable" constraint="disable"/></option>
      <worldbody><body><freejoint/><geom type="box" size=".1 .2 .3" mass="1"/></body></worldbody></mujoco>""")
    with pytest.raises(ValueError, match='persistent'):
        Batch(m, NSIM)
    b = Batch(m, NSIM, 3, persistent=True)
    b.qvel[:] = 0.1 * np.arange(1, NSIM + 1)[:, None]
    datas = singles(m, b)
    for _ in range(40):
        b.step(nstep=10)
        for d in datas:
            torsor.mj_step(m, d, 10)
    assert any(d.ntree_awake < m.ntree for d in datas)
    assert np.array_equal(b.qpos, [d.qpos for d in datas])


def test_arrays_outlive_their_batch(cart):
    b = Batch(cart, NSIM, 2)
    b.step()
    qpos, xpos = b.qpos, b.xpos
    expected = qpos.copy(), xpos.copy()
    del b
    gc.collect()
    assert np.array_equal(qpos, expected[0])
    assert np.array_equal(xpos, expected[1])


def in_a_child(b, answer):
    b.step(nstep=5)
    answer.send(b.state)


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='this system has no fork')
def test_a_batch_in_a_forked_process(cart):
    b = Batch(cart, NSIM, 2)
    b.step()
    here, there = multiprocessing.Pipe()
    child = multiprocessing.get_context('fork').Process(target=in_a_child, args=(b, there))
    child.start()
    assert here.poll(60)
    state = here.recv()
    child.join()
    b.step(nstep=5)
    assert np.array_equal(b.state, state)
