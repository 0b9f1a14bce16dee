"""Exact derivatives in many worlds, several of them at a time in registers: forward dynamics, then slopes.

Where slopes cannot be shared, what they read of forward dynamics (FORWARD in fields.py) is brought to each world alone,
and they are found one after the other. A pack in which something is worth a warning, or a world has no derivative, is
forgotten, and its worlds run one by one.
"""

import numpy as np

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.arguments import In, Out
from ....jit.clock import now
from ....jit.lanes import all_, each, where
from ....jit.per_world import alone, call_together, put, split_bytes, split_reals, worlds_in
from ....jit.rows import put_scaled
from ....jit.structs import width
from ...batch.lanes import has_warned, load_pack, worlds_of_pack
from ...batch.queries import place_world, row_at
from ...batch.scalar import END, KIND, MODEL, NEXT, REALS, STATE, STOP, WORD
from ...common.interrupt import answer
from ...common.names import HFIELD, RK4
from ...lanes.contacts import list_pairs
from ...lanes.shared import shares_rows
from ...lanes.split_worlds import split_rows
from .columns import is_rare
from .fluid import has_fluid
from .inverse import Columns, columns_of
from .refuse import reason_of_model, reason_of_state
from .reverse import pullback, pulled
from .step import store_step
from .transition import matrices, step_slopes, transition
from .unsolved import forward_unsolved
from .whole import is_whole


@helper
def part_state(d, moves, ends):
    """Copy states to each world alone."""
    for i in range(ends[MODEL], ends[STATE]):
        if moves[i, KIND] == REALS:
            split_reals(d, moves[i, WORD])


@helper
def part_results(m, d, reals, others):
    """Copy what slopes read of forward dynamics to each world alone: fields of real numbers, and others."""
    split_rows(m, d)
    for i in range(reals.shape[0]):
        split_reals(d, reals[i])
    for i in range(others.shape[0]):
        split_bytes(d, others[i])


@helper
def models_are_fit(m, d):
    """Whether models have derivatives after one pass of forward dynamics that are not all left to duals."""
    fit = m.opt.integrator != RK4
    for k in range(width(m)):
        fit = fit and reason_of_model(alone(m, k), alone(d, k)) == 0 and not is_whole(alone(m, k))
    return fit


@helper
def states_are_fit(m, d):
    """Whether states have derivatives."""
    fit = True
    for k in range(width(d)):
        fit = fit and reason_of_state(alone(m, k), alone(d, k)) == 0
    return fit


@helper
def forward_pack(m, d, worlds, first, count, moves, ends, warnings):
    """Forward dynamics of the worlds of a pack; whether that is possible.

    A single world gains nothing by it.
    """
    if count < 2:
        return False
    load_pack(m, d, worlds, first, count, moves, ends, warnings)
    part_state(d, moves, ends)
    if not states_are_fit(m, d) or (width(m) > 1 and not models_are_fit(m, d)):
        return False
    forward_unsolved(m, d)
    return not has_warned(d, worlds, first, count, warnings)


# ---- slopes of several worlds at a time ----
@helper
def slopes_are_shared(m, d):
    """Whether slopes of several worlds are found together: not where forces are left to duals, nor if contacts, which
    are added up for pairs of bodies, are not listed by these. Height fields look at the contacts of one world."""
    if width(d) == 1 or not shares_rows(m, d) or m.npair > 0 or is_rare(m, d) or has_fluid(m):
        return False
    for c in range(d.ncon):
        if m.geom_type[d.contact.geom[c, 0]] == HFIELD:
            return False
    return True


@helper
def have_rows(d):
    """1 for each world that has rows."""
    found = each(0.0, d.qacc[0])
    for k in range(width(d)):
        found = put(found, k, 1.0 if alone(d, k).nefc > 0 else 0.0)
    return found


@helper
def free_slopes_of_pack(m, d, X):
    """Slopes of the accelerations of steps, as if no world had rows; or a reason."""
    ncon, ne, nf, nl, nefc = 0 + d.ncon, 0 + d.ne, 0 + d.nf, 0 + d.nl, 0 + d.nefc
    d.ncon, d.ne, d.nf, d.nl, d.nefc = 0, 0, 0, 0, 0
    why = step_slopes(m, d, X, False)
    d.ncon, d.ne, d.nf, d.nl, d.nefc = ncon, ne, nf, nl, nefc
    return why


@stage
def slopes_together(m, d, X: Columns) -> int:
    """Slopes of the accelerations of the steps of several worlds, or a reason.

    Worlds without rows have other equations than those with rows.
    """
    rows = have_rows(d)
    if d.nefc == 0 or all_(rows != 0.0):
        return step_slopes(m, d, X, False)
    mark = d.pstack
    free, steps = scratch(d, m.nv * columns_of(m)), scratch(d, m.nv)
    why = free_slopes_of_pack(m, d, free)
    for i in range(m.nv):
        steps[i] = d.work.step_acc[i]
    if not why:
        why = step_slopes(m, d, X, False)
    for i in range(m.nv * columns_of(m)):
        X[i] = where(rows != 0.0, X[i], free[i])
    for i in range(m.nv):
        d.work.step_acc[i] = where(rows != 0.0, d.work.step_acc[i], steps[i])
    d.pstack = mark
    return why


