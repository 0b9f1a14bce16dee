"""MjData: the state of a simulation and everything computed from it."""

import copy
import math
from collections.abc import Mapping
from functools import partial
from typing import ClassVar, NamedTuple

import numpy as np

from ..jit.arena import copy_contents
from ..jit.inside.objects import register
from ..jit.layout import layout
from ..jit.memory import aligned_zeros
from ..physics.world import CONTACT_ROWS, DATA, SCALAR
from ..schema import DATA_ARENA, DATA_FIELDS
from . import contacts, log, reset, unsupported  # noqa: F401, they answer what native code asks
from .model import MjModel
from .named import data_accessors
from .record import ContactList, FixedItem, Item, RecordList, SolverList, TimerList, WarningList
from .struct_base import EngineStruct, is_array

__all__ = ['MjData']

_ARRAYS = tuple(row.name for row in DATA_FIELDS if is_array(row))
_LISTS = {'warning': WarningList, 'timer': TimerList, 'solver': SolverList}


def _list_of(name: str, d: EngineStruct) -> RecordList:
    return _LISTS[name](d._group(name))


class MjData(EngineStruct):
    """State and results for one MjModel; numbers are live, arrays are views of the memory that native code uses."""

    __slots__ = (*_ARRAYS, *(f'_{name}' for name in _LISTS), '_model')
    _plain: ClassVar = frozenset(_ARRAYS)
    _makers: ClassVar = {f'_{name}': partial(_list_of, name) for name in _LISTS}
    _struct_kind = SCALAR[1]

    def __new__(cls, model=None):
        if model is None:
            raise TypeError('MjModel cannot be None: make the data with MjData(model)')
        if not isinstance(model, MjModel):
            raise TypeError(f'MjData(model) takes an MjModel, not {type(model).__name__}')
        return object.__new__(cls)

    def __init__(self, model: MjModel):
        self._create(model)
        reset.begin_data(model, self)

    def _create(self, model: MjModel, buffer: np.ndarray | None = None) -> None:
        self._bind(layout(DATA, model._layout.given), model._layout.token, buffer)
        object.__setattr__(self, '_model', model)

    @property
    def model(self) -> MjModel:
        """The model this data was made for."""
        return self._model

    @property
    def contact(self) -> RecordList:
        """The contacts found by the last collision detection."""
        return ContactList(_ContactColumns(self))

    def bind(self, elements):
        """Views of the numbers of an element of the MjSpec that the model was compiled from, or of several."""
        from .spec.bind import bind

        return bind(self, elements)

    def bind_scalar(self, element):
        """A view of the numbers of one element of the MjSpec that the model was compiled from."""
        from .spec.bind import bind_scalar

        return bind_scalar(self, element)

    def __copy__(self):
        return self._twin(self._model)

    def __deepcopy__(self, memo):
        return self._twin(copy.deepcopy(self._model, memo))

    def _twin(self, model: MjModel) -> 'MjData':
        """A copy for this model, which has the same sizes."""
        twin = object.__new__(MjData)
        twin._create(model)
        copy_contents(self, twin)
        return twin

    def __reduce__(self):
        offsets = self._block[_MOVING_WORDS] - self._block[_ARENA_WORD]
        return _rebuild, (self._model, self._buffer, self._arenas[-1] if self._arenas else None, offsets)


_MOVING_WORDS, _ARENA_WORD = slice(DATA.word[CONTACT_ROWS[0].name], None), DATA.word['arena']


def _rebuild(model: MjModel, buffer: np.ndarray, arena: np.ndarray | None, offsets: np.ndarray) -> MjData:
    """Data from its pickle; `offsets` place the fields of the arena, negative where there is none."""
    d = object.__new__(MjData)
    d._create(model, buffer)
    if arena is not None:
        memory = aligned_zeros(len(arena))
        memory[:] = arena
        d._arenas[:] = [memory]
        d._block[_ARENA_WORD] = memory.ctypes.data
        d._block[_MOVING_WORDS] = np.where(offsets < 0, 0, memory.ctypes.data + offsets)
    return d


class Moving(NamedTuple):
    """A field in the arena: which size counts its rows, the shape of a row, and what it holds before it is computed."""

    count: str
    tail: tuple[int, ...]
    dtype: np.dtype
    word: int
    fill: int
    of_islands: bool
    of_rows: bool  # although it has an item for each tendon

    @classmethod
    def of(cls, row) -> 'Moving':
        none = -1 if row.name in ('tendon_efcadr', 'tree_island', 'dof_island') else 0
        return cls(row.dims[0], row.array_shape({row.dims[0]: 0})[1:], row.dtype, DATA.word[row.name], none,
                   'island' in row.name or row.name.startswith(('map_', 'iefc_')), row.name == 'tendon_efcadr')

    @property
    def item_bytes(self) -> int:
        """Bytes of a row."""
        return self.dtype.itemsize * math.prod(self.tail)

    def length(self, d: MjData) -> int:
        """How many rows the field currently has."""
        counter = d._arrays.get(self.count)
        return d._layout.sizes[self.count] if counter is None else counter.item()

    def array(self, d: MjData) -> np.ndarray:
        """View of the field, as long as it currently is."""
        rows = self.length(d)
        address = int(d._block[self.word])
        forgotten = (self.of_islands and d._arrays['nisland'].item() == 0) or (
            self.of_rows and d._arrays['nefc'].item() == 0)
        if rows and address and not forgotten:
            start = address - int(d._block[_ARENA_WORD])
            return np.ndarray((rows, *self.tail), self.dtype, d._arenas[-1], start)
        array = np.empty((rows, *self.tail), self.dtype)
        array.fill(self.fill)
        return array


class _ContactColumns(Mapping):
    """The arrays of all contacts by name, looked up when they are asked for, as they move and grow."""

    __slots__ = ('_data',)
    _places: ClassVar = {row.name.removeprefix('contact.'): Moving.of(row) for row in CONTACT_ROWS}
    _names = (*_places, 'geom1', 'geom2')

    def __init__(self, d: MjData):
        self._data = d

    def __getitem__(self, name):
        if name in ('geom1', 'geom2'):
            return self._places['geom'].array(self._data)[:, int(name == 'geom2')]
        array = self._places[name].array(self._data)
        if name == 'H':  # which collision detection leaves alone, as only elliptic cones need it
            known = self._data._arrays['work.cone_num']
            array[int(known):] = 0.0
            known[...] = len(array)
        return array

    def __iter__(self):
        return iter(self._names)

    def __len__(self):
        return len(self._names)


def _moving(row) -> property:
    return property(Moving.of(row).array, doc=row.meaning)


def _list(name: str) -> property:
    return property(lambda d: getattr(d, f'_{name}'), doc=_LISTS[name].__doc__)


def _complete_class():
    for row in DATA_FIELDS:
        if not is_array(row) and row.name != 'threadlock':
            setattr(MjData, row.name, FixedItem(row) if row.name == 'signature' else Item(row))
    for row in DATA_ARENA:
        setattr(MjData, row.name, _moving(row))
    for name in _LISTS:
        setattr(MjData, name, _list(name))
    for name, accessor in data_accessors().items():
        setattr(MjData, name, accessor)


_complete_class()
register('MjData', MjData)
