"""Where two convex shapes are closest, at any distance; where they are easiest to part if they overlap.

Contacts are looked for between widened shapes. Over large distances that is slow, and does not tell overlapping shapes
from those that are only near: so here they are as they are.
"""

import math

from ....jit import helper, stage
from ....jit.values import X
from ..found import found
from .collide import closest_points, measure_distance, overlap, report_simplex
from .epa import convex_depth
from .pair import placed


@helper
def report_touch(pair):
    """The point where the shapes touch, neither apart nor overlapping; the normal there is unknown."""
    first, second = closest_points(pair)
    pair.dist, pair.pos, pair.normal = 0.0, (first + second) * 0.5, X


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
    deep = pair.simplex_num > 1 and (radii == 0.0 or overlap(m, d, pair))
    report_touch(pair)
    if deep:
        convex_depth(m, d, pair)  # leaves the point as it is if the shapes only touch
    return pair.dist <= reach


@stage
def convex_nearest(m, d, first: int, second: int, reach: float):
    """A point between two convex geoms that are at most `reach` apart."""
    pair = placed(m, d, first, second, 0.0)
    if is_within(m, d, pair, reach):
        found(d, pair.dist, pair.pos, pair.normal)
