"""Meshes made by a formula. The order of their vertices is MuJoCo's."""

import math
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ....schema.codes import mjtMeshBuiltin, mjtMeshInertia
from ...spec.rotation import Vector
from .surface import AssetError, Surface

MOST_VERTICES = 10_000_000


class Builtin(NamedTuple):
    """How a shape is made: its numbers of parameters, and a function of all of them."""

    name: str
    counts: tuple[int, ...]
    make: Callable[[Vector], Surface]
    flat: Callable[[Vector], bool] = lambda params: False  # whether it has no volume


def make_builtin(shape: int, params: Vector) -> Surface:
    """The surface of a shape (mjtMeshBuiltin)."""
    builtin = SHAPES[shape]
    if len(params) not in builtin.counts:
        wanted = ' or '.join(map(str, builtin.counts))
        raise AssetError(f'attribute "params" of a {builtin.name} has {len(params)} numbers but needs {wanted}')
    return builtin.make(params)


def inertia_of(shape: int, params: Vector, inertia: int) -> int:
    """What has no volume is a shell, unless something else is asked for; a plate always is."""
    legacy = inertia == mjtMeshInertia.mjMESH_INERTIA_LEGACY
    if shape == mjtMeshBuiltin.mjMESH_BUILTIN_PLATE or (legacy and SHAPES[shape].flat(params)):
        return mjtMeshInertia.mjMESH_INERTIA_SHELL
    return inertia


def _surface(vertices: np.ndarray, faces: np.ndarray | list | None = None) -> Surface:
    faces = np.zeros((0, 3)) if faces is None else np.asarray(faces)
    return Surface(np.asarray(vertices, dtype=np.float32), faces.reshape(-1, 3).astype(np.int32))


def _require(holds: bool, problem: str) -> None:
    if not holds:
        raise AssetError(problem)


def _power(base: np.ndarray, exponent: float) -> np.ndarray:
    """A power that keeps the sign."""
    return np.sign(base) * np.abs(base) ** exponent


# ---- round shapes

GOLDEN = (1 + math.sqrt(5)) / 2
ICOSAHEDRON = np.array([
    [-1, GOLDEN, 0], [1, GOLDEN, 0], [-1, -GOLDEN, 0], [1, -GOLDEN, 0], [0, -1, GOLDEN], [0, 1, GOLDEN],
    [0, -1, -GOLDEN], [0, 1, -GOLDEN], [GOLDEN, 0, -1], [GOLDEN, 0, 1], [-GOLDEN, 0, -1], [-GOLDEN, 0, 1],
])  # fmt: skip
ICOSAHEDRON_FACES = [
    (0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6),
    (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7),
    (9, 8, 1),
]  # fmt: skip


def _sphere(params: Vector) -> Surface:
    """An icosahedron whose faces are divided into four, again and again; in float32 from the start."""
    subdivision = int(params[0])
    _require(0 <= subdivision <= 4, f'a sphere is divided 0 to 4 times, not {subdivision} times')
    vertices = list((ICOSAHEDRON / np.linalg.norm(ICOSAHEDRON[0])).astype(np.float32))
    faces = ICOSAHEDRON_FACES
    for _ in range(subdivision):
        middles: dict[tuple[int, int], int] = {}

        def middle(a: int, b: int, middles=middles) -> int:
            edge = min(a, b), max(a, b)
            if edge not in middles:
                middles[edge] = len(vertices)
                x, y, z = point = vertices[a] + vertices[b]
                vertices.append(point / np.sqrt(x * x + y * y + z * z))
            return middles[edge]

        divided = []
        for a, b, c in faces:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            divided += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        faces = divided
    return _surface(np.array(vertices), faces)


