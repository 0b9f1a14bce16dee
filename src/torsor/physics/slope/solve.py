"""Solving with many right sides, two rows at a time where one is about the dof that carries that of the other.

Such two rows have entries in the same columns, so that every row that is subtracted from both is loaded once.
"""

from ...jit import helper, stage
from ...jit.arena import scratch, scratch_ints
from ...jit.rows import put_scaled, rest_of, subtract_row_pairs, subtract_rows, subtract_scaled
from ..derivative.free_body import is_lone
from .contact import Hessian
from .inverse import Columns, columns_of


# ---- factors that are stored like the inertia ----
@helper
def is_child(m, i):
    """Whether dof i is carried by the one before, so that its row has one entry more."""
    count = m.M_rownnz[i]
    return i > 0 and count > 1 and m.M_colind[m.M_rowadr[i] + count - 2] == i - 1


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
def list_below(m, L, j, first, end, columns, starts, factors, others):
    """The entries of L in column j of rows from `first` on, the last one first, and those before them; how many.

    Rows list the dofs that move a dof, so that j has the same place in all rows that it is part of.
    """
    terms, place = 0, m.M_rownnz[j] - 1
    for i in range(end - 1, first - 1, -1):
        at = m.M_rowadr[i] + place
        if m.M_rownnz[i] > place and m.M_colind[at] == j:
            starts[terms], factors[terms] = columns * i, L[at]
            if place > 0:
                others[terms] = L[at - 1]
            terms += 1
    return terms


@helper
def subtract_below(m, L, i, X, columns, ends, starts, factors, others):
    """Subtract from rows i - 1 and i, of which one carries the other, what they carry; from the former the latter."""
    terms = list_below(m, L, i - 1, ends[i], ends[i - 1], columns, starts, factors, others)
    subtract_rows(X, columns * (i - 1), X, starts, factors, terms, columns)
    terms = list_below(m, L, i, i + 1, ends[i], columns, starts, others, factors)
    subtract_row_pairs(X, columns * (i - 1), columns * i, X, starts, factors, others, terms, columns)
    subtract_scaled(X, columns * (i - 1), L[m.M_rowadr[i] + m.M_rownnz[i] - 2], X, columns * i, columns)


@helper
def subtract_above(m, L, i, diagonal_inverse, X, columns, starts, paired):
    """Scale row i and subtract the rows of what carries it; if `paired`, those of the next one too, which i carries."""
    row, terms = m.M_rowadr[i], m.M_rownnz[i] - 1
    for t in range(terms):
        starts[t] = columns * m.M_colind[row + t]
    put_scaled(X, columns * i, X, columns * i, diagonal_inverse[i], columns)
    if paired:
        below = m.M_rowadr[i + 1]
        put_scaled(X, columns * (i + 1), X, columns * (i + 1), diagonal_inverse[i + 1], columns)
        subtract_row_pairs(X, columns * i, columns * (i + 1), X, starts, rest_of(L, row), rest_of(L, below), terms,
                           columns)
        subtract_scaled(X, columns * (i + 1), L[below + terms], X, columns * i, columns)
    else:
        subtract_rows(X, columns * i, X, starts, rest_of(L, row), terms, columns)


@helper
def solve_tree(m, d, L, diagonal_inverse, X, columns, lone):
    """In place X = (L' D L)^-1 X for many columns, L being stored like the inertia; but for `lone` bodies, if they
    are left out."""
    mark = d.pstack
    starts, ends, factors, others = scratch_ints(d, m.nv), scratch_ints(d, m.nv), scratch(d, m.nv), scratch(d, m.nv)
    set_ends(m, ends)
    i = m.nv - 1
    while i >= 0:
        paired = is_child(m, i)
        if not (lone and is_lone(m, m.dof_bodyid[i])):
            if paired:
                subtract_below(m, L, i, X, columns, ends, starts, factors, others)
            else:
                terms = list_below(m, L, i, i + 1, ends[i], columns, starts, factors, others)
                subtract_rows(X, columns * i, X, starts, factors, terms, columns)
        i -= 2 if paired else 1
    i = 0
    while i < m.nv:
        paired = i + 1 < m.nv and is_child(m, i + 1)
        if not (lone and is_lone(m, m.dof_bodyid[i])):
            subtract_above(m, L, i, diagonal_inverse, X, columns, starts, paired)
        i += 2 if paired else 1
    d.pstack = mark


# ---- dense triangles ----
@stage
def factor_dense(m, d, H: Hessian) -> bool:
    """In place H = L' D L of the lower triangle; the diagonal becomes the inverse of D. Whether H is positive definite.

    Reads and writes nothing but its arguments.
    """
    n = m.nv
    for i in range(n - 1, -1, -1):
        if not H[n * i + i] > 0.0:
            return False
        inverse = 1.0 / H[n * i + i]
        for k in range(i - 1, -1, -1):
            value = H[n * i + k]
            if value != 0.0:
                scale = value * inverse
                subtract_scaled(H, n * k, scale, H, n * i, k + 1)
                H[n * i + k] = scale
        H[n * i + i] = inverse
    return True


@helper
def list_entries(L, at, step, other, start, stride, count, starts, factors, others):
    """Of two lists of entries of L, `step` apart, list those of which one is not zero, with rows that start `stride`
    apart; how many there are."""
    terms = 0
    for _ in range(count):
        if L[at] != 0.0 or L[other] != 0.0:
            starts[terms], factors[terms], others[terms] = start, L[at], L[other]
            terms += 1
        at, other, start = at + step, other + step, start + stride
    return terms


@helper
def solve_dense(d, n, L, X, columns):
    """In place X = (L' D L)^-1 X for many columns."""
    mark = d.pstack
    starts, factors, others = scratch_ints(d, n), scratch(d, n), scratch(d, n)
    k = n - 1
    while k >= 0:
        first = k - 1 if k > 0 and L[n * k + k - 1] != 0.0 else k
        last = n * (n - 1)
        terms = list_entries(L, last + first, -n, last + k, columns * (n - 1), -columns, n - 1 - k, starts, factors,
                             others)
        if first < k:
            subtract_row_pairs(X, columns * first, columns * k, X, starts, factors, others, terms, columns)
            subtract_scaled(X, columns * first, L[n * k + first], X, columns * k, columns)
        else:
            subtract_rows(X, columns * k, X, starts, factors, terms, columns)
        k = first - 1
    i = 0
    while i < n:
        last = i + 1 if i + 1 < n and L[n * (i + 1) + i] != 0.0 else i
        terms = list_entries(L, n * i, 1, n * last, 0, columns, i, starts, factors, others)
        put_scaled(X, columns * i, X, columns * i, L[n * i + i], columns)
        if last > i:
            put_scaled(X, columns * last, X, columns * last, L[n * last + last], columns)
            subtract_row_pairs(X, columns * i, columns * last, X, starts, factors, others, terms, columns)
            subtract_scaled(X, columns * last, L[n * last + i], X, columns * i, columns)
        else:
            subtract_rows(X, columns * i, X, starts, factors, terms, columns)
        i = last + 1
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
    """In place X = H^-1 X with the factor of H.

    Reads and writes nothing but its arguments.
    """
    solve_dense(d, m.nv, L, X, columns_of(m))
