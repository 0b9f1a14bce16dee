"""The problem that a primal solver solves: among all accelerations qacc it looks for the one with the least

    cost = 1/2 (qacc - qacc_smooth)' M (qacc - qacc_smooth) + s(J qacc - aref).

The first part is Gauss' principle: without constraints the motion is qacc_smooth. The function s says what violating
the constraints costs (see constraint/update.py). With the integrator `discrete`, M is its metric.

A problem is that of one island, or of the whole model if islands are not looked for. Its vectors hold only the dofs of
the problem, numbered anew: tree after tree, and within a tree in the order of the model.
"""

from typing import Any, NamedTuple

from ...jit import helper, routine
from ...jit.arena import reserve, scratch
from ...jit.lanes import each
from ...jit.per_world import alone, put, take
from ...jit.rows import rest_of
from ...jit.structs import width
from ..common.names import OFF_WARMSTART
from ..common.settings import at_step_end
from ..constraint.block import Block
from .jacobian import WHOLE, Jacobian, constraint_count, problem_jacobian


class Dofs(NamedTuple):
    """The dofs of a problem, and how their numbers translate to those of the model and back."""

    island: int  # WHOLE: the problem is that of the whole model
    count: int
    model: Any  # dof of the model for each dof of the problem
    index: Any  # dof of its problem for each dof of the model


class Problem(NamedTuple):
    """A problem, and the point where its solver is: qacc and all that follows from it."""

    rows: Block  # the constraints, with their states and forces at the point
    J: Jacobian
    dofs: Dofs
    scale: float  # 1 / trace(M): times this, costs and gradients of light and heavy models compare with one tolerance
    qacc_smooth: Any
    qfrc_smooth: Any  # M qacc_smooth
    qacc: Any
    Ma: Any  # M qacc
    Jaref: Any  # J qacc - aref: by how much the acceleration of each row differs from what its constraint asks for
    qfrc_constraint: Any  # J' times the forces of the rows
    grad: Any  # derivative of the cost: Ma - qfrc_smooth - qfrc_constraint
    search: Any  # direction of the next step, with
    Mv: Any  # M search, and
    Jv: Any  # J search
    state: Any  # of the rows, in memory of the solver's own
    old_state: Any  # at the point before


# ---- dofs ----
@helper
def problem_dofs(m, d, k):
    """The dofs of island k, or of the whole model, in the order that `order_dofs` has chosen."""
    count, first = (m.nv, 0) if k == WHOLE else (d.island_nv[k], d.island_idofadr[k])
    return Dofs(0 + k, count, rest_of(d.work.dof_order, first), d.work.dof_place)


@helper
def inverse_trace(m, d, dofs):
    """1 / trace(M), of the dofs of a problem."""
    trace = 0.0
    for i in range(dofs.count):
        dof = dofs.model[i]
        trace += d.M[m.M_rowadr[dof] + m.M_rownnz[dof] - 1]
    return 1.0 / trace


@helper
def island_number(d, island, k):
    """The number in world k of an island of all worlds, negative if it has no rows of it; 0 for the whole model."""
    if width(d) == 1 or island == WHOLE:
        return max(island, 0)
    return 0 + alone(d, k).work.island_number[island]


@helper
def has_island(d, island):
    """In which worlds there are rows of an island, or of the whole model."""
    rows = each(0.0, d.qacc_smooth[0])
    for k in range(width(d)):
        has_some = alone(d, k).nefc > 0 if island == WHOLE else island_number(d, island, k) >= 0
        rows = put(rows, k, 1.0 if has_some else 0.0)
    return rows > 0.0


# ---- rows ----
@helper
def reserve_island_rows(d):
    """Make room for the rows of all islands."""
    reserve(d, 'iefc_type,iefc_id,iefc_frictionloss,iefc_D,iefc_R,iefc_aref,iefc_state,iefc_force', d.nefc)
    reserve(d, 'iacc,iacc_smooth,ifrc_smooth,ifrc_constraint', d.nidof)


@helper
def copy_rows(d, first, count):
    """Copy the rows of an island to iefc_*, where they lie one after the other."""
    for s in range(first, first + count):
        r = d.map_iefc2efc[s]
        d.iefc_type[s], d.iefc_id[s], d.iefc_frictionloss[s] = d.efc_type[r], d.efc_id[r], d.efc_frictionloss[r]
        d.iefc_D[s], d.iefc_R[s], d.iefc_aref[s] = d.efc_D[r], d.efc_R[r], d.efc_aref[r]


