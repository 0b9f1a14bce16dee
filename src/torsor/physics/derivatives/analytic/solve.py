"""Solving with many right sides, two rows at a time where one is about the dof that carries that of the other.

Such two rows have entries in the same columns, so that every row that is subtracted from both is loaded once. What is
subtracted from which row is listed first (`Steps`), and done for some right sides after the other: for as many as are
fast to get at. Few rows are subtracted from each other at once, in the same order.
"""

from typing import Any, NamedTuple

from ....jit import helper, routine, stage
from ....jit.arena import scratch, scratch_ints
from ....jit.lanes import all_, any_
from ....jit.rows import (
    put_scaled,
    rest_of,
    subtract_from_scaled,
    subtract_from_scaled_pairs,
    subtract_row_pairs,
    subtract_rows,
    subtract_scaled,
)
from ....jit.structs import width
from ...dynamics.inertia import is_child_of_previous
from ..velocity.free_body import is_lone
from .contact import Hessian
from .inverse import Columns, columns_of

FEW = 12  # rows of which listing what is subtracted takes longer than subtracting it
BLOCK = 24  # right sides that are solved for at a time, of worlds that share registers: they stay in the caches


# ---- what is subtracted ----
class Steps(NamedTuple):
    """Rows from which others are subtracted, one or two at a time."""

    length: Any  # of rows
    row: Any
    other: Any  # the second row of a step, or -1
    link: Any  # how often it is subtracted from the first one in the end
    end: Any  # of the terms of a step, which begin where those of the step before end
    starts: Any  # of each term where the row starts that is subtracted,
    factors: Any  # and how often, from the one
    others: Any  # and from the other


@helper
def new_steps(d, rows, terms, length):
    """Scratch for the steps of so many rows of a length, with so many terms."""
    return Steps(length, scratch_ints(d, rows), scratch_ints(d, rows), scratch(d, rows), scratch_ints(d, rows),
                 scratch_ints(d, terms), scratch(d, terms), scratch(d, terms))


@helper
def add_step(s, step, row, other, end):
    """List a step, with terms up to `end`; the number of the next one."""
    s.row[step], s.other[step], s.end[step] = row, other, end
    return step + 1


@helper
def add_term(s, term, row, factor):
    """List a term of one row; the number of the next one."""
    s.starts[term], s.factors[term] = s.length * row, factor
    return term + 1


@helper
def subtract_steps(s, count, X, columns):
    """Subtract what is listed in so many steps, in the first columns of rows."""
    term = 0
    for step in range(count):
        starts, factors, terms = rest_of(s.starts, term), rest_of(s.factors, term), s.end[step] - term
        if s.other[step] >= 0:
            subtract_row_pairs(X, s.length * s.row[step], s.length * s.other[step], s.link[step], X, starts, factors,
                               rest_of(s.others, term), terms, columns)
        else:
            subtract_rows(X, s.length * s.row[step], X, starts, factors, terms, columns)
        term = s.end[step]


@helper
def subtract_single_steps(s, count, X, Y, columns):
    """Subtract rows of X from those of Y, as is listed in so many steps for one row each."""
    term = 0
    for step in range(count):
        subtract_rows(Y, s.length * s.row[step], X, rest_of(s.starts, term), rest_of(s.factors, term),
                      s.end[step] - term, columns)
        term = s.end[step]


@helper
def subtract_from_scaled_steps(s, count, scales, stride, X, columns):
    """The same from rows of a length that are multiplied by `scales`, `stride` apart, before."""
    term = 0
    for step in range(count):
        starts, factors, terms = rest_of(s.starts, term), rest_of(s.factors, term), s.end[step] - term
        row, other = s.row[step], s.other[step]
        if other >= 0:
            subtract_from_scaled_pairs(X, s.length * row, s.length * other, scales[stride * row],
                                       scales[stride * other], s.link[step], X, starts, factors,
                                       rest_of(s.others, term), terms, columns)
        else:
            subtract_from_scaled(X, s.length * row, scales[stride * row], X, starts, factors, terms, columns)
        term = s.end[step]


# ---- solving ----
class Sweeps(NamedTuple):
    """What solving with a factor L' D L does to rows of many right sides."""

    down: Any  # steps that subtract rows of what a row carries,
    downs: Any  # and their number
    up: Any  # the same of what carries it
    ups: Any
    inverse: Any  # of D, whose entries are
    stride: Any  # so far apart


@routine
def sweep(s, X, count):
    """In place X = (L' D L)^-1 X for the first `count` columns."""
    subtract_steps(s.down, s.downs, X, count)
    subtract_from_scaled_steps(s.up, s.ups, s.inverse, s.stride, X, count)


