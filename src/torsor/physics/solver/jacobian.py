"""The constraint Jacobian of a problem over its dofs: for each row the numbers that may differ from zero.

Rows of one constraint have the same columns. Behind the rows of the constraints come those of tendons and actuators
that couple dofs in the metric of the integrator `discrete`: it has scale * row' row of each.
"""

from typing import Any, NamedTuple

from ...jit import helper, routine
from ...jit.arena import scratch, scratch_ints
from ...jit.lanes import any_
from ...jit.rows import rest_of
from ..common.names import JACOBIAN_SPARSE
from ..common.settings import at_step_end, has_sparse_rows, is_sparse

FEW = 40  # dofs of an island below which a dense Hessian is faster
WHOLE = -1  # stands for an island: the model has none


class Jacobian(NamedTuple):
    """A matrix with a row for each constraint and a column for each dof of the problem, row after row."""

    count: int  # of rows
    number: Any
    start: Any  # first number of each row
    length: Any  # how many there are
    column: Any  # the column of each number, ascending within a row
    scale: Any  # of the rows behind those of the constraints, which are couplings


@helper
def has_sparse_hessian(m, dofs):
    """Whether the Hessian of a problem is sparse: as the Jacobian is, but for small islands if it may choose."""
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
    J = Jacobian(0, scratch(d, numbers), scratch_ints(d, rows), scratch_ints(d, rows), scratch_ints(d, numbers),
                 scratch(d, rows))
    at = 0
    for s in range(constraints):
        r = constraint_row(d, dofs.island, s)
        J.start[s], J.length[s] = at, d.efc_J_rownnz[r]
        at = copy_sparse(dofs, J, d.efc_J_rowadr[r], d.efc_J_rownnz[r], d.efc_J_colind, d.efc_J, at)
    rows = 0 + constraints
    if at_step_end(m, d):
        rows = copy_couplings(m, d, dofs, J, constraints, at)
    return Jacobian(rows, J.number, J.start, J.length, J.column, J.scale)


# ---- dense rows of the model ----
@helper
def count_rows_of_one(d, k, s, count):
    """How many rows from s on belong to the same constraint, in island k or in the whole model, of `count` rows."""
    r, rows = constraint_row(d, k, s), 1
    while s + rows < count and d.efc_type[r + rows] == d.efc_type[r] and d.efc_id[r + rows] == d.efc_id[r]:
        rows += 1
    return rows


@helper
def list_columns(m, d, dofs, r, rows, column, at):
    """List the dofs that some of the rows from r on have a number for; how many there are."""
    entries = 0
    for i in range(dofs.count):
        k, end = m.nv * r + dofs.model[i], m.nv * (r + rows)
        while k < end and not any_(d.efc_J[k] != 0.0):
            k += m.nv
        if k < end:
            column[at + entries] = i
            entries += 1
    return entries


@helper
def compressed_rows(m, d, dofs):
    """The Jacobian of a problem whose constraints have dense rows in the model."""
    count, s, at = constraint_count(d, dofs.island), 0, 0
    number, start = scratch(d, count * dofs.count), scratch_ints(d, count * (dofs.count + 2))
    J = Jacobian(0, number, start, rest_of(start, count), rest_of(start, 2 * count), number)  # there are no couplings
    while s < count:
        rows, r = count_rows_of_one(d, dofs.island, s, count), constraint_row(d, dofs.island, s)
        entries, first = list_columns(m, d, dofs, r, rows, J.column, at), at
        for k in range(rows):
            J.start[s + k], J.length[s + k] = at, entries
            for q in range(entries):
                column = J.column[first + q]
                J.column[at + q], J.number[at + q] = column, d.efc_J[m.nv * (r + k) + dofs.model[column]]
            at += entries
        s += rows
    return Jacobian(0 + count, J.number, J.start, J.length, J.column, J.scale)


@routine
def problem_jacobian(m, d, dofs):
    """The Jacobian of a problem, in scratch unless it is that of the model."""
    if not has_sparse_rows(m, d):
        return compressed_rows(m, d, dofs)
    if dofs.island == WHOLE and not at_step_end(m, d):
        return Jacobian(0 + d.nefc, d.efc_J, d.efc_J_rowadr, d.efc_J_rownnz, d.efc_J_colind, d.efc_J)
    return sparse_rows(m, d, dofs)
