"""Outward normals of shapes at a point of their surface, in the frame of the shape."""

import math

from ...jit import helper
from ...jit.values import Vec3, normalized
from .distance import divided


@helper
def of_plane(hit, size):
    return Vec3(0.0, 0.0, 1.0)


@helper
def of_sphere(hit, size):
    return normalized(hit)


@helper
def of_capsule(hit, size):
    return normalized(Vec3(hit.x, hit.y, hit.z - max(-size.y, min(size.y, hit.z))))


@helper
def of_ellipsoid(hit, size):
    return normalized(divided(divided(hit, size), size))


@helper
def of_cylinder(hit, size):
    flat = abs(abs(hit.z) - size.y) < abs(math.sqrt(hit.x * hit.x + hit.y * hit.y) - size.x)
    return Vec3(0.0, 0.0, math.copysign(1.0, hit.z)) if flat else normalized(Vec3(hit.x, hit.y, 0.0))


@helper
def of_box(hit, size):
    """That of the face which the point is nearest to."""
    x, y, z = abs(abs(hit.x) - size.x), abs(abs(hit.y) - size.y), abs(abs(hit.z) - size.z)
    if x <= y and x <= z:
        return Vec3(math.copysign(1.0, hit.x), 0.0, 0.0)
    if y <= z:
        return Vec3(0.0, math.copysign(1.0, hit.y), 0.0)
    return Vec3(0.0, 0.0, math.copysign(1.0, hit.z))
