"""Contacts of convex shapes that are known by their support functions.

The flag nativeccd, which in MuJoCo chooses between two algorithms, makes no difference here: both have the same answer,
except that MuJoCo's older one finds further points by turning the shapes a little.
"""

from ....jit import helper, stage
from ....schema.enums import mjtDisableBit
from ..found import found
from .depth import convex_depth
from .distance import APART, convex_distance
from .manifold import convex_manifold
from .refine import convex_refine
from .shape import place

OFF_MULTICCD = int(mjtDisableBit.mjDSBL_MULTICCD)
ROUGH = 0.02  # share of the distance that is left to refinement


@helper
def closest_points(m, d):
    """Distance and normal of the shapes in work.convex_dist and work.convex_way; whether they are within reach."""
    place(m, d)
    radii = d.work.convex_radius[0] + d.work.convex_radius[1]
    d.work.convex_rough = ROUGH
    convex_distance(m, d)
    if d.work.convex_dist - radii > d.work.reach:
        return False
    if d.work.convex_overlap != APART:
        convex_depth(m, d)
    else:
        convex_refine(m, d)
        if d.work.convex_exact == 0:
            d.work.convex_rough = 0.0
            convex_distance(m, d)
            convex_refine(m, d)
    d.work.convex_dist -= radii
    return d.work.convex_dist <= d.work.reach


@helper
def touch_closest(d):
    """Contact where the shapes are closest."""
    dist, normal = d.work.convex_dist, d.work.convex_way
    point = d.geom_xpos[d.work.pair[0]] + d.work.convex_part[0]
    found(d, dist, point + normal * (d.work.convex_radius[0] + 0.5 * dist), normal)


@stage
def convex(m, d):
    """The one contact of two shapes, where they are closest or, if they overlap, easiest to part."""
    if closest_points(m, d):
        touch_closest(d)


@stage
def convex_flat(m, d):
    """Contacts of two shapes with edges and faces: several if these are parallel and multiccd is on, else one."""
    if closest_points(m, d):
        if m.opt.disableflags & OFF_MULTICCD == 0:
            convex_manifold(m, d)
        if d.work.found_num == 0:
            touch_closest(d)
