"""Where each field of a struct lies: offsets in one buffer, derived from the schema and the sizes of a model.

A struct reaches native code as one pointer to its block: 8-byte words that hold registers (integers that change),
sizes (integers that do not) and the address of every field. The fields themselves lie in one buffer, so copying a
struct is copying two arrays.
"""

import hashlib
import itertools
import math
import struct
import threading
import weakref
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

import numpy as np

from ..schema.constants import __dict__ as CONSTANTS
from ..schema.field import Field, evaluate, factors
from .inside.naming import digest
from .memory import CACHE_LINE, address_of, aligned_zeros
from .parallel_map import together

LARGE = 2**14  # [bytes] what is not worth a copy

Shape = tuple[int, ...]
Place = tuple[int, np.dtype, Shape]  # offset, type and shape of a field


def shapes_of(rows: Collection[Field]) -> Callable[[Mapping[str, int]], tuple[Shape, ...]]:
    """A function from sizes to the shapes of the arrays of all rows, in their order.

    It comes first in every model, for hundreds of rows. Python compiles it from the expressions of the schema, to which
    nobody else can add any, and so it takes a tenth of the time that evaluating one after the other takes.
    """
    shapes = [''.join(f'{_times(product)}, ' for product in _products(row)) for row in rows]
    return _of_sizes(rows, f'({"".join(f"({shape}), " for shape in shapes)})')


def bytes_of(rows: Collection[Field]) -> Callable[[Mapping[str, int]], tuple[int, ...]]:
    """A function from sizes to how many bytes the arrays of all rows have, in their order."""
    products = ['*'.join((str(row.dtype.itemsize), *map(_times, _products(row)))) for row in rows]
    return _of_sizes(rows, f'({"".join(f"{product}, " for product in products)})')


def content_of(rows: Collection[Field]) -> Callable[[Mapping[str, int]], int]:
    """A function from sizes to the bytes of the arrays of all rows, without gaps between them."""
    totals: Counter[tuple[str, ...]] = Counter()  # bytes by the sizes that they are multiplied with
    for row in rows:
        numbers, sizes = zip((row.dtype.itemsize, ()), *_products(row))
        totals[tuple(sorted(itertools.chain(*sizes)))] += math.prod(numbers)
    return _of_sizes(rows, ' + '.join(_times((number, sizes)) for sizes, number in totals.items()) or '0')


def _products(row: Field) -> list[tuple[int, tuple[str, ...]]]:
    """The dimensions of the array of a row, each a number times sizes."""
    return [factors(dim) for dim in row.dims] + ([(row.item_size, ())] if row.item_size > 1 else [])


def _times(product: tuple[int, tuple[str, ...]]) -> str:
    """A number times sizes, as an expression."""
    number, sizes = product
    return '*'.join((str(number), *sizes) if number != 1 or not sizes else sizes)


def _of_sizes(rows: Collection[Field], expression: str) -> Callable[[Mapping[str, int]], Any]:
    """A function that evaluates an expression of the sizes in rows."""
    names = list(dict.fromkeys(name for row in rows for _, sizes in _products(row) for name in sizes))
    function, values = eval(f'lambda {", ".join(names)}: {expression}'), _getter(names)
    return lambda sizes: function(*values(sizes))


def _getter(names: Sequence[str]) -> Callable[[Mapping[str, int]], tuple[int, ...]]:
    """A function that takes the numbers of these names from all numbers."""
    return itemgetter(*names) if len(names) > 1 else lambda numbers: tuple(numbers[name] for name in names)



