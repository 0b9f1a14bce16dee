"""Many worlds, several of them at a time in the registers of the processor.

A pack is as many worlds as share registers. They are brought from tables into the data of all of them, which moves;
what is not made of real numbers, into the data of each (see jit/per_world.py). A pack in which something is
worth a warning is forgotten, and its worlds run one by one: so counters of warnings, and worlds that diverge and start
anew, are never the business of neighbours.
"""

import numpy as np

from ...jit import helper, routine, stage
from ...jit.arguments import In, Out
from ...jit.clock import now
from ...jit.per_world import address_of, alone, call_together, merge_reals
from ...jit.structs import width
from ...jit.tables import numbers_at, store
from ..common.interrupt import answer
from ..constraint.rne_post_constraint import body_forces
from ..lanes.contacts import list_pairs
from ..lanes.split_worlds import split_rows
from ..pipeline import step
from .scalar import (
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
    SIZE,
    STATE,
    STOP,
    STRIDE,
    TABLE,
    WORD,
    bring,
    forward_up_to,
    has_new_warnings,
    load,
    load_warnings,
    run_world,
    save,
)

REAL = 8  # bytes of a real number


# ---- between tables and the common registers of the worlds of a pack ----
@helper
def join_model(m, moves, end):
    """Bring fields of the model from each world alone to all together."""
    for i in range(end):
        merge_reals(m, moves[i, WORD])


@helper
def fetch_reals(d, word, size, first, end, source, step):
    """Copy real numbers from addresses, `step` bytes apart, to what worlds from `first` up to `end` have in a field."""
    count, together = size // REAL, numbers_at(address_of(d, word), size // REAL * width(d))
    for k in range(first, end):
        numbers = numbers_at(source + (k - first) * step, count)
        for i in range(count):
            together[i * width(d) + k] = numbers[i]


@helper
def store_reals(d, word, size, first, end, target, step):
    """Copy real numbers that worlds from `first` up to `end` have in a field to addresses, `step` bytes apart."""
    count, together = size // REAL, numbers_at(address_of(d, word), size // REAL * width(d))
    for k in range(first, end):
        numbers = numbers_at(target + (k - first) * step, count)
        for i in range(count):
            numbers[i] = together[i * width(d) + k]


@routine
def load_worlds(d, first, end, moves, from_move, to_move, row, rows):
    """Fill fields of worlds from `first` up to `end` from rows of their tables: `row` and those `rows` apart."""
    for i in range(from_move, to_move):
        if moves[i, KIND] == REALS:
            fetch_reals(d, moves[i, WORD], moves[i, SIZE], first, end, moves[i, TABLE] + row * moves[i, STRIDE],
                        rows * moves[i, STRIDE])
        else:
            for k in range(first, end):
                load(alone(d, k), moves, i, i + 1, row + (k - first) * rows)


@routine
def save_worlds(d, first, end, moves, from_move, to_move, row, rows):
    """Write fields of worlds from `first` up to `end` into rows of their tables: `row` and those `rows` apart."""
    for i in range(from_move, to_move):
        target, step = moves[i, TABLE] + row * moves[i, STRIDE], rows * moves[i, STRIDE]
        if moves[i, KIND] == REALS:
            store_reals(d, moves[i, WORD], moves[i, SIZE], first, end, target, step)
        else:
            for k in range(first, end):
                if moves[i, KIND] == SHARED:
                    store(d, moves[i, WORD], target + (k - first) * step, moves[i, SIZE])
                else:
                    save(alone(d, k), moves, i, i + 1, row + (k - first) * rows)


@helper
def load_pack(m, d, worlds, first, count, moves, ends, warnings):
    """Bring the worlds of a pack from their tables; the last one stands in for those that are missing."""
    for k in range(width(d)):
        world = worlds[first + min(k, count - 1)]
        if width(m) > 1:
            bring(alone(m, k), moves, 0, ends[MODEL], world)
        load_worlds(d, k, k + 1, moves, ends[MODEL], ends[STATE], world, 0)
        load_warnings(alone(d, k), warnings, world)
    if width(m) > 1:
        join_model(m, moves, ends[MODEL])
    d.warned = 0
    for kind in range(warnings.shape[1] // 2):
        d.warning.number[kind] = 0


@helper
def load_controls(d, first, count, t, nstep, moves, ends):
    """Set what each world is given before a step; the last one stands in for those that are missing."""
    load_worlds(d, 0, count, moves, ends[STATE], ends[CONTROL], first * nstep + t, nstep)
    if count < width(d):
        load_worlds(d, count, width(d), moves, ends[STATE], ends[CONTROL], (first + count - 1) * nstep + t, 0)


@helper
def save_records(d, first, count, t, nstep, moves, ends):
    """Write what is recorded after a step."""
    save_worlds(d, 0, count, moves, ends[CONTROL], ends[RECORD], first * nstep + t, nstep)


@helper
def save_pack(d, worlds, first, count, moves, ends):
    """Write states and outputs of the worlds of a pack."""
    for k in range(count):
        save_worlds(d, k, k + 1, moves, ends[MODEL], ends[STATE], worlds[first + k], 0)
        save_worlds(d, k, k + 1, moves, ends[RECORD], ends[OUTPUT], worlds[first + k], 0)


@helper
def worlds_of_pack(d, place):
    """How many worlds the next pack has."""
    return min(width(d), place[END] - place[NEXT])


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
            split_rows(m, d)
            body_forces(m, d)
        sound = not has_warned(d, worlds, first, count, warnings)
        if sound:
            save_pack(d, worlds, first, count, moves, ends)
    return sound, heard


@stage
def run_worlds_together(m, d, worlds: In('*', int), place: Out('*', int), moves: In('*,*', np.int64),
                        ends: In('*', int), warnings: Out('*,*', int), nstep: int, mode: int, last: int):
    """Run the worlds from place[NEXT] on, as `run_worlds` does, several of them at a time."""
    heard = now()
    list_pairs(m, d)
    while place[NEXT] < place[END] and place[STOP] == 0:
        first, count, sound = place[NEXT], worlds_of_pack(d, place), False
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
    """`run_worlds_together`, for Python, which calls stages of one world: its slot, and the structs it runs on."""
    call_together(together[0], together[1], together[2], worlds, place, moves, ends, warnings, nstep, mode, last)