@helper
def store_pack(m, d, X, first, count, tables):
    """A and B of the worlds of a pack, from slopes of the accelerations of their steps."""
    nx, mark = 2 * m.nv + m.na, d.pstack
    by_state, by_control = nx * nx, nx * m.nu
    A, B = row_at(tables[0], first, by_state), row_at(tables[1], first, by_control)
    if count == width(d):
        store_step(m, d, X, A, B)
    else:  # worlds that stand in have no room in the tables
        all_A, all_B = worlds_in(scratch(d, by_state)), worlds_in(scratch(d, by_control))
        store_step(m, d, X, all_A, all_B)
        put_scaled(A, 0, all_A, 0, 1.0, count * by_state)
        put_scaled(B, 0, all_B, 0, 1.0, count * by_control)
    d.pstack = mark


@stage
def matrices_together(m, d, first: int, count: int, tables: In('*', np.int64)) -> bool:
    """After forward dynamics: A and B of the worlds of a pack; whether all have them."""
    mark = d.pstack
    X = scratch(d, m.nv * columns_of(m))
    found = slopes_together(m, d, X) == 0
    if found:
        store_pack(m, d, X, first, count, tables)
    d.pstack = mark
    return found


@stage
def transitions_together(m, d, worlds: In('*', int), place: Out('*', int), moves: In('*,*', np.int64),
                         ends: In('*', int), warnings: Out('*,*', int), reals: In('*', np.int64),
                         others: In('*', np.int64), tables: In('*', np.int64),
                         reasons: Out('*', int)):
    """A and B of the step in each world, as `transitions_of_worlds` computes them."""
    heard, nx = now(), 2 * m.nv + m.na
    list_pairs(m, d)
    fit = width(m) > 1 or models_are_fit(m, d)
    while place[NEXT] < place[END] and place[STOP] == 0:
        first, count = place[NEXT], worlds_of_pack(d, place)
        sound = fit and forward_pack(m, d, worlds, first, count, moves, ends, warnings)
        if sound and slopes_are_shared(m, d):
            sound = False  # what slopes have changed is of no use to others
            if matrices_together(m, d, first, count, tables):
                place[NEXT] = first + count
                heard = answer(heard)
                continue
        if sound:
            part_results(m, d, reals, others)
        for k in range(count):
            model, one = alone(m, k), alone(d, k)
            A, B = row_at(tables[0], first + k, nx * nx), row_at(tables[1], first + k, nx * m.nu)
            if sound:
                mark = one.pstack
                reasons[first + k] = matrices(model, one, scratch(one, m.nv * columns_of(m)), False, A, B)
                one.pstack = mark
            else:
                place_world(model, one, moves, ends, worlds[first + k])
                reasons[first + k] = transition(model, one, A, B, row_at(tables[2], 0, 0),
                                                row_at(tables[3], 0, 0))
            place[NEXT] = first + k + 1
        heard = answer(heard)


@stage
def pullbacks_together(m, d, worlds: In('*', int), place: Out('*', int), moves: In('*,*', np.int64),
                       ends: In('*', int), warnings: Out('*,*', int), reals: In('*', np.int64),
                       others: In('*', np.int64), tables: In('*', np.int64),
                       reasons: Out('*', int)):
    """Gradients by state and controls in each world, as `pullbacks_of_worlds` computes them."""
    heard, nx = now(), 2 * m.nv + m.na
    list_pairs(m, d)
    fit = width(m) > 1 or models_are_fit(m, d)
    while place[NEXT] < place[END] and place[STOP] == 0:
        first, count = place[NEXT], worlds_of_pack(d, place)
        sound = fit and forward_pack(m, d, worlds, first, count, moves, ends, warnings)
        if sound:
            part_results(m, d, reals, others)
        for k in range(count):
            model, one, row = alone(m, k), alone(d, k), first + k
            by_next, by_state = row_at(tables[0], row, nx), row_at(tables[1], row, nx)
            by_control = row_at(tables[2], row, m.nu)
            if sound:
                reasons[row] = pulled(model, one, by_next, by_state, by_control)
            else:
                place_world(model, one, moves, ends, worlds[row])
                reasons[row] = pullback(model, one, by_next, by_state, by_control)
            place[NEXT] = row + 1
        heard = answer(heard)


@stage(one_world=True)
def ask_packs(m, d, together: In('*', np.int64), worlds: In('*', int), place: Out('*', int),
              moves: In('*,*', np.int64), ends: In('*', int), warnings: Out('*,*', int), reals: In('*', np.int64),
              others: In('*', np.int64), tables: In('*', np.int64), reasons: Out('*', int)):
    """A question above, for Python, which calls stages of one world: its slot, and the structs it runs on."""
    call_together(together[0], together[1], together[2], worlds, place, moves, ends, warnings, reals, others,
                  tables, reasons)