def _hemisphere(params: Vector) -> Surface:
    """Half an octahedron, divided and blown up, and the disc below it; ring k has 4 k vertices."""
    resolution = int(params[0])
    _require(0 <= resolution <= 10, f'the resolution of a hemisphere is from 0 to 10, not {resolution}')
    rings = resolution + 1
    points, faces, inner = [(0, 0, 1)], [], 0
    for ring in range(1, rings + 1):
        for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)):  # the quarters turn to the left
            for i in range(ring):
                points.append(((ring - i) * x - i * y, (ring - i) * y + i * x, rings - ring))
        outer, before = inner + max(4 * (ring - 1), 1), 4 * (ring - 1)
        a = b = 0
        for _ in range(4):
            for _ in range(ring - 1):
                faces.append((inner + a, outer + b, outer + b + 1))
                faces.append((inner + a, outer + b + 1, inner + (a + 1) % before))
                a, b = a + 1, b + 1
            faces.append((inner + a % max(before, 1), outer + b, outer + (b + 1) % (4 * ring)))
            b += 1
        inner = outer
    centre = inner + 4 * rings
    faces += [(inner + i, centre, inner + (i + 1) % (4 * rings)) for i in range(4 * rings)]
    vertices = np.array(points, dtype=float)
    return _surface(np.vstack([vertices / np.linalg.norm(vertices, axis=1)[:, None], np.zeros((1, 3))]), faces)


