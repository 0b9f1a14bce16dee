"""Ctrl-C wherever native code calls Python: it reaches the caller, and what it interrupts can be used on.

The places: a stage that is compiled at its first call, an arena that grows, rare events (a reset, more contacts),
callbacks of every kind, and the look at signals in a long computation. Each is interrupted at every line of Python that
the main thread runs there, and by signals at random moments.
"""

import copy
import os
import signal
import threading
import time

import numpy as np
import pytest

import torsor
from jit.interrupts import Interrupt, assert_sound, each_line, interrupted, interrupted_at_line, outcome_of
from jit.small import random_state, run_python, tree
from torsor.batch.lanes import LaneData
from torsor.jit import stage
from torsor.jit.arena import reserve, scratch
from torsor.jit.inside import apart as apart_module
from torsor.jit.stage import STAGES, Stage
from torsor.jit.world import SCALAR

PENDULUM = """<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos="0 0 .5"/></body></worldbody>
  </mujoco>"""
CALLBACKS = ['control', 'passive', 'act_dyn', 'act_gain', 'act_bias', 'sensor', 'contactfilter', 'time']


def balls(count: int) -> str:
    """Balls in a heap, so close that all touch."""
    places = np.random.default_rng(0).uniform(-0.02, 0.02, (count, 3))
    bodies = ''.join(f'<body pos="{x} {y} {z}"><freejoint/><geom size=".05"/></body>' for x, y, z in places)
    return f'<mujoco><worldbody>{bodies}</worldbody></mujoco>'


@pytest.fixture(scope='module')
def m():
    return tree()


@pytest.fixture(scope='module')
def heap():
    """A model with many contacts, and what a forward pass finds."""
    m = torsor.MjModel.from_xml_string(balls(25))
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    assert len(d._arenas) > 1
    return m, d


@pytest.fixture(autouse=True)
def _no_callbacks_left():
    yield
    for kind in CALLBACKS:
        getattr(torsor, f'set_mjcb_{kind}')(None)


# ---- a stage that is compiled ----
def fresh_stages():
    """A stage that nobody has compiled, and one that calls it."""
    @stage
    def inner(m, d, mark: int):
        numbers = scratch(d, 10)
        numbers[9] = 3.0
        d.time += numbers[9]
        d.pstack = mark

    @stage
    def outer(m, d):
        mark = d.pstack
        numbers = scratch(d, 1000)
        numbers[999] = 2.0
        inner(m, d, d.pstack)
        d.time += numbers[999]
        d.pstack = mark

    return outer, inner


def forget(*stages: Stage) -> None:
    """Let stages be resolved anew, which is quick as Numba remembers them."""
    for one in stages:
        one.slot(SCALAR)[0] = 0


def test_compiling_interrupted_at_each_line(m):
    outer, inner = fresh_stages()
    outer(m, torsor.MjData(m))

    def scenario(run):
        forget(inner)
        d = torsor.MjData(m)
        error = run(lambda: outer(m, d))
        assert type(error) in (Interrupt, type(None))
        assert d.time == (5.0 if error is None else 0.0)
        assert_sound(d)
        d.time = 0.0
        outer(m, d)
        assert d.time == 5.0
        assert inner.slot(SCALAR)[0]

    assert each_line(scenario) > 15


@pytest.mark.parametrize('delay', [0.0, 0.001, 0.01, 0.03, 0.1, 0.2])
def test_compiling_interrupted_by_a_signal(m, delay):
    """The interrupt is raised at once; the stage is compiled all the same."""
    outer, _ = fresh_stages()
    d = torsor.MjData(m)
    error = interrupted(lambda: outer(m, d), delay)
    assert type(error) in (Interrupt, type(None))
    assert_sound(d)
    d.time = 0.0
    outer(m, d)
    assert d.time == 5.0


def test_a_long_compilation_is_left_at_once(m, monkeypatch):
    outer, inner = fresh_stages()
    compile_stage, compiled = Stage.compile, []

    def slowly(self, kind):
        time.sleep(1.0)
        compiled.append(self)
        return compile_stage(self, kind)

    monkeypatch.setattr(Stage, 'compile', slowly)
    d, start = torsor.MjData(m), time.perf_counter()
    assert type(interrupted(lambda: outer(m, d), 0.1)) is Interrupt
    assert time.perf_counter() - start < 0.6
    outer(m, d)
    assert d.time == 5.0
    assert compiled == [outer, inner]


def test_the_first_call_of_a_function_interrupted_at_each_line(m):
    """While it is chosen how calls are made."""
    from torsor.jit.call import public

    outer, _ = fresh_stages()
    outer(m, torsor.MjData(m))

    def scenario(run):
        function, d = public(outer), torsor.MjData(m)
        error = run(lambda: function(m, d))
        assert type(error) in (Interrupt, type(None))
        d.time = 0.0
        function(m, d)
        assert d.time == 5.0
        assert isinstance(function.call.run, type(len))

    assert each_line(scenario) > 10


