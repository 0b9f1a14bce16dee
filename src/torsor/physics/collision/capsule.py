"""Contacts of a capsule with a capsule or a box.

A capsule is a ball that moves along a segment: a collider picks one or two places of the ball.
"""

import math

from ...jit import helper, stage
from ...jit.formula import formula
from ...jit.lanes import clamp, maximum, not_, where
from ...jit.values import ZERO, Vec3, cross, dot
from .found import first_geom, second_geom
from .sphere import touch_balls, touch_box

PARALLEL_AXES = 1e-8  # squared sine of the angle between capsules that lie side by side
PARALLEL_EDGE = 1e-15  # squared area [m^4] spanned by the halves of a capsule and an edge that do not cross


@stage
def capsule_capsule(m, d):
    """The closest balls of both; of parallel capsules those at both ends of the stretch that they share."""
    a, b = first_geom(d), second_geom(d)
    axis_a, half_a = d.geom_xmat[a].col_z, m.geom_size[a].y
    axis_b, half_b = d.geom_xmat[b].col_z, m.geom_size[b].y
    between = d.geom_xpos[b] - d.geom_xpos[a]
    along_a, along_b = dot(axis_a, between), dot(axis_b, between)
    cosine, normal = dot(axis_a, axis_b), cross(axis_a, axis_b)
    sine2 = dot(normal, normal)
    places = 2 if sine2 < PARALLEL_AXES and half_a > 0.0 and half_b > 0.0 else 1
    for k in range(places):
        # y is the place on b: an end, or where the common perpendicular meets it (Ericson 5.1.8)
        if places == 2:
            y = where((k == 0) == (cosine > 0.0), -half_b, half_b)
        else:
            crossing = dot(cross(between, axis_b), normal) / where(sine2 > 0.0, sine2, 1.0)
            y = clamp(clamp(crossing, -half_a, half_a) * cosine - along_b, -half_b, half_b)
        x = along_a + y * cosine
        if abs(x) > half_a:  # an end of a is closest, to some other place of b
            x = clamp(x, -half_a, half_a)
            y = clamp(x * cosine - along_b, -half_b, half_b)
        touch_balls(d, d.geom_xpos[a] + axis_a * x, m.geom_size[a].x, d.geom_xpos[b] + axis_b * y, m.geom_size[b].x)


@formula
def sides_beyond(place, size):
    """1 for each axis along which a point is beyond the box, else 0."""
    return Vec3(*[where(abs(p) - s > 0.0, 1.0, 0.0) for p, s in zip(place, size)])


@formula
def height_above(place, size):
    """Distance of a point from the face of the box that it is above; 0 if it is inside of the box."""
    gap = [abs(p) - s for p, s in zip(place, size)]
    return maximum(maximum(gap[0], gap[1]), maximum(gap[2], 0.0))


@helper
def closest_end(centre, axis, half_length, size):
    """An end of the capsule that is inside of the box, or else the one closest to the face it is above.

    Its place, its squared distance, whether it is above a face, and which (the axis of `side` that is not 0).
    """
    closest, best, above, side = 0.0, math.inf, False, ZERO
    for end in range(2):
        along = where(end == 0, -half_length, half_length)
        place = centre + axis * along
        beyond, height = sides_beyond(place, size), height_above(place, size)
        outside = beyond.x + beyond.y + beyond.z
        if outside < 2.0 and height * height < best:
            closest, best, above, side = along, height * height, outside == 1.0, beyond
    return closest, best, above, side


@formula
def closest_to_edge(centre, axis, half_length, size, side_y, side_z):
    """Where the ball is closest to an edge along x; the gap between both, and whether that is beyond a corner."""
    y, z = centre.y - side_y * size.y, centre.z - side_z * size.z
    along = -(y * axis.y + z * axis.z) / (axis.y * axis.y + axis.z * axis.z)
    x = centre.x + along * axis.x
    side_x = where(x > size.x, 1.0, where(x < -size.x, -1.0, 0.0))
    corner = Vec3(centre.x - side_x * size.x, y, z)  # the lines may pass each other beyond it
    along = clamp(where(side_x == 0.0, along, -dot(corner, axis)), -half_length, half_length)
    x = centre.x + along * axis.x
    side_x = where(x > size.x, 1.0, where(x < -size.x, -1.0, side_x))
    return along, Vec3(x - clamp(x, -size.x, size.x), y + along * axis.y, z + along * axis.z), side_x


