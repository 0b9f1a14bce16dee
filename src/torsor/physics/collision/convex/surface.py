"""The outward normal of a shape near a point: with `nativeccd` disabled it corrects that of a contact."""

from ....jit import helper
from ....jit.formula import formula
from ....jit.lanes import sqrt, where
from ....jit.values import TINY, Vec3, dot, norm, normalized
from ...common.names import CAPSULE, CYLINDER, ELLIPSOID, SPHERE
from .shape import times

ROUNDS = 30
TOLERANCE = 1e-6


@formula
def clipped_off(x, limit):
    """What of x is beyond -limit to limit."""
    return where(x < -limit, x + limit, where(x > limit, x - limit, 0.0))


@formula
def inverse_squares(v):
    return Vec3(*[1.0 / (x * x) for x in v])


@helper
def normal_from_inside(size, point, normal):
    """Normal of an ellipsoid where a ray from an inner point along the normal leaves it.

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
    """Normal of an ellipsoid at the point nearest to an outer one, by Newton's method for the multiplier."""
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
def ellipsoid_normal(size, point, normal):
    """Normal of an ellipsoid, and whether there is one."""
    if size.x < TINY or size.y < TINY or size.z < TINY:
        return normal, False
    if dot(times(point, point), inverse_squares(size)) <= 1.0:
        return normal_from_inside(size, point, normal)
    return normal_from_outside(size, point), True


@helper
def cylinder_normal(size, point, normal):
    """Normal of the side of a cylinder, and whether the point is near that rather than the disks."""
    gap, height = abs(size.x - sqrt(point.x * point.x + point.y * point.y)), abs(point.z)
    beside = not (height > 0.95 * size.y or abs(size.y - height) < 0.25 * gap)
    return normalized(Vec3(point.x, point.y, 0.0)), beside


@helper
def surface_normal(m, d, g, pos, normal):
    """Normal of a round geom at a point near its surface, and whether there is one; `normal` is a guess."""
    kind, size, turn = m.geom_type[g], m.geom_size[g], d.geom_xmat[g]
    point, local, known = turn.T @ (pos - d.geom_xpos[g]), turn.T @ normal, False
    if kind == SPHERE:
        local, known = normalized(point), True
    elif kind == CAPSULE:
        local, known = normalized(Vec3(point.x, point.y, clipped_off(point.z, size.y))), True
    elif kind == ELLIPSOID:
        local, known = ellipsoid_normal(size, point, local)
    elif kind == CYLINDER:
        local, known = cylinder_normal(size, point, local)
    return turn @ local, known


@helper
def corrected_normal(m, d, pos, normal):
    """Normal of a contact at `pos`: that of the surface of the geom that is round there, or the mean of both."""
    first, first_known = surface_normal(m, d, d.work.pair[0], pos, normal)
    second, second_known = surface_normal(m, d, d.work.pair[1], pos, -normal)
    if first_known and second_known:
        return normalized(first - second)
    if first_known:
        return first
    return -second if second_known else normal
