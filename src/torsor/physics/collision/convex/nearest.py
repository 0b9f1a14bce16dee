"""Where two convex shapes are closest, at any distance; where they are easiest to part if they overlap.

Contacts are looked for between widened shapes. Over large distances that is slow, and does not tell overlapping shapes
from those that are only near: so here they are as they are.
"""

import math

from ....jit import helper, stage
from ..found import found
from .collide import measure_distance, overlap, report_simplex
from .depth import convex_depth
from .pair import placed


@helper
def is_within(m, d, pair, reach):
    """Whether two shapes are at most `reach` apart; pair.dist, pair.pos and pair.normal say how they are then."""
    radii = pair.radius[0] + pair.radius[1]
    measure_distance(m, d, pair, 0, max(reach, 0.0) + radii)
    if pair.dist == math.inf:
        return False
    if pair.dist > m.opt.ccd_tolerance or (radii == 0.0 and pair.apart):
        report_simplex(pair)
        return pair.dist <= reach
    pair.whole = 1
    if radii > 0.0:
        measure_distance(m, d, pair, 1, 0.0)
        if not overlap(m, d, pair):
            return False
    if pair.simplex_num < 2:
        return False
    convex_depth(m, d, pair)
    return pair.dist <= reach


@stage
def convex_nearest(m, d, first: int, second: int, reach: float):
    """A point between two convex geoms that are at most `reach` apart.

    Reads geom_xpos, geom_xmat; geom_type, geom_size, opt.ccd_tolerance of the model. Updates work.found_num. Writes
    work.found_dist, work.found_pos, work.found_normal, work.found_tangent. Runs convex_distance, mesh_support,
    plain_support, convex_depth.
    """
    pair = placed(m, d, first, second, 0.0)
    if is_within(m, d, pair, reach):
        found(d, pair.dist, pair.pos, pair.normal)
