"""Calls of stages, from Python and from each other: arguments, results, errors, warnings, in every way of calling."""

import inspect
import sys
import threading

import numpy as np
import pytest

import torsor
from jit.small import random_state, run_python, tree
from jit.ways import WAYS, called
from torsor.batch.lanes import LaneData
from torsor.jit import call as module
from torsor.jit import stage
from torsor.jit.arena import scratch
from torsor.jit.arguments import In, Index, Out
from torsor.jit.call import Call, public
from torsor.jit.inside import objects
from torsor.jit.python_mode import python_struct
from torsor.jit.stage import jit_enabled
from torsor.jit.structs import given
from torsor.jit.world import DATA

native_only = pytest.mark.skipif(not jit_enabled(), reason='about native code')
OTHER = '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>'


@stage
def count_up(m, d, by: float = 1.0, times: int = 1, backwards: bool = False):
    """Add to the time."""
    d.time += -by * times if backwards else by * times


@stage
def largest_speed(m, d, out: Out('nv', optional=True), first: Index('nv')) -> float:
    largest = 0.0
    for i in range(first, m.nv):
        largest = max(largest, abs(d.qvel[i]))
        if given(out):
            out[i] = abs(d.qvel[i])
    return largest


@stage
def is_faster(m, d, than: float) -> bool:
    return abs(d.qvel[0]) > than


@stage
def product(m, first: int, second: int) -> int:
    return first * second


@stage
def fail(m, d, kind: int):
    numbers = scratch(d, 1000)
    numbers[0] = 1.0
    if kind == 0:
        raise ValueError('from a kernel', 7)
    if kind == 1:
        raise ZeroDivisionError
    if kind == 2:
        raise torsor.FatalError('fatal')
    d.time += 1.0
    d.pstack = 0


@stage
def warn(m, d, times: int = 1):
    d.time += times
    d.warned |= 2


@stage
def add_rows(total: Out('*'), rows: In('*,*')) -> int:
    """Sums of columns."""
    for i in range(rows.shape[0]):
        for j in range(rows.shape[1]):
            total[j] += rows[i, j]
    return rows.size


# ---- stages that call stages ----
@stage
def calls_others(m, d, out: Out('nv'), steps: int) -> float:
    count_up(m, d, 0.5, steps, False)
    count_up(m, d, 1, 2, steps > 100)  # an integer where a real number is declared
    half = largest_speed(m, d, out, 0) / 2
    if is_faster(m, d, half):
        d.time += 100.0
    return half + product(m, m.nv, steps)


@stage
def calls_with_spans(total: Out('*'), rows: In('*,*')) -> int:
    return 10 * add_rows(total, rows) + add_rows(total, rows)


@stage
def calls_what_fails(m, d, kind: int) -> float:
    d.time = 1.0
    fail(m, d, kind)
    d.time = 10.0
    return 5.0


@stage
def passes_a_fraction_for_an_integer(m, d):
    count_up(m, d, 1.0, 1.5, False)


@stage
def passes_too_few(m, d):
    count_up(m, d)


@stage
def passes_structs_in_the_wrong_order(m, d):
    count_up(d, m, 1.0, 1, False)


@stage
def returns_what_it_does_not_declare(m, d):
    return d.qvel[0]


@stage
def declares_what_it_does_not_return(m, d) -> int:
    return d.qvel[0]


class SubModel(torsor.MjModel):
    """Somebody's own model class."""


class SubData(torsor.MjData):
    """Somebody's own data class, with an attribute."""

    def __init__(self, model):
        super().__init__(model)
        object.__setattr__(self, 'note', 'mine')


@pytest.fixture(scope='module')
def m():
    return tree()


@pytest.fixture
def d(m):
    d = torsor.MjData(m)
    d.qvel[:] = np.arange(m.nv) - 3.0
    return d


@pytest.fixture(scope='module', params=WAYS)
def way(request):
    return request.param


def sub_model(m):
    return SubModel._from_memory(m._layout.given, m._buffer)


# ---- results ----
@pytest.mark.python_mode
def test_results(way, m, d):
    assert called(largest_speed, way, m, d, None, 0)(m, d, None, 0) == 8.0
    faster, multiply = called(is_faster, way, m, d, 1.0), called(product, way, m, 2, 3)
    assert faster(m, d, 2.9) is True
    assert faster(m, d, 3) is False
    assert multiply(m, -4, 5) == -20
    assert multiply(m, 2**31 - 1, 2**31 - 1) == (2**31 - 1)**2
    assert [type(f) for f in (multiply(m, 1, 1), largest_speed(m, d, None, 0))] == [int, float]
    assert called(count_up, way, m, d)(m, d) is None


