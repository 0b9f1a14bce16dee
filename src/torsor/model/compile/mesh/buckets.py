"""The order in which a hash table lists its entries: MuJoCo has polygons in one, and models show their order.

Entries are in a list, those of a bucket one after the other. A new entry goes to the front of its bucket; a bucket that
was empty goes to the front of the list. A table that is full gets more than twice as many buckets, a prime number, and
its entries are dealt out again as they stand: each goes to the end of the new list if the last one there is in the same
bucket or if its own is still empty, else to the front of its bucket. All of this was found by experiment.
"""

from collections import deque
from itertools import chain

import numpy as np

STIR = np.uint64(0x9E3779B9)  # of the usual way to make one hash out of two


def pair_hashes(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Hashes of pairs of float64: that of a number is its bits."""
    first, second = ((column + 0.0).view(np.uint64) for column in (one, other))  # which makes -0 to 0
    return first ^ (second + STIR + (first << np.uint64(6)) + (first >> np.uint64(2)))


def listed(hashes: np.ndarray) -> list[int]:
    """The entries, by number, of a table that they were put in one after the other; their hashes are given."""
    size, end, order = 0, 0, []
    while end < len(hashes):
        start, size = end, _prime(max(2 * size + 1, 2))
        end = min(size, len(hashes))
        order = _added(_dealt(order, hashes, size), range(start, end), hashes, size)
    return order


def _dealt(entries: list[int], hashes: np.ndarray, size: int) -> dict[int, deque[int]]:
    """The buckets of a table of this size, in order, that these entries are dealt out to."""
    buckets: dict[int, deque[int]] = {}
    last = -1
    for entry, bucket in zip(entries, (hashes[entries] % np.uint64(size)).tolist()):
        if bucket not in buckets:
            buckets[bucket] = deque([entry])
            last = bucket
        elif bucket == last:
            buckets[bucket].append(entry)
        else:
            buckets[bucket].appendleft(entry)
    return buckets


def _added(buckets: dict[int, deque[int]], entries: range, hashes: np.ndarray, size: int) -> list[int]:
    """All entries of a table, in order, after these were put in."""
    newer: dict[int, deque[int]] = {}
    for entry, bucket in zip(entries, (hashes[entries.start : entries.stop] % np.uint64(size)).tolist()):
        (buckets.get(bucket) or newer.setdefault(bucket, deque())).appendleft(entry)
    return list(chain.from_iterable([*reversed(newer.values()), *buckets.values()]))


def _prime(least: int) -> int:
    """The first prime number from `least` on."""
    while any(least % divisor == 0 for divisor in range(2, int(least**0.5) + 1)):
        least += 1
    return least
