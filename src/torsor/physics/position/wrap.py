"""The shortest way of a string past a sphere or a cylinder, which is infinitely long.

Everything happens in a plane: that of the centre of the sphere and the two ends, or that across the axis of the
cylinder. There the obstacle is a circle about the origin. A string that goes around it leaves it along tangents; one
that has to pass through it, and would miss it, touches it in a point. Points in the plane are vectors with z = 0.
"""

import math

from ...jit import helper
from ...jit.values import Vec3, cross, dot, norm, normalized
from ..common.names import MINVAL

ENOUGH = 1e-6  # [rad] error of the angle at which a string touches a circle from inside
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
def free_angle(p, radius):
    """Angle, seen from the centre, between a point and where the tangent from it touches the circle."""
    return math.atan2(math.sqrt(max(0.0, dot(p, p) - radius * radius)), radius)


@helper
def around(p, q, side, radius, sided):
    """Angle of the arc where a string from p to q touches the circle, and its ends; a negative angle if it does not.

    The string turns about the circle as the line from p over `side` to q does, if it is `sided`; else the short way.
    """
    total = angle_to(p, side) + angle_to(side, q) if sided else angle_to(p, q)
    way = 1.0 if total >= 0.0 else -1.0
    free_p, free_q = free_angle(p, radius), free_angle(q, radius)
    arc = abs(total) - free_p - free_q
    start = turned(p, way * free_p) * (radius / norm(p))
    end = turned(q, -way * free_q) * (radius / norm(q))
    return arc if arc > 0.0 else NONE, start, end


@helper
def crosses(p, q, radius):
    """Whether the line from p to q, both outside of the circle, meets it."""
    line = q - p
    square = dot(line, line)
    along = -dot(p, line) / square if square > 0.0 else 0.0
    nearest = p + line * max(0.0, min(1.0, along))
    return dot(nearest, nearest) < radius * radius


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
    if min(dot(p, p), dot(q, q)) < radius * radius:
        return NONE, nowhere, nowhere
    if through:
        if crosses(p, q, radius):
            return NONE, nowhere, nowhere
        point = touching(p, q, radius)
        return 0.0, point, point
    arc, start, end = around(p, q, side, radius, sided and norm(side) > MINVAL)
    return arc * radius, start, end


@helper
def across_line(direction):
    """A vector across a direction: the sum of the axes other than the one it is nearest to, made orthogonal."""
    x, y, z = abs(direction.x), abs(direction.y), abs(direction.z)
    if x >= y and x >= z:
        other = Vec3(0.0, 1.0, 1.0)
    elif y >= z:
        other = Vec3(1.0, 0.0, 1.0)
    else:
        other = Vec3(1.0, 1.0, 0.0)
    return normalized(other - direction * dot(direction, other))


@helper
def past_sphere(p, q, side, radius, sided, through):
    """Length of the way on a sphere and its ends; a negative length if the string goes straight."""
    x = normalized(p)
    normal = cross(x, normalized(q))
    y = normalized(cross(normal, x)) if norm(normal) > MINVAL else across_line(x)
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