@dataclass(frozen=True)
class Schema:
    """The rows of one struct. `const` fields never change inside a call; `moving` ones lie in the arena."""

    name: str
    rows: tuple[Field, ...]
    sizes: tuple[str, ...] = ()
    registers: tuple[str, ...] = ()
    moving: tuple[Field, ...] = ()
    const: bool = False

    @cached_property
    def fields(self) -> dict[str, Field]:
        return {row.name: row for row in (*self.rows, *self.moving)}

    @cached_property
    def word(self) -> dict[str, int]:
        """Index of every name in the block."""
        return {name: i for i, name in enumerate((*self.registers, *self.sizes, *self.fields))}

    @cached_property
    def groups(self) -> frozenset[str]:
        """First parts of dotted names: 'opt' for 'opt.timestep'."""
        return frozenset(name.split('.')[0] for name in self.word if '.' in name)

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of every row by its name."""
        return {row.name: i for i, row in enumerate(self.rows)}

    @cached_property
    def kinds(self) -> tuple[list[Field], list[int]]:
        """Rows with different shapes, of which there are far fewer than rows, and which of them each row is like."""
        kinds = {(row.shape, row.item): row for row in self.rows}
        index = {kind: i for i, kind in enumerate(kinds)}
        return list(kinds.values()), [index[row.shape, row.item] for row in self.rows]

    @cached_property
    def shapes(self) -> Callable[[Mapping[str, int]], tuple[Shape, ...]]:
        """The shapes of all kinds, from sizes."""
        return shapes_of(self.kinds[0])

    @cached_property
    def _functions(self) -> dict[int, Callable[[Mapping[str, int]], tuple[Shape, ...]]]:
        return {}

    def shape(self, kind: int, sizes: Mapping[str, int]) -> Shape:
        """The shape of one kind: who looks at few fields need not know all shapes."""
        if kind not in self._functions:
            self._functions[kind] = shapes_of([self.kinds[0][kind]])
        return self._functions[kind](sizes)[0]

    @cached_property
    def measures(self) -> tuple[Callable[[Mapping[str, int]], tuple[int, ...]], np.ndarray]:
        """How many bytes each kind has, from sizes, and of which kind each row is."""
        return bytes_of(self.kinds[0]), np.array(self.kinds[1])

    @cached_property
    def dtypes(self) -> list[np.dtype]:
        return [row.dtype for row in self.rows]

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(self.fields)

    @cached_property
    def content(self) -> Callable[[Mapping[str, int]], int]:
        """Bytes of all rows for given sizes, without gaps between them."""
        return content_of(self.rows)

    @cached_property
    def sizes_of(self) -> Callable[[Mapping[str, int]], tuple[int, ...]]:
        """A function that takes the sizes of this struct, several, from all sizes."""
        return _getter(self.sizes)

    @cached_property
    def members(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """For every prefix of dotted names, the names without it and as they are: 'opt' has 'timestep'."""
        found: dict[str, list[tuple[str, str]]] = {}
        for row in self.rows:
            prefix = row.name.rpartition('.')[0]
            while prefix:
                found.setdefault(prefix, []).append((row.name[len(prefix) + 1:], row.name))
                prefix = prefix.rpartition('.')[0]
        return {prefix: tuple(names) for prefix, names in found.items()}

    @cached_property
    def moving_names(self) -> frozenset[str]:
        return frozenset(row.name for row in self.moving)

    def __hash__(self):
        return hash(self.name)


class StructKind:
    """What native code must know of a struct: float64 fields named in `per_world` hold packs of `width` worlds.

    Or, of one world, duals of `width` numbers (dual.py).
    """

    def __init__(self, schema: Schema, width: int = 1, per_world: frozenset[str] | None = None, dual: bool = False):
        self.schema, self.width, self.dual = schema, width, dual
        self.per_world = schema.names if per_world is None else per_world

    @cached_property
    def name(self) -> str:
        """What distinguishes the native code for this struct from that for others."""
        if self.width == 1:
            return self.schema.name
        elements = 'dual' if self.dual else ''
        return f'{self.schema.name}[{elements}{self.width},{digest(sorted(self.per_world))}]'

    @property
    def worlds(self) -> int:
        """How many worlds it holds."""
        return 1 if self.dual else self.width

    def __eq__(self, other):
        return isinstance(other, StructKind) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return self.name


def static_columns(row: Field) -> int:
    """Items per row of a matrix whose width no model changes; other matrices are indexed flat."""
    columns = 1
    for dim in row.dims[1:]:
        if not (dim.isdigit() or dim in CONSTANTS):
            return 1
        columns *= evaluate(dim, {})
    return columns


def _token(sizes: tuple[tuple[str, int], ...]) -> int:
    """A number that models have in common if data of one fits the other: a digest of their sizes, and never 0.

    The size of a model in memory, `nbuffer`, is left out: it is another one in models from binary files.
    """
    text = repr([size for size in sizes if size[0] != 'nbuffer'])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), 'little') + 1


class Layout:
    """Offsets and shapes of all fields for given sizes, and for `width` worlds side by side."""

    def __init__(self, schema: Schema, sizes: tuple[tuple[str, int], ...], width: int = 1,
                 per_world: frozenset[str] | None = None):
        self.schema, self.given, self.sizes, self.width = schema, sizes, dict(sizes), width
        self.per_world = schema.names if per_world is None else per_world
        self.token = _token(sizes)
        alignment = CACHE_LINE if width > 1 else 16
        measured, kinds = schema.measures
        nbytes = np.array(measured(self.sizes), np.int64).take(kinds)
        if width > 1:
            nbytes[[self.holds_packs(row) for row in schema.rows]] *= width
        padded = (nbytes + (alignment - 1)) & -alignment  # which is a power of 2
        ends = padded.cumsum()
        self._sizes, self._starts = nbytes, ends - padded  # [bytes]
        self._offsets: list[int] = self._starts.tolist()
        self.nbytes = self._offsets[-1] + int(padded[-1])
        self._shapes: dict[int, Shape] = {}  # of kinds of rows, as far as they are known

    def place(self, name: str) -> Place:
        """Offset, type and shape of a field."""
        i = self.schema.index[name]
        kind = self.schema.kinds[1][i]
        shape = self._shapes.get(kind)
        if shape is None:
            self._shapes[kind] = shape = self.schema.shape(kind, self.sizes)
        if self.width > 1 and self.holds_packs(self.schema.rows[i]):
            shape = (*shape, self.width)
        return self._offsets[i], self.schema.dtypes[i], shape

    @cached_property
    def places(self) -> dict[str, Place]:
        """Offset, type and shape of all fields."""
        self._shapes.update(enumerate(self.schema.shapes(self.sizes)))
        return {name: self.place(name) for name in self.schema.index}

    def holds_packs(self, row: Field) -> bool:
        return self.width > 1 and row.dtype == np.float64 and row.name in self.per_world

    def block(self, buffer: np.ndarray) -> np.ndarray:
        """The words native code reads, pointing into this buffer."""
        schema, words = self.schema, np.zeros(len(self.schema.word), np.int64)
        first = len(schema.registers)
        fields = first + len(schema.sizes)
        words[first:fields] = schema.sizes_of(self.sizes)
        np.add(self._starts, address_of(buffer), out=words[fields:fields + len(self._starts)])
        return words

    def stretch(self, first: str, last: str) -> slice:
        """The bytes from the beginning of one field to the end of another."""
        end = self.schema.index[last]
        return slice(self._offsets[self.schema.index[first]], self._offsets[end] + int(self._sizes[end]))

    def write(self, buffer: np.ndarray, values: Mapping[str, np.ndarray | list[np.ndarray]]) -> None:
        """Copy fields, or lists of their parts, into a buffer, as bytes: hundreds of views would take their time."""
        memory, dtypes, index = memoryview(buffer), self.schema.dtypes, self.schema.index
        large: list[tuple[np.ndarray, np.ndarray]] = []
        offsets, sizes = self._offsets, self._sizes.tolist()
        for name, value in values.items():
            i = index[name]
            start, size = offsets[i], sizes[i]
            if size < LARGE and type(value) is not list and value.dtype is dtypes[i]:
                content = value.tobytes()  # views of bytes are slow to make: what is small is better copied twice
                written = len(content)
                if written == size:
                    memory[start:start + size] = content
            else:
                parts = value if type(value) is list else (value,)
                written = sum(part.size for part in parts) * dtypes[i].itemsize
                if written == size:
                    large += _places(buffer[start:start + size].view(dtypes[i]), parts)
            if written != size:
                raise ValueError(f'{name} has {written} bytes, but needs {size}')
        together(_copy, large)


def _places(target: np.ndarray, parts: Sequence[np.ndarray]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Where each of several arrays goes that lie one after the other, and the array."""
    ends = itertools.accumulate(part.size for part in parts)
    return ((target[end - part.size:end].reshape(part.shape), part) for part, end in zip(parts, ends) if part.size)


