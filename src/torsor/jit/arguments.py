"""What a kernel that Python calls says about its arguments: `jacp: Out('3,nv')`, `body: Index('nbody')`, `dt: float`.

Here are the declarations, and what Python does with an argument that native code refuses (see native.py): convert it if
NumPy can, or say in an error what it should have been.
"""

import operator
from dataclasses import dataclass

import numpy as np

DTYPES = {float: np.dtype(np.float64), int: np.dtype(np.int32)}


@dataclass(frozen=True)
class Array:
    """An array of this shape, in sizes of the model; '*' is any size. A vector may also be given as a column."""

    shape: str
    element: type = float
    optional: bool = False
    writable: bool = False

    @property
    def dims(self) -> tuple[str, str]:
        """Rows and columns; a vector has one column."""
        rows, _, columns = self.shape.partition(',')
        return rows, columns or '1'

    @property
    def dtype(self) -> np.dtype:
        return DTYPES[self.element]

    def accept(self, name: str, m, value) -> np.ndarray | None:
        """The array that native code takes for this value; raises a TypeError if there is none."""
        if value is None and self.optional:
            return None
        array = self._usable(value)
        if array is None:
            raise TypeError(f'{name} should be {self}, got {_description(value)}')
        shape = (*array.shape, 1) if array.ndim == 1 else array.shape
        if len(shape) != 2 or any(d != '*' and n != model_size(m, d) for n, d in zip(shape, self.dims)):
            raise TypeError(f'{name} should be of {self._shape_text}, got {_description(value)}')
        return array

    def _usable(self, value) -> np.ndarray | None:
        """The value as an array with the right dtype and memory layout, if that is possible."""
        if self.writable:
            fits = isinstance(value, np.ndarray) and value.dtype == self.dtype and value.flags.carray
            return np.asarray(value).view(self.dtype) if fits else None
        try:
            return None if value is None else np.require(np.asarray(value), self.dtype, ['C', 'A'])
        except (TypeError, ValueError):
            return None

    @property
    def _shape_text(self) -> str:
        return f'shape ({self.shape.replace(",", ", ")})' if ',' in self.shape else f'size {self.shape}'

    def __str__(self):
        access = 'a writable C-contiguous' if self.writable else 'a'
        return f'{access} {self.dtype} array of {self._shape_text}' + (' or None' if self.optional else '')


def In(shape: str, element: type = float, optional: bool = False) -> Array:
    """An array that is only read."""
    return Array(shape, element, optional)


def Out(shape: str, element: type = float, optional: bool = False) -> Array:
    """An array that is written in place."""
    return Array(shape, element, optional, writable=True)


@dataclass(frozen=True)
class Index:
    """An integer; with `size`, the number of one of the things of which the model has that many."""

    size: str = ''

    def accept(self, name: str, m, value) -> int:
        """The value as an int; raises a TypeError or IndexError if it is not one, or out of range."""
        try:
            number = operator.index(value)
        except TypeError:
            raise TypeError(f'{name} should be an integer, got {_description(value)}') from None
        if self.size and not 0 <= number < model_size(m, self.size):
            raise IndexError(f'{name} is {number}, but the model has {self.size} = {model_size(m, self.size)}: '
                             f'use a number from 0 to {self.size} - 1')
        if not -2**63 <= number < 2**63:
            raise TypeError(f'{name} should fit into 64 bits, got {number}')
        return number


class Number:
    """A real number."""

    def accept(self, name: str, m, value) -> float:
        """The value as a float; raises a TypeError if it is not a number."""
        if not hasattr(value, '__float__') and not hasattr(value, '__index__'):  # float() would also parse a string
            raise TypeError(f'{name} should be a number, got {_description(value)}')
        return float(value)


PLAIN = {int: Index(), float: Number()}  # annotations that say it all


def model_size(m, name: str) -> int:
    """A size of the model, by its name or as digits."""
    return int(name) if name.isdigit() else m._layout.sizes[name]


def _description(value) -> str:
    if isinstance(value, np.ndarray):
        access = '' if value.flags.writeable else 'read-only '
        layout = '' if value.flags.c_contiguous else ', not C-contiguous'
        return f'a {access}{value.dtype} array of shape {value.shape}{layout}'
    text = repr(value)
    return text if len(text) < 60 else f'a {type(value).__name__}'
