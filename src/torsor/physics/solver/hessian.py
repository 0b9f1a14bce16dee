"""The second derivative of the cost, M + J' H[s] J, and its factor L' D L.

Row i of the lower triangle lies at nv * i, but only its numbers from column first[i] on exist; what a row has before is
neither cleared nor read, so that time goes with the true number of entries. Dofs are eliminated from the last to the
first: then the zeros of a kinematic tree stay zeros (RBDA sec. 6.5), and zeros are skipped.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.arena import scratch
from ...jit.inner import inner_product
from ...jit.rows import subtract_scaled
from ..constraint.impedance import at_step_end
from ..constraint.rows import is_sparse
from ..names import CONE, MINVAL, QUADRATIC


class Triangle(NamedTuple):
    """Lower triangle of a symmetric matrix."""

    number: Any
    first: Any  # the first column of each row that may differ from zero


@helper
def new_triangle(m, d):
    return Triangle(scratch(d, m.nv * m.nv), scratch(d, m.nv))


@helper
def widen(n, H, i, column):
    """Let row i of H start at this column, if it does not start before."""
    first = int(H.first[i])
    if column < first:
        for k in range(n * i + column, n * i + first):
            H.number[k] = 0.0
        H.first[i] = column


@helper
def copy_triangle(n, source, target):
    for i in range(n):
        target.first[i] = source.first[i]
        for k in range(n * i + int(source.first[i]), n * i + i + 1):
            target.number[k] = source.number[k]


@helper
def count_entries(n, H):
    """How many numbers of a triangle exist."""
    count = 0
    for i in range(n):
        count += i + 1 - int(H.first[i])
    return count


# ---- inertia ----
@helper
def set_mass(m, d, H):
    """H = M, or the metric."""
    for i in range(m.nv):
        H.first[i] = i + 1
        widen(m.nv, H, i, m.M_colind[m.M_rowadr[i]])
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            H.number[m.nv * i + m.M_colind[k]] = d.M[k]
    if at_step_end(m, d):
        add_metric(m, d, H)


@helper
def add_scaled_row(n, H, i, weight, start, count, columns, row):
    """Add weight * row to row i of H, up to its diagonal."""
    for k in range(start, start + count):
        j = columns[k]
        if j <= i:
            widen(n, H, i, j)
            H.number[n * i + j] += weight * row[k]


@helper
def add_outer(n, H, weight, start, count, columns, row):
    """H += weight * row' row for a sparse row."""
    for k in range(start, start + count):
        add_scaled_row(n, H, columns[k], weight * row[k], start, count, columns, row)


@helper
def add_metric(m, d, H):
    """What the metric of the integrator `discrete` has more than M."""
    for i in range(m.nv):
        H.number[m.nv * i + i] += d.efm_diag[i]
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            H.number[m.nv * i + m.M_colind[k]] += d.efm_fluid[k]
    for n in range(d.nefmT):
        t = d.efm_tid[n]
        add_outer(m.nv, H, d.efm_ts[n], m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J)
    for n in range(d.nefmA):
        a = d.efm_aid[n]
        for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            add_outer(m.nv, H, d.efm_as[n], d.moment_rowadr[output], d.moment_rownnz[output], d.moment_colind,
                      d.actuator_moment)


# ---- constraint rows ----
@helper
def row_start(m, d, r):
    """Where row r of J starts."""
    return d.efc_J_rowadr[r] if is_sparse(m) else m.nv * r


@helper
def row_length(m, d, r):
    """How many numbers row r of J has."""
    return d.efc_J_rownnz[r] if is_sparse(m) else m.nv


@helper
def add_product(m, d, H, r, weight, other, start):
    """H += weight * (row r of J)' other, its lower triangle; other, from `start`, has the columns of row r."""
    if is_sparse(m):
        first, count = d.efc_J_rowadr[r], d.efc_J_rownnz[r]
        for k in range(count):
            i, scale = d.efc_J_colind[first + k], weight * d.efc_J[first + k]
            widen(m.nv, H, i, d.efc_J_colind[first])
            for j in range(k + 1):
                H.number[m.nv * i + d.efc_J_colind[first + j]] += scale * other[start + j]
    else:
        row, first = m.nv * r, 0
        while first < m.nv and other[start + first] == 0.0:
            first += 1
        for i in range(first, m.nv):
            if d.efc_J[row + i] != 0.0:
                widen(m.nv, H, i, first)
                scale = -weight * d.efc_J[row + i]
                subtract_scaled(H.number, m.nv * i + first, scale, other, start + first, i + 1 - first)


@helper
def add_stiffness(m, d, H, r, weight):
    """H += weight * (row r of J)' (row r of J)."""
    add_product(m, d, H, r, weight, d.efc_J, row_start(m, d, r))


@helper
def add_cone(m, d, H, r, mixed):
    """H += the block of an elliptic cone whose rows start at r; `mixed` is scratch for a row of J."""
    c, count = d.efc_id[r], row_length(m, d, r)
    dim = d.contact.dim[c]
    for i in range(dim):
        for k in range(count):
            mixed[k] = 0.0
        for j in range(dim):
            subtract_scaled(mixed, 0, -d.contact.H[c, dim * i + j], d.efc_J, row_start(m, d, r + j), count)
        add_product(m, d, H, r + i, 1.0, mixed, 0)


@helper
def add_cones(m, d, H, mixed):
    """H += the blocks of all cones."""
    r = 0
    while r < d.nefc:
        if d.efc_state[r] == CONE:
            add_cone(m, d, H, r, mixed)
            r += d.contact.dim[d.efc_id[r]]
        else:
            r += 1


@helper
def update_quadratic(m, d, H, old_state):
    """Add rows to H that have become quadratic, and take away those that no longer are; returns how many."""
    count = 0
    for r in range(d.nefc):
        was, is_now = old_state[r] == QUADRATIC, d.efc_state[r] == QUADRATIC
        if was != is_now:
            add_stiffness(m, d, H, r, d.efc_D[r] if is_now else -d.efc_D[r])
            count += 1
    return count


# ---- factor ----
@helper
def factor_triangle(n, H):
    """In place H = L' D L; a pivot that is not positive, by rounding, becomes MINVAL."""
    for i in range(n - 1, -1, -1):
        row, first = n * i, int(H.first[i])
        pivot = H.number[row + i]
        if not pivot > MINVAL:
            pivot = MINVAL
            H.number[row + i] = pivot
        inverse = 1.0 / pivot
        for k in range(i - 1, first - 1, -1):
            scale = H.number[row + k] * inverse
            if scale != 0.0:
                widen(n, H, k, first)
                subtract_scaled(H.number, n * k + first, scale, H.number, row + first, k + 1 - first)
                H.number[row + k] = scale


@helper
def solve_triangle(n, H, x):
    """In place x = (L' D L)^-1 x."""
    for i in range(n - 1, -1, -1):
        first = int(H.first[i])
        if x[i] != 0.0:
            subtract_scaled(x, first, x[i], H.number, n * i + first, i - first)
    for i in range(n):
        first = int(H.first[i])
        x[i] = x[i] / H.number[n * i + i] - inner_product(H.number, n * i + first, x, first, i - first)
