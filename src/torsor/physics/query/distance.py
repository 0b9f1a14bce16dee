"""Distance between two geoms, by the colliders of their types.

Convex shapes that overlap are parted as they are, not widened by how far one looks.
"""

from ...jit import helper, stage
from ...jit.arguments import Index, Out
from ...jit.choice import one_of
from ...jit.structs import given
from ...jit.table import call_at
from ...jit.values import ZERO
from ..collision.box import box_box
from ..collision.convex.collide import convex, convex_flat
from ..collision.narrow import TYPES
from ..collision.table import COLLIDERS


def _pairs(*stages) -> list[int]:
    """Pairs of types whose collider is one of these."""
    return [first * TYPES + second for (first, second), (stage, _) in COLLIDERS.items() if stage in stages]


# where the collider gives several points, or none that are further apart, the distance is that of convex shapes
several_points = one_of('several_points', _pairs(convex_flat, box_box))
is_iterated = one_of('is_iterated', _pairs(convex, convex_flat, box_box))


@helper
def find_points(m, d, first, second, reach):
    """Points of two geoms, ordered by type, that are within reach, in work.found_*."""
    pair, mark = m.geom_type[first] * TYPES + m.geom_type[second], d.pstack
    d.work.found_num, d.work.found_reach = 0, reach
    if several_points(pair):
        convex(m, d, first, second, reach)
    elif m.table.collider[pair] != 0:
        call_at(m.table.collider[pair], m, d, first, second, reach)
    d.pstack = mark


@helper
def closest_points(m, d, g1, g2, reach):
    """Distance of two geoms if it is below a reach, else this, and the points where they are closest, else zeros."""
    swapped = m.geom_type[g1] > m.geom_type[g2]
    first, second = (g2, g1) if swapped else (g1, g2)
    distance, start, end = reach, ZERO, ZERO
    find_points(m, d, first, second, 0.0)
    if d.work.found_num == 0 or not is_iterated(m.geom_type[first] * TYPES + m.geom_type[second]):
        find_points(m, d, first, second, reach)
    for k in range(d.work.found_num):
        if d.work.found_dist[k] < distance:
            distance, half = d.work.found_dist[k], d.work.found_normal[k] * (0.5 * d.work.found_dist[k])
            start, end = d.work.found_pos[k] - half, d.work.found_pos[k] + half
    if swapped:
        start, end = end, start
    return distance, start, end


@stage(one_world=True)
def geom_distance(m, d, geom1: Index('ngeom'), geom2: Index('ngeom'), distmax: float,
                  fromto: Out('6', optional=True)) -> float:
    """Smallest signed distance between two geoms up to distmax; fromto receives the segment between the surfaces.

    Reads work.found_dist, work.found_pos, work.found_normal; geom_type, table.collider of the model. Updates
    work.found_num. Writes work.found_reach. Runs convex, table.collider.
    """
    distance, start, end = closest_points(m, d, geom1, geom2, distmax)
    if given(fromto):
        fromto.vec3[0], fromto.vec3[3] = start, end
    return distance
