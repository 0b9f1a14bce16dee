"""What the mju_* functions take: kinds of arguments, written as annotations, and how Python objects become them.

`res: VectorOut, vec: Vector, scl: float` says all there is to check about single arguments. A result is written in
place, so it must be a writeable contiguous array of the right dtype; an input may be anything NumPy can turn into one.
A vector may also be a column, and a matrix of one column a vector. Relations between arguments are the business of
the functions themselves.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, get_args

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from ..errors import INT_MAX, INT_MIN, bad_argument


@dataclass(frozen=True)
class ArrayKind:
    """An array of one or two dimensions; `size` fixes the length of a vector."""

    dtype: type
    ndim: int = 1
    size: int | None = None
    writeable: bool = False
    optional: bool = False

    @property
    def numba_type(self) -> types.Type:
        return types.Array(from_dtype(np.dtype(self.dtype)), self.ndim, 'C')

    def convert(self, value) -> np.ndarray:
        """The array that native code takes; an optional array that is None becomes an empty one."""
        if value is None and self.optional:
            return np.empty((0,) * self.ndim, self.dtype)
        if value is None or (self.writeable and not self._can_be_written(value)):
            raise TypeError
        array = np.asarray(value, self.dtype)
        if self.ndim == 2 and array.ndim == 1:
            array = array[:, None]
        elif self.ndim == 1 and array.ndim == 2 and array.shape[1] == 1:
            array = array[:, 0]
        if array.ndim != self.ndim or self.size not in (None, array.size):
            raise TypeError
        return array if self.writeable else np.require(array, requirements=['C', 'A', 'W'])

    def _can_be_written(self, value):
        return isinstance(value, np.ndarray) and value.dtype == self.dtype and value.flags.carray

    def __str__(self):
        shape = 'matrix' if self.ndim == 2 else 'vector' if self.size is None else f'vector of {self.size} numbers'
        access = 'writeable contiguous ' if self.writeable else ''
        return f'a {access}{np.dtype(self.dtype).name} {shape}' + (' or None' if self.optional else '')


@dataclass(frozen=True)
class NumberKind:
    """A plain number."""

    numba_type: types.Type
    convert: Callable[[Any], Any]
    text: str

    def __str__(self):
        return self.text


def _int32(value) -> int:
    number = operator.index(value)
    if not INT_MIN <= number <= INT_MAX:
        raise ValueError
    return number


def _float(value) -> float:
    if isinstance(value, (str, bytes, np.ndarray)):
        raise TypeError
    return float(value)


NUMBERS = {
    int: NumberKind(types.int64, _int32, 'an integer of 32 bits'),
    float: NumberKind(types.float64, _float, 'a number'),
    bool: NumberKind(types.boolean, bool, 'a bool'),
}


def _array(dtype=float, **options):
    return Annotated[np.ndarray, ArrayKind(dtype, **options)]


Vector, Vector2, Vector3, Vector4, Vector6, Vector9 = (_array(size=n) for n in (None, 2, 3, 4, 6, 9))
VectorOut, Vector3Out, Vector4Out, Vector6Out, Vector9Out = (_array(size=n, writeable=True) for n in (None, 3, 4, 6, 9))
OptionalVector, OptionalVectorOut = _array(optional=True), _array(optional=True, writeable=True)
OptionalVector3Out = _array(size=3, optional=True, writeable=True)
Matrix, MatrixOut = _array(ndim=2), _array(ndim=2, writeable=True)
Integers, IntegersOut = _array(np.int32), _array(np.int32, writeable=True)
OptionalIntegersOut, OptionalIntegerOut = (_array(np.int32, size=n, optional=True, writeable=True) for n in (None, 1))
IntegerMatrix = _array(np.int32, ndim=2)
Floats, FloatsOut, FloatMatrix = _array(np.float32), _array(np.float32, writeable=True), _array(np.float32, ndim=2)


def kind_of(annotation) -> ArrayKind | NumberKind:
    """The kind that an annotation stands for."""
    return NUMBERS[annotation] if annotation in NUMBERS else get_args(annotation)[1]


def converted(name: str, parameters: dict[str, ArrayKind | NumberKind], arguments) -> list:
    """The arguments as native code takes them, or a TypeError that says which one is wrong."""
    if len(arguments) != len(parameters):
        raise TypeError(f'{name}(): incompatible function arguments: expected ({", ".join(parameters)}), '
                        f'got {len(arguments)} arguments')
    result = []
    for (parameter, kind), value in zip(parameters.items(), arguments, strict=True):
        try:
            result.append(kind.convert(value))
        except (TypeError, ValueError):
            raise bad_argument(name, parameter, str(kind), value) from None
    return result
