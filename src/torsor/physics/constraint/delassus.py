"""The matrix of the dual problem, A + R with Delassus' operator A = J inv(M) J' = Y Y'."""

from typing import Any, NamedTuple

from ...jit import helper, stage
from ...jit.arena import reserve, scratch, scratch_ints
from ...jit.rows import lower_products, subtract_scaled
from ...jit.simd import WIDTH, load_vector, set_side_by_side
from ..common.settings import is_sparse
from .whiten import run_length


@helper
def multiply_few(m, d, transposed):
    """A for few rows, each of which is a pack."""
    n = d.nefc
    for r in range(n):
        row = d.efc_Y[m.nv * r] * load_vector(transposed, 0)
        for i in range(1, m.nv):
            row = row + d.efc_Y[m.nv * r + i] * load_vector(transposed, n * i)
        set_side_by_side(d.efc_AR, n * r, row)  # what it has too many, the next row writes over


@helper
def multiply_many(m, d, transposed):
    """A for a pack of rows or more: the lower triangle by rows, then the upper one."""
    n = d.nefc
    lower_products(d.efc_AR, d.efc_Y, transposed, n, m.nv)
    for r in range(n):
        for s in range(r):
            d.efc_AR[n * s + r] = d.efc_AR[n * r + s]


@helper
def dense_matrix(m, d):
    """All of A + R, summed over dofs from a transposed copy of Y. There is room for a pack at its end."""
    n, mark = d.nefc, d.pstack
    d.nA = n * n
    reserve(d, 'efc_AR,efc_AR_colind', d.nA + WIDTH)
    transposed = scratch(d, n * m.nv + WIDTH)
    for r in range(n):
        for i in range(m.nv):
            transposed[n * i + r] = d.efc_Y[m.nv * r + i]
    if n < WIDTH:
        multiply_few(m, d, transposed)
    else:
        multiply_many(m, d, transposed)
    for r in range(n):
        d.efc_AR[n * r + r] += d.efc_R[r]
    d.pstack = mark


# ---- sparse: a block for each two runs of rows that share a column ----
class Common(NamedTuple):
    """Columns that two runs share, as places in a row of each."""

    one: Any
    other: Any


@helper
def count_common(d, r, s, common, most):
    """Find the columns that rows r and s of Y share, up to `most`; returns how many."""
    i, j, count = d.efc_Y_rowadr[r], d.efc_Y_rowadr[s], 0
    i_end, j_end = i + d.efc_Y_rownnz[r], j + d.efc_Y_rownnz[s]
    while i < i_end and j < j_end and count < most:
        one, other = d.efc_Y_colind[i], d.efc_Y_colind[j]
        if one == other:
            common.one[count], common.other[count] = i - d.efc_Y_rowadr[r], j - d.efc_Y_rowadr[s]
            count += 1
        i += one <= other
        j += other <= one
    return count


@helper
def set_row_sizes(d, common):
    """Sizes and starts of the rows of A, which have a column for each row of a run that shares a dof."""
    for r in range(d.nefc):
        d.efc_AR_rownnz[r] = 0
    r = 0
    while r < d.nefc:
        s = 0
        while s <= r:
            if count_common(d, r, s, common, 1) > 0:
                d.efc_AR_rownnz[r] += run_length(d, s)
                if s < r:
                    d.efc_AR_rownnz[s] += run_length(d, r)
            s += run_length(d, s)
        r += run_length(d, r)
    d.nA, r = 0, 0
    while r < d.nefc:
        count, end = d.efc_AR_rownnz[r], r + run_length(d, r)
        while r < end:
            d.efc_AR_rownnz[r], d.efc_AR_rowadr[r] = count, d.nA
            d.nA += count
            r += 1


@helper
def transpose_runs(d, transposed):
    """Copy each run of Y column by column."""
    r = 0
    while r < d.nefc:
        start, count, length = d.efc_Y_rowadr[r], d.efc_Y_rownnz[r], run_length(d, r)
        for k in range(count):
            for i in range(length):
                transposed[start + k * length + i] = d.efc_Y[start + i * count + k]
        r += length


@helper
def set_block(d, r, s, at, common, count, transposed):
    """Rows of A of the run at r, with the columns of the run at s from entry `at` of each on."""
    length, start = run_length(d, s), d.efc_Y_rowadr[s]
    for row in range(r, r + run_length(d, r)):
        entry, y = d.efc_AR_rowadr[row] + at, d.efc_Y_rowadr[row]
        for j in range(length):
            d.efc_AR[entry + j], d.efc_AR_colind[entry + j] = 0.0, s + j
        for k in range(count):
            subtract_scaled(d.efc_AR, entry, -d.efc_Y[y + common.one[k]], transposed,
                            start + common.other[k] * length, length)


@helper
def mirror_block(d, r, at, s, mirror_at):
    """Copy the block of the runs at r and s to that of s and r."""
    for i in range(run_length(d, r)):
        for j in range(run_length(d, s)):
            entry = d.efc_AR_rowadr[s + j] + mirror_at + i
            d.efc_AR[entry] = d.efc_AR[d.efc_AR_rowadr[r + i] + at + j]
            d.efc_AR_colind[entry] = r + i


@helper
def set_blocks(d, r, filled, common, transposed):
    """Blocks of the run at r with itself and those before it, and their mirrors, which keeps all rows in order."""
    s = 0
    while s <= r:
        count = count_common(d, r, s, common, d.efc_Y_rownnz[r])
        if count > 0:
            set_block(d, r, s, filled[r], common, count, transposed)
            if s < r:
                mirror_block(d, r, filled[r], s, filled[s])
                filled[s] += run_length(d, r)
            filled[r] += run_length(d, s)
        s += run_length(d, s)
    for row in range(r, r + run_length(d, r)):
        d.efc_AR[d.efc_AR_rowadr[row] + filled[r] - run_length(d, r) + row - r] += d.efc_R[row]


@helper
def sparse_matrix(m, d):
    """A + R where it may differ from zero."""
    mark = d.pstack
    common, filled = Common(scratch_ints(d, m.nv), scratch_ints(d, m.nv)), scratch_ints(d, d.nefc)
    transposed = scratch(d, d.nY)
    transpose_runs(d, transposed)
    set_row_sizes(d, common)
    reserve(d, 'efc_AR,efc_AR_colind', d.nA)
    for r in range(d.nefc):
        filled[r] = 0
    r = 0
    while r < d.nefc:
        set_blocks(d, r, filled, common, transposed)
        r += run_length(d, r)
    d.pstack = mark


@stage
def dual_matrix(m, d):
    """efc_AR."""
    reserve(d, 'efc_AR_rownnz,efc_AR_rowadr', d.nefc)
    if is_sparse(m):
        sparse_matrix(m, d)
    else:
        dense_matrix(m, d)