@pytest.mark.python_mode
def test_optional_arrays(way, m, d):
    function = called(largest_speed, way, m, d, None, 0)
    out = np.full(m.nv, -1.0)
    assert function(m, d, out, 2) == 8.0
    np.testing.assert_array_equal(out, [-1, -1, *np.abs(d.qvel[2:])])


@pytest.mark.python_mode
def test_defaults_and_keywords(way, m, d):
    function = called(count_up, way, m, d)
    d.time = 0.0
    function(m, d)
    assert d.time == 1.0
    function(m, d, 0.5)
    function(m, d, times=4)
    function(m, d, 2.0, backwards=True)
    function(d=d, m=m, by=0.25)
    assert d.time == 1.0 + 0.5 + 4.0 - 2.0 + 0.25
    for arguments, named in (((m,), {}), ((m, d, 1.0, 1, False, 0), {}), ((m, d), {'speed': 1}), ((m, d), {'m': m})):
        with pytest.raises(TypeError, match=r'count_up\(\)'):
            function(*arguments, **named)


def test_functions_look_like_what_they_call():
    function = public(count_up, 'another_name', 'Another docstring.')
    assert (function.__name__, function.__doc__) == ('another_name', 'Another docstring.')
    assert inspect.signature(function).parameters == inspect.signature(count_up.__wrapped__).parameters
    assert public(count_up).__doc__ == 'Add to the time.'
    with pytest.raises(TypeError, match=r'^another_name\(\): incompatible function arguments: m should be an MjModel'):
        function(1, 2)


@pytest.mark.python_mode
def test_arrays_of_any_size(way):
    total, rows = np.zeros(3), np.arange(6.0).reshape(2, 3)
    function = called(add_rows, way, total, rows)
    total[:] = 0
    assert function(total, rows) == 6
    np.testing.assert_array_equal(total, [3, 5, 7])


# ---- calls from kernels ----
@pytest.mark.python_mode
def test_stages_call_stages_with_arguments(way, m, d):
    out = np.zeros(m.nv)
    function = called(calls_others, way, m, d, out, 0)
    d.time = 0.0
    assert function(m, d, out, 3) == 4.0 + 3 * m.nv
    assert d.time == 1.5 + 2.0
    np.testing.assert_array_equal(out, np.abs(d.qvel))
    d.time, d.qvel[0] = 0.0, 8.0
    function(m, d, out, 200)
    assert d.time == 100.0 - 2.0 + 100.0


@pytest.mark.python_mode
def test_stages_pass_arrays_of_any_size_on(way):
    total, rows = np.zeros(3), np.arange(6.0).reshape(2, 3)
    function = called(calls_with_spans, way, total, rows)
    total[:] = 0
    assert function(total, rows) == 66
    np.testing.assert_array_equal(total, [6, 10, 14])


@native_only
@pytest.mark.parametrize('kernel', [passes_a_fraction_for_an_integer, passes_too_few,
                                    passes_structs_in_the_wrong_order])
def test_calls_that_do_not_fit_do_not_compile(m, d, kernel):
    with pytest.raises(Exception, match='count_up'):
        kernel(m, d)


@native_only
@pytest.mark.parametrize(('kernel', 'declared'), [(returns_what_it_does_not_declare, 'none'),
                                                  (declares_what_it_does_not_return, 'int64')])
def test_results_are_declared(m, d, kernel, declared):
    with pytest.raises(TypeError, match=f'{kernel.__name__}: the stage returns float64, but declares {declared}'):
        kernel(m, d)


# ---- errors ----
@pytest.mark.python_mode
@pytest.mark.parametrize('kernel', [fail, calls_what_fails])
def test_errors_of_kernels(way, m, d, kernel):
    function = called(kernel, way, m, d, 3)
    d.time = 0.0
    for kind, error, arguments in ((0, ValueError, ('from a kernel', 7)), (1, ZeroDivisionError, ()),
                                   (2, torsor.FatalError, ('fatal',))):
        with pytest.raises(error) as caught:
            function(m, d, kind)
        assert caught.value.args == arguments
        assert d.time == (1.0 if kernel is calls_what_fails else 0.0)


@pytest.mark.python_mode
def test_errors_release_scratch(way, m, d):
    """Of this call only: what a caller has taken stays."""
    function = called(fail, way, m, d, 3)
    d.pstack = 128
    for _ in range(100):
        with pytest.raises(ZeroDivisionError):
            function(m, d, 1)
    assert d.pstack == 128
    assert d.maxuse_stack == 8000 + 128


