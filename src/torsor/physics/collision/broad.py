"""Broad phase: pairs of bodies whose boxes overlap, by sweep and prune (Cohen et al. 1995, Baraff 1992).

Boxes are aligned with the principal axes of the cloud of geoms, and sorted along the axis of largest spread. The world,
and bodies with an unbounded geom, a plane, overlap with all others.
"""

from math import inf, nan
from typing import Any, NamedTuple

from ...jit import helper, stage
from ...jit.arena import scratch, scratch_ints
from ...jit.bits import lowest_bit
from ...jit.lanes import maximum, minimum
from ...jit.simd import WIDTH, bits_where, load_vector
from ...jit.values import Vec3
from ..common.names import PLANE, TIMER_BROAD, TIMER_NARROW
from ..common.timer import clock
from ..sleep.rest import may_sleep
from .mixing import has_one_margin
from .motion import looks_ahead
from .pairs import collide_listed, collide_pair
from .select import bodies_may_touch, both_rest, groups_fit, moving_group, parent_group, signature
from .sweep_axes import half_extent, sweep_frame

FAR = 1e30
SLACK = 1e-12  # of where a box is and how large: rounding must not lose a pair that is in contact
LAST = Vec3(inf, inf, inf)  # beyond all boxes


@helper
def collides(m, b):
    """Whether a body has geoms that may touch others."""
    return m.body_geomnum[b] > 0 and (m.body_contype[b] | m.body_conaffinity[b]) != 0


@helper
def half_margin(m, d, g):
    """What a geom adds to the distance at which it is looked at; one margin for all leaves no room for gaps."""
    if has_one_margin(m) and m.opt.o_margin != 0.0:
        return 0.5 * m.opt.o_margin + d.work.reach
    return m.geom_margin[g] + m.geom_gap[g] + d.work.reach


@helper
def smaller(a, b):
    """The smaller components of two vectors."""
    return Vec3(minimum(a.x, b.x), minimum(a.y, b.y), minimum(a.z, b.z))


@helper
def larger(a, b):
    """The larger components of two vectors."""
    return Vec3(maximum(a.x, b.x), maximum(a.y, b.y), maximum(a.z, b.z))


@helper
def set_box(m, d, b, frame):
    """Box of a body in the axes of the sweep, with its margin; that of the world, or of a plane, is unbounded.

    It is around what the box of each geom, whose centre is not that of the geom, and the ball around it have in common.
    """
    low, high, unbounded = Vec3(FAR, FAR, FAR), Vec3(-FAR, -FAR, -FAR), b == 0
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        unbounded = unbounded or m.geom_type[g] == PLANE
        p, axes, r = frame @ d.geom_xpos[g], frame @ d.geom_xmat[g], half_margin(m, d, g)
        ball = Vec3(m.geom_rbound[g], m.geom_rbound[g], m.geom_rbound[g])
        centre, h = p + axes @ m.geom_aabb.vec3[6 * g], half_extent(axes, m.geom_aabb.vec3[6 * g + 3])
        r += SLACK * (abs(p.x) + abs(p.y) + abs(p.z) + h.x + h.y + h.z)
        wider = Vec3(r, r, r)
        low = smaller(larger(centre - h, p - ball) - wider, low)
        high = larger(smaller(centre + h, p + ball) + wider, high)
        if looks_ahead(m) and d.work.sweep[g] > 0.0:  # also the ball around it where it will be
            p, r = p + frame @ d.work.travel[g], m.geom_rbound[g] + r
            low, high = smaller(Vec3(p.x - r, p.y - r, p.z - r), low), larger(Vec3(p.x + r, p.y + r, p.z + r), high)
    if unbounded:
        low, high = Vec3(-FAR, -FAR, -FAR), Vec3(FAR, FAR, FAR)
    d.work.box_low[b], d.work.box_high[b] = low, high


