"""Bounding volume hierarchies: for every body a binary tree of boxes around its colliding geoms."""

import numpy as np

from .orientation import matrix

Fields = dict[str, np.ndarray]
Node = tuple[int, tuple[int, int], int, np.ndarray]  # depth, children, geom, box


def set_hierarchies(fields: Fields) -> dict[str, int]:
    """Fill bvh_* and body_bvh*; boxes (centre, half sizes) are in the inertial frame of their body."""
    count = len(fields['body_parentid'])
    collides = (fields['geom_contype'] | fields['geom_conaffinity']) != 0
    members: list[list[int]] = [[] for _ in range(count)]
    for geom in np.flatnonzero(collides).tolist():
        members[fields['geom_bodyid'][geom]].append(geom)
    nodes: list[Node] = []
    address, number = np.full(count, -1, dtype=np.int32), np.zeros(count, dtype=np.int32)
    for body, geoms in enumerate(members):
        if geoms:
            tree = _hierarchy(geoms, _boxes(fields, body, geoms))
            address[body], number[body] = len(nodes), len(tree)
            nodes += tree
    fields['body_bvhadr'], fields['body_bvhnum'] = address, number
    fields['bvh_depth'] = np.array([depth for depth, *_ in nodes], dtype=np.int32)
    fields['bvh_child'] = np.array([children for _, children, *_ in nodes], dtype=np.int32).reshape(-1, 2)
    fields['bvh_nodeid'] = np.array([geom for _, _, geom, _ in nodes], dtype=np.int32)
    fields['bvh_aabb'] = np.array([box for *_, box in nodes], dtype=float).reshape(-1, 6)
    return {'nbvh': len(nodes), 'nbvhstatic': len(nodes), 'nbvhdynamic': 0}


def _boxes(fields: Fields, body: int, geoms: list[int]) -> np.ndarray:
    """Lower and upper corners (geom, 2, 3) of the geoms' boxes along the body's principal axes."""
    axes = np.array(matrix(fields['body_iquat'][body].tolist()))
    corners = np.empty((len(geoms), 2, 3))
    for row, geom in enumerate(geoms):
        rotation = np.array(matrix(fields['geom_quat'][geom].tolist()))
        centre, half = fields['geom_aabb'][geom, :3], fields['geom_aabb'][geom, 3:]
        middle = axes.T @ (fields['geom_pos'][geom] + rotation @ centre - fields['body_ipos'][body])
        reach = np.abs(axes.T @ rotation) @ half
        corners[row] = middle - reach, middle + reach
    return corners


def _hierarchy(geoms: list[int], corners: np.ndarray) -> list[Node]:
    """Halve along the longest side of the box until one geom is left; nodes in preorder, children by position."""
    nodes: list[Node] = []
    pending = [(list(range(len(geoms))), 0, -1)]
    while pending:
        rows, depth, parent = pending.pop()
        index = len(nodes)
        if parent >= 0:
            up_depth, (first, _), geom, box = nodes[parent]
            nodes[parent] = up_depth, (index, -1) if first < 0 else (first, index), geom, box
        lower, upper = corners[rows, 0].min(axis=0), corners[rows, 1].max(axis=0)
        box = np.concatenate([(lower + upper) / 2, (upper - lower) / 2])
        leaf = len(rows) == 1
        nodes.append((depth, (-1, -1), geoms[rows[0]] if leaf else -1, box))
        if not leaf:
            sides = (upper - lower).tolist()
            axis = max(range(3), key=lambda k: (sides[k], k))
            rows = sorted(rows, key=lambda row: (corners[row, 0, axis] + corners[row, 1, axis], row))
            half = len(rows) // 2
            pending += [(rows[half:], depth + 1, index), (rows[:half], depth + 1, index)]
    return nodes
