"""What a kernel sees when JIT is disabled: the same attributes on the same memory, with every index checked."""

import numpy as np

from .lanes import PythonPack
from .layout import PythonView, Schema, Struct, static_columns
from .structs import VALUES
from .values import Value


class PythonField(PythonView):
    """A field as kernels index it: items of `length` numbers, `stride` numbers apart."""

    __slots__ = ('columns', 'cls', 'const', 'lanes', 'length', 'numbers', 'stride')

    def __init__(self, numbers, lanes, cls=None, columns=1, stride=None, const=False):
        self.numbers, self.lanes, self.cls, self.columns, self.const = numbers, lanes, cls, columns, const
        self.length = cls.size if cls else 1
        self.stride = self.length if stride is None else stride

    def __getattr__(self, view):
        if view not in VALUES:
            raise AttributeError(view)
        return PythonField(self.numbers, self.lanes, VALUES[view], stride=1, const=self.const)

    def flat(self):
        """The numbers one after the other."""
        return PythonField(self.numbers, self.lanes, const=self.const)

    def _start(self, index):
        if isinstance(index, tuple):
            row, column = index
            if not 0 <= column < self.columns:
                raise IndexError(f'column {column} of {self.columns}')
            index = row * self.columns + column
        elif self.columns != 1:
            raise IndexError('this field takes two indices')
        start = index * self.stride
        if not 0 <= start <= start + self.length <= len(self.numbers):
            raise IndexError(f'item {index} is outside of the field')  # native code would read past it
        return start

    def __getitem__(self, index):
        start = self._start(index)
        numbers = self.numbers[start:start + self.length]
        elements = [x.copy().view(PythonPack) for x in numbers] if self.lanes else numbers
        if self.cls:
            return self.cls(*elements)
        return elements[0] if self.lanes or numbers.dtype.kind == 'f' else numbers[0].item()

    def __setitem__(self, index, value):
        if self.const:
            raise TypeError('fields of the model cannot be assigned in a kernel')
        start = self._start(index)
        for k, x in enumerate(value if isinstance(value, Value) else (value,)):
            self.numbers[start + k] = x


class PythonSpan(PythonView):
    """Numbers whose size the caller decides."""

    def __init__(self, array: np.ndarray, given: bool = True):
        self.array, self.size, self.shape, self.given = array, array.size, array.shape, given

    @property
    def numbers(self) -> PythonField:
        return PythonField(self.array.reshape(-1), False)

    def _checked(self, index):
        indices = index if isinstance(index, tuple) else (index,)
        if len(indices) != len(self.shape) or not all(0 <= i < n for i, n in zip(indices, self.shape)):
            raise IndexError(f'{index} is outside of an array of shape {self.shape}')  # native code would read past it
        return index

    def __getitem__(self, index):
        return self.array[self._checked(index)].item()

    def __setitem__(self, index, value):
        self.array[self._checked(index)] = value


class PythonStruct(PythonView):
    """Stands for a Struct inside kernels."""

    def __init__(self, struct: Struct):
        schema, place = struct._layout.schema, struct._layout
        fields = {}
        for row in schema.rows:
            lanes = place.holds_packs(row)
            array = struct._arrays[row.name]
            flat = array.reshape(-1, place.width) if lanes else array.reshape(-1)
            fields[row.name] = PythonField(flat, lanes, VALUES.get(row.item), static_columns(row), const=schema.const)
        self.__dict__.update(struct=struct, schema=schema, fields=fields, reserved={})

    def __getattr__(self, name):
        schema: Schema = self.schema
        if name in schema.groups:
            return PythonGroup(self, name)
        if name in schema.registers or name in schema.sizes:
            return int(self.struct._block[schema.word[name]])
        if name in self.reserved:
            return self._arena_field(name)
        if name not in self.fields:
            raise AttributeError(f'{schema.name} has no field {name}')
        field = self.fields[name]
        return field if schema.fields[name].dims else field[0]

    def _arena_field(self, name):
        """A field of the arena, which may have moved since it was last looked at."""
        row, place, arena = self.schema.fields[name], self.struct._layout, self.struct._arenas[-1]
        width = place.width if place.holds_packs(row) else 1
        size = self.reserved[name] * row.item_size * static_columns(row) * width * row.dtype.itemsize
        start = int(self.struct._block[self.schema.word[name]] - self.struct._block[self.schema.word['arena']])
        numbers = arena[start:start + size].view(row.dtype)
        numbers = numbers.reshape(-1, width) if width > 1 else numbers
        return PythonField(numbers, width > 1, VALUES.get(row.item), static_columns(row))

    def __setattr__(self, name, value):
        if name in self.schema.registers and not self.schema.const:
            self.struct._block[self.schema.word[name]] = value
        elif name in self.fields and not self.schema.fields[name].dims:
            self.fields[name][0] = value
        else:
            raise AttributeError(f'cannot assign {name}')


class PythonGroup:
    """m.opt, d.work: names that share a first part."""

    def __init__(self, struct, group):
        self.__dict__.update(struct=struct, group=group)

    def __getattr__(self, name):
        return getattr(self.struct, f'{self.group}.{name}')

    def __setattr__(self, name, value):
        setattr(self.struct, f'{self.group}.{name}', value)


def python_struct(struct: Struct) -> PythonStruct:
    """The PythonStruct of a Struct, made once."""
    if struct._python is None:
        object.__setattr__(struct, '_python', PythonStruct(struct))
    return struct._python


def native_floats():
    """Float errors do what they do in native code: give inf and NaN quietly."""
    return np.errstate(all='ignore')
