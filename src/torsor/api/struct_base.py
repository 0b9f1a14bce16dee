"""What MjModel and MjData have in common: attributes made from the schema, assignment in place, copies, pickles."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..jit.layout import Layout, Struct
from ..schema import Field
from .record import Item


class TextItem:
    """Attribute that shows a character array as bytes."""

    def __init__(self, row: Field):
        self.name, self.__doc__ = row.name, row.meaning

    def __get__(self, struct, owner=None):
        if struct is None:
            return self
        text = struct._cache.get(self.name)
        if text is None:
            text = struct._cache[self.name] = struct._arrays[self.name].tobytes()
        return text

    def __set__(self, struct, value):
        raise AttributeError(f'{self.name} of {type(struct).__name__} cannot be assigned')


def is_array(row: Field) -> bool:
    """Whether a field is a plain array attribute, as opposed to a number or part of a record."""
    return bool(row.dims or row.item_size > 1) and '.' not in row.name


class EngineStruct(Struct):
    """Arrays are attributes in slots (fast to read); assigning one writes into it, as native code keeps its address."""

    __slots__ = ('_cache',)
    _array_names: tuple[str, ...] = ()
    _cache: dict[Any, Any]  # what is made from the struct at first use: named views, names, lists of state arrays

    def _bind(self, place: Layout, token: int, buffer: np.ndarray | None = None) -> None:
        """Take memory and put the views of it into the slots."""
        self._allocate(place, buffer)
        assign, arrays = object.__setattr__, self._arrays
        assign(self, '_cache', {})
        for name in self._array_names:
            assign(self, name, arrays[name])
        self._block[place.schema.word['token']] = token

    def _group(self, prefix: str) -> dict[str, np.ndarray]:
        """The arrays of a record: names that start with the prefix, without it."""
        return {name: self._arrays[full] for name, full in self._layout.schema.members.get(prefix, ())}

    def __setattr__(self, name, value):
        member = getattr(type(self), name, None)
        if isinstance(member, (Item, TextItem)) or (isinstance(member, property) and member.fset):
            object.__setattr__(self, name, value)
        elif name in self._arrays:
            self._arrays[name][...] = value
        elif member is not None:
            raise AttributeError(f'{name} of {type(self).__name__} cannot be assigned')
        else:
            raise AttributeError(f'{type(self).__name__} has no attribute {name}')

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any: ...  # the fields of the schema

    def __dir__(self):
        return [name for name in super().__dir__() if name.startswith('__') or not name.startswith('_')]

    def __delattr__(self, name):
        raise AttributeError(f'{name} of {type(self).__name__} cannot be deleted')
