"""Rare events that Python handles while native code waits."""

import threading

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.batch.lanes import LaneData
from torsor.jit import stage
from torsor.jit.python_mode import python_struct
from torsor.jit.upcall import Upcall, listen, world_bits

alarm = Upcall('test_alarm')
calls = []


@alarm.handle
def on_alarm(m, d, number):
    calls.append((m, d, number))
    if number == 13:
        raise KeyError('unlucky')
    if isinstance(d, torsor.MjData):
        d.qacc[0] = 7.0


@stage
def raises_alarm(m, d):
    d.time = 1.0
    alarm(m, d, m.nv)
    d.time = 2.0


@stage
def raises_bad_alarm(m, d):
    d.time = 1.0
    alarm(m, d, 13)
    d.time = 2.0


@stage
def listens(m, d, times: int):
    for _ in range(times):
        listen()
        d.time += 1.0


@stage
def tells_worlds(m, d):
    alarm(m, d, world_bits(d.qvel[0] > 0.0))


@pytest.fixture(scope='module')
def m():
    return tree()


@pytest.fixture(autouse=True)
def _fresh():
    calls.clear()


def test_the_handler_gets_the_objects_and_native_code_goes_on(m):
    d = torsor.MjData(m)
    raises_alarm(m, d)
    assert calls == [(m, d, m.nv)]
    assert calls[0][1] is d
    assert (d.time, d.qacc[0]) == (2.0, 7.0)


def test_errors_of_the_handler_interrupt_native_code(m):
    d = torsor.MjData(m)
    with pytest.raises(KeyError, match='unlucky'):
        raises_bad_alarm(m, d)
    assert d.time == 1.0
    raises_alarm(m, d)
    assert d.time == 2.0


def test_the_handler_runs_in_one_piece_apart_from_the_main_thread(m):
    threads = []
    before, alarm.handler = alarm.handler, lambda *_: threads.append(threading.get_ident())
    try:
        raises_alarm(m, torsor.MjData(m))
        other = threading.Thread(target=lambda: raises_alarm(m, torsor.MjData(m)))
        other.start()
        other.join()
    finally:
        alarm.handler = before
    assert threads[0] != threading.get_ident()
    assert threads[1] == other.ident  # which is never interrupted


def test_a_handler_may_run_native_code(m):
    d, inner = torsor.MjData(m), torsor.MjData(m)
    before, alarm.handler = alarm.handler, lambda m, _, number: torsor.mj_step(m, inner, number)
    try:
        raises_alarm(m, d)
    finally:
        alarm.handler = before
    assert d.time == 2.0
    assert inner.time == pytest.approx(m.nv * m.opt.timestep)


def test_listening_goes_on_when_there_is_nothing_to_hear(m):
    d = torsor.MjData(m)
    listens(m, d, 1000)
    assert d.time == 1000.0
    listens.__wrapped__(python_struct(m), python_struct(d), 3)
    assert d.time == 1003.0


def test_worlds_are_told_by_bits(m):
    d, lanes = torsor.MjData(m), LaneData(m, 4)
    tells_worlds(m, d)
    d.qvel[0] = 1.0
    tells_worlds(m, d)
    lanes.qvel[0] = [1.0, -1.0, 0.0, 2.0]
    tells_worlds(m, lanes)
    assert [number for _, _, number in calls] == [0, 1, 0b1001]


def test_in_python(m):
    d = torsor.MjData(m)
    raises_alarm.__wrapped__(python_struct(m), python_struct(d))
    assert calls == [(m, d, m.nv)]
    assert world_bits(np.array([True, False, True])) == 0b101
    assert world_bits(False) == 0
