"""A binary tree of boxes around the triangles of a mesh: where rays look for them.

The tree halves its triangles along the longest side of their box, by the centres of the circles through their corners.
"""

from typing import NamedTuple

import numpy as np

from ....jit.stage import Stages

trees = Stages('model.native.trees')


class Hierarchy(NamedTuple):
    """The nodes of a tree in preorder: depth, two children, the triangle of a leaf or -1, box (centre, half sizes)."""

    depth: np.ndarray
    children: np.ndarray
    triangle: np.ndarray
    boxes: np.ndarray


def hierarchy(vertices: np.ndarray, faces: np.ndarray) -> Hierarchy:
    """The tree of a mesh."""
    lower, upper, centres = np.empty((3, len(faces), 3))
    trees.measure_triangles(vertices, faces, lower, upper, centres)
    return halved(lower, upper, centres)


def halved(lower: np.ndarray, upper: np.ndarray, centres: np.ndarray) -> Hierarchy:
    """A tree from the boxes of its leaves and their centres, all (leaf, axis): leaves stand for triangles."""
    count, nodes = len(lower), 2 * len(lower) - 1
    depth, triangle = np.empty((2, nodes), np.int32)
    tree = Hierarchy(depth, np.empty((nodes, 2), np.int32), triangle, np.empty((nodes, 6)))
    trees.halve(
        lower, upper, centres, np.empty(count, np.int32), np.empty(count), np.empty((nodes, 2), np.int32),
        tree.depth, tree.children, tree.triangle, tree.boxes,
    )  # fmt: skip
    return tree
