"""The vocabulary of kernels that serve one world (float64) and many worlds per register (Pack) alike.

Kernels branch with plain `if` on the model's integers only; anything computed from floats goes through
`where`, `any_`, `all_` and `not_`, because the worlds of one register may disagree.
"""

import math
from typing import Any

import numpy as np

from .formula import Symbolic, formula

__all__ = ['PythonPack', 'all_', 'any_', 'clamp', 'each', 'floor', 'formula', 'isfinite', 'maximum',
           'minimum', 'not_', 'rint', 'sqrt', 'where']


class PythonPack(np.ndarray):
    """Lanes when JIT is disabled: NumPy arithmetic, but `x += y` rebinds x, as it does for a register."""

    __iadd__, __isub__ = np.ndarray.__add__, np.ndarray.__sub__  # type: ignore[assignment]
    __imul__, __itruediv__ = np.ndarray.__mul__, np.ndarray.__truediv__  # type: ignore[assignment]


@formula
def where(condition, a, b) -> Any:
    """Per world: a where the condition holds, else b. Both sides are always evaluated."""
    if isinstance(a, tuple):
        return type(a)(*[where(condition, x, y) for x, y in zip(a, b)])
    if isinstance(condition, Symbolic):
        return condition.where(a, b)
    if isinstance(condition, np.ndarray):
        return np.where(condition, a, b).view(PythonPack)
    return a if condition else b


@formula
def not_(condition):
    """Negation. Use this, not `~`, which means something else for a Python bool."""
    if isinstance(condition, Symbolic):
        return condition.negated()
    return np.logical_not(condition)


@formula
def each(number, like):
    """The number, in each of the worlds that another one is of: where a loop starts with what is a pack later.

    If the other is a dual so is the result, without derivatives.
    """
    if getattr(like, 'is_dual', False) and not getattr(number, 'is_dual', False):
        return (like - like) + number
    return where(like == like, number, number)


def _reduction(combine, doc):
    def reduce(condition):
        if isinstance(condition, Symbolic):
            return condition.holds(everywhere=combine is np.all)
        return bool(combine(condition))

    reduce.__doc__ = doc
    return formula(reduce)


any_ = _reduction(np.any, 'Whether the condition holds in some world; a plain bool, fit for `if`.')
all_ = _reduction(np.all, 'Whether the condition holds in every world; a plain bool, fit for `if`.')


def _element_function(name, on_float, on_lanes, doc):
    """A function of one element, backed by the LLVM intrinsic of this name."""

    def function(x):
        if isinstance(x, Symbolic):
            return x.intrinsic(name)
        return on_lanes(x) if isinstance(x, np.ndarray) else on_float(x)

    function.__doc__ = doc
    return formula(function)


def _float_sqrt(x):
    return math.sqrt(x) if x >= 0.0 else math.nan


sqrt = _element_function('sqrt', _float_sqrt, np.sqrt, 'Square root; NaN for negative numbers.')
floor = _element_function('floor', lambda x: float(np.floor(x)), np.floor, 'Largest integer not above x, as a float.')
rint = _element_function('rint', lambda x: float(np.rint(x)), np.rint, 'Nearest integer, ties to even, as a float.')


@formula
def minimum(a, b):
    """The smaller; b if either is NaN."""
    return where(a < b, a, b)


@formula
def maximum(a, b):
    """The larger; b if either is NaN."""
    return where(a > b, a, b)


@formula
def clamp(x, lower, upper):
    """x, or the bound it is beyond; NaN stays NaN."""
    x = where(x < lower, lower, x)
    return where(x > upper, upper, x)


@formula
def isfinite(x):
    """False for NaN and infinities."""
    return abs(x) < math.inf