@formula
def cycled(v):
    """The vector with its axes renamed, y first; three times in a row changes nothing."""
    return Vec3(v.y, v.z, v.x)


@helper
def closest_to_box(centre, axis, half_length, size):
    """Where the ball is closest to a face or edge of the box; an end inside of the box is closest of all.

    Its place, whether it is above a face, and at which sides of the box it is (-1, 0 or 1 for each axis). A capsule
    that runs through the box with both ends outside is judged by its distance to edges and faces too, as in MuJoCo.
    """
    closest, best, above, side = closest_end(centre, axis, half_length, size)
    for _ in range(3):
        # the four edges along x, unless the capsule is parallel to them
        slope2, area = axis.y * axis.y + axis.z * axis.z, size.x * half_length
        for edge in range(4 if slope2 * area * area >= PARALLEL_EDGE else 0):
            side_y, side_z = where(edge & 1 == 0, -1.0, 1.0), where(edge & 2 == 0, -1.0, 1.0)
            along, gap, side_x = closest_to_edge(centre, axis, half_length, size, side_y, side_z)
            if dot(gap, gap) < best:
                closest, best, above, side = along, dot(gap, gap), False, Vec3(side_x, side_y, side_z)
        centre, axis, size, side = cycled(centre), cycled(axis), cycled(size), cycled(side)
    return closest, above, side


@formula
def direction_along_box(axis, closest, above, side):
    """The way along the capsule (1 or -1) that stays at the box; 0 if both ways lead into it or both away."""
    inwards, outwards, ways_in, ways_out = 0.0, 0.0, 0.0, 0.0
    for a, s in zip(axis, side):
        forth, back = a > 0.0, not_(a > 0.0)
        out, into = where(s > 0.0, forth, back) & (s != 0.0), where(s > 0.0, back, forth) & (s != 0.0)
        outwards, ways_out = outwards + where(out, a * a, 0.0), ways_out + where(out, 1.0, 0.0)
        inwards, ways_in = inwards + where(into, a * a, 0.0), ways_in + where(into, 1.0, 0.0)
    one_way = (ways_in == 0.0) | (ways_out == 0.0)
    at_edge = where(one_way, 0.0, where(inwards > outwards, 1.0, -1.0))
    return where(above, where(closest < 0.0, 1.0, -1.0), at_edge)


@formula
def room_along_box(place, step, above, side, size, room):
    """How far the ball can go in direction `step`, at most `room`, before it is beyond the next side of the box.

    Beyond a side already it starts from that side; the face that it is above does not end.
    """
    for p, v, s, half in zip(place, step, side, size):
        start = where(s == 0.0, p, s * half)
        width, speed = half - where(v > 0.0, start, -start), abs(v)
        ends = (width > 0.0) & (width < room * speed) & not_(above & (s != 0.0))
        room = where(ends, width / speed, room)
    return room


@stage
def capsule_box(m, d):
    """The ball closest to the box, and the one as far along the touched part of the box as it reaches."""
    capsule, box = first_geom(d), second_geom(d)
    frame, size, half_length = d.geom_xmat[box], m.geom_size[box], m.geom_size[capsule].y
    centre = frame.T @ (d.geom_xpos[capsule] - d.geom_xpos[box])
    axis = frame.T @ d.geom_xmat[capsule].col_z
    closest, above, side = closest_to_box(centre, axis, half_length, size)
    direction = direction_along_box(axis, closest, above, side)
    room = room_along_box(centre + axis * closest, axis * direction, above, side, size,
                          half_length - direction * closest)
    for k in range(2 if direction != 0.0 else 1):
        along = closest + where(k == 0, 0.0, direction * room)
        touch_box(m, d, d.geom_xpos[capsule] + d.geom_xmat[capsule].col_z * along, m.geom_size[capsule].x)