def test_every_stage_of_a_model_can_be_interrupted_while_it_is_loaded(heap):
    """As with Ctrl-C in the first seconds of a program: signals, again and again, until it has got through."""
    m, expected = heap
    forget(*STAGES.values())
    random, ends = np.random.default_rng(1), []
    for _ in range(10_000):
        d = torsor.MjData(m)
        ends.append(interrupted(lambda: torsor.mj_forward(m, d), random.uniform(0.0, 0.01)))  # noqa: B023
        assert type(ends[-1]) in (Interrupt, type(None))
        assert_sound(d)
        if ends[-1] is None:
            break
    assert ends[-1] is None
    assert len(ends) > 1
    np.testing.assert_array_equal(d.qacc, expected.qacc)


# ---- an arena that grows ----
@stage
def takes_much(m, d):
    """Grows in a reservation of fields and in one of scratch, while scratch is in use."""
    mark = d.pstack
    small = scratch(d, 8)
    small[7] = 1.0
    d.nefc = 3000
    reserve(d, 'efc_pos,efc_type', d.nefc)
    for i in range(d.nefc):
        d.efc_pos[i] = 1.0 * i
        d.efc_type[i] = i
    large = scratch(d, 50_000)
    for i in range(50_000):
        large[i] = small[7]
    d.time += large[49_999] + d.efc_pos[2999] + d.efc_type[2999]
    d.pstack = mark


def assert_usable(m, d):
    """The data does what a new one does."""
    assert_sound(d)
    d.time, d.parena = 0.0, 0
    takes_much(m, d)
    assert d.time == 5999.0
    np.testing.assert_array_equal(d.efc_pos, np.arange(3000))
    assert_sound(d)


def test_growth_interrupted_at_each_line(m):
    takes_much(m, torsor.MjData(m))

    def scenario(run):
        d = torsor.MjData(m)
        error = run(lambda: takes_much(m, d))
        assert type(error) in (Interrupt, type(None))
        assert_usable(m, d)

    assert each_line(scenario) > 20


def test_growth_interrupted_by_signals(heap):
    m, expected = heap
    random = np.random.default_rng(0)
    seconds = quickest(lambda: torsor.mj_forward(m, torsor.MjData(m)))
    ends = []
    for _ in range(200):
        d = torsor.MjData(m)
        ends.append(interrupted(lambda: torsor.mj_forward(m, d), random.uniform(0, 1.2 * seconds), 2e-5))  # noqa: B023
        assert type(ends[-1]) in (Interrupt, type(None))
        assert_sound(d)
        torsor.mj_resetData(m, d)
        torsor.mj_forward(m, d)
        np.testing.assert_array_equal(d.qacc, expected.qacc)
        assert_sound(d)
    assert ends.count(None) < len(ends)


def quickest(work) -> float:
    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def test_copying_interrupted_at_each_line(m):
    """From a small arena to a large one and back: where it lies and how large it is change together."""
    small, large = torsor.MjData(m), torsor.MjData(m)
    torsor.mj_forward(m, small)
    takes_much(m, large)

    for source, target in ((small, large), (large, small), (torsor.MjData(m), large)):
        def scenario(run, source=source, target=target):
            d = copy.copy(target)
            error = run(lambda: torsor.mj_copyData(d, m, source))
            assert type(error) in (Interrupt, type(None))
            assert d.narena in (source.narena, target.narena)
            assert_sound(d)
            if error is None:
                assert d.time == source.time
            assert_usable(m, d)

        assert each_line(scenario) > 5


# ---- rare events ----
def diverged(m):
    d = torsor.MjData(m)
    d.qpos[0] = np.nan
    d.ctrl[:], d.qfrc_applied[:] = 1.0, 2.0
    return d


def assert_reset_or_not(m, d):
    """All of it was done, or nothing."""
    if np.isnan(d.qpos[0]):
        assert d.ctrl.all()
        assert d.qfrc_applied.all()
    else:
        assert not d.ctrl.any()
        assert not d.qfrc_applied.any()
        np.testing.assert_allclose(d.qpos, m.qpos0, atol=0.01)  # perhaps the step is done as well
    assert_sound(d)


def test_a_reset_interrupted_at_each_line(m):
    torsor.mj_step(m, diverged(m))

    def scenario(run):
        d = diverged(m)
        error = run(lambda: torsor.mj_step(m, d))
        assert type(error) in (Interrupt, type(None))
        assert_reset_or_not(m, d)
        torsor.mj_step(m, d)
        assert np.isfinite(d.qpos).all()

    assert each_line(scenario) > 3


