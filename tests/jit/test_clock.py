"""The clock of native code."""

import time

import pytest

import torsor
from jit.small import tree
from torsor.jit import clock, stage
from torsor.jit.clock import calibrate, now


@stage
def looks_at_the_clock(m, d):
    d.energy[0] = now()


@stage
def looks_twice(m, d):
    d.energy[0] = now()
    d.energy[1] = now() - d.energy[0]


@pytest.fixture(scope='module')
def world():
    m = tree()
    return m, torsor.MjData(m)


def native_now(world):
    looks_at_the_clock(*world)
    return world[1].energy[0]


def test_it_keeps_the_time_of_the_system_clock(world):
    native_now(world)  # compile
    start, native_start = time.perf_counter(), native_now(world)
    time.sleep(0.2)
    native_elapsed, elapsed = native_now(world) - native_start, time.perf_counter() - start
    if not clock.AVAILABLE:
        assert native_elapsed == 0.0
    else:
        assert elapsed - 0.05 < native_elapsed < 1.01 * elapsed  # the process may have had to wait between two looks


@pytest.mark.skipif(not clock.AVAILABLE, reason='this processor has no cycle counter for everybody')
def test_it_advances_within_a_call(world):
    looks_twice(*world)
    assert 0.0 < min(quick_looks(world)) < 1e-5


def quick_looks(world):
    for _ in range(20):
        looks_twice(*world)
        yield world[1].energy[1]


@pytest.mark.skipif(not clock.AVAILABLE, reason='this processor has no cycle counter for everybody')
def test_it_is_calibrated_once(monkeypatch):
    calibrate()
    rate = clock._seconds_per_tick[0]
    assert 1e-11 < rate < 1e-8  # 100 MHz to 100 GHz
    calibrate()
    assert clock._seconds_per_tick[0] == rate


def test_an_interrupted_look_is_not_believed(monkeypatch):
    """Of several looks at both clocks the quickest counts."""
    ticks = iter([0, 1000, 2000, 2010, *range(5000, 20000, 500)])
    seconds = iter(range(100))
    monkeypatch.setattr(time, 'perf_counter', lambda: next(seconds))
    assert clock._both_clocks(lambda: next(ticks)) == (1, 2005)


def test_other_processors_have_timers_that_count_but_do_not_measure(monkeypatch):
    monkeypatch.setattr(clock, 'AVAILABLE', False)

    @stage
    def looks_elsewhere(m, d):
        d.energy[0] = 1.0 + now()

    m = tree()
    d = torsor.MjData(m)
    looks_elsewhere(m, d)
    assert d.energy[0] == 1.0
    calibrate()


def test_steps_are_timed(world):
    m, d = world
    d.timer[torsor.mjtTimer.mjTIMER_STEP].duration = 0.0
    d.timer[torsor.mjtTimer.mjTIMER_STEP].number = 0
    start = time.perf_counter()
    torsor.mj_step(m, d, 100)
    elapsed = time.perf_counter() - start
    timer = d.timer[torsor.mjtTimer.mjTIMER_STEP]
    assert timer.number == 100
    if clock.AVAILABLE:
        assert 0.0 < timer.duration < 1.01 * elapsed
