"""The geoms of a scene: columns, one per field, to which elements of a model are added many at a time."""

import math
from typing import NamedTuple

import numpy as np

from ..jit.memory import aligned_zeros, round_up
from ..schema.enums import mjtCatBit, mjtGeom, mjtObj
from ..schema.scene import GEOM

AXES = np.eye(3)
TINY = 1e-15  # below this a length counts as zero
DECOR = int(mjtCatBit.mjCAT_DECOR)
# what a geom has that nobody says anything about
DEFAULTS = dict(
    type=int(mjtGeom.mjGEOM_NONE), dataid=-1, objtype=int(mjtObj.mjOBJ_UNKNOWN), objid=0, category=DECOR, matid=-1,
    texid=-1, texuniform=0, texcoord=0, segid=0, size=0.1, pos=0.0, mat=AXES, rgba=(0.5, 0.5, 0.5, 1.0), emission=0.0,
    specular=0.5, shininess=0.5, reflectance=0.0, texrepeat=0.0, castshadow=1, label=b'', camdist=0.0, modelrbound=0.0,
    transparent=0)  # fmt: skip


class Place(NamedTuple):
    """Where a field of a geom is: which of its blocks, and from where to where in it."""

    block: int
    start: int
    stop: int
    shape: tuple[int, ...]
    dtype: np.dtype


def _places() -> dict[str, Place]:
    places, sizes = {}, [0] * len(BLOCKS)
    for row in GEOM:
        block, shape = next(k for k, kind in enumerate(BLOCKS) if kind.itemsize == row.dtype.itemsize
                            and (kind.kind == row.dtype.kind or kind.itemsize == 1)), row.array_shape({})
        start, sizes[block] = sizes[block], sizes[block] + math.prod(shape)
        places[row.name] = Place(block, start, sizes[block], shape, row.dtype)
    return places


# A geom is a row of memory, so that native code finds all of it: whole numbers, real numbers, bytes.
BLOCKS = np.dtype(np.int32), np.dtype(np.float32), np.dtype(np.uint8)
PLACES = _places()
BLOCK_SIZES = tuple(max(place.stop for place in PLACES.values() if place.block == k) for k in range(len(BLOCKS)))
_BLOCK_STARTS = np.cumsum([0, *(size * kind.itemsize for size, kind in zip(BLOCK_SIZES, BLOCKS))]).tolist()
GEOM_BYTES = round_up(_BLOCK_STARTS[-1])


class Rows:
    """Memory for `maxgeom` geoms, of which the first `count` are in use; a column is a field of all geoms."""

    def __init__(self, maxgeom: int):
        memory = aligned_zeros(max(maxgeom, 1) * GEOM_BYTES)
        self.blocks = tuple(np.ndarray((maxgeom, size), kind, memory, start, (GEOM_BYTES, kind.itemsize))
                            for size, kind, start in zip(BLOCK_SIZES, BLOCKS, _BLOCK_STARTS))
        self.arrays = {name: self.blocks[place.block][:, place.start:place.stop].reshape(maxgeom, *place.shape)
                       .view(place.dtype) for name, place in PLACES.items()}
        self.columns = {**self.arrays, 'label': self.arrays['label'].view('S100')[:, 0]}
        self.maxgeom, self.count, self.overflowed = maxgeom, 0, False

    def add(self, objid, **given) -> slice:
        """Append a geom for each of these elements; a column is one value for all of them or one for each."""
        number = len(objid)
        room = self.maxgeom - self.count
        given['objid'] = objid
        if number > room:
            self.overflowed = True
            given = {name: self._cut(name, value, number, room) for name, value in given.items()}
            number = room
        place = slice(self.count, self.count + number)
        for name, default in DEFAULTS.items():
            self.columns[name][place] = given.get(name, default)
        self.columns['segid'][place] = np.arange(place.start, place.stop)
        self.count = place.stop
        return place

    def _cut(self, name, value, number, room):
        """The part of a column there is room for."""
        return np.broadcast_to(np.asarray(value), (number, *self.columns[name].shape[1:]))[:room]

    def connect(self, objid, type: int, width, start, end, **given) -> slice:
        """Append a geom between two points for each of these elements."""
        size, pos, mat = connector(type, width, np.asarray(start), np.asarray(end))
        return self.add(objid, type=type, size=size, pos=pos, mat=mat, **given)


# shapes that begin at their position; others have it in their middle
FROM_THE_START = {int(mjtGeom.mjGEOM_ARROW), int(mjtGeom.mjGEOM_ARROW1), int(mjtGeom.mjGEOM_ARROW2),
                   int(mjtGeom.mjGEOM_LINE)}


def connector(type: int, width, start, end) -> tuple:
    """Size, position and orientation of shapes of this type and width that reach from start to end, row by row."""
    way = end - start
    length = np.sqrt(np.sum(way * way, -1))
    whole = type in FROM_THE_START
    size = np.stack(np.broadcast_arrays(width, width, length if whole else 0.5 * length), -1)
    return size, start if whole else 0.5 * (start + end), turned_z(way)


BALL, CAPSULE, CYLINDER = (int(getattr(mjtGeom, f'mjGEOM_{name}')) for name in ('SPHERE', 'CAPSULE', 'CYLINDER'))


def shape_size(types, sizes) -> np.ndarray:
    """Half sizes along x, y and z of shapes of the model, of which round ones have a radius first."""
    types, sizes = np.asarray(types), np.array(sizes, float)
    ball, round_ = types == BALL, (types == CAPSULE) | (types == CYLINDER)
    sizes[round_, 2] = sizes[round_, 1]
    sizes[round_, 1] = sizes[round_, 0]
    sizes[ball] = sizes[ball, :1]
    return sizes


def turned_z(direction):
    """The smallest rotations that turn the z axis to these directions; none where a direction is zero."""
    direction = np.asarray(direction, float)
    length = np.sqrt(np.sum(direction * direction, -1, keepdims=True))
    given = length > TINY
    x, y, cos = np.moveaxis(np.where(given, direction / np.where(given, length, 1.0), (0.0, 0.0, 1.0)), -1, 0)
    sin = np.sqrt(x * x + y * y)
    aside = sin > TINY
    a, b = np.where(aside, -y / np.where(aside, sin, 1.0), 1.0), np.where(aside, x / np.where(aside, sin, 1.0), 0.0)
    rest = 1.0 - cos  # the axis of rotation is (a, b, 0)
    return np.stack((a * a * rest + cos, a * b * rest, b * sin, a * b * rest, b * b * rest + cos, -a * sin,
                     -b * sin, a * sin, cos), -1).reshape(*direction.shape[:-1], 3, 3)
