"""The two convex shapes of a pair, known by their support functions.

A shape is the set of points within some distance of its core. The core of a sphere is a point and that of a capsule a
segment; the other shapes are their own cores. Both shapes are widened by half of the distance within which points
count, so they have a contact if the wide shapes overlap. Of two shapes A and B only the set of differences of their
points, A - B, matters: it has the origin inside if they overlap, and else its distance from the origin is theirs.
"""

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.lanes import sqrt, where
from ....jit.values import TINY, ZERO, Vec3, dot
from ...common.names import CAPSULE, CYLINDER, ELLIPSOID, SPHERE


@helper
def place(m, d):
    """Write the cores and radii of the pair of geoms to work.convex_*."""
    for side in range(2):
        g = d.work.pair[side]
        kind, size, radius = m.geom_type[g], m.geom_size[g], 0.0
        if kind == SPHERE:
            radius, size = size.x, ZERO
        elif kind == CAPSULE:
            radius, size = size.x, Vec3(0.0, 0.0, size.y)
        elif kind == CYLINDER:
            size = Vec3(size.x, size.x, size.y)
        d.work.convex_type[side], d.work.convex_size[side], d.work.convex_radius[side] = kind, size, radius


@helper
def half_reach(d):
    """How much each shape is widened."""
    return 0.5 * d.work.reach if d.work.reach > 0.0 else 0.0


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
    """Point of an ellipsoid that is farthest along `way`: that of a unit sphere in coordinates scaled by the size."""
    scaled = times(size, way)
    square = dot(scaled, scaled)
    flat = square < TINY * TINY
    inverse = 1.0 / sqrt(where(flat, 1.0, square))
    return where(flat, Vec3(size.x, 0.0, 0.0), times(scaled, size * inverse))


@formula
def cylinder_along(size, way):
    """Point of a cylinder that is farthest along `way`; the middle of a disk if that is along the axis."""
    square = way.x * way.x + way.y * way.y
    upright = square < TINY * TINY
    scale = where(upright, 0.0, size.x / sqrt(where(upright, 1.0, square)))
    return Vec3(scale * way.x, scale * way.y, where(way.z < 0.0, -size.z, size.z))


@helper
def octant(way):
    """In which octant a direction is, a bit per axis: names the corner of a box, or the disk of a cylinder."""
    return (1 if way.x >= 0.0 else 0) + (2 if way.y >= 0.0 else 0) + (4 if way.z >= 0.0 else 0)


@stage
def convex_support(m, d):
    """work.convex_point: the point of A - B that is farthest along the unit vector work.convex_way.

    work.convex_part: the points of A and B that it is the difference of. work.convex_code: the octants these are in.
    If work.convex_whole is 0 the shapes are just the cores, if it is 1 they have their radii and are widened.
    """
    d.work.convex_code = 0
    wider = half_reach(d) * d.work.convex_whole
    for side in range(2):
        g, kind, size = d.work.pair[side], d.work.convex_type[side], d.work.convex_size[side]
        radius = d.work.convex_radius[side] * d.work.convex_whole
        way = d.work.convex_way if side == 0 else -d.work.convex_way
        local = d.geom_xmat[g].T @ way
        if kind == ELLIPSOID:
            point = ellipsoid_along(size, local)
        elif kind == CYLINDER:
            point = cylinder_along(size, local)
        else:
            point = corner_along(size, local)
        if kind == CAPSULE:
            point = point + local * radius
        point = d.geom_xmat[g] @ point + d.geom_xpos[g]
        if kind == SPHERE:
            point = point + way * radius
        d.work.convex_part[side] = point + way * wider
        d.work.convex_code += octant(local) << 3 * side
    d.work.convex_point = d.work.convex_part[0] - d.work.convex_part[1]
