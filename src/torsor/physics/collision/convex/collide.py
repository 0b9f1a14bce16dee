"""Contacts of convex shapes that are known by their support functions."""

import math

from ....jit import helper, stage
from ....jit.values import ZERO, dot, normalized
from ...common.names import OFF_MULTICCD, OFF_NATIVECCD
from ..found import found
from .depth import convex_depth
from .distance import convex_distance
from .manifold import convex_manifold
from .pair import convex_support, half_reach, place
from .shapes.table import has_round_edge
from .tilt import portal_contacts


@helper
def measure_distance(m, d, whole, limit):
    """Distance of the cores (0) or of the whole, widened shapes (1), unless it is above a limit."""
    d.work.convex_whole, d.work.convex_limit = whole, limit
    convex_distance(m, d)


@helper
def report_simplex(d):
    """The contact of the widened shapes where the cores are closest."""
    first, second = ZERO, ZERO
    for i in range(d.work.simplex_num):
        first = first + d.work.simplex_part[2 * i] * d.work.simplex_weight[i]
        second = second + d.work.simplex_part[2 * i + 1] * d.work.simplex_weight[i]
    normal = normalized(second - first)
    radius1, radius2 = d.work.convex_radius[0] + half_reach(d), d.work.convex_radius[1] + half_reach(d)
    d.work.convex_normal = normal
    d.work.convex_pos = (first + normal * radius1 + second - normal * radius2) * 0.5
    d.work.convex_dist -= radius1 + radius2
    for k in range(3):
        d.work.touch_code[k] = d.work.simplex_code[k if k < d.work.simplex_num else d.work.simplex_num - 1]
    d.work.touch_part[0], d.work.touch_part[1] = d.work.simplex_part[0], d.work.simplex_part[1]
    if has_round_edge(d.work.convex_type[0]):  # the first of two shapes with edges, as the types are in order
        d.work.touch_part[0] = first + normal * radius1


@helper
def overlap(m, d):
    """Whether the wide shapes, which were not found to be apart, overlap or at least touch."""
    if d.work.simplex_num < 2 or not d.work.convex_dist <= m.opt.ccd_tolerance:
        return False
    if d.work.convex_dist > 0.0:
        d.work.convex_way = d.work.convex_near * (-1.0 / d.work.convex_dist)
        convex_support(m, d)
        return dot(d.work.convex_near, d.work.convex_point) <= 0.0
    return True


@helper
def meet(m, d):
    """Whether the shapes are within reach; their contact is work.convex_dist, convex_pos and convex_normal then."""
    place(m, d)
    radii, near = d.work.convex_radius[0] + d.work.convex_radius[1] + 2.0 * half_reach(d), False
    if radii > 0.0:
        measure_distance(m, d, 0, radii)
        near = d.work.convex_dist > m.opt.ccd_tolerance
        if near and d.work.convex_dist < math.inf:
            report_simplex(d)
    if not near:
        measure_distance(m, d, 1, 0.0)
        if not overlap(m, d):
            return False
        convex_depth(m, d)
    return d.work.convex_dist < 0.0


@helper
def found_closest(d):
    """Contact where the shapes are closest or, if they overlap, easiest to part."""
    found(d, d.work.convex_dist + d.work.reach, d.work.convex_pos, d.work.convex_normal)


@stage
def convex(m, d):
    """The one contact of two shapes, at least one of which is round."""
    if m.opt.disableflags & OFF_NATIVECCD:
        portal_contacts(m, d)
    elif meet(m, d):
        found_closest(d)


@stage
def convex_flat(m, d):
    """Contacts of two shapes with edges and faces: several if these are parallel and multiccd is on, else one."""
    if m.opt.disableflags & OFF_NATIVECCD:
        portal_contacts(m, d)
    elif meet(m, d):
        if m.opt.disableflags & OFF_MULTICCD == 0:
            convex_manifold(m, d)
        if d.work.found_num == 0:
            found_closest(d)
