"""The ellipsoid."""

from .....jit import helper
from .....jit.formula import formula
from .....jit.lanes import sqrt, where
from .....jit.values import TINY, Vec3, dot, norm, normalized
from .shape import Shape, times

ROUNDS = 30
TOLERANCE = 1e-6


@formula
def scaled_along(size, way):
    """Point farthest along `way`: that of a unit sphere in coordinates scaled by the size."""
    scaled = times(size, way)
    square = dot(scaled, scaled)
    flat = square < TINY * TINY
    inverse = 1.0 / sqrt(where(flat, 1.0, square))
    return where(flat, Vec3(size.x, 0.0, 0.0), times(scaled, size * inverse))


@helper
def along(m, d, pair, side, radius, way):
    return scaled_along(pair.size[side], way)


@helper
def middle_along(m, d, pair, side, size, way):
    return times(normalized(times(way, size)), size)


# ---- the normal near a point ----
@formula
def inverse_squares(v):
    return Vec3(*[1.0 / (x * x) for x in v])


@helper
def normal_from_inside(size, point, normal):
    """Normal where a ray from an inner point along the normal leaves the ellipsoid.

    The ray follows the normal that is found, until that no longer changes. Also returns whether there is one.
    """
    curvature = inverse_squares(size)
    depth, normal = dot(times(point, point), curvature) - 1.0, normalized(normal)
    for k in range(ROUNDS):
        square, mixed = dot(times(normal, normal), curvature), dot(times(point, normal), curvature)
        discriminant = mixed * mixed - square * depth
        if depth > 0.0 or discriminant < TINY or square < TINY:
            return normal, k > 0
        length = (-mixed + sqrt(discriminant)) / square
        if length < 0.0:
            return normal, k > 0
        before, normal = normal, normalized(times(point + normal * length, curvature))
        if norm(normal - before) < TOLERANCE:
            break
    return normal, True


@helper
def normal_from_outside(size, point):
    """Normal at the point nearest to an outer one, by Newton's method for the multiplier."""
    squares, multiplier = times(size, size), 0.0
    weight = times(times(point, point), squares)
    for _ in range(ROUNDS):
        scale = Vec3(1.0 / (squares.x + multiplier), 1.0 / (squares.y + multiplier), 1.0 / (squares.z + multiplier))
        shrunk = times(times(weight, scale), scale)
        excess, slope = shrunk.x + shrunk.y + shrunk.z - 1.0, -2.0 * dot(shrunk, scale)
        if excess < TOLERANCE or slope > -TINY or -excess / slope < TOLERANCE:
            break
        multiplier -= excess / slope
    return normalized(Vec3(point.x / (squares.x + multiplier), point.y / (squares.y + multiplier),
                           point.z / (squares.z + multiplier)))


@helper
def normal(size, point, normal):
    if size.x < TINY or size.y < TINY or size.z < TINY:
        return normal, False
    if dot(times(point, point), inverse_squares(size)) <= 1.0:
        return normal_from_inside(size, point, normal)
    return normal_from_outside(size, point), True


SHAPE = Shape(along, middle_along, normal=normal)
