"""Broad phase: pairs of bodies whose boxes overlap, by sweep and prune (Cohen et al. 1995, Baraff 1992).

Boxes are aligned with the principal axes of the cloud of bodies, and sorted along the axis of largest spread. Bodies
with an unbounded geom, a plane, overlap with all others.
"""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.lanes import maximum, minimum
from ...jit.values import Mat3, Vec3, cross, normalized
from ..names import PLANE
from .pairs import collide_bodies
from .select import bodies_may_touch

FAR = 1e30
ROUNDS = 6  # of power iteration: any axis is correct, a good one is fast


@helper
def collides(m, b):
    """Whether a body has geoms that may touch others."""
    return m.body_geomnum[b] > 0 and (m.body_contype[b] | m.body_conaffinity[b]) != 0


@helper
def spread_axis(m, d):
    """Unit vector along which the centres of bodies vary most, by power iteration on their covariance."""
    mean, count = Vec3(0.0, 0.0, 0.0), 0.0
    for b in range(1, m.nbody):
        mean += d.xipos[b]
        count += 1.0
    mean = mean * (1.0 / maximum(count, 1.0))
    xx, yy, zz, xy, xz, yz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for b in range(1, m.nbody):
        r = d.xipos[b] - mean
        xx += r.x * r.x
        yy += r.y * r.y
        zz += r.z * r.z
        xy += r.x * r.y
        xz += r.x * r.z
        yz += r.y * r.z
    covariance = Mat3(xx, xy, xz, xy, yy, yz, xz, yz, zz)
    axis = Vec3(1.0, 1e-3, 1e-6)
    if yy > xx and yy > zz:
        axis = Vec3(1e-3, 1.0, 1e-6)
    elif zz > xx:
        axis = Vec3(1e-3, 1e-6, 1.0)
    for _ in range(ROUNDS):
        axis = normalized(covariance @ axis)
    return axis


@helper
def sweep_frame(m, d):
    """Rows: the axis of largest spread and two others."""
    x = spread_axis(m, d)
    y = normalized(cross(Vec3(0.0, 0.0, 1.0) if abs(x.z) < 0.9 else Vec3(1.0, 0.0, 0.0), x))
    z = cross(x, y)
    return Mat3(x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z)


@helper
def set_box(m, d, b, frame):
    """Box of a body in the axes of the sweep, with its margin."""
    low, high = Vec3(FAR, FAR, FAR), Vec3(-FAR, -FAR, -FAR)
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if m.geom_type[g] == PLANE:
            low, high = Vec3(-FAR, -FAR, -FAR), Vec3(FAR, FAR, FAR)
        else:
            p, r = frame @ d.geom_xpos[g], m.geom_rbound[g] + m.geom_margin[g] + m.geom_gap[g]
            low = Vec3(minimum(p.x - r, low.x), minimum(p.y - r, low.y), minimum(p.z - r, low.z))
            high = Vec3(maximum(p.x + r, high.x), maximum(p.y + r, high.y), maximum(p.z + r, high.z))
    d.work.box_low[b], d.work.box_high[b] = low, high


@helper
def set_boxes(m, d):
    """Boxes of all bodies that collide; the number of them, listed in work.sweep_order."""
    frame, count = sweep_frame(m, d), 0
    for b in range(m.nbody):
        if collides(m, b):
            set_box(m, d, b, frame)
            count += 1
    if d.work.sweep_count != count:  # the order of the last sweep is nearly that of this one
        d.work.sweep_count, k = count, 0
        for b in range(m.nbody):
            if collides(m, b):
                d.work.sweep_order[k] = b
                k += 1
    return count


@helper
def sort_along_sweep(d, count):
    """Insertion sort of the bodies by the lower ends of their boxes: linear in time if they have moved little."""
    for i in range(1, count):
        body, k = d.work.sweep_order[i], i - 1
        low = d.work.box_low[body].x
        while k >= 0 and d.work.box_low[d.work.sweep_order[k]].x > low:
            d.work.sweep_order[k + 1] = d.work.sweep_order[k]
            k -= 1
        d.work.sweep_order[k + 1] = body


@helper
def boxes_overlap(d, a, b):
    """Whether two boxes that overlap along the sweep do so along the other axes."""
    low_a, high_a, low_b, high_b = d.work.box_low[a], d.work.box_high[a], d.work.box_low[b], d.work.box_high[b]
    return low_a.y <= high_b.y and low_b.y <= high_a.y and low_a.z <= high_b.z and low_b.z <= high_a.z


@helper
def sweep(m, d, count, keys, room):
    """Collect keys of the body pairs that may touch, as far as there is room; how many there are."""
    found = 0
    for i in range(count):
        a = d.work.sweep_order[i]
        end = d.work.box_high[a].x
        for k in range(i + 1, count):
            b = d.work.sweep_order[k]
            if d.work.box_low[b].x > end:
                break
            if boxes_overlap(d, a, b):
                first, second = min(a, b), max(a, b)
                if bodies_may_touch(m, first, second):
                    if found < room:
                        keys[found] = 1.0 * (first * m.nbody + second)
                    found += 1
    return found


@helper
def sink(keys, start, end):
    """Restore the heap below `start` (Williams 1964)."""
    root = start
    while 2 * root + 1 < end:
        child = 2 * root + 1
        if child + 1 < end and keys[child] < keys[child + 1]:
            child += 1
        if keys[root] >= keys[child]:
            return
        keys[root], keys[child] = keys[child], keys[root]
        root = child


@helper
def sort_keys(keys, count):
    """Heap sort, so that the order of contacts does not depend on the order of the sweep."""
    for start in range(count // 2 - 1, -1, -1):
        sink(keys, start, count)
    for end in range(count - 1, 0, -1):
        keys[0], keys[end] = keys[end], keys[0]
        sink(keys, 0, end)


@stage
def sweep_and_prune(m, d):
    """Contacts of all pairs of bodies, found by sorting."""
    count = set_boxes(m, d)
    sort_along_sweep(d, count)
    mark = d.pstack
    room = max(4 * count, d.work.sweep_room)
    keys = scratch(d, room)
    found = sweep(m, d, count, keys, room)
    if found > room:
        d.pstack = mark
        room = found
        keys = scratch(d, room)
        found = sweep(m, d, count, keys, room)
    d.work.sweep_room = room
    sort_keys(keys, found)
    for i in range(found):
        key = int(keys[i])
        d.work.bodies[0], d.work.bodies[1] = key // m.nbody, key % m.nbody
        collide_bodies(m, d)
    d.pstack = mark


@stage
def every_pair(m, d):
    """Contacts of all pairs of bodies of a small model, one by one."""
    for first in range(m.nbody):
        if collides(m, first):
            for second in range(first + 1, m.nbody):
                if collides(m, second) and bodies_may_touch(m, first, second):
                    d.work.bodies[0], d.work.bodies[1] = first, second
                    collide_bodies(m, d)
