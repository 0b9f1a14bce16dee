"""Lists of values that are as long as the user likes, and texts of single letters: changes go into their elements."""

import operator
from typing import Any

__all__ = ['MjByteVec', 'MjCharVec', 'MjDoubleVec', 'MjFloatVec', 'MjIntVec', 'MjStringVec']


class Values:
    """A list whose numbers or texts are a tuple in an element of a spec. Counting from the end is not offered."""

    __slots__ = ('_field', '_item')
    _convert: Any = staticmethod(float)

    def __init__(self, value: Any, count: int):
        self._item, self._field = _Loose(), 'values'
        self._item.values = (self._convert(value),) * operator.index(count)

    @classmethod
    def of(cls, item: Any, field: str) -> 'Values':
        """The list that is in a field of an element."""
        values = object.__new__(cls)
        values._item, values._field = item, field
        return values

    @property
    def _values(self) -> tuple:
        return getattr(self._item, self._field)

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self):
        return iter(self._values)

    def _place(self, index: int) -> int:
        place = operator.index(index)
        if not 0 <= place < len(self):
            raise IndexError(f'there is no value {place} in a list of {len(self)}')
        return place

    def __getitem__(self, index: int):
        return self._values[self._place(index)]

    def __setitem__(self, index: int, value: Any) -> None:
        place, values = self._place(index), list(self._values)
        values[place] = self._convert(value)
        setattr(self._item, self._field, tuple(values))

    def __eq__(self, other):
        return tuple(self) == tuple(other) if hasattr(other, '__iter__') else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        return f'{type(self).__name__}({list(self)})'


class _Loose:
    """Values that belong to no element."""

    values: tuple = ()


def text(value: Any) -> str:
    """`value`, which has to be a text."""
    if not isinstance(value, str):
        raise TypeError(f'expected a str, not {value!r}')
    return value


def letter(value: Any) -> str:
    """`value`, which has to be a single letter."""
    if len(text(value)) != 1:
        raise ValueError('list elements must be single characters')
    return value


class MjDoubleVec(Values):
    """A list of real numbers."""

    __slots__ = ()


class MjFloatVec(Values):
    """A list of real numbers in single precision."""

    __slots__ = ()


class MjIntVec(Values):
    """A list of whole numbers."""

    __slots__ = ()
    _convert = staticmethod(operator.index)


class MjByteVec(Values):
    """A list of bytes."""

    __slots__ = ()
    _convert = staticmethod(operator.index)


class MjStringVec(Values):
    """A list of texts."""

    __slots__ = ()
    _convert = staticmethod(text)


class MjCharVec(Values):
    """A text of a fixed length, letter by letter; it ends with zeros where it is shorter; an empty one is dots."""

    __slots__ = ('_count',)
    _count: int
    _convert = staticmethod(letter)

    @classmethod
    def of(cls, item: Any, field: str, count: int = 0) -> 'MjCharVec':
        letters = object.__new__(cls)
        letters._item, letters._field, letters._count = item, field, count
        return letters

    @property
    def _values(self) -> tuple:
        written = getattr(self._item, self._field) or '.' * getattr(self, '_count', 0)
        return tuple(written) + ('\0',) * (getattr(self, '_count', 0) - len(written))

    def __setitem__(self, index: int, value: Any) -> None:
        place, values = self._place(index), list(self._values)
        values[place] = letter(value)
        setattr(self._item, self._field, ''.join(values).rstrip('\0'))