def test_a_reset_interrupted_by_signals(m):
    torsor.mj_step(m, diverged(m))
    random, ends = np.random.default_rng(0), []
    for _ in range(300):
        d = diverged(m)
        ends.append(interrupted(lambda: torsor.mj_step(m, d), random.uniform(0, 1e-3), 2e-5))  # noqa: B023
        assert type(ends[-1]) in (Interrupt, type(None))
        assert_reset_or_not(m, d)
    assert ends.count(None) < len(ends)


def test_room_for_contacts_interrupted_at_each_line(heap):
    m, expected = heap

    def scenario(run):
        d = torsor.MjData(m)
        torsor.mj_fwdKinematics(m, d)
        error = run(lambda: torsor.mj_collision(m, d))
        assert type(error) in (Interrupt, type(None))
        assert_sound(d)
        torsor.mj_forward(m, d)
        np.testing.assert_array_equal(d.qacc, expected.qacc)
        assert_sound(d)

    assert each_line(scenario) > 20


# ---- callbacks ----
ALL_CALLBACKS = """<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
  <body pos="0 0 1"><joint name="j"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <actuator><general joint="j" dyntype="user" actdim="1" gaintype="user" biastype="user"/></actuator></mujoco>"""


@pytest.fixture(scope='module')
def called():
    """A model whose step calls every callback that this version has uses for."""
    m = torsor.MjModel.from_xml_string(ALL_CALLBACKS)
    torsor.mj_step(m, torsor.MjData(m))
    return m


def set_callback(kind, function):
    getattr(torsor, f'set_mjcb_{kind}')(function)


def kinds_in_use(m) -> list[str]:
    """The callbacks that a step calls."""
    used = []
    for kind in CALLBACKS:
        set_callback(kind, lambda *_, kind=kind: used.append(kind) or 0.0)
        torsor.mj_step(m, torsor.MjData(m))
        set_callback(kind, None)
    return sorted(set(used))


def test_the_model_uses_callbacks(called):
    assert set(kinds_in_use(called)) >= {'control', 'passive', 'act_dyn', 'act_gain', 'act_bias', 'contactfilter'}


@pytest.mark.parametrize('kind', CALLBACKS)
def test_callbacks_interrupted_at_each_line(called, kind):
    """Those of ours around the callback, and the callback itself."""
    m, calls = called, []
    set_callback(kind, lambda *_: calls.append(1) or 0.0)
    expected = torsor.MjData(m)
    torsor.mj_step(m, expected, 3)

    def scenario(run):
        d = torsor.MjData(m)
        error = run(lambda: torsor.mj_step(m, d))
        assert type(error) in (Interrupt, type(None))
        assert_sound(d)
        torsor.mj_resetData(m, d)
        torsor.mj_step(m, d, 3)
        np.testing.assert_array_equal(d.qpos, expected.qpos)

    assert each_line(scenario) > (3 if calls else 0)


@pytest.mark.parametrize('kind', CALLBACKS)
@pytest.mark.parametrize('error', [KeyboardInterrupt, ZeroDivisionError, SystemExit, MemoryError])
def test_callbacks_that_raise(called, kind, error):
    """The error itself arrives, and no scratch is lost, however often."""
    m, d = called, torsor.MjData(called)
    torsor.mj_step(m, d)
    size, raised = d.narena, []

    def fails(*_):
        raised.append(1)
        raise error('mine')

    set_callback(kind, fails)
    for _ in range(50):
        end = outcome_of(lambda: torsor.mj_step(m, d))
        assert type(end) is (error if raised else type(None))
        assert_sound(d)
    set_callback(kind, None)
    assert d.narena == size
    torsor.mj_step(m, d)
    assert np.isfinite(d.qpos).all()


def test_callbacks_that_raise_in_calls_by_address(called):
    """Without a wrapper, scratch is released as well."""
    m, d = called, torsor.MjData(called)

    def fails(*_):
        raise ZeroDivisionError

    set_callback('contactfilter', fails)
    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            torsor.mj_forward.call._the_long_way(m, d)
        assert_sound(d)


def test_an_interrupt_while_native_code_runs_is_not_lost_to_a_callback(called):
    """It is raised by the first Python that runs, which is the callback's."""
    m, d, calls = called, torsor.MjData(called), []
    set_callback('control', lambda m, d: calls.append(1))
    random = np.random.default_rng(0)
    for _ in range(20):
        start = time.perf_counter()
        assert type(interrupted(lambda: torsor.mj_step(m, d, 10**7), random.uniform(0, 0.05))) is Interrupt
        assert time.perf_counter() - start < 1.0
        assert_sound(d)


def test_a_callback_that_catches_the_interrupt_goes_on(called):
    """It may have its reasons."""
    m, d, caught = called, torsor.MjData(called), []

    def control(m, d):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            caught.append(1)

    set_callback('control', control)
    torsor.mj_step(m, d, 5)
    assert len(caught) == 5
    assert d.time == pytest.approx(5 * m.opt.timestep)


