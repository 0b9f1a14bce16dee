"""Products with the inertia, or with the metric of the integrator `discrete`, for the dofs of a problem.

A row of the inertia has columns in one tree, so that one difference takes the numbers of its dofs to their places.
"""

from ...jit import helper, routine
from ..common.settings import at_step_end
from .jacobian import has_dof


@helper
def add_inertia(m, dofs, M, x, result):
    """result += M x for a symmetric matrix stored like the inertia."""
    for i in range(dofs.count):
        dof = dofs.model[i]
        shift, end = dof - i, m.M_rowadr[dof] + m.M_rownnz[dof] - 1
        x_i, total = x[i], M[end] * x[i]
        for k in range(m.M_rowadr[dof], end):
            j = m.M_colind[k] - shift
            total += M[k] * x[j]
            result[j] += M[k] * x_i
        result[i] += total


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
def divide_by_factor(m, dofs, L, diagonal_inverse, x):
    """In place x = (L' D L)^-1 x."""
    for i in range(dofs.count - 1, -1, -1):
        dof, x_i = dofs.model[i], x[i]
        for k in range(m.M_rowadr[dof], m.M_rowadr[dof] + m.M_rownnz[dof] - 1):
            x[m.M_colind[k] - dof + i] -= L[k] * x_i
    for i in range(dofs.count):
        dof = dofs.model[i]
        total = x[i] * diagonal_inverse[dof]
        for k in range(m.M_rowadr[dof], m.M_rowadr[dof] + m.M_rownnz[dof] - 1):
            total -= L[k] * x[m.M_colind[k] - dof + i]
        x[i] = total


@routine
def divide_by_mass(m, d, dofs, x):
    """In place x = M^-1 x; the metric without the coupling of dofs by tendons and actuators."""
    if at_step_end(m, d):
        divide_by_factor(m, dofs, d.qH, d.qHDiagInv, x)
    else:
        divide_by_factor(m, dofs, d.qLD, d.qLDiagInv, x)
