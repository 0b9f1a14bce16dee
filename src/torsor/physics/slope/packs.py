"""Exact derivatives in many worlds, whose forward dynamics runs several of them at a time in registers.

What slopes read of it (FORWARD in fields.py) is brought to each world alone, and they are found one after the other. A
pack in which something is worth a warning, or a world has no derivative, is forgotten, and its worlds run one by one.
"""

import numpy as np

from ...jit import helper, stage
from ...jit.apart import alone, call_together, part_bytes, part_reals
from ...jit.arena import scratch
from ...jit.arguments import In, Out
from ...jit.clock import now
from ...jit.structs import width
from ..collision.together import list_pairs
from ..common.interrupt import answer
from ..common.names import RK4
from ..forward import forward_unsolved, part_rows
from ..packs import has_warned, load_pack, worlds_of_pack
from ..questions import place_world, row_at
from ..worlds import END, KIND, MODEL, NEXT, REALS, STATE, STOP, WORD
from .inverse import columns_of
from .refuse import reason_of_model, reason_of_state
from .reverse import pullback, pulled
from .transition import matrices, transition
from .whole import is_whole


@helper
def part_state(d, moves, ends):
    """Copy states to each world alone."""
    for i in range(ends[MODEL], ends[STATE]):
        if moves[i, KIND] == REALS:
            part_reals(d, moves[i, WORD])


@helper
def part_results(m, d, reals, others):
    """Copy what slopes read of forward dynamics to each world alone: fields of real numbers, and others."""
    part_rows(m, d)
    for i in range(reals.shape[0]):
        part_reals(d, reals[i])
    for i in range(others.shape[0]):
        part_bytes(d, others[i])


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
def forward_pack(m, d, worlds, first, count, moves, ends, warnings, reals, others):
    """Forward dynamics of the worlds of a pack, for each alone to go on with; whether that is possible.

    A single world gains nothing by it.
    """
    if count < 2:
        return False
    load_pack(m, d, worlds, first, count, moves, ends, warnings)
    part_state(d, moves, ends)
    if not states_are_fit(m, d) or (width(m) > 1 and not models_are_fit(m, d)):
        return False
    forward_unsolved(m, d)
    if has_warned(d, worlds, first, count, warnings):
        return False
    part_results(m, d, reals, others)
    return True


@stage
def transitions_together(m, d, worlds: In('*', int), place: Out('*', int), moves: In('*,*', np.int64),
                         ends: In('*', int), warnings: Out('*,*', int), reals: In('*', np.int64),
                         others: In('*', np.int64), tables: In('*', np.int64),
                         reasons: Out('*', int)):
    """A and B of the step in each world, as `transitions_of_worlds` computes them.

    Reads flg_adhesion, tendon_type, tendon_actuatorid, tendon_armature, actuator_trntype, actuator_ctrlnum,
    actuator_outnum, actuator_actnum, opt.integrator, opt.jacobian, opt.disableflags, opt.enableflags of the model.
    Updates warning.number. Writes eq_active, warning.lastinfo. Runs list_pairs, reason_of_model, reason_of_state,
    forward_unsolved, part_constraints, matrices, transition.
    """
    heard, nx = now(), 2 * m.nv + m.na
    list_pairs(m, d)
    fit = width(m) > 1 or models_are_fit(m, d)
    while place[NEXT] < place[END] and place[STOP] == 0:
        first, count = place[NEXT], worlds_of_pack(d, place)
        sound = fit and forward_pack(m, d, worlds, first, count, moves, ends, warnings, reals, others)
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
    """Gradients by state and controls in each world, as `pullbacks_of_worlds` computes them.

    Reads flg_adhesion, tendon_type, tendon_actuatorid, tendon_armature, actuator_trntype, actuator_ctrlnum,
    actuator_outnum, actuator_actnum, opt.integrator, opt.jacobian, opt.disableflags, opt.enableflags of the model.
    Updates warning.number. Writes eq_active, warning.lastinfo. Runs list_pairs, reason_of_model, reason_of_state,
    forward_unsolved, part_constraints, pulled, pullback.
    """
    heard, nx = now(), 2 * m.nv + m.na
    list_pairs(m, d)
    fit = width(m) > 1 or models_are_fit(m, d)
    while place[NEXT] < place[END] and place[STOP] == 0:
        first, count = place[NEXT], worlds_of_pack(d, place)
        sound = fit and forward_pack(m, d, worlds, first, count, moves, ends, warnings, reals, others)
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
    """A question above, for Python, which calls stages of one world: its slot, and the structs it runs on.

    Reads and writes nothing but its arguments.
    """
    call_together(together[0], together[1], together[2], worlds, place, moves, ends, warnings, reals, others,
                  tables, reasons)
