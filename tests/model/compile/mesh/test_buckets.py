"""The order of a hash table: against one that is a list and is sorted out step by step."""

import numpy as np
import pytest

from torsor.model.compile.mesh.buckets import listed, pair_hashes

SIZES = (2, 5, 11, 23, 47, 97, 197)  # each the first prime above twice the one before


def obvious(hashes: list[int]) -> list[int]:
    """The entries of a table that they are put in one by one, each next to those with the same remainder."""
    order: list[int] = []
    size = 0
    for entry in range(len(hashes)):
        if entry == size:
            size = next(s for s in SIZES if s > size)
            before, order = order, []
            for old in before:
                last_has_it = bool(order) and hashes[order[-1]] % size == hashes[old] % size
                order.insert(len(order) if last_has_it else _place(order, old, hashes, size, len(order)), old)
        order.insert(_place(order, entry, hashes, size, 0), entry)
    return order


def _place(order: list[int], entry: int, hashes: list[int], size: int, otherwise: int) -> int:
    """Where the first entry with the same remainder is."""
    return next((i for i, other in enumerate(order) if hashes[other] % size == hashes[entry] % size), otherwise)


@pytest.mark.parametrize('count', [0, 1, 2, 3, 5, 6, 11, 12, 23, 24, 60, 150])
@pytest.mark.parametrize('most', [3, 50, 2**63])
def test_entries_stand_where_they_would_be_put_one_by_one(count, most):
    hashes = np.random.default_rng(count).integers(0, most, size=count, dtype=np.uint64)
    assert listed(hashes).tolist() == obvious([int(h) for h in hashes])


def test_zeros_of_either_sign_have_the_same_hash():
    zeros, numbers = np.array([0.0, -0.0, 0.0, -0.0]), np.array([3.0, 3.0, -0.0, 0.0])
    assert len(set(pair_hashes(zeros, numbers).tolist())) == 2
