"""Rollouts: equal to loops over mj_step at any number of threads, and to the wheel's where it is the judge."""

import multiprocessing
import os
import time

import mujoco
import numpy as np
import pytest
from mujoco import rollout as theirs

import torsor
from jit.interrupts import Interrupt, interrupted
from torsor import rollout as ours
from torsor.rollout import Rollout, rollout

FULL = torsor.mjtState.mjSTATE_FULLPHYSICS
ARM = """<mujoco><option timestep="0.004"/>
  <worldbody><geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .3"><joint name="yaw" axis="0 0 1"/><joint name="pitch" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 1 0 0"/><geom type="sphere" pos="1 0 0" size=".1"/></body>
    <body name="hand" mocap="true"/></worldbody>
  <equality><joint joint1="yaw" active="false"/></equality>
  <actuator><motor joint="pitch" gear="10"/><general joint="yaw" dyntype="filter" dynprm="1" gainprm="10"/></actuator>
  </mujoco>"""


@pytest.fixture(scope='module')
def arm():
    return torsor.MjModel.from_xml_string(ARM)


def start(m, count, seed=0):
    """Random states and controls: (initial_state, control) for `count` trajectories of 7 steps."""
    rng = np.random.default_rng(seed)
    size = torsor.mj_stateSize(m, FULL)
    return rng.normal(size=(count, size)), rng.normal(size=(count, 7, m.nu))


def loop(m, initial_state, control, spec=torsor.mjtState.mjSTATE_CTRL):
    """The same by mj_step."""
    models, d = m if isinstance(m, list) else [m] * len(initial_state), None
    states = np.empty((*control.shape[:2], initial_state.shape[1]))
    for i, model in enumerate(models):
        d = torsor.MjData(model)
        torsor.mj_setState(model, d, initial_state[i], FULL)
        for t, u in enumerate(control[i]):
            torsor.mj_setState(model, d, u, spec)
            torsor.mj_step(model, d)
            torsor.mj_getState(model, d, states[i, t], FULL)
    return states


@pytest.mark.parametrize('threads', [1, 2, 5])
@pytest.mark.parametrize('count', [1, 2, 7])
def test_equals_a_loop_over_steps_at_any_number_of_threads(arm, threads, count):
    initial_state, control = start(arm, count)
    data = [torsor.MjData(arm) for _ in range(threads)]
    for d in data:
        d.qpos[:], d.ctrl[:], d.qacc_warmstart[:], d.eq_active[:] = 1.0, 1.0, 1.0, True  # of no influence
        d.mocap_pos[:] = 3.0
    state, sensordata = rollout(arm, data, initial_state, control)
    assert np.array_equal(state, loop(arm, initial_state, control))
    assert sensordata.shape == (count, 7, 0)


def test_equals_the_rollout_of_the_wheel(arm):
    initial_state, control = start(arm, 5)
    m = mujoco.MjModel.from_xml_string(ARM)
    expected, _ = theirs.rollout(m, mujoco.MjData(m), initial_state, control)
    state, _ = rollout(arm, torsor.MjData(arm), initial_state, control)
    assert np.allclose(state, expected, rtol=1e-9, atol=1e-9)


def test_a_model_for_each_trajectory(arm):
    initial_state, control = start(arm, 3)
    models = [arm.__copy__() for _ in range(3)]
    for i, m in enumerate(models):
        m.opt.gravity[2] = -i
    state, _ = rollout(models, torsor.MjData(arm), initial_state, control)
    assert np.array_equal(state, loop(models, initial_state, control))
    assert not np.array_equal(state[0], rollout(arm, torsor.MjData(arm), initial_state, control)[0][0])


def test_any_input_of_the_user_may_be_the_control(arm):
    spec = torsor.mjtState.mjSTATE_QFRC_APPLIED | torsor.mjtState.mjSTATE_EQ_ACTIVE | torsor.mjtState.mjSTATE_MOCAP_POS
    initial_state, _ = start(arm, 4)
    control = np.random.default_rng(1).normal(size=(4, 7, arm.nv + arm.neq + 3))
    control[:2, :, arm.nv] = 0.0
    state, _ = rollout(arm, torsor.MjData(arm), initial_state, control, control_spec=spec)
    assert np.array_equal(state, loop(arm, initial_state, control, spec))


def test_a_warmstart_is_part_of_the_start(arm):
    d = torsor.MjData(arm)
    while not d.nefc:  # until it falls on the floor
        torsor.mj_step(arm, d)
    now, then = np.empty(torsor.mj_stateSize(arm, FULL)), np.empty(torsor.mj_stateSize(arm, FULL))
    torsor.mj_getState(arm, d, now, FULL)
    warmstart = d.qacc_warmstart.copy()
    torsor.mj_step(arm, d)
    torsor.mj_getState(arm, d, then, FULL)
    assert np.array_equal(rollout(arm, d, now, initial_warmstart=warmstart)[0][0, 0], then)


