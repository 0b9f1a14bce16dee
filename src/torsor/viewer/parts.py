"""From the geoms of a scene to instances of a few shapes: positions, orientations, scales and colours, in columns."""

from dataclasses import dataclass

import numpy as np

from ..scene.rows import AXES
from ..schema.enums import mjtGeom

HEAD_WIDTH, HEAD_LENGTH = 1.75, 3.0  # of arrows, in widths of their shafts
LINE_WIDTH = 5e-4  # of a line, in extents of the model: browsers draw no lines of several pixels
FAR = 60.0  # half size of an infinite plane, in extents of the model
OPAQUE = 0.999

_FLIPPED = np.diag((1.0, -1.0, -1.0))


@dataclass
class Piece:
    """A part of a geom: a shape, where it is in the frame of the geom, how it is turned and scaled."""

    shape: str
    scale: np.ndarray
    offset: np.ndarray | None = None
    turn: np.ndarray | None = None


def _upwards(z: np.ndarray) -> np.ndarray:
    return np.stack((np.zeros_like(z), np.zeros_like(z), z), -1)


def _capsule(size: np.ndarray) -> list[Piece]:
    radius, half = np.repeat(size[:, :1], 3, 1), size[:, 2]
    return [Piece('tube', size), Piece('dome', radius, _upwards(half)),
            Piece('dome', radius, _upwards(-half), _FLIPPED)]


def _arrow(size: np.ndarray, heads: int) -> list[Piece]:
    width, length = size[:, 0], size[:, 2]
    head = np.minimum(HEAD_LENGTH * width, 0.5 * length) if heads else np.zeros_like(length)
    back = head if heads == 2 else np.zeros_like(length)
    shaft = 0.5 * (length - head - back)
    tip = np.stack((HEAD_WIDTH * width, HEAD_WIDTH * width, head), -1)
    pieces = [Piece('cylinder', np.stack((width, width, shaft), -1), _upwards(back + shaft))]
    if heads:
        pieces.append(Piece('cone', tip, _upwards(length - head)))
    if heads == 2:
        pieces.append(Piece('cone', tip, _upwards(back), _FLIPPED))
    return pieces


def _line_box(size: np.ndarray, width: float) -> list[Piece]:
    pieces = []
    for axis in range(3):
        turn = np.roll(AXES, -axis - 1, 1)  # its z axis is this axis
        scale = np.stack((np.full(len(size), width), np.full(len(size), width), size[:, axis]), -1)
        for first in (-1.0, 1.0):
            for second in (-1.0, 1.0):
                offset = np.zeros_like(size)
                offset[:, (axis + 1) % 3] = first * size[:, (axis + 1) % 3]
                offset[:, (axis + 2) % 3] = second * size[:, (axis + 2) % 3]
                pieces.append(Piece('tube', scale, offset, turn))
    return pieces


def _line(size: np.ndarray, width: float) -> list[Piece]:
    half = 0.5 * size[:, 2]
    radius = width * np.maximum(size[:, 0], 1.0)
    return [Piece('tube', np.stack((radius, radius, half), -1), _upwards(half))]


# geoms of a type as pieces, by their sizes and the width of a line
RECIPES = {
    mjtGeom.mjGEOM_SPHERE: lambda size, width: [Piece('sphere', size)],
    mjtGeom.mjGEOM_CAPSULE: lambda size, width: _capsule(size),
    mjtGeom.mjGEOM_ELLIPSOID: lambda size, width: [Piece('sphere', size)],
    mjtGeom.mjGEOM_CYLINDER: lambda size, width: [Piece('cylinder', size)],
    mjtGeom.mjGEOM_BOX: lambda size, width: [Piece('box', size)],
    mjtGeom.mjGEOM_ARROW: lambda size, width: _arrow(size, 1),
    mjtGeom.mjGEOM_ARROW1: lambda size, width: _arrow(size, 0),
    mjtGeom.mjGEOM_ARROW2: lambda size, width: _arrow(size, 2),
    mjtGeom.mjGEOM_LINE: _line,
    mjtGeom.mjGEOM_LINEBOX: _line_box,
}
# geoms that have triangles of their own: what they are called
OWN = {mjtGeom.mjGEOM_PLANE: 'plane', mjtGeom.mjGEOM_HFIELD: 'field', mjtGeom.mjGEOM_MESH: 'mesh',
       mjtGeom.mjGEOM_SDF: 'mesh'}


