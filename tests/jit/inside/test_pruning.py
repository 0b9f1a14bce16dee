"""Branches that types decide: what is never reached is not compiled, all else does what it did."""

import numpy as np
import pytest
from numba import types

import torsor
from jit.small import tree
from torsor.batch.lanes import LaneData
from torsor.jit import helper, stage
from torsor.jit.inside.compiler import compiled
from torsor.jit.inside.convention import invoke
from torsor.jit.inside.numba import signature
from torsor.jit.inside.pruning import asks_types
from torsor.jit.inside.teach import teach
from torsor.jit.structs import width


def size_of(x):
    """In kernels: how many bits a number has."""


teach(size_of, lambda x: signature(types.int64, x), lambda context, builder, sig, args: args[0].type(0),
      decide=lambda x: x.bitwidth)


@helper
def nonsense(x):
    """What does not compile."""
    return x.nothing


@helper
def is_short(x):
    return size_of(x) == 32


@helper
def is_short_and_odd(x):
    return is_short(x) and x % 2 == 1


def one_branch(x):
    if size_of(x) > 32:
        return x + 1
    return nonsense(x)


def behind_a_helper(x):
    return nonsense(x) if is_short(x) else x + 1


def behind_two_helpers(x):
    more = 1
    if is_short_and_odd(x):
        more = nonsense(x)
    return x + more


def in_a_loop(x):
    total, left = 0, x
    while left > 0 and not is_short(x):
        total, left = total + left, left - 1
        if is_short(x):
            nonsense(x)
    return total


def not_decided(x):
    if size_of(x) == 64 and x % 2 == 1:
        return 10
    return 20


def another_by_then(x, y):
    if y > 5:
        x = y
    return 10 if size_of(x) == 64 else 20  # of which only the emitter can know, and it says 0


@pytest.mark.parametrize(('kernel', 'given', 'expected'), [
    (one_branch, 41, 42), (behind_a_helper, 41, 42), (behind_two_helpers, 41, 42), (in_a_loop, 3, 6),
    (not_decided, 3, 10), (not_decided, 4, 20)])
def test_what_is_reached_does_what_it_did(kernel, given, expected):
    assert invoke(compiled(kernel, (types.int64,)).address, int, [given]) == expected


def test_a_variable_that_was_an_argument_is_none():
    assert invoke(compiled(another_by_then, (types.int64, types.int64)).address, int, [1, 7]) == 20


def test_who_asks_types_is_known_by_its_names():
    assert asks_types(one_branch)
    assert asks_types(behind_two_helpers)
    assert not asks_types(test_who_asks_types_is_known_by_its_names)


# ---- helpers that do more than to decide ----
@helper
def counts_and_refuses(d):
    d.qacc[0] += 1.0
    return width(d) > 1


@stage
def asks(m, d):
    if counts_and_refuses(d):
        d.qacc[1] = 1.0
    else:
        d.qacc[1] = 2.0


@pytest.mark.parametrize(('worlds', 'expected'), [(1, 2.0), (4, 1.0)])
def test_a_helper_that_does_more_still_does_it(worlds, expected):
    m = tree()
    d = torsor.MjData(m) if worlds == 1 else LaneData(m, worlds)
    asks(m, d)
    assert np.all(d.qacc[0] == 1.0)
    assert np.all(d.qacc[1] == expected)