def _copy(pair: tuple[np.ndarray, np.ndarray]) -> None:
    np.copyto(*pair, casting='unsafe')


class Views(dict[str, np.ndarray]):
    """The fields of a struct in a buffer by name: views that are made when they are first asked for."""

    __slots__ = ('_buffer', '_layout')

    def __init__(self, place: Layout, buffer: np.ndarray):
        self._layout, self._buffer = place, buffer

    def __missing__(self, name: str) -> np.ndarray:
        offset, dtype, shape = self._layout.place(name)
        self[name] = view = np.ndarray(shape, dtype, self._buffer, offset)
        return view

    def __contains__(self, name) -> bool:
        return name in self._layout.schema.index

    def __iter__(self):
        return iter(self._layout.schema.index)

    def __len__(self) -> int:
        return len(self._layout.schema.index)

    get, keys, values, items = Mapping.get, Mapping.keys, Mapping.values, Mapping.items


def packing(rows: Sequence[Field]) -> struct.Struct:
    """How all numbers of neighbouring rows of fixed shapes lie in memory, in a struct of one world."""
    place, text, end = Layout(Schema('', tuple(rows)), ()), '=', 0
    for row in rows:
        offset, dtype, shape = place.place(row.name)
        text += f'{offset - end}x{math.prod(shape)}{_PACKED.get(dtype.char, dtype.char)}'
        end = offset + dtype.itemsize * math.prod(shape)
    return struct.Struct(text)


