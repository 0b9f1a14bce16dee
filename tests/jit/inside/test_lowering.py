"""Instructions of kernels: loops, calls and errors do what Python does, with fewer instructions than Numba's."""

import gc
import weakref

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.jit import helper, routine, stage
from torsor.jit.emit.structs import struct_type
from torsor.jit.inside.pipeline import paused_collector
from torsor.jit.world import SCALAR

TYPES = tuple(map(struct_type, SCALAR))


def sum_of_range(stop):
    total = 0
    for i in range(stop):
        total += i + 1
    return total


def sum_between(start, stop):
    total = 0
    for i in range(start, stop):
        total = 10 * total + i
    return total


def sum_in_steps(start, stop, step):
    total = 0
    for i in range(start, stop, step):
        total = 10 * total + i
    return total


STRIDE = 3


def sum_backwards(start, stop):
    total = 0
    for i in range(start, stop, -STRIDE):
        for j in range(i, 10, 4):
            total = 3 * total + i + 2 * j
    for i in range(start, stop, -1):
        total += i
    return total


def first_multiple(start, stop, divisor):
    for i in range(start, stop):
        if i % divisor == 0:
            break
    else:
        return -1
    return i


def triangles(stop):
    total = 0
    for i in range(stop):
        for j in range(i, stop):
            if j == 3:
                continue
            total += 10 * i + j
        i = 100  # which does not end the loop
    return total


def twice_over(stop):
    numbers = range(stop)
    total = 0
    for i in numbers:
        total += i
    for i in numbers:
        total += 10 * i
    return total


def last_is_kept(stop):
    i = -7
    for i in range(stop):  # noqa: B007
        pass
    return i


CASES = {sum_of_range: [(0,), (-3,), (1,), (5,)],
         sum_between: [(0, 4), (4, 4), (5, 2), (-3, 2)],
         sum_in_steps: [(0, 9, 2), (9, 0, -3), (0, 9, -1), (3, 4, 7)],
         sum_backwards: [(9, -2), (9, 8), (4, 4), (2, 5)],
         first_multiple: [(5, 20, 7), (5, 6, 7)],
         triangles: [(0,), (5,)],
         twice_over: [(0,), (4,)],
         last_is_kept: [(0,), (-1,), (3,)]}


@pytest.mark.parametrize('function', CASES, ids=lambda function: function.__name__)
@pytest.mark.parametrize('decorate', [helper, routine])
def test_loops(function, decorate):
    compiled = decorate(function)
    count = len(CASES[function][0])
    source = f'def probe(m, d, {", ".join(f"a{i}: int" for i in range(count))}) -> int:\n' \
             f'    return compiled({", ".join(f"a{i}" for i in range(count))})'
    scope = dict(compiled=compiled, __name__=__name__)
    exec(source, scope)
    probe = stage(scope['probe'])
    m = tree()
    d = torsor.MjData(m)
    for arguments in CASES[function]:
        assert probe(m, d, *arguments) == function(*arguments)


@stage
def counts(m, d) -> int:
    total = 0
    for i in range(m.nbody):
        for j in range(m.body_dofnum[i]):  # int32
            total += i * j + 1
    return total


def test_a_loop_is_a_comparison_and_an_addition():
    m = tree()
    assert counts(m, torsor.MjData(m)) == sum(i * j + 1 for i in range(m.nbody) for j in range(m.body_dofnum[i]))
    text = counts.kernel.overloads[TYPES].library.get_llvm_str()
    assert not {'sdiv', 'srem'} & set(text.split())


@stage
def becomes_a_number(m, d, count: int) -> float:
    x, last = 0, 0
    for _ in range(count):
        last = x
        x = x + 0.5
    return last


@pytest.mark.parametrize('count', [0, 1, 5])
def test_a_type_that_changes_after_it_was_used(count):
    m = tree()
    assert becomes_a_number(m, torsor.MjData(m), count) == max(0.0, 0.5 * (count - 1))


@helper
def divided(x):
    if x == 0.0:
        raise ZeroDivisionError('nothing to divide by')
    return 1.0 / x


@routine
def divided_all(d, count):
    for i in range(count):
        d.qacc[i] = divided(d.qvel[i])


@stage
def divides_all(m, d):
    divided_all(d, m.nv)
    d.qacc[0] = -1.0


@stage
def divides(m, d):
    divides_all(m, d)
    d.qacc[1] = -1.0


def test_an_error_goes_through_all_callers_and_ends_them():
    m = tree()
    d = torsor.MjData(m)
    d.qvel[:] = 4.0
    divides(m, d)
    assert d.qacc.tolist() == [-1.0, -1.0] + [0.25] * (m.nv - 2)
    d.qacc[:], d.qvel[:2], d.qvel[2] = 0.0, 2.0, 0.0
    with pytest.raises(ZeroDivisionError, match='nothing to divide by'):
        divides(m, d)
    assert d.qacc.tolist() == [0.5, 0.5] + [0.0] * (m.nv - 2)


@stage
def catches(m, d):
    try:
        d.qacc[0] = divided(d.qvel[0])
    except Exception:
        d.qacc[0] = 7.0
    d.qacc[1] = 1.0


def test_a_kernel_may_handle_exceptions():
    m = tree()
    d = torsor.MjData(m)
    d.qvel[0] = 4.0
    catches(m, d)
    assert d.qacc[:2].tolist() == [0.25, 1.0]
    d.qvel[0] = 0.0
    catches(m, d)
    assert d.qacc[:2].tolist() == [7.0, 1.0]


def test_what_the_user_has_put_aside_stays_there():
    gc.freeze()
    try:
        with paused_collector():
            assert not gc.isenabled()
        assert gc.isenabled()
        assert gc.get_freeze_count() > 0  # some may have gone meanwhile, as nobody needs them
    finally:
        gc.unfreeze()


def test_garbage_of_compiling_is_collected():
    class Node:
        pass

    with paused_collector():
        first, second = Node(), Node()
        first.other, second.other, first.numbers = second, first, np.arange(3)
        gone = []
        watch = weakref.ref(first, gone.append)
        del first, second
    gc.collect()
    assert gone == [watch]
    assert gc.get_freeze_count() == 0
