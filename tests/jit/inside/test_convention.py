"""Numba's calling convention: results, errors, and what a kernel says about an exception."""

import pytest
from numba import njit, types

from torsor.jit.inside.compiler import OPTIONS, compiled
from torsor.jit.inside.convention import invoke


def quotient(a, b):
    if b == 0:
        raise ZeroDivisionError('nothing to divide by', 7)
    return a / b


def is_positive(x):
    return x > 0


def nothing(x):
    pass


def tells(x):
    raise ValueError(x)


def test_results():
    assert invoke(compiled(quotient, (types.float64, types.float64)).address, float, [1.0, 4.0]) == 0.25
    assert invoke(compiled(is_positive, (types.int64,)).address, bool, [3]) is True
    assert invoke(compiled(is_positive, (types.int64,)).address, bool, [-3]) is False
    assert invoke(compiled(nothing, (types.int64,)).address, None, [3]) is None


def test_exceptions_arrive_with_their_arguments():
    native = compiled(quotient, (types.float64, types.float64))
    with pytest.raises(ZeroDivisionError) as caught:
        invoke(native.address, float, [1.0, 0.0])
    assert caught.value.args == ('nothing to divide by', 7)


def test_exceptions_whose_arguments_are_not_constant():
    """Numba makes these at run time; that there was an error is told, with what text is not."""
    kernel = compiled(njit(**OPTIONS)(tells), (types.int64,), OPTIONS)
    with pytest.raises(RuntimeError, match='not constant'):
        invoke(kernel.address, None, [3])