@dataclass
class Instances:
    """Instances of one shape; `geoms` says which geom of the scene each is a part of."""

    geoms: np.ndarray
    pos: np.ndarray
    quat: np.ndarray
    scale: np.ndarray
    rgb: np.ndarray
    alpha: np.ndarray


# the products of each part of a quaternion with all four, as places in a table of the ten that there are
PRODUCTS = np.array(((0, 1, 2, 3), (1, 4, 5, 6), (2, 5, 7, 8), (3, 6, 8, 9)))


def quaternions(mat: np.ndarray) -> np.ndarray:
    """Unit quaternions of rotation matrices, row by row."""
    m = np.asarray(mat, float)
    xx, yy, zz = m[:, 0, 0], m[:, 1, 1], m[:, 2, 2]
    # four times the squares of the parts; the largest is safe to divide by (Shepperd, 1978)
    squares = np.stack((1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz), -1)
    best = np.argmax(squares, -1)
    a, b, c = m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]
    d, e, f = m[:, 1, 0] + m[:, 0, 1], m[:, 0, 2] + m[:, 2, 0], m[:, 2, 1] + m[:, 1, 2]
    products = np.stack((squares[:, 0], a, b, c, squares[:, 1], d, e, squares[:, 2], f, squares[:, 3]), -1)
    chosen = np.take_along_axis(products, PRODUCTS[best], 1)
    return chosen / np.sqrt(np.einsum('ni,ni->n', chosen, chosen))[:, None]


class Sorter:
    """Sorts the geoms of scenes by shape; as long as only poses change, it remembers how."""

    def __init__(self, extent: float, tints: np.ndarray):
        self.extent, self.tints = extent, tints
        self.known: tuple | None = None
        self.layout = Layout([], [], [])

    def instances(self, columns: dict[str, np.ndarray], count: int) -> dict[tuple, Instances]:
        """Instances by shape: (name, number, material of its texture, whether light passes).

        Planes and meshes with coordinates have textures; other geoms have the mean colours of theirs (`tints`). What is
        not finite is left out: a simulation that has diverged is drawn without the bodies that are nowhere.
        """
        pos, mat, size, rgba = (columns[name][:count] for name in ('pos', 'mat', 'size', 'rgba'))
        finite = np.isfinite(np.concatenate((pos, mat.reshape(count, 9), size), -1)).all(-1)
        seen = finite & (rgba[:, 3] > 0.0)
        signature = (seen.tobytes(), *(columns[name][:count].tobytes() for name in APPEARANCE))
        if signature != self.known:
            self.known, self.layout = signature, self._layout(columns, count, seen)
        return self.layout.placed(pos, mat)

    def _layout(self, columns: dict[str, np.ndarray], count: int, seen: np.ndarray) -> 'Layout':
        types, data, texture = (columns[name][:count] for name in ('type', 'dataid', 'texid'))
        size, rgba = columns['size'][:count], columns['rgba'][:count]
        glass = rgba[:, 3] < OPAQUE
        textured = (texture >= 0) & ((columns['texcoord'][:count] != 0) | (types == mjtGeom.mjGEOM_PLANE))
        tint = self.tints[np.where((texture >= 0) & ~textured, texture, len(self.tints) - 1)]
        material = np.where(textured, columns['matid'][:count], -1)
        parts: dict[tuple, list] = {}
        for kind in np.unique(types[seen]).tolist():
            chosen = np.flatnonzero(seen & (types == kind))
            if kind in OWN:
                for key in sorted({*zip(data[chosen].tolist(), material[chosen].tolist(), glass[chosen].tolist())}):
                    own = chosen[(data[chosen] == key[0]) & (material[chosen] == key[1]) & (glass[chosen] == key[2])]
                    scale = _plane_scale(size[own], self.extent) if OWN[kind] == 'plane' else np.ones((len(own), 3))
                    parts.setdefault((OWN[kind], *key), []).append((own, Piece('', scale)))
            elif kind in RECIPES:
                for piece in RECIPES[kind](size[chosen].astype(float), LINE_WIDTH * self.extent):
                    for passes in {*glass[chosen].tolist()}:
                        some = glass[chosen] == passes
                        parts.setdefault((piece.shape, -1, -1, passes), []).append((chosen[some], _some(piece, some)))
        colours = np.clip(np.concatenate((rgba[:, :3] * tint, rgba[:, 3:]), -1), 0.0, 1.0)
        return Layout([(key, sum(len(geoms) for geoms, _ in items)) for key, items in parts.items()],
                      [item for items in parts.values() for item in items], colours)


