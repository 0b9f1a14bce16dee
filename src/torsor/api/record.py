"""Small structs of plain numbers (options, statistics, contacts, ...) as Python objects over live memory."""

import copy
import functools
import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..schema import CONTACT, OPTION, PRECONTACT, SOLVER, STATISTIC, TIMER, VISUAL, WARNING, Field

__all__ = ['MjContact', 'MjOption', 'MjPreContact', 'MjSolverStat', 'MjStatistic', 'MjTimerStat', 'MjVisual',
           'MjVisualHeadlight', 'MjVisualRgba', 'MjWarningStat']


class Item(property):
    """Attribute of a record: a number as a Python number, an array as a live view.

    It is a property, as in MuJoCo's bindings, for classes derived from records that have properties over it.
    """

    def __init__(self, row: Field):
        super().__init__(self._get, self._set, self._delete, f'{row.meaning} [{row.unit}]' if row.unit else row.meaning)
        self.row, self.name = row, row.name

    def _get(self, record):
        array = record._arrays[self.name]
        return array if array.ndim else array.item()

    def _set(self, record, value):
        array = record._arrays[self.name]
        array[...] = value if array.ndim else plain_number(array.dtype, value, self.name)

    def _delete(self, record):
        raise AttributeError(f'{self.name} of {type(record).__name__} cannot be deleted')


class FixedItem(Item):
    """An item that only the engine sets."""

    def _set(self, record, value):
        raise AttributeError(f'{self.name} of {type(record).__name__} cannot be assigned')


def plain_number(dtype: np.dtype, value, name: str):
    """`value` as one number of this dtype; floats do not pass for ints, nor strings or lists for numbers."""
    try:
        if dtype.kind == 'f':
            if isinstance(value, (str, bytes)) or getattr(value, 'ndim', 0):
                raise TypeError
            return float(value)
        if dtype.kind == 'b':
            if value is not None and not hasattr(value, '__bool__'):
                raise TypeError
            return bool(value)
        number = operator.index(value)
        lowest, highest = _limits(dtype)
        if not lowest <= number <= highest:
            raise TypeError
        return number
    except (TypeError, ValueError):
        kind = {'f': 'a number', 'b': 'a bool'}.get(dtype.kind, f'an integer ({dtype})')
        raise TypeError(f'{name} must be {kind}, not {value!r}') from None


@functools.cache
def _limits(dtype: np.dtype) -> tuple[int, int]:
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


def items(rows) -> dict[str, Item]:
    return {row.name: Item(row) for row in rows}


class Record:
    """Base of the record classes; `_rows` are their fields."""

    __slots__ = ('_arrays',)
    _rows: tuple[Field, ...] = ()
    _arrays: Mapping[str, np.ndarray]
    if TYPE_CHECKING:  # fields are attributes that the table makes
        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self):
        self._arrays = {row.name: np.zeros(row.array_shape({}), row.dtype) for row in self._rows}

    @classmethod
    def _view(cls, arrays: Mapping[str, np.ndarray]):
        """A record whose numbers live in these arrays."""
        record = cls.__new__(cls)
        object.__setattr__(record, '_arrays', arrays)
        return record

    def _assign(self, other: 'Record') -> None:
        """Take over the numbers of another record."""
        if not (isinstance(other, Record) and other._rows is self._rows):
            raise TypeError(f'expected a {type(self).__name__}, not {other!r}')
        for row in self._rows:
            self._arrays[row.name][...] = other._arrays[row.name]

    def _copied(self) -> dict[str, np.ndarray]:
        return {row.name: self._arrays[row.name].copy() for row in self._rows}

    @classmethod
    def _plain_class(cls) -> type['Record']:
        """The class of this package that a user's class is derived from."""
        return next(c for c in cls.__mro__ if '_rows' in vars(c))

    def _as_plain(self) -> 'Record':
        """This record without what a user's class adds: functions of the engine take no notice of that."""
        return self._plain_class()._view(self._arrays)

    def __copy__(self):
        return self._plain_class()._view(self._copied())

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return _rebuild, (type(self), self._copied())

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all(np.array_equal(self._arrays[row.name], other._arrays[row.name]) for row in self._rows)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        return describe(self, (row.name for row in self._rows))


def _rebuild(cls, arrays):
    return cls._view(arrays)


def describe(thing, names) -> str:
    """One line per attribute, as the oracle prints its structs."""
    lines = [f'  {name}: {getattr(thing, name)!r}' for name in sorted(names)]
    return '\n'.join((f'<{type(thing).__name__}', *lines, '>'))


def record_class(name: str, rows, doc: str, **extra) -> type[Record]:
    """A Record class with one attribute per row."""
    body = dict(__slots__=(), __doc__=doc, _rows=tuple(rows), __module__=__name__, **items(rows), **extra)
    return type(name, (Record,), body)


