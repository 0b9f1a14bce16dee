"""Sums are rounded after each term, in every version of Python."""

import numpy as np
from torsor.model.spec.sums import dot, total

LARGE = 2.0**53  # the next number is LARGE + 2


def test_each_term_is_rounded():
    assert total([LARGE, 1.0, 1.0, -LARGE]) == 0.0
    assert dot([LARGE, 1.0, 1.0, -LARGE], [1.0, 1.0, 1.0, 1.0]) == 0.0


def test_sums_round_like_running_sums_of_numpy():
    numbers = np.random.default_rng(0).normal(size=(50, 9)) * 10.0 ** np.arange(9)
    for row in numbers:
        assert total(row.tolist()) == np.cumsum(row)[-1]
        assert dot(row.tolist(), row[::-1].tolist()) == np.cumsum(row * row[::-1])[-1]


def test_no_terms_sum_to_zero():
    assert total([]) == dot([], []) == 0.0
