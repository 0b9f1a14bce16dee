"""Where each field of a struct lies: offsets in one buffer, derived from the schema and the sizes of a model.

A struct reaches native code as one pointer to its block: 8-byte words that hold registers (integers that change),
sizes (integers that do not) and the address of every field. The fields themselves lie in one buffer, so copying a
struct is copying two arrays.
"""

import itertools
import math
import threading
import weakref
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..schema.field import Field

CACHE_LINE = 64  # packs are loaded with aligned moves
_tokens = itertools.count(1)


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
    def shapes(self) -> dict[tuple[str, str], Field]:
        """A row for each kind of shape; there are far fewer of them than rows."""
        return {(row.shape, row.item): row for row in self.rows}

    @cached_property
    def plan(self) -> tuple[tuple[str, ...], tuple[np.dtype, ...], np.ndarray, np.ndarray]:
        """Names, types, bytes of a number, and kinds of shapes (as indices) of all rows."""
        index = {kind: i for i, kind in enumerate(self.shapes)}
        return (
            tuple(row.name for row in self.rows), tuple(row.dtype for row in self.rows),
            np.array([row.dtype.itemsize for row in self.rows], np.int64),
            np.array([index[row.shape, row.item] for row in self.rows], np.int64),
        )  # fmt: skip

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


class Layout:
    """Offsets and shapes of all fields for given sizes, and for `width` worlds side by side."""

    def __init__(self, schema: Schema, sizes: tuple[tuple[str, int], ...], width: int = 1,
                 per_world: frozenset[str] | None = None):
        self.schema, self.sizes, self.width = schema, dict(sizes), width
        self.per_world = frozenset(schema.fields) if per_world is None else per_world
        self.token = next(_tokens)
        alignment = CACHE_LINE if width > 1 else 16
        names, dtypes, itemsizes, kinds = schema.plan
        known = [row.array_shape(self.sizes) for row in schema.shapes.values()]
        shapes = [known[kind] for kind in kinds.tolist()]
        sizes = np.array([math.prod(shape) for shape in known], np.int64)[kinds] * itemsizes
        if width > 1:
            packs = [self.holds_packs(row) for row in schema.rows]
            shapes = [(*shape, width) if pack else shape for shape, pack in zip(shapes, packs, strict=True)]
            sizes[packs] *= width
        ends = np.cumsum(-(-sizes // alignment) * alignment)
        offsets = [0, *ends.tolist()]
        self.nbytes = offsets.pop()
        self.places: dict[str, tuple[int, np.dtype, tuple[int, ...]]] = dict(zip(names, zip(offsets, dtypes, shapes)))

    def holds_packs(self, row: Field) -> bool:
        return self.width > 1 and row.dtype == np.float64 and row.name in self.per_world

    def arrays(self, buffer: np.ndarray) -> dict[str, np.ndarray]:
        """Views of all fields in a buffer."""
        return {name: np.ndarray(shape, dtype, buffer, offset) for name, (offset, dtype, shape) in self.places.items()}

    def block(self, buffer: np.ndarray) -> np.ndarray:
        """The words native code reads, pointing into this buffer."""
        schema, words = self.schema, np.zeros(len(self.schema.word), np.int64)
        first = len(schema.registers)
        fields = first + len(schema.sizes)
        words[first:fields] = [self.sizes[name] for name in schema.sizes]
        words[fields:fields + len(self.places)] = [offset for offset, _, _ in self.places.values()]
        words[fields:fields + len(self.places)] += buffer.ctypes.data
        return words


_layouts: 'weakref.WeakValueDictionary[tuple, Layout]' = weakref.WeakValueDictionary()
_sharing = threading.Lock()


def layout(schema: Schema, sizes: tuple[tuple[str, int], ...], width: int = 1,
           per_world: frozenset[str] | None = None) -> Layout:
    """The one Layout for these arguments: equal sizes give the same object as long as a struct has it."""
    key = schema.name, sizes, width, per_world
    with _sharing:
        known = _layouts.get(key)
        if known is None:
            known = _layouts[key] = Layout(schema, sizes, width, per_world)
        return known


def aligned_zeros(nbytes: int) -> np.ndarray:
    """Bytes of zeros that start on a cache line."""
    raw = np.zeros(nbytes + CACHE_LINE, np.uint8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start:start + nbytes]


class Block:
    """The word array of a struct. Alone in its class, so that `_block` has a fixed offset in every struct object."""

    __slots__ = ('_block',)
    _block: np.ndarray


# block address -> struct: how a call from native code finds the Python object it is about
by_address: 'weakref.WeakValueDictionary[int, Struct]' = weakref.WeakValueDictionary()


class Struct(Block):
    """Owner of the memory of one struct."""

    __slots__ = ('__weakref__', '_arenas', '_arrays', '_buffer', '_layout', '_python')
    _arenas: list[np.ndarray]
    _layout: Layout
    _buffer: np.ndarray
    _arrays: dict[str, np.ndarray]

    def _allocate(self, place: Layout, buffer: np.ndarray | None = None) -> None:
        """Take zeroed memory, or a copy of the contents of `buffer`."""
        assign = object.__setattr__
        memory = aligned_zeros(place.nbytes)
        if buffer is not None:
            memory[:] = buffer
        assign(self, '_layout', place)
        assign(self, '_buffer', memory)
        assign(self, '_arrays', place.arrays(memory))
        assign(self, '_block', place.block(memory))
        assign(self, '_arenas', [])
        assign(self, '_python', None)
        by_address[self._address] = self

    @property
    def _address(self) -> int:
        return self._block.ctypes.data
