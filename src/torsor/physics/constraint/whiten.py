"""The Jacobian whitened by the inertia: Y = J inv(L) D^-1/2 with M = L' D L, so that J inv(M) J' = Y Y'.

Rows of a sparse Jacobian that follow each other and have the same columns are a run, as efc_J_rowsuper tells: usually
all contacts of two bodies. Columns of Y are found once for a run.
"""

from ...jit import helper
from ...jit.arena import reserve, scratch, scratch_ints
from ...jit.lanes import any_, sqrt
from ...jit.rows import subtract_scaled
from ..common.settings import has_sparse_rows, is_sparse


@helper
def scales(m, d, diagonal_inverse):
    """The diagonal of D^-1/2, in scratch."""
    scale = scratch(d, m.nv)
    for i in range(m.nv):
        scale[i] = sqrt(diagonal_inverse[i])
    return scale


@helper
def transpose_rows(m, d, n, y, first, last):
    """Copy a dense J column by column, and find the first and last row in which each dof has a number."""
    for i in range(m.nv):
        first[i], last[i] = n, -1
    for r in range(n):
        for i in range(m.nv):
            number = d.efc_J[m.nv * r + i]
            y[n * i + r] = number
            if any_(number != 0.0):
                first[i], last[i] = min(first[i], r), r


@helper
def whiten_dense(m, d, factor, scale):
    """All rows of a dense Y, from a transposed copy in which the numbers of a dof lie side by side."""
    n = 0 + d.nefc
    d.nY = n * m.nv
    reserve(d, 'efc_Y,efc_Y_colind', d.nY)
    y, first, last = scratch(d, d.nY), scratch_ints(d, m.nv), scratch_ints(d, m.nv)
    transpose_rows(m, d, n, y, first, last)
    for i in range(m.nv - 1, -1, -1):
        start, count = first[i], last[i] + 1 - first[i]
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1 if count > 0 else 0):
            j = m.M_colind[k]
            first[j], last[j] = min(first[j], start), max(last[j], last[i])
            subtract_scaled(y, n * j + start, factor[k], y, n * i + start, count)
        for r in range(n):
            d.efc_Y[m.nv * r + i] = y[n * i + r] * scale[i]


# ---- sparse ----
@helper
def run_length(d, r):
    """How many rows the run has that starts at row r."""
    return d.efc_J_rowsuper[r] + 1


@helper
def list_columns(m, d, r, marks, columns):
    """List the dofs of row r of J and what moves them, the last first; marks has nv zeros. Returns how many there are.

    Whether a dof is one of them is not asked, but added: it would be hard to guess.
    """
    last, count = -1, 0
    for k in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
        last = d.efc_J_colind[k]
        marks[last] = 1
    for i in range(last, -1, -1):
        carrier = m.M_colind[m.M_rowadr[i] + max(m.M_rownnz[i] - 2, 0)]  # the dof itself if nothing moves it
        columns[count] = i
        count += marks[i]
        marks[carrier] |= marks[i]
        marks[i] = 0
    return count


@helper
def set_sizes(m, d, marks, columns):
    """Sizes and starts of the rows of Y."""
    d.nY, r = 0, 0
    while r < d.nefc:
        count, end = list_columns(m, d, r, marks, columns), r + run_length(d, r)
        while r < end:
            d.efc_Y_rownnz[r], d.efc_Y_rowadr[r] = count, d.nY
            d.nY += count
            r += 1


@helper
def set_columns(m, d, r, marks, columns):
    """Columns of the rows of a run."""
    count, entry = list_columns(m, d, r, marks, columns), d.efc_Y_rowadr[r]
    for _ in range(run_length(d, r)):
        for k in range(count - 1, -1, -1):
            d.efc_Y_colind[entry] = columns[k]
            entry += 1


