"""The order in which a hash table lists its entries: MuJoCo has polygons in one, and models show their order.

Entries are in a list, those of a bucket one after the other. A new entry goes to the front of its bucket; a bucket that
was empty goes to the front of the list. A table that is full gets more than twice as many buckets, a prime number, and
its entries are dealt out again as they stand: each goes to the end of the new list if the last one there is in the same
bucket or if its own is still empty, else to the front of its bucket. All of this was found by experiment.
"""

from bisect import bisect_left

import numpy as np

from ....jit.stage import Stages

sides = Stages('model.native.sides')

STIR = np.uint64(0x9E3779B9)  # of the usual way to make one hash out of two
HALF = np.uint64(2**32 - 1)


def pair_hashes(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Hashes of pairs of float64: that of a number is its bits."""
    first, second = ((column + 0.0).view(np.uint64) for column in (one, other))  # which makes -0 to 0
    return first ^ (second + STIR + (first << np.uint64(6)) + (first >> np.uint64(2)))


def listed(hashes: np.ndarray) -> np.ndarray:
    """The entries, by number, of a table that they were put in one after the other; their hashes are given."""
    count = len(hashes)
    sizes = _sizes_until(count)
    low, high = (hashes & HALF).view(np.int64), (hashes >> np.uint64(32)).view(np.int64)
    order, buckets = np.empty((2, count), np.int32)
    sides.list_entries(low, high, sizes, buckets, np.empty(sizes[-1], np.int32), *np.empty((2, count + 1), np.int32),
                       order)  # fmt: skip
    return order


_sizes = [2]  # that tables have had so far


def _sizes_until(count: int) -> np.ndarray:
    """The sizes that a table has one after the other until it holds so many entries."""
    while _sizes[-1] < count:
        _sizes.append(_prime(2 * _sizes[-1] + 1))
    return np.array(_sizes[: bisect_left(_sizes, count) + 1], np.int32)


def _prime(least: int) -> int:
    """The first prime number from `least` on."""
    while any(least % divisor == 0 for divisor in range(2, int(least**0.5) + 1)):
        least += 1
    return least
