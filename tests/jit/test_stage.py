"""Stages: compiled when first called, errors that travel through native code, threads, kinds of structs."""

import os
import pickle
import re
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from numba.core.errors import TypingError

import torsor
from jit.small import random_state, run_python, tree
from torsor.batch.lanes import LaneData
from torsor.jit import stage
from torsor.jit.arguments import MODEL
from torsor.jit.inside import apart as apart_module
from torsor.jit.inside.symbols import unpublished, words
from torsor.jit.layout import StructKind
from torsor.jit.stage import KINDS, STAGES, Stage, Stages, named, register_kind, stage_at
from torsor.jit.world import DATA, SCALAR
from torsor.physics import effects
from torsor.physics.force import fluid


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


@stage(one_world=True)
def works_alone(m, d):
    """A clock that works on one world at a time."""
    if d.time < 3.0:
        d.time += 1.0


@stage(one_world=True)
def works_in_secret(m, d):
    d.time += 1.0


@stage(refuses=True)
def works_never(m, d):
    """Nothing but a refusal."""


@stage
def calls_works_alone(m, d):
    works_alone(m, d)


@stage
def raced_for(m, d):
    d.time += 1.0


@stage
def races(m, d, count: int):
    for _ in range(count):
        raced_for(m, d)


@pytest.fixture(scope='module')
def m():
    return tree()


def compiled(stage):
    return bool(stage.slot(SCALAR)[0])


def test_a_stage_is_compiled_at_its_first_call_and_not_before(m):
    assert not compiled(doubles_speed)
    d = torsor.MjData(m)
    d.qvel[:] = 1.0
    calls_doubles_speed(m, d)
    assert compiled(doubles_speed)
    np.testing.assert_array_equal(d.qvel, 4.0)


def test_a_model_without_fluid_compiles_no_fluid_forces(m):
    stages = [thing for thing in vars(fluid).values() if isinstance(thing, Stage)]
    assert stages
    before = [compiled(stage) for stage in stages]
    torsor.mj_step(m, torsor.MjData(m))
    assert [compiled(stage) for stage in stages] == before


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


# ---- names ----
def test_names_are_unique_within_a_module_of_the_package():
    def step(m, d):
        pass

    step.__module__ = 'torsor.physics.pipeline'
    with pytest.raises(ValueError, match=r'already a stage physics\.pipeline\.step'):
        stage(step)


def test_users_may_define_a_function_again():
    """As they do in a notebook; each has a slot of its own, and none is cached, as its source is not stamped."""
    def doubles_speed(m, d):
        pass

    again = stage(doubles_speed)
    assert again.symbol != globals()['doubles_speed'].symbol
    assert not again.is_ours
    assert torsor.mj_step.stage.is_ours


@pytest.mark.parametrize('arguments', [(None, None), (1, 2), ('m', 'd')])
def test_stages_take_structs(arguments):
    with pytest.raises(TypeError, match=r'^doubles_speed\(\): incompatible function arguments: m should be an MjModel'):
        doubles_speed(*arguments)


# ---- kinds of structs ----
def test_a_kind_is_registered_once():
    assert register_kind(*SCALAR) == SCALAR
    assert KINDS.count(SCALAR) == 1
    assert stage_at(doubles_speed.slot(SCALAR).ctypes.data) is doubles_speed


def test_an_interrupt_while_a_slot_is_made_can_be_made_good(monkeypatch):
    """Who asks next gets the same word, and native code finds it."""
    made = []

    def interrupted(symbol):
        made.append(words(symbol))
        raise KeyboardInterrupt

    kind = SCALAR[0], StructKind(DATA, 3)
    with monkeypatch.context() as patch:
        patch.setitem(Stage.slot.__globals__, 'words', interrupted)
        with pytest.raises(KeyboardInterrupt):
            doubles_speed.slot(kind)
    slot = doubles_speed.slot(kind)
    assert slot is doubles_speed.slot(kind)
    assert slot.ctypes.data == made[0].ctypes.data
    assert unpublished[doubles_speed.slot_symbol(kind)] == slot.ctypes.data
    assert stage_at(slot.ctypes.data) is doubles_speed


def test_stages_for_one_world_take_one_of_several_after_the_other(m, monkeypatch):
    monkeypatch.setitem(effects.EFFECTS, works_alone.symbol, ('time', '', 'time', ''))
    lanes = LaneData(m, 4)
    lanes.time[...] = [0.0, 1.5, 3.0, 7.0]
    works_alone(m, lanes)
    assert lanes.time.tolist() == [1.0, 2.5, 3.0, 7.0]
    calls_works_alone(m, lanes)
    assert lanes.time.tolist() == [2.0, 3.5, 3.0, 7.0]
    with pytest.raises(NotImplementedError, match='nobody knows which fields it uses'):
        works_in_secret(m, lanes)
    with pytest.raises(NotImplementedError, match='works_never works on one world at a time'):
        works_never(m, lanes)


