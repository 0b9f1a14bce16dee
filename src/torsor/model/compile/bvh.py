"""Bounding volume hierarchies: for every body a binary tree of boxes around its colliding geoms."""

from collections.abc import Iterable, Sequence

import numpy as np

from ..spec.rotation import Vector, conjugate, matrix
from .columns import Fields, column, set_columns
from .mesh.hierarchy import halved

MANY = 32  # geoms of a body from which on NumPy is faster
SAME = 1e-14  # rounding does not decide between sides that differ less

Corners = tuple[Vector, Vector]  # the lower and the upper one of a box
Node = tuple[int, tuple[int, int], int, Vector]  # depth, children, geom, box


def set_hierarchies(fields: Fields) -> dict[str, int]:
    """Fill bvh_* and body_bvh*; boxes (centre, half sizes) are in the inertial frame of their body."""
    members: list[list[int]] = [[] for _ in fields['body_parentid']]
    contacts = zip(fields['geom_bodyid'].tolist(), fields['geom_contype'].tolist(), fields['geom_conaffinity'].tolist())
    for geom, (body, contype, conaffinity) in enumerate(contacts):
        if contype or conaffinity:
            members[body].append(geom)
    corners = _Corners(fields)
    nodes: list[Node] = []
    address, number = [], []
    for geoms in members:
        tree = hierarchy({geom: corners.of(geom) for geom in geoms}) if geoms else []
        address.append(len(nodes) if geoms else -1)
        number.append(len(tree))
        nodes += tree
    set_columns(fields, {'body_bvhadr': address, 'body_bvhnum': number})
    if nodes:
        for name, values in zip(('bvh_depth', 'bvh_child', 'bvh_nodeid', 'bvh_aabb'), zip(*nodes)):
            fields[name] = column(name, list(values))
    return {'nbvh': len(nodes), 'nbvhstatic': len(nodes), 'nbvhdynamic': 0}


def refit_hierarchies(fields: Fields) -> None:
    """New boxes for trees that stay as they are, after geoms have moved or changed their size."""
    corners, boxes = _Corners(fields), np.array(fields['bvh_aabb'])
    for address, count in zip(fields['body_bvhadr'].tolist(), fields['body_bvhnum'].tolist(), strict=True):
        children, geoms = (fields[f'bvh_{name}'][address : address + count].tolist() for name in ('child', 'nodeid'))
        spans: dict[int, Corners] = {}
        for node in reversed(range(count)):  # children come after their parents
            geom = geoms[node]
            spans[node] = corners.of(geom) if geom >= 0 else _around([spans[child] for child in children[node]])
            boxes[address + node] = _box(*spans[node])
    fields['bvh_aabb'] = boxes


class _Corners:
    """Lower and upper corners of the boxes of geoms along the principal axes of their bodies."""

    def __init__(self, fields: Fields):
        self.owner = fields['geom_bodyid'].tolist()
        self.poses = list(zip(fields['geom_pos'].tolist(), fields['geom_quat'].tolist()))
        self.inertia = list(zip(fields['body_ipos'].tolist(), fields['body_iquat'].tolist()))
        self.boxes = fields['geom_aabb'].tolist()
        self.axes: dict[int, Sequence[Vector]] = {}  # of bodies

    def of(self, geom: int) -> Corners:
        """Those of one geom."""
        x, y, z, a, b, c = self.boxes[geom]
        body, pose = self.owner[geom], self.poses[geom]
        inertia = self.inertia[body]
        if pose == inertia:  # as that of a body with a single geom
            return (x - a, y - b, z - c), (x + a, y + b, z + c)
        if body not in self.axes:
            self.axes[body] = matrix(conjugate(inertia[1]))
        axes, turned = self.axes[body], matrix(pose[1])
        u, v, w = [p + (r[0] * x + r[1] * y + r[2] * z) - i for p, i, r in zip(pose[0], inertia[0], turned)]
        r, s, t = turned
        lower, upper = [], []
        for i, j, k in axes:
            centre = 0.0 + i * u + j * v + k * w  # 0 for -0
            reach = (
                abs(i * r[0] + j * s[0] + k * t[0]) * a
                + abs(i * r[1] + j * s[1] + k * t[1]) * b
                + abs(i * r[2] + j * s[2] + k * t[2]) * c
            )
            lower.append(centre - reach)
            upper.append(centre + reach)
        return tuple(lower), tuple(upper)


def _around(corners: Iterable[Corners]) -> Corners:
    """The corners of the box around several."""
    lower, upper = zip(*corners)
    return tuple(map(min, zip(*lower))), tuple(map(max, zip(*upper)))


def _box(lower: Vector, upper: Vector) -> Vector:
    """Centre and half sizes."""
    x, y, z = lower
    a, b, c = upper
    return (x + a) / 2, (y + b) / 2, (z + c) / 2, (a - x) / 2, (b - y) / 2, (c - z) / 2


def hierarchy(corners: dict[int, Corners]) -> list[Node]:
    """Halve along the longest side of the box until one geom is left; nodes in preorder, children by position."""
    if len(corners) > MANY:
        return _hierarchy_of_many(corners)
    nodes: list[Node] = []
    pending = [(list(corners), 0, -1)]
    while pending:
        members, depth, parent = pending.pop()
        index = len(nodes)
        if parent >= 0:
            above, (first, _), geom, box = nodes[parent]
            nodes[parent] = above, (index, -1) if first < 0 else (first, index), geom, box
        if len(members) == 1:
            nodes.append((depth, (-1, -1), members[0], _box(*corners[members[0]])))
            continue
        lower, upper = _around(map(corners.__getitem__, members))
        nodes.append((depth, (-1, -1), -1, _box(lower, upper)))
        axis = _longest([b - a for a, b in zip(lower, upper)])
        members.sort(key=lambda geom, axis=axis: (corners[geom][0][axis] + corners[geom][1][axis], geom))
        half = len(members) // 2
        pending += [(members[half:], depth + 1, index), (members[:half], depth + 1, index)]
    return nodes


def _hierarchy_of_many(corners: dict[int, Corners]) -> list[Node]:
    """The same tree, whose levels are made at once."""
    lower, upper = np.array(list(corners.values())).transpose(1, 0, 2)
    tree, geoms = halved(lower, upper, lower + upper), [*corners, -1]
    leaves = [geoms[leaf] for leaf in tree.triangle.tolist()]
    return list(zip(tree.depth.tolist(), map(tuple, tree.children.tolist()), leaves, map(tuple, tree.boxes.tolist())))


def _longest(sides: list[float]) -> int:
    """The axis of the longest side of a box, the first one of those that are the same."""
    x, y, z = sides
    if x + SAME > y and x + SAME > z:
        return 0
    return 1 if y + SAME > z else 2
