"""The larger and the smaller of integers in kernels: what Python says, with one type for all of them."""

import itertools

import pytest
from numba import types

from torsor.jit import load
from torsor.jit.inside.compiler import compiled
from torsor.jit.inside.convention import invoke


def between(a, b, c):
    return 100 * max(a, b, c) + 10 * min(a, b, c) + max(a, 3) - min(b, c)


def larger(a, b):
    return max(a, b)


@pytest.fixture(scope='module')
def native():
    load.compiler()  # which teaches it
    return compiled(between, (types.int64,) * 3)


@pytest.mark.parametrize('numbers', list(itertools.product((-2, 0, 5), repeat=3)))
def test_as_in_python(native, numbers):
    assert invoke(native.address, int, list(numbers)) == between(*numbers)


def test_integers_are_long_whatever_they_were():
    load.compiler()
    for kinds in itertools.product((types.int32, types.int64), repeat=2):
        assert compiled(larger, kinds).result == types.int64


def test_numbers_that_are_not_whole_are_left_to_numba():
    load.compiler()
    number = compiled(larger, (types.float64, types.int64))
    assert number.result == types.float64
    assert invoke(number.address, float, [2.5, 2]) == 2.5
