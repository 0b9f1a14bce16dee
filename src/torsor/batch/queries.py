"""What is asked about each simulation in its present state, which stays as it is: Jacobians, rays."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from .. import api
from ..physics.dynamics.inertia import com_pos
from ..physics.position.kinematics import kinematics
from ..physics.query.jacobian import jacobian_of_point
from .given import check_array, check_ids

if TYPE_CHECKING:
    from .worlds import Worlds


def ask(worlds: 'Worlds', chosen: np.ndarray, question: Callable) -> None:
    """Ask question(number in the call, model, data) in each of the simulations."""
    for k, sim in enumerate(chosen.tolist()):
        try:
            question(k, *worlds.world(sim))
        except Exception as error:
            worlds.failed(sim, error)


def jacobians(worlds: 'Worlds', ids, bodies, points, jacp, jacr) -> int:
    """Jacobians of a point on a body in each simulation; how many failed."""
    check_ids(ids, worlds.nsim)
    chosen = worlds.begin('mjb_jac', ids)
    count, nv = len(chosen), worlds.model.nv
    check_array('body', bodies, np.int32, (count,))
    check_array('point', points, np.float64, (count, 3))
    for name, table in (('jacp', jacp), ('jacr', jacr)):
        if table is not None:
            check_array(name, table, np.float64, (count, 3, nv), writable=True)

    def question(k, m, d):
        kinematics(m, d)
        com_pos(m, d)
        jacobian_of_point(m, d, None if jacp is None else jacp[k], None if jacr is None else jacr[k], points[k],
                          int(bodies[k]))

    ask(worlds, chosen, question)
    return worlds.failures(chosen)


def rays(worlds: 'Worlds', ids, pnt, vec, geomgroup, flg_static, exclude, dist, geomid, normals) -> int:
    """Where rays meet geoms in each simulation; how many failed."""
    chosen, mj_ray = worlds.begin('mjb_ray', ids), vars(api)['mj_ray']

    def question(k, m, d):
        kinematics(m, d)
        for r in range(pnt.shape[1]):
            dist[k, r] = mj_ray(m, d, pnt[k, r], vec[k, r], geomgroup, flg_static, int(exclude[k, r]),
                                    geomid[k, r:r + 1], normals[k, r])

    ask(worlds, chosen, question)
    return worlds.failures(chosen)
