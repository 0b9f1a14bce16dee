"""A binary tree of boxes around the triangles of a mesh: where rays look for them.

The tree halves its triangles along the longest side of their box, by the centres of the circles through their corners.
So its form depends on their number alone: only which triangle stands where depends on the mesh.
"""

from typing import NamedTuple

import numpy as np

from .surface import dot

LEAST = 1e-30  # square of twice the area [m^4] from which on a triangle has a circle
SAME = 1e-14  # rounding does not decide between sides that differ less


class Hierarchy(NamedTuple):
    """The nodes of a tree in preorder: depth, two children, the triangle of a leaf or -1, box (centre, half sizes)."""

    depth: np.ndarray
    children: np.ndarray
    triangle: np.ndarray
    boxes: np.ndarray


def hierarchy(vertices: np.ndarray, faces: np.ndarray) -> Hierarchy:
    """The tree of a mesh, all nodes of a level at once."""
    corners = vertices[faces]
    a, b, c = corners.transpose(1, 2, 0)  # (axis, triangle), which is the faster order for boxes of many
    lower, upper = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
    count = len(faces)
    # rather than centres, their ranks along each axis are sorted: integers, of which no two are the same
    by_rank = np.argsort(_circumcentres(corners).T, axis=1, kind='stable')
    ranks = np.empty_like(by_rank)
    np.put_along_axis(ranks, by_rank, np.arange(count)[None], axis=1)
    tree = _empty(2 * count - 1)
    order = np.arange(count)  # triangles, those of a node beside each other
    start, size, index = np.zeros(1, dtype=int), np.array([count]), np.zeros(1, dtype=int)
    depth = 0
    while len(start):
        low, high = _extent(lower[:, order], upper[:, order], start, size)
        tree.depth[index] = depth
        tree.boxes[index] = np.hstack([(low + high) / 2, (high - low) / 2])
        leaf = size == 1
        tree.triangle[index[leaf]] = order[start[leaf]]
        start, size, index, sides = start[~leaf], size[~leaf], index[~leaf], (high - low)[~leaf]
        _sort(order, start, size, _longest(sides), ranks, by_rank)
        half = size // 2
        tree.children[index] = np.stack([index + 1, index + 2 * half], axis=1)
        start, size = np.stack([start, start + half], 1).ravel(), np.stack([half, size - half], 1).ravel()
        index = np.stack([index + 1, index + 2 * half], axis=1).ravel()
        depth += 1
    return tree


def _circumcentres(corners: np.ndarray) -> np.ndarray:
    """Centres of the circles through the corners of triangles; of one without area, its middle."""
    first = corners[:, 0]
    a, b = corners[:, 1] - first, corners[:, 2] - first
    normal = np.cross(a, b)
    aa, bb, nn = (dot(v, v)[:, None] for v in (a, b, normal))
    with np.errstate(divide='ignore', invalid='ignore'):
        centres = first + np.cross(aa * b - bb * a, normal) / (2 * nn)
    return np.where(nn > LEAST, centres, corners.mean(axis=1))


def _empty(nodes: int) -> Hierarchy:
    return Hierarchy(
        np.zeros(nodes, dtype=np.int32), np.full((nodes, 2), -1, dtype=np.int32),
        np.full(nodes, -1, dtype=np.int32), np.zeros((nodes, 6)),
    )  # fmt: skip


def _extent(lower: np.ndarray, upper: np.ndarray, start: np.ndarray, size: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The boxes around runs of triangles, between which may be others."""
    bounds = np.stack([start, start + size], axis=1).ravel()
    if bounds[-1] == lower.shape[1]:
        bounds = bounds[:-1]
    return np.minimum.reduceat(lower, bounds, axis=1)[:, ::2].T, np.maximum.reduceat(upper, bounds, axis=1)[:, ::2].T


def _longest(sides: np.ndarray) -> np.ndarray:
    """The axis of the longest side of each box, the first one of those that are the same."""
    x, y, z = sides.T
    return np.where((x + SAME > y) & (x + SAME > z), 0, np.where(y + SAME > z, 1, 2))


def _sort(
    order: np.ndarray, start: np.ndarray, size: np.ndarray, axis: np.ndarray, ranks: np.ndarray, by_rank: np.ndarray
) -> None:
    """Sort the triangles of each node along its axis."""
    place = np.repeat(start - (np.cumsum(size) - size), size) + np.arange(size.sum())
    node, along = np.repeat(np.arange(len(size)), size), np.repeat(axis, size)
    keys = np.sort(node * len(order) + ranks[along, order[place]])
    order[place] = by_rank[along, keys % len(order)]