# ---- threads ----
def test_nothing_that_threads_share_has_a_lock():
    """An interrupt may leave a lock taken for good, and names are looked up by the thread that gets interrupts."""
    source = Path(named.__code__.co_filename).read_text()
    assert 'Lock' not in source
    assert 'Lock' not in Path(words.__code__.co_filename).read_text()


def test_threads_that_ask_for_a_slot_get_the_same():
    kind, found = (SCALAR[0], StructKind(DATA, 5)), []
    run_threads(8, lambda i: found.append(calls_doubles_speed.slot(kind).ctypes.data))
    assert len(set(found)) == 1
    assert unpublished[calls_doubles_speed.slot_symbol(kind)] == found[0]


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


def test_native_code_does_not_hold_up_other_threads(m):
    """While one thread steps, Python goes on in another."""
    d, ticks = torsor.MjData(m), []
    torsor.mj_step(m, d)
    thread = threading.Thread(target=torsor.mj_step, args=(m, d, 100_000))
    thread.start()
    while thread.is_alive() and len(ticks) < 5:
        ticks.append(time.perf_counter())
        time.sleep(0.001)
    alive = thread.is_alive()
    thread.join()
    assert alive


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='there are no forks here')
def test_a_fork_waits_until_nobody_compiles():
    """Else the child would have a lock that nobody opens, and LLVM in the middle of something."""
    compiling, go_on = threading.Event(), threading.Event()

    def work():
        compiling.set()
        go_on.wait(10)

    thread = threading.Thread(target=apart_module.apart, args=(work,))
    thread.start()
    compiling.wait()
    threading.Timer(0.2, go_on.set).start()
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        os._exit(apart_module.apart(lambda: 7))
    waited = time.perf_counter() - start
    _, status = os.waitpid(child, 0)
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 7
    assert waited > 0.1
    assert apart_module.apart(lambda: 8) == 8  # free again in this process too


@pytest.mark.skipif(not hasattr(os, 'fork'), reason='there are no forks here')
def test_children_compile_and_step():
    code = """
import os, torsor
from torsor.jit import stage

@stage
def adds(m, d, x: float):
    d.time += x

m = torsor.MjModel.from_xml_string('<mujoco/>')
d = torsor.MjData(m)
child = os.fork()
adds(m, d, 3.0)
torsor.mj_forward(m, d)
if not child:
    os._exit(int(d.time))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), d.time)
"""
    result = run_python(code)
    assert (result.returncode, result.stdout) == (0, '3 3.0\n'), result.stderr


# ---- stages by their names ----
def test_a_named_stage_is_the_one_of_its_module():
    from torsor.physics.partial import step1

    assert named('physics.partial.step1') is step1 is Stages('physics.partial').step1


def test_a_name_that_no_module_has():
    lost = named('physics.pipeline.no_such_stage')
    try:
        with pytest.raises(LookupError, match=r'torsor\.physics\.pipeline has no stage no_such_stage'):
            _ = lost.signature
        with pytest.raises(AttributeError, match='no attribute'):
            _ = lost.something
    finally:
        del STAGES[lost.symbol]


def test_names_in_the_source_are_those_of_stages():
    """A module that is only named is not imported, so that a wrong name would be noticed late."""
    package, found = Path(torsor.__file__).parent, set()
    for path in package.rglob('*.py'):
        found |= set(re.findall(r"'(physics\.[\w.]+\.\w+)'", path.read_text()))
    symbols = {name for name in found if not (package / name.replace('.', '/')).with_suffix('.py').exists()}
    assert len(symbols) > 60
    for symbol in symbols:
        assert named(symbol).__wrapped__.__name__ == symbol.removesuffix('.apart').rpartition('.')[2]


def test_what_is_kept_with_native_code_is_what_the_module_says():
    for stage_of_ours in [s for s in STAGES.values() if s.is_ours and '__wrapped__' in vars(s)]:
        remark = stage_of_ours.remark()
        if remark:
            kept = pickle.loads(remark)
            assert kept._replace(signature=None) == stage_of_ours.declared._replace(signature=None)
            assert vars(kept.signature) == vars(stage_of_ours.signature)
            assert all(kind is MODEL for name, kind in kept.signature.kinds.items() if kind == MODEL)


def test_a_step_imports_no_kernels(tmp_path):
    """Once they are compiled."""
    code = """
import sys
import torsor
m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
d = torsor.MjData(m)
torsor.mj_step(m, d)
print(*sorted(name for name in sys.modules if name in ('torsor.physics.pipeline', 'torsor.physics.forward',
                                                       'torsor.jit.values', 'torsor.jit.python_mode', 'numba')))
assert torsor.mj_step.__doc__ and torsor.mj_step.__annotations__ == {'nstep': int, 'return': None}
"""
    assert run_python(code).returncode == 0  # compiles what is missing
    second = run_python(code)
    assert (second.returncode, second.stdout) == (0, '\n'), second.stderr
