"""Products with the inertia, or with the metric of the integrator `discrete`, for the dofs of a problem.

A row of the inertia has columns in one tree, so that one difference takes the numbers of its dofs to their places.
"""

from ...jit import helper, routine
from ..common.settings import at_step_end
from ..dynamics.inertia import is_child_of_previous
from .jacobian import has_dof


@helper
def add_inertia(m, dofs, M, x, result):
    """result += M x for a symmetric matrix stored like the inertia; two dofs at a time, see dynamics/inertia.py."""
    i = 0
    while i < dofs.count:
        dof = dofs.model[i]
        row, count, shift, x_i = m.M_rowadr[dof], m.M_rownnz[dof] - 1, dof - i, x[i]
        total = M[row + count] * x_i
        if dof + 1 < m.nv and is_child_of_previous(m, dof + 1):
            after, x_after = m.M_rowadr[dof + 1], x[i + 1]
            total_after = M[after + count + 1] * x_after
            for k in range(count):
                j = m.M_colind[row + k] - shift
                x_j = x[j]
                total, total_after = total + M[row + k] * x_j, total_after + M[after + k] * x_j
                result[j] = result[j] + M[row + k] * x_i + M[after + k] * x_after
            result[i] = result[i] + total + M[after + count] * x_after
            result[i + 1] += total_after + M[after + count] * x_i
            i += 2
        else:
            for k in range(count):
                j = m.M_colind[row + k] - shift
                total += M[row + k] * x[j]
                result[j] += M[row + k] * x_i
            result[i] += total
            i += 1


@helper
def add_coupling(d, dofs, scale, start, count, columns, row, x, result):
    """result += scale * row' (row x) for a sparse row over dofs of the model, if it is about those of the problem."""
    if count == 0 or not has_dof(d, dofs, columns[start]):
        return
    along = 0.0
    for k in range(start, start + count):
        along += row[k] * x[dofs.index[columns[k]]]
    for k in range(start, start + count):
        result[dofs.index[columns[k]]] += row[k] * (along * scale)


@helper
def add_metric(m, d, dofs, x, result):
    """result += (h D + h^2 K) x."""
    for i in range(dofs.count):
        result[i] += d.efm_diag[dofs.model[i]] * x[i]
    add_inertia(m, dofs, d.efm_fluid, x, result)
    for n in range(d.nefmT):
        t = d.efm_tid[n]
        add_coupling(d, dofs, d.efm_ts[n], m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J, x, result)
    for n in range(d.nefmA):
        a = d.efm_aid[n]
        for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            add_coupling(d, dofs, d.efm_as[n], d.moment_rowadr[output], d.moment_rownnz[output], d.moment_colind,
                         d.actuator_moment, x, result)


@routine
def multiply_mass(m, d, dofs, x, result):
    """result = M x."""
    for i in range(dofs.count):
        result[i] = 0.0
    add_inertia(m, dofs, d.M, x, result)
    if at_step_end(m, d):
        add_metric(m, d, dofs, x, result)


@helper
def divide_backward(m, dofs, L, x):
    """In place x = L'^-1 x."""
    i = dofs.count - 1
    while i >= 0:
        dof, x_i = dofs.model[i], x[i]
        row, count, shift = m.M_rowadr[dof], m.M_rownnz[dof] - 1, dof - i
        if is_child_of_previous(m, dof):
            before, count = m.M_rowadr[dof - 1], count - 1
            x_before = x[i - 1] - L[row + count] * x_i
            x[i - 1] = x_before
            for k in range(count):
                j = m.M_colind[row + k] - shift
                x[j] = x[j] - L[row + k] * x_i - L[before + k] * x_before
            i -= 2
        else:
            for k in range(row, row + count):
                x[m.M_colind[k] - shift] -= L[k] * x_i
            i -= 1


@helper
def divide_forward(m, dofs, L, diagonal_inverse, x):
    """In place x = L^-1 D^-1 x."""
    i = 0
    while i < dofs.count:
        dof = dofs.model[i]
        row, count, shift, total = m.M_rowadr[dof], m.M_rownnz[dof] - 1, dof - i, x[i] * diagonal_inverse[dof]
        if dof + 1 < m.nv and is_child_of_previous(m, dof + 1):
            after, total_after = m.M_rowadr[dof + 1], x[i + 1] * diagonal_inverse[dof + 1]
            for k in range(count):
                x_k = x[m.M_colind[row + k] - shift]
                total, total_after = total - L[row + k] * x_k, total_after - L[after + k] * x_k
            x[i], x[i + 1] = total, total_after - L[after + count] * total
            i += 2
        else:
            for k in range(row, row + count):
                total -= L[k] * x[m.M_colind[k] - shift]
            x[i] = total
            i += 1


@helper
def divide_by_factor(m, dofs, L, diagonal_inverse, x):
    """In place x = (L' D L)^-1 x."""
    divide_backward(m, dofs, L, x)
    divide_forward(m, dofs, L, diagonal_inverse, x)


@routine
def divide_by_mass(m, d, dofs, x):
    """In place x = M^-1 x; the metric without the coupling of dofs by tendons and actuators."""
    if at_step_end(m, d):
        divide_by_factor(m, dofs, d.qH, d.qHDiagInv, x)
    else:
        divide_by_factor(m, dofs, d.qLD, d.qLDiagInv, x)
