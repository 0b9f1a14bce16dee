"""The order of the dofs of a problem: where trees go decides how full the factor of its Hessian gets.

The last dofs are eliminated first. Trees are eliminated by least degree (Tinney and Walker 1967): next is always the
one with the fewest neighbours, and then these become neighbours of each other. Neighbours are sets of bits.
"""

from typing import Any, NamedTuple

from ...jit import helper, stage
from ...jit.arena import scratch_ints
from ...jit.bits import lowest_bit
from ..common.settings import is_sparse
from ..island.find import is_known_by_columns, is_repeated, row_trees

BITS = 30  # of an integer that are used
FEWEST, MOST = 3, 4000  # trees of an island whose order is worth a thought; sets of more would take too much memory
ELIMINATED = -1


class Graph(NamedTuple):
    """Trees of an island, numbered, and which are connected."""

    count: int
    words: int  # integers per set
    sets: Any  # neighbours of each tree
    degree: Any  # how many neighbours, or ELIMINATED


# ---- trees that constraints connect ----
@helper
def connect(g, one, other):
    """Make two trees neighbours."""
    g.sets[g.words * one + other // BITS] |= 1 << other % BITS
    g.sets[g.words * other + one // BITS] |= 1 << one % BITS


@helper
def count_neighbours(g, tree):
    count = 0
    for w in range(g.words * tree, g.words * (tree + 1)):
        bits = 0 + g.sets[w]
        while bits:
            bits &= bits - 1
            count += 1
    return count


@helper
def set_neighbours(m, d, k, g, number):
    """Connect the trees of island k; tendons and couplings are left out, as this is about speed only."""
    for w in range(g.count * g.words):
        g.sets[w] = 0
    for s in range(d.island_iefcadr[k], d.island_iefcadr[k] + d.island_nefc[k]):
        r = d.map_iefc2efc[s]
        if not is_repeated(d, r) and not is_known_by_columns(m, d, r):
            one, other = row_trees(m, d, r)
            if one >= 0 and other >= 0 and one != other:
                connect(g, number[one], number[other])
    for tree in range(g.count):
        g.degree[tree] = count_neighbours(g, tree)


# ---- elimination ----
@helper
def least_connected(g):
    best = -1
    for tree in range(g.count):
        if g.degree[tree] != ELIMINATED and (best < 0 or g.degree[tree] < g.degree[best]):
            best = tree
    return best


@helper
def unite(g, target, source):
    """Make the neighbours of one tree, which goes, neighbours of another, but for this itself."""
    for w in range(g.words):
        g.sets[g.words * target + w] |= g.sets[g.words * source + w]
    for tree in (target, source):
        g.sets[g.words * target + tree // BITS] &= ~(1 << tree % BITS)
    g.degree[target] = count_neighbours(g, target)


@helper
def eliminate(g, tree):
    """Take a tree away, and connect its neighbours."""
    g.degree[tree] = ELIMINATED
    for w in range(g.words):
        bits = 0 + g.sets[g.words * tree + w]
        while bits:
            unite(g, BITS * w + lowest_bit(bits), tree)
            bits &= bits - 1


@stage
def order_trees(m, d, k: int):
    """Sort the trees of island k so that those to eliminate first come last: work.tree_order."""
    mark, count, first = d.pstack, 0 + d.island_ntree[k], d.island_itreeadr[k]
    words = (count + BITS - 1) // BITS
    g = Graph(count, words, scratch_ints(d, count * words), scratch_ints(d, count))
    number = scratch_ints(d, m.ntree)
    for i in range(count):
        number[d.map_itree2tree[first + i]] = i
    set_neighbours(m, d, k, g, number)
    for i in range(count - 1, -1, -1):
        tree = least_connected(g)
        d.work.tree_order[i] = d.map_itree2tree[first + tree]
        eliminate(g, tree)
    d.pstack = mark


# ---- dofs ----
@helper
def list_island(m, d, k):
    """The dofs of one island, whose trees are in work.tree_order."""
    first, i = d.island_idofadr[k], 0
    for t in range(d.island_ntree[k]):
        tree = d.work.tree_order[t]
        for dof in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
            d.work.dof_order[first + i], d.work.dof_place[dof] = dof, i
            i += 1


@stage
def order_dofs(m, d):
    """work.dof_order and work.dof_place: the dofs of each island, or of the whole model if there are none."""
    for i in range(m.nv if d.nisland == 0 else 0):
        d.work.dof_order[i], d.work.dof_place[i] = i, i
    for k in range(d.nisland):
        if is_sparse(m) and FEWEST <= d.island_ntree[k] <= MOST:
            order_trees(m, d, k)
        else:
            for t in range(d.island_ntree[k]):
                d.work.tree_order[t] = d.map_itree2tree[d.island_itreeadr[k] + t]
        list_island(m, d, k)
