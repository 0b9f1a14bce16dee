"""Trees of bounding volumes: of cuts that are as good as each other, an engine takes the one that rounding tells it."""

from collections.abc import Iterator

import numpy as np

SLACK = 1e-6  # of the size of a tree: vertices of meshes are in single precision


def is_other_tree(m, rm) -> bool:
    """Whether trees differ only in the order of what they hold: ours have the same form, and cuts as good as any."""
    ours, theirs = np.array(m.bvh_nodeid), np.array(rm.bvh_nodeid)
    if ours.shape != theirs.shape or np.array_equal(ours, theirs) or not np.array_equal(m.bvh_child, rm.bvh_child):
        return False
    explained = ours == theirs
    for nodes, *points in trees(m):
        if not explained[nodes].all():
            explained[nodes] = has_same_leaves(m, rm, nodes) and is_cut_in_halves(m, nodes, *points)
    return bool(explained.all())


def trees(m) -> Iterator[tuple[slice, np.ndarray, np.ndarray]]:
    """The nodes of each tree, the points by which what it holds is sorted, and how well these are known.

    Geoms are sorted by the centres of their boxes, triangles by those of the circles through their corners.
    """
    for first, count in zip(m.body_bvhadr.tolist(), m.body_bvhnum.tolist()):
        if count:
            ids, boxes = leaves(m, slice(first, first + count))
            centres = np.zeros((m.ngeom, 3))
            centres[ids] = boxes[:, :3]
            yield slice(first, first + count), centres, np.full(m.ngeom, SLACK * np.abs(boxes).max())
    for mesh, (first, count) in enumerate(zip(m.mesh_bvhadr.tolist(), m.mesh_bvhnum.tolist())):
        if count:
            face, vertex = int(m.mesh_faceadr[mesh]), int(m.mesh_vertadr[mesh])
            triangles = np.array(m.mesh_face[face:face + int(m.mesh_facenum[mesh])])
            yield slice(first, first + count), *circles(np.array(m.mesh_vert[vertex + triangles], float))


def circles(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centres of the circles through the corners of triangles, and how well these are known: not at all of needles."""
    a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    normal = np.cross(a, b)
    longest = np.maximum((a * a).sum(axis=1), (b * b).sum(axis=1))
    area = (normal * normal).sum(axis=1)
    with np.errstate(all='ignore'):
        away = np.cross(normal, a) * (b * b).sum(axis=1)[:, None] + np.cross(b, normal) * (a * a).sum(axis=1)[:, None]
        centres = corners[:, 0] + away / (2 * area[:, None])
        known = SLACK * np.abs(corners).max() * np.maximum(longest**2 / area, 1)
    needle = ~np.isfinite(centres).all(axis=1) | ~np.isfinite(known)
    centres[needle], known[needle] = 0, np.inf
    return centres, known


def has_same_leaves(m, rm, nodes: slice) -> bool:
    """Whether leaves have the same boxes, whatever their order."""
    (ids, boxes), (their_ids, their_boxes) = leaves(m, nodes), leaves(rm, nodes)
    return np.array_equal(ids, their_ids) and np.abs(boxes - their_boxes).max() <= SLACK * np.abs(their_boxes).max()


def leaves(m, nodes: slice) -> tuple[np.ndarray, np.ndarray]:
    """What a tree holds, sorted, and its boxes."""
    ids = np.array(m.bvh_nodeid[nodes])
    order = np.argsort(ids, kind='stable')[np.count_nonzero(ids < 0):]
    return ids[order], np.array(m.bvh_aabb[nodes])[order]


def is_cut_in_halves(m, nodes: slice, centres: np.ndarray, known: np.ndarray) -> bool:
    """Whether each box is the one around its children, whose centres are apart along some axis, as far as known."""
    children, depth, boxes = (np.array(getattr(m, f'bvh_{name}')[nodes]) for name in ('child', 'depth', 'aabb'))
    near = SLACK * np.abs(boxes).max()
    ids = np.array(m.bvh_nodeid[nodes])  # limits of all leaves below are set for other nodes when their turn comes
    least, most = centres[ids] + known[ids, None], centres[ids] - known[ids, None]
    corners = np.concatenate((boxes[:, 3:] - boxes[:, :3], boxes[:, 3:] + boxes[:, :3]), axis=1)
    for level in range(depth.max(), -1, -1):
        above = np.flatnonzero((depth == level) & (children[:, 0] >= 0))
        left, right = children[above].T
        apart = (most[left] <= least[right]).any(axis=1)
        around = np.abs(corners[above] - np.maximum(corners[left], corners[right])).max(axis=1, initial=0) <= near
        if not (apart & around).all():
            return False
        least[above], most[above] = np.minimum(least[left], least[right]), np.maximum(most[left], most[right])
    return True