def _cone(params: Vector) -> Surface:
    """Two polygons, of which the upper one can shrink to a point; the rest is their hull."""
    count, radius = int(params[0]), params[1]
    _require(3 <= count <= MOST_VERTICES // 2, f'a cone has at least 3 vertices around it, not {count}')
    _require(0 <= radius <= 1, f'the radius of a cone is from 0 to 1, not {radius}')
    angle = 2 * np.pi * np.arange(count) / count
    polygon = np.stack([np.cos(angle), np.sin(angle), -np.ones(count)], axis=1)
    above = polygon * [radius, radius, -1] if radius > 0 else [[0.0, 0.0, 1.0]]
    return _surface(np.vstack([polygon, above]))


def _supersphere(params: Vector) -> Surface:
    """Rows of a globe from south to north, with powers of sines and cosines."""
    size, east, north = int(params[0]), params[1], params[2]
    _require(3 <= size <= math.isqrt(MOST_VERTICES), f'the resolution of a supersphere is at least 3, not {size}')
    _require(east >= 0 and north >= 0, 'the exponents of a supersphere cannot be negative')
    latitude = (-np.pi / 2 + np.pi * np.arange(1, size) / size)[:, None]
    longitude = -np.pi + 2 * np.pi * np.arange(size) / size
    across = _power(np.cos(latitude), north)
    rows = np.stack(np.broadcast_arrays(
        across * _power(np.cos(longitude), east), across * _power(np.sin(longitude), east),
        _power(np.sin(latitude), north),
    ), axis=-1)  # fmt: skip
    here = np.arange(size)
    following = (here + 1) % size
    faces = [np.stack([np.zeros(size, dtype=int), 1 + following, 1 + here], axis=1)]
    for row in range(size - 2):
        a, b = 1 + row * size, 1 + (row + 1) * size
        faces.append(np.stack([a + here, a + following, b + here, a + following, b + following, b + here], axis=1))
    last = 1 + (size - 2) * size
    faces.append(np.stack([last + here, last + following, np.full(size, last + size)], axis=1))
    vertices = np.vstack([[[0.0, 0.0, -1.0]], rows.reshape(-1, 3), [[0.0, 0.0, 1.0]]])
    return _surface(vertices, np.concatenate([part.reshape(-1, 3) for part in faces]))


def _supertorus(params: Vector) -> Surface:
    """Sections one after the other around the ring, with powers of sines and cosines."""
    size, radius, minor, major = int(params[0]), *params[1:]
    _require(3 <= size <= math.isqrt(MOST_VERTICES), f'the resolution of a supertorus is at least 3, not {size}')
    _require(0 < radius <= 1, f'the radius of a supertorus is above 0 and up to 1, not {radius}')
    _require(minor > 0 and major > 0, 'the exponents of a supertorus are positive')
    angle = 2 * np.pi * np.arange(size) / size
    around, along = angle[:, None], angle
    distance = 1 + radius * _power(np.cos(along), minor)
    vertices = np.stack(np.broadcast_arrays(
        distance * _power(np.cos(around), major), distance * _power(np.sin(around), major),
        radius * _power(np.sin(along), minor),
    ), axis=-1)  # fmt: skip
    i, j = np.meshgrid(np.arange(size), np.arange(size), indexing='ij')
    here, beside = i * size + j, (i + 1) % size * size + j
    above, beyond = i * size + (j + 1) % size, (i + 1) % size * size + (j + 1) % size
    faces = np.stack([here, beside, above, beside, beyond, above], axis=-1)
    return _surface(vertices.reshape(-1, 3), faces)


# ---- grids of sensors: every vertex has a frame, whose three axes stand in the place of its normal


def _cells(count: int) -> np.ndarray:
    """The middles of so many parts of the interval from -1 to 1."""
    return -1 + 2 * (np.arange(count) + 0.5) / count


def _with_frames(vertices: np.ndarray, frames: np.ndarray, faces: np.ndarray | None) -> Surface:
    surface = _surface(vertices, faces)
    surface.normals = frames.reshape(-1, 3).astype(np.float32)
    surface.normals_per_vertex = 3
    return surface


def _resolution(params: Vector) -> tuple[int, int]:
    first, second = int(params[0]), int(params[1])
    _require(first > 0 and second > 0, 'the resolution has to be positive along both axes')
    _require(first * second <= MOST_VERTICES, f'the resolution makes more than {MOST_VERTICES} vertices')
    return first, second


def _plate(params: Vector) -> Surface:
    rows, columns = _resolution(params)
    x, y = np.meshgrid(_cells(rows), _cells(columns), indexing='ij')
    vertices = np.stack([x, y, -np.ones_like(x)], axis=-1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing='ij')
    here = i * columns + j
    faces = np.stack([here, here + columns, here + 1, here + columns + 1, here + 1, here + columns], axis=-1)
    return _with_frames(vertices, np.tile(np.eye(3), (len(vertices), 1, 1)), faces)


def _wedge(params: Vector) -> Surface:
    rows, columns = _resolution(params)
    wide, high, gamma = params[2:]
    _require(0 < wide <= 180, f'the first angle of a wedge is above 0 and up to 180 degrees, not {wide}')
    _require(0 < high < 90 or high == 90, f'the second angle of a wedge is above 0 and up to 90 degrees, not {high}')
    _require(gamma == 0, 'a wedge whose last parameter is not 0 is valid MJCF, but not supported yet')
    phi, theta = np.meshgrid(np.radians(wide) * _cells(rows), np.radians(high) * _cells(columns), indexing='ij')
    zero = np.zeros_like(phi)
    radial = np.stack([np.cos(theta) * np.sin(phi), np.sin(theta), -np.cos(theta) * np.cos(phi)], axis=-1)
    along = np.stack([np.cos(phi), zero, np.sin(phi)], axis=-1)
    across = np.stack([-np.sin(theta) * np.sin(phi), np.cos(theta), np.sin(theta) * np.cos(phi)], axis=-1)
    frames = np.stack([radial, along, across], axis=-2)
    return _with_frames(radial.reshape(-1, 3), frames, None)


# ---- boxes and what they are blown up to


def _grid_of(params: Vector, least: int) -> tuple[list[int], np.ndarray, np.ndarray, int]:
    """Counts and spacings along three axes, the largest coordinates, and the dimension."""
    counts, spacing = [int(number) for number in params[:3]], np.array(params[3:6])
    dimension = int(params[6]) if len(params) > 6 else 3
    _require(dimension in (2, 3), f'the dimension is 2 or 3, not {dimension}')
    _require(all(count >= least for count in counts), f'there are at least {least} vertices along every axis')
    _require(math.prod(counts) <= MOST_VERTICES, f'the counts make more than {MOST_VERTICES} vertices')
    return counts, spacing, spacing * (np.array(counts) - 1) / 2, dimension


def _lines(counts: list[int], spacing: np.ndarray) -> list[np.ndarray]:
    """Coordinates along each axis, about 0."""
    return [step * (np.arange(count) - (count - 1) / 2) for count, step in zip(counts, spacing, strict=True)]


def _grid(params: Vector) -> Surface:
    """Points on a grid, with their hull; a flat one has faces."""
    counts, spacing, _, dimension = _grid_of(params, 1)
    points = np.stack(np.meshgrid(*_lines(counts, spacing), indexing='ij'), axis=-1).reshape(-1, 3)
    if dimension == 3:
        _require(min(counts) >= 2, 'a grid has at least 2 vertices along every axis of its dimension')
        return _surface(points)
    _require(counts[2] == 1 and min(counts[:2]) >= 2, 'a flat grid has one layer, and at least 2 by 2 vertices')
    return _surface(points, _sheet(counts[0], counts[1]))


def _sheet(rows: int, columns: int) -> np.ndarray:
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing='ij')
    here = i * columns + j
    return np.stack([here, here + columns, here + columns + 1, here, here + columns + 1, here + 1], axis=-1)


