"""Memory by its address."""

import numpy as np

from torsor.jit.inside.memory import address_of


def test_address_of_an_array():
    numbers = np.arange(6.0)
    assert address_of(numbers) == numbers.ctypes.data
    assert address_of(numbers[2:]) == numbers.ctypes.data + 2 * numbers.itemsize