@helper
def set_numbers(m, d, factor, scale, r, y):
    """Numbers of row r, whose columns are known; y is scratch."""
    start, end = d.efc_Y_rowadr[r], d.efc_Y_rowadr[r] + d.efc_Y_rownnz[r]
    for k in range(start, end):
        y[d.efc_Y_colind[k]] = 0.0
    for k in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
        y[d.efc_J_colind[k]] = d.efc_J[k]
    for k in range(end - 1, start - 1, -1):
        i = d.efc_Y_colind[k]
        y_i = y[i]
        for j in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1):
            y[m.M_colind[j]] -= factor[j] * y_i
        d.efc_Y[k] = y_i * scale[i]


@helper
def load_four(d, r, y):
    """Put four rows of J from r on, which have the same columns, side by side into y, where their rows of Y will be."""
    start, count = d.efc_J_rowadr[r], d.efc_J_rownnz[r]
    for k in range(d.efc_Y_rowadr[r], d.efc_Y_rowadr[r] + d.efc_Y_rownnz[r]):
        at = 4 * d.efc_Y_colind[k]
        y[at], y[at + 1], y[at + 2], y[at + 3] = 0.0, 0.0, 0.0, 0.0
    for k in range(start, start + count):
        at = 4 * d.efc_J_colind[k]
        y[at], y[at + 1] = d.efc_J[k], d.efc_J[k + count]
        y[at + 2], y[at + 3] = d.efc_J[k + 2 * count], d.efc_J[k + 3 * count]


@helper
def set_four(m, d, factor, scale, r, y):
    """The same for four rows of a run, side by side as the numbers of a row wait for each other."""
    load_four(d, r, y)
    start, count = d.efc_Y_rowadr[r], d.efc_Y_rownnz[r]
    for k in range(start + count - 1, start - 1, -1):
        i = d.efc_Y_colind[k]
        y0, y1, y2, y3, scale_i = y[4 * i], y[4 * i + 1], y[4 * i + 2], y[4 * i + 3], scale[i]
        for j in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1):
            at, number = 4 * m.M_colind[j], factor[j]
            y[at], y[at + 1] = y[at] - number * y0, y[at + 1] - number * y1
            y[at + 2], y[at + 3] = y[at + 2] - number * y2, y[at + 3] - number * y3
        d.efc_Y[k], d.efc_Y[k + count] = y0 * scale_i, y1 * scale_i
        d.efc_Y[k + 2 * count], d.efc_Y[k + 3 * count] = y2 * scale_i, y3 * scale_i


@helper
def set_run(m, d, factor, scale, r, y):
    """Numbers of the rows of a run, whose columns are known; y is scratch."""
    end = r + run_length(d, r)
    while r + 4 <= end:
        set_four(m, d, factor, scale, r, y)
        r += 4
    while r < end:
        set_numbers(m, d, factor, scale, r, y)
        r += 1


@helper
def whiten_sparse(m, d, factor, scale):
    """All rows of a sparse Y, whose columns are those of J and their ancestors."""
    marks, columns, y = scratch_ints(d, m.nv), scratch_ints(d, m.nv + 1), scratch(d, 4 * m.nv)
    for i in range(m.nv):
        marks[i] = 0
    set_sizes(m, d, marks, columns)
    reserve(d, 'efc_Y,efc_Y_colind', d.nY)
    r = 0
    while r < d.nefc:
        set_columns(m, d, r, marks, columns)
        set_run(m, d, factor, scale, r, y)
        r += run_length(d, r)


@helper
def whiten_all(m, d, factor, diagonal_inverse):
    """All rows of Y."""
    reserve(d, 'efc_Y_rownnz,efc_Y_rowadr', d.nefc)
    mark = d.pstack
    scale = scales(m, d, diagonal_inverse)
    if has_sparse_rows(m, d):
        whiten_sparse(m, d, factor, scale)
    else:
        whiten_dense(m, d, factor, scale)
    d.pstack = mark


@helper
def row_range(m, d, r):
    """Where row r of Y starts, and how long it is."""
    if is_sparse(m):
        return d.efc_Y_rowadr[r], d.efc_Y_rownnz[r]
    return r * m.nv, m.nv
