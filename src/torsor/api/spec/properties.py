"""Attributes of elements of a spec, made from the rows of `schema/elements.py`.

A number or a text is read from its element and written to it. Of an array the user gets live memory, which is kept with
the object that stands for the element; `Element._settle` copies it into the element, which knows immutable tuples only.
"""

import operator
from typing import Any

import numpy as np

from ...schema import enums
from ...schema.elements import Property
from .vectors import MjCharVec, MjDoubleVec, MjFloatVec, MjIntVec, MjStringVec, letter, text

DTYPES = {'double': np.float64, 'float': np.float32, 'int': np.int32}
LISTS = {'double': MjDoubleVec, 'float': MjFloatVec, 'int': MjIntVec, 'text': MjStringVec}
# properties that take fewer numbers than they have, or a single one: how many of them a keyword argument may give
LENIENT = {'size': (1, 3), 'stiffness': (1, 3), 'damping': (1, 3)}


def unsuitable(name: str, what: str, value: Any) -> TypeError:
    """The error of a value of a wrong type."""
    return TypeError(f'{name}: incompatible function arguments: expected {what}, not {value!r}')


class Attribute:
    """One attribute. `field` is where the element keeps it, `holder` what of the element has that field."""

    def __init__(self, row: Property, field: str = ''):
        self.name, self.row, self.field = row.name, row, field or row.name

    def holder(self, element: Any, writes: bool = False) -> Any:
        return element._item

    def __get__(self, element, owner=None) -> Any:
        if element is None:
            return self
        return self.shown(getattr(self.holder(element), self.field))

    def __set__(self, element, value) -> None:
        stored = self.stored(value)
        setattr(self.holder(element, True), self.field, stored)

    def shown(self, value: Any) -> Any:
        return value

    def stored(self, value: Any) -> Any:
        return value

    def keyword(self, element, value) -> None:
        """Set the attribute from a keyword argument."""
        self.__set__(element, value)


class Real(Attribute):
    """A real number; one that is missing is NaN."""

    def shown(self, value):
        value = float('nan') if value is None else value
        return float(np.float32(value)) if self.row.type == 'float' else float(value)

    def stored(self, value):
        if isinstance(value, (str, bytes)) or not (hasattr(value, '__float__') or hasattr(value, '__index__')):
            raise unsuitable(self.name, 'a number', value)
        number = float(value)
        return None if self.row.optional and number != number else number


class Whole(Attribute):
    """A whole number."""

    def shown(self, value):
        return int(value)

    def stored(self, value):
        try:
            return operator.index(value)
        except TypeError:
            raise unsuitable(self.name, 'an int', value) from None


class Flag(Whole):
    """Yes or no."""

    def shown(self, value):
        return bool(value)

    def stored(self, value):
        return int(bool(super().stored(value)))


class Choice(Whole):
    """A member of an enumeration."""

    def shown(self, value):
        return getattr(enums, self.row.type)(value)

    def stored(self, value):
        try:
            return int(getattr(enums, self.row.type)(super().stored(value)))
        except ValueError:
            raise ValueError(f'{self.name}: {value} is no {self.row.type}') from None


class Text(Attribute):
    """A text."""

    def stored(self, value):
        if not isinstance(value, str):
            raise unsuitable(self.name, 'a str', value)
        return value


class Bytes(Attribute):
    """Bytes."""

    def stored(self, value):
        if not isinstance(value, (bytes, bytearray)):
            raise unsuitable(self.name, 'bytes', value)
        return bytes(value)


class Nested(Attribute):
    """Lists of lists of numbers."""

    def shown(self, value):
        return [list(row) for row in value]

    def stored(self, value):
        return tuple(tuple(row) for row in value)


class Many(Attribute):
    """A list of numbers or texts of any length."""

    def __get__(self, element, owner=None):
        if element is None:
            return self
        return LISTS[self.row.type].of(self.holder(element), self.field)

    def stored(self, value):
        convert = LISTS[self.row.type]._convert
        if isinstance(value, str) and self.name == 'material':
            return (value,) if value else ()
        if isinstance(value, (str, bytes)) or not hasattr(value, '__iter__'):
            raise unsuitable(self.name, 'a sequence', value)
        values = tuple(convert(part) for part in (value.tolist() if isinstance(value, np.ndarray) else value))
        if self.row.count > 0 and len(values) != self.row.count:
            raise ValueError(f'{self.name} must have exactly {self.row.count} elements, got {len(values)}')
        return values


