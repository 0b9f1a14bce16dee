"""Several worlds in one register: the data of 4 or 8 simulations of one model, stepped together.

Every float64 field has the worlds as its last axis, so that kernels load one number of all worlds in one instruction.
"""

import numpy as np

from ..api.data import MjData
from ..api.model import MjModel
from ..jit.layout import Struct, layout
from ..jit.load import has_feature
from ..jit.structs import StructKind
from ..physics.world import DATA, MODEL, PER_WORLD


def native_width() -> int:
    """Worlds per register on this processor: 8 with AVX-512, else 4."""
    return 8 if has_feature('avx512f') else 4


class LaneModel(Struct):
    """A model some of whose float64 fields differ between worlds."""

    __slots__ = ('_struct_kind',)

    def __init__(self, model: MjModel, width: int, varying):
        unknown = set(varying) - {row.name for row in MODEL.rows if row.dtype == np.float64}
        if unknown:
            raise ValueError(f'these are not float64 fields of the model: {", ".join(sorted(unknown))}')
        per_world = frozenset(varying)
        self._allocate(layout(MODEL, model._sizes, width, per_world))
        self._struct_kind = StructKind(MODEL, width, per_world)
        self._block[MODEL.word['token']] = model._layout.token
        for name, array in self._arrays.items():
            source = model._arrays[name]
            array[...] = source[..., None] if name in per_world else source

    def __getattr__(self, name):
        return lane_field(self, name)


class LaneData(Struct):
    """State and results of `width` worlds; `lanes.qpos` has the shape (nq, width)."""

    __slots__ = ('_initial', '_struct_kind', 'width')

    def __init__(self, model: MjModel, width: int | None = None):
        self.width = width or native_width()
        self._allocate(layout(DATA, model._sizes, self.width, PER_WORLD))
        self._struct_kind = StructKind(DATA, self.width, PER_WORLD)
        self._block[DATA.word['token']] = model._layout.token
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

    def __getattr__(self, name):
        return lane_field(self, name)


def lane_field(struct: Struct, name: str) -> np.ndarray:
    """A field of a struct of several worlds by its name."""
    arrays = object.__getattribute__(struct, '_arrays')
    if name not in arrays:
        raise AttributeError(f'{type(struct).__name__} has no field {name}')
    return arrays[name]
