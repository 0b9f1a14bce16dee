"""Boxes around geoms, and how far apart they are along the axes of each (Gottschalk, Lin and Manocha 1996)."""

from ...jit import helper
from ...jit.formula import formula
from ...jit.lanes import any_, maximum
from ...jit.values import Vec3, matrix
from ..common.names import CAPSULE, CYLINDER, HFIELD, MESH, PLANE, SPHERE
from .sweep_axes import absolute, half_extent

SLACK = 1e-6  # of the size of meshes: they have single precision, their boxes have not
ROUNDING = 1e-9  # of the size of a box: what is larger than it by less than this is inside


@formula
def largest_gap(between, axes, half1, half2):
    """Largest gap along the axes of the first of two boxes, where the other is `between` away and has these axes."""
    gap = absolute(between) - half1 - half_extent(axes, half2)
    return maximum(gap.x, maximum(gap.y, gap.z))


@helper
def boxes_touch(m, d, first, second, reach):
    """Whether the boxes of two geoms, no planes, are within reach of each other along the axes of each."""
    half1, half2 = m.geom_aabb.vec3[6 * first + 3], m.geom_aabb.vec3[6 * second + 3]
    frame1, frame2 = d.geom_xmat[first], d.geom_xmat[second]
    between = (d.geom_xpos[second] + frame2 @ m.geom_aabb.vec3[6 * second]
               - d.geom_xpos[first] - frame1 @ m.geom_aabb.vec3[6 * first])
    axes = frame1.T @ frame2
    return ((largest_gap(frame1.T @ between, axes, half1, half2) <= reach)
            & (largest_gap(frame2.T @ between, axes.T, half2, half1) <= reach))


@helper
def are_beyond(m, d, first, second, reach):
    """Whether the boxes of two meshes are so far apart that no iteration finds a contact."""
    slack = m.opt.ccd_tolerance + SLACK * (m.geom_rbound[first] + m.geom_rbound[second])
    return not boxes_touch(m, d, first, second, maximum(reach, 0.0) + slack)


# ---- boxes that no longer fit ----
@helper
def half_sizes(m, g):
    """Half sizes of the box that a geom of this size has when it is compiled; what no program resizes has none."""
    kind, size, h = m.geom_type[g], m.geom_size[g], m.geom_dataid[g]
    if kind == SPHERE:
        return Vec3(size.x, size.x, size.x)
    if kind == CAPSULE:
        return Vec3(size.x, size.x, size.x + size.y)
    if kind == CYLINDER:
        return Vec3(size.x, size.x, size.y)
    if kind == HFIELD:
        return Vec3(m.hfield_size[h, 0], m.hfield_size[h, 1],
                    (0.5 - ROUNDING) * (m.hfield_size[h, 2] + m.hfield_size[h, 3]))
    return Vec3(0.0, 0.0, 0.0) if kind == PLANE or kind == MESH else size


@helper
def fits_box(m, g):
    """Whether the box of a geom is as large as the geom: a program may have written to geom_size since."""
    beyond = half_sizes(m, g) - m.geom_aabb.vec3[6 * g + 3]
    return not any_(maximum(beyond.x, maximum(beyond.y, beyond.z)) > 0.0)


@helper
def some_must_overlap(m):
    """Whether geoms have contacts only where they, or their boxes, overlap by more than a negative margin."""
    for g in range(m.ngeom):
        if any_(m.geom_margin[g] + m.geom_gap[g] < 0.0):
            return True
    return False


@helper
def all_fit(m):
    """Whether the boxes of all geoms fit. Then they only save time: what has a contact is in boxes that touch."""
    for g in range(m.ngeom):
        if not fits_box(m, g):
            return False
    return True


# ---- trees of boxes around the geoms of a body ----
@helper
def leaf_of(m, g):
    """The node of the tree of its body that is a geom; -1 if none is: it was compiled not to collide."""
    b = m.geom_bodyid[g]
    for node in range(m.body_bvhadr[b], m.body_bvhadr[b] + m.body_bvhnum[b]):
        if m.bvh_nodeid[node] == g:
            return node
    return -1


@helper
def fits_tree(m, g):
    """Whether the tree of its body has a geom where it is, and leaves room for its margin.

    A program may have moved the geom or the inertial frame, which the tree is in, or set bits or margins since.
    """
    b, leaf = m.geom_bodyid[g], leaf_of(m, g)
    if leaf < 0:
        return m.geom_contype[g] | m.geom_conaffinity[g] == 0
    inertial = matrix(m.body_iquat[b]).T
    axes, half = inertial @ matrix(m.geom_quat[g]), m.bvh_aabb.vec3[6 * leaf + 3]
    centre = inertial @ (m.geom_pos[g] - m.body_ipos[b]) + axes @ m.geom_aabb.vec3[6 * g]
    beyond = (absolute(centre - m.bvh_aabb.vec3[6 * leaf]) + half_extent(axes, m.geom_aabb.vec3[6 * g + 3]) - half)
    slack = ROUNDING * (half.x + half.y + half.z)
    return (not any_(maximum(beyond.x, maximum(beyond.y, beyond.z)) > slack)
            and not any_(m.geom_margin[g] + m.geom_gap[g] > m.body_margin[b]))
