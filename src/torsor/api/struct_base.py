"""What MjModel and MjData have in common: attributes made from the schema, assignment in place, copies, pickles."""

from collections.abc import Callable
from typing import Any, ClassVar

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
    """Arrays are attributes in slots (fast to read); assigning one writes into it, as native code keeps its address.

    A slot is filled when it is first read: most programs look at few of some hundred fields.
    """

    __slots__ = ('_cache',)
    _plain: ClassVar[frozenset[str]] = frozenset()  # slots for arrays
    _makers: ClassVar[dict[str, Callable[[Any], Any]]] = {}  # what goes into each of the others
    _covered: ClassVar[frozenset[str]] = frozenset()  # slots over which a user's class has attributes
    _cache: dict[Any, Any]  # what is made from the struct at first use: named views, names, lists of state arrays

    def _bind(self, place: Layout, token: int, buffer: np.ndarray | None = None) -> None:
        """Take memory."""
        self._allocate(place, buffer)
        object.__setattr__(self, '_cache', {})
        self._block[place.schema.word['token']] = token
        for name in self._covered:  # `super().qpos` does not come to __getattr__
            EngineStruct.__getattr__(self, name)

    def __getattr__(self, name: str) -> Any:
        """What belongs into a slot that is still empty."""
        if name in self._plain:
            value = self._arrays[name]
        elif name in self._makers:
            value = self._makers[name](self)
        else:
            raise AttributeError(f'{type(self).__name__!r} object has no attribute {name!r}', name=name, obj=self)
        getattr(self._own_class(), name).__set__(self, value)
        return value

    @classmethod
    def _own_class(cls) -> type:
        """MjModel or MjData, also of a class that a user derives from it."""
        return next(c for c in cls.__mro__ if '_plain' in vars(c))

    def __init_subclass__(cls):
        own = cls.__dict__.keys() & (cls._plain | cls._makers.keys())
        cls._covered = frozenset() if '_plain' in vars(cls) else cls._covered | own

    def _group(self, prefix: str) -> dict[str, np.ndarray]:
        """The arrays of a record: names that start with the prefix, without it."""
        return {name: self._arrays[full] for name, full in self._layout.schema.members.get(prefix, ())}

    def __setattr__(self, name, value):
        member = getattr(type(self), name, None)
        if isinstance(member, (Item, TextItem)) or (isinstance(member, property) and member.fset):
            object.__setattr__(self, name, value)
        elif name in self._arrays and not isinstance(member, property):
            self._arrays[name][...] = value
        elif '_plain' not in vars(type(self)):  # instances of a user's class have attributes of their own
            object.__setattr__(self, name, value)
        elif member is not None:
            raise AttributeError(f'{name} of {type(self).__name__} cannot be assigned')
        else:
            raise AttributeError(f'{type(self).__name__} has no attribute {name}')

    def __dir__(self):
        return [name for name in super().__dir__() if name.startswith('__') or not name.startswith('_')]

    def __delattr__(self, name):
        if name in getattr(self, '__dict__', ()):
            return object.__delattr__(self, name)
        raise AttributeError(f'{name} of {type(self).__name__} cannot be deleted')
