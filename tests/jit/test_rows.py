"""Row arithmetic: one number after the other, four at a time and in several worlds, always with the same bits."""

import numpy as np
import pytest

from jit.small import Numbers
from torsor.jit import stage
from torsor.jit.rows import WIDTH, subtract_scaled

LENGTHS = range(2 * WIDTH + 2)


@stage
def subtracts_rows(m, d):
    """userdata: a scale, 12 numbers to subtract, 12 to subtract from, and as many more as are to be subtracted."""
    subtract_scaled(d.userdata, 13, d.userdata[0], d.userdata, 1, m.nuserdata - 25)


@pytest.mark.parametrize('count', LENGTHS)
def test_rows_of_every_length(count):
    numbers = Numbers(subtracts_rows, 25 + count)
    columns = np.random.default_rng(count).normal(size=(25, 4))
    result = numbers.assert_same_everywhere(columns)
    expected = columns.copy()
    expected[13:13 + count] -= columns[0] * columns[1:1 + count]
    np.testing.assert_array_equal(result[:25], expected)
