"""The shortest way of a string past a sphere or a cylinder, which is infinitely long.

Everything happens in a plane: that of the centre of the sphere and the two ends, or that across the axis of the
cylinder. There the obstacle is a circle about the origin. A string that goes around it leaves it along tangents; one
that has to pass through it, and would miss it, touches it in a point. Points in the plane are vectors with z = 0.
"""

import math

from ...jit import helper
from ...jit.values import Vec3, cross, dot, norm, normalized
from ..common.names import MINVAL

ENOUGH = 1e-6  # [rad] error of angles on the circle
ATTEMPTS = 20
NONE = -1.0


@helper
def angle_to(p, q):
    """Angle from p to q in the plane, in (-pi, pi]."""
    return math.atan2(p.x * q.y - p.y * q.x + 0.0, p.x * q.x + p.y * q.y)


@helper
def turned(p, angle):
    """A point of the plane, rotated about the origin."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return Vec3(cosine * p.x - sine * p.y, sine * p.x + cosine * p.y, 0.0)


@helper
def determinant(p, q):
    """Of two vectors in the plane: positive if q is counterclockwise of p."""
    return p.x * q.y - p.y * q.x


@helper
def tangent(p, radius, way):
    """Where the line from p touches the circle when it goes around counterclockwise, or clockwise for way = -1."""
    square, distance = radius * radius, dot(p, p)
    free, turn = math.sqrt(max(0.0, distance - square)), way * radius
    return Vec3((p.x * square - turn * p.y * free) / distance, (p.y * square + turn * p.x * free) / distance, 0.0)


@helper
def wrapped(angle):
    """An angle from -2 pi to 2 pi as one from -pi to pi."""
    if angle > math.pi:
        return angle - 2.0 * math.pi
    return angle + 2.0 * math.pi if angle < -math.pi else angle


@helper
def way_past(p, q, side, radius, sided):
    """1 for a string from p to q that goes around the circle counterclockwise, -1 for clockwise.

    It turns as the line from p over `side` to q does, if it is `sided`. Else the chord of its arc is the shorter one;
    for two points on the circle both ways have the same, and it is counterclockwise.
    """
    if sided:
        first, between, last = math.atan2(p.y, p.x), math.atan2(side.y, side.x), math.atan2(q.y, q.x)
        return 1.0 if wrapped(between - first) + wrapped(last - between) > 0.0 else -1.0
    left = dot(tangent(p, radius, 1.0), tangent(q, radius, -1.0))
    right = dot(tangent(p, radius, -1.0), tangent(q, radius, 1.0))
    return -1.0 if right > left else 1.0


@helper
def around(p, q, side, radius, sided, meets):
    """Angle of the arc where a string from p to q touches the circle, and its ends; a negative angle if it does not.

    `meets` says whether the straight line touches it. Tangents that cross belong to a string that does not. From a
    point on the circle there is no tangent, so that nothing crosses: then the string goes around the rest of the
    circle, or back along it if it is `sided`.
    """
    way = way_past(p, q, side, radius, sided)
    start, end = tangent(p, radius, way), tangent(q, radius, -way)
    arc, is_short = way * angle_to(start, end), way * determinant(p, q) >= 0.0
    if arc < 0.0 and is_short and (not meets or abs(determinant(start - p, end - q)) >= MINVAL):
        return NONE, start, end
    if arc < -ENOUGH and not (is_short and sided):
        return arc + 2.0 * math.pi, start, end
    return abs(arc), start, end


@helper
def nearest_to_centre(p, q):
    """The point of the line from p to q that is nearest to the centre of the circle."""
    line = q - p
    square = dot(line, line)
    along = -dot(p, line) / square if square > 0.0 else 0.0
    return p + line * max(0.0, min(1.0, along))


@helper
def touching(p, q, radius):
    """The point of the circle over which the way from p to q, both outside, is the shortest.

    There both lines make the same angle b with the normal, and by the law of sines the angle between p and q, seen from
    the centre, is 2 b - asin(radius sin b / |p|) - asin(radius sin b / |q|): Newton's method from a right angle.
    """
    total, by_p, by_q = angle_to(p, q), radius / norm(p), radius / norm(q)
    b = 0.5 * math.pi
    for _ in range(ATTEMPTS):
        sine, cosine = math.sin(b), math.cos(b)
        x, y = by_p * sine, by_q * sine
        excess = 2.0 * b - math.asin(x) - math.asin(y) - abs(total)
        if abs(excess) < ENOUGH:
            break
        b -= excess / max(MINVAL, 2.0 - cosine * (by_p / math.sqrt(1.0 - x * x) + by_q / math.sqrt(1.0 - y * y)))
    if total >= 0.0:  # counterclockwise from one of the ends
        return turned(p, b - math.asin(by_p * math.sin(b))) * by_p
    return turned(q, b - math.asin(by_q * math.sin(b))) * by_q


@helper
def in_plane(p, q, side, radius, sided, through):
    """Length of the arc on the circle and its ends; a negative length if the string goes straight."""
    nowhere = Vec3(0.0, 0.0, 0.0)
    if radius < MINVAL or min(dot(p, p), dot(q, q)) < radius * radius:
        return NONE, nowhere, nowhere
    nearest = nearest_to_centre(p, q)
    meets = dot(nearest, nearest) <= radius * radius
    if through:
        if meets:
            return NONE, nowhere, nowhere
        point = touching(p, q, radius)
        return 0.0, point, point
    if dot(q - p, q - p) < MINVAL or (not meets and not sided):
        return NONE, nowhere, nowhere
    arc, start, end = around(p, q, side, radius, sided, meets)
    return arc * radius, start, end


@helper
def across_line(direction):
    """A vector across a direction: its cross product with the sum of the axes other than the one it is nearest to."""
    x, y, z = abs(direction.x), abs(direction.y), abs(direction.z)
    other = Vec3(0.0, 1.0, 1.0)
    if y > x and y > z:
        other = Vec3(1.0, 0.0, 1.0)
    elif z > x and z > y:
        other = Vec3(1.0, 1.0, 0.0)
    return normalized(cross(direction, other))


@helper
def past_sphere(p, q, side, radius, sided, through):
    """Length of the way on a sphere and its ends; a negative length if the string goes straight."""
    x = normalized(p)
    normal = cross(p, q)
    normal = normalized(normal) if norm(normal) > MINVAL else across_line(x)
    y = normalized(cross(normal, x))
    arc, start, end = in_plane(Vec3(dot(p, x), dot(p, y), 0.0), Vec3(dot(q, x), dot(q, y), 0.0),
                               Vec3(dot(side, x), dot(side, y), 0.0), radius, sided, through)
    return arc, x * start.x + y * start.y, x * end.x + y * end.y


@helper
def past_cylinder(p, q, side, radius, sided, through):
    """The same for a cylinder along z: unrolled, the way is a straight line that rises evenly."""
    flat_p, flat_q = Vec3(p.x, p.y, 0.0), Vec3(q.x, q.y, 0.0)
    arc, start, end = in_plane(flat_p, flat_q, Vec3(side.x, side.y, 0.0), radius, sided, through)
    if arc < 0.0:
        return arc, start, end
    before, after = norm(start - flat_p), norm(end - flat_q)
    rise = (q.z - p.z) / max(MINVAL, before + arc + after)
    low, high = p.z + rise * before, q.z - rise * after
    return math.sqrt(arc * arc + (high - low) * (high - low)), Vec3(start.x, start.y, low), Vec3(end.x, end.y, high)
