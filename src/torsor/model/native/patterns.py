"""Sparsity patterns that the kinematic tree fixes: the inertia matrix M, its square form D, bodies against dofs (B).

A dof couples with its ancestors and its descendants. Dofs are numbered depth first, so the ancestors of dof i form a
path and its descendants are the range that follows i. Row i of M holds the path to i, or only i where the inertia of
the dof is diagonal; row i of D the path and the descendants; row b of B the dofs that move body b and those of its
subtree.
"""

import numpy as np

from ...jit import routine, stage
from ...jit.arguments import In, Out


@routine
def find_ends(parents, first, ends):
    """For every node from `first` on, one past its last descendant."""
    for node in range(parents.size):
        ends[node] = node + 1
    for back in range(parents.size - first):
        node = parents.size - 1 - back
        if parents[node] >= 0:
            ends[parents[node]] = max(ends[parents[node]], ends[node])


@stage
def count_patterns(parents: In('*', int), simple: In('*', int), body_parents: In('*', int), dofadr: In('*', int),
                   dofnum: In('*', int), depth: Out('*', int), ends: Out('*', int), body_ends: Out('*', int),
                   first: Out('*', int), last: Out('*', int), above: Out('*', int), totals: Out('4', np.int64)) -> None:
    """How deep dofs are and where subtrees of dofs and bodies end; for each body the first dof at or after it, the last
    that moves it or -1, and how many that move it are not of its subtree. Totals: entries of M in the older order, of
    M, of D and of B.
    """
    nv, nbody = parents.size, body_parents.size
    find_ends(parents, 0, ends)
    find_ends(body_parents, 1, body_ends)
    totals[0], totals[1], totals[2], totals[3] = 0, 0, 0, 0
    for i in range(nv):
        depth[i] = depth[parents[i]] + 1 if parents[i] >= 0 else 0
        totals[0] += depth[i] + 1
        totals[1] += 1 if simple[i] > 0 else depth[i] + 1
        totals[2] += depth[i] + ends[i] - i
    first[nbody] = nv
    for back in range(nbody):
        body = nbody - 1 - back
        first[body] = dofadr[body] if dofnum[body] > 0 else first[body + 1]
    for body in range(nbody):
        last[body] = -1
        if body > 0:
            last[body] = dofadr[body] + dofnum[body] - 1 if dofnum[body] > 0 else last[body_parents[body]]
        own = dofnum[body] if last[body] >= first[body] else 0
        above[body] = max(0, depth[last[body]] + 1 - own) if last[body] >= 0 else 0
        totals[3] += above[body] + max(0, first[body_ends[body]] - first[body])


@routine
def write_path(parents, dof, length, columns, start):
    """The first dofs of a path that ends with `dof`, so many of them."""
    for back in range(length):
        columns[start + length - 1 - back] = dof
        dof = parents[dof]


@stage
def fill_patterns(parents: In('*', int), simple: In('*', int), depth: In('*', int), ends: In('*', int),
                  body_ends: In('*', int), first: In('*', int), last: In('*', int), above: In('*', int),
                  rows: Out('*,*', int), m_colind: Out('*', int), d_colind: Out('*', int), older: Out('*', int),
                  to_square: Out('*', int), from_inertia: Out('*', int), body_rows: Out('*,*', int),
                  b_colind: Out('*', int)) -> None:
    """Fill the columns of M, D and B, and what leads from one to the other."""
    fill_dofs(parents, simple, depth, ends, rows, m_colind, d_colind, older, to_square, from_inertia)
    fill_bodies(parents, body_ends, first, last, above, depth, body_rows, b_colind)


@routine
def fill_dofs(parents, simple, depth, ends, rows, m_colind, d_colind, older, to_square, from_inertia):
    """Fill M and D. `rows` has rows of M_rownnz, M_rowadr, D_rownnz, D_rowadr and of where M starts in the older order.

    `older` says where entries of M are in that order, in which a row starts with the diagonal and goes up to the root;
    `to_square` and `from_inertia` where an entry of D is in M, or -1 for one that is left out, and the other way round.
    """
    m, d, before = 0, 0, 0
    for i in range(parents.size):
        kept = 1 if simple[i] > 0 else depth[i] + 1
        rows[0, i], rows[1, i], rows[2, i], rows[3, i], rows[4, i] = kept, m, depth[i] + ends[i] - i, d, before
        m, d, before = m + kept, d + depth[i] + ends[i] - i, before + depth[i] + 1
    for i in range(parents.size):
        kept, m, d, level = rows[0, i], rows[1, i], rows[3, i], depth[i]
        write_path(parents, i, kept, m_colind, m)
        write_path(parents, i, level + 1, d_colind, d)
        for k in range(kept):
            older[m + k] = rows[4, i] + kept - 1 - k
            from_inertia[m + k] = d + level + 1 - kept + k
        for k in range(level + 1):
            missing = level + 1 - kept
            to_square[d + k] = m + k - missing if k >= missing else -1
        for other in range(i + 1, ends[i]):
            place = d + level + other - i
            d_colind[place] = other
            to_square[place] = -1 if simple[other] > 0 else rows[1, other] + level


@routine
def fill_bodies(parents, body_ends, first, last, above, depth, rows, b_colind):
    """Fill B; `rows` has a row of B_rownnz and one of B_rowadr."""
    at = 0
    for body in range(body_ends.size):
        count, dof = above[body], last[body]
        if dof >= 0:
            for _ in range(depth[dof] + 1 - count):  # to the last that is not of the subtree
                dof = parents[dof]
        write_path(parents, dof, count, b_colind, at)
        below = max(0, first[body_ends[body]] - first[body])
        for k in range(below):
            b_colind[at + count + k] = first[body] + k
        rows[0, body], rows[1, body] = count + below, at
        at += count + below
