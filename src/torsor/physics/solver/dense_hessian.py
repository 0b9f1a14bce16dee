"""The second derivative of the cost, H = M + J' s'' J, for few dofs, and its factor U U' with U upper triangular.

Row i of a triangle has columns i to last[i]; column j lies at base[i] + j. Dofs are eliminated from the last to the
first: then the zeros of a kinematic tree stay zeros (RBDA sec. 6.5), and no number outside of these rows ever differs
from zero (George and Liu 1981, ch. 4). A row of the factor depends on the rows below that it reaches, so that rows
beyond the reach of a change are kept.
"""

from typing import Any, NamedTuple

from ...jit import helper, routine
from ...jit.arena import scratch, scratch_ints
from ...jit.inner import inner_product
from ...jit.lanes import maximum, sqrt
from ...jit.rows import subtract_scaled
from ...jit.values import EPSILON
from ..common.names import CONE, QUADRATIC, ROW_ELLIPTIC
from ..constraint.impedance import at_step_end
from .jacobian import has_dof
from .problem import problem_rows


class DenseHessian(NamedTuple):
    """Two triangles of the same shape, for n dofs."""

    n: int
    size: int  # of a full matrix
    base: Any
    last: Any
    quadratic: Any  # without cones
    factor: Any  # of all of it
    inverse: Any  # of the diagonal of the factor
    stale: Any  # for each row: whether it has to be computed anew
    mixed: Any  # scratch for a row of J


# ---- shape ----
@helper
def reach_columns(d, dofs, last, start, count, columns):
    """Let the rows of the dofs in a coupling reach each other."""
    if count == 0 or not has_dof(d, dofs, columns[start]):
        return
    farthest = 0
    for k in range(start, start + count):
        farthest = max(farthest, dofs.index[columns[k]])
    for k in range(start, start + count):
        i = dofs.index[columns[k]]
        last[i] = max(last[i], farthest)


@helper
def reach_couplings(m, d, dofs, last):
    """Let the rows of dofs reach those that the metric couples them with."""
    for n in range(d.nefmT):
        t = d.efm_tid[n]
        reach_columns(d, dofs, last, m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind)
    for n in range(d.nefmA):
        a = d.efm_aid[n]
        for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            reach_columns(d, dofs, last, d.moment_rowadr[output], d.moment_rownnz[output], d.moment_colind)


@helper
def reach_inertia(m, dofs, last):
    """Let the rows of dofs reach those that the inertia couples them with."""
    for i in range(dofs.count):
        last[i] = i
    for i in range(dofs.count):
        dof = dofs.model[i]
        for k in range(m.M_rowadr[dof], m.M_rowadr[dof] + m.M_rownnz[dof]):
            last[m.M_colind[k] - dof + i] = i


@helper
def has_column(b, r, rows, i):
    """Whether dof i takes part in some rows of J."""
    for k in range(r, r + rows):
        if b.J[b.nv * k + i] != 0.0:
            return True
    return False


@helper
def reach_rows(b, last, r, rows):
    """Let the rows of the dofs that take part in some rows of J reach each other."""
    farthest = b.nv - 1
    while farthest > 0 and not has_column(b, r, rows, farthest):
        farthest -= 1
    for i in range(farthest):
        if last[i] < farthest and has_column(b, r, rows, i):
            last[i] = farthest


@helper
def reach_constraints(d, b, last):
    """Let the rows of dofs reach those that constraints couple them with; an elliptic cone mixes all of its rows."""
    r = 0
    while r < b.nefc:
        rows = d.contact.dim[b.id[r]] if b.type[r] == ROW_ELLIPTIC else 1
        reach_rows(b, last, r, rows)
        r += rows


@routine
def new_dense_hessian(m, d, p):
    """Scratch for the Hessian of a problem: with the inertia or the metric, and with no constraint yet."""
    n, dofs, size = p.dofs.count, p.dofs, 0
    base, last = scratch_ints(d, n), scratch_ints(d, n)
    b = problem_rows(m, d, dofs, p.J)
    reach_inertia(m, dofs, last)
    if at_step_end(m, d):
        reach_couplings(m, d, dofs, last)
    reach_constraints(d, b, last)
    for i in range(n):
        base[i] = size - i
        size += last[i] + 1 - i
    h = DenseHessian(n, n * n, base, last, scratch(d, size), scratch(d, size), scratch(d, n), scratch_ints(d, n),
                     scratch(d, n))
    for k in range(size):
        h.quadratic[k] = 0.0
    set_inertia(m, d, dofs, h)
    return h


# ---- inertia ----
@helper
def set_inertia(m, d, dofs, h):
    """Start with M, or the metric."""
    for i in range(h.n):
        dof = dofs.model[i]
        h.stale[i] = 1
        for k in range(m.M_rowadr[dof], m.M_rowadr[dof] + m.M_rownnz[dof]):
            h.quadratic[h.base[m.M_colind[k] - dof + i] + i] = d.M[k]
    if at_step_end(m, d):
        add_metric(m, d, dofs, h)


@helper
def add_coupling(d, dofs, h, scale, start, count, columns, row):
    """h.quadratic += scale * row' row for a sparse row over dofs of the model."""
    if count == 0 or not has_dof(d, dofs, columns[start]):
        return
    for k in range(start, start + count):
        i = dofs.index[columns[k]]
        for other in range(start, start + count):
            j = dofs.index[columns[other]]
            if j >= i:
                h.quadratic[h.base[i] + j] += scale * row[k] * row[other]


