"""Line of sight: whether geoms that will touch meet something else on their way, which hides the contact.

Each of the two points of a contact goes from where it is now to where the slower geom will be touched. What it meets on
its way hides the contact, if its geom may touch that and does not do so already, unless that is part of what it goes
to; all that is fixed to the world is not.
"""

from ...jit import helper, stage
from ...jit.values import dot, norm
from ..common.names import HFIELD, PLANE
from ..ray.meet import meet_geom
from ..ray.scratch import RAY
from .convex.nearest import is_within
from .convex.pair import placed
from .mixing import margin_and_gap
from .plane_ahead import set_lowest
from .select import are_compatible, bodies_may_touch, listing

SHORTEST = 1e-12  # way that is looked along [m]


@helper
def touches(m, d, first, second, reach):
    """Whether two geoms are at most this far apart."""
    if m.geom_type[first] > m.geom_type[second]:
        first, second = second, first
    pair = placed(m, d, first, second, 0.0)
    if pair.type[0] != PLANE:
        return is_within(m, d, pair, reach)
    set_lowest(m, d, pair)
    return dot(pair.way, pair.part[1] - pair.at[0]) <= reach


@helper
def is_in_the_way(m, d, obstacle, g):
    """Whether a geom may touch an obstacle, and does not yet."""
    listed = listing(m, obstacle, g)
    if listed < 0:
        b1, b2 = m.geom_bodyid[obstacle], m.geom_bodyid[g]
        if not are_compatible(m.geom_contype, m.geom_conaffinity, obstacle, g) or not bodies_may_touch(
                m, min(b1, b2), max(b1, b2)):
            return False
    margin, _ = margin_and_gap(m, obstacle, g, listed)
    return not touches(m, d, obstacle, g, margin + m.opt.ccd_tolerance)


@stage
def is_hidden(m, d, ray: RAY, g: int, other: int) -> bool:
    """Whether something is in the way of a point of geom g, which goes along a ray of length 1 to touch another geom.

    Height fields never are.
    """
    if norm(ray.direction) < SHORTEST:
        return False
    aim = m.body_weldid[m.geom_bodyid[other]]
    for obstacle in range(m.ngeom):
        welded = aim > 0 and m.body_weldid[m.geom_bodyid[obstacle]] == aim
        if obstacle != g and obstacle != other and not welded and m.geom_type[obstacle] != HFIELD:
            ray.dist, ray.geom = 1.0, -1
            meet_geom(m, d, ray, obstacle)
            mark = d.pstack
            hidden = ray.geom >= 0 and is_in_the_way(m, d, obstacle, g)
            d.pstack = mark
            if hidden:
                return True
    return False