class Letters(Attribute):
    """A text of a fixed length, letter by letter."""

    def __get__(self, element, owner=None):
        if element is None:
            return self
        return MjCharVec.of(self.holder(element), self.field, self.row.count)

    def stored(self, value):
        written = ''.join(value if isinstance(value, str) else (letter(text(part)) for part in value))
        if len(written) > self.row.count:
            raise ValueError(f'{self.name} may have at most {self.row.count} characters, got {len(written)}')
        return written.rstrip('\0')

    def keyword(self, element, value):
        parts = list(value)
        if any(len(part) != 1 for part in parts):
            raise ValueError(f'{self.name}: list elements must be single characters')
        if len(parts) != self.row.count:
            raise ValueError(f'{self.name} should have length {self.row.count}, got {len(parts)}')
        self.__set__(element, value)


class Array(Attribute):
    """Numbers of a fixed count, as live memory. Numbers that are missing begin with NaN."""

    def __get__(self, element, owner=None):
        if element is None:
            return self
        array = element._arrays.get(self.name)
        if array is None:
            array = element._arrays[self.name] = self.memory(getattr(self.holder(element), self.field))
        return array

    def memory(self, value) -> np.ndarray:
        """Fresh memory with the numbers of a tuple."""
        if value is None:
            value = (float('nan') if self.row.optional else 0.0, *[0.0] * (self.row.count - 1))
        return np.array(value, dtype=DTYPES[self.row.type])

    def __set__(self, element, value):
        numbers = self.numbers(value)
        if numbers.shape != (self.row.count,):
            if not (numbers.shape == () and self.name in ('scale', *LENIENT)):
                error = ValueError if self.name == 'scale' else TypeError
                raise error(f'{self.name}: incompatible function arguments: expected {self.row.count} numbers, '
                            f'not {value!r}')
            numbers = np.full(3, numbers) if self.name == 'scale' else self._padded(numbers.reshape(1))
        memory: Any = self.__get__(element)
        memory[:] = numbers
        self.settle(element)

    def numbers(self, value) -> np.ndarray:
        try:
            if isinstance(value, (str, bytes)):
                raise TypeError
            return np.asarray(value, dtype=float)
        except (TypeError, ValueError):
            raise unsuitable(self.name, f'{self.row.count} numbers', value) from None

    def _padded(self, numbers: np.ndarray) -> np.ndarray:
        return np.concatenate([numbers, np.zeros(self.row.count - len(numbers))])

    def keyword(self, element, value):
        numbers, count = self.numbers(value), self.row.count
        if self.name in LENIENT and self.name != 'size' and numbers.shape == ():
            numbers = numbers.reshape(1)
        if numbers.shape == () and self.name != 'scale':
            raise unsuitable(self.name, f'{count} numbers', value)
        least, most = LENIENT.get(self.name, (count, count)) if count == 3 else (count, count)
        if numbers.shape != () and not (numbers.ndim == 1 and least <= len(numbers) <= most):
            wanted = f'{least} to {most}' if least < most else str(most)
            raise ValueError(f'{self.name} should be a list/array of size {wanted}.')
        self.__set__(element, self._padded(numbers) if numbers.shape else value)

    def settle(self, element) -> None:
        """Copy the memory into the element."""
        array = element._arrays[self.name]
        # what nobody changed keeps all its digits, also where users see single precision
        if not np.array_equal(array, self.memory(getattr(self.holder(element), self.field)), equal_nan=True):
            missing = self.row.optional and array[0] != array[0]
            setattr(self.holder(element, True), self.field, None if missing else tuple(array.tolist()))


TYPES: dict[str, type[Attribute]] = {
    'double': Real, 'float': Real, 'int': Whole, 'bool': Flag, 'text': Text, 'bytes': Bytes, 'lists': Nested,
}


def attribute(row: Property, field: str = '') -> Attribute:
    """The attribute of a row."""
    if row.type == 'char':
        return Letters(row, field)
    if row.type == 'text' and row.count:
        return Many(row, field)
    if row.count:
        return (Array if row.count > 0 else Many)(row, field)
    return TYPES.get(row.type, Choice)(row, field)
