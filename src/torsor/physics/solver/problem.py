"""The problem that a solver solves: the cost of an acceleration a, which the constrained motion minimises,

    1/2 (a - a0)' M (a - a0) + s(J a - aref),    a0 = qacc_smooth,

with s the cost of violating constraints, and M the metric if the integrator is `discrete`. It is that of one island, or
of the whole model if there are none. Vectors hold the dofs of the problem only, tree after tree, so that within a tree
places differ from the numbers of the dofs in the model by a constant.
"""

from typing import Any, NamedTuple

from ...jit import helper, routine
from ...jit.arena import reserve, scratch, scratch_ints
from ...jit.rows import rest_of
from ..common.names import OFF_WARMSTART
from ..constraint.block import Block
from ..constraint.impedance import at_step_end
from .rows import WHOLE, Rows, constraint_count, has_sparse_rows, problem_jacobian


class Dofs(NamedTuple):
    """The dofs of a problem."""

    island: int
    count: int
    model: Any  # number of each in the model
    place: Any  # of each dof of the model in the problem that it is part of


class Problem(NamedTuple):
    """Constraint rows and dofs of a problem, and the point where a solver is."""

    b: Block
    J: Rows
    dofs: Dofs
    scale: float  # of costs and gradients: 1 / trace(M), so that the tolerance means the same for light and heavy
    smooth_acc: Any  # a0
    force: Any  # M a0: smooth forces
    acc: Any  # a
    inertial: Any  # M a
    pull: Any  # J' times the forces of the rows
    gradient: Any
    search: Any  # direction of the next step
    image: Any  # M search
    jar: Any  # J a - aref
    jar_rate: Any  # J search
    old_state: Any  # of each row at the last point


# ---- dofs ----
@helper
def problem_dofs(m, d, k):
    """The dofs of island k, or of the whole model, in the order that `order_dofs` has chosen."""
    count, first = (m.nv, 0) if k == WHOLE else (d.island_nv[k], d.island_idofadr[k])
    return Dofs(0 + k, count, rest_of(d.work.dof_order, first), d.work.dof_place)


@helper
def inverse_trace(m, d, dofs):
    """1 / trace(M)."""
    trace = 0.0
    for i in range(dofs.count):
        dof = dofs.model[i]
        trace += d.M[m.M_rowadr[dof] + m.M_rownnz[dof] - 1]
    return 1.0 / trace


# ---- rows ----
@helper
def reserve_island_rows(d):
    """Make room for the rows of all islands."""
    reserve(d, 'iefc_type,iefc_id,iefc_frictionloss,iefc_D,iefc_R,iefc_aref,iefc_state,iefc_force', d.nefc)
    reserve(d, 'iacc,iacc_smooth,ifrc_smooth,ifrc_constraint', d.nidof)


@helper
def copy_numbers(d, first, count):
    """Copy what belongs to rows to where those of their island lie together."""
    for s in range(first, first + count):
        r = d.map_iefc2efc[s]
        d.iefc_type[s], d.iefc_id[s], d.iefc_frictionloss[s] = d.efc_type[r], d.efc_id[r], d.efc_frictionloss[r]
        d.iefc_D[s], d.iefc_R[s], d.iefc_aref[s] = d.efc_D[r], d.efc_R[r], d.efc_aref[r]


@helper
def return_numbers(m, d, first, count):
    """Copy what the solver has found for the rows of an island back.

    As in MuJoCo efc_state keeps the states at qacc_smooth, which `choose_start` has left there: those of the solution
    are in iefc_state. They are copied where nothing has been left, and for noslip, which counts how many change.
    """
    with_states = m.opt.disableflags & OFF_WARMSTART != 0 or m.opt.noslip_iterations > 0
    for s in range(first, first + count):
        r = d.map_iefc2efc[s]
        d.efc_force[r] = d.iefc_force[s]
        if with_states:
            d.efc_state[r] = d.iefc_state[s]


@helper
def problem_rows(m, d, dofs, J):
    """The rows of an island, or all rows of the model. They point into the arena: valid until it moves."""
    sparse, numbers = has_sparse_rows(m, dofs), d.efc_J if J.direct else J.number
    if dofs.island == WHOLE:
        return Block(dofs.count, 0 + d.nefc, sparse, numbers, J.start, J.length, J.column, d.efc_type, d.efc_id,
                     d.efc_frictionloss, d.efc_D, d.efc_R, d.efc_aref, d.efc_state, d.efc_force)
    first, count = d.island_iefcadr[dofs.island], 0 + d.island_nefc[dofs.island]
    return Block(dofs.count, count, sparse, numbers, J.start, J.length, J.column, rest_of(d.iefc_type, first),
                 rest_of(d.iefc_id, first), rest_of(d.iefc_frictionloss, first), rest_of(d.iefc_D, first),
                 rest_of(d.iefc_R, first), rest_of(d.iefc_aref, first), rest_of(d.iefc_state, first),
                 rest_of(d.iefc_force, first))


# ---- from the model and back ----
@routine
def open_problem(m, d, dofs):
    """The problem of an island or of the whole model, at its present qacc."""
    n, rows, J = dofs.count, constraint_count(d, dofs.island), problem_jacobian(m, d, dofs)
    smooth_acc, force, acc, inertial, pull = (
        scratch(d, n), scratch(d, n), scratch(d, n), scratch(d, n), scratch(d, n))
    gradient, search, image = scratch(d, n), scratch(d, n), scratch(d, n)
    jar, jar_rate, old_state = scratch(d, rows), scratch(d, rows), scratch_ints(d, rows)
    for i in range(n):
        dof = dofs.model[i]
        smooth_acc[i], force[i], acc[i] = d.qacc_smooth[dof], d.qfrc_smooth[dof], d.qacc[dof]
        if at_step_end(m, d):
            force[i] += d.efm_c[dof] + d.efm_ca[dof]
    if dofs.island != WHOLE:
        copy_numbers(d, d.island_iefcadr[dofs.island], rows)
    return Problem(problem_rows(m, d, dofs, J), J, dofs, inverse_trace(m, d, dofs), smooth_acc, force, acc, inertial,
                   pull, gradient, search, image, jar, jar_rate, old_state)


@helper
def after_scratch(m, d, p):
    """The same problem after more scratch was taken, which may have moved the arena."""
    return Problem(problem_rows(m, d, p.dofs, p.J), p.J, p.dofs, p.scale, p.smooth_acc, p.force, p.acc, p.inertial,
                   p.pull, p.gradient, p.search, p.image, p.jar, p.jar_rate, p.old_state)


@routine
def close_problem(m, d, p):
    """Store the solution in the model's data."""
    k = p.dofs.island
    for i in range(p.dofs.count):
        dof = p.dofs.model[i]
        d.qacc[dof], d.qfrc_constraint[dof] = p.acc[i], p.pull[i]
        if k != WHOLE:
            at = d.map_dof2idof[dof]
            d.iacc[at], d.iacc_smooth[at], d.ifrc_smooth[at] = p.acc[i], p.smooth_acc[i], d.qfrc_smooth[dof]
            d.ifrc_constraint[at] = p.pull[i]
    if k != WHOLE:
        return_numbers(m, d, d.island_iefcadr[k], d.island_nefc[k])
