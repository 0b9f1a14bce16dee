"""Several worlds in one register: the data of 4 or 8 simulations of one model, stepped together.

Every float64 field has the worlds as its last axis, so that kernels load one number of all worlds in one instruction.
Next to them `worlds` has a struct for each world alone, for stages that take one at a time (jit/per_world.py).
"""

import copy
import math
from collections.abc import Sequence

import numpy as np

from ..api.data import MjData
from ..api.model import MjModel
from ..api.reset import reset_data
from ..jit.inside.library import library
from ..jit.layout import Struct, StructKind, layout
from ..jit.load import has_feature
from ..physics.world import DATA, MODEL, PER_WORLD

SMALL = 12  # dofs of models that gain by two registers for a number


def widths() -> tuple[int, ...]:
    """How many worlds may run together on the processor that code is made for: as many as share a register first.

    Where that is 4, AVX2, it may be twice as many. Elsewhere 4 take two registers already, or there are 8 in one.
    """
    return library().widths or ((8,) if has_feature('avx512f') else (4, 8) if has_feature('avx2') else (4,))


def width_for(model: MjModel, worlds: int) -> int:
    """How many of so many worlds of a model run together.

    In small models instructions mostly wait for each other's results, and a second register for each number fills the
    gaps; larger ones have other work meanwhile, and need the registers.
    """
    return widths()[-1] if model.nv <= SMALL and worlds >= widths()[-1] else widths()[0]


class LaneModel(Struct):
    """A model some of whose float64 fields differ between worlds."""

    __slots__ = ('_struct_kind', 'sizes', 'worlds')
    sizes: np.ndarray  # what `list_worlds` has put together

    def __init__(self, model: MjModel, width: int, varying):
        unknown = set(varying) - {row.name for row in MODEL.rows if row.dtype == np.float64}
        if unknown:
            raise ValueError(f'these are not float64 fields of the model: {", ".join(sorted(unknown))}')
        per_world = frozenset(varying)
        self._allocate(layout(MODEL, model._layout.given, width, per_world))
        self._struct_kind = StructKind(MODEL, width, per_world)
        self._block[MODEL.word['token']] = model._layout.token
        for name, array in self._arrays.items():
            source = model._arrays[name]
            array[...] = source[..., None] if name in per_world else source
        # what takes one world at a time finds its model here
        self.worlds = [copy.copy(model) for _ in range(width)]
        list_worlds(self, self.worlds)

    def __getattr__(self, name):
        return lane_field(self, name)


class LaneData(Struct):
    """State and results of `width` worlds; `lanes.qpos` has the shape (nq, width)."""

    __slots__ = ('_initial', '_struct_kind', 'sizes', 'width', 'worlds')
    sizes: np.ndarray  # what `list_worlds` has put together

    def __init__(self, model: MjModel, width: int | None = None):
        self.width = width or widths()[0]
        self._allocate(layout(DATA, model._layout.given, self.width, PER_WORLD))
        self._struct_kind = StructKind(DATA, self.width, PER_WORLD)
        self._block[DATA.word['token']] = model._layout.token
        self.worlds = [MjData(model) for _ in range(self.width)]
        list_worlds(self, self.worlds)
        self._initial = MjData(model)._arrays
        for name, array in self._arrays.items():
            if array.dtype != np.float64:
                array[...] = self._initial[name]
        self.reset(-1)

    def reset(self, worlds: int) -> None:
        """Set the worlds whose bits are set to their initial state."""
        chosen = [i for i in range(self.width) if worlds >> i & 1]
        for row in self._layout.schema.rows:
            if self._layout.holds_packs(row):
                self._arrays[row.name][..., chosen] = self._initial[row.name][..., None]
        for i in chosen:
            reset_data(self.worlds[i]._model, self.worlds[i])

    def __getattr__(self, name):
        return lane_field(self, name)


def list_worlds(struct: 'LaneModel | LaneData', worlds: Sequence[Struct]) -> None:
    """Let kernels find the struct of each world alone, and the sizes of its fields."""
    schema, alone = struct._layout.schema, worlds[0]._layout
    addresses = np.array([one._address for one in worlds], np.int64)
    struct.sizes = np.zeros(len(schema.word) + len(worlds), np.int64)
    for name, (_, dtype, shape) in alone.places.items():
        struct.sizes[schema.word[name]] = dtype.itemsize * math.prod(shape)
    struct.sizes[len(schema.word):] = addresses
    struct._block[schema.word['sizes']] = struct.sizes.ctypes.data
    struct._block[schema.word['worlds']] = struct.sizes[len(schema.word):].ctypes.data


def lane_field(struct: Struct, name: str) -> np.ndarray:
    """A field of a struct of several worlds by its name."""
    arrays = object.__getattribute__(struct, '_arrays')
    if name not in arrays:
        raise AttributeError(f'{type(struct).__name__} has no field {name}')
    return arrays[name]
