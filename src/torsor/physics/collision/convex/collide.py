"""Contacts of convex shapes that are known by their support functions."""

import math

from ....jit import helper, stage
from ....jit.values import ZERO, dot, normalized
from ...common.names import MESH, OFF_MULTICCD, OFF_NATIVECCD
from ..found import found
from ..obb import are_beyond
from .epa import convex_depth
from .gjk import convex_distance
from .manifold import along_line, convex_manifold
from .multiccd import portal_contacts
from .pair import convex_support, placed
from .shapes.table import has_round_edge


@helper
def measure_distance(m, d, pair, whole, limit):
    """Distance of the cores (0) or of the whole, widened shapes (1), unless it is above a limit."""
    pair.whole, pair.limit = whole, limit
    convex_distance(m, d, pair)


@helper
def closest_points(pair):
    """The point of each shape at which the last simplex puts the shortest distance."""
    first, second = ZERO, ZERO
    for i in range(pair.simplex_num):
        first = first + pair.part[2 * i] * pair.simplex_weight[i]
        second = second + pair.part[2 * i + 1] * pair.simplex_weight[i]
    return first, second


@helper
def report_simplex(pair):
    """The contact of the widened shapes where the cores are closest; radii shrink if the reach is negative."""
    first, second = closest_points(pair)
    normal = normalized(second - first)
    radius1, radius2 = pair.radius[0] + 0.5 * pair.reach, pair.radius[1] + 0.5 * pair.reach
    on_first, on_second = first + normal * radius1, second - normal * radius2
    pair.dist -= radius1 + radius2
    pair.pos, pair.normal = (on_first + on_second) * 0.5, along_line(on_first, on_second, normal)
    for k in range(3):
        pair.touch_code[k] = pair.code[k if k < pair.simplex_num else pair.simplex_num - 1]
    pair.touch_part[0], pair.touch_part[1] = pair.part[0], pair.part[1]
    if has_round_edge(pair.type[0]):  # the first of two shapes with edges, as the types are in order
        pair.touch_part[0] = on_first


@helper
def overlap(m, d, pair):
    """Whether the wide shapes, which were not found to be apart, overlap or at least touch."""
    if pair.simplex_num < 2 or not pair.dist <= m.opt.ccd_tolerance:
        return False
    if pair.dist > 0.0:
        pair.way = pair.near * (-1.0 / pair.dist)
        convex_support(m, d, pair, pair.simplex_num)
        return dot(pair.near, pair.point[pair.simplex_num]) <= 0.0
    return True


@helper
def meet(m, d, pair):
    """Whether the shapes are within reach; their contact is pair.dist, pair.pos and pair.normal then."""
    radii, near = pair.radius[0] + pair.radius[1] + pair.reach, False
    if radii > 0.0 or (radii == 0.0 and pair.reach < 0.0):  # without margin shapes without radii are their cores
        measure_distance(m, d, pair, 0, radii)
        near = pair.dist > m.opt.ccd_tolerance
        if near and pair.dist < math.inf:
            report_simplex(pair)
    if not near:
        measure_distance(m, d, pair, 1, 0.0)
        if not overlap(m, d, pair):
            return False
        convex_depth(m, d, pair)
    return pair.dist < 0.0


@helper
def found_closest(d, pair):
    """Contact where the shapes are closest or, if they overlap, easiest to part."""
    found(d, pair.dist + pair.reach, pair.pos, pair.normal)


@stage
def convex(m, d, first: int, second: int, reach: float):
    """The one contact of two shapes, at least one of which is round."""
    pair = placed(m, d, first, second, reach)
    if m.opt.disableflags & OFF_NATIVECCD:
        portal_contacts(m, d, pair)
    elif meet(m, d, pair):
        found_closest(d, pair)


@stage
def convex_flat(m, d, first: int, second: int, reach: float):
    """Contacts of two shapes with edges and faces: several if these are parallel and multiccd is on, else one."""
    if m.geom_type[first] == MESH and are_beyond(m, d, first, second, reach):
        return
    pair = placed(m, d, first, second, reach)
    if m.opt.disableflags & OFF_NATIVECCD:
        portal_contacts(m, d, pair)
    elif meet(m, d, pair):
        if m.opt.disableflags & OFF_MULTICCD == 0:
            convex_manifold(m, d, pair)
        if d.work.found_num == 0:
            found_closest(d, pair)
