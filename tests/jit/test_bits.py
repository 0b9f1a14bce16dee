"""Integers as bits, in native code as in Python."""

import numpy as np
import pytest

from jit.small import Numbers
from torsor.jit import stage
from torsor.jit.bits import count_bits


@stage
def counts_bits(m, d):
    """userdata: an integer, and how many of its bits are set."""
    d.userdata[1] = float(count_bits(int(d.userdata[0])))


@pytest.mark.parametrize('word', [0, 1, 0b1011, 255, 2**40 - 1])
def test_bits_that_are_set(word):
    column = np.array([[float(word)], [-1.0]])
    numbers = Numbers(counts_bits, 2)
    expected = [[word], [bin(word).count('1')]]
    np.testing.assert_array_equal(numbers.alone(column), expected)
    np.testing.assert_array_equal(numbers.in_python(column), expected)