_PACKED = {'l': 'q', 'L': 'Q'}  # types whose letters are others in a format of standard sizes


_layouts: 'weakref.WeakValueDictionary[tuple, Layout]' = weakref.WeakValueDictionary()
_latest: deque[Layout] = deque(maxlen=16)  # which the next model may have as well: often it is a variant of the last
_sharing = threading.Lock()


def layout(schema: Schema, sizes: tuple[tuple[str, int], ...], width: int = 1,
           per_world: frozenset[str] | None = None) -> Layout:
    """The one Layout for these arguments: equal sizes give the same object as long as a struct has it, or longer."""
    key = schema.name, sizes, width, per_world
    with _sharing:
        known = _layouts.get(key)
        if known is None:
            known = _layouts[key] = Layout(schema, sizes, width, per_world)
            _latest.append(known)
        return known


class PythonView:
    """Base of what stands for structs and arrays in kernels that Python runs (python_mode.py)."""

    __slots__ = ()


class Block:
    """The word array of a struct. Alone in its class, so that `_block` has a fixed offset in every struct object."""

    __slots__ = ('_block',)
    _block: np.ndarray


# block address -> struct: how a call from native code finds the Python object it is about
by_address: 'weakref.WeakValueDictionary[int, Struct]' = weakref.WeakValueDictionary()


class Struct(Block):
    """Owner of the memory of one struct."""

    __slots__ = ('__weakref__', '_arenas', '_arrays', '_buffer', '_dual', '_layout', '_python')
    _dual: 'Struct | None'  # the same with derivatives, see dual.py
    _arenas: list[np.ndarray]
    _layout: Layout
    _buffer: np.ndarray
    _arrays: Views

    def _allocate(self, place: Layout, buffer: np.ndarray | None = None) -> None:
        """Take zeroed memory, or a copy of the contents of `buffer`."""
        assign = object.__setattr__
        memory = aligned_zeros(place.nbytes)
        if buffer is not None:
            memory[:] = buffer
        assign(self, '_layout', place)
        assign(self, '_buffer', memory)
        assign(self, '_arrays', Views(place, memory))
        assign(self, '_block', place.block(memory))
        assign(self, '_arenas', [])
        assign(self, '_python', None)
        assign(self, '_dual', None)
        by_address[self._address] = self

    def __copy__(self):
        """Python's own copy would share the memory; structs that can be copied say how."""
        raise TypeError(f'{type(self).__name__} cannot be copied')

    @property
    def _address(self) -> int:
        return address_of(self._block)
