"""Contacts of a capsule with a capsule or a box.

A capsule is a ball that moves along a segment: a collider picks one or two places of the ball.
"""

import math

from ...jit import helper, stage
from ...jit.formula import formula
from ...jit.lanes import any_, clamp, maximum, not_, where
from ...jit.values import ZERO, Vec3, cross, dot
from .sphere import touch_balls, touch_box

PARALLEL_AXES = 1e-8  # squared sine of the angle between capsules that lie side by side
PARALLEL_EDGE = 1e-15  # squared area [m^4] spanned by the halves of a capsule and an edge that do not cross

CLOSER = 1e-15  # squared distance [m^2] by which an edge has to be closer than what was found before it


@formula
def parts_of_both(along_a, along_b, between, x):
    """Places on two segments, as parts of their lengths: x on the first, or as close as possible to the second's end.

    The place on the second is the one closest to that on the first. `between` goes from the second's start to the
    first's.
    """
    square_a, square_b, product = dot(along_a, along_a), dot(along_b, along_b), dot(along_a, along_b)
    y = (product * x + dot(along_b, between)) / where(square_b > 0.0, square_b, 1.0)
    beyond, y = (y < 0.0) | (y > 1.0), clamp(y, 0.0, 1.0)
    at_end = (product * y - dot(along_a, between)) / where(square_a > 0.0, square_a, 1.0)
    return where(beyond, clamp(at_end, 0.0, 1.0), x), y


@stage
def capsule_capsule(m, d, a: int, b: int, reach: float):
    """The closest balls of both (Ericson 5.1.9); of parallel capsules those at both ends of the stretch they share."""
    half_a, half_b = d.geom_xmat[a].col_z * m.geom_size[a].y, d.geom_xmat[b].col_z * m.geom_size[b].y
    start_a, start_b = d.geom_xpos[a] - half_a, d.geom_xpos[b] - half_b
    along_a, along_b = d.geom_xpos[a] + half_a - start_a, d.geom_xpos[b] + half_b - start_b
    between, normal = start_a - start_b, cross(along_a, along_b)
    square = dot(normal, normal)
    crossing = clamp(dot(cross(along_b, between), normal) / where(square > 0.0, square, 1.0), 0.0, 1.0)
    parallel = square < PARALLEL_AXES * dot(along_a, along_a) * dot(along_b, along_b)
    for end in range(2 if any_(parallel) else 1):
        x, y = parts_of_both(along_a, along_b, between, where(parallel, float(end), crossing))
        touch_balls(d, a, b, reach, start_a + along_a * x, m.geom_size[a].x, start_b + along_b * y, m.geom_size[b].x,
                    parallel | (end == 0))


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
def closest_end(centre, half, size):
    """An end of the capsule that is inside of the box, or else the one closest to the face it is above.

    Its place (-1 or 1), its squared distance, whether it is above a face, and which (the axis of `side` that is not 0).
    """
    closest, best, above, side = 0.0, math.inf, False, ZERO
    for end in range(2):
        along = where(end == 0, -1.0, 1.0)
        place = centre + half * along
        beyond, height = sides_beyond(place, size), height_above(place, size)
        outside = beyond.x + beyond.y + beyond.z
        if outside < 2.0 and height * height < best:
            closest, best, above, side = along, height * height, outside == 1.0, beyond
    return closest, best, above, side


@formula
def closest_to_edge(centre, half, size, side_y, side_z):
    """Where the ball is closest to an edge along x; the gap between both, and whether that is beyond a corner."""
    y, z = centre.y - side_y * size.y, centre.z - side_z * size.z
    along = -(y * half.y + z * half.z) / (half.y * half.y + half.z * half.z)
    x = centre.x + along * half.x
    side_x = where(x > size.x, 1.0, where(x < -size.x, -1.0, 0.0))
    corner = Vec3(centre.x - side_x * size.x, y, z)  # the lines may pass each other beyond it
    along = clamp(where(side_x == 0.0, along, -dot(corner, half) / dot(half, half)), -1.0, 1.0)
    x = centre.x + along * half.x
    side_x = where(x > size.x, 1.0, where(x < -size.x, -1.0, side_x))
    return along, Vec3(x - clamp(x, -size.x, size.x), y + along * half.y, z + along * half.z), side_x


