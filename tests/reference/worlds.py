"""Models and data of the wheel, copied into structs that our stages run on: one world, or several side by side."""

from operator import attrgetter

import numpy as np
from torsor.jit.entry import run_lanes
from torsor.jit.layout import Struct, layout
from torsor.jit.structs import StructType
from torsor.jit.world import DATA, MODEL, PER_WORLD


class World(Struct):
    """Memory of a model or a data; fields are read and written as attributes, as in the wheel."""

    __slots__ = ('_struct_type',)

    def __init__(self, schema, sizes, width=1, per_world=None):
        self._allocate(layout(schema, tuple(sizes.items()), width, per_world))
        object.__setattr__(self, '_struct_type', StructType(schema, width, per_world))

    def __getattr__(self, name):
        try:
            return self._arrays[name]
        except KeyError:
            raise AttributeError(name) from None


def copy_model(m) -> World:
    """A model with the contents of one of the wheel."""
    world = World(MODEL, {name: int(getattr(m, name)) for name in MODEL.sizes})
    _fill(world, m)
    return world


def copy_data(m, *worlds) -> World:
    """A data with the contents of one or several of the wheel."""
    width = len(worlds)
    sizes = {name: int(getattr(m, name)) for name in MODEL.sizes}
    data = World(DATA, sizes, width, PER_WORLD if width > 1 else None)
    for lane, d in enumerate(worlds):
        _fill(data, d, lane)
    return data


def _fill(world, source, lane=0):
    place = world._layout
    for name, array in world._arrays.items():
        row = place.schema.fields[name]
        try:
            value = np.asarray(attrgetter(name)(source))
        except AttributeError:                                   # our own scratch, statistics, addresses
            continue
        if value.dtype.kind in 'biuf' and value.size == np.prod(row.array_shape(place.sizes)):
            target = array[..., lane] if place.holds_packs(row) else array
            target[...] = value.reshape(target.shape)


def run(stage, m: World, d: World, count: int = 1) -> None:
    """Run a stage."""
    run_lanes(stage, m, d, count)
