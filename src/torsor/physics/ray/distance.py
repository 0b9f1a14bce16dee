"""Distances along rays to shapes, in the frame of the shape; negative where the ray misses.

A ray that starts inside a shape hits it from inside; planes are hit from above only.
"""

import math

from ...jit import helper
from ...jit.formula import formula
from ...jit.values import Vec3, cross, dot
from ..common.names import MINVAL

MISS = -1.0


@helper
def roots(a, b, c):
    """Solutions of a x^2 + 2 b x + c = 0 in increasing order; misses if there are none."""
    discriminant = b * b - a * c
    if a < MINVAL or discriminant < 0.0:
        return MISS, MISS
    root = math.sqrt(discriminant)
    return (-b - root) / a, (-b + root) / a


@helper
def nearer(distance, candidate):
    """The smaller of two distances, of which a negative one is a miss."""
    return candidate if candidate >= 0.0 and (distance < 0.0 or candidate < distance) else distance


@helper
def to_plane(point, direction, size):
    if direction.z > -MINVAL:
        return MISS
    distance = -point.z / direction.z
    hit = point + direction * distance
    inside = (size.x <= 0.0 or abs(hit.x) <= size.x) and (size.y <= 0.0 or abs(hit.y) <= size.y)
    return distance if distance >= 0.0 and inside else MISS


@helper
def to_ball(point, direction, radius):
    first, second = roots(dot(direction, direction), dot(direction, point), dot(point, point) - radius * radius)
    return first if first >= 0.0 else second if second >= 0.0 else MISS


@helper
def to_sphere(point, direction, size):
    return to_ball(point, direction, size.x)


@helper
def to_tube(point, direction, size):
    """The round side of a cylinder."""
    radius, half = size.x, size.y
    first, second = roots(direction.x * direction.x + direction.y * direction.y,
                          direction.x * point.x + direction.y * point.y,
                          point.x * point.x + point.y * point.y - radius * radius)
    distance = MISS
    for x in (first, second):
        if abs(point.z + x * direction.z) <= half:
            distance = nearer(distance, x)
    return distance


@helper
def to_capsule(point, direction, size):
    radius, half = size.x, size.y
    distance = to_tube(point, direction, size)
    for side in (-1.0, 1.0):
        centre = Vec3(point.x, point.y, point.z - side * half)
        first, second = roots(dot(direction, direction), dot(direction, centre), dot(centre, centre) - radius * radius)
        for x in (first, second):
            if side * (centre.z + x * direction.z) >= 0.0:
                distance = nearer(distance, x)
    return distance


@formula
def divided(v, size):
    """Component by component: coordinates in which an ellipsoid of this size is the unit sphere."""
    return Vec3(v.x / size.x, v.y / size.y, v.z / size.z)


@helper
def to_ellipsoid(point, direction, size):
    return to_ball(divided(point, size), divided(direction, size), 1.0)


@helper
def to_cylinder(point, direction, size):
    radius, half = size.x, size.y
    distance = to_tube(point, direction, size)
    if abs(direction.z) > MINVAL:
        for side in (-1.0, 1.0):
            x = (side * half - point.z) / direction.z
            hit = point + direction * x
            if hit.x * hit.x + hit.y * hit.y <= radius * radius:
                distance = nearer(distance, x)
    return distance


@helper
def to_faces(point, direction, size, distance):
    """Nearest of `distance` and the two faces of a box across its x-axis."""
    if abs(direction.x) > MINVAL:
        for side in (-1.0, 1.0):
            x = (side * size.x - point.x) / direction.x
            hit = point + direction * x
            if abs(hit.y) <= size.y and abs(hit.z) <= size.z:
                distance = nearer(distance, x)
    return distance


@formula
def turned(v):
    """The coordinates, moved on by one."""
    return Vec3(v.y, v.z, v.x)


@helper
def to_box(point, direction, size):
    distance = MISS
    for _ in range(3):
        distance = to_faces(point, direction, size, distance)
        point, direction, size = turned(point), turned(direction), turned(size)
    return distance


@helper
def to_triangle(point, direction, a, b, c):
    """Distance to a triangle, from either side (Moeller and Trumbore 1997)."""
    edge, other, start = b - a, c - a, point - a
    across = cross(direction, other)
    determinant = dot(edge, across)
    if abs(determinant) < MINVAL:
        return MISS
    turned_start = cross(start, edge)
    u, v = dot(start, across) / determinant, dot(direction, turned_start) / determinant
    distance = dot(other, turned_start) / determinant
    return distance if u >= 0.0 and v >= 0.0 and u + v <= 1.0 and distance >= 0.0 else MISS
