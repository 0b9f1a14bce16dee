"""The second derivative of the cost, H = M + J' s'' J, for few dofs, and its factors U D U' with U upper triangular.

Row i of a triangle has columns i to last[i]; column j lies at base[i] + j. Dofs are eliminated from the last to the
first: then the zeros of a kinematic tree stay zeros (RBDA sec. 6.5), and no number outside of these rows ever differs
from zero (George and Liu 1981, ch. 4). Four columns are eliminated at a time, and rows end with whole blocks of four.

Terms of a sum are always added one after the other, rows of J in their order. So zeros change nothing, neither those
that fill up blocks nor those that are there because other worlds in the same registers have more rows: a world gets
the same bits whoever its neighbours are.
"""

from typing import Any, NamedTuple

from ...jit import helper, routine
from ...jit.arena import scratch, scratch_ints
from ...jit.lanes import any_, maximum, where
from ...jit.rows import rest_of
from ...jit.values import EPSILON
from ..common.names import CONE, QUADRATIC, ROW_ELLIPTIC
from ..common.settings import at_step_end
from ..constraint.product import are_four
from .jacobian import has_dof
from .problem import problem_rows

BLOCK = 4  # columns that are eliminated together


class DenseHessian(NamedTuple):
    """Two triangles of the same shape, for n dofs."""

    n: int
    size: int  # of a full matrix
    length: int  # numbers of a triangle
    base: Any
    last: Any
    first: Any  # for each block: where the list of rows above that reach it starts,
    reach: Any  # which is here
    quadratic: Any  # without cones
    factor: Any  # of all of it: U, whose ones on the diagonal are left out
    inverse: Any  # of D
    mixed: Any  # scratch for BLOCK columns of U D, or rows of J


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
def reach_constraints(b, last):
    """Let the rows of dofs reach those that constraints couple them with; rows of one constraint have equal columns."""
    for r in range(b.nefc):
        start, end = b.rowadr[r], b.rowadr[r] + b.rownnz[r]
        if end - start > 1 and (r == 0 or b.type[r] != b.type[r - 1] or b.id[r] != b.id[r - 1]):
            farthest = b.colind[end - 1]
            for k in range(start, end):
                last[b.colind[k]] = max(last[b.colind[k]], farthest)


@helper
def list_reaching(n, odd, last, first, reach):
    """For each block, or column of those before the first block, list the rows above that reach it."""
    count = 0
    for j in range(n):
        first[j] = count
        if j < odd or (j - odd) % BLOCK == 0:
            for i in range(j):
                if last[i] >= j:
                    reach[count] = i
                    count += 1
    first[n] = count


@routine
def new_dense_hessian(m, d, p):
    """Scratch for the Hessian of a problem: with the inertia or the metric, and with no constraint yet."""
    n, dofs, length = p.dofs.count, p.dofs, 0
    odd = n % BLOCK
    base = scratch_ints(d, n * (n + 3) + 1)  # and the lists behind it
    last, first, reach = rest_of(base, n), rest_of(base, 2 * n), rest_of(base, 3 * n + 1)
    reach_inertia(m, dofs, last)
    if at_step_end(m, d):
        reach_couplings(m, d, dofs, last)
    reach_constraints(problem_rows(d, dofs, p.J, p.state), last)
    for i in range(n):
        if last[i] >= odd:
            last[i] += BLOCK - 1 - (last[i] - odd) % BLOCK
        base[i] = length - i
        length += last[i] + 1 - i
    list_reaching(n, odd, last, first, reach)
    quadratic = scratch(d, 2 * length + (1 + BLOCK) * n)
    h = DenseHessian(n, n * n, length, base, last, first, reach, quadratic, rest_of(quadratic, length),
                     rest_of(quadratic, 2 * length), rest_of(quadratic, 2 * length + n))
    for k in range(length):
        h.quadratic[k] = 0.0
    set_inertia(m, d, dofs, h)
    return h


# ---- inertia ----
@helper
def set_inertia(m, d, dofs, h):
    """Start with M, or the metric."""
    for i in range(h.n):
        dof = dofs.model[i]
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
def add_row(b, h, r, weight):
    """h.quadratic += weight * (row r of J)' (row r of J), its upper triangle."""
    start, end = b.rowadr[r], b.rowadr[r] + b.rownnz[r]
    for i in range(start, end):
        x, row = weight * b.J[i], h.base[b.colind[i]]
        for k in range(i, end):
            h.quadratic[row + b.colind[k]] += x * b.J[k]


@helper
def add_four(b, h, r, w0, w1, w2, w3):
    """The same for four rows with the same columns."""
    start, count = b.rowadr[r], b.rownnz[r]
    for i in range(start, start + count):
        row = h.base[b.colind[i]]
        x0, x1, x2, x3 = w0 * b.J[i], w1 * b.J[i + count], w2 * b.J[i + 2 * count], w3 * b.J[i + 3 * count]
        for k in range(i, start + count):
            at = row + b.colind[k]
            h.quadratic[at] = (h.quadratic[at] + x0 * b.J[k] + x1 * b.J[k + count] + x2 * b.J[k + 2 * count]
                               + x3 * b.J[k + 3 * count])