@helper
def right_sides(d, columns):
    """How many right sides are solved for at a time."""
    return columns if width(d) == 1 else min(columns, BLOCK)


# ---- factors that are stored like the inertia ----
@helper
def set_ends(m, ends):
    """The dof after the last one that each dof carries."""
    for i in range(m.nv):
        ends[i] = i + 1
    for i in range(m.nv - 1, -1, -1):
        count = m.M_rownnz[i]
        if count > 1:
            j = m.M_colind[m.M_rowadr[i] + count - 2]
            ends[j] = max(ends[j], ends[i])


@helper
def list_below(m, L, j, first, end, s, term, paired):
    """List the entries of L in column j of rows from `first` on, the last one first; if `paired`, as those of the other
    row, and those in the column before as those of the one. Returns the number of the next term.

    Rows list the dofs that move a dof, so that j has the same place in all rows that it is part of.
    """
    place = m.M_rownnz[j] - 1
    for i in range(end - 1, first - 1, -1):
        at = m.M_rowadr[i] + place
        if m.M_rownnz[i] > place and m.M_colind[at] == j:
            s.others[term] = L[at]
            term = add_term(s, term, i, L[at - 1] if paired else L[at])
    return term


@helper
def list_down(m, L, ends, lone, s):
    """List what is subtracted from rows of what they carry, the last one first; the number of steps.

    `lone` bodies are left out, if they are.
    """
    step, term, i = 0, 0, m.nv - 1
    while i >= 0:
        paired = is_child_of_previous(m, i)
        if not (lone and is_lone(m, m.dof_bodyid[i])):
            if paired and ends[i - 1] > ends[i]:
                term = list_below(m, L, i - 1, ends[i], ends[i - 1], s, term, False)
                step = add_step(s, step, i - 1, -1, term)
            term = list_below(m, L, i, i + 1, ends[i], s, term, paired)
            if paired:
                s.link[step] = L[m.M_rowadr[i] + m.M_rownnz[i] - 2]
            step = add_step(s, step, i - 1 if paired else i, i if paired else -1, term)
        i -= 2 if paired else 1
    return step


@helper
def list_up(m, L, lone, s):
    """List what is subtracted from rows of what carries them, the first one first; the number of steps."""
    step, term, i = 0, 0, 0
    while i < m.nv:
        paired = i + 1 < m.nv and is_child_of_previous(m, i + 1)
        if not (lone and is_lone(m, m.dof_bodyid[i])):
            row, last = m.M_rowadr[i], i + 1 if paired else i
            below = m.M_rowadr[last]
            for k in range(m.M_rownnz[i] - 1):
                s.others[term] = L[row + k]
                term = add_term(s, term, m.M_colind[row + k], L[below + k])
            s.link[step] = L[below + m.M_rownnz[i] - 1]
            step = add_step(s, step, last, i if paired else -1, term)
        i += 2 if paired else 1
    return step


@helper
def are_few(m, lone):
    """Whether rows are so few that they need no lists, unless `lone` bodies are left out."""
    return m.nv <= FEW and not lone


@helper
def list_tree(m, d, L, diagonal_inverse, columns, lone):
    """List what solving with a factor that is stored like the inertia does; but for `lone` bodies, if they are left
    out."""
    entries = m.M_rowadr[m.nv - 1] + m.M_rownnz[m.nv - 1] if m.nv > 0 else 0
    ends, down, up = scratch_ints(d, m.nv), new_steps(d, m.nv, entries, columns), new_steps(d, m.nv, entries, columns)
    downs, ups = 0, 0
    if not are_few(m, lone):
        set_ends(m, ends)
        downs, ups = list_down(m, L, ends, lone, down), list_up(m, L, lone, up)
    return Sweeps(down, downs, up, ups, diagonal_inverse, 1)


@helper
def solve_few_in_tree(m, L, diagonal_inverse, X, length, count):
    """In place X = (L' D L)^-1 X for the first columns of rows of a length, L being stored like the inertia."""
    for i in range(m.nv - 1, 0, -1):
        row = m.M_rowadr[i]
        for k in range(row, row + m.M_rownnz[i] - 1):
            subtract_scaled(X, length * m.M_colind[k], L[k], X, length * i, count)
    for i in range(m.nv):
        row = m.M_rowadr[i]
        put_scaled(X, length * i, X, length * i, diagonal_inverse[i], count)
        for k in range(row, row + m.M_rownnz[i] - 1):
            subtract_scaled(X, length * i, L[k], X, length * m.M_colind[k], count)


@helper
def solve_tree(m, d, L, diagonal_inverse, X, columns):
    """In place X = (L' D L)^-1 X for many columns, L being stored like the inertia."""
    if are_few(m, False):
        solve_few_in_tree(m, L, diagonal_inverse, X, columns, columns)
        return
    mark, sweeps, block = d.pstack, list_tree(m, d, L, diagonal_inverse, columns, False), right_sides(d, columns)
    for first in range(0, columns, block):
        sweep(sweeps, rest_of(X, first), min(block, columns - first))
    d.pstack = mark


