"""Calls from Python: wrong arguments raise and never crash, and the slower safe way gives the same results."""

import ctypes
import sys

import numpy as np
import pytest
from torsor.jit.entry import caller, given, layout_holds, repeater, same_model
from torsor.jit.entry import entry as entry_point

import torsor
from jit.small import random_state, run_python, tree
from torsor.jit import entry, stage
from torsor.jit.layout import Block

CHOOSE_A_WAY = entry._run
OTHER = '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>'


@entry_point('reals? reals int float')
def adds_to(m, d, extra, out, i, x):
    same_model(m, d)
    out[i] = x
    if given(extra):
        out[i] += extra[0]


@entry_point('ints ints? bool')
def counts_up(m, d, counts, more, twice):
    same_model(m, d)
    for i in range(m.nv):
        counts[i] += 2 if twice else 1
        if given(more):
            counts[i] += more[i]


@stage
def warns(m, d):
    d.time += 1.0
    d.warned |= 2


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
    return torsor.MjData(m)


@pytest.fixture(params=['objects', 'addresses'])
def way(request, monkeypatch):
    """Both ways of calling: checks while unboxing, and checks in Python."""
    monkeypatch.setattr(entry, 'layout_holds', lambda: request.param == 'objects')
    monkeypatch.setattr(entry, '_run', first_run)
    for kernel in (adds_to, counts_up):
        monkeypatch.setattr(kernel, '_call', kernel._first)
    return request.param


def first_run(*arguments):
    """What `_run` is in a fresh process: the choice of the way."""
    return CHOOSE_A_WAY(*arguments)


# ---- structs ----
@pytest.mark.parametrize('wrong', [None, 3, 2.5, 'text', b'text', np.zeros(3), object(), torsor.MjOption(),
                                   torsor.MjData])
def test_wrong_types_raise(way, m, d, wrong):
    for arguments in ((wrong, d), (m, wrong), (d, m), (m, m), (d, d), (wrong, wrong)):
        with pytest.raises(TypeError, match='mj_step'):
            torsor.mj_step(*arguments)
        with pytest.raises(TypeError, match='mj_forward'):
            torsor.mj_forward(*arguments)
        with pytest.raises(TypeError):
            counts_up(*arguments, np.zeros(20, np.int32), None, False)


def test_wrong_numbers_of_arguments_raise(m, d):
    for arguments in ((), (m,), (m, d, 1, 2)):
        with pytest.raises(TypeError):
            torsor.mj_step(*arguments)


def test_data_of_another_model_is_refused_and_untouched(way, d):
    other = torsor.MjModel.from_xml_string(OTHER)
    before = d.qpos.copy()
    for call in (lambda: torsor.mj_step(other, d), lambda: counts_up(other, d, np.zeros(20, np.int32), None, False)):
        with pytest.raises(ValueError, match='another MjModel'):
            call()
    np.testing.assert_array_equal(d.qpos, before)


def sub_model(m):
    return SubModel._from_memory(m._sizes, m._buffer)


def test_instances_of_subclasses_are_welcome(way, m, d):
    torsor.mj_step(m, d, 5)
    for model in (m, sub_model(m)):
        sub = SubData(model)
        torsor.mj_step(model, sub, 5)
        np.testing.assert_array_equal(sub.qpos, d.qpos)
        assert sub.note == 'mine'


def test_errors_reach_the_user_of_a_subclass(way, m):
    sub = SubData(m)

    def fail(m, d):
        raise KeyError('from a callback')

    torsor.set_mjcb_control(fail)
    try:
        with pytest.raises(KeyError, match='from a callback'):
            torsor.mj_step(m, sub)
    finally:
        torsor.set_mjcb_control(None)


@pytest.mark.parametrize('cls', [torsor.MjData, SubData])
def test_warnings_are_spoken_once(way, m, monkeypatch, cls):
    spoken = []
    monkeypatch.setattr(entry, 'warning_handler', lambda *arguments: spoken.append(arguments))
    d = cls(m)
    caller(warns)(m, d)
    assert spoken == [(m, d, 2)]
    assert d._block[entry.WARNED] == 0
    repeater(warns)(m, d, 3)
    assert len(spoken) == 2
    assert d.time == 4.0


def test_an_error_of_the_warning_handler_does_not_repeat_the_step(way, m, d, monkeypatch):
    def handler(*arguments):
        raise TypeError('my handler is broken')

    monkeypatch.setattr(entry, 'warning_handler', handler)
    with pytest.raises(TypeError, match='my handler'):
        caller(warns)(m, d)
    assert d.time == 1.0


# ---- numbers ----
@pytest.mark.parametrize('nstep', [2, True, np.int32(2), np.uint8(2)])
def test_counts_are_integers(m, d, nstep):
    torsor.mj_step(m, d, nstep)
    assert d.time == pytest.approx(int(nstep) * m.opt.timestep)


