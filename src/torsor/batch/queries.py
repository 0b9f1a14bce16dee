"""What is asked about each simulation in its present state, which stays as it is: Jacobians, rays."""

from typing import TYPE_CHECKING

import numpy as np

from ..jit.call import public
from ..physics.batch.queries import jacobians_of_worlds, rays_of_worlds
from ..physics.query.ray import ANY_GROUP
from .given import check_array

if TYPE_CHECKING:
    from .worlds import Worlds

_jacobians, _rays = public(jacobians_of_worlds), public(rays_of_worlds)


def jacobians(worlds: 'Worlds', ids, bodies, points, jacp, jacr) -> int:
    """Jacobians of a point on a body in each simulation; how many failed."""
    chosen = worlds.begin('mjb_jac', ids)
    count, nv = len(chosen), worlds.model.nv
    check_array('body', bodies, np.int32, (count,))
    check_array('point', points, np.float64, (count, 3))
    for name, table in (('jacp', jacp), ('jacr', jacr)):
        if table is not None:
            check_array(name, table, np.float64, (count, 3, nv), writable=True)
    tables = np.array([0 if table is None else table.ctypes.data for table in (points, jacp, jacr)], np.int64)
    return worlds.ask(chosen, _jacobians, bodies, tables)


def rays(worlds: 'Worlds', ids, pnt, vec, geomgroup, flg_static, exclude, dist, geomid, normals) -> int:
    """Where rays meet geoms in each simulation; how many failed."""
    chosen = worlds.begin('mjb_ray', ids)
    groups = ANY_GROUP if geomgroup is None else sum(1 << k for k, counts in enumerate(geomgroup) if counts)
    return worlds.ask(chosen, _rays, pnt.ravel(), vec.ravel(), groups, int(flg_static), exclude, geomid, dist,
                      normals.reshape(-1))
