"""Bounding volume hierarchies: for every body a binary tree of boxes around its colliding geoms."""

from typing import NamedTuple

import numpy as np

from ..spec.rotation import matrix
from .columns import Fields

SAME = 1e-14  # rounding does not decide between sides that differ less

Node = tuple[int, tuple[int, int], int, list[float]]  # depth, children, geom, box


def set_hierarchies(fields: Fields) -> dict[str, int]:
    """Fill bvh_* and body_bvh*; boxes (centre, half sizes) are in the inertial frame of their body."""
    count = len(fields['body_parentid'])
    collides = (fields['geom_contype'] | fields['geom_conaffinity']) != 0
    members: list[list[int]] = [[] for _ in range(count)]
    for geom in np.flatnonzero(collides).tolist():
        members[fields['geom_bodyid'][geom]].append(geom)
    corners = _corners(fields)
    boxes = Boxes.between(corners[:, 0], corners[:, 1])
    nodes: list[Node] = []
    address, number = np.full(count, -1, dtype=np.int32), np.zeros(count, dtype=np.int32)
    for body, geoms in enumerate(members):
        if geoms:
            tree = hierarchy(geoms, boxes)
            address[body], number[body] = len(nodes), len(tree)
            nodes += tree
    fields['body_bvhadr'], fields['body_bvhnum'] = address, number
    fields['bvh_depth'] = np.array([depth for depth, *_ in nodes], dtype=np.int32)
    fields['bvh_child'] = np.array([children for _, children, *_ in nodes], dtype=np.int32).reshape(-1, 2)
    fields['bvh_nodeid'] = np.array([geom for _, _, geom, _ in nodes], dtype=np.int32)
    fields['bvh_aabb'] = np.array([box for *_, box in nodes], dtype=float).reshape(-1, 6)
    return {'nbvh': len(nodes), 'nbvhstatic': len(nodes), 'nbvhdynamic': 0}


def refit_hierarchies(fields: Fields) -> None:
    """New boxes for trees that stay as they are, after geoms have moved or changed their size."""
    corners, boxes = _corners(fields), np.array(fields['bvh_aabb'])
    for address, count in zip(fields['body_bvhadr'].tolist(), fields['body_bvhnum'].tolist(), strict=True):
        spans = np.zeros((count, 2, 3))
        for node in reversed(range(count)):  # children come after their parents
            children, geom = fields['bvh_child'][address + node], fields['bvh_nodeid'][address + node]
            below = corners[geom][None] if geom >= 0 else spans[children]
            spans[node] = below[:, 0].min(axis=0), below[:, 1].max(axis=0)
        if count:
            boxes[address : address + count, :3] = spans.mean(axis=1)
            boxes[address : address + count, 3:] = (spans[:, 1] - spans[:, 0]) / 2
    fields['bvh_aabb'] = boxes


def _corners(fields: Fields) -> np.ndarray:
    """Lower and upper corners (geom, 2, 3) of all geoms' boxes along the principal axes of their bodies."""
    owner = fields['geom_bodyid']
    rotations = _matrices(np.concatenate([fields['body_iquat'][owner], fields['geom_quat']]))
    to_inertia, rotation = rotations[: len(owner)].transpose(0, 2, 1), rotations[len(owner) :]
    centre, half = fields['geom_aabb'][:, :3, None], fields['geom_aabb'][:, 3:, None]
    offset = fields['geom_pos'] - fields['body_ipos'][owner]
    middle = (to_inertia @ (offset[:, :, None] + rotation @ centre))[:, :, 0]
    reach = (np.abs(to_inertia @ rotation) @ half)[:, :, 0]
    return np.stack([middle - reach, middle + reach], axis=1)


def _matrices(quats: np.ndarray) -> np.ndarray:
    """The rotation matrices (n, 3, 3) of n quaternions."""
    return np.array(matrix(tuple(quats.T))).transpose(2, 0, 1)


class Boxes(NamedTuple):
    """Boxes of many things: their corners, axis by axis, and each as centre and half sizes.

    Most nodes of trees have few of them, for which lists are the fastest.
    """

    lows: list[list[float]]
    highs: list[list[float]]
    leaves: list[list[float]]

    @classmethod
    def between(cls, lower: np.ndarray, upper: np.ndarray) -> 'Boxes':
        leaves = np.concatenate([(lower + upper) / 2, (upper - lower) / 2], axis=1).tolist()
        return cls(lower.T.tolist(), upper.T.tolist(), leaves)


def hierarchy(geoms: list[int], boxes: Boxes) -> list[Node]:
    """Halve along the longest side of the box until one geom is left; nodes in preorder, children by position."""
    lows, highs, leaves = boxes
    nodes: list[Node] = []
    pending = [(geoms, 0, -1)]
    while pending:
        members, depth, parent = pending.pop()
        index = len(nodes)
        if parent >= 0:
            above, (first, _), geom, box = nodes[parent]
            nodes[parent] = above, (index, -1) if first < 0 else (first, index), geom, box
        if len(members) == 1:
            nodes.append((depth, (-1, -1), members[0], leaves[members[0]]))
            continue
        lower = [min(map(low.__getitem__, members)) for low in lows]
        upper = [max(map(high.__getitem__, members)) for high in highs]
        corners = list(zip(lower, upper))
        nodes.append((depth, (-1, -1), -1, [*((a + b) / 2 for a, b in corners), *((b - a) / 2 for a, b in corners)]))
        axis = _longest([b - a for a, b in corners])
        low, high = lows[axis], highs[axis]
        order = [geom for _, geom in sorted([(low[geom] + high[geom], geom) for geom in members])]
        half = len(order) // 2
        pending += [(order[half:], depth + 1, index), (order[:half], depth + 1, index)]
    return nodes


def _longest(sides: list[float]) -> int:
    """The axis of the longest side of a box, the first one of those that are the same."""
    x, y, z = sides
    if x + SAME > y and x + SAME > z:
        return 0
    return 1 if y + SAME > z else 2
