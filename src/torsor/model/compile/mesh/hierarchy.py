"""A binary tree of boxes around the triangles of a mesh: where rays look for them.

The tree halves its triangles along the longest side of their box, by the centres of the circles through their corners.
So its form depends on their number alone: only which triangle stands where depends on the mesh.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .surface import cross, dot, stable_order

LEAST = 1e-30  # square of twice the area [m^4] from which on a triangle has a circle
SAME = 1e-14  # rounding does not decide between sides that differ less


class Hierarchy(NamedTuple):
    """The nodes of a tree in preorder: depth, two children, the triangle of a leaf or -1, box (centre, half sizes)."""

    depth: np.ndarray
    children: np.ndarray
    triangle: np.ndarray
    boxes: np.ndarray


def hierarchy(vertices: np.ndarray, faces: np.ndarray) -> Hierarchy:
    """The tree of a mesh."""
    corners = vertices.take(faces, axis=0)
    a, b, c = corners.transpose(1, 2, 0)  # (axis, triangle)
    lower, upper = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
    return halved(lower, upper, _circumcentres(corners).T)


def halved(lower: np.ndarray, upper: np.ndarray, centres: np.ndarray) -> Hierarchy:
    """A tree from the boxes of its leaves and their centres, both (axis, leaf): the numbers of leaves are `triangle`.

    It grows level by level; the nodes of a level have one of two sizes, and are halved size by size.
    """
    count = lower.shape[1]
    # rather than centres, their ranks along each axis are compared: integers, of which no two are the same
    by_rank = np.stack([stable_order(along) for along in centres])
    ranks = np.empty_like(by_rank)
    np.put_along_axis(ranks, by_rank, np.arange(count)[None], axis=1)
    tree, depth = _empty(2 * count - 1), 0
    # for each number of triangles: the places of nodes in the tree, and a row of triangles for each of them
    nodes = {count: (np.zeros(1, dtype=int), np.arange(count)[None])}
    while nodes:
        halves: dict[int, list[tuple[np.ndarray, np.ndarray]]] = {}
        for size, (place, triangles) in nodes.items():
            low, high = _extreme(np.min, lower, triangles), _extreme(np.max, upper, triangles)
            tree.depth[place] = depth
            tree.boxes[place] = np.concatenate([(low + high) / 2, (high - low) / 2]).T
            if size == 1:
                tree.triangle[place] = triangles[:, 0]
                continue
            half, along = size // 2, _longest(high - low)[:, None] * count  # where the ranks along this axis start
            ranked = np.partition(ranks.take(along + triangles), half, axis=1)
            triangles = by_rank.take(along + ranked)
            tree.children[place] = np.stack([place + 1, place + 2 * half], axis=1)
            halves.setdefault(half, []).append((place + 1, triangles[:, :half]))
            halves.setdefault(size - half, []).append((place + 2 * half, triangles[:, half:]))
        nodes = {size: tuple(map(np.concatenate, zip(*parts))) for size, parts in halves.items()}
        depth += 1
    return tree


def _circumcentres(corners: np.ndarray) -> np.ndarray:
    """Centres of the circles through the corners of triangles; of one without area, its middle."""
    first = corners[:, 0]
    a, b = corners[:, 1] - first, corners[:, 2] - first
    normal = cross(a, b)
    aa, bb, nn = (dot(v, v)[:, None] for v in (a, b, normal))
    with np.errstate(divide='ignore', invalid='ignore'):
        centres = first + cross(aa * b - bb * a, normal) / (2 * nn)
    return np.where(nn > LEAST, centres, corners.mean(axis=1))


def _empty(nodes: int) -> Hierarchy:
    return Hierarchy(
        np.zeros(nodes, dtype=np.int32), np.full((nodes, 2), -1, dtype=np.int32),
        np.full(nodes, -1, dtype=np.int32), np.zeros((nodes, 6)),
    )  # fmt: skip


def _extreme(extreme: Callable, bounds: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """The least or greatest of bounds (axis, triangle) in each row of triangles: (axis, row)."""
    rows, size = triangles.shape
    if size > rows:
        return extreme(bounds.take(triangles, axis=1), axis=2)
    return extreme(bounds.take(triangles.T, axis=1), axis=1)  # short rows: many of them at once


def _longest(sides: np.ndarray) -> np.ndarray:
    """The axis of the longest side of each box, the first one of those that are the same."""
    x, y, z = sides
    return np.where((x + SAME > y) & (x + SAME > z), 0, np.where(y + SAME > z, 1, 2))
