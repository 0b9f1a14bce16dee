"""The arena: scratch and fields of variable length, growing while a kernel runs."""

import copy
import pickle
from functools import partial

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.batch.lanes import LaneData
from torsor.jit import arena, stage
from torsor.jit.arena import all_or_nothing, copy_contents, extend, reserve, scratch
from torsor.jit.memory import CACHE_LINE, round_up
from torsor.jit.python_mode import python_struct


@stage
def uses_much_memory(m, d):
    """Scratch survives growth, fields move with it."""
    mark = d.pstack
    small = scratch(d, m.nv)
    for i in range(m.nv):
        small[i] = 2.0 * d.qvel[i]
    d.nefc = 500
    reserve(d, 'efc_pos,efc_type', d.nefc)
    for i in range(d.nefc):
        d.efc_pos[i] = 1.0 * i
        d.efc_type[i] = i
    large = scratch(d, 100_000)
    large[99_999] = small[m.nv - 1]
    for i in range(m.nv):
        d.qacc[i] = small[i] + large[99_999] + d.efc_pos[499]
    d.pstack = mark


@stage
def uses_little_memory(m, d):
    mark = d.pstack
    first = scratch(d, 3)
    second = scratch(d, 3)
    for i in range(3):
        first[i] = 1.0 + i
        second[i] = 10.0 * (1.0 + i)
    for i in range(3):
        d.qacc[i] = first[i] + second[i]
    d.pstack = mark


@stage
def reserves_nothing_known(m, d):
    reserve(d, 'qpos', 3)


@pytest.fixture(scope='module')
def m():
    return tree()


def expected(qvel):
    return 2.0 * qvel + 2.0 * qvel[-1] + 499.0


def run_native(kernel, m, d):
    kernel(m, d)


def run_in_python(kernel, m, d):
    kernel.__wrapped__(python_struct(m), python_struct(d))


@pytest.mark.parametrize('run', [run_native, run_in_python])
def test_it_grows_and_keeps_what_it_held(m, run):
    d = torsor.MjData(m)
    d.qvel[:] = np.arange(m.nv)
    run(uses_much_memory, m, d)
    np.testing.assert_array_equal(d.qacc, expected(d.qvel))
    np.testing.assert_array_equal(d.efc_pos, np.arange(500))
    np.testing.assert_array_equal(d.efc_type, np.arange(500))
    assert d.pstack == 0
    assert d.maxuse_stack >= 800_000
    assert d.narena >= d.maxuse_stack


@pytest.mark.parametrize('run', [run_native, run_in_python])
def test_for_several_worlds(m, run):
    lanes = LaneData(m, 4)
    lanes.qvel[...] = np.arange(4 * m.nv).reshape(m.nv, 4)
    run(uses_much_memory, m, lanes)
    np.testing.assert_array_equal(lanes.qacc, expected(lanes.qvel))


@pytest.mark.parametrize('run', [run_native, run_in_python])
def test_pieces_of_scratch_do_not_overlap(m, run):
    d = torsor.MjData(m)
    run(uses_little_memory, m, d)
    assert d.qacc[:3].tolist() == [11.0, 22.0, 33.0]
    assert d.maxuse_stack == 2 * CACHE_LINE


def test_it_grows_once_and_is_then_large_enough(m, monkeypatch):
    grown = []
    grow = arena.grow
    monkeypatch.setattr(arena, 'grow', lambda d, needed: grown.append(needed) or grow(d, needed))
    d = torsor.MjData(m)
    for _ in range(3):
        d.parena = 0
        uses_much_memory(m, d)
    size = d.narena
    assert grown
    grown.clear()
    d.parena = 0
    uses_much_memory(m, d)
    assert not grown
    assert d.narena == size


def test_without_memory_the_kernel_stops(m, monkeypatch):
    def no_memory(d, needed):
        raise MemoryError(f'{needed} bytes')

    monkeypatch.setattr(arena, 'grow', no_memory)
    d = torsor.MjData(m)
    d.narena = 0
    with pytest.raises(MemoryError, match='bytes'):
        uses_much_memory(m, d)


@pytest.mark.parametrize('duplicate', [copy.copy, copy.deepcopy, lambda d: pickle.loads(pickle.dumps(d))])
def test_copies_have_an_arena_of_their_own(m, duplicate):
    d = torsor.MjData(m)
    uses_much_memory(m, d)
    twin = duplicate(d)
    twin.efc_pos[:] = -1.0
    np.testing.assert_array_equal(d.efc_pos, np.arange(500))
    np.testing.assert_array_equal(twin.efc_type, np.arange(500))
    twin.parena = 0
    uses_much_memory(twin._model, twin)
    np.testing.assert_array_equal(twin.efc_pos, np.arange(500))


def test_contents_are_copied_from_any_arena_to_any_other(m):
    new, used = torsor.MjData(m), torsor.MjData(m)
    used.qvel[:] = 1.0
    uses_much_memory(m, used)
    for source, target in ((used, torsor.MjData(m)), (new, copy.copy(used)), (used, copy.copy(used))):
        copy_contents(source, target)
        assert target._buffer.tobytes() == source._buffer.tobytes()
        np.testing.assert_array_equal(target.efc_pos, source.efc_pos)
        assert (target.narena, target.nefc) == (source.narena, source.nefc)
        assert bool(target._arenas) == bool(source._arenas)
        target.parena = 0
        uses_much_memory(m, target)
        np.testing.assert_array_equal(target.efc_pos, np.arange(500))
    assert used._arenas[-1] is not target._arenas[-1]


def test_changes_are_made_in_order_and_an_error_is_not_hidden():
    made = []
    all_or_nothing(partial(made.append, 1), partial(made.append, 2))
    assert made == [1, 2]
    with pytest.raises(ZeroDivisionError):
        all_or_nothing(partial(made.append, 3), partial(divmod, 1, 0))


def test_growth_that_fails_changes_nothing(m, monkeypatch):
    def no_memory(size):
        raise MemoryError(f'{size} bytes')

    d = torsor.MjData(m)
    torsor.mj_step(m, d)
    block, arenas = d._block.copy(), list(d._arenas)
    monkeypatch.setattr(arena, 'aligned_zeros', no_memory)
    with pytest.raises(MemoryError, match='bytes'):
        uses_much_memory(m, d)
    moving = [d._layout.schema.word[row.name] for row in d._layout.schema.moving]
    np.testing.assert_array_equal(d._block[moving], block[moving])
    assert d._block[d._layout.schema.word['arena']] == block[d._layout.schema.word['arena']]
    assert [id(a) for a in d._arenas] == [id(a) for a in arenas]
    assert d.pstack == 0


def test_extending_keeps_the_items(m):
    d = torsor.MjData(m)
    uses_much_memory(m, d)
    extend(d, 'efc_pos,efc_type', 500, 2_000)
    d.nefc = 2_000
    np.testing.assert_array_equal(d.efc_pos[:500], np.arange(500))
    np.testing.assert_array_equal(d.efc_type[:500], np.arange(500))


def test_only_fields_of_the_arena_can_be_reserved(m):
    with pytest.raises(Exception, match='the arena has no field qpos'):
        reserves_nothing_known(m, torsor.MjData(m))


def test_pieces_start_on_cache_lines():
    assert [round_up(n) for n in (0, 1, 63, 64, 65)] == [0, 64, 64, 64, 128]
