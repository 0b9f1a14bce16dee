"""Exceptions of the API, and the argument checks that functions share."""

import operator

import numpy as np

from ..jit.entry import MISMATCH
from ..jit.errors import FatalError
from ..jit.layout import Struct
from ..jit.world import DATA, MODEL

__all__ = ['FatalError', 'UnexpectedError']

INT_MIN, INT_MAX = -2**31, 2**31 - 1
_REAL = np.dtype(np.float64)


class UnexpectedError(Exception):
    """The engine met a condition that should not be possible."""


UnexpectedError.__module__ = 'torsor'


def bad_argument(function: str, name: str, expected: str, value) -> TypeError:
    """The error for an argument of the wrong type or shape."""
    return TypeError(f'{function}(): incompatible function arguments: {name} must be {expected}, '
                     f'not {_brief(value)}')


def _brief(value) -> str:
    if isinstance(value, np.ndarray):
        return f'an array of {value.dtype} of shape {value.shape}'
    text = repr(value)
    return text if len(text) < 60 else f'a {type(value).__name__}'


def is_model(m) -> bool:
    """Whether this is an MjModel."""
    return isinstance(m, Struct) and m._layout.schema is MODEL


def is_data(d) -> bool:
    """Whether this is an MjData."""
    return isinstance(d, Struct) and d._layout.schema is DATA


def check_model(function: str, m) -> None:
    """Refuse what is not an MjModel."""
    if not is_model(m):
        raise bad_argument(function, 'm', 'an MjModel', m)


def check_pair(function: str, m, d, name: str = 'd') -> None:
    """Refuse what is not an MjModel with an MjData of its sizes."""
    check_model(function, m)
    if not is_data(d):
        raise bad_argument(function, name, 'an MjData', d)
    if d._model is not m and m._block[0] != d._block[0]:
        raise ValueError(f'{function}(): {MISMATCH}')


def integer(function: str, name: str, value, lowest: int = INT_MIN, highest: int = INT_MAX) -> int:
    """`value` as an int; a float does not pass for one."""
    try:
        number = operator.index(value)
    except TypeError:
        raise bad_argument(function, name, 'an integer', value) from None
    if not lowest <= number <= highest:
        raise bad_argument(function, name, f'an integer from {lowest} to {highest}', value)
    return number


def text(function: str, name: str, value) -> str:
    """`value` as a str; bytes are taken for UTF-8."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode()
    raise bad_argument(function, name, 'a str', value)


def vector(function: str, name: str, value) -> np.ndarray:
    """Numbers to read, as a one-dimensional array; a column does for one."""
    array = None if isinstance(value, (str, bytes)) else _as_reals(value)
    if array is None or not _is_vector(array):
        raise bad_argument(function, name, 'a vector of numbers', value)
    return array if array.ndim == 1 else array.reshape(-1)


def target(function: str, name: str, value) -> np.ndarray:
    """An array to write to, as a one-dimensional view of it."""
    if not (isinstance(value, np.ndarray) and value.dtype == _REAL and value.flags.carray and _is_vector(value)):
        raise bad_argument(function, name, 'a writable contiguous vector of float64', value)
    return value if value.ndim == 1 else value.reshape(-1)


def _as_reals(value) -> np.ndarray | None:
    try:
        return np.asarray(value, np.float64)
    except (TypeError, ValueError):
        return None


def _is_vector(array: np.ndarray) -> bool:
    return array.ndim == 1 or (array.ndim == 2 and array.shape[1] == 1)
