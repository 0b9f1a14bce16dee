"""What a row of the schema says about one field, and the vocabulary its columns use.

Units are SI, written 'kg m^2' or 'N s/m', with '1' for a pure number and '' for what is no real number. Two more signs:
    'm|rad'      either, depending on whether the joint, tendon or row moves along a line or about an axis
    's,1'        the units of the components, in their order
    'varies'     depends on the type of the object, or is up to the user

An address (adr) is the number of the first row in another array, an id the number of an object.
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from . import constants

# item: (NumPy dtype, numbers per item). Items of several numbers are the value types of jit/values.py.
ITEMS = {
    'size': ('int64', 1),
    'int': ('int32', 1),
    'word': ('uint64', 1),
    'bool': ('bool', 1),
    'byte': ('uint8', 1),
    'char': ('int8', 1),
    'float': ('float32', 1),
    'real': ('float64', 1),
    'vec3': ('float64', 3),
    'quat': ('float64', 4),
    'mat3': ('float64', 9),
    'spatial': ('float64', 6),
    'inertia': ('float64', 10),
}

_TERM = re.compile(r'\w+')


@dataclass(frozen=True)
class Field:
    """One field: `shape` counts items, so a 'vec3' of shape 'nbody' is an array of shape (nbody, 3)."""

    name: str
    item: str
    shape: str
    unit: str
    meaning: str

    @cached_property
    def dtype(self) -> np.dtype:
        return np.dtype(ITEMS[self.item][0])

    @cached_property
    def item_size(self) -> int:
        return ITEMS[self.item][1]

    @cached_property
    def dims(self) -> tuple[str, ...]:
        """The expressions of `shape`, one per axis; empty for a single item."""
        return tuple(self.shape.split(',')) if self.shape else ()

    def array_shape(self, sizes) -> tuple[int, ...]:
        """Shape of the NumPy array, given the sizes that the expressions name."""
        shape = tuple(evaluate(dim, sizes) for dim in self.dims)
        return shape if self.item_size == 1 else (*shape, self.item_size)


def evaluate(expression: str, sizes) -> int:
    """Value of a product of integers, named constants and named sizes, such as 'nmocap*3'."""
    value, names = factors(expression)
    for name in names:
        value *= int(sizes[name])
    return value


@cache
def factors(expression: str) -> tuple[int, tuple[str, ...]]:
    """The product of what is known of an expression, and the sizes that are not."""
    known, names = 1, []
    for term in _TERM.findall(expression):
        if term.isdigit() or hasattr(constants, term):
            known *= int(term) if term.isdigit() else int(getattr(constants, term))
        else:
            names.append(term)
    return known, tuple(names)