@helper
def change_of(p, r):
    """How much more row r of J weighs than at the point before."""
    now, before = where(p.state[r] == QUADRATIC, 1.0, 0.0), where(p.old_state[r] == QUADRATIC, 1.0, 0.0)
    return p.rows.D[r] * (now - before)


@helper
def update_quadratic(p, h):
    """Add rows that have become quadratic, and take away those that no longer are; returns how many."""
    b, r, count = p.rows, 0, 0.0
    while r < b.nefc:
        w0 = change_of(p, r)
        count += where(w0 != 0.0, 1.0, 0.0)
        if are_four(b, r):
            w1, w2, w3 = change_of(p, r + 1), change_of(p, r + 2), change_of(p, r + 3)
            count += where(w1 != 0.0, 1.0, 0.0) + where(w2 != 0.0, 1.0, 0.0) + where(w3 != 0.0, 1.0, 0.0)
            if any_((w0 != 0.0) | (w1 != 0.0) | (w2 != 0.0) | (w3 != 0.0)):
                add_four(b, h, r, w0, w1, w2, w3)
            r += 4
        else:
            if any_(w0 != 0.0):
                add_row(b, h, r, w0)
            r += 1
    return count


@helper
def mix_row(d, b, h, c, r, dim, i, at):
    """h.mixed from `at` on = row i of the block of a cone times J, whose rows start at r."""
    start, count = b.rowadr[r], b.rownnz[r]
    for k in range(count):
        total = 0.0
        for j in range(dim):
            total += d.contact.H[c, dim * i + j] * b.J[start + j * count + k]
        h.mixed[at + k] = total


@helper
def add_cone(d, b, h, c, r, dim, slips):
    """h.factor += J' H J of an elliptic cone whose rows start at r, in worlds where it slips."""
    start, count = b.rowadr[r], b.rownnz[r]
    for i in range(dim):
        mix_row(d, b, h, c, r, dim, i, 0)
        for a in range(count):
            row, x = h.base[b.colind[start + a]], where(slips, b.J[start + i * count + a], 0.0)
            for k in range(a, count):
                h.factor[row + b.colind[start + k]] += x * h.mixed[k]


@helper
def add_cones(d, p, h):
    """h.factor += the blocks of all cones; returns how many rows they have."""
    b, r, count = p.rows, 0, 0.0
    while r < b.nefc:
        if b.type[r] == ROW_ELLIPTIC:
            c, slips = b.id[r], (p.state[r] == CONE) & (b.D[r] != 0.0)
            dim = d.contact.dim[c]
            if any_(slips):
                add_cone(d, b, h, c, r, dim, slips)
                count += where(slips, float(dim), 0.0)
            r += dim
        else:
            r += 1
    return count


# ---- factor ----
@helper
def pivot_of(value, before):
    """A number of D, at least as large as rounding errors."""
    return maximum(value, EPSILON * before)


@helper
def factor_column(h, j):
    """Eliminate column j, one of the first few."""
    U, base, reach, first = h.factor, h.base, h.reach, h.first[j]
    count, at = h.first[j + 1] - first, base[j] + j
    inverse = 1.0 / pivot_of(U[at], h.quadratic[at])
    h.inverse[j] = inverse
    for a in range(count):
        place = base[reach[first + a]] + j
        h.mixed[a] = U[place]
        U[place] = U[place] * inverse
    for a in range(count):
        row = base[reach[first + a]]
        x = U[row + j]
        for k in range(a, count):
            U[row + reach[first + k]] -= x * h.mixed[k]