@formula
def cycled(v):
    """The vector with its axes renamed, y first; three times in a row changes nothing."""
    return Vec3(v.y, v.z, v.x)


@helper
def closest_to_box(centre, half, size):
    """Where the ball is closest to a face or edge of the box; an end inside of the box is closest of all.

    Its place, whether it is above a face, and at which sides of the box it is (-1, 0 or 1 for each axis). A capsule
    that runs through the box with both ends outside is judged by its distance to edges and faces too, as in MuJoCo.
    """
    closest, best, above, side = closest_end(centre, half, size)
    for _ in range(3):
        # the four edges along x, unless the capsule is parallel to them
        area2 = (half.y * half.y + half.z * half.z) * (size.x * size.x)
        for edge in range(4 if area2 >= PARALLEL_EDGE else 0):
            side_y, side_z = where(edge & 1 == 0, -1.0, 1.0), where(edge & 2 == 0, -1.0, 1.0)
            along, gap, side_x = closest_to_edge(centre, half, size, side_y, side_z)
            if dot(gap, gap) < best - CLOSER:
                closest, best, above, side = along, dot(gap, gap), False, Vec3(side_x, side_y, side_z)
        centre, half, size, side = cycled(centre), cycled(half), cycled(size), cycled(side)
    return closest, above, side


@formula
def direction_along_box(half, closest, above, side):
    """The way along the capsule (1 or -1) that stays at the box; 0 if both ways lead into it or both away."""
    inwards, outwards, ways_in, ways_out = 0.0, 0.0, 0.0, 0.0
    for a, s in zip(half, side):
        forth, back = a > 0.0, not_(a > 0.0)
        out, into = where(s > 0.0, forth, back) & (s != 0.0), where(s > 0.0, back, forth) & (s != 0.0)
        outwards, ways_out = outwards + where(out, a * a, 0.0), ways_out + where(out, 1.0, 0.0)
        inwards, ways_in = inwards + where(into, a * a, 0.0), ways_in + where(into, 1.0, 0.0)
    one_way = (ways_in == 0.0) | (ways_out == 0.0)
    at_edge = where(one_way, 0.0, where(inwards > outwards, 1.0, -1.0))
    return where(above, where(closest < 0.0, 1.0, -1.0), at_edge)


@formula
def room_along_box(place, step, above, side, size, room):
    """How many steps the ball can go, at most `room`, before it is beyond the next side of the box.

    Beyond a side already it starts from that side; the face that it is above does not end.
    """
    for p, v, s, half in zip(place, step, side, size):
        start = where(s == 0.0, p, s * half)
        width, speed = half - where(v > 0.0, start, -start), abs(v)
        ends = (width > 0.0) & (width < room * speed) & not_(above & (s != 0.0))
        room = where(ends, width / speed, room)
    return room


@stage
def capsule_box(m, d, capsule: int, box: int, reach: float):
    """The ball closest to the box, and the one as far along the touched part of the box as it reaches."""
    frame, size = d.geom_xmat[box], m.geom_size[box]
    centre = frame.T @ (d.geom_xpos[capsule] - d.geom_xpos[box])
    half = frame.T @ d.geom_xmat[capsule].col_z * m.geom_size[capsule].y
    closest, above, side = closest_to_box(centre, half, size)  # places are parts of the half length
    direction = direction_along_box(half, closest, above, side)
    room = room_along_box(centre + half * closest, half * direction, above, side, size, 1.0 - direction * closest)
    for k in range(2 if direction != 0.0 else 1):
        along = closest + where(k == 0, 0.0, direction * room)
        touch_box(m, d, box, reach, d.geom_xpos[box] + frame @ (centre + half * along), m.geom_size[capsule].x)