def test_errors_of_callbacks_reach_the_user_of_a_subclass(m):
    sub = SubData(m)

    def broken(m, d):
        raise KeyError('from a callback')

    torsor.set_mjcb_control(broken)
    try:
        with pytest.raises(KeyError, match='from a callback'):
            torsor.mj_step(m, sub)
    finally:
        torsor.set_mjcb_control(None)


# ---- warnings ----
@pytest.mark.python_mode
@pytest.mark.parametrize('cls', [torsor.MjData, SubData])
def test_warnings_are_spoken_once(way, m, monkeypatch, cls):
    spoken = []
    monkeypatch.setattr(module, 'warning_handler', lambda *arguments: spoken.append(arguments))
    d = cls(m)
    function = called(warn, way, m, torsor.MjData(m))
    spoken.clear()
    function(m, d)
    assert spoken == [(m, d, 2)]
    assert d._block[DATA.word['warned']] == 0
    function(m, d, 3)
    assert len(spoken) == 2
    assert d.time == 4.0


@pytest.mark.python_mode
def test_an_error_of_the_warning_handler_does_not_repeat_the_call(way, m, d, monkeypatch):
    function = called(warn, way, m, torsor.MjData(m))

    def handler(*arguments):
        raise TypeError('my handler is broken')

    monkeypatch.setattr(module, 'warning_handler', handler)
    with pytest.raises(TypeError, match='my handler'):
        function(m, d)
    assert d.time == 1.0


# ---- structs ----
@pytest.mark.python_mode
@pytest.mark.parametrize('wrong', [None, 3, 2.5, 'text', b'text', np.zeros(3), object(), torsor.MjOption(),
                                   torsor.MjData])
def test_wrong_types_raise(way, m, d, wrong):
    function = called(count_up, way, m, torsor.MjData(m))
    for arguments in ((wrong, d), (m, wrong), (d, m), (m, m), (d, d), (wrong, wrong)):
        with pytest.raises(TypeError, match=r'^count_up\(\): incompatible function arguments'):
            function(*arguments)
        with pytest.raises(TypeError, match=r'^mj_step\(\): incompatible function arguments'):
            torsor.mj_step(*arguments)


@pytest.mark.parametrize('wrong', [(), ('m',), ('m', 'd', 1, 2)])
def test_wrong_numbers_of_arguments_raise(m, d, wrong):
    arguments = [dict(m=m, d=d).get(a, a) for a in wrong]
    with pytest.raises(TypeError, match='mj_step'):
        torsor.mj_step(*arguments)
    with pytest.raises(TypeError, match='count_up'):
        count_up(*arguments)


@pytest.mark.python_mode
def test_data_of_another_model_is_refused_and_untouched(way, m, d):
    other = torsor.MjModel.from_xml_string(OTHER)
    function = called(count_up, way, m, torsor.MjData(m))
    before = d.qpos.copy()
    for call in (lambda: torsor.mj_step(other, d), lambda: function(other, d)):
        with pytest.raises(ValueError, match='another MjModel'):
            call()
    np.testing.assert_array_equal(d.qpos, before)
    assert d.time == 0.0


def test_instances_of_subclasses_are_welcome_everywhere(m):
    """In functions that run natively or in Python, with and without arguments."""
    expected = uses_many_functions(m, torsor.MjData(m))
    for model in (m, sub_model(m)):
        sub = SubData(model)
        np.testing.assert_array_equal(uses_many_functions(model, sub), expected)
        assert sub.note == 'mine'


def uses_many_functions(m, d) -> np.ndarray:
    """Numbers from functions of all kinds."""
    torsor.mj_resetData(m, d)
    torsor.mj_step(m, d, 5)
    torsor.mj_forwardSkip(m, d, 1, 0)
    jacp, dense, state = np.zeros((3, m.nv)), np.zeros((m.nv, m.nv)), np.zeros(torsor.mj_stateSize(m, 7))
    torsor.mj_jac(m, d, jacp, None, np.ones(3), 2)
    torsor.mj_fullM(m, d, dense)
    torsor.mj_getState(m, d, state, 7)
    A, B = np.zeros((2 * m.nv + m.na, 2 * m.nv + m.na)), np.zeros((2 * m.nv + m.na, m.nu))
    torsor.mjd_transitionFD(m, d, 1e-6, False, A, B, None, None)
    twin = torsor.MjData(m)
    torsor.mj_copyData(twin, m, d)
    torsor.mj_setConst(m, twin)
    return np.concatenate([x.ravel() for x in (d.qpos, d.qvel, jacp, dense, state, A, B, twin.qpos)])


