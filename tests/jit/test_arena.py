"""The arena: scratch and fields of variable length, growing while a kernel runs."""

import copy
import pickle

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.batch.lanes import LaneData
from torsor.jit import stage
from torsor.jit.arena import extend, reserve, scratch


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


@pytest.fixture(scope='module')
def m():
    return tree()


def expected(qvel):
    return 2.0 * qvel + 2.0 * qvel[-1] + 499.0


def test_it_grows_and_keeps_what_it_held(m):
    d = torsor.MjData(m)
    d.qvel[:] = np.arange(m.nv)
    uses_much_memory(m, d)
    np.testing.assert_array_equal(d.qacc, expected(d.qvel))
    np.testing.assert_array_equal(d.efc_pos, np.arange(500))
    np.testing.assert_array_equal(d.efc_type, np.arange(500))
    assert d.pstack == 0
    assert d.maxuse_stack >= 800_000
    assert d.narena >= d.maxuse_stack


def test_for_several_worlds(m):
    lanes = LaneData(m, 4)
    lanes.qvel[...] = np.arange(4 * m.nv).reshape(m.nv, 4)
    uses_much_memory(m, lanes)
    np.testing.assert_array_equal(lanes.qacc, expected(lanes.qvel))


@pytest.mark.parametrize('duplicate', [copy.copy, lambda d: pickle.loads(pickle.dumps(d))])
def test_copies_have_an_arena_of_their_own(m, duplicate):
    d = torsor.MjData(m)
    uses_much_memory(m, d)
    twin = duplicate(d)
    twin.efc_pos[:] = -1.0
    np.testing.assert_array_equal(d.efc_pos, np.arange(500))
    np.testing.assert_array_equal(twin.efc_type, np.arange(500))


def test_extending_keeps_the_items(m):
    d = torsor.MjData(m)
    uses_much_memory(m, d)
    extend(d, 'efc_pos,efc_type', 500, 2_000)
    d.nefc = 2_000
    np.testing.assert_array_equal(d.efc_pos[:500], np.arange(500))
    np.testing.assert_array_equal(d.efc_type[:500], np.arange(500))
