"""Bounding volumes of bodies and meshes, as boxes of lines."""

import numpy as np

from ..schema.enums import mjtGeom, mjtVisFlag
from .view import View

LINEBOX, MESH = int(mjtGeom.mjGEOM_LINEBOX), int(mjtGeom.mjGEOM_MESH)


def body_volumes(view: View) -> None:
    """Volumes of the chosen depth in the hierarchies of bodies; leaves are boxes around geoms."""
    m, d = view.m, view.d
    if not view.shows(mjtVisFlag.mjVIS_BODYBVH):
        return
    for body in np.flatnonzero(m.body_bvhnum > 0).tolist():
        for i in _at_depth(view, m.body_bvhadr[body], m.body_bvhnum[body]):
            geom = m.bvh_nodeid[i]
            if geom >= 0:
                _box(view, i, m.geom_aabb[geom], d.geom_xpos[geom], d.geom_xmat[geom])
            else:
                _box(view, i, m.bvh_aabb[i], d.xipos[body], d.ximat[body])


def mesh_volumes(view: View) -> None:
    """Volumes of the chosen depth in the hierarchies of meshes, whatever the groups of their geoms."""
    m, d = view.m, view.d
    if not view.shows(mjtVisFlag.mjVIS_MESHBVH):
        return
    for geom in np.flatnonzero(m.geom_type == MESH).tolist():
        mesh = m.geom_dataid[geom]
        for i in _at_depth(view, m.mesh_bvhadr[mesh], m.mesh_bvhnum[mesh]):
            _box(view, i, m.bvh_aabb[i], d.geom_xpos[geom], d.geom_xmat[geom])


def _at_depth(view: View, first: int, number: int) -> np.ndarray:
    """Volumes of the chosen depth, and leaves that are not as deep."""
    m = view.m
    nodes = first + np.arange(number)
    depth, is_leaf = m.bvh_depth[nodes], np.all(m.bvh_child[nodes] < 0, 1)
    return nodes[(depth == view.opt.bvh_depth) | (is_leaf & (depth < view.opt.bvh_depth))]


def _box(view: View, i: int, box, pos, mat) -> None:
    active = view.d.bvh_active[i] and view.m.vis.global_.bvactive
    mat = mat.reshape(3, 3)
    colour = BV_ACTIVE if active else BV
    view.rows.add([i], type=LINEBOX, size=box[3:], pos=pos + mat @ box[:3], mat=mat, rgba=colour)


BV, BV_ACTIVE = (0.0, 1.0, 0.0, 0.5), (1.0, 0.0, 0.0, 0.5)
