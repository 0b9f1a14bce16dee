"""Projected Gauss-Seidel on the dual problem, with momentum.

A sweep takes the rows in random order and gives each force its best value, the others being what they are. The rows of
an elliptic cone are taken together, in two steps that do not get stuck on its surface: along the ray from its tip, then
across it, within the friction that the normal force allows. From the tip itself only the normal leads away, so that a
contact that would act by friction alone stays there. Between sweeps forces are extrapolated (Nesterov 1983), until that
works against the sweeps (O'Donoghue and Candes 2015).
"""

from ...jit import helper, stage
from ...jit.arena import scratch_ints
from ...jit.simd import WIDTH, load_vector, set_side_by_side
from .cone import WORSE, new_group, optimize_cone, project_to_cone
from .descent import record_size
from .dual_problem import (
    close_dual,
    count_numbers,
    entry,
    group_size,
    is_cone,
    new_vector,
    open_dual,
    record,
    set_rates,
    update_rates,
    within,
)
from .shuffle import START, shuffle


@helper
def list_groups(d, p, first):
    """First rows of the groups that are optimised together, and some row behind them; returns how many there are."""
    count, i = 0, 0
    while i < p.count:
        first[count] = i
        count += 1
        i += group_size(d, p, i)
    first[count] = 0
    return count


@helper
def optimize_row(p, i, most_loss):
    """The best force of one row; returns by how much the cost fell.

    Where bounds cross the cost may grow; the force stays what it was if that is more than `most_loss`.
    """
    before, rate, curvature = p.force[i], p.rate[i], entry(p, i, i)
    force = within(before - rate * p.inverse[i], p.low[i], p.high[i])
    change = force - before
    gain = -change * (rate + 0.5 * curvature * change)
    if gain < -most_loss:
        return 0.0
    p.force[i] = force
    update_rates(p, i, change)
    return gain


@helper
def sweep_rows(p, first, rows):
    """Optimise all rows once, each of which has a range of forces; returns by how much the cost fell.

    Cost never grows there. The slope of the row that follows is found ahead of all others, as that row waits for it.
    """
    gain, i, rate = 0.0, first[0], p.rate[first[0]]
    for n in range(rows):
        start, following, before = p.A.start[i], first[n + 1], p.force[i]
        force = within(before - rate * p.inverse[i], p.low[i], p.high[i])
        change = force - before
        gain -= change * (rate + 0.5 * p.A.number[start + i] * change)
        rate = p.rate[following] + change * p.A.number[start + following]
        p.force[i] = force
        update_rates(p, i, change)
        i = following
    return gain


@helper
def sweep(d, p, g, first, groups):
    """Optimise all groups once, in the order given; returns by how much the cost fell."""
    if p.A.full and p.has_ranges:
        return sweep_rows(p, first, groups)
    gain = 0.0
    for n in range(groups):
        i = first[n]
        if is_cone(d, p, i):
            gain += optimize_cone(d, p, g, i, group_size(d, p, i))
        else:
            gain += optimize_row(p, i, WORSE)
    return gain


@helper
def copy_forces(p, copy):
    """Remember the present forces."""
    for k in range(0, p.count, WIDTH):
        set_side_by_side(copy, k, load_vector(p.force, k))


@helper
def project_cones(d, p):
    """Bring the forces of elliptic cones to where they are allowed."""
    i = 0
    while i < p.count:
        if is_cone(d, p, i):
            project_to_cone(d, p, i, group_size(d, p, i))
        i += group_size(d, p, i)


@helper
def move_on(d, p, before, momentum):
    """Extrapolate forces, as far as they are allowed; `before` becomes what they are."""
    for k in range(0, p.count, WIDTH):
        force = load_vector(p.force, k)
        further = force + momentum * (force - load_vector(before, k))
        set_side_by_side(p.force, k, within(further, load_vector(p.low, k), load_vector(p.high, k)))
        set_side_by_side(before, k, force)
    if p.has_cones:
        project_cones(d, p)


@helper
def extrapolate(d, p, start, before, sweeps):
    """Move on as the last sweep has; returns the number of sweeps since momentum was given up.

    `start` is where that sweep began, `before` the result of the one before.
    """
    against = 0.0
    for i in range(p.count):
        against += (start[i] - p.force[i]) * (start[i] - before[i])
    sweeps = 0 if against > 0.0 else sweeps + 1
    if sweeps > 1:
        move_on(d, p, before, (sweeps - 1.0) / (sweeps + 2.0))
    else:
        copy_forces(p, before)
    copy_forces(p, start)
    return sweeps


@stage
def gauss_seidel(m, d, island: int, scale: float):
    """From efc_force to the least dual cost, for an island, or for the whole model if it is WHOLE.

    Costs are compared with the tolerance in units of `scale`.
    """
    mark = d.pstack
    p, g = open_dual(m, d, island, scale, False), new_group(d)
    first, start, before = scratch_ints(d, p.count + 1), new_vector(d, p.count), new_vector(d, p.count)
    copy_forces(p, start)
    copy_forces(p, before)
    groups, state, sweeps, iteration = list_groups(d, p, first), START, 0, 0
    while iteration < m.opt.iterations:
        state = shuffle(first, groups, state)
        if iteration > 0:
            sweeps = extrapolate(d, p, start, before, sweeps)
        set_rates(p)
        gain = p.scale * sweep(d, p, g, first, groups)
        record(d, p, iteration, gain)
        iteration += 1
        if gain < m.opt.tolerance:
            break
    record_size(d, max(island, 0), iteration, count_numbers(m, d, p.row, p.count))
    close_dual(d, p)
    d.pstack = mark
