"""The second derivative of the cost, M + J' H[s] J, dense by rows of its lower triangle, and its factor L' D L.

Dofs are eliminated from the last to the first, so that the tree's own zeros stay zeros, and zeros are skipped.
"""

from ...jit import helper
from ...jit.rows import subtract_scaled
from ..constraint.impedance import at_step_end
from ..constraint.rows import is_sparse
from ..names import CONE, MINVAL, QUADRATIC


@helper
def add_scaled_row(n, H, i, weight, start, count, columns, row):
    """Add weight * row to row i of H, up to its diagonal."""
    for k in range(start, start + count):
        j = columns[k]
        if j <= i:
            H[n * i + j] += weight * row[k]


@helper
def add_outer(n, H, weight, start, count, columns, row):
    """H += weight * row' row for a sparse row."""
    for k in range(start, start + count):
        add_scaled_row(n, H, columns[k], weight * row[k], start, count, columns, row)


@helper
def add_mass(m, d, H):
    """H += M, or the metric."""
    for i in range(m.nv):
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            H[m.nv * i + m.M_colind[k]] += d.M[k]
    if at_step_end(m, d):
        add_metric(m, d, H)


@helper
def add_metric(m, d, H):
    """What the metric of the integrator `discrete` has more than M."""
    for i in range(m.nv):
        H[m.nv * i + i] += d.efm_diag[i]
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            H[m.nv * i + m.M_colind[k]] += d.efm_fluid[k]
    for n in range(d.nefmT):
        t = d.efm_tid[n]
        add_outer(m.nv, H, d.efm_ts[n], m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J)
    for n in range(d.nefmA):
        a = d.efm_aid[n]
        for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            add_outer(m.nv, H, d.efm_as[n], d.moment_rowadr[output], d.moment_rownnz[output], d.moment_colind,
                      d.actuator_moment)


@helper
def add_pair(m, d, H, weight, r, s):
    """H += weight * (row r of J)' (row s of J), its lower triangle; both rows have the same columns."""
    if is_sparse(m):
        first, second, count = d.efc_J_rowadr[r], d.efc_J_rowadr[s], d.efc_J_rownnz[r]
        for k in range(count):
            scale, row = weight * d.efc_J[first + k], m.nv * d.efc_J_colind[first + k]
            for l in range(k + 1):
                H[row + d.efc_J_colind[second + l]] += scale * d.efc_J[second + l]
    else:
        for i in range(m.nv):
            scale = weight * d.efc_J[m.nv * r + i]
            if scale != 0.0:
                subtract_scaled(H, m.nv * i, -scale, d.efc_J, m.nv * s, i + 1)


@helper
def add_rows(m, d, H):
    """H += J' H[s] J: the stiffness of quadratic rows, and blocks of cones."""
    r = 0
    while r < d.nefc:
        if d.efc_state[r] == CONE:
            c = d.efc_id[r]
            dim = d.contact.dim[c]
            for j in range(dim * dim):
                add_pair(m, d, H, d.contact.H[c, j], r + j // dim, r + j % dim)
            r += dim
        else:
            if d.efc_state[r] == QUADRATIC:
                add_pair(m, d, H, d.efc_D[r], r, r)
            r += 1


@helper
def set_hessian_matrix(m, d, H):
    """The Hessian for the current states of the rows."""
    for k in range(m.nv * m.nv):
        H[k] = 0.0
    add_mass(m, d, H)
    add_rows(m, d, H)


@helper
def factor_hessian(n, H):
    """In place H = L' D L; a pivot that is not positive, by rounding, becomes MINVAL."""
    for i in range(n - 1, -1, -1):
        row, first = n * i, 0
        pivot = max(H[row + i], MINVAL)
        H[row + i] = pivot
        while H[row + first] == 0.0:
            first += 1
        for k in range(first, i):
            scale = H[row + k] / pivot
            if scale != 0.0:
                subtract_scaled(H, n * k + first, scale, H, row + first, k + 1 - first)
        for k in range(first, i):
            H[row + k] /= pivot


@helper
def solve_hessian(n, H, x):
    """In place x = (L' D L)^-1 x."""
    for i in range(n - 1, -1, -1):
        if x[i] != 0.0:
            subtract_scaled(x, 0, x[i], H, n * i, i)
    for i in range(n):
        total = x[i] / H[n * i + i]
        for k in range(i):
            total -= H[n * i + k] * x[k]
        x[i] = total
