"""Many worlds, one after the other: each is brought from tables into a data, moves, and is brought back.

Tables have a row for each world. A row of `moves` tells which bytes of which field go where:

    WORD    place of the field's address in the block of its struct
    TABLE   address of the first byte of the table that belongs to the field
    SIZE    bytes, or flags
    STRIDE  bytes from one row of the table to the next
    KIND    FLAGS, which are real numbers in the table, or bytes as they are: REALS, SHARED, OWN differ in what they are
            to worlds that share registers (packs.py)

and `ends` where the moves of one purpose end and those of the next begin. Rows of controls and records are counted in
the order of the call, a row for each step of a world; all others by the number of the world.
"""

import numpy as np

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...jit.clock import now
from ...jit.tables import fetch, numbers_at, store, struct_at
from ...schema.enums import mjtStage, mjtWarning
from ..common.interrupt import answer
from ..common.names import ON_ENERGY, ON_SLEEP
from ..common.upcalls import reset_worlds, tell_user
from ..constraint.rne_post_constraint import body_forces
from ..force.energy import energy_position, energy_velocity
from ..forward import forward, forward_position, forward_velocity
from ..pipeline import step
from ..sensor.evaluate import update_position_sensors, update_velocity_sensors

WORD, TABLE, SIZE, STRIDE, KIND = range(5)
REALS, FLAGS, SHARED, OWN = range(4)
MODEL, STATE, CONTROL, RECORD, OUTPUT = range(5)  # purposes
NEXT, END, STOP = range(3)  # the world to run next, the one before which to stop, whether to stop at once
# modes: a world ends its steps when it warns; nothing of the data but its state is the world's; forces on bodies are
# computed after the steps
CAUTIOUS, FRESH, FORCES = 1, 2, 4
NWARNING = int(mjtWarning.mjNWARNING)
POSITION, VELOCITY, ACCELERATION = (int(getattr(mjtStage, f'mjSTAGE_{name}')) for name in ('POS', 'VEL', 'ACC'))


@helper
def bring(struct, moves, first, end, row):
    """Fill fields of a model from a row of their tables."""
    for i in range(first, end):
        fetch(struct, moves[i, WORD], moves[i, TABLE] + row * moves[i, STRIDE], moves[i, SIZE])


@helper
def load(d, moves, first, end, row):
    """Fill fields of a data from a row of their tables."""
    for i in range(first, end):
        address, size = moves[i, TABLE] + row * moves[i, STRIDE], moves[i, SIZE]
        if moves[i, KIND] == FLAGS:
            numbers = numbers_at(address, size)
            for e in range(size):
                d.eq_active[e] = numbers[e] != 0.0
        else:
            fetch(d, moves[i, WORD], address, size)


@helper
def save(d, moves, first, end, row):
    """Write fields of a data into a row of their tables."""
    for i in range(first, end):
        address, size = moves[i, TABLE] + row * moves[i, STRIDE], moves[i, SIZE]
        if moves[i, KIND] == FLAGS:
            numbers = numbers_at(address, size)
            for e in range(size):
                numbers[e] = 1.0 if d.eq_active[e] else 0.0
        else:
            store(d, moves[i, WORD], address, size)


@helper
def load_warnings(d, warnings, world):
    for k in range(NWARNING):
        d.warning.lastinfo[k] = warnings[world, k]
        d.warning.number[k] = warnings[world, NWARNING + k]


@helper
def save_warnings(d, warnings, world):
    for k in range(NWARNING):
        warnings[world, k] = d.warning.lastinfo[k]
        warnings[world, NWARNING + k] = d.warning.number[k]


@helper
def has_new_warnings(d, warnings, world):
    """Whether a counter has risen since the world was loaded."""
    risen = False
    for k in range(NWARNING):
        risen |= d.warning.number[k] > warnings[world, NWARNING + k]
    return risen


@stage
def forward_up_to(m, d, last: int):
    """Forward dynamics up to a stage of mjtStage."""
    if last >= ACCELERATION:
        forward(m, d)
        return
    if last >= POSITION:
        forward_position(m, d)
        update_position_sensors(m, d)
        if m.opt.enableflags & ON_ENERGY:
            energy_position(m, d)
    if last >= VELOCITY:
        forward_velocity(m, d)
        update_velocity_sensors(m, d)
        if m.opt.enableflags & ON_ENERGY:
            energy_velocity(m, d)


@helper
def run_world(m, d, k, world, place, moves, ends, warnings, nstep, mode, last, heard):
    """Run a world, number k of the call. If it is told to stop, its tables stay as they are."""
    if mode & FRESH and m.opt.enableflags & ON_SLEEP:
        reset_worlds(m, d, 1)  # who sleeps is no part of the state
    bring(m, moves, 0, ends[MODEL], world)
    load(d, moves, ends[MODEL], ends[STATE], world)
    load_warnings(d, warnings, world)
    t, goes_on = 0, True
    while t < nstep and goes_on and place[STOP] == 0:
        load(d, moves, ends[STATE], ends[CONTROL], k * nstep + t)
        step(m, d)
        save(d, moves, ends[CONTROL], ends[RECORD], k * nstep + t)
        goes_on = not (mode & CAUTIOUS and has_new_warnings(d, warnings, world))
        heard = answer(heard)
        t += 1
    if place[STOP] != 0:
        return heard
    while t < nstep:
        save(d, moves, ends[CONTROL], ends[RECORD], k * nstep + t)
        t += 1
    forward_up_to(m, d, last)
    if mode & FORCES:
        body_forces(m, d)
    save(d, moves, ends[MODEL], ends[STATE], world)
    save(d, moves, ends[RECORD], ends[OUTPUT], world)
    save_warnings(d, warnings, world)
    if d.warned:
        tell_user(m, d, d.warned)
        d.warned = 0
    return heard


@stage(one_world=True)
def run_worlds(m, d, worlds: In('*', int), place: Out('*', int), structs: In('*,*', np.int64),
               moves: In('*,*', np.int64), ends: In('*', int), warnings: Out('*,*', int), nstep: int, mode: int,
               last: int):
    """Run the worlds from place[NEXT] on, until place[END] or until place[STOP] is set.

    Each makes `nstep` steps, of which a cautious one stops after the first that raises a counter of warnings, and then
    runs forward dynamics up to the stage `last`. `structs` has a column for each world, with the addresses of its model
    and of its data, or zeros for m and d. If an error ends the call, place[NEXT] is the world that it is about.
    """
    heard = now()
    while place[NEXT] < place[END] and place[STOP] == 0:
        k = place[NEXT]
        world = worlds[k]
        model, data = struct_at(m, structs[0, world]), struct_at(d, structs[1, world])
        heard = run_world(model, data, k, world, place, moves, ends, warnings, nstep, mode, last, heard)
        if place[STOP] == 0:
            place[NEXT] = k + 1
