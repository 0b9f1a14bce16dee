"""Products with the inertia matrix M, with its inverse and with their square roots; other forms of M; total mass.

M = L' D L as in inertia.py: the rows of L lie in qLD, in the places of the diagonal D, and 1/D in qLDiagInv.
"""

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...jit.lanes import maximum, sqrt, where
from ...jit.rows import rest_of
from ..common.names import MINVAL
from ..dynamics.inertia import multiply, solve

DofVector = In('nv')


@stage
def multiply_inertia(m, d, res: Out('nv'), vec: DofVector):
    """res = M vec."""
    multiply(m, d.M, vec, res)


@stage
def multiply_root(m, d, res: Out('nv'), vec: DofVector):
    """res = D^1/2 L vec, a square root of M in the sense that |res|^2 = vec' M vec."""
    for i in range(m.nv):
        start, last = m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1
        total = vec[i]
        for k in range(start, last):
            total += d.qLD[k] * vec[m.M_colind[k]]
        res[i] = total * sqrt(d.qLD[last])


# ---- solutions ----
@helper
def copied_rows(X, Y):
    """X = Y; its numbers and the number of its rows."""
    if X.size != Y.size:
        raise TypeError('the first dimension of x and y should be of the same size')
    x, y = X.numbers, Y.numbers
    for k in range(X.size):
        x[k] = y[k]
    return x, X.shape[0]


@helper
def eliminate(m, L, x):
    """In place x = L'^-1 x."""
    for i in range(m.nv - 1, -1, -1):
        x_i, last = x[i], m.M_rowadr[i] + m.M_rownnz[i] - 1
        for k in range(m.M_rowadr[i], last):
            x[m.M_colind[k]] -= L[k] * x_i


@helper
def eliminate_four(m, L, x, y, z, w):
    """What `eliminate` does to four vectors at once: L is read once, and the four do not wait for each other."""
    for i in range(m.nv - 1, -1, -1):
        x_i, y_i, z_i, w_i = x[i], y[i], z[i], w[i]
        last = m.M_rowadr[i] + m.M_rownnz[i] - 1
        for k in range(m.M_rowadr[i], last):
            column, factor = m.M_colind[k], L[k]
            x[column] -= factor * x_i
            y[column] -= factor * y_i
            z[column] -= factor * z_i
            w[column] -= factor * w_i


@helper
def substitute_four(m, L, diagonal_inverse, x, y, z, w):
    """In place x = L^-1 D^-1 x, for four vectors at once."""
    for i in range(m.nv):
        scale, last = diagonal_inverse[i], m.M_rowadr[i] + m.M_rownnz[i] - 1
        x_i, y_i, z_i, w_i = x[i] * scale, y[i] * scale, z[i] * scale, w[i] * scale
        for k in range(m.M_rowadr[i], last):
            column, factor = m.M_colind[k], L[k]
            x_i -= factor * x[column]
            y_i -= factor * y[column]
            z_i -= factor * z[column]
            w_i -= factor * w[column]
        x[i], y[i], z[i], w[i] = x_i, y_i, z_i, w_i


@helper
def four_rows(m, rows, r):
    """Rows r to r + 3 of a matrix with nv columns."""
    start, n = r * m.nv, m.nv
    return rest_of(rows, start), rest_of(rows, start + n), rest_of(rows, start + 2 * n), rest_of(rows, start + 3 * n)


