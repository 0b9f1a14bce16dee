"""Distance between two geoms, by the colliders of their types."""

import math

from ...jit import helper, stage
from ...jit.arguments import Index, Out
from ...jit.choice import one_of
from ...jit.structs import given
from ...jit.table import call_at
from ...jit.values import ZERO
from ..collision.convex.nearest import convex_nearest
from ..collision.fields import TYPES
from ..collision.table import CONVEX
from ..common.names import OFF_NATIVECCD

is_convex_pair = one_of('is_convex_pair', [TYPES * first + second for first, second in CONVEX])


@helper
def closest_points(m, d, g1, g2, reach):
    """Distance of two geoms if it is within a reach, else this, and the points where they are closest, else zeros."""
    swapped = m.geom_type[g1] > m.geom_type[g2]
    first, second = (g2, g1) if swapped else (g1, g2)
    collider = m.table.collider[m.geom_type[first] * TYPES + m.geom_type[second]]
    distance, start, end = math.inf, ZERO, ZERO
    if collider != 0:
        mark = d.pstack
        d.work.found_num, d.work.found_reach = 0, reach
        if is_convex_pair(TYPES * m.geom_type[first] + m.geom_type[second]) and m.opt.disableflags & OFF_NATIVECCD == 0:
            convex_nearest(m, d, first, second, reach)
        else:
            call_at(collider, m, d, first, second, reach)
        d.pstack = mark
        for k in range(d.work.found_num):
            if d.work.found_dist[k] < distance and d.work.found_dist[k] <= reach:
                distance, half = d.work.found_dist[k], d.work.found_normal[k] * (0.5 * d.work.found_dist[k])
                start, end = d.work.found_pos[k] - half, d.work.found_pos[k] + half
    if swapped:
        start, end = end, start
    return min(distance, reach), start, end


@stage(one_world=True)
def geom_distance(m, d, geom1: Index('ngeom'), geom2: Index('ngeom'), distmax: float,
                  fromto: Out('6', optional=True)) -> float:
    """Smallest signed distance between two geoms up to distmax; fromto receives the segment between the surfaces."""
    distance, start, end = closest_points(m, d, geom1, geom2, distmax)
    if given(fromto):
        fromto.vec3[0], fromto.vec3[3] = start, end
    return distance
