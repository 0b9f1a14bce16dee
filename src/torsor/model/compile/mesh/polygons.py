"""Polygons: faces of a convex hull that lie in a plane, as one. Collisions of flat sides find their contacts there."""

from typing import NamedTuple

import numpy as np

from ....jit.stage import Stages
from .buckets import listed, pair_hashes

sides = Stages('model.native.sides')


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
    normals, at_vertex = np.empty((len(counts), 3)), np.empty(len(vertices), np.int32)
    degrees, room = np.empty((2, len(points)), np.int32)
    sides.measure_polygons(points, vertices, counts, normals, at_vertex, degrees, room)
    return Polygons(vertices, counts, normals, at_vertex, degrees)


def no_polygons(count: int) -> Polygons:
    """What a mesh of so many vertices has without a hull."""
    none = np.zeros(0, dtype=np.int64)
    return Polygons(none, none, np.zeros((0, 3)), none, np.zeros(count, dtype=np.int64))


def outlines(points: np.ndarray, faces: np.ndarray) -> Loops:
    """Vertices around neighbouring faces of a hull that look in the same direction, counterclockwise.

    They are in the order of a table of directions that MuJoCo keeps. `points` are those of the file: what is flat there
    makes one polygon, however the mesh is scaled and turned.
    """
    directions, edges = np.empty((len(faces), 2)), 3 * len(faces)
    number, first, before, order = np.empty((4, len(faces)), np.int32)
    count = sides.find_directions(points, faces, np.empty(1 << len(faces).bit_length(), np.int32), directions, number,
                                  first)  # fmt: skip
    side, border = np.empty(len(faces), np.int32), np.empty(edges, np.uint8)
    sides.find_sides(faces, directions, *np.empty((3, len(points)), np.int32), *np.empty((2, edges), np.int32),
                     side, border)  # fmt: skip
    place = _places(directions[first[:count]])[number]
    sides.order_faces(place, side, np.empty(len(faces) + 1, np.int32), before, order)
    after = np.full(len(points), -1, np.int32)
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
    """The places of directions in a hash table, in which they were put one after the other."""
    tilt, longitude = directions.T
    place = np.empty(len(directions), np.int32)
    place[listed(pair_hashes(longitude, tilt))] = np.arange(len(directions))
    return place