@helper
def set_boxes(m, d):
    """Boxes of all bodies that collide, and their number."""
    frame, count = sweep_frame(m, d), 0
    for b in range(m.nbody):
        if collides(m, b):
            set_box(m, d, b, frame)
            count += 1
        else:
            d.work.box_low[b] = LAST
    return count


@helper
def sort_along_sweep(m, d):
    """Insertion sort of all bodies by the lower ends of their boxes, those that do not collide last.

    It starts from the order of the last sweep, and is linear in time if bodies have moved little.
    """
    if d.work.sweep_count != m.nbody:
        d.work.sweep_count = m.nbody
        for b in range(m.nbody):
            d.work.sweep_order[b] = b
    for i in range(1, m.nbody):
        body, k = d.work.sweep_order[i], i - 1
        low = d.work.box_low[body].x
        while k >= 0 and d.work.box_low[d.work.sweep_order[k]].x > low:
            d.work.sweep_order[k + 1] = d.work.sweep_order[k]
            k -= 1
        d.work.sweep_order[k + 1] = body


class Ends(NamedTuple):
    """Ends of the boxes in the order of the sweep, side by side so that eight are looked at at a time."""

    count: int
    low: Any
    high: Any
    low_y: Any
    high_y: Any
    low_z: Any
    high_z: Any


@helper
def sorted_ends(d, count):
    """Ends of the boxes in the order of the sweep; after them boxes that are nowhere, which overlap none."""
    room = count + WIDTH
    ends = Ends(count, scratch(d, room), scratch(d, room), scratch(d, room), scratch(d, room), scratch(d, room),
                scratch(d, room))
    for i in range(count):
        low, high = d.work.box_low[d.work.sweep_order[i]], d.work.box_high[d.work.sweep_order[i]]
        ends.low[i], ends.low_y[i], ends.low_z[i] = low.x, low.y, low.z
        ends.high[i], ends.high_y[i], ends.high_z[i] = high.x, high.y, high.z
    for i in range(count, room):
        ends.low[i] = nan
    return ends


@helper
def overlapping(ends, i, k):
    """Which of the eight boxes from number k on overlap box i, a bit for each."""
    apart_y = maximum(load_vector(ends.low_y, k) - ends.high_y[i], ends.low_y[i] - load_vector(ends.high_y, k))
    apart_z = maximum(load_vector(ends.low_z, k) - ends.high_z[i], ends.low_z[i] - load_vector(ends.high_z, k))
    # what is nowhere comes second: then it is the answer
    apart = maximum(maximum(apart_y, apart_z), load_vector(ends.low, k) - ends.high[i])
    return bits_where(apart <= 0.0)


@helper
def sweep(d, ends, pairs, room):
    """Collect the pairs of bodies whose boxes overlap, as far as there is room; how many there are."""
    found = 0
    for i in range(ends.count):
        a, k = d.work.sweep_order[i], i + 1
        while ends.low[k] <= ends.high[i]:
            bits = overlapping(ends, i, k)
            while bits:
                if found < room:
                    pairs[2 * found], pairs[2 * found + 1] = a, d.work.sweep_order[k + lowest_bit(bits)]
                found += 1
                bits &= bits - 1
            k += WIDTH
    return found


class Lists(NamedTuple):
    """Where the pairs with the same first body will be listed, and those with the same second body."""

    first: Any
    second: Any


@helper
def no_lists(m, d):
    """Lists of pairs that are empty; the lengths of those of body b are counted at b + 2."""
    first, second = scratch_ints(d, m.nbody + 2), scratch_ints(d, m.nbody + 2)
    for b in range(m.nbody + 2):
        first[b], second[b] = 0, 0
    return Lists(first, second)


