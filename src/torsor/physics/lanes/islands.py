"""Islands of worlds that share rows.

Trees that are connected in some world are an island of all. Where each world has all of its trees connected, or none of
its rows, islands can be solved together. Otherwise they cannot: tolerances scale with the inertia of an island.
"""

from ...jit import helper, stage
from ...jit.arena import scratch_ints
from ...jit.per_world import alone, take
from ...jit.structs import width
from ..island.find import NONE, find_islands, first_of, is_repeated, join_row


@helper
def has_row(d, k, r):
    """Whether world k has row r of the constraints."""
    return take(d.work.efc_here[r], k) != 0.0


@helper
def is_first_row(d, k, r):
    """Whether row r is the first that world k has of a constraint: the row before it may be another world's only."""
    return has_row(d, k, r) and not (is_repeated(d, r) and has_row(d, k, r - 1))


@helper
def join_world(m, d, k, one, leader):
    """Join the trees that world k connects; work.island_number is 0 for each island that it has rows of."""
    for t in range(m.ntree):
        leader[t] = t
    for island in range(d.nisland):
        one.work.island_number[island] = NONE
    for r in range(d.nefc):
        if is_first_row(d, k, r):
            island = d.efc_island[r]
            one.work.island_number[island] = 0
            if d.island_ntree[island] > 1:
                join_row(m, d, leader, r, k)


@helper
def is_whole(d, island, leader):
    """Whether all trees of an island are in one group."""
    first = d.island_itreeadr[island]
    group = first_of(leader, d.map_itree2tree[first])
    for s in range(first + 1, first + d.island_ntree[island]):
        if first_of(leader, d.map_itree2tree[s]) != group:
            return False
    return True


@helper
def number_world(d, one, leader):
    """Number the islands of a world; whether each is an island of all worlds."""
    one.nisland, one.nidof = 0, 0
    for island in range(d.nisland):
        if one.work.island_number[island] != NONE:
            if not is_whole(d, island, leader):
                return False
            one.work.island_number[island] = one.nisland
            one.nisland += 1
            one.nidof += d.island_nv[island]
    return True


@stage
def find_islands_together(m, d):
    """Islands of several worlds, the number of each in every world, and whether worlds have others."""
    mark = d.pstack
    find_islands(m, d)
    leader = scratch_ints(d, m.ntree)
    d.work.islands_differ = 0
    for k in range(width(d)):
        one = alone(d, k)
        join_world(m, d, k, one, leader)
        if not number_world(d, one, leader):
            d.work.islands_differ = 1
    d.pstack = mark