MjStatistic = record_class('MjStatistic', STATISTIC, 'Sizes that characterise a model.')
MjWarningStat = record_class('MjWarningStat', WARNING, 'How often a warning occurred.')
MjTimerStat = record_class('MjTimerStat', TIMER, 'How much time a part of the pipeline took.')
MjSolverStat = record_class('MjSolverStat', SOLVER, 'What one iteration of the constraint solver did.')
MjPreContact = record_class('MjPreContact', PRECONTACT, 'What a collision function says of a contact point.')
MjContact = record_class('MjContact', CONTACT, 'One contact point between two geoms.')
VISUAL_CLASSES = {
    'global_': record_class('Global', VISUAL['global_'], 'Global visual settings.'),
    'quality': record_class('Quality', VISUAL['quality'], 'Rendering quality.'),
    'headlight': record_class('MjVisualHeadlight', VISUAL['headlight'], 'The light at the camera.'),
    'map': record_class('Map', VISUAL['map'], 'Scales of visual mappings.'),
    'scale': record_class('Scale', VISUAL['scale'], 'Sizes of decorative elements.'),
    'rgba': record_class('MjVisualRgba', VISUAL['rgba'], 'Colours of decorative elements.'),
}
MjVisualHeadlight, MjVisualRgba = VISUAL_CLASSES['headlight'], VISUAL_CLASSES['rgba']
for _name in ('bv', 'bvactive'):  # the oracle shows these two colours as empty arrays
    setattr(MjVisualRgba, _name, property(lambda rgba, name=_name: rgba._arrays[name][:0]))


class MjOption(record_class('MjOption', OPTION, 'Physics options.')):
    """Physics options: time step, gravity, integrator, solver settings, flags."""

    __slots__ = ()
    _rows = OPTION

    def __init__(self):
        from ..model.spec.settings import OPTION as DEFAULT

        super().__init__()
        for name, value in DEFAULT.items():
            setattr(self, name, value)


def _visual_group(name: str) -> property:
    """Attribute of MjVisual: a record; assigning to it copies numbers."""
    return property(lambda visual: visual._groups[name], lambda visual, value: visual._groups[name]._assign(value),
                    doc=VISUAL_CLASSES[name].__doc__)


def visual_name(group: str) -> str:
    """Attribute of MjVisual for a group of the model file: `global` is a Python keyword."""
    return 'global_' if group == 'global' else group


class MjVisual:
    """Visual settings, by group; the group `global` is called `global_` because of the Python keyword."""

    __slots__ = ('_groups',)
    global_, headlight, map, quality, rgba, scale = (
        _visual_group(g) for g in ('global_', 'headlight', 'map', 'quality', 'rgba', 'scale'))
    Global, Quality, Headlight = (VISUAL_CLASSES[g] for g in ('global_', 'quality', 'headlight'))
    Map, Scale, Rgba = (VISUAL_CLASSES[g] for g in ('map', 'scale', 'rgba'))

    def __init__(self):
        raise TypeError('MjVisual has no constructor: copy the `vis` of a model')

    @classmethod
    def _view(cls, arrays: dict[str, dict[str, np.ndarray]]):
        visual = cls.__new__(cls)
        visual._groups = {group: record._view(arrays[group]) for group, record in VISUAL_CLASSES.items()}
        return visual

    def _assign(self, other: 'MjVisual') -> None:
        """Take over the numbers of other settings."""
        if not isinstance(other, MjVisual):
            raise TypeError(f'expected an MjVisual, not {other!r}')
        for name, record in self._groups.items():
            record._assign(other._groups[name])

    def __copy__(self):
        twin = self.__class__.__new__(self.__class__)
        twin._groups = {name: copy.copy(record) for name, record in self._groups.items()}
        return twin

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self._groups == other._groups

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        return describe(self, self._groups)


class _Row(Mapping):
    """The numbers of one record of a list by name, found when they are asked for: they may move."""

    __slots__ = ('_columns', '_i')

    def __init__(self, columns: Mapping[str, np.ndarray], i: int):
        self._columns, self._i = columns, i

    def __getitem__(self, name):
        column = self._columns[name]
        return column[self._i, ...]

    def __iter__(self):
        return iter(self._columns)

    def __len__(self):
        return len(self._columns)


class RecordList:
    """A list of records that live side by side: `d.warning.number` is an array, `d.warning[i].number` a number."""

    __slots__ = ('_arrays',)
    _cls: type[Record]

    def __init__(self, arrays: Mapping[str, np.ndarray]):
        self._arrays = arrays

    def __len__(self):
        return len(self._arrays[self._cls._rows[0].name])

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)({name: array[index] for name, array in self._arrays.items()})
        i = operator.index(index)
        if not 0 <= i < len(self):  # from the end is not offered, as in MuJoCo's bindings
            raise IndexError(f'{type(self).__name__} has {len(self)} entries, there is no number {i}')
        return self._cls._view(_Row(self._arrays, i))

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all(np.array_equal(array, other._arrays[name]) for name, array in self._arrays.items())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        return describe(self, self._arrays)


class Column:
    """Attribute of a record list: the array of one field of all records."""

    def __init__(self, name):
        self.name = name

    def __get__(self, records, owner=None):
        return self if records is None else records._arrays[self.name]

    def __set__(self, records, value):
        raise AttributeError(f'{self.name} of {type(records).__name__} cannot be assigned; its entries can')


setattr(MjVisual, 'global', MjVisual.global_)  # which only getattr can ask for


def list_class(name: str, cls: type[Record]) -> type[RecordList]:
    columns = {row.name: Column(row.name) for row in cls._rows}
    return type(name, (RecordList,), dict(__slots__=(), _cls=cls, __module__=__name__, **columns))


WarningList = list_class('_MjWarningStatList', MjWarningStat)
TimerList = list_class('_MjTimerStatList', MjTimerStat)
SolverList = list_class('_MjSolverStatList', MjSolverStat)
ContactList = list_class('_MjContactList', MjContact)