@pytest.mark.parametrize('nstep', [2.0, '2', None, [2]])
def test_other_counts_raise(m, d, nstep):
    with pytest.raises(TypeError):
        torsor.mj_step(m, d, nstep)
    assert d.time == 0.0


def test_no_steps(m, d):
    for nstep in (0, -3):
        torsor.mj_step(m, d, nstep)
    assert d.time == 0.0


# ---- arrays ----
def test_arrays_are_used_in_place(way, m, d):
    out = np.zeros(4)
    adds_to(m, d, None, out, 2, 1.5)
    adds_to(m, d, np.array([2.0]), out, 3, 1.5)
    np.testing.assert_array_equal(out, [0, 0, 1.5, 3.5])
    counts = np.zeros(m.nv, np.int32)
    counts_up(m, d, counts, None, False)
    counts_up(m, d, counts, np.arange(m.nv, dtype=np.int32), True)
    np.testing.assert_array_equal(counts, 3 + np.arange(m.nv))


def unsuitable_arrays():
    read_only, misaligned = np.zeros(4), np.zeros(33, np.uint8)[1:].view(np.float64)
    read_only.flags.writeable = False
    return dict(none=None, list=[0.0] * 4, single=np.zeros(4, np.float32), integers=np.zeros(4, np.int64),
                strided=np.zeros(8)[::2], transposed=np.zeros((2, 3)).T, read_only=read_only, number=1.0, text='text',
                swapped=np.zeros(4, '>f8'), misaligned=misaligned, objects=np.zeros(4, object), array_type=np.ndarray)


@pytest.mark.parametrize('wrong', unsuitable_arrays())
def test_unsuitable_arrays_raise(way, m, d, wrong):
    array = unsuitable_arrays()[wrong]
    with pytest.raises(TypeError, match='array of float64'):
        adds_to(m, d, None, array, 0, 1.0)
    with pytest.raises(TypeError, match='array of int32'):
        counts_up(m, d, array, None, False)
    if array is not None:
        with pytest.raises(TypeError, match='or None'):
            adds_to(m, d, array, np.zeros(4), 0, 1.0)


# ---- what the cheap way relies on ----
def test_the_layout_of_objects_is_as_assumed():
    """If this fails, CPython or NumPy have changed: calls are still right, but slower."""
    assert layout_holds() == (sys.implementation.name == 'cpython')


def test_the_block_of_a_struct_has_a_fixed_place(m):
    """The first slot of the first class comes right after the header, in derived classes too."""
    for struct in (m, torsor.MjData(m), SubData(m), sub_model(m)):
        assert isinstance(struct, Block)
        assert ctypes.c_size_t.from_address(id(struct) + entry._SLOT).value == id(struct._block)


@pytest.mark.parametrize(('name', 'value'), [('_SLOT', 24), ('_TYPE', 16), ('_DATA', 24), ('_DESCR', 48),
                                             ('_FLAGS', 72)])
def test_another_layout_is_noticed(monkeypatch, name, value):
    monkeypatch.setattr(entry, name, value)
    assert not layout_holds()


def test_the_wrapper_of_a_compiled_function_is_a_builtin():
    """Numba's dispatcher is skipped by calling `entry_point`, a function of C that unboxes its arguments itself."""
    run = entry.native_function(entry._run_addresses, *[entry.types.intp] * 4)
    assert type(run) is type(len)
    assert run(0, 0, 0, 0) is None
    with pytest.raises(TypeError):
        run(0, 0)


def test_nothing_is_compiled_at_import():
    code = """
import torsor, sys
from torsor.jit.progress import progress
from torsor.jit.stage import STAGES
from torsor.jit.world import SCALAR
from numba.core.registry import cpu_target
assert progress.count == 0
assert not any(stage.slot(SCALAR)[0] for stage in STAGES.values())
assert not cpu_target.target_context.codegen()._engine._defined_symbols
assert 'numba.np.arrayobj' not in sys.modules
"""
    result = run_python(code)
    assert result.returncode == 0, result.stderr


def test_the_safe_way_in_a_process_of_its_own(m):
    """From the first call on, and with a cache that others fill with functions for the cheap way."""
    code = f"""
import sys
sys.path[:0] = {sys.path!r}
import torsor
from torsor.jit import entry
entry.layout_holds = lambda: False
from jit.small import random_state, tree
m = tree()
d = torsor.MjData(m)
d.qpos[:], d.qvel[:] = random_state(m)
torsor.mj_step(m, d, 20)
print(d.qpos.tobytes().hex())
"""
    result = run_python(code)
    assert result.returncode == 0, result.stderr
    d = torsor.MjData(m)
    d.qpos[:], d.qvel[:] = random_state(m)
    torsor.mj_step(m, d, 20)
    assert result.stdout.strip() == d.qpos.tobytes().hex()
