"""Polygons: faces of a convex hull that lie in a plane, as one. Collisions of flat sides find their contacts there."""

from typing import NamedTuple

import numpy as np

from ....jit.stage import Stages
from .buckets import listed, pair_hashes
from .surface import cross, dot

sides = Stages('model.native.sides')

STEPS = 100  # per radian: normals whose angles round to the same steps make one polygon
POLE = 1e-7  # so close to the z axis a normal has no longitude


class Loops(NamedTuple):
    """Vertices of loops one after the other, and how many each has."""

    vertices: np.ndarray
    counts: np.ndarray


class Polygons(NamedTuple):
    """Vertices of all polygons, counterclockwise; how many each has; their normals; the polygons at every vertex."""

    vertices: np.ndarray
    counts: np.ndarray
    normals: np.ndarray
    at_vertex: np.ndarray
    counts_at_vertex: np.ndarray


def polygons(points: np.ndarray, loops: Loops) -> Polygons:
    """The polygons with these vertices; `points` are all vertices of the mesh."""
    vertices, counts = loops
    owner = np.repeat(np.arange(len(counts)), counts)
    order = np.argsort(vertices, kind='stable')
    return Polygons(
        vertices, counts, _newell(points[vertices], counts),
        owner[order], np.bincount(vertices, minlength=len(points)),
    )  # fmt: skip


def no_polygons(count: int) -> Polygons:
    """What a mesh of so many vertices has without a hull."""
    none = np.zeros(0, dtype=np.int64)
    return Polygons(none, none, np.zeros((0, 3)), none, np.zeros(count, dtype=np.int64))


def outlines(points: np.ndarray, faces: np.ndarray) -> Loops:
    """Vertices around neighbouring faces of a hull that look in the same direction, counterclockwise.

    They are in the order of a table of directions that MuJoCo keeps. `points` are those of the file: what is flat there
    makes one polygon, however the mesh is scaled and turned.
    """
    directions, edges = _directions(points, faces), 3 * len(faces)
    side, border = np.empty(len(faces), np.int32), np.empty(edges, np.uint8)
    sides.find_sides(faces, directions, *np.empty((3, len(points)), np.int32), *np.empty((2, edges), np.int32),
                     side, border)  # fmt: skip
    order, after = np.lexsort([side, _places(directions)]), np.full(len(points), -1, np.int32)
    vertices, counts = np.empty(edges, np.int32), np.empty(len(faces), np.int32)
    counts = counts[: sides.follow_borders(faces, order, side, border, after, vertices, counts)]
    return Loops(vertices[: counts.sum()], counts)


def mirrored(loops: Loops) -> Loops:
    """The outlines of a hull whose image in a mirror is taken: the other way round, from the same vertices on."""
    vertices, counts = loops
    first = np.repeat(np.cumsum(counts) - counts, counts)
    place = np.arange(len(vertices)) - first
    return Loops(vertices[first + (-place) % np.repeat(counts, counts)], counts)


def _places(directions: np.ndarray) -> np.ndarray:
    """For each face the place of its direction in a hash table of directions, which were put in face by face."""
    tilt, longitude = directions.T
    _, first, which = np.unique(tilt * 1e4 + longitude, return_index=True, return_inverse=True)
    age = np.argsort(first)  # of distinct directions, oldest first
    first = first[age]
    place = np.empty(len(age), dtype=np.int64)
    place[age[listed(pair_hashes(longitude[first], tilt[first]))]] = np.arange(len(age))
    return place[which]


def _directions(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Where faces look, in whole steps: the angle of the normal to the z axis, and its longitude about that axis."""
    first, second, third = (points.take(corner, axis=0) for corner in faces.T)
    normals = cross(second - first, third - first)
    length = np.linalg.norm(normals, axis=1)[:, None]
    x, y, z = (normals / np.where(length > 0, length, 1.0)).T + 0.0  # which makes -0 to 0: both have the longitude pi
    longitude = np.where(1 - np.abs(z) < POLE, 0.0, np.arctan2(y, x))
    return np.rint(STEPS * np.column_stack([np.arccos(np.clip(z, -1, 1)), longitude]))


def _newell(corners: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Unit normals of polygons by Newell's method: areas of their shadows along each axis, side by side."""
    ends = np.cumsum(counts)
    following = np.arange(1, len(corners) + 1)
    following[ends - 1] = ends - counts
    (x, y, z), (u, v, w) = corners.T, corners[following].T
    owner = np.repeat(np.arange(len(counts)), counts)
    # one after the other, as MuJoCo adds them; np.add.reduceat has an order of its own
    strips = (y - v) * (z + w), (z - w) * (x + u), (x - u) * (y + v)
    sums = np.stack([np.bincount(owner, strip) for strip in strips], axis=1)
    length = np.sqrt(dot(sums, sums))[:, None]
    return sums / np.where(length > 0, length, 1.0)