@stage
def solve_inertia(m, d, x: Out('*,nv'), y: In('*,nv')):
    """x = M^-1 y, for each row of x and y (both n x nv)."""
    rows, count = copied_rows(x, y)
    fours = 4 * (count // 4)
    for r in range(0, fours, 4):
        four = four_rows(m, rows, r)
        eliminate_four(m, d.qLD, *four)
        substitute_four(m, d.qLD, d.qLDiagInv, *four)
    for r in range(fours, count):
        solve(m, d.qLD, d.qLDiagInv, rest_of(rows, r * m.nv))


@stage
def solve_root(m, d, x: Out('*,nv'), y: In('*,nv'), sqrtInvD: DofVector):
    """x = D^-1/2 L'^-1 y for each row of x and y, with the diagonal D^-1/2 given; |x|^2 = y' M^-1 y."""
    rows, count = copied_rows(x, y)
    fours = 4 * (count // 4)
    for r in range(0, fours, 4):
        four = four_rows(m, rows, r)
        eliminate_four(m, d.qLD, *four)
    for r in range(fours, count):
        eliminate(m, d.qLD, rest_of(rows, r * m.nv))
    for r in range(count):
        for i in range(m.nv):
            rows[r * m.nv + i] *= sqrtInvD[i]


# ---- other forms ----
@stage
def dense_inertia(m, d, dst: Out('nv,nv')):
    """M as a full symmetric matrix."""
    for k in range(m.nv * m.nv):
        dst[k] = 0.0
    for i in range(m.nv):
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            column = m.M_colind[k]
            dst[i * m.nv + column] = d.M[k]
            dst[column * m.nv + i] = d.M[k]


@helper
def has_same_columns(m, rownnz, rowadr, colind):
    """Whether a sparse matrix stores the same entries in the same places as M."""
    for i in range(m.nv):
        if rownnz[i] != m.M_rownnz[i] or rowadr[i] != m.M_rowadr[i]:
            return False
    different = 0
    for k in range(m.nC):
        different += colind[k] != m.M_colind[k]
    return different == 0


@helper
def joint_length(m, i, start, count, colind):
    """How many columns row i of M and a row of another matrix have between them, each in ascending order."""
    first, total = m.M_rowadr[i], 0
    own, other = first + m.M_rownnz[i] - 1, start + count - 1
    while own >= first and other >= start:
        a, b = m.M_colind[own], colind[other]
        if a >= b:
            own -= 1
        if b >= a:
            other -= 1
        total += 1
    return total + (own - first + 1) + (other - start + 1)


@helper
def add_row(m, d, i, dst, start, count, colind, length):
    """Add row i of M to a row of another matrix that becomes `length` long; from its end, so that nothing is lost."""
    first = m.M_rowadr[i]
    own, other, place = first + m.M_rownnz[i] - 1, start + count - 1, start + length - 1
    while own >= first:
        column = colind[other] if other >= start else -1
        if column > m.M_colind[own]:
            dst[place], colind[place] = dst[other], column
            other -= 1
        elif column == m.M_colind[own]:
            dst[place], colind[place] = dst[other] + d.M[own], column
            own -= 1
            other -= 1
        else:
            dst[place], colind[place] = d.M[own], m.M_colind[own]
            own -= 1
        place -= 1


@stage
def add_inertia(m, d, dst: Out('nM'), rownnz: Out('nv', int), rowadr: Out('nv', int), colind: Out('nM', int)) -> bool:
    """dst += M for a sparse lower triangle; rows grow where M has more columns.

    False, and nothing changed, if one would grow past the end.
    """
    if has_same_columns(m, rownnz, rowadr, colind):
        for k in range(m.nC):
            dst[k] += d.M[k]
        return True
    for i in range(m.nv):
        start, count = rowadr[i], rownnz[i]
        if start < 0 or count < 0 or start + count > m.nM:
            return False
        if start + joint_length(m, i, start, count, colind) > m.nM:
            return False
    for i in range(m.nv):
        length = joint_length(m, i, rowadr[i], rownnz[i], colind)
        add_row(m, d, i, dst, rowadr[i], rownnz[i], colind, length)
        rownnz[i] = length
    return True


# ---- the whole model ----
@helper
def sum_of_masses(m, masses):
    """Mass of everything but the world."""
    total = 0.0
    for b in range(1, m.nbody):
        total += masses[b]
    return total


@stage
def total_mass(m) -> float:
    """Mass of the model [kg]."""
    return sum_of_masses(m, m.body_mass)


@stage
def scale_masses(m, body_mass: Out('nbody'), body_inertia: Out('nbody,3'), newmass: float):
    """Scale masses and inertias so that the masses sum to newmass; fields of the model are passed to be written."""
    scale = newmass / maximum(sum_of_masses(m, body_mass), MINVAL)
    scale = where(scale < MINVAL, MINVAL, scale)
    for b in range(1, m.nbody):  # the world keeps what was written to it
        body_mass[b] *= scale
    for k in range(3, 3 * m.nbody):
        body_inertia[k] *= scale
