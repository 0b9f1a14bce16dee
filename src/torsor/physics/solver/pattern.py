"""Which numbers of a factor L' D L differ from zero (Davis 2006, ch. 4).

Dofs are eliminated from the last to the first: then the zeros of a kinematic tree stay zeros (RBDA sec. 6.5). The last
column of row k before the diagonal is the parent of k in the elimination tree, and has all other columns of row k.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.arena import scratch_ints

NONE = -1


class Pattern(NamedTuple):
    """Columns of the rows of a factor, ascending, the diagonal last."""

    start: Any
    length: Any
    column: Any
    parent: Any


class Uses(NamedTuple):
    """Where a matrix has numbers, column after column."""

    start: Any  # of the list of each column, and the end of the last
    at: Any  # index of the number
    row: Any


# ---- lists by columns ----
@helper
def list_uses(d, rows, start, length, column, columns):
    """Where rows of numbers have one in each column."""
    total = 0
    for r in range(rows):
        total += length[r]
    uses = Uses(scratch_ints(d, columns + 2), scratch_ints(d, total), scratch_ints(d, total))
    for k in range(columns + 2):
        uses.start[k] = 0
    for r in range(rows):
        for q in range(start[r], start[r] + length[r]):
            uses.start[column[q] + 2] += 1
    for k in range(columns):
        uses.start[k + 2] += uses.start[k + 1]
    for r in range(rows):  # start[k + 1] moves on from the start of list k to its end
        for q in range(start[r], start[r] + length[r]):
            at = uses.start[column[q] + 1]
            uses.at[at], uses.row[at], uses.start[column[q] + 1] = q, r, at + 1
    return uses


@helper
def has_columns_of(J, r, other):
    """Whether two rows of J have the same columns."""
    if J.length[r] != J.length[other]:
        return False
    for q in range(J.length[r]):
        if J.column[J.start[r] + q] != J.column[J.start[other] + q]:
            return False
    return True


@helper
def list_by_last_column(J, n, head, tail):
    """Lists of rows of J whose last column is k: head[k], tail[head[k]], ...; one row stands for all like it."""
    for k in range(n):
        head[k] = NONE
    for r in range(J.count):
        if J.length[r] > 0 and (r == 0 or not has_columns_of(J, r, r - 1)):
            k = J.column[J.start[r] + J.length[r] - 1]
            tail[r], head[k] = head[k], r


# ---- union of rows ----
@helper
def unite(old, count, column, start, end, new):
    """Unite two ascending lists; returns how many are in the new one."""
    i, q, size = 0, start, 0
    while i < count and q < end:
        one, other = old[i], column[q]
        new[size] = min(one, other)
        i, q, size = i + (one <= other), q + (other <= one), size + 1
    while i < count:
        new[size] = old[i]
        i, size = i + 1, size + 1
    while q < end:
        new[size] = column[q]
        q, size = q + 1, size + 1
    return size


@helper
def inertia_columns(m, dofs, k, columns):
    """Columns of row k of the inertia; returns how many."""
    dof = dofs.model[k]
    for q in range(m.M_rownnz[dof]):
        columns[q] = m.M_colind[m.M_rowadr[dof] + q] - dof + k
    return 0 + m.M_rownnz[dof]


@helper
def enlarged(d, old, used, room):
    """A copy of a list with more room."""
    new = scratch_ints(d, room)
    for q in range(used):
        new[q] = old[q]
    return new


@helper
def find_pattern(m, d, dofs, J):
    """The pattern of the factor of M + J' J: row k has the columns of the inertia, of rows of J and of children."""
    n = dofs.count
    start, length, parent = scratch_ints(d, n), scratch_ints(d, n), scratch_ints(d, n)
    head, tail, child, sibling = scratch_ints(d, n), scratch_ints(d, J.count), scratch_ints(d, n), scratch_ints(d, n)
    old, new, room = scratch_ints(d, n), scratch_ints(d, n), 16 * n
    column, used = scratch_ints(d, room), 0
    list_by_last_column(J, n, head, tail)
    for k in range(n):
        child[k] = NONE
    for k in range(n - 1, -1, -1):
        size, r, i = inertia_columns(m, dofs, k, old), head[k], child[k]
        while r != NONE:
            size = unite(old, size, J.column, J.start[r], J.start[r] + J.length[r], new)
            old, new, r = new, old, tail[r]
        while i != NONE:
            size = unite(old, size, column, start[i], start[i] + length[i] - 1, new)
            old, new, i = new, old, sibling[i]
        if used + size > room:
            room = 2 * room + n
            column = enlarged(d, column, used, room)
        start[k], length[k], parent[k] = used, size, NONE
        for q in range(size):
            column[used + q] = old[q]
        used += size
        if size > 1:
            parent[k] = old[size - 2]
            sibling[k], child[parent[k]] = child[parent[k]], k
    return Pattern(start, length, column, parent), used
