"""Sums of floats that are rounded after each term, like those of native code."""

from collections.abc import Iterable
from functools import reduce
from operator import add, mul


def total(numbers: Iterable[float]) -> float:
    """The sum from first to last; `sum` carries along what it has rounded off since Python 3.12."""
    return reduce(add, numbers, 0.0)


def dot(a: Iterable[float], b: Iterable[float]) -> float:
    """The scalar product."""
    return reduce(add, map(mul, a, b), 0.0)