# ---- dense triangles ----
@stage
def factor_dense(m, d, H: Hessian) -> bool:
    """In place H = L' D L of the lower triangle; the diagonal becomes the inverse of D. Whether H is positive definite.
    """
    n = m.nv
    for i in range(n - 1, -1, -1):
        if not all_(H[n * i + i] > 0.0):
            return False
        inverse = 1.0 / H[n * i + i]
        for k in range(i - 1, -1, -1):
            value = H[n * i + k]
            if any_(value != 0.0):
                scale = value * inverse
                subtract_scaled(H, n * k, scale, H, n * i, k + 1)
                H[n * i + k] = scale
        H[n * i + i] = inverse
    return True


@helper
def list_entries(L, at, step, other, row, next_row, count, s, term):
    """Of two lists of entries of L, `step` apart, list those of which one is not zero, with rows that are `next_row`
    apart; the number of the next term."""
    for _ in range(count):
        if any_((L[at] != 0.0) | (L[other] != 0.0)):
            s.others[term] = L[other]
            term = add_term(s, term, row, L[at])
        at, other, row = at + step, other + step, row + next_row
    return term


@helper
def list_lower(n, L, s):
    """List what is subtracted from rows of those below, the last one first; the number of steps."""
    step, term, k, last = 0, 0, n - 1, n * (n - 1)
    while k >= 0:
        paired = k > 0 and any_(L[n * k + k - 1] != 0.0)
        first = k - 1 if paired else k
        term = list_entries(L, last + first, -n, last + k, n - 1, -1, n - 1 - k, s, term)
        s.link[step] = L[n * k + first]
        step = add_step(s, step, first, k if paired else -1, term)
        k = first - 1
    return step


@helper
def list_upper(n, L, s):
    """List what is subtracted from rows of those above, the first one first; the number of steps."""
    step, term, i = 0, 0, 0
    while i < n:
        paired = i + 1 < n and any_(L[n * (i + 1) + i] != 0.0)
        last = i + 1 if paired else i
        term = list_entries(L, n * last, 1, n * i, 0, 1, i, s, term)
        s.link[step] = L[n * last + i]
        step = add_step(s, step, last, i if paired else -1, term)
        i = last + 1
    return step


@helper
def list_dense(d, n, L, columns):
    """List what solving with a factor that is a triangle does."""
    entries = n * (n + 1) // 2
    lower, upper = new_steps(d, n, entries, columns), new_steps(d, n, entries, columns)
    return Sweeps(lower, list_lower(n, L, lower), upper, list_upper(n, L, upper), L, n + 1)


@helper
def solve_few(n, L, X, length, count):
    """In place X = (L' D L)^-1 X for the first columns of rows of a length."""
    for i in range(n - 1, 0, -1):
        for k in range(i):
            if any_(L[n * i + k] != 0.0):
                subtract_scaled(X, length * k, L[n * i + k], X, length * i, count)
    for i in range(n):
        put_scaled(X, length * i, X, length * i, L[n * i + i], count)
        for k in range(i):
            if any_(L[n * i + k] != 0.0):
                subtract_scaled(X, length * i, L[n * i + k], X, length * k, count)


@helper
def solve_dense(d, n, L, X, columns):
    """In place X = (L' D L)^-1 X for many columns."""
    if n <= FEW:
        solve_few(n, L, X, columns, columns)
        return
    mark, sweeps, block = d.pstack, list_dense(d, n, L, columns), right_sides(d, columns)
    for first in range(0, columns, block):
        sweep(sweeps, rest_of(X, first), min(block, columns - first))
    d.pstack = mark


@helper
def solve_vector(n, L, x):
    """In place x = (L' D L)^-1 x for one column."""
    for i in range(n - 1, 0, -1):
        subtract_scaled(x, 0, x[i], L, n * i, i)
    for i in range(n):
        whole, even, odd = i & -4, x[i] * L[n * i + i], 0.0
        for k in range(0, whole, 4):  # two sums, as each term waits for the one before
            at = n * i + k
            even -= L[at] * x[k] + L[at + 1] * x[k + 1]
            odd += L[at + 2] * x[k + 2] + L[at + 3] * x[k + 3]
        for k in range(whole, i):
            even -= L[n * i + k] * x[k]
        x[i] = even - odd


@stage
def solve_columns(m, d, L: Hessian, X: Columns):
    """In place X = H^-1 X with the factor of H."""
    solve_dense(d, m.nv, L, X, columns_of(m))
