"""The Jacobian whitened by the inertia: Y = J inv(L) D^-1/2 with M = L' D L, so that A = J inv(M) J' = Y Y'.

Its diagonal is the exact one for the impedance (flag `diagexact`); dual solvers want all of A + R.
"""

from ...jit import helper, stage
from ...jit.arena import reserve, scratch
from ...jit.inner import inner_product
from ...jit.lanes import sqrt
from ...jit.rows import subtract_scaled
from ..names import ON_DIAGEXACT, PGS
from .impedance import at_step_end, regularize
from .rows import is_sparse


@helper
def is_dual(m):
    """Whether a solver works on constraint forces."""
    return m.opt.solver == PGS or m.opt.noslip_iterations > 0


# ---- Y ----
@helper
def whiten(m, factor, diagonal_inverse, y, start, i):
    """One step of y inv(L) D^-1/2, for dof i; dofs are taken from the last to the first."""
    row, y_i = m.M_rowadr[i], y[start + i]
    if y_i != 0.0:
        for k in range(row, row + m.M_rownnz[i] - 1):
            y[start + m.M_colind[k]] -= factor[k] * y_i
        y[start + i] = y_i * sqrt(diagonal_inverse[i])


@helper
def whiten_dense(m, d, factor, diagonal_inverse):
    """All rows of a dense Y."""
    d.nY = d.nefc * m.nv
    reserve(d, 'efc_Y,efc_Y_colind', d.nY)
    for k in range(d.nY):
        d.efc_Y[k] = d.efc_J[k]
    for r in range(d.nefc):
        for i in range(m.nv - 1, -1, -1):
            whiten(m, factor, diagonal_inverse, d.efc_Y, r * m.nv, i)


@helper
def mark_columns(m, d, r, marks):
    """Mark the dofs of row r of J and what moves them; marks has nv zeros. Returns how many there are."""
    last = -1
    for k in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
        last = d.efc_J_colind[k]
        marks[last] = 1.0
    count = 0
    for i in range(last, -1, -1):
        if marks[i] != 0.0:
            count += 1
            for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1):
                marks[m.M_colind[k]] = 1.0
    return count


@helper
def clear_marks(m, marks):
    for i in range(m.nv):
        marks[i] = 0.0


@helper
def whiten_sparse(m, d, factor, diagonal_inverse):
    """All rows of a sparse Y, whose columns are those of J and their ancestors."""
    mark = d.pstack
    marks, y = scratch(d, m.nv), scratch(d, m.nv)
    clear_marks(m, marks)
    d.nY = 0
    for r in range(d.nefc):
        d.efc_Y_rownnz[r], d.efc_Y_rowadr[r] = mark_columns(m, d, r, marks), d.nY
        d.nY += d.efc_Y_rownnz[r]
        clear_marks(m, marks)
    reserve(d, 'efc_Y,efc_Y_colind', d.nY)
    for r in range(d.nefc):
        mark_columns(m, d, r, marks)
        for i in range(m.nv):
            y[i] = 0.0
        for k in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
            y[d.efc_J_colind[k]] = d.efc_J[k]
        entry = d.efc_Y_rowadr[r] + d.efc_Y_rownnz[r]
        for i in range(m.nv - 1, -1, -1):
            if marks[i] != 0.0:
                whiten(m, factor, diagonal_inverse, y, 0, i)
                entry -= 1
                d.efc_Y[entry], d.efc_Y_colind[entry] = y[i], i
                marks[i] = 0.0
    d.pstack = mark


@helper
def whiten_all(m, d, factor, diagonal_inverse):
    reserve(d, 'efc_Y_rownnz,efc_Y_rowadr', d.nefc)
    if is_sparse(m):
        whiten_sparse(m, d, factor, diagonal_inverse)
    else:
        whiten_dense(m, d, factor, diagonal_inverse)


# ---- A ----
@helper
def row_range(m, d, r):
    """Where row r of Y starts, and how long it is."""
    if is_sparse(m):
        return d.efc_Y_rowadr[r], d.efc_Y_rownnz[r]
    return r * m.nv, m.nv


