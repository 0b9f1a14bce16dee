"""Builtin meshes that start as grids and boxes, and what they are blown up to."""

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from ...spec.rotation import Vector
from .surface import MOST_VERTICES, Surface, require, surface_of


def _grid_of(params: Vector, least: int) -> tuple[list[int], np.ndarray, np.ndarray, int]:
    """Counts and spacings along three axes, the largest coordinates, and the dimension."""
    counts, spacing = [int(number) for number in params[:3]], np.array(params[3:6])
    dimension = int(params[6]) if len(params) > 6 else 3
    require(dimension in (2, 3), f'the dimension is 2 or 3, not {dimension}')
    require(all(count >= least for count in counts), f'there are at least {least} vertices along every axis')
    require(math.prod(counts) <= MOST_VERTICES, f'the counts make more than {MOST_VERTICES} vertices')
    return counts, spacing, spacing * (np.array(counts) - 1) / 2, dimension


def lines(counts: list[int], spacing: np.ndarray) -> list[np.ndarray]:
    """Coordinates along each axis, about 0."""
    return [step * (np.arange(count) - (count - 1) / 2) for count, step in zip(counts, spacing, strict=True)]


def grid(params: Vector) -> Surface:
    """Points on a grid, with their hull; a flat one has faces."""
    counts, spacing, _, dimension = _grid_of(params, 1)
    points = lattice(counts, spacing)
    if dimension == 3:
        require(min(counts) >= 2, 'a grid has at least 2 vertices along every axis of its dimension')
        return surface_of(points)
    require(counts[2] == 1 and min(counts[:2]) >= 2, 'a flat grid has one layer, and at least 2 by 2 vertices')
    return surface_of(points, sheet(counts[0], counts[1]))


def lattice(counts: list[int], spacing: np.ndarray) -> np.ndarray:
    return np.stack(np.meshgrid(*lines(counts, spacing), indexing='ij'), axis=-1).reshape(-1, 3)


def sheet(rows: int, columns: int) -> np.ndarray:
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing='ij')
    here = i * columns + j
    return np.stack([here, here + columns, here + columns + 1, here, here + columns + 1, here + 1], axis=-1)


def square(params: Vector) -> Surface:
    require(int(params[2]) == 1, 'a square or disc has one layer: its third count is 1')
    return grid((*params, 2.0))


def disc(params: Vector) -> Surface:
    """A square pulled towards its centre, with diagonals that point there."""
    square(params)  # which refuses what is none
    counts, spacing, half, _ = _grid_of(params, 1)
    return surface_of(disc_points(counts, spacing, half), disc_faces(*counts[:2]))


def disc_points(counts: list[int], spacing: np.ndarray, half: np.ndarray) -> np.ndarray:
    points = _rounded(lattice(counts, spacing)[:, :2]) * half[:2]
    return np.column_stack([points, np.zeros(len(points))])


def disc_faces(rows: int, columns: int) -> np.ndarray:
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing='ij')
    here = i * columns + j
    towards = (i < (rows - 1) / 2) == (j < (columns - 1) / 2)
    other = np.stack([here, here + columns, here + 1, here + columns, here + columns + 1, here + 1], axis=-1)
    return np.where(towards[..., None], sheet(rows, columns), other)


def _rounded(points: np.ndarray) -> np.ndarray:
    """Points moved along their rays so that their largest coordinate becomes their distance."""
    length = np.linalg.norm(points, axis=1)[:, None]
    return points * np.abs(points).max(axis=1)[:, None] / np.where(length > 0, length, 1.0)


def shell_points(counts: list[int], spacing: np.ndarray, dimension: int) -> np.ndarray:
    """The vertices of a box: bottom and top, then front and back, then the sides; an open one has no top of its own.

    A solid starts with its centre.
    """
    x, y, z = lines(counts, spacing)
    layers = [z[0], z[-1]] if dimension == 3 else [z[0]]
    between = z[1:-1] if dimension == 3 else z[1:]
    points = [(0.0, 0.0, 0.0)] if dimension == 3 else []
    points += [(a, b, c) for c in layers for a in x for b in y]
    points += [(a, b, c) for b in (y[0], y[-1]) for a in x for c in between]
    points += [(a, b, c) for a in (x[0], x[-1]) for b in y[1:-1] for c in between]
    return np.array(points)


def boxlike(blow_up: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Callable[[Vector], Surface]:
    """A shape that is a box after `blow_up` has moved its vertices, which it is given with half sizes 1."""

    def make(params: Vector) -> Surface:
        counts, spacing, half, dimension = _grid_of(params, 2)
        points = shell_points(counts, spacing, dimension)
        with np.errstate(divide='ignore', invalid='ignore'):
            vertices = blow_up(points, np.where(half != 0, half, 1.0))
        return surface_of(vertices, None if dimension == 3 else open_box(counts, points))

    return make


def open_box(counts: list[int], points: np.ndarray) -> list[tuple[int, int, int]]:
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


def as_box(points: np.ndarray, _half: np.ndarray) -> np.ndarray:
    return points


def as_cylinder(points: np.ndarray, half: np.ndarray) -> np.ndarray:
    return np.column_stack([_rounded(points[:, :2] / half[:2]) * half[:2], points[:, 2]])


def as_ellipsoid(points: np.ndarray, half: np.ndarray) -> np.ndarray:
    return _rounded(points / half) * half