@helper
def keep_fitting(m, d, pairs, count, lists):
    """Leave only the pairs, each in order, that may touch, but for exclusions, and count them; how many.

    After the sweep and not during it, as neither foretells the other.
    """
    moving, above = scratch_ints(d, m.nbody), scratch_ints(d, m.nbody)
    for b in range(m.nbody):
        moving[b], above[b] = moving_group(m, b), parent_group(m, b)
    kept, skips = 0, may_sleep(m, d)
    for i in range(count):
        a, b = pairs[2 * i], pairs[2 * i + 1]
        first, second = min(a, b), max(a, b)
        pairs[2 * kept], pairs[2 * kept + 1] = first, second
        fit = (groups_fit(m, first, second, moving[first], moving[second], above[first], above[second])
               & (not (skips and both_rest(d, a, b))))
        lists.first[first + 2] += fit
        lists.second[second + 2] += fit
        kept += fit
    return kept


@helper
def sort_pairs(m, d, pairs, count, lists):
    """Sort pairs, so that the order of contacts does not depend on that of the sweep, by counting.

    Returns the second bodies, listed by their first bodies; the lists of body b start at lists.first[b].
    """
    by_second, second = scratch_ints(d, 2 * count), scratch_ints(d, count)
    for b in range(m.nbody):
        lists.first[b + 2] += lists.first[b + 1]
        lists.second[b + 2] += lists.second[b + 1]
    for i in range(count):  # what is at b + 1 moves on from the start of list b to its end
        b = pairs[2 * i + 1]
        k = lists.second[b + 1]
        by_second[2 * k], by_second[2 * k + 1], lists.second[b + 1] = pairs[2 * i], b, k + 1
    for i in range(count):
        b = by_second[2 * i]
        k = lists.first[b + 1]
        second[k], lists.first[b + 1] = by_second[2 * i + 1], k + 1
    return second


@helper
def next_exclusion(m, i, name):
    """The first of the excluded pairs from i on, which are sorted, that does not come before the one of this name."""
    while i < m.nexclude and m.exclude_signature[i] < name:
        i += 1
    return i


@stage
def sweep_and_prune(m, d) -> int:
    """Contacts of all pairs of bodies, found by sorting, with the listed pairs of geoms before; the next of these."""
    begin, listed = clock(m, d), 0
    count, mark = set_boxes(m, d), d.pstack
    sort_along_sweep(m, d)
    ends = sorted_ends(d, count)
    room = max(4 * count, d.work.sweep_room)
    pairs = scratch_ints(d, 2 * room)
    found = sweep(d, ends, pairs, room)
    if found > room:
        room = found
        pairs = scratch_ints(d, 2 * room)
        found = sweep(d, ends, pairs, room)
    d.work.sweep_room = room
    lists = no_lists(m, d)
    second = sort_pairs(m, d, pairs, keep_fitting(m, d, pairs, found, lists), lists)
    broad = clock(m, d) - begin
    d.timer.duration[TIMER_BROAD] += broad
    d.timer.duration[TIMER_NARROW] -= broad  # `collision` books all of its time there
    exclusion = 0
    for b in range(m.nbody):
        for i in range(lists.first[b], lists.first[b + 1]):
            exclusion = next_exclusion(m, exclusion, signature(b, second[i]))
            if exclusion < m.nexclude and m.exclude_signature[exclusion] == signature(b, second[i]):
                continue
            if listed < m.npair:
                listed = collide_listed(m, d, b, second[i], listed)
            collide_pair(m, d, b, second[i])
    d.pstack = mark
    return listed


@stage
def every_pair(m, d) -> int:
    """Contacts of all pairs of bodies of a small model, with the listed pairs of geoms before; the next of these."""
    skips, listed = may_sleep(m, d), 0
    for first in range(m.nbody):
        if collides(m, first):
            for second in range(first + 1, m.nbody):
                if (collides(m, second) and not (skips and both_rest(d, first, second))
                        and bodies_may_touch(m, first, second)):
                    if listed < m.npair:
                        listed = collide_listed(m, d, first, second, listed)
                    collide_pair(m, d, first, second)
    return listed
