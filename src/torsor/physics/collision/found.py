"""What a collider does: given a pair of geoms it finds contact points.

A collider is a stage f(m, d, first, second, reach). The geoms are ordered by type, and points count up to the distance
`reach`; it calls `found` for each point. One world at a time: colliders may branch on floats, but for those that take
several (together.py) and say with `found_where` which of them have a point. Scratch that it takes is released for it.
"""

from ...jit import helper
from ...jit.lanes import any_, where
from ...jit.values import ZERO

FAR = 1e10  # distance of a contact that a world does not have [m]


@helper
def found(d, dist, pos, normal):
    """Add a contact point: `normal` is a unit vector from the first geom on, `dist` is negative in penetration."""
    append(d, dist, pos, normal, ZERO)


@helper
def found_where(d, here, dist, pos, normal, tangent):
    """Add a contact point in worlds that have it.

    Its first tangent is known up to its part along the normal; zero leaves it free.
    """
    if any_(here):
        append(d, where(here, dist, FAR), pos, normal, tangent)


@helper
def append(d, dist, pos, normal, tangent):
    """Add a point to the list."""
    n = d.work.found_num
    d.work.found_dist[n] = dist
    d.work.found_pos[n] = pos
    d.work.found_normal[n] = normal
    d.work.found_tangent[n] = tangent
    d.work.found_num = n + 1
