"""Points of flexcomps and the elements between them, by a formula: a row per type."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..compile.mesh.boxes import (
    as_box,
    as_cylinder,
    as_ellipsoid,
    disc_faces,
    disc_points,
    lattice,
    open_box,
    sheet,
    shell_points,
)
from ..compile.mesh.surface import MOST_VERTICES, AssetError, require
from ..spec.rotation import Vector

# a cell of a solid grid is divided into tetrahedra, all around the diagonal from the corner x to the corner yz
CELL = np.array([
    (0b000, 0b010, 0b100, 0b011), (0b000, 0b100, 0b001, 0b011), (0b100, 0b010, 0b110, 0b011),
    (0b100, 0b110, 0b111, 0b011), (0b100, 0b101, 0b001, 0b011), (0b100, 0b111, 0b101, 0b011),
])  # fmt: skip


@dataclass(eq=False, repr=False)
class Cloud:
    """Points (n, 3), elements of dim + 1 points, and texture coordinates: one for each point unless elements say."""

    dim: int
    points: np.ndarray
    elements: np.ndarray
    texcoords: np.ndarray | None = None
    elemtexcoords: np.ndarray | None = None


def shape_cloud(type: str, dim: int, counts: tuple[int, ...], spacing: Vector) -> Cloud:
    """The points of a type that is made by a formula, with texture coordinates where it has some."""
    require(min(counts) >= 1, 'attribute "count" needs three positive numbers')
    require(math.prod(counts) <= MOST_VERTICES, f'attribute "count" makes more than {MOST_VERTICES} points')
    cloud = MAKERS[type](dim, list(counts), np.array(spacing))
    if not len(cloud.elements):
        raise AssetError(f'a {type} of {cloud.dim} dimensions has no elements between {counts} points; it needs at '
                         f'least 2 along each of its axes')
    return cloud


def _grid(dim: int, counts: list[int], spacing: np.ndarray) -> Cloud:
    if dim == 1:
        counts = [counts[0], 1, 1]
    require(dim == 3 or counts[2] == 1, 'a flat grid has one layer: the third number of "count" is 1')
    points = lattice(counts, spacing)
    elements = (_chain(counts[0]), sheet(*counts[:2]), _solid(counts))[dim - 1].reshape(-1, dim + 1)
    return Cloud(dim, points, elements, _shares(counts)[:, :2] if dim > 1 else None)


def _chain(count: int) -> np.ndarray:
    return np.stack([np.arange(count - 1), np.arange(1, count)], axis=-1)


def _solid(counts: list[int]) -> np.ndarray:
    _, along_y, along_z = counts
    x, y, z = (CELL >> 2, CELL >> 1 & 1, CELL & 1)
    offsets = (x * along_y + y) * along_z + z
    cells = np.stack(np.meshgrid(*(np.arange(count - 1) for count in counts), indexing='ij'), axis=-1).reshape(-1, 3)
    first = (cells[:, 0] * along_y + cells[:, 1]) * along_z + cells[:, 2]
    return first[:, None, None] + offsets


def _shares(counts: list[int]) -> np.ndarray:
    """Where the points of a grid are, from 0 to 1 along each axis."""
    return lattice(counts, np.array([1 / max(count - 1, 1) for count in counts])) + 0.5


def _square(_dim: int, counts: list[int], spacing: np.ndarray) -> Cloud:
    return _grid(2, counts, spacing)


def _disc(_dim: int, counts: list[int], spacing: np.ndarray) -> Cloud:
    cloud = _grid(2, counts, spacing)
    cloud.points = disc_points(counts, spacing, spacing * (np.array(counts) - 1) / 2)
    cloud.elements = disc_faces(*counts[:2]).reshape(-1, 3)
    return cloud


def _circle(dim: int, counts: list[int], spacing: np.ndarray) -> Cloud:
    """A closed chain: its last point is the first."""
    require(dim == 1, 'a circle has dim="1"')
    number = counts[0] - 1
    require(number >= 2, 'a circle needs a first "count" of at least 3')
    angles = 2 * np.pi * np.arange(number) / number
    radius = spacing[0] / (2 * math.sin(np.pi / number))
    points = radius * np.column_stack([np.cos(angles), np.sin(angles), np.zeros(number)])
    return Cloud(1, points, np.column_stack([np.arange(number), np.roll(np.arange(number), -1)]))


def _box_type(blow_up: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Callable[..., Cloud]:
    """A type whose points are those of a box, moved by `blow_up`."""

    def make(dim: int, counts: list[int], spacing: np.ndarray) -> Cloud:
        require(dim > 1, 'a box, cylinder or ellipsoid has dim="2" or "3"')
        require(min(counts) >= 2, 'a box, cylinder or ellipsoid has at least 2 points along every axis')
        half = spacing * (np.array(counts) - 1) / 2
        points = shell_points(counts, spacing, dim)
        with np.errstate(divide='ignore', invalid='ignore'):
            moved = blow_up(points, np.where(half != 0, half, 1.0))
        faces = open_box(counts, points) if dim == 2 else list(_closed_box(counts))
        return Cloud(dim, moved, np.array(faces).reshape(-1, dim + 1), _box_texcoords(counts, dim))

    return make


def _closed_box(counts: list[int]) -> Iterator[tuple[int, int, int, int]]:
    """Tetrahedra between the centre of a box and the two halves of each square of its surface."""
    points = shell_points(counts, np.ones(3), 3).tolist()
    index = {tuple(point): place for place, point in enumerate(points[1:], 1)}
    lines = [sorted({point[axis] for point in points[1:]}) for axis in range(3)]
    for fixed, first, second in ((2, 0, 1), (1, 0, 2), (0, 1, 2)):
        for end in (lines[fixed][0], lines[fixed][-1]):

            def corner(a: float, b: float, place=(fixed, first, second), end=end) -> int:
                coordinates = dict(zip(place, (end, a, b)))
                return index[coordinates[0], coordinates[1], coordinates[2]]

            for a, b in pairwise(lines[first]):
                for c, d in pairwise(lines[second]):
                    yield 0, corner(a, c), corner(b, c), corner(b, d)
                    yield 0, corner(a, c), corner(a, d), corner(b, d)


def _box_texcoords(counts: list[int], dim: int) -> np.ndarray:
    """Bottom and top have their places along x and y, the sides along their own axis and z."""
    shares = shell_points(counts, np.array([1 / (count - 1) for count in counts]), dim) + 0.5
    flat, along_x = counts[0] * counts[1] * (dim - 1) + (dim == 3), 2 * counts[0] * (counts[2] - (dim - 1))
    axes = np.zeros((len(shares), 2), dtype=int)
    axes[:flat], axes[flat : flat + along_x], axes[flat + along_x :] = (0, 1), (0, 2), (1, 2)
    texcoords = np.take_along_axis(shares, axes, axis=1)
    if dim == 3:
        texcoords[0] = 0.0
    return texcoords


MAKERS: dict[str, Callable[[int, list[int], np.ndarray], Cloud]] = {
    'grid': _grid,
    'square': _square,
    'disc': _disc,
    'circle': _circle,
    'box': _box_type(as_box),
    'cylinder': _box_type(as_cylinder),
    'ellipsoid': _box_type(as_ellipsoid),
}
