"""The two convex shapes of a pair, as the algorithms see them: cores, known by their support functions, and radii.

A shape is the set of points within its radius of its core. The core of a sphere is a point and that of a capsule a
segment, which makes their distances exact; the other shapes are their own cores. Of two cores A and B only the set of
differences of their points, A - B, matters: it has the origin inside if they overlap, and else its distance from the
origin is theirs. All cores are symmetric about their centres, so the support point of A - B in a direction is the
sum of those of A and B in this direction, moved by the difference of the centres.
"""

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.lanes import sqrt, where
from ....jit.values import ZERO, Vec3, norm
from ...names import BOX, CAPSULE, CYLINDER, ELLIPSOID, SPHERE

SMALLEST = 1e-150  # a length whose square is still a number
SMOOTH, SHARP, ROUND = 0, 1, 2  # extent along u: smooth, has a kink if u is across this axis, or this one and the next


@helper
def place(m, d):
    """Write the cores and radii of the pair of geoms to work.convex_*."""
    d.work.convex_offset = d.geom_xpos[d.work.pair[0]] - d.geom_xpos[d.work.pair[1]]
    d.work.convex_scale = norm(d.work.convex_offset)
    for side in range(2):
        g = d.work.pair[side]
        kind, size, radius = m.geom_type[g], m.geom_size[g], 0.0
        if kind == SPHERE:
            radius, size = size.x, ZERO
        elif kind == CAPSULE:
            radius, size = size.x, Vec3(0.0, 0.0, size.y)
        elif kind == CYLINDER:
            size = Vec3(size.x, size.x, size.y)
        d.work.convex_type[side], d.work.convex_radius[side] = kind, radius
        d.work.convex_size.vec3[3 * side] = size
        d.work.convex_scale += norm(size)
        d.work.convex_axes.mat3[9 * side] = d.geom_xmat[g].T
        for k in range(3):
            sharp = kind == BOX or (k == 2 and (kind == CYLINDER or kind == CAPSULE))
            d.work.convex_kink[3 * side + k] = SHARP if sharp else ROUND if kind == CYLINDER and k == 0 else SMOOTH


@helper
def axis(d, j):
    """Axis j, 0 to 5, of both cores; zero for -1."""
    return d.work.convex_axes.vec3[3 * j] if j >= 0 else ZERO


@formula
def inverse(length):
    """1 / length, or 0 for no length."""
    usable = length > SMALLEST
    return where(usable, 1.0 / where(usable, length, 1.0), 0.0)


@formula
def times(a, b):
    """Component by component."""
    return Vec3(a.x * b.x, a.y * b.y, a.z * b.z)


@formula
def corner_along(size, way):
    """Corner of a box that is farthest along `way`; also serves points and segments, which have no width."""
    return Vec3(*[where(w < 0.0, -s, s) for s, w in zip(size, way)])


@formula
def ellipsoid_along(size, way):
    """Point of an ellipsoid that is farthest along `way`."""
    scaled = times(size, way)
    return times(size, scaled * inverse(sqrt(scaled.x * scaled.x + scaled.y * scaled.y + scaled.z * scaled.z)))


@formula
def cylinder_along(size, way):
    """Point of a cylinder that is farthest along `way`."""
    scale = inverse(sqrt(way.x * way.x + way.y * way.y))
    return Vec3(where(scale > 0.0, size.x * way.x * scale, size.x), size.x * way.y * scale,
                where(way.z < 0.0, -size.z, size.z))


@stage
def convex_support(m, d):
    """work.convex_point: the point of A - B that is farthest along work.convex_way."""
    point, way = d.work.convex_offset, d.work.convex_way
    for side in range(2):
        kind, size = d.work.convex_type[side], d.work.convex_size.vec3[3 * side]
        axes = d.work.convex_axes.mat3[9 * side]
        if kind == ELLIPSOID:
            local = ellipsoid_along(size, axes @ way)
        elif kind == CYLINDER:
            local = cylinder_along(size, axes @ way)
        else:
            local = corner_along(size, axes @ way)
        point = point + axes.T @ local
    d.work.convex_point = point