def _square(params: Vector) -> Surface:
    _require(int(params[2]) == 1, 'a square or disc has one layer: its third count is 1')
    return _grid((*params, 2.0))


def _disc(params: Vector) -> Surface:
    """A square pulled towards its centre, with diagonals that point there."""
    square = _square(params)
    counts, _, half, _ = _grid_of(params, 1)
    points = square.vertices.astype(float)
    points = _rounded(points[:, :2]) * half[:2]
    rows, columns = counts[:2]
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing='ij')
    here = i * columns + j
    towards = (i < (rows - 1) / 2) == (j < (columns - 1) / 2)
    other = np.stack([here, here + columns, here + 1, here + columns, here + columns + 1, here + 1], axis=-1)
    faces = np.where(towards[..., None], _sheet(rows, columns), other)
    return _surface(np.column_stack([points, np.zeros(len(points))]), faces)


def _rounded(points: np.ndarray) -> np.ndarray:
    """Points moved along their rays so that their largest coordinate becomes their distance."""
    length = np.linalg.norm(points, axis=1)[:, None]
    return points * np.abs(points).max(axis=1)[:, None] / np.where(length > 0, length, 1.0)


def _shell_points(counts: list[int], spacing: np.ndarray, dimension: int) -> np.ndarray:
    """The vertices of a box: bottom and top, then front and back, then the sides; an open one has no top of its own.

    A solid starts with its centre.
    """
    x, y, z = _lines(counts, spacing)
    layers = [z[0], z[-1]] if dimension == 3 else [z[0]]
    between = z[1:-1] if dimension == 3 else z[1:]
    points = [(0.0, 0.0, 0.0)] if dimension == 3 else []
    points += [(a, b, c) for c in layers for a in x for b in y]
    points += [(a, b, c) for b in (y[0], y[-1]) for a in x for c in between]
    points += [(a, b, c) for a in (x[0], x[-1]) for b in y[1:-1] for c in between]
    return np.array(points)


