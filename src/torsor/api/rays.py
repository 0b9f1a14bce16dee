"""Rays through a model, and distances between its geoms."""

import math

import numpy as np
from numpy.typing import ArrayLike

from ..jit.call import public
from ..physics.query import distance, ray

__all__ = ['mj_geomDistance', 'mj_multiRay', 'mj_ray']

mj_geomDistance = public(distance.geom_distance, 'mj_geomDistance')
_cast = public(ray.cast_rays, 'mj_multiRay')


def _group_bits(geomgroup: ArrayLike | None) -> int:
    """A bit for every group of geoms that counts."""
    if geomgroup is None:
        return ray.ANY_GROUP
    flags = np.asarray(geomgroup, np.uint8).ravel()
    if flags.size != ray.GROUPS:
        raise TypeError(f'geomgroup should be of size mjNGROUP, which is {ray.GROUPS}, got {flags.size}')
    return sum(1 << k for k, flag in enumerate(flags) if flag)


def mj_ray(m, d, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None, flg_static: bool, bodyexclude: int,
           geomid: np.ndarray | None, normal: np.ndarray | None = None) -> float:
    """Distance from pnt along vec, in units of its length, to the nearest geom that is visible; -1 if there is none.

    geomgroup has a flag for each of the six groups of geoms, None for all; without flg_static what is fixed to the
    world does not count, nor does the body bodyexclude. geomid receives the geom, normal its surface normal.
    """
    distances, direction = np.empty(1), np.asarray(vec, np.float64).ravel()
    if direction.size != 3:
        raise TypeError(f'vec should be of size 3, got {direction.size}')
    groups = _group_bits(geomgroup)
    _cast(m, d, pnt, direction, groups, int(flg_static), bodyexclude, math.inf, geomid, distances, normal)
    return float(distances[0])


def mj_multiRay(m, d, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None, flg_static: bool, bodyexclude: int,
                geomid: np.ndarray, dist: np.ndarray, normal: np.ndarray | None, nray: int, cutoff: float) -> None:
    """The same for nray rays from one point; vec, dist, normal hold the numbers of all.

    Geoms that are all further away than cutoff do not count.
    """
    directions = np.asarray(vec, np.float64).ravel()
    for name, array, size in (('vec', directions, 3 * nray), ('geomid', geomid, nray), ('dist', dist, nray),
                              ('normal', normal, 3 * nray)):
        if array is not None and np.size(array) != size:
            raise TypeError(f'{name} should be of size {"3*nray" if size > nray else "nray"}, got {np.size(array)}')
    _cast(m, d, pnt, directions, _group_bits(geomgroup), int(flg_static), bodyexclude, cutoff, geomid, dist, normal)