@helper
def add_metric(m, d, dofs, h):
    """What the metric of the integrator `discrete` has more than M."""
    for i in range(h.n):
        dof = dofs.model[i]
        h.quadratic[h.base[i] + i] += d.efm_diag[dof]
        for k in range(m.M_rowadr[dof], m.M_rowadr[dof] + m.M_rownnz[dof]):
            h.quadratic[h.base[m.M_colind[k] - dof + i] + i] += d.efm_fluid[k]
    for n in range(d.nefmT):
        t = d.efm_tid[n]
        add_coupling(d, dofs, h, d.efm_ts[n], m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J)
    for n in range(d.nefmA):
        a = d.efm_aid[n]
        for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            add_coupling(d, dofs, h, d.efm_as[n], d.moment_rowadr[output], d.moment_rownnz[output], d.moment_colind,
                         d.actuator_moment)


# ---- constraint rows ----
@helper
def spoil(b, h, r):
    """Mark the rows of H for the dofs in row r of J."""
    for i in range(b.nv):
        if b.J[b.nv * r + i] != 0.0:
            h.stale[i] = 1


@helper
def add_product(b, h, target, r, weight, other, start):
    """target += weight * (row r of J)' other, its upper triangle."""
    row = b.nv * r
    for i in range(b.nv):
        if b.J[row + i] != 0.0:
            subtract_scaled(target, h.base[i] + i, -weight * b.J[row + i], other, start + i, h.last[i] + 1 - i)


@helper
def update_quadratic(p, h):
    """Add rows that have become quadratic, and take away those that no longer are; returns how many."""
    b, count = p.rows, 0
    for r in range(b.nefc):
        was, is_now = p.old_state[r] == QUADRATIC, b.state[r] == QUADRATIC
        if was != is_now:
            add_product(b, h, h.quadratic, r, b.D[r] if is_now else -b.D[r], b.J, b.nv * r)
            spoil(b, h, r)
            count += 1
    return count


@helper
def spoil_cones(p, h):
    """Mark what cones are part of, those of now and of the last point; returns how many rows are in cones now."""
    count = 0
    for r in range(p.rows.nefc):
        if p.rows.state[r] == CONE or p.old_state[r] == CONE:
            spoil(p.rows, h, r)
            count += p.rows.state[r] == CONE
    return count


@helper
def add_cone(d, b, h, r):
    """h.factor += the block of an elliptic cone whose rows start at r."""
    c = b.id[r]
    dim = d.contact.dim[c]
    for i in range(dim):
        for k in range(b.nv):
            h.mixed[k] = 0.0
        for j in range(dim):
            subtract_scaled(h.mixed, 0, -d.contact.H[c, dim * i + j], b.J, b.nv * (r + j), b.nv)
        add_product(b, h, h.factor, r + i, 1.0, h.mixed, 0)


@helper
def add_cones(d, b, h):
    """h.factor += the blocks of all cones."""
    r = 0
    while r < b.nefc:
        if b.state[r] == CONE:
            add_cone(d, b, h, r)
            r += d.contact.dim[b.id[r]]
        else:
            r += 1


# ---- factor ----
@helper
def start_rows(h):
    """Mark the rows of the factor that changes reach, and start them with the quadratic part."""
    nearest = h.n  # the nearest row below that has to be computed anew
    for i in range(h.n - 1, -1, -1):
        if nearest <= h.last[i]:
            h.stale[i] = 1
        if h.stale[i] != 0:
            nearest = i
            for k in range(h.base[i] + i, h.base[i] + h.last[i] + 1):
                h.factor[k] = h.quadratic[k]


@helper
def factor_row(h, i):
    """Compute row i of the factor; its pivot is at least as large as rounding errors."""
    U, row, end = h.factor, h.base[i], h.last[i]
    for j in range(end, i, -1):
        known = inner_product(U, row + j + 1, U, h.base[j] + j + 1, min(end, h.last[j]) - j)
        U[row + j] = (U[row + j] - known) * h.inverse[j]
    pivot = U[row + i] - inner_product(U, row + i + 1, U, row + i + 1, end - i)
    pivot = sqrt(maximum(pivot, EPSILON * U[row + i]))
    U[row + i], h.inverse[i] = pivot, 1.0 / pivot


@routine
def factor_dense(m, d, p, h):
    """Factorise as far as rows have changed their state since the last point; returns how many are active and new."""
    changed, cones = update_quadratic(p, h), spoil_cones(p, h)
    start_rows(h)
    if cones > 0:
        add_cones(d, p.rows, h)
    for i in range(h.n - 1, -1, -1):
        if h.stale[i] != 0:
            factor_row(h, i)
            h.stale[i] = 0
    return changed + cones


@helper
def solve_dense(h, x):
    """In place x = (U U')^-1 x."""
    U = h.factor
    for i in range(h.n - 1, -1, -1):
        x[i] = (x[i] - inner_product(U, h.base[i] + i + 1, x, i + 1, h.last[i] - i)) * h.inverse[i]
    for i in range(h.n):
        x[i] *= h.inverse[i]
        if x[i] != 0.0:
            subtract_scaled(x, i + 1, x[i], U, h.base[i] + i + 1, h.last[i] - i)
