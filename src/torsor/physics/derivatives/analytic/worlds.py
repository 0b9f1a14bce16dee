"""Exact derivatives in many worlds, in their present states, which stay as they are.

Worlds are brought from tables as in ../worlds.py. `tables` holds the addresses of arguments and results, with a row for
each world in the order of the call, and `reasons` becomes the number of a reason (refuse.py) where there is no
derivative.
"""

import numpy as np

from ....jit import stage
from ....jit.arguments import In, Out
from ....jit.clock import now
from ....jit.tables import struct_at
from ...batch.queries import place_world, row_at
from ...batch.scalar import END, NEXT, STOP
from ...common.interrupt import answer
from .reverse import pullback
from .transition import transition


@stage(one_world=True)
def transitions_of_worlds(m, d, worlds: In('*', int), place: Out('*', int), structs: In('*,*', np.int64),
                          moves: In('*,*', np.int64), ends: In('*', int), tables: In('*', np.int64),
                          reasons: Out('*', int)):
    """A, B and, if there are tables for them, C and D of the step in each world."""
    heard = now()
    while place[NEXT] < place[END] and place[STOP] == 0:
        k = place[NEXT]
        world = worlds[k]
        model, data = struct_at(m, structs[0, world]), struct_at(d, structs[1, world])
        place_world(model, data, moves, ends, world)
        nx, nu, ns = 2 * model.nv + model.na, model.nu, model.nsensordata
        reasons[k] = transition(model, data, row_at(tables[0], k, nx * nx), row_at(tables[1], k, nx * nu),
                                row_at(tables[2], k, ns * nx), row_at(tables[3], k, ns * nu))
        heard = answer(heard)
        place[NEXT] = k + 1


@stage(one_world=True)
def pullbacks_of_worlds(m, d, worlds: In('*', int), place: Out('*', int), structs: In('*,*', np.int64),
                        moves: In('*,*', np.int64), ends: In('*', int), tables: In('*', np.int64),
                        reasons: Out('*', int)):
    """Gradients by state and controls in each world, from those by the next state."""
    heard = now()
    while place[NEXT] < place[END] and place[STOP] == 0:
        k = place[NEXT]
        world = worlds[k]
        model, data = struct_at(m, structs[0, world]), struct_at(d, structs[1, world])
        place_world(model, data, moves, ends, world)
        nx = 2 * model.nv + model.na
        reasons[k] = pullback(model, data, row_at(tables[0], k, nx), row_at(tables[1], k, nx),
                              row_at(tables[2], k, model.nu))
        heard = answer(heard)
        place[NEXT] = k + 1