# columns that say what geoms are and how they look, but not where they are
APPEARANCE = ('type', 'dataid', 'size', 'rgba', 'texid', 'texcoord', 'matid')


def _plane_scale(size: np.ndarray, extent: float) -> np.ndarray:
    scale = np.where(size > 0.0, size, FAR * extent)
    scale[:, 2] = 1.0
    return scale


def _some(piece: Piece, which: np.ndarray) -> Piece:
    return Piece(piece.shape, piece.scale[which], None if piece.offset is None else piece.offset[which], piece.turn)


class Layout:
    """All pieces, in the order of their shapes; their columns are computed for all at once, and cut."""

    def __init__(self, keys: list[tuple[tuple, int]], pieces: list[tuple[np.ndarray, Piece]], colours):
        self.keys, self.moved, self.turned, start = keys, [], [], 0
        self.geoms = np.concatenate([geoms for geoms, _ in pieces]) if pieces else np.zeros(0, int)
        self.still: dict[tuple, tuple] = {}  # by shape: what stays the same when geoms move
        for geoms, piece in pieces:
            own = slice(start, start + len(geoms))
            start = own.stop
            if piece.offset is not None:
                self.moved.append((own, piece.offset))
            if piece.turn is not None:
                self.turned.append((own, piece.turn))
        if pieces:
            self.scale = np.concatenate([piece.scale for _, piece in pieces]).astype(np.float32)
            self.rgb = (255.0 * colours[self.geoms, :3] + 0.5).astype(np.uint8)
            self.alpha = colours[self.geoms, 3].astype(np.float32)
            for key, own in self._cuts():
                self.still[key] = self.geoms[own], self.scale[own], self.rgb[own], self.alpha[own]

    def _cuts(self):
        """The shapes and the places of their pieces."""
        start = 0
        for key, count in self.keys:
            yield key, slice(start, start + count)
            start += count

    def placed(self, pos: np.ndarray, mat: np.ndarray) -> dict[tuple, Instances]:
        """Instances by shape, with geoms at these places."""
        if not len(self.geoms):
            return {}
        places, turns = pos[self.geoms].astype(float), mat[self.geoms].astype(float)
        for own, offset in self.moved:
            places[own] += np.einsum('nij,nj->ni', turns[own], offset)
        for own, turn in self.turned:
            turns[own] = turns[own] @ turn
        places, quats, found = places.astype(np.float32), quaternions(turns).astype(np.float32), {}
        for key, own in self._cuts():
            geoms, scale, rgb, alpha = self.still[key]
            found[key] = Instances(geoms, places[own], quats[own], scale, rgb, alpha)
        return found
