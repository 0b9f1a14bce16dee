"""Rays and distances: what a half line meets, how far two geoms are apart, what is inside of a site."""

import numpy as np

from ..jit.arguments import In, Out
from ..jit.call import checked, public
from ..physics.query import distance, ray
from ..physics.sensor import inside
from ..schema.enums import mjtGeom
from .errors import FatalError

__all__ = ['mj_geomDistance', 'mj_insideSite', 'mj_multiRay', 'mj_ray', 'mj_rayHfield', 'mj_rayMesh']

_cast_many = public(ray.cast_rays, 'mj_multiRay')
_at_mesh = public(ray.cast_at_geom, 'mj_rayMesh')
_at_field = public(ray.cast_at_geom, 'mj_rayHfield')
mj_ray = public(ray.cast_ray, 'mj_ray')
mj_geomDistance = public(distance.geom_distance, 'mj_geomDistance')
mj_insideSite = public(inside.point_in_site, 'mj_insideSite')


@checked
def mj_multiRay(m, d, pnt: In('3'), vec: In('*'), geomgroup: In('6', np.uint8, optional=True), flg_static: bool,
                bodyexclude: int, geomid: Out('*', int, optional=True), dist: Out('*'),
                normal: Out('*', optional=True), nray: int, cutoff: float) -> None:
    """What mj_ray tells of nray rays from the same point; geoms that are as a whole farther than cutoff are missed."""
    for name, array, length in (('vec', vec, 3 * nray), ('dist', dist, nray), ('geomid', geomid, nray),
                                ('normal', normal, 3 * nray)):
        if array is not None and np.size(array) != length:
            raise TypeError(f'{name} should be of size {"3*" if length != nray else ""}nray')
    _cast_many(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, cutoff)


def _of_type(m, g: int, kind: mjtGeom, name: str) -> None:
    if not 0 <= g < m.ngeom or m.geom_type[g] != kind:
        raise FatalError(f'{name}: geom {g} is no {kind.name.removeprefix("mjGEOM_").lower()}')


@checked
def mj_rayMesh(m, d, geomid: int, pnt: In('3'), vec: In('3'), normal: Out('3', optional=True) = None) -> float:
    """Distance from pnt along vec to a geom that is a mesh; -1 if it is missed. normal receives the surface normal."""
    _of_type(m, geomid, mjtGeom.mjGEOM_MESH, 'mj_rayMesh')
    return _at_mesh(m, d, geomid, pnt, vec, normal)


@checked
def mj_rayHfield(m, d, geomid: int, pnt: In('3'), vec: In('3'), normal: Out('3', optional=True) = None) -> float:
    """Distance from pnt along vec to a geom that is a height field; -1 if it is missed. normal as for mj_ray."""
    _of_type(m, geomid, mjtGeom.mjGEOM_HFIELD, 'mj_rayHfield')
    return _at_field(m, d, geomid, pnt, vec, normal)
