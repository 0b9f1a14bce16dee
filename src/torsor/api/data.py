"""MjData: the state of a simulation and everything computed from it."""

import numpy as np

from ..jit.entry import register_class
from ..jit.layout import layout
from ..jit.world import CONTACT_ROWS, DATA
from ..schema import DATA_ARENA, DATA_FIELDS, Field
from .model import MjModel
from .named import data_accessors
from .record import ContactList, Item, SolverList, TimerList, WarningList
from .struct_base import EngineStruct, is_array

_ARRAYS = tuple(row.name for row in DATA_FIELDS if is_array(row))
_LISTS = {'warning': WarningList, 'timer': TimerList, 'solver': SolverList}


class MjData(EngineStruct):
    """State and results for one MjModel; numbers are live, arrays are views of the memory that native code uses."""

    __slots__ = (*_ARRAYS, *(f'_{name}' for name in _LISTS), '_model')
    _array_names = _ARRAYS

    def __new__(cls, model=None):
        if model is None:
            raise TypeError('MjModel cannot be None: make the data with MjData(model)')
        if not isinstance(model, MjModel):
            raise TypeError(f'MjData(model) takes an MjModel, not {type(model).__name__}')
        return object.__new__(cls)

    def __init__(self, model: MjModel):
        from .reset import reset_data

        self._create(model)
        reset_data(model, self)

    def _create(self, model: MjModel, buffer: np.ndarray | None = None) -> None:
        self._bind(layout(DATA, model._sizes), model._layout.token, buffer)
        assign = object.__setattr__
        assign(self, '_model', model)
        for name, cls in _LISTS.items():
            arrays = self._group(name)
            assign(self, f'_{name}', cls(arrays, len(next(iter(arrays.values())))))

    @property
    def model(self) -> MjModel:
        """The model this data was made for."""
        return self._model

    @property
    def contact(self) -> ContactList:
        """The contacts found by the last collision detection."""
        arrays = {row.name.removeprefix('contact.'): moving_array(self, row) for row in CONTACT_ROWS}
        arrays['geom1'], arrays['geom2'] = arrays['geom'][:, 0], arrays['geom'][:, 1]
        return ContactList(arrays, self.ncon)

    def __copy__(self):
        twin = object.__new__(MjData)
        twin._create(self._model, self._buffer)
        return twin

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _rebuild, (self._model, self._buffer)


def _rebuild(model, buffer):
    d = object.__new__(MjData)
    d._create(model, buffer)
    return d


class _Counts:
    """Sizes as seen by fields in the arena: those of the data first (ncon, nefc, ...), then those of the model."""

    def __init__(self, d):
        self.d = d

    def __contains__(self, name):
        return not name.startswith('mj')

    def __getitem__(self, name):
        return self.d._arrays[name] if name in self.d._arrays else self.d._layout.sizes[name]


def moving_array(d: MjData, row: Field) -> np.ndarray:
    """View of a field in the arena, as long as it currently is."""
    shape = row.array_shape(_Counts(d))
    address = int(d._block[DATA.word[row.name]])
    if not address or 0 in shape:
        return np.zeros((0, *shape[1:]) if address or 0 in shape else shape, row.dtype)
    return np.ndarray(shape, row.dtype, d._arenas[-1], address - int(d._block[DATA.word['arena']]))


def _moving(row: Field) -> property:
    return property(lambda d: moving_array(d, row), lambda d, value: moving_array(d, row).__setitem__(..., value),
                    doc=row.meaning)


def _list(name: str) -> property:
    return property(lambda d: getattr(d, f'_{name}'), doc=_LISTS[name].__doc__)


def _complete_class():
    for row in DATA_FIELDS:
        if not is_array(row) and row.name != 'threadlock':
            setattr(MjData, row.name, Item(row))
    for row in DATA_ARENA:
        setattr(MjData, row.name, _moving(row))
    for name in _LISTS:
        setattr(MjData, name, _list(name))
    for name, accessor in data_accessors().items():
        setattr(MjData, name, accessor)


_complete_class()
register_class('MjData', MjData)
