"""Packs of neighbouring numbers: what is loaded, stored and gathered, in native code and in Python."""

import numpy as np
import pytest

import torsor.physics.world  # noqa: F401  (kinds of structs, without which nothing is compiled)
from jit.small import Numbers
from torsor.jit import stage
from torsor.jit.arguments import In, Out
from torsor.jit.call import native
from torsor.jit.lanes import where
from torsor.jit.simd import WIDTH, bits_where, counting_up, largest, load_vector, numbers_at, set_side_by_side


@native
def moves_packs(reals: In('*'), floats: In('*', np.float32), integers: In('*', int), first: int, real_out: Out('*'),
                float_out: Out('*', np.float32), integer_out: Out('*', int)):
    """Load, compute, store at any place, and look up in another order."""
    x, y = load_vector(reals.numbers, first), load_vector(floats.numbers, first)
    set_side_by_side(real_out.numbers, first, x + 0.5 * y)
    set_side_by_side(float_out.numbers, first + 1, where(x > y, x, y))
    backwards = float(WIDTH - 1) - counting_up()
    set_side_by_side(integer_out.numbers, first, numbers_at(integers.numbers, backwards) + 0.75)


@pytest.mark.parametrize('first', range(3))
@pytest.mark.parametrize('run', [moves_packs, moves_packs.call._in_python], ids=['native', 'python'])
def test_loads_and_stores(run, first):
    rng = np.random.default_rng(first)
    reals, floats = rng.normal(size=2 * WIDTH), rng.normal(size=2 * WIDTH).astype(np.float32)
    integers = rng.integers(-2**31, 2**31 - 1, 2 * WIDTH, dtype=np.int32)
    out = np.zeros(2 * WIDTH), np.zeros(2 * WIDTH, np.float32), np.zeros(2 * WIDTH, np.int32)
    run(reals, floats, integers, first, *out)
    part = slice(first, first + WIDTH)
    np.testing.assert_array_equal(out[0][part], reals[part] + 0.5 * floats[part].astype(float))
    np.testing.assert_array_equal(out[1][first + 1:first + 1 + WIDTH],
                                  np.maximum(reals[part], floats[part].astype(float)).astype(np.float32))
    np.testing.assert_array_equal(out[2][part], np.trunc(integers[WIDTH - 1::-1][:WIDTH] + 0.75).astype(np.int32))
    for array, begin in zip(out, (first, first + 1, first)):
        assert not array[:begin].any()
        assert not array[begin + WIDTH:].any()


@native
def reduces_packs(reals: In('*'), limit: float, bits: Out('*', int), most: Out('*')):
    """What a pack is in all."""
    pack = load_vector(reals.numbers, 0)
    bits.numbers[0], most.numbers[0] = bits_where(pack >= limit), largest(pack)


@pytest.mark.parametrize('seed', range(5))
@pytest.mark.parametrize('run', [reduces_packs, reduces_packs.call._in_python], ids=['native', 'python'])
def test_reductions(run, seed):
    reals, limit = np.random.default_rng(seed).normal(size=WIDTH).round(1), 0.1 * seed
    bits, most = np.zeros(1, np.int32), np.zeros(1)
    run(reals, limit, bits, most)
    assert bits[0] == int(''.join('1' if x >= limit else '0' for x in reversed(reals)), 2)
    assert most[0] == reals.max()


@stage
def swaps_packs(m, d):
    """userdata: two numbers, of several worlds, change places, the second one doubled."""
    first, second = load_vector(d.userdata, 0), load_vector(d.userdata, 1)
    set_side_by_side(d.userdata, 0, second * 2.0)
    set_side_by_side(d.userdata, 1, first)


def test_packs_of_several_worlds_are_taken_as_they_are():
    columns = np.random.default_rng(0).normal(size=(2, 4))
    numbers = Numbers(swaps_packs, 2)
    for python in (False, True):
        np.testing.assert_array_equal(numbers.together(columns, python), [2.0 * columns[1], columns[0]])
