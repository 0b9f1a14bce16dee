"""Middle phase: pairs of geoms of two bodies, tried one by one or through the trees of boxes around the geoms."""

import math

from ...jit import helper, stage
from ...jit.arena import scratch_ints
from ...jit.callback import is_set
from ...jit.values import norm
from ..common.names import OFF_MIDPHASE, PLANE
from ..sleep.rest import may_sleep
from .mixing import has_one_margin, margin_and_gap
from .motion import looks_ahead, swept_bounds_touch, thickness
from .narrow import narrow
from .obb import boxes_touch, fits_box, largest_gap, leaf_of
from .select import are_compatible, both_rest, bounds_touch, contactfilter, listing, signature

FEW = 16  # pairs of geoms below which trees do not pay
SLACK = 1e-12  # of the distance of boxes: rounding must not lose a pair that is in contact
DEEPEST = 256  # pairs of nodes that can wait while two trees are descended


@helper
def may_touch(m, d, first, second, reach):
    """Whether the balls around two geoms are within reach, or will be in this step if contacts are speculative."""
    if looks_ahead(m):
        return swept_bounds_touch(m, d, first, second, reach)
    return bounds_touch(m, d, first, second, reach)


@helper
def have_fast_geoms(m, d, b1, b2):
    """Whether the surface of some geom of two bodies goes farther in a step than some of their geoms is thick.

    As in MuJoCo both may be geoms of the same body, and such as touch nothing.
    """
    farthest, thinnest = 0.0, math.inf
    for b in (b1, b2):
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            farthest, thinnest = max(farthest, d.work.sweep[g]), min(thinnest, thickness(m, g))
    return farthest > thinnest


@stage
def collide_listed(m, d, b1: int, b2: int, i: int) -> int:
    """Contacts of the pairs of geoms that the model lists, from pair i up to those of two bodies; the pair after."""
    last = signature(b1, b2)
    while i < m.npair and m.pair_signature[i] <= last:
        first, second = m.pair_geom1[i], m.pair_geom2[i]
        if not (may_sleep(m, d) and both_rest(d, m.geom_bodyid[first], m.geom_bodyid[second])):
            margin, gap = margin_and_gap(m, first, second, i)
            if may_touch(m, d, first, second, margin + gap + d.work.reach):
                narrow(m, d, first, second, i)
        i += 1
    return i


@helper
def reach_of(m, d, first, second):
    """How far apart two geoms that no pair of the model lists may be for a contact."""
    margin, gap = margin_and_gap(m, first, second, -1)
    return margin + gap + d.work.reach


@helper
def are_near(m, d, first, second):
    """Whether neither bits nor distance rule out contacts of two geoms, and no pair of the model lists them."""
    return (are_compatible(m.geom_contype, m.geom_conaffinity, first, second)
            and may_touch(m, d, first, second, reach_of(m, d, first, second)) and listing(m, first, second) < 0)


@helper
def are_parted(m, d, first, second):
    """Whether the boxes of two geoms rule out contacts.

    As in MuJoCo boxes count as they are where they do not fit, and where a negative margin makes geoms overlap: shapes
    that iterations compare have contacts as soon as they overlap at all, but their boxes have to overlap by the margin.
    """
    reach = reach_of(m, d, first, second)
    if m.geom_type[first] == PLANE or m.geom_type[second] == PLANE:
        return False
    return ((reach < 0.0 or not fits_box(m, first) or not fits_box(m, second))
            and not boxes_touch(m, d, first, second, reach))


@helper
def node_box(m, b, node):
    """Centre and half sizes of the box around a node of the tree of body b, in the frame of its inertia."""
    at = m.body_bvhadr[b] + node
    return m.bvh_aabb.vec3[6 * at], m.bvh_aabb.vec3[6 * at + 3]