def test_a_callback_that_steps_another_data_and_is_interrupted(called):
    """Native code in native code: both return."""
    m, d, other = called, torsor.MjData(called), torsor.MjData(called)

    def control(model, data):
        if data is d:
            torsor.mj_step(m, other, 10**7)

    set_callback('control', control)
    assert type(interrupted(lambda: torsor.mj_step(m, d), 0.1)) is Interrupt
    for data in (d, other):
        assert_sound(data)


# ---- long computations ----
@pytest.mark.parametrize('delay', [0.01, 0.3])
def test_many_steps_answer_within_a_second(delay):
    m = torsor.MjModel.from_xml_string(PENDULUM)
    d = torsor.MjData(m)
    d.qpos[0] = 1.0
    torsor.mj_step(m, d)
    start = time.perf_counter()
    assert type(interrupted(lambda: torsor.mj_step(m, d, 10**9), delay)) is Interrupt
    assert time.perf_counter() - start < delay + 1.0
    assert_sound(d)
    steps = round(d.time / m.opt.timestep)
    again = torsor.MjData(m)
    again.qpos[0] = 1.0
    torsor.mj_step(m, again, steps)
    np.testing.assert_array_equal(again.qpos, d.qpos)  # whole steps, as many as the clock says


def test_control_c_itself():
    """With Python's own handler of the signal, from another thread."""
    m = torsor.MjModel.from_xml_string(PENDULUM)
    d = torsor.MjData(m)
    torsor.mj_step(m, d)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        torsor.mj_step(m, d, 10**9)
    assert time.perf_counter() - start < 1.2
    signal.signal(signal.SIGINT, before)


def test_signals_that_raise_nothing_do_not_end_the_steps():
    m = torsor.MjModel.from_xml_string(PENDULUM)
    d, seen = torsor.MjData(m), []
    torsor.mj_step(m, d)
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    while len(seen) < 3:
        torsor.mj_step(m, d, 10_000)
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    signal.signal(signal.SIGALRM, before or signal.SIG_DFL)
    assert d.time > 1.0


def test_other_threads_are_not_interrupted(m):
    """Signals are for the main thread; native code in another goes on."""
    d = torsor.MjData(m)
    d.qpos[:], d.qvel[:] = random_state(m)
    torsor.mj_step(m, torsor.MjData(m))
    thread = threading.Thread(target=torsor.mj_step, args=(m, d, 20_000))

    def wait():
        thread.start()
        while thread.is_alive():
            time.sleep(0.001)

    interrupted(wait, 0.02)
    thread.join()
    assert d.time == pytest.approx(20_000 * m.opt.timestep)


def test_derivatives_answer_within_a_second(heap):
    m, _ = heap
    d = torsor.MjData(m)
    size = 2 * m.nv + m.na
    A = np.zeros((size, size))
    torsor.mj_forward(m, d)
    many = [0]

    def repeat():
        while True:
            many[0] += 1
            torsor.mjd_transitionFD(m, d, 1e-6, True, A, None, None, None)

    start = time.perf_counter()
    assert type(interrupted(repeat, 0.5)) is Interrupt
    assert time.perf_counter() - start < 0.5 + 1.0 + 60 * (many[0] == 1)  # the first time it is compiled
    assert_sound(d)


# ---- the end of a process ----
@pytest.mark.parametrize('daemon', [True, False])
def test_a_process_may_end_while_a_thread_steps(daemon):
    code = f"""
import threading, time, torsor
m = torsor.MjModel.from_xml_string('''{PENDULUM}''')
d = torsor.MjData(m)
torsor.mj_step(m, d)
torsor.set_mjcb_control(lambda m, d: None)
stop = []
def work():
    while not stop:
        torsor.mj_step(m, d, 100)
thread = threading.Thread(target=work, daemon={daemon})
thread.start()
time.sleep(0.2)
stop[:] = [1] * {not daemon}
print('end')
"""
    result = run_python(code)
    assert (result.returncode, result.stdout) == (0, 'end\n'), result.stderr


# ---- several worlds ----
def test_several_worlds_are_interrupted_too(m):
    lanes = LaneData(m, 4)
    takes_much(m, lanes)
    for number in range(0, 40, 5):
        lanes = LaneData(m, 4)
        error = interrupted_at_line(lambda: takes_much(m, lanes), number)  # noqa: B023
        assert type(error) in (Interrupt, type(None))
        assert int(lanes._arrays['pstack']) == 0
        lanes._arrays['parena'][...] = 0
        lanes.time[:] = 0.0
        takes_much(m, lanes)
        assert lanes.time.tolist() == [5999.0] * 4


def test_nobody_compiles_when_all_is_done():
    assert apart_module._compiling.acquire(timeout=10)
    apart_module._compiling.release()