# ---- numbers of steps ----
@pytest.mark.parametrize('nstep', [2, True, np.int32(2), np.uint8(2)])
def test_counts_are_integers(m, d, nstep):
    torsor.mj_step(m, d, nstep)
    assert d.time == pytest.approx(int(nstep) * m.opt.timestep)


@pytest.mark.parametrize('nstep', [2.0, '2', None, [2]])
def test_other_counts_raise(m, d, nstep):
    with pytest.raises(TypeError, match=r'mj_step\(\): incompatible function arguments: nstep should be an integer'):
        torsor.mj_step(m, d, nstep)
    assert d.time == 0.0


def test_no_steps(m, d):
    for nstep in (0, -3):
        torsor.mj_step(m, d, nstep)
    assert d.time == 0.0


@stage
def take_long(m, d, rounds: int):
    """Let some milliseconds pass."""
    for k in range(rounds):
        d.time = 0.5 * d.time + k


@native_only
@pytest.mark.parametrize('few', [-1, 100])
def test_other_threads_run_unless_calls_on_small_models_keep_the_lock(m, few):
    call, d, passed, done = Call(take_long, 'take_long', few), torsor.MjData(m), [0], threading.Event()

    def count():
        while not done.wait(1e-4):
            passed[0] += 1

    call.run(m, d, 1)
    interval, thread = sys.getswitchinterval(), threading.Thread(target=count)
    thread.start()
    try:
        sys.setswitchinterval(100)  # nobody is interrupted: others run where the lock is let go of, and only there
        before = passed[0]
        call.run(m, d, 10_000_000)
        counted = passed[0] - before
    finally:
        sys.setswitchinterval(interval)
        done.set()
        thread.join()
    assert (counted > 0) == (few < 0)


# ---- how calls are made ----
@native_only
def test_threads_that_make_the_first_call_share_what_it_makes(m, monkeypatch):
    """A wrapper reads a record of its call: were there two, one of them would be gone with the record of the other."""
    made = []
    builtin = objects.builtin
    monkeypatch.setattr(objects, 'builtin', lambda *arguments: made.append(arguments) or builtin(*arguments))
    call, datas = Call(count_up, 'count_up'), [torsor.MjData(m) for _ in range(8)]
    barrier = threading.Barrier(len(datas))

    def work(d):
        barrier.wait()
        call.run(m, d, 1.0, 1, False)

    threads = [threading.Thread(target=work, args=(d,)) for d in datas]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [d.time for d in datas] == [1.0] * len(datas)
    assert len(made) == 2


@native_only
def test_the_wrapper_serves_all_calls_of_the_same_kinds(m, d):
    """Which kernel it calls is in a record: there are fewer wrappers than functions."""
    torsor.mj_kinematics(m, d)
    known = module._wrapper_address.cache_info().currsize
    torsor.mj_comPos(m, d)
    torsor.mj_crb(m, d)
    assert module._wrapper_address.cache_info().currsize == known


@native_only
def test_stages_that_were_called_go_straight_to_their_wrappers(m, d, monkeypatch):
    count_up(m, d, 1.0, 1, False)
    start = d.time
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules['torsor.jit.stage'], '_run', None)
        count_up(m, d, 2.0, 3, False)
    assert d.time == start + 6.0
    with pytest.raises(TypeError, match='incompatible function arguments'):
        count_up(m, d, 1.0)
    count_up(m, d, np.float32(1.0), True, 0)  # as before, what it does not know is converted
    assert d.time == start + 7.0


@native_only
def test_what_wrappers_refuse_may_hold_several_worlds(m, d):
    count_up(m, d, 1.0, 1, False)
    lanes = LaneData(m, 4)
    count_up(m, lanes, 2.0, 1, False)
    assert np.array_equal(lanes.time, np.full(np.shape(lanes.time), 2.0))
    view = python_struct(d)
    before = d.time
    count_up(python_struct(m), view, 3.0, 1, False)
    assert d.time == before + 3.0


@native_only
def test_nothing_is_compiled_at_import():
    code = """
import torsor, sys
assert torsor.__all__  # imports every module that there is
from torsor.jit.progress import progress
assert progress.count == 0
assert not {'numba', 'llvmlite', 'torsor.jit.emit'} & set(sys.modules)
"""
    result = run_python(code)
    assert result.returncode == 0, result.stderr


STEP = f"""
import sys
sys.path[:0] = {__import__('sys').path!r}
import torsor
from jit.small import random_state, tree
m = tree()
d = torsor.MjData(m)
d.qpos[:], d.qvel[:] = random_state(m)
torsor.mj_step(m, d, 20)
print(d.qpos.tobytes().hex())
"""


