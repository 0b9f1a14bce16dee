"""Projected Gauss-Seidel on the dual problem, with momentum.

A sweep takes the rows in random order and gives each force its best value, the others being what they are. The rows of
an elliptic cone are taken together, in two steps that do not get stuck on its surface: along the ray from its tip, then
across it, within the friction that the normal force allows. From the tip itself only the normal leads away, so that a
contact that would act by friction alone stays there. Between sweeps forces are extrapolated (Nesterov 1983), until that
works against the sweeps (O'Donoghue and Candes 2015).
"""

from ...jit import helper, stage
from ...jit.arena import scratch, scratch_ints
from .cone import WORSE, new_group, optimize_cone, project_to_cone
from .descent import record_size
from .dual import (
    bounded,
    close_dual,
    count_numbers,
    entry,
    group_size,
    is_cone,
    open_dual,
    record,
    set_rates,
    update_rates,
)
from .shuffle import START, shuffle


@helper
def list_groups(d, p, first):
    """First rows of the groups that are optimised together; returns how many there are."""
    count, i = 0, 0
    while i < p.count:
        first[count] = i
        count += 1
        i += group_size(d, p, i)
    return count


@helper
def optimize_row(p, i, most_loss):
    """The best force of one row; returns by how much the cost fell.

    Where bounds cross the cost may grow; the force stays what it was if that is more than `most_loss`.
    """
    before, rate, curvature = p.force[i], p.rate[i], entry(p, i, i)
    force = bounded(p, i, before - rate * p.inverse[i])
    change = force - before
    gain = -change * (rate + 0.5 * curvature * change)
    if gain < -most_loss:
        return 0.0
    p.force[i] = force
    update_rates(p, i, change)
    return gain


@helper
def sweep(d, p, g, first, groups):
    """Optimise all groups once, in the order given; returns by how much the cost fell."""
    gain = 0.0
    for n in range(groups):
        i = first[n]
        gain += optimize_cone(d, p, g, i, group_size(d, p, i)) if is_cone(d, p, i) else optimize_row(p, i, WORSE)
    return gain


@helper
def project(d, p):
    """Bring forces to where they are allowed."""
    i = 0
    while i < p.count:
        if is_cone(d, p, i):
            project_to_cone(d, p, i, group_size(d, p, i))
        else:
            p.force[i] = bounded(p, i, p.force[i])
        i += group_size(d, p, i)


@helper
def extrapolate(d, p, start, before, sweeps):
    """Move on as the last sweep has; returns the number of sweeps since momentum was given up.

    `start` is where that sweep began, `before` the result of the one before.
    """
    against = 0.0
    for i in range(p.count):
        against += (start[i] - p.force[i]) * (start[i] - before[i])
    sweeps = 0 if against > 0.0 else sweeps + 1
    momentum = (sweeps - 1.0) / (sweeps + 2.0) if sweeps > 1 else 0.0
    for i in range(p.count):
        force = p.force[i]
        p.force[i], before[i] = force + momentum * (force - before[i]), force
    if momentum > 0.0:
        project(d, p)
    for i in range(p.count):
        start[i] = p.force[i]
    return sweeps


@stage
def gauss_seidel(m, d, island: int):
    """From efc_force to the least dual cost, for an island, or for the whole model if it is WHOLE.

    Reads nefc, M, work.dof_order, contact.friction, contact.dim, efc_type, efc_id, efc_frictionloss, island_nv,
    island_idofadr, island_nefc, island_iefcadr, map_efc2iefc, map_iefc2efc, efc_AR_rownnz, efc_AR_rowadr,
    efc_AR_colind, efc_b; M_rownnz, M_rowadr, opt.tolerance, opt.jacobian, opt.iterations of the model. Updates efc_AR,
    efc_state, efc_force. Writes solver_niter, solver_nnz, solver.*.
    """
    mark = d.pstack
    p, g = open_dual(m, d, island, False), new_group(d)
    first, start, before = scratch_ints(d, p.count), scratch(d, p.count), scratch(d, p.count)
    for i in range(p.count):
        start[i], before[i] = p.force[i], p.force[i]
    groups, state, sweeps, iteration = list_groups(d, p, first), START, 0, 0
    while iteration < m.opt.iterations:
        if iteration > 0:
            sweeps = extrapolate(d, p, start, before, sweeps)
        set_rates(p)
        state = shuffle(first, groups, state)
        gain = p.scale * sweep(d, p, g, first, groups)
        record(d, p, iteration, gain)
        iteration += 1
        if gain < m.opt.tolerance:
            break
    record_size(d, max(island, 0), iteration, count_numbers(m, d, p.row, p.count))
    close_dual(d, p)
    d.pstack = mark