@helper
def dense_dual(m, d):
    """All of A + R, summed over dofs: the lower triangle by rows, from a transposed copy of Y, then the upper one."""
    n, mark = d.nefc, d.pstack
    d.nA = n * n
    reserve(d, 'efc_AR,efc_AR_colind', d.nA)
    transposed = scratch(d, n * m.nv)
    for r in range(n):
        for i in range(m.nv):
            transposed[n * i + r] = d.efc_Y[m.nv * r + i]
    for r in range(n):
        for s in range(r + 1):
            d.efc_AR[n * r + s] = 0.0
        for i in range(m.nv):
            y = d.efc_Y[m.nv * r + i]
            if y != 0.0:
                subtract_scaled(d.efc_AR, n * r, -y, transposed, n * i, r + 1)
        for s in range(r):
            d.efc_AR[n * s + r] = d.efc_AR[n * r + s]
        d.efc_AR[n * r + r] += d.efc_R[r]
    d.pstack = mark


@helper
def spread(m, d, r, y, marks):
    """Write row r of a sparse Y to y, and mark its columns."""
    for i in range(m.nv):
        marks[i], y[i] = 0.0, 0.0
    for k in range(d.efc_Y_rowadr[r], d.efc_Y_rowadr[r] + d.efc_Y_rownnz[r]):
        y[d.efc_Y_colind[k]], marks[d.efc_Y_colind[k]] = d.efc_Y[k], 1.0


@helper
def meets(d, s, marks):
    """Whether a column of row s of Y is marked."""
    for k in range(d.efc_Y_rowadr[s], d.efc_Y_rowadr[s] + d.efc_Y_rownnz[s]):
        if marks[d.efc_Y_colind[k]] != 0.0:
            return True
    return False


@helper
def append_dual(d, r, s, a):
    """Append an entry to row r of A."""
    entry = d.efc_AR_rowadr[r] + d.efc_AR_rownnz[r]
    d.efc_AR[entry], d.efc_AR_colind[entry] = a, s
    d.efc_AR_rownnz[r] += 1


@helper
def reserve_sparse_dual(m, d, y, marks):
    """Make room for the rows of A, which have an entry for each row of Y they share a column with; leave them empty."""
    for r in range(d.nefc):
        d.efc_AR_rownnz[r] = 1
        spread(m, d, r, y, marks)
        for s in range(r):
            if meets(d, s, marks):
                d.efc_AR_rownnz[r] += 1
                d.efc_AR_rownnz[s] += 1
    d.nA = 0
    for r in range(d.nefc):
        d.efc_AR_rowadr[r] = d.nA
        d.nA += d.efc_AR_rownnz[r]
        d.efc_AR_rownnz[r] = 0
    reserve(d, 'efc_AR,efc_AR_colind', d.nA)


@helper
def sparse_dual(m, d):
    """A + R where it may differ from zero. An entry and its mirror are appended together, which keeps rows in order."""
    mark = d.pstack
    y, marks = scratch(d, m.nv), scratch(d, m.nv)
    reserve_sparse_dual(m, d, y, marks)
    for r in range(d.nefc):
        spread(m, d, r, y, marks)
        for s in range(r + 1):
            if meets(d, s, marks):
                a = 0.0
                for k in range(d.efc_Y_rowadr[s], d.efc_Y_rowadr[s] + d.efc_Y_rownnz[s]):
                    a += d.efc_Y[k] * y[d.efc_Y_colind[k]]
                if s < r:
                    append_dual(d, r, s, a)
                    append_dual(d, s, r, a)
                else:
                    append_dual(d, r, r, a + d.efc_R[r])
    d.pstack = mark


@stage
def exact_diagonal(m, d):
    """efc_diagA, the exact diagonal of A."""
    for r in range(d.nefc):
        start, count = row_range(m, d, r)
        d.efc_diagA[r] = inner_product(d.efc_Y, start, d.efc_Y, start, count)


@stage
def dual_matrix(m, d):
    """efc_AR."""
    reserve(d, 'efc_AR_rownnz,efc_AR_rowadr', d.nefc)
    if is_sparse(m):
        sparse_dual(m, d)
    else:
        dense_dual(m, d)


@stage
def project_rows(m, d):
    """efc_Y, with exact diagonals if wanted, and efc_AR, if a solver or a flag asks for them."""
    d.nY, d.nA = 0, 0
    exact = m.opt.enableflags & ON_DIAGEXACT != 0
    if d.nefc == 0 or not (exact or is_dual(m)):
        return
    if at_step_end(m, d):
        whiten_all(m, d, d.qH, d.qHDiagInv)
    else:
        whiten_all(m, d, d.qLD, d.qLDiagInv)
    if exact:
        exact_diagonal(m, d)
        regularize(m, d)
    if is_dual(m):
        dual_matrix(m, d)


@stage
def project_constraint(m, d):
    """Project the rows, unless the metric of the integrator is still to come."""
    if not at_step_end(m, d):
        project_rows(m, d)
