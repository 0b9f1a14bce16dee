"""The constraint Jacobian of a problem, dense or sparse, over its dofs.

If sparse, then behind the rows of the constraints come those of tendons and actuators that couple dofs in the metric of
the integrator `discrete`: it has scale * row' row of each.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.arena import scratch, scratch_ints
from ..common.names import JACOBIAN_SPARSE
from ..common.settings import is_sparse
from ..constraint.impedance import at_step_end

FEW = 40  # dofs of an island below which a dense Jacobian is faster
WHOLE = -1  # stands for an island: the model has none


class Jacobian(NamedTuple):
    """A matrix with a row for each constraint and a column for each dof of the problem, row after row."""

    count: int  # of rows
    direct: bool  # the numbers are those of the model, d.efc_J, and `number` is not used
    number: Any
    start: Any  # first number of each row, if it is sparse, and
    length: Any  # how many there are, and
    column: Any  # the column of each number, ascending within a row
    scale: Any  # of the rows behind those of the constraints, which are couplings


@helper
def has_sparse_jacobian(m, dofs):
    """Whether the Jacobian of a problem is sparse: as that of the model, but for small islands if it may choose."""
    return is_sparse(m) and (m.opt.jacobian == JACOBIAN_SPARSE or dofs.count >= FEW)


@helper
def has_dof(d, dofs, dof):
    """Whether a dof of the model is part of the problem."""
    return dofs.island == WHOLE or d.dof_island[dof] == dofs.island


@helper
def constraint_count(d, k):
    """How many constraint rows island k, or the whole model, has."""
    return d.nefc if k == WHOLE else d.island_nefc[k]


@helper
def constraint_row(d, k, s):
    """The row of the model that is row s of island k."""
    return s if k == WHOLE else d.map_iefc2efc[d.island_iefcadr[k] + s]


# ---- room ----
@helper
def coupling_room(m, d):
    """How many couplings there are at most, and how many numbers they have."""
    rows, numbers = 0, 0
    if at_step_end(m, d):
        for n in range(d.nefmT):
            rows, numbers = rows + 1, numbers + m.ten_J_rownnz[d.efm_tid[n]]
        for n in range(d.nefmA):
            a = d.efm_aid[n]
            for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
                rows, numbers = rows + 1, numbers + d.moment_rownnz[output]
    return rows, numbers


@helper
def constraint_room(d, k):
    """How many numbers the constraint rows have in a sparse Jacobian."""
    numbers = 0
    for s in range(constraint_count(d, k)):
        numbers += d.efc_J_rownnz[constraint_row(d, k, s)]
    return numbers


# ---- copies ----
@helper
def copy_sparse(dofs, J, start, count, columns, numbers, at):
    """Copy a sparse row over the dofs of the model; returns the end of the copy.

    Columns of a tree stay in order, so that only whole runs of them may have to change places.
    """
    for q in range(start, start + count):
        i, p = dofs.index[columns[q]], at + q - start
        while p > at and J.column[p - 1] > i:
            J.column[p], J.number[p] = J.column[p - 1], J.number[p - 1]
            p -= 1
        J.column[p], J.number[p] = i, numbers[q]
    return at + count


@helper
def copy_coupling(d, dofs, J, row, at, scale, start, count, columns, numbers):
    """Copy a coupling if it is about dofs of the problem; returns the numbers of rows and of numbers so far."""
    if count == 0 or not has_dof(d, dofs, columns[start]):
        return row, at
    J.start[row], J.length[row], J.scale[row] = at, count, scale
    return row + 1, copy_sparse(dofs, J, start, count, columns, numbers, at)


@helper
def copy_couplings(m, d, dofs, J, row, at):
    """Copy all couplings; returns how many rows there are now."""
    for n in range(d.nefmT):
        t = d.efm_tid[n]
        row, at = copy_coupling(d, dofs, J, row, at, d.efm_ts[n], m.ten_J_rowadr[t], m.ten_J_rownnz[t],
                                m.ten_J_colind, d.ten_J)
    for n in range(d.nefmA):
        a = d.efm_aid[n]
        for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            row, at = copy_coupling(d, dofs, J, row, at, d.efm_as[n], d.moment_rowadr[output],
                                    d.moment_rownnz[output], d.moment_colind, d.actuator_moment)
    return row


@helper
def sparse_rows(m, d, dofs):
    """The sparse Jacobian of a problem, in scratch."""
    constraints, (rows, numbers) = constraint_count(d, dofs.island), coupling_room(m, d)
    rows, numbers = rows + constraints, numbers + constraint_room(d, dofs.island)
    J = Jacobian(0, False, scratch(d, numbers), scratch_ints(d, rows), scratch_ints(d, rows), scratch_ints(d, numbers),
             scratch(d, rows))
    at = 0
    for s in range(constraints):
        r = constraint_row(d, dofs.island, s)
        J.start[s], J.length[s] = at, d.efc_J_rownnz[r]
        at = copy_sparse(dofs, J, d.efc_J_rowadr[r], d.efc_J_rownnz[r], d.efc_J_colind, d.efc_J, at)
    rows = constraints
    if at_step_end(m, d):
        rows = copy_couplings(m, d, dofs, J, constraints, at)
    return Jacobian(rows, False, J.number, J.start, J.length, J.column, J.scale)


@helper
def spread(d, dofs, r, number, at):
    """Copy the sparse row r of the model to a dense one, which starts at `at`."""
    for q in range(at, at + dofs.count):
        number[q] = 0.0
    for q in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
        number[at + dofs.index[d.efc_J_colind[q]]] = d.efc_J[q]


@helper
def dense_rows(m, d, dofs):
    """The dense Jacobian of a problem, in scratch unless it is that of the model."""
    count, none = constraint_count(d, dofs.island), scratch_ints(d, 0)
    direct, number = not is_sparse(m) and count == d.nefc and dofs.count == m.nv, scratch(d, 0)
    if not direct:
        number = scratch(d, count * dofs.count)
        for s in range(count):
            r, at = constraint_row(d, dofs.island, s), dofs.count * s
            if is_sparse(m):
                spread(d, dofs, r, number, at)
            else:
                for i in range(dofs.count):
                    number[at + i] = d.efc_J[m.nv * r + dofs.model[i]]
    return Jacobian(0 + count, direct, number, none, none, none, number)


@helper
def problem_jacobian(m, d, dofs):
    """The Jacobian of a problem."""
    if has_sparse_jacobian(m, dofs):
        return sparse_rows(m, d, dofs)
    return dense_rows(m, d, dofs)