@routine
def factor_block(h, j):
    """Eliminate columns j to j + 3: their own triangle, then that part of the rows above, then what these take off.

    A number of U D, which is what is left of H before it is divided by the pivot, is called y, and one of U x.
    """
    U, Q, base, reach, mixed = h.factor, h.quadratic, h.base, h.reach, h.mixed
    r0, r1, r2, r3 = base[j] + j, base[j + 1] + j, base[j + 2] + j, base[j + 3] + j
    y23, y13, y03 = U[r2 + 3], U[r1 + 3], U[r0 + 3]
    i3 = 1.0 / pivot_of(U[r3 + 3], Q[r3 + 3])
    x23, x13, x03 = y23 * i3, y13 * i3, y03 * i3
    y12, y02 = U[r1 + 2] - x13 * y23, U[r0 + 2] - x03 * y23
    i2 = 1.0 / pivot_of(U[r2 + 2] - x23 * y23, Q[r2 + 2])
    x12, x02 = y12 * i2, y02 * i2
    y01 = U[r0 + 1] - x03 * y13 - x02 * y12
    i1 = 1.0 / pivot_of(U[r1 + 1] - x13 * y13 - x12 * y12, Q[r1 + 1])
    x01 = y01 * i1
    i0 = 1.0 / pivot_of(U[r0] - x03 * y03 - x02 * y02 - x01 * y01, Q[r0])
    U[r2 + 3], U[r1 + 3], U[r0 + 3], U[r1 + 2], U[r0 + 2], U[r0 + 1] = x23, x13, x03, x12, x02, x01
    h.inverse[j], h.inverse[j + 1], h.inverse[j + 2], h.inverse[j + 3] = i0, i1, i2, i3
    first = h.first[j]
    count = h.first[j + 1] - first
    for a in range(count):
        row, at = base[reach[first + a]] + j, 4 * a
        y3 = U[row + 3]
        x3 = y3 * i3
        y2 = U[row + 2] - x3 * y23
        x2 = y2 * i2
        y1 = U[row + 1] - x3 * y13 - x2 * y12
        x1 = y1 * i1
        y0 = U[row] - x3 * y03 - x2 * y02 - x1 * y01
        U[row], U[row + 1], U[row + 2], U[row + 3] = y0 * i0, x1, x2, x3
        mixed[at], mixed[at + 1], mixed[at + 2], mixed[at + 3] = y0, y1, y2, y3
    for a in range(count):
        row = base[reach[first + a]]
        x0, x1, x2, x3 = U[row + j], U[row + j + 1], U[row + j + 2], U[row + j + 3]
        for k in range(a, count):
            at = row + reach[first + k]
            U[at] = (U[at] - x3 * mixed[4 * k + 3] - x2 * mixed[4 * k + 2] - x1 * mixed[4 * k + 1]
                     - x0 * mixed[4 * k])


@routine
def factor_dense(m, d, p, h):
    """Factorise, with rows that have changed their state since the last point; returns how many are active and new."""
    changed, odd = update_quadratic(p, h), h.n % BLOCK
    for k in range(h.length):
        h.factor[k] = h.quadratic[k]
    cones = add_cones(d, p, h)
    for j in range(h.n - BLOCK, odd - 1, -BLOCK):
        factor_block(h, j)
    for j in range(odd - 1, -1, -1):
        factor_column(h, j)
    return changed + cones


@helper
def divide_block(h, j, x):
    """The part of x = U^-1 x that four columns have; their own x is divided by D as well."""
    U = h.factor
    r0, r1, r2 = h.base[j] + j, h.base[j + 1] + j, h.base[j + 2] + j
    x3 = x[j + 3]
    x2 = x[j + 2] - U[r2 + 3] * x3
    x1 = x[j + 1] - U[r1 + 3] * x3 - U[r1 + 2] * x2
    x0 = x[j] - U[r0 + 3] * x3 - U[r0 + 2] * x2 - U[r0 + 1] * x1
    x[j], x[j + 1] = x0 * h.inverse[j], x1 * h.inverse[j + 1]
    x[j + 2], x[j + 3] = x2 * h.inverse[j + 2], x3 * h.inverse[j + 3]
    for a in range(h.first[j], h.first[j + 1]):
        i = h.reach[a]
        at = h.base[i] + j
        x[i] = x[i] - U[at + 3] * x3 - U[at + 2] * x2 - U[at + 1] * x1 - U[at] * x0


@helper
def divide_transposed(h, j, x):
    """The part of x = U'^-1 x that four columns have."""
    U = h.factor
    r0, r1, r2 = h.base[j] + j, h.base[j + 1] + j, h.base[j + 2] + j
    x0, x1, x2, x3 = x[j], x[j + 1], x[j + 2], x[j + 3]
    for a in range(h.first[j], h.first[j + 1]):
        x_i, at = x[h.reach[a]], h.base[h.reach[a]] + j
        x0, x1, x2, x3 = x0 - U[at] * x_i, x1 - U[at + 1] * x_i, x2 - U[at + 2] * x_i, x3 - U[at + 3] * x_i
    x1 = x1 - U[r0 + 1] * x0
    x2 = x2 - U[r0 + 2] * x0 - U[r1 + 2] * x1
    x3 = x3 - U[r0 + 3] * x0 - U[r1 + 3] * x1 - U[r2 + 3] * x2
    x[j], x[j + 1], x[j + 2], x[j + 3] = x0, x1, x2, x3


@routine
def solve_dense(h, x):
    """In place x = (U D U')^-1 x."""
    U, odd = h.factor, h.n % BLOCK
    for j in range(h.n - BLOCK, odd - 1, -BLOCK):
        divide_block(h, j, x)
    for j in range(odd - 1, -1, -1):
        x_j = x[j]
        x[j] = x_j * h.inverse[j]
        for a in range(h.first[j], h.first[j + 1]):
            x[h.reach[a]] -= U[h.base[h.reach[a]] + j] * x_j
    for j in range(odd):
        for a in range(h.first[j], h.first[j + 1]):
            x[j] -= U[h.base[h.reach[a]] + j] * x[h.reach[a]]
    for j in range(odd, h.n, BLOCK):
        divide_transposed(h, j, x)
