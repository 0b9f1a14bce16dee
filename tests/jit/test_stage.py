"""Stages: compiled when first called, errors that travel through native code, threads."""

import threading

import numpy as np
import pytest
from numba.core.errors import TypingError

import torsor
from jit.small import random_state, tree
from torsor.jit import stage
from torsor.jit.stage import STAGES, Interrupted, Stage, pending_error, register_kind, remember_error, stage_at
from torsor.jit.world import SCALAR


@stage
def doubles_speed(m, d):
    for i in range(m.nv):
        d.qvel[i] = 2.0 * d.qvel[i]


@stage
def calls_doubles_speed(m, d):
    doubles_speed(m, d)
    doubles_speed(m, d)


@stage
def refuses(m, d):
    d.time = 1.0
    if m.nv > 0:
        raise ValueError('from a kernel')
    d.time = 2.0


@stage
def calls_refuses(m, d):
    refuses(m, d)
    d.time = 3.0


@stage
def misspells(m, d):
    d.qvell[0] = 1.0


@stage
def may_call_misspells(m, d):
    d.time = 5.0
    if d.qvel[0] > 0.0:
        misspells(m, d)
        d.time = 6.0


@stage
def returns_something(m, d):
    return d.qvel[0]


@stage
def raced_for(m, d):
    d.time += 1.0


@stage
def races(m, d):
    raced_for(m, d)


@pytest.fixture(scope='module')
def m():
    return tree()


def compiled(name):
    return bool(STAGES[name].slot(SCALAR)[0])


def test_a_stage_is_compiled_at_its_first_call_and_not_before(m):
    assert not compiled('doubles_speed')
    d = torsor.MjData(m)
    d.qvel[:] = 1.0
    calls_doubles_speed(m, d)
    assert compiled('doubles_speed')
    np.testing.assert_array_equal(d.qvel, 4.0)


def test_a_model_without_fluid_compiles_no_fluid_forces(m):
    before = compiled('fluid')
    torsor.mj_step(m, torsor.MjData(m))
    assert compiled('fluid') == before


def test_count_repeats(m):
    d = torsor.MjData(m)
    d.qvel[:] = 1.0
    doubles_speed(m, d, 5)
    np.testing.assert_array_equal(d.qvel, 32.0)
    doubles_speed(m, d, 0)
    np.testing.assert_array_equal(d.qvel, 32.0)


def test_an_error_in_a_kernel_reaches_python_and_stops_the_callers(m):
    """Numba's calling convention hands the status of a call on; stages rely on it."""
    d = torsor.MjData(m)
    with pytest.raises(ValueError, match='from a kernel'):
        calls_refuses(m, d)
    assert d.time == 1.0


def test_what_is_not_reached_need_not_compile(m):
    d = torsor.MjData(m)
    may_call_misspells(m, d)
    assert d.time == 5.0


def test_a_compile_error_reaches_python_with_its_cause(m):
    d = torsor.MjData(m)
    d.qvel[0] = 1.0
    for _ in range(2):  # and the stage can be tried again
        with pytest.raises(TypingError, match='qvell'):
            may_call_misspells(m, d)
        assert d.time == 5.0


def test_a_stage_returns_nothing(m):
    with pytest.raises(TypeError, match='returns_something: a stage returns nothing'):
        returns_something(m, torsor.MjData(m))


def test_names_are_unique():
    def doubles_speed(m, d):
        pass

    with pytest.raises(ValueError, match='already a stage named doubles_speed'):
        stage(doubles_speed)


@pytest.mark.parametrize('arguments', [(None, None), (1, 2), ('m', 'd')])
def test_stages_take_structs(arguments):
    with pytest.raises(TypeError):
        doubles_speed(*arguments)


def test_a_kind_is_registered_once():
    assert register_kind(*SCALAR) == SCALAR
    assert stage_at(doubles_speed.slot(SCALAR).ctypes.data) is doubles_speed


def test_a_pending_error_is_told_once():
    remember_error(KeyError('x'))
    assert isinstance(pending_error(), KeyError)
    assert isinstance(pending_error(), RuntimeError)
    assert issubclass(Interrupted, Exception)


def run_threads(count, work):
    """Run work(i) in threads that start together."""
    barrier, errors = threading.Barrier(count), []

    def run(i):
        barrier.wait()
        try:
            work(i)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_threads_racing_for_an_empty_slot_compile_once(m, monkeypatch):
    compilations = []
    compile_stage = Stage.compile
    monkeypatch.setattr(Stage, 'compile', lambda self, kind: compilations.append(self) or compile_stage(self, kind))
    datas = [torsor.MjData(m) for _ in range(4)]
    run_threads(4, lambda i: races(m, datas[i], 10))
    assert [d.time for d in datas] == [10.0] * 4
    assert compilations.count(raced_for) == compilations.count(races) == 1


def test_threads_step_alike(m):
    qpos, qvel = random_state(m)
    datas = [torsor.MjData(m) for _ in range(4)]

    def work(i):
        datas[i].qpos[:], datas[i].qvel[:] = qpos, qvel
        torsor.mj_step(m, datas[i], 50)

    run_threads(4, work)
    assert np.isfinite(datas[0].qpos).all()
    for d in datas[1:]:
        np.testing.assert_array_equal(d.qpos, datas[0].qpos)


def test_each_thread_gets_its_own_error(m):
    datas = [torsor.MjData(m) for _ in range(4)]
    seen = [None] * 4

    def work(i):
        datas[i].qvel[0] = i % 2
        try:
            may_call_misspells(m, datas[i])
        except TypingError:
            seen[i] = 'error'

    run_threads(4, work)
    assert seen == [None, 'error', None, 'error']
