"""How a mju_* function comes to be: a kernel for Python, compiled at its first call."""

import inspect

import numpy as np

from torsor.api.maths import function
from torsor.api.maths.arguments import Vector, VectorOut


def twice(res: VectorOut, vec: Vector) -> float:
    """Set res = 2 * vec and return the last element."""
    last = 0.0
    for i in range(res.size):
        last = 2.0 * vec[i]
        res[i] = last
    return last


def test_runs():
    doubled = function.maths(twice)
    for _ in range(3):
        res = np.zeros(2)
        assert doubled(res, np.array([1.0, 2.0])) == 4.0
        np.testing.assert_array_equal(res, [2.0, 4.0])


def test_looks_like_the_function_it_was():
    doubled = function.maths(twice)
    assert (doubled.__name__, doubled.__doc__) == (twice.__name__, twice.__doc__)
    assert inspect.signature(doubled) == inspect.signature(twice)