@pytest.mark.parametrize('bad', ['qvel', 'ctrl'])
def test_a_trajectory_that_warns_repeats_its_last_state_and_touches_no_other(arm, bad, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # warnings go to a file
    initial_state, control = start(arm, 6)
    good, _ = rollout(arm, torsor.MjData(arm), initial_state, control)
    if bad == 'qvel':
        initial_state[2, -1 - arm.na] = np.nan
    else:
        control[2, 3] = np.inf
    m = mujoco.MjModel.from_xml_string(ARM)
    expected, _ = theirs.rollout(m, mujoco.MjData(m), initial_state, control)
    for threads in (1, 3):
        state, _ = rollout(arm, [torsor.MjData(arm) for _ in range(threads)], initial_state, control)
        assert np.array_equal(np.delete(state, 2, 0), np.delete(good, 2, 0))
        first = 0 if bad == 'qvel' else 3
        assert np.array_equal(state[2, first:], np.broadcast_to(state[2, first], state[2, first:].shape))
        assert np.allclose(state[2], expected[2], rtol=1e-9, atol=1e-9)


def test_sizes_are_inferred_and_singletons_repeated(arm):
    initial_state, control = start(arm, 3)
    d, nstate = torsor.MjData(arm), initial_state.shape[1]
    same = rollout(arm, d, initial_state, np.tile(control[:1, :1], (3, 4, 1)))[0]
    assert np.array_equal(rollout(arm, d, initial_state, control[0, 0], nstep=4)[0], same)
    out = np.empty((3, 4, nstate))
    state, _ = rollout(arm, d, initial_state, control[0, 0], state=out)
    assert state is out or np.shares_memory(state, out)
    assert np.array_equal(out, same)
    assert rollout(arm, d, initial_state)[0].shape == (3, 1, nstate)
    assert rollout(arm, d, initial_state, nstep=0)[0].shape == (3, 0, nstate)
    assert rollout(arm, d, initial_state[:0], nstep=2)[0].shape == (0, 2, nstate)
    assert rollout(arm, [d, torsor.MjData(arm)], initial_state[:0])[0].shape == (0, 1, nstate)


@pytest.mark.parametrize(('change', 'error', 'message'), [
    (dict(initial_state=np.zeros((2, 4))), ValueError, 'trailing dimension of initial_state must be 6, got 4'),
    (dict(control=np.zeros((2, 3, 3))), ValueError, 'trailing dimension of control must be 2, got 3'),
    (dict(control=np.zeros((3, 1, 2))), ValueError, 'dimension 0 inferred as 2 but control has 3'),
    (dict(control='string'), ValueError, 'control must be a numpy array or float'),
    (dict(control=np.zeros((1, 1, 1, 2))), ValueError, 'control can have at most 3 dimensions'),
    (dict(control_spec=torsor.mjtState.mjSTATE_QPOS), ValueError, 'mjSTATE_USER'),
    (dict(nstep=-1), ValueError, 'nstep must be non-negative'),
    (dict(nstep=1.5), ValueError, 'nstep must be an integer'),
    (dict(chunk_size=0), ValueError, 'chunk_size must be a positive integer'),
    (dict(state=np.zeros((2, 1, 6), np.float32)), ValueError, 'results are written into it'),
    (dict(state=np.zeros((2, 1, 12))[..., ::2]), ValueError, 'results are written into it'),
    (dict(state=np.zeros((1, 1, 6))), ValueError, r'state must have shape \(2, 1, 6\)'),
    (dict(data=[]), ValueError, 'The list of data instances is empty'),
    (dict(data=3), TypeError, 'expected an MjData, got int'),
    (dict(model=[]), ValueError, 'The list of models is empty'),
    (dict(model=[None, None]), TypeError, 'expected an MjModel, got NoneType'),
])
def test_bad_arguments(arm, change, error, message):
    arguments = dict(model=arm, data=torsor.MjData(arm), initial_state=np.zeros((2, 6))) | change
    with pytest.raises(error, match=message):
        rollout(**arguments)


def test_structs_that_do_not_fit(arm):
    state, d = np.zeros((2, 6)), torsor.MjData(arm)
    other = torsor.MjModel.from_xml_string('<mujoco/>')
    with pytest.raises(ValueError, match='another model'):
        rollout(arm, torsor.MjData(other), state)
    with pytest.raises(ValueError, match='not compatible'):
        rollout([arm, other], d, state)
    with pytest.raises(ValueError, match='nbatch inferred as 2 but model is length 3'):
        rollout([arm] * 3, d, state)
    with pytest.raises(ValueError, match='twice'):
        rollout(arm, [d, d], state)
    with Rollout(nthread=2) as roller, pytest.raises(ValueError, match='Length of data: 1 not equal to nthread: 2'):
        roller.rollout(arm, d, state)
    with pytest.raises(RuntimeError, match='shutdown'):
        roller.rollout(arm, [d, torsor.MjData(arm)], state)
    torsor.mju_threadpool(d, 2)
    with pytest.raises(ValueError, match=r'data\[0\] has a thread pool'):
        rollout(arm, d, state)


def test_arrays_of_the_wrong_size_are_refused_without_checks_too(arm):
    d = torsor.MjData(arm)
    good = dict(initial_state=np.zeros((2, 6)), nstep=3, state=np.zeros((2, 3, 6)), skip_checks=True)
    rollout(arm, d, **good)
    for bad in (dict(state=np.zeros((2, 2, 6))), dict(initial_state=np.zeros(6)), dict(control=np.zeros((2, 3, 1))),
                dict(state=np.zeros((2, 3, 6), np.float32)), dict(state=np.zeros((2, 6, 6))[:, ::2])):
        with pytest.raises(ValueError, match='C-contiguous float64'):
            rollout(arm, d, **(good | bad))


def test_an_error_of_the_engine_ends_the_rollout(arm):
    m = arm.__copy__()
    m.opt.solver = 10
    state = np.zeros((4, 6))
    state[:, 2] = 0.3  # in contact
    for threads in (1, 3):
        with pytest.raises(torsor.FatalError, match=r'^mj_fwdConstraint: unknown solver type 10$'):
            rollout(m, [torsor.MjData(m) for _ in range(threads)], state)


def test_a_callback_that_raises_ends_the_rollout_with_its_error(arm):
    def control(m, d):
        if d.time > 0.01:
            raise KeyError('enough')

    torsor.set_mjcb_control(control)
    try:
        for threads in (1, 3):
            with pytest.raises(KeyError, match='enough'):
                rollout(arm, [torsor.MjData(arm) for _ in range(threads)], np.zeros((4, 6)), nstep=10)
    finally:
        torsor.set_mjcb_control(None)
    assert rollout(arm, torsor.MjData(arm), np.zeros((4, 6)), nstep=10)[0][0, -1, 0] == pytest.approx(0.04)


@pytest.mark.parametrize('threads', [1, 2])
def test_an_interrupt_stops_within_a_second(arm, threads):
    data = [torsor.MjData(arm) for _ in range(threads)]
    rollout(arm, data, np.zeros((4, 6)))  # compiled
    began = time.monotonic()
    error = interrupted(  # without checks it keeps no states
        lambda: rollout(arm, data, np.zeros((4, 6)), nstep=10_000_000, skip_checks=True), after=0.3)
    assert type(error) is Interrupt
    assert time.monotonic() - began < 3  # within a second on a machine that has nothing else to do
    initial_state, control = start(arm, 4)
    assert np.array_equal(rollout(arm, data, initial_state, control)[0], loop(arm, initial_state, control))


def test_one_pool_for_all_calls(arm):
    initial_state, control = start(arm, 4)
    data = [torsor.MjData(arm) for _ in range(2)]
    for _ in range(3):
        state, _ = rollout(arm, data, initial_state, control, persistent_pool=True)
        kept = ours._persistent
    assert kept is not None
    assert kept.nthread == 2
    rollout(arm, data, initial_state, control, persistent_pool=True)
    assert ours._persistent is kept
    rollout(arm, data[0], initial_state, control, persistent_pool=True)
    assert ours._persistent is not kept
    ours.shutdown_persistent_pool()
    assert ours._persistent is None
    assert np.array_equal(state, loop(arm, initial_state, control))


def in_a_child(roller, m, data, initial_state, control, answer):
    answer.send(roller.rollout(m, data, initial_state, control)[0])


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='this system has no fork')
def test_a_pool_in_a_forked_process_starts_threads_of_its_own(arm):
    initial_state, control = start(arm, 6)
    data = [torsor.MjData(arm) for _ in range(2)]
    with Rollout(nthread=2) as roller:
        state, _ = roller.rollout(arm, data, initial_state, control)
        here, there = multiprocessing.Pipe()
        child = multiprocessing.get_context('fork').Process(
            target=in_a_child, args=(roller, arm, data, initial_state, control, there))
        child.start()
        assert here.poll(60)
        assert np.array_equal(here.recv(), state)
        child.join()
        assert np.array_equal(roller.rollout(arm, data, initial_state, control)[0], state)


def test_rollouts_of_models_that_sleep_do_not_depend_on_what_slept_before():
    m = torsor.MjModel.from_xml_string("""<mujoco><option sleep_tolerance="0.1"><flag sleep="enable"/></option>
      <worldbody><geom type="plane" size="2 2 .1"/>
      <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body pos="0 0 .32"><freejoint/><geom size=".1"/></body></worldbody></mujoco>""")
    d = torsor.MjData(m)
    initial_state = np.empty((3, torsor.mj_stateSize(m, FULL)))
    torsor.mj_getState(m, d, initial_state[0], FULL)
    initial_state[:] = initial_state[0]
    initial_state[1, 3] += 0.5
    together, _ = rollout(m, d, initial_state, nstep=300)
    assert d.ntree_awake < m.ntree
    alone = [rollout(m, torsor.MjData(m), row, nstep=300)[0][0] for row in initial_state]
    assert np.array_equal(together, alone)
