"""What a collider reads and writes: a pair of geoms in, contact points out.

A collider is a stage f(m, d). It finds the geoms in d.work.pair, ordered by type, and the distance below which points
count in d.work.reach; it calls `found` for each point. One world at a time: colliders may branch on floats.
"""

from ...jit import helper
from ...jit.values import ZERO


@helper
def first_geom(d):
    return d.work.pair[0]


@helper
def second_geom(d):
    return d.work.pair[1]


@helper
def found(d, dist, pos, normal):
    """Add a contact point: `normal` is a unit vector from the first geom on, `dist` is negative in penetration."""
    found_with_tangent(d, dist, pos, normal, ZERO)


@helper
def found_with_tangent(d, dist, pos, normal, tangent):
    """Add a contact point whose first tangent is known up to its part along the normal; zero leaves it free."""
    n = d.work.found_num
    d.work.found_dist[n] = dist
    d.work.found_pos[n] = pos
    d.work.found_normal[n] = normal
    d.work.found_tangent[n] = tangent
    d.work.found_num = n + 1