@native_only
def test_calls_by_address_in_a_process_of_its_own(m):
    """From the first call on, with a cache that others fill with wrappers."""
    code = f"""
from torsor.jit.inside import objects
objects.layout_holds = lambda: False
{STEP}
assert torsor.mj_step.call.run == torsor.mj_step.call._the_long_way
"""
    result = run_python(code)
    assert result.returncode == 0, result.stderr
    d = torsor.MjData(m)
    d.qpos[:], d.qvel[:] = random_state(m)
    torsor.mj_step(m, d, 20)
    assert result.stdout.strip() == d.qpos.tobytes().hex()


# ---- shortcuts ----
@stage
def halve(m, d, out: Out('nv'), rest: Out('nv', optional=True)) -> int:
    """out = qvel / 2, and so is the rest if it is given; 3 if a velocity is negative."""
    for i in range(m.nv):
        if d.qvel[i] < 0.0:
            return 3
        out[i] = 0.5 * d.qvel[i]
        if given(rest):
            rest[i] = out[i]
    if d.qvel[0] > 100.0:
        raise ValueError('too fast')
    return 0


class Halved:
    """A function in Python around the stage, and how often it was called."""

    def __init__(self):
        self.calls, call = [], Call(halve, 'halved', plain=3)

        def halved(m, d, out=None, rest=None):
            """Half of all velocities."""
            self.calls.append(out is not None)
            out = np.empty(m.nv) if out is None else out
            return ('negative', None) if call.run(m, d, out, rest) else (out, rest)

        self.function, self.short = halved, call.shortcut(halved, __name__)


@native_only
def test_a_shortcut_makes_plain_calls_itself(m, d):
    halved, out = Halved(), np.empty(m.nv)
    d.qvel[:] = np.arange(m.nv)
    assert halved.short(m, d, out)[0] is out  # the first call, which the function makes
    assert halved.calls == [True]
    out[:] = np.nan
    assert [id(thing) for thing in halved.short(m, d, out)] == [id(out), id(None)]
    assert np.array_equal(out, 0.5 * d.qvel)
    assert halved.calls == [True]


@native_only
def test_a_shortcut_leaves_all_other_calls_to_the_function(m, d):
    halved, out, rest = Halved(), np.empty(m.nv), np.empty(m.nv)
    d.qvel[:] = 1.0
    halved.short(m, d)
    assert np.array_equal(halved.short(m, d)[0], 0.5 * d.qvel)
    assert halved.short(m, d, out, rest)[1] is rest
    assert halved.short(m, d=d, out=out)[0] is out
    assert halved.calls == [False, False, True, True]
    d.qvel[0] = -1.0
    assert halved.short(m, d, out) == ('negative', None)
    assert halved.calls == [False, False, True, True, True]
    with pytest.raises(TypeError, match='missing 2 required'):
        halved.short()
    with pytest.raises(TypeError, match='out should be'):
        halved.short(m, d, np.empty(m.nv + 1))
    with pytest.raises(TypeError, match='m should be an MjModel'):
        halved.short(d, m, out)


@native_only
def test_errors_of_kernels_come_through_a_shortcut(m, d):
    halved, out = Halved(), np.empty(m.nv)
    d.qvel[:] = 1.0
    halved.short(m, d, out)
    d.qvel[0] = 101.0
    for _ in range(3):
        with pytest.raises(ValueError, match='too fast'):
            halved.short(m, d, out)


@native_only
def test_a_shortcut_keeps_no_object_alive_and_loses_none(m, d):
    halved, out = Halved(), np.empty(m.nv)
    d.qvel[:] = 1.0
    halved.short(m, d, out)
    before = [sys.getrefcount(thing) for thing in (m, d, out, None, halved.function)]
    for _ in range(1000):
        halved.short(m, d, out)
        halved.short(m, d)
    after = [sys.getrefcount(thing) for thing in (m, d, out, None, halved.function)]
    assert np.abs(np.subtract(after, before)).max() < 100


@native_only
def test_a_shortcut_looks_like_the_function():
    halved = Halved()
    assert inspect.signature(halved.short) == inspect.signature(halved.function)
    assert (halved.short.__name__, halved.short.__doc__) == ('halved', 'Half of all velocities.')
    assert halved.short.__module__ == __name__


def test_without_native_code_the_function_is_its_own_shortcut(monkeypatch):
    monkeypatch.setattr(objects, 'layout_holds', lambda: False)
    halved = Halved()
    assert halved.short is halved.function
