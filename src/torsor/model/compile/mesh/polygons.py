"""Polygons: faces of a convex hull that lie in a plane, as one. Collisions of flat sides find their contacts there."""

from typing import NamedTuple

import numpy as np

from .buckets import listed, pair_hashes
from .surface import cross, dot

STEPS = 100  # per radian: normals whose angles round to the same steps make one polygon
POLE = 1e-7  # so close to the z axis a normal has no longitude


class Polygons(NamedTuple):
    """Vertices of all polygons, counterclockwise; how many each has; their normals; the polygons at every vertex."""

    vertices: np.ndarray
    counts: np.ndarray
    normals: np.ndarray
    at_vertex: np.ndarray
    counts_at_vertex: np.ndarray


def polygons(points: np.ndarray, loops: list[list[int]]) -> Polygons:
    """The polygons with these vertices; `points` are all vertices of the mesh."""
    counts = np.array([len(loop) for loop in loops])
    vertices = np.array([vertex for loop in loops for vertex in loop])
    owner = np.repeat(np.arange(len(loops)), counts)
    order = np.argsort(vertices, kind='stable')
    return Polygons(
        vertices, counts, _newell(points[vertices], counts),
        owner[order], np.bincount(vertices, minlength=len(points)),
    )  # fmt: skip


def no_polygons(count: int) -> Polygons:
    """What a mesh of so many vertices has without a hull."""
    none = np.zeros(0, dtype=np.int64)
    return Polygons(none, none, np.zeros((0, 3)), none, np.zeros(count, dtype=np.int64))


def outlines(points: np.ndarray, faces: np.ndarray) -> list[list[int]]:
    """Vertices around neighbouring faces of a hull that look in the same direction, counterclockwise.

    They are in the order of a table of directions that MuJoCo keeps. `points` are those of the file: what is flat there
    makes one polygon, however the mesh is scaled and turned.
    """
    triangles, loops = faces.tolist(), []
    for side in _flat_sides(points, faces):
        around = [triangles[face] for face in side]
        loop = _outline(around) if len(around) > 1 else around[0]
        loops += [loop] if loop else around
    return loops


def mirrored(loops: list[list[int]]) -> list[list[int]]:
    """The outlines of a hull whose image in a mirror is taken: the other way round, from the same vertices on."""
    return [[loop[0], *loop[:0:-1]] for loop in loops]


def _flat_sides(points: np.ndarray, faces: np.ndarray) -> list[list[int]]:
    """Neighbouring faces that look in the same direction."""
    directions = _directions(points, faces)
    one, other = _neighbours(faces)
    alike = (directions[one] == directions[other]).all(axis=1)
    first = _first_connected(len(faces), one[alike], other[alike])
    order = np.lexsort([first, _places(directions)])
    ends = [*(np.flatnonzero(np.diff(first[order])) + 1).tolist(), len(order)]
    faces_in_order = order.tolist()
    return [faces_in_order[start:end] for start, end in zip([0, *ends], ends)]


def _places(directions: np.ndarray) -> np.ndarray:
    """For each face the place of its direction in a hash table of directions, which were put in face by face."""
    tilt, longitude = directions.T
    _, first, which = np.unique(tilt * 1e4 + longitude, return_index=True, return_inverse=True)
    age = np.argsort(first)  # of distinct directions, oldest first
    first = first[age]
    place = np.empty(len(age), dtype=np.int64)
    place[age[listed(pair_hashes(longitude[first], tilt[first]))]] = np.arange(len(age))
    return place[which]


def _first_connected(count: int, one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """For each of `count` nodes the first node that links from `one` to `other` connect it with."""
    first = np.arange(count)
    while True:
        a, b = first[one], first[other]
        if (a == b).all():
            return first
        np.minimum.at(first, np.maximum(a, b), np.minimum(a, b))
        while (first[first] != first).any():
            first = first[first]


def _directions(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Where faces look, in whole steps: the angle of the normal to the z axis, and its longitude about that axis."""
    first, second, third = (points.take(corner, axis=0) for corner in faces.T)
    normals = cross(second - first, third - first)
    length = np.linalg.norm(normals, axis=1)[:, None]
    x, y, z = (normals / np.where(length > 0, length, 1.0)).T + 0.0  # which makes -0 to 0: both have the longitude pi
    longitude = np.where(1 - np.abs(z) < POLE, 0.0, np.arctan2(y, x))
    return np.rint(STEPS * np.column_stack([np.arccos(np.clip(z, -1, 1)), longitude]))


def _neighbours(faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of faces that share an edge."""
    edges = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2).astype(np.int64), axis=1)
    keys = edges[:, 0] * (edges.max() + 1) + edges[:, 1]
    order = np.argsort(keys, kind='stable')
    shared = np.flatnonzero(keys[order[1:]] == keys[order[:-1]])
    return order[shared] // 3, order[shared + 1] // 3


def _outline(faces: list[list[int]]) -> list[int]:
    """The vertices around several faces; none when that is not a single loop."""
    edges = dict.fromkeys([edge for a, b, c in faces for edge in ((a, b), (b, c), (c, a))])
    after = {a: b for a, b in edges if (b, a) not in edges}
    start = vertex = next(iter(after), -1)
    loop = []
    while vertex in after:
        loop.append(vertex)
        vertex = after.pop(vertex)
    return loop if not after and vertex == start and len(loop) > 2 else []


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