@helper
def return_rows(m, d, first, count):
    """Copy what the solver has found for the rows of an island back to efc_*.

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
def problem_rows(d, dofs, J, state):
    """The rows of an island, or all rows of the model. They are pointers into the arena: valid until it moves."""
    if dofs.island == WHOLE:
        return Block(dofs.count, 0 + d.nefc, True, J.number, J.start, J.length, J.column, d.efc_type, d.efc_id,
                     d.efc_frictionloss, d.efc_D, d.efc_R, d.efc_aref, state, d.efc_force)
    first, count = d.island_iefcadr[dofs.island], 0 + d.island_nefc[dofs.island]
    return Block(dofs.count, count, True, J.number, J.start, J.length, J.column, rest_of(d.iefc_type, first),
                 rest_of(d.iefc_id, first), rest_of(d.iefc_frictionloss, first), rest_of(d.iefc_D, first),
                 rest_of(d.iefc_R, first), rest_of(d.iefc_aref, first), state, rest_of(d.iefc_force, first))


# ---- from the model and back ----
@routine
def open_problem(m, d, dofs):
    """The problem of an island or of the whole model, at d.qacc; `start_point` sets what follows from that."""
    nv, nefc, J = dofs.count, constraint_count(d, dofs.island), problem_jacobian(m, d, dofs)
    qacc_smooth, Jaref = scratch(d, 8 * nv), scratch(d, 4 * nefc)  # and all that lies behind these
    qfrc_smooth, qacc, Ma = rest_of(qacc_smooth, nv), rest_of(qacc_smooth, 2 * nv), rest_of(qacc_smooth, 3 * nv)
    qfrc_constraint, grad = rest_of(qacc_smooth, 4 * nv), rest_of(qacc_smooth, 5 * nv)
    search, Mv = rest_of(qacc_smooth, 6 * nv), rest_of(qacc_smooth, 7 * nv)
    Jv, state, old_state = rest_of(Jaref, nefc), rest_of(Jaref, 2 * nefc), rest_of(Jaref, 3 * nefc)
    for i in range(nv):
        dof = dofs.model[i]
        qacc_smooth[i], qfrc_smooth[i], qacc[i] = d.qacc_smooth[dof], d.qfrc_smooth[dof], d.qacc[dof]
        if at_step_end(m, d):  # springs act as they will at the end of the step
            qfrc_smooth[i] += d.efm_c[dof] + d.efm_ca[dof]
    if dofs.island != WHOLE:
        copy_rows(d, d.island_iefcadr[dofs.island], nefc)
    return Problem(problem_rows(d, dofs, J, state), J, dofs, inverse_trace(m, d, dofs), qacc_smooth, qfrc_smooth, qacc,
                   Ma, Jaref, qfrc_constraint, grad, search, Mv, Jv, state, old_state)


@helper
def after_scratch(d, p):
    """The same problem after more scratch was taken, which may have moved the arena."""
    return Problem(problem_rows(d, p.dofs, p.J, p.state), p.J, p.dofs, p.scale, p.qacc_smooth, p.qfrc_smooth, p.qacc,
                   p.Ma, p.Jaref, p.qfrc_constraint, p.grad, p.search, p.Mv, p.Jv, p.state, p.old_state)


@helper
def store_states(d, p):
    """Store the states of the rows, those of the first world if there are several."""
    for r in range(p.rows.nefc):
        if p.dofs.island == WHOLE:
            d.efc_state[r] = take(p.state[r], 0)
        else:
            d.iefc_state[d.island_iefcadr[p.dofs.island] + r] = take(p.state[r], 0)


@routine
def close_problem(m, d, p):
    """Store the point where the solver has ended as the solution, in the order of the model and in that of islands."""
    k = p.dofs.island
    for i in range(p.dofs.count):
        dof = p.dofs.model[i]
        d.qacc[dof], d.qfrc_constraint[dof] = p.qacc[i], p.qfrc_constraint[i]
        if k != WHOLE:
            at = d.map_dof2idof[dof]
            d.iacc[at], d.iacc_smooth[at], d.ifrc_smooth[at] = p.qacc[i], p.qacc_smooth[i], d.qfrc_smooth[dof]
            d.ifrc_constraint[at] = p.qfrc_constraint[i]
    store_states(d, p)
    if k != WHOLE:
        return_rows(m, d, d.island_iefcadr[k], d.island_nefc[k])