@helper
def nodes_touch(m, d, b1, node1, b2, node2):
    """Whether the boxes around two nodes are within the margins of each other, along the axes of each.

    One margin for all leaves no room for gaps: contacts that lie in one are not found between boxes farther apart.
    """
    (centre1, half1), (centre2, half2) = node_box(m, b1, node1), node_box(m, b2, node2)
    between = d.xipos[b2] + d.ximat[b2] @ centre2 - d.xipos[b1] - d.ximat[b1] @ centre1
    axes = d.ximat[b1].T @ d.ximat[b2]
    reach = m.opt.o_margin if has_one_margin(m) else m.body_margin[b1] + m.body_margin[b2] + SLACK * norm(between)
    reach += d.work.reach
    return (largest_gap(d.ximat[b1].T @ between, axes, half1, half2) <= reach
            and largest_gap(d.ximat[b2].T @ between, axes.T, half2, half1) <= reach)


@helper
def surface(m, b, node):
    """Surface of the box around a node, but for a factor."""
    half = node_box(m, b, node)[1]
    return half.x * half.y + half.y * half.z + half.z * half.x


@helper
def child(m, b, node, side):
    """A child of a node, -1 for a leaf."""
    return m.bvh_child[m.body_bvhadr[b] + node, side]


@helper
def push(waiting, top, node1, node2):
    """Let a pair of nodes wait on the pile; how many there are now."""
    waiting[2 * top], waiting[2 * top + 1] = node1, node2
    return top + 1


@helper
def insert_pair(m, pairs, count, first, second):
    """Insert a pair of geoms, ordered by type, into a sorted list; returns how many it has now."""
    if m.geom_type[first] > m.geom_type[second]:
        first, second = second, first
    k = count
    while k > 0 and (pairs[2 * k - 2] > first or (pairs[2 * k - 2] == first and pairs[2 * k - 1] > second)):
        pairs[2 * k], pairs[2 * k + 1] = pairs[2 * k - 2], pairs[2 * k - 1]
        k -= 1
    pairs[2 * k], pairs[2 * k + 1] = first, second
    return count + 1


@helper
def descend_trees(m, d, b1, b2, pairs):
    """Collect the pairs of geoms that may touch, descending two trees together, the larger node first; how many."""
    waiting = scratch_ints(d, 2 * DEEPEST)
    top, count = push(waiting, 0, 0, 0), 0
    while top > 0:
        top -= 1
        node1, node2 = waiting[2 * top], waiting[2 * top + 1]
        left1, left2 = child(m, b1, node1, 0), child(m, b2, node2, 0)
        if left1 < 0 and left2 < 0:
            count = insert_pair(m, pairs, count, m.bvh_nodeid[m.body_bvhadr[b1] + node1],
                                m.bvh_nodeid[m.body_bvhadr[b2] + node2])
        elif nodes_touch(m, d, b1, node1, b2, node2):
            if left2 < 0 or (left1 >= 0 and surface(m, b1, node1) > surface(m, b2, node2)):
                top = push(waiting, top, child(m, b1, node1, 1), node2)
                top = push(waiting, top, left1, node2)
            else:
                top = push(waiting, top, node1, child(m, b2, node2, 1))
                top = push(waiting, top, node1, left2)
    return count


@stage
def is_reached(m, d, b1: int, b2: int, first: int, second: int) -> int:
    """Whether descending the trees of two bodies leads to two of their geoms, and the boxes of these do not part them.

    It leads there if the boxes of these touch, as all others contain those of some geoms. Otherwise the way there
    decides: MuJoCo does not compare the boxes at its end.
    """
    one, other = (first, second) if m.geom_bodyid[first] == b1 else (second, first)
    leaf1, leaf2 = leaf_of(m, one), leaf_of(m, other)
    if leaf1 < 0 or leaf2 < 0 or are_parted(m, d, first, second):
        return 0
    if nodes_touch(m, d, b1, leaf1 - m.body_bvhadr[b1], b2, leaf2 - m.body_bvhadr[b2]):
        return 1
    mark, reached = d.pstack, 0
    pairs = scratch_ints(d, 2 * m.body_geomnum[b1] * m.body_geomnum[b2])
    for i in range(descend_trees(m, d, b1, b2, pairs)):
        g1, g2 = pairs[2 * i], pairs[2 * i + 1]
        reached |= (g1 == first and g2 == second) or (g1 == second and g2 == first)
    d.pstack = mark
    return reached


