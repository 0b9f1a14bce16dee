"""Boxes around geoms, and how far apart they are along the axes of each (Gottschalk, Lin and Manocha 1996)."""

from ...jit import helper
from ...jit.formula import formula
from ...jit.lanes import maximum
from .frame import absolute, half_extent

SLACK = 1e-6  # of the size of meshes: they have single precision, their boxes have not


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
