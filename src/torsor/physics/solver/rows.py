"""The constraint Jacobian of a problem, as sparse rows over its dofs; rows of one constraint have the same columns.

Behind the rows of the constraints come those of tendons and actuators that couple dofs in the metric of the integrator
`discrete`: it has scale * row' row of each.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.arena import scratch, scratch_ints
from ..constraint.impedance import at_step_end
from ..constraint.rows import is_sparse

WHOLE = -1  # stands for an island: the model has none


class SparseRows(NamedTuple):
    """Rows of numbers in ascending columns, one after the other."""

    count: int
    start: Any
    length: Any
    column: Any
    number: Any
    scale: Any  # of couplings


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
def constraint_room(m, d, dofs):
    """How many numbers the constraint rows have at most."""
    count = constraint_count(d, dofs.island)
    if not is_sparse(m):
        return count * dofs.count
    numbers = 0
    for s in range(count):
        numbers += d.efc_J_rownnz[constraint_row(d, dofs.island, s)]
    return numbers


# ---- copies ----
@helper
def same_constraint(d, k, s, count):
    """How many rows of island k from s on, of `count` in all, belong to one constraint."""
    r, rows = constraint_row(d, k, s), 1
    while s + rows < count and d.efc_type[r + rows] == d.efc_type[r] and d.efc_id[r + rows] == d.efc_id[r]:
        rows += 1
    return rows


@helper
def moves_rows(m, d, dof, r, count):
    """Whether some rows of a dense Jacobian have a number for a dof."""
    for c in range(r, r + count):
        if d.efc_J[m.nv * c + dof] != 0.0:
            return True
    return False


@helper
def copy_dense(m, d, dofs, J, s, count, r, at):
    """Copy the rows of one constraint, r and following, to s and following; returns the end of the copy."""
    length = 0
    for i in range(dofs.count):
        if moves_rows(m, d, dofs.model[i], r, count):
            J.column[at + length] = i
            length += 1
    for c in range(count):
        start = at + c * length
        J.start[s + c], J.length[s + c] = start, length
        for q in range(length):
            i = J.column[at + q]
            J.column[start + q], J.number[start + q] = i, d.efc_J[m.nv * (r + c) + dofs.model[i]]
    return at + count * length


@helper
def copy_sparse(dofs, J, start, count, columns, numbers, at):
    """Copy a sparse row over the dofs of the model; returns the end of the copy.

    Columns of a tree stay in order, so that only whole runs of them may have to change places.
    """
    for q in range(start, start + count):
        i, p = dofs.place[columns[q]], at + q - start
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
def copy_rows(m, d, dofs):
    """The Jacobian of a problem, in scratch."""
    constraints, (rows, numbers) = constraint_count(d, dofs.island), coupling_room(m, d)
    rows, numbers = rows + constraints, numbers + constraint_room(m, d, dofs)
    J = SparseRows(0, scratch_ints(d, rows), scratch_ints(d, rows), scratch_ints(d, numbers), scratch(d, numbers),
                   scratch(d, rows))
    s, at = 0, 0
    while s < constraints:
        r = constraint_row(d, dofs.island, s)
        if is_sparse(m):
            J.start[s], J.length[s] = at, d.efc_J_rownnz[r]
            at = copy_sparse(dofs, J, d.efc_J_rowadr[r], d.efc_J_rownnz[r], d.efc_J_colind, d.efc_J, at)
            s += 1
        else:
            count = same_constraint(d, dofs.island, s, constraints)
            at = copy_dense(m, d, dofs, J, s, count, r, at)
            s += count
    rows = constraints
    if at_step_end(m, d):
        rows = copy_couplings(m, d, dofs, J, constraints, at)
    return SparseRows(rows, J.start, J.length, J.column, J.number, J.scale)
