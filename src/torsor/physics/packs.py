"""Many worlds, several of them at a time in the registers of the processor.

A pack is as many worlds as share registers. Each is brought from tables into a data of its own, as worlds that run one
after the other are (worlds.py), and from there into the data of all of them, which moves. A pack in which something is
worth a warning is forgotten, and its worlds run one by one: so counters of warnings, and worlds that diverge and start
anew, are never the business of neighbours.
"""

import numpy as np

from ..jit import helper, stage
from ..jit.apart import alone, call_together, join_reals, part_bytes, part_reals
from ..jit.arguments import In, Out
from ..jit.clock import now
from ..jit.structs import width
from .collision.together import list_pairs
from .common.interrupt import answer
from .constraint.body_force import body_forces
from .forward import part_rows
from .pipeline import step
from .worlds import (
    CONTROL,
    END,
    FORCES,
    KIND,
    MODEL,
    NEXT,
    OUTPUT,
    REALS,
    RECORD,
    SHARED,
    STATE,
    STOP,
    WORD,
    bring,
    forward_up_to,
    has_new_warnings,
    load,
    load_warnings,
    run_world,
    save,
)


# ---- between the worlds of a pack and their common registers ----
@helper
def join_fields(struct, moves, first, end):
    """Bring fields from each world alone to all together."""
    for i in range(first, end):
        if moves[i, KIND] == REALS:
            join_reals(struct, moves[i, WORD])


@helper
def part_fields(d, moves, first, end):
    """Bring fields from all worlds together to each alone."""
    for i in range(first, end):
        if moves[i, KIND] == REALS:
            part_reals(d, moves[i, WORD])
        elif moves[i, KIND] == SHARED:
            part_bytes(d, moves[i, WORD])


@helper
def load_pack(m, d, worlds, first, count, moves, ends, warnings):
    """Bring the worlds of a pack from their tables; the last one stands in for those that are missing."""
    for k in range(width(d)):
        world = worlds[first + min(k, count - 1)]
        if width(m) > 1:
            bring(alone(m, k), moves, 0, ends[MODEL], world)
        load(alone(d, k), moves, ends[MODEL], ends[STATE], world)
        load_warnings(alone(d, k), warnings, world)
    if width(m) > 1:
        join_fields(m, moves, 0, ends[MODEL])
    join_fields(d, moves, ends[MODEL], ends[STATE])
    d.warned = 0
    for kind in range(warnings.shape[1] // 2):
        d.warning.number[kind] = 0


@helper
def load_controls(d, first, count, t, nstep, moves, ends):
    """Set what each world is given before a step."""
    if ends[STATE] < ends[CONTROL]:
        for k in range(width(d)):
            load(alone(d, k), moves, ends[STATE], ends[CONTROL], (first + min(k, count - 1)) * nstep + t)
        join_fields(d, moves, ends[STATE], ends[CONTROL])


@helper
def save_records(d, first, count, t, nstep, moves, ends):
    """Write what is recorded after a step."""
    part_fields(d, moves, ends[CONTROL], ends[RECORD])
    for k in range(count):
        save(alone(d, k), moves, ends[CONTROL], ends[RECORD], (first + k) * nstep + t)


@helper
def save_pack(d, worlds, first, count, moves, ends):
    """Write states and outputs of the worlds of a pack."""
    part_fields(d, moves, ends[MODEL], ends[STATE])
    part_fields(d, moves, ends[RECORD], ends[OUTPUT])
    for k in range(count):
        save(alone(d, k), moves, ends[MODEL], ends[STATE], worlds[first + k])
        save(alone(d, k), moves, ends[RECORD], ends[OUTPUT], worlds[first + k])


@helper
def has_warned(d, worlds, first, count, warnings):
    """Whether there is a warning about some world of a pack."""
    warned = d.warned != 0
    for k in range(count):
        warned |= has_new_warnings(alone(d, k), warnings, worlds[first + k])
    return warned


# ---- running ----
@helper
def run_together(m, d, worlds, first, count, place, moves, ends, warnings, nstep, mode, last, heard):
    """Run the worlds of a pack; whether that went without warnings, and when signals were last looked for."""
    load_pack(m, d, worlds, first, count, moves, ends, warnings)
    t, sound = 0, True
    while t < nstep and sound and place[STOP] == 0:
        load_controls(d, first, count, t, nstep, moves, ends)
        step(m, d)
        save_records(d, first, count, t, nstep, moves, ends)
        sound = not has_warned(d, worlds, first, count, warnings)
        heard = answer(heard)
        t += 1
    if sound and place[STOP] == 0:
        forward_up_to(m, d, last)
        if mode & FORCES:
            part_rows(m, d)
            body_forces(m, d)
        sound = not has_warned(d, worlds, first, count, warnings)
        if sound:
            save_pack(d, worlds, first, count, moves, ends)
    return sound, heard


@stage
def run_worlds_together(m, d, worlds: In('*', int), place: Out('*', int), moves: In('*,*', np.int64),
                        ends: In('*', int), warnings: Out('*,*', int), nstep: int, mode: int, last: int):
    """Run the worlds from place[NEXT] on, as `run_worlds` does, several of them at a time.

    Reads flg_adhesion, opt.jacobian, opt.enableflags of the model. Updates eq_active, warning.lastinfo, warning.number.
    Runs list_pairs, step, forward_up_to, part_constraints, body_forces, upcall.reset, upcall.warned.
    """
    heard = now()
    list_pairs(m, d)
    while place[NEXT] < place[END] and place[STOP] == 0:
        first = place[NEXT]
        count = min(width(d), place[END] - first)
        sound = False
        if count > 1:
            sound, heard = run_together(m, d, worlds, first, count, place, moves, ends, warnings, nstep, mode, last,
                                        heard)
        if not sound:
            for k in range(count):
                heard = run_world(alone(m, k), alone(d, k), first + k, worlds[first + k], place, moves, ends, warnings,
                                  nstep, mode, last, heard)
                if place[STOP] == 0:
                    place[NEXT] = first + k + 1
        elif place[STOP] == 0:
            place[NEXT] = first + count


@stage(one_world=True)
def run_packs(m, d, together: In('*', np.int64), worlds: In('*', int), place: Out('*', int),
              moves: In('*,*', np.int64), ends: In('*', int), warnings: Out('*,*', int), nstep: int, mode: int,
              last: int):
    """`run_worlds_together`, for Python, which calls stages of one world: its slot, and the structs it runs on.

    Reads and writes nothing but its arguments.
    """
    call_together(together[0], together[1], together[2], worlds, place, moves, ends, warnings, nstep, mode, last)
