"""Models and data of the wheel, copied into structs that our stages run on: one world, or several side by side."""

from operator import attrgetter

import mujoco
import numpy as np

import torsor.api.data  # noqa: F401, stages look at whether they are given objects of its classes
from reference.models import random_state
from torsor.api.model import MjModel
from torsor.batch.lanes import list_worlds
from torsor.jit.layout import Struct, StructKind, layout
from torsor.physics.world import DATA, MODEL, PER_WORLD


class World(Struct):
    """Memory of a model or a data; fields are read and written as attributes, as in the wheel."""

    __slots__ = ('_contacts', '_struct_kind', 'sizes', 'worlds')

    def __init__(self, schema, sizes, width=1, per_world=None):
        self._allocate(layout(schema, tuple(sizes.items()), width, per_world))
        object.__setattr__(self, '_struct_kind', StructKind(schema, width, per_world))

    def stand_by(self, worlds):
        """Have these structs of single worlds beside, for stages that take one world at a time."""
        self.worlds = worlds
        list_worlds(self, worlds)

    def __getattr__(self, name):
        try:
            return self._arrays[name]
        except KeyError:
            raise AttributeError(name) from None


def copy_model(*models, varying: tuple[str, ...] = ()) -> World:
    """A model with the contents of one of the wheel; with one of several in the fields `varying`."""
    m = models[0]
    sizes = {name: int(getattr(m, name)) for name in MODEL.sizes}
    world = World(MODEL, sizes, len(models), frozenset(varying)) if varying else World(MODEL, sizes)
    for lane, source in enumerate(models):
        _fill(world, source, lane)
    if varying:
        world.stand_by([copy_model(source) for source in models])
    return world


def copy_data(*worlds) -> World:
    """A data with the contents of one or several of the wheel."""
    width = len(worlds)
    sizes = {name: int(getattr(worlds[0].model, name)) for name in MODEL.sizes}
    data = World(DATA, sizes, width, PER_WORLD if width > 1 else None)
    for lane, d in enumerate(worlds):
        _fill(data, d, lane)
    if width > 1:
        data.stand_by([copy_data(d) for d in worlds])
    return data


MEMORY = ('narena', 'parena', 'pstack', 'nbuffer')  # each engine has its own


def _fill(world, source, lane=0):
    place = world._layout
    for name, array in world._arrays.items():
        row = place.schema.fields[name]
        if name in MEMORY:
            continue
        try:
            value = np.asarray(attrgetter(name)(source))
        except AttributeError:  # our own scratch, statistics, addresses
            continue
        if value.dtype.kind in 'biuf' and value.size == np.prod(row.array_shape(place.sizes)):
            target = array[..., lane] if place.holds_packs(row) else array
            target[...] = value.reshape(target.shape)


def add_contacts(world: World, d) -> None:
    """Give a data the contacts of one of the wheel, in memory of their own."""
    contacts = {}
    for row in DATA.moving:
        if row.name.startswith('contact.'):
            field = attrgetter(row.name)(d)
            contacts[row.name] = np.ascontiguousarray(field, row.dtype)
            world._block[DATA.word[row.name]] = contacts[row.name].ctypes.data
    object.__setattr__(world, '_contacts', contacts)


def run(stage, m: World, d: World, count: int = 1) -> None:
    """Run a stage."""
    for _ in range(count):
        stage(m, d)


def advanced(xml: str, *seeds: int):
    """The wheel's model of an MJCF string, and one of its data per seed, in a random state after forward dynamics."""
    m = mujoco.MjModel.from_xml_string(xml)
    worlds = [mujoco.MjData(m) for _ in seeds]
    for d, seed in zip(worlds, seeds, strict=True):
        random_state(m, d, seed)
        mujoco.mj_forward(m, d)
    return m, worlds


def assert_lanes_match_worlds(stages, fields, models, worlds, varying: tuple[str, ...] = ()) -> None:
    """Run stages on several worlds side by side and on each alone, and compare every bit of these fields.

    `models` is one model for all, or one for each world if they differ in the fields `varying`.
    """
    models = models if varying else [models] * len(worlds)
    model = copy_model(*models, varying=varying) if varying else copy_model(models[0])
    lanes = copy_data(*worlds)
    for stage in stages:
        run(stage, model, lanes)
    for lane, (m, d) in enumerate(zip(models, worlds, strict=True)):
        single, alone = copy_model(m), copy_data(d)
        for stage in stages:
            run(stage, single, alone)
        for name in fields:
            together = np.ascontiguousarray(getattr(lanes, name)[..., lane])
            assert together.tobytes() == getattr(alone, name).tobytes(), f'{name} of world {lane}'


def torsor_model(rm):
    """An MjModel of ours with the contents of one of the wheel, whatever our own compiler can read."""
    m = MjModel._from_memory(tuple((name, int(getattr(rm, name))) for name in MODEL.sizes))
    for name, array in m._arrays.items():
        try:
            value = np.asarray(attrgetter(name)(rm))
        except AttributeError:  # our own
            continue
        if value.dtype.kind in 'biuf' and value.size == array.size:
            array[...] = value.reshape(array.shape)
    return m