def _boxlike(blow_up: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Callable[[Vector], Surface]:
    """A shape that is a box after `blow_up` has moved its vertices, which it is given with half sizes 1."""

    def make(params: Vector) -> Surface:
        counts, spacing, half, dimension = _grid_of(params, 2)
        points = _shell_points(counts, spacing, dimension)
        with np.errstate(divide='ignore', invalid='ignore'):
            vertices = blow_up(points, np.where(half != 0, half, 1.0))
        return _surface(vertices, None if dimension == 3 else _open_box(counts, points))

    return make


def _open_box(counts: list[int], points: np.ndarray) -> list[tuple[int, int, int]]:
    """The faces of a box without a lid: its bottom, front, back and sides."""
    index = {tuple(point): place for place, point in enumerate(points.tolist())}
    x, y, z = (np.unique(points[:, axis]).tolist() for axis in range(3))

    def quads(corner: Callable[[float, float], tuple], first: list, second: list, turned: bool) -> list:
        faces = []
        for a, b in pairwise(first):
            for c, d in pairwise(second):
                p00, p10, p11, p01 = (index[corner(*ends)] for ends in ((a, c), (b, c), (b, d), (a, d)))
                faces += [(p10, p00, p01), (p10, p01, p11)] if turned else [(p00, p10, p11), (p00, p11, p01)]
        return faces

    bottom = quads(lambda a, b: (a, b, z[0]), x, y, False)
    return [
        *((a, c, b) for a, b, c in (face for pair in zip(bottom[::2], bottom[1::2]) for face in pair)),
        *quads(lambda a, c: (a, y[0], c), x, z, False),
        *quads(lambda a, c: (a, y[-1], c), x, z, True),
        *quads(lambda b, c: (x[0], b, c), y, z, True),
        *quads(lambda b, c: (x[-1], b, c), y, z, False),
    ]


def _as_box(points: np.ndarray, _half: np.ndarray) -> np.ndarray:
    return points


def _as_cylinder(points: np.ndarray, half: np.ndarray) -> np.ndarray:
    return np.column_stack([_rounded(points[:, :2] / half[:2]) * half[:2], points[:, 2]])


def _as_ellipsoid(points: np.ndarray, half: np.ndarray) -> np.ndarray:
    return _rounded(points / half) * half


def _is_open(params: Vector) -> bool:
    return len(params) > 6 and int(params[6]) < 3


SHAPES: dict[int, Builtin] = {
    mjtMeshBuiltin.mjMESH_BUILTIN_SPHERE: Builtin('sphere', (1,), _sphere),
    mjtMeshBuiltin.mjMESH_BUILTIN_HEMISPHERE: Builtin('hemisphere', (1,), _hemisphere),
    mjtMeshBuiltin.mjMESH_BUILTIN_CONE: Builtin('cone', (2,), _cone),
    mjtMeshBuiltin.mjMESH_BUILTIN_SUPERSPHERE: Builtin('supersphere', (3,), _supersphere),
    mjtMeshBuiltin.mjMESH_BUILTIN_SUPERTORUS: Builtin('supertorus', (4,), _supertorus),
    mjtMeshBuiltin.mjMESH_BUILTIN_WEDGE: Builtin('wedge', (5,), _wedge),
    mjtMeshBuiltin.mjMESH_BUILTIN_PLATE: Builtin('plate', (2,), _plate),
    mjtMeshBuiltin.mjMESH_BUILTIN_GRID: Builtin('grid', (6, 7), _grid, _is_open),
    mjtMeshBuiltin.mjMESH_BUILTIN_BOX: Builtin('box', (6, 7), _boxlike(_as_box), _is_open),
    mjtMeshBuiltin.mjMESH_BUILTIN_CYLINDER: Builtin('cylinder', (6, 7), _boxlike(_as_cylinder), _is_open),
    mjtMeshBuiltin.mjMESH_BUILTIN_ELLIPSOID: Builtin('ellipsoid', (6, 7), _boxlike(_as_ellipsoid), _is_open),
    mjtMeshBuiltin.mjMESH_BUILTIN_SQUARE: Builtin('square', (6,), _square, lambda params: True),
    mjtMeshBuiltin.mjMESH_BUILTIN_DISC: Builtin('disc', (6,), _disc, lambda params: True),
}
