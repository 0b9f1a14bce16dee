"""The two convex shapes of a pair, known by their support functions.

A shape is the set of points within some distance of its core. The core of a sphere is a point and that of a capsule a
segment; the other shapes are their own cores. What differs between shapes is in shapes/. Both shapes are widened by
half of the distance within which points count, so they have a contact if the wide shapes overlap. Of two shapes A and B
only the set of differences of their points, A - B, matters: it has the origin inside if they overlap, and else its
distance from the origin is theirs.
"""

from ....jit import helper, stage
from .shapes.table import along, core, widened


@helper
def place(m, d):
    """Write the cores and radii of the pair of geoms to work.convex_*."""
    for side in range(2):
        g = d.work.pair[side]
        d.work.convex_type[side] = m.geom_type[g]
        d.work.convex_size[side], d.work.convex_radius[side] = core(m.geom_type[g], m.geom_size[g])


@helper
def half_reach(d):
    """How much each shape is widened."""
    return 0.5 * d.work.reach if d.work.reach > 0.0 else 0.0


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
        point = d.geom_xmat[g] @ along(kind, size, radius, local) + d.geom_xpos[g]
        d.work.convex_part[side] = widened(kind, point, radius, way) + way * wider
        d.work.convex_code += octant(local) << 3 * side
    d.work.convex_point = d.work.convex_part[0] - d.work.convex_part[1]
