"""The second derivative of the cost, H = M + J' W, and its sparse factor L' D L.

W = s'' J has the rows of J times their stiffnesses, and mixes the rows of a cone. Row k of the factor needs M, the rows
of J with a number in column k, and the rows of the factor below with one. Only rows that lead to k by parents are among
them (see pattern.py), so that after a change of some constraints the rows on their ways to the root are computed anew.
"""

from typing import Any, NamedTuple

from ...jit import helper, routine
from ...jit.arena import scratch, scratch_ints
from ...jit.lanes import maximum
from ...jit.rows import subtract_scaled
from ...jit.values import EPSILON
from ..common.names import CONE, QUADRATIC
from ..common.settings import at_step_end
from .jacobian import Jacobian, constraint_count
from .pattern import NONE, Pattern, Uses, find_pattern, list_uses


class SparseHessian(NamedTuple):
    """The factor of the Hessian of a problem with n dofs, and what it is made from."""

    n: int
    J: Jacobian
    J_uses: Uses
    W: Any  # numbers in the places of those of J
    weighs: Any  # for each row of J: whether it is part of the sum
    L: Pattern
    L_uses: Uses
    number: Any  # of the factor
    size: int
    stale: Any  # for each row: whether it has to be computed anew
    total: Any  # scratch for a row


@routine
def new_sparse_hessian(m, d, p):
    """Scratch for the Hessian of a problem, with no constraint yet."""
    n, dofs, J, numbers = p.dofs.count, p.dofs, p.J, 0
    for r in range(J.count):
        numbers += J.length[r]
    L, size = find_pattern(m, d, dofs, J)
    h = SparseHessian(n, J, list_uses(d, J.count, J.start, J.length, J.column, n), scratch(d, numbers),
                   scratch_ints(d, J.count), L, list_uses(d, n, L.start, L.length, L.column, n), scratch(d, size), size,
                   scratch_ints(d, n), scratch(d, n))
    start_weights(h, constraint_count(d, dofs.island))
    return h


# ---- W ----
@helper
def start_weights(h, constraints):
    """All rows of the factor are to be computed, with no constraint yet, but with the couplings of the metric."""
    for k in range(h.n):
        h.stale[k] = 1
    for r in range(h.J.count):
        h.weighs[r] = r >= constraints
        if r >= constraints:
            set_weight(h, r, h.J.scale[r])


@helper
def set_weight(h, r, weight):
    """Row r of W = weight * row of J."""
    for q in range(h.J.start[r], h.J.start[r] + h.J.length[r]):
        h.W[q] = weight * h.J.number[q]


@helper
def spoil(h, r):
    """Mark the rows of the factor that row r of J has a part in."""
    if h.J.length[r] > 0:
        k = h.J.column[h.J.start[r] + h.J.length[r] - 1]
        while k != NONE and h.stale[k] == 0:
            h.stale[k] = 1
            k = h.L.parent[k]


@helper
def mix_cone(d, h, c, r):
    """Rows of W for an elliptic cone whose rows start at r."""
    J, dim = h.J, d.contact.dim[c]
    for i in range(dim):
        start = J.start[r + i]
        for q in range(J.length[r]):
            total = 0.0
            for j in range(dim):
                total += d.contact.H[c, dim * i + j] * J.number[J.start[r + j] + q]
            h.W[start + q] = total


@helper
def update_weights(d, p, h):
    """Bring W to the states of the rows; returns how many have become or ceased to be quadratic, and are in cones."""
    b, r, changed, cones = p.rows, 0, 0, 0
    while r < b.nefc:
        now, before = b.state[r], p.old_state[r]
        h.weighs[r] = now == QUADRATIC or now == CONE
        if now == CONE:
            c = b.id[r]
            mix_cone(d, h, c, r)
            for _ in range(d.contact.dim[c]):
                h.weighs[r] = 1
                spoil(h, r)
                r, cones = r + 1, cones + 1
        else:
            if (now == QUADRATIC) != (before == QUADRATIC) or before == CONE:
                spoil(h, r)
                changed += (now == QUADRATIC) != (before == QUADRATIC)
                if now == QUADRATIC:
                    set_weight(h, r, b.D[r])
            r += 1
    return changed, cones


# ---- factor ----
@helper
def add_scaled(total, scale, column, number, start, end):
    """total += scale * a part of a sparse row, faster if its columns follow each other."""
    first = column[start]
    if column[end - 1] - first == end - 1 - start:
        subtract_scaled(total, first, -scale, number, start, end - start)
    else:
        for q in range(start, end):
            total[column[q]] += scale * number[q]


@helper
def add_inertia(m, d, dofs, k, total):
    """total += row k of the inertia, or of the metric without its couplings."""
    dof = dofs.model[k]
    for q in range(m.M_rowadr[dof], m.M_rowadr[dof] + m.M_rownnz[dof]):
        total[m.M_colind[q] - dof + k] += d.M[q]
    if at_step_end(m, d):
        for q in range(m.M_rowadr[dof], m.M_rowadr[dof] + m.M_rownnz[dof]):
            total[m.M_colind[q] - dof + k] += d.efm_fluid[q]
        total[k] += d.efm_diag[dof]


@helper
def factor_row(m, d, dofs, h, k):
    """Compute row k of the factor; its pivot is at least as large as rounding errors."""
    start, last = h.L.start[k], h.L.start[k] + h.L.length[k] - 1
    for q in range(start, last + 1):
        h.total[h.L.column[q]] = 0.0
    add_inertia(m, d, dofs, k, h.total)
    for u in range(h.J_uses.start[k], h.J_uses.start[k + 1]):
        q, r = h.J_uses.at[u], h.J_uses.row[u]
        if h.weighs[r] != 0:
            add_scaled(h.total, h.J.number[q], h.J.column, h.W, h.J.start[r], q + 1)
    rounding = EPSILON * h.total[k]
    for u in range(h.L_uses.start[k], h.L_uses.start[k + 1]):
        q, i = h.L_uses.at[u], h.L_uses.row[u]
        if i != k:
            pivot = h.number[h.L.start[i] + h.L.length[i] - 1]
            add_scaled(h.total, -h.number[q] * pivot, h.L.column, h.number, h.L.start[i], q + 1)
    pivot = maximum(h.total[k], rounding)
    inverse = 1.0 / pivot
    for q in range(start, last):
        h.number[q] = h.total[h.L.column[q]] * inverse
    h.number[last] = pivot


@routine
def factor_sparse(m, d, p, h):
    """Factorise as far as rows have changed their state since the last point; returns how many are active and new."""
    changed, cones = update_weights(d, p, h)
    for k in range(h.n - 1, -1, -1):
        if h.stale[k] != 0:
            factor_row(m, d, p.dofs, h, k)
            h.stale[k] = 0
    return changed + cones


@helper
def solve_sparse(h, x):
    """In place x = (L' D L)^-1 x."""
    for k in range(h.n - 1, -1, -1):
        start, last = h.L.start[k], h.L.start[k] + h.L.length[k] - 1
        if x[k] != 0.0 and start < last:
            add_scaled(x, -x[k], h.L.column, h.number, start, last)
    for k in range(h.n):
        last = h.L.start[k] + h.L.length[k] - 1
        value = x[k] / h.number[last]
        for q in range(h.L.start[k], last):
            value -= h.number[q] * x[h.L.column[q]]
        x[k] = value
