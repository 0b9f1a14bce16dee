"""Questions to many worlds in their present state, which stays as it is: Jacobians of points, what rays meet.

Worlds are brought from tables as in worlds.py. A question costs kinematics.
"""

import numpy as np

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...jit.clock import now
from ...jit.tables import numbers_at, struct_at
from ..common.interrupt import answer
from ..dynamics.inertia import com_pos
from ..position.kinematics import kinematics
from ..query.jacobian import jacobian_of_point
from ..query.ray import meet_geoms, met_distance, met_normal, start_ray
from ..ray.scratch import RAY
from .scalar import END, MODEL, NEXT, STATE, STOP, bring, load

REAL = 8  # bytes


@helper
def place_world(m, d, moves, ends, world):
    """Bring a world, without computing anything."""
    bring(m, moves, 0, ends[MODEL], world)
    load(d, moves, ends[MODEL], ends[STATE], world)


@helper
def pose(m, d, moves, ends, world):
    """Bring a world and compute poses."""
    place_world(m, d, moves, ends, world)
    kinematics(m, d)


@helper
def row_at(address, row, size):
    """A row of so many numbers of a table in memory; none if there is no table."""
    return numbers_at(address + REAL * row * size if address else address, size)


@stage(one_world=True)
def jacobians_of_worlds(m, d, worlds: In('*', int), place: Out('*', int), structs: In('*,*', np.int64),
                        moves: In('*,*', np.int64), ends: In('*', int), bodies: In('*', int),
                        tables: In('*', np.int64)):
    """Jacobians of a point that moves with a body, in each world.

    `tables` holds the addresses of points and of the Jacobians of translation and rotation, either of which may be 0.
    """
    heard = now()
    while place[NEXT] < place[END] and place[STOP] == 0:
        k = place[NEXT]
        world = worlds[k]
        model, data = struct_at(m, structs[0, world]), struct_at(d, structs[1, world])
        pose(model, data, moves, ends, world)
        com_pos(model, data)
        size = 3 * model.nv
        jacobian_of_point(model, data, row_at(tables[1], k, size), row_at(tables[2], k, size),
                          row_at(tables[0], k, 3), bodies[k])
        heard = answer(heard)
        place[NEXT] = k + 1


@stage(one_world=True)
def rays_of_worlds(m, d, worlds: In('*', int), place: Out('*', int), structs: In('*,*', np.int64),
                   moves: In('*,*', np.int64), ends: In('*', int), points: In('*'), directions: In('*'), groups: int,
                   static: int, excluded: In('*,*', int), geomid: Out('*,*', int), dist: Out('*,*'), normal: Out('*')):
    """What rays meet in each world: rows of `excluded`, `geomid` and `dist` are worlds, columns are rays."""
    heard, rays = now(), dist.shape[1]
    while place[NEXT] < place[END] and place[STOP] == 0:
        k = place[NEXT]
        world = worlds[k]
        model, data = struct_at(m, structs[0, world]), struct_at(d, structs[1, world])
        pose(model, data, moves, ends, world)
        mark, ray = data.pstack, RAY(data)
        for r in range(rays):
            at = 3 * (k * rays + r)
            start_ray(ray, points.numbers.vec3[at], directions.numbers.vec3[at])
            meet_geoms(model, data, ray, groups, static != 0, excluded[k, r])
            dist[k, r], geomid[k, r] = met_distance(ray), ray.geom
            normal.numbers.vec3[at] = met_normal(model, data, ray)
            heard = answer(heard)
        data.pstack = mark
        place[NEXT] = k + 1
