"""Stages: compiled when first called, errors that travel through native code, threads."""

import threading

import numpy as np
import pytest
from numba.core.errors import TypingError

import torsor
from jit.small import random_state, tree
from torsor.jit import stage
from torsor.jit.stage import STAGES
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
    if m.nv > 0:
        raise ValueError('from a kernel')


@stage
def calls_refuses(m, d):
    refuses(m, d)


@stage
def misspells(m, d):
    d.qvell[0] = 1.0


@stage
def calls_misspells(m, d):
    misspells(m, d)


@stage
def returns_something(m, d):
    return d.qvel[0]


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


def test_an_error_in_a_kernel_reaches_python(m):
    with pytest.raises(ValueError, match='from a kernel'):
        calls_refuses(m, torsor.MjData(m))


def test_a_compile_error_reaches_python_with_its_cause(m):
    for _ in range(2):  # and the stage can be tried again
        with pytest.raises(TypingError, match='qvell'):
            calls_misspells(m, torsor.MjData(m))


def test_a_stage_returns_nothing(m):
    with pytest.raises(TypeError, match='a stage returns nothing'):
        returns_something(m, torsor.MjData(m))


def test_names_are_unique():
    def doubles_speed(m, d):
        pass

    with pytest.raises(ValueError, match='already a stage named doubles_speed'):
        stage(doubles_speed)


def test_threads_racing_through_empty_slots_agree(m):
    qpos, qvel = random_state(m)
    datas = [torsor.MjData(m) for _ in range(4)]

    def run(d):
        d.qpos[:], d.qvel[:] = qpos, qvel
        torsor.mj_step(m, d, 50)

    threads = [threading.Thread(target=run, args=(d,)) for d in datas]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.isfinite(datas[0].qpos).all()
    for d in datas[1:]:
        np.testing.assert_array_equal(d.qpos, datas[0].qpos)
