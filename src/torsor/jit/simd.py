"""Neighbouring numbers of an array, a few at a time in a register: pixels of a row, samples of a list.

Where worlds share a register (lanes.py) every number of a kernel is a pack. Here a kernel takes packs out of arrays of
plain numbers itself, computes with the same formulas, and puts the results back. Arrays need room for a whole pack at
their end. Numbers of any type are float64 in registers. An array of packs, of worlds that share registers, gives the
one that is asked for: so a kernel can take several numbers of one world, or one of each of several.
"""

import numpy as np

from .lanes import PythonPack

WIDTH = 8


def _pack(numbers) -> PythonPack:
    return np.array(numbers, np.float64).view(PythonPack)


def load_vector(numbers, first):
    """The numbers from this one on, as a pack."""
    if getattr(numbers, 'lanes', False):
        return numbers[first]
    return _pack([numbers[first + k] for k in range(WIDTH)])


def set_side_by_side(numbers, first, pack):
    """Write a pack to the numbers from this one on; integers are cut off after the point."""
    if getattr(numbers, 'lanes', False):
        numbers[first] = pack
        return
    for k in range(WIDTH):
        numbers[first + k] = pack[k]


def numbers_at(numbers, places):
    """The numbers at the places that a pack holds, as a pack."""
    return _pack([numbers[int(place)] for place in places])


def counting_up():
    """0, 1, 2, ... as a pack."""
    return _pack(range(WIDTH))


def bits_where(condition):
    """Where a condition on packs holds: an integer with bit k for number k."""
    return sum(1 << k for k in range(WIDTH) if condition[k])


def largest(pack):
    """The largest number of a pack, which has no NaN."""
    return max(pack)