@stage
def collide_trees(m, d, b1: int, b2: int):
    """Contacts of two bodies, through their trees, in the order of the geoms."""
    mark = d.pstack
    pairs = scratch_ints(d, 2 * m.body_geomnum[b1] * m.body_geomnum[b2])
    for i in range(descend_trees(m, d, b1, b2, pairs)):
        first, second = pairs[2 * i], pairs[2 * i + 1]
        if are_near(m, d, first, second) and not are_parted(m, d, first, second):
            narrow(m, d, first, second, -1)
    d.pstack = mark


@helper
def is_next(m, g1, g2, side):
    """Whether it is the turn of two geoms: of all that are in order by type at first, then of the others."""
    return m.geom_type[g1] < m.geom_type[g2] or (side == 0 and m.geom_type[g1] == m.geom_type[g2])


@helper
def collide_reached(m, d, b1, b2, first, second):
    """Contacts of two near geoms of bodies whose trees lead to them.

    Trees are asked last, only about contacts: most of them fit, and then miss none. But a filter of the user does not
    see what they miss.
    """
    before, filtered = d.ncon, is_set(m, contactfilter)
    if filtered and is_reached(m, d, b1, b2, first, second) == 0:
        return
    narrow(m, d, first, second, -1)
    if d.ncon > before and not filtered and is_reached(m, d, b1, b2, first, second) == 0:
        d.ncon = before


@helper
def collide_few(m, d, b1, b2):
    """Contacts of two bodies with few geoms: what `collide_trees` finds, faster."""
    for side in range(2):
        first, second = (b1, b2) if side == 0 else (b2, b1)
        for g1 in range(m.body_geomadr[first], m.body_geomadr[first] + m.body_geomnum[first]):
            for g2 in range(m.body_geomadr[second], m.body_geomadr[second] + m.body_geomnum[second]):
                if is_next(m, g1, g2, side) and are_near(m, d, g1, g2):
                    collide_reached(m, d, b1, b2, g1, g2)


@helper
def has_middle_phase(m, d, b1, b2):
    """Whether trees of boxes decide which geoms of two bodies are compared.

    Fast geoms switch them off: their boxes do not say where they will be.
    """
    if m.opt.disableflags & OFF_MIDPHASE != 0 or m.body_bvhnum[b1] == 0 or m.body_bvhnum[b2] == 0:
        return False
    return not (looks_ahead(m) and have_fast_geoms(m, d, b1, b2))


@stage
def collide_bodies(m, d, b1: int, b2: int):
    """Contacts of two bodies of which one has several geoms.

    With a middle phase contacts are sorted by their geoms, the one of the lower type first.
    """
    pairs, few = m.body_geomnum[b1] * m.body_geomnum[b2], 1 if has_one_margin(m) else FEW
    if has_middle_phase(m, d, b1, b2):
        if pairs > few:
            collide_trees(m, d, b1, b2)
        else:
            collide_few(m, d, b1, b2)
        return
    for g1 in range(m.body_geomadr[b1], m.body_geomadr[b1] + m.body_geomnum[b1]):
        for g2 in range(m.body_geomadr[b2], m.body_geomadr[b2] + m.body_geomnum[b2]):
            if are_near(m, d, g1, g2):
                narrow(m, d, g1, g2, -1)


@helper
def collide_pair(m, d, b1, b2):
    """Contacts of two bodies; those that have one geom each, as most, take no detour."""
    if m.body_geomnum[b1] == 1 and m.body_geomnum[b2] == 1:
        if are_near(m, d, m.body_geomadr[b1], m.body_geomadr[b2]):
            narrow(m, d, m.body_geomadr[b1], m.body_geomadr[b2], -1)
    else:
        collide_bodies(m, d, b1, b2)
