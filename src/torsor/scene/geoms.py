"""Geoms and sites of the model."""

import numpy as np

from ..schema.enums import mjtGeom, mjtLabel, mjtObj, mjtVisFlag
from .material import UNSET, appearance, faded, island_colours, tree_islands
from .rows import shape_size
from .view import View, in_groups

PLANE, HFIELD, MESH, SDF = (int(getattr(mjtGeom, f'mjGEOM_{name}')) for name in ('PLANE', 'HFIELD', 'MESH', 'SDF'))
TILE = 2.1 / 99.0  # steps of an infinite plane without texture, in distances of the far plane
GEOM, SITE = int(mjtObj.mjOBJ_GEOM), int(mjtObj.mjOBJ_SITE)


def visible_geoms(view: View) -> np.ndarray:
    """The geoms of groups and categories that are shown and that are not invisible."""
    m = view.m
    wanted = view.wanted(view.body_categories)[m.geom_bodyid] & in_groups(m.geom_group, view.opt.geomgroup)
    visible = opacity(m, m.geom_matid, m.geom_rgba) != 0.0
    if view.shows(mjtVisFlag.mjVIS_ISLAND):  # colours of islands replace their own
        visible |= m.body_treeid[m.geom_bodyid] >= 0
    return np.flatnonzero(wanted & visible)


def opacity(m, matid, rgba):
    """Opacity of elements before they are faded."""
    alpha = rgba[:, 3].copy()
    plain = (matid >= 0) & np.all(rgba == UNSET, 1)
    alpha[plain] = m.mat_rgba[matid[plain], 3]
    return alpha


def geoms(view: View) -> None:
    """All geoms of the model that are shown."""
    m, d = view.m, view.d
    ids = visible_geoms(view)
    if not len(ids):
        return
    bodies = m.geom_bodyid[ids]
    categories = view.body_categories[bodies]
    columns = appearance(view, m.geom_matid[ids], m.geom_rgba[ids])
    columns['rgba'] = faded(view, columns['rgba'], categories)
    if view.shows(mjtVisFlag.mjVIS_ISLAND):
        _by_island(view, bodies, columns)
    columns['emission'] = view.glow(bodies, columns.get('emission', 0.0))
    if view.labels(mjtLabel.mjLABEL_GEOM):
        columns['label'] = view.names('geom', ids)
    view.rows.add(ids, type=m.geom_type[ids], objtype=GEOM, category=categories,
                  size=shape_size(m.geom_type[ids], m.geom_size[ids]), pos=_positions(view, ids),
                  mat=d.geom_xmat[ids].reshape(-1, 3, 3), castshadow=m.geom_castshadow[ids],
                  modelrbound=m.geom_rbound[ids], **_shape_data(view, ids), **columns)


def _positions(view: View, ids) -> np.ndarray:
    """Positions of geoms; infinite planes follow the camera in steps that their texture does not show."""
    m, d = view.m, view.d
    pos = d.geom_xpos[ids].copy()
    for k in np.flatnonzero((m.geom_type[ids] == PLANE) & np.any(m.geom_size[ids, :2] <= 0.0, 1)):
        geom = ids[k]
        frame = d.geom_xmat[geom].reshape(3, 3)
        away = (view.eye - pos[k]) @ frame
        material = m.geom_matid[geom]
        for axis in range(2):
            if m.geom_size[geom, axis] <= 0.0:
                repeat = m.mat_texrepeat[material, axis] if material >= 0 else 0.0
                step = 4.0 / repeat if repeat > 0.0 else TILE * m.vis.map.zfar * m.stat.extent
                pos[k] += frame[:, axis] * step * np.rint(away[axis] / step)
    return pos


def _by_island(view: View, bodies, columns) -> None:
    """Colour what belongs to kinematic trees after the island that a tree is in."""
    trees = view.m.body_treeid[bodies]
    moving = trees >= 0
    if moving.any():
        columns['rgba'][moving] = island_colours(view, tree_islands(view)[trees[moving]])
        columns['matid'] = np.where(moving, -1, columns.get('matid', -1))


def _shape_data(view: View, ids) -> dict:
    """Which plane, height field or mesh the geoms have."""
    m = view.m
    types, data = m.geom_type[ids], m.geom_dataid[ids]
    meshes = (types == MESH) | (types == SDF)
    mesh = np.where(meshes, data, 0)
    own = np.where(meshes, 2 * data, np.where(types == HFIELD, data, -1))
    columns = dict(dataid=np.where(types == PLANE, ids, own))
    if meshes.any():
        if view.shows(mjtVisFlag.mjVIS_CONVEXHULL):
            has_hull = m.mesh_graphadr[mesh] >= 0
            columns['dataid'] += meshes & has_hull & ((m.geom_contype[ids] != 0) | (m.geom_conaffinity[ids] != 0))
        columns['texcoord'] = meshes & (m.mesh_texcoordadr[mesh] >= 0)
    return columns


def sites(view: View) -> None:
    """All sites of the model that are shown."""
    m, d = view.m, view.d
    wanted = view.wanted(view.body_categories)[m.site_bodyid] & in_groups(m.site_group, view.opt.sitegroup)
    ids = np.flatnonzero(wanted & (opacity(m, m.site_matid, m.site_rgba) != 0.0))
    if not len(ids):
        return
    bodies = m.site_bodyid[ids]
    categories = view.body_categories[bodies]
    columns = appearance(view, m.site_matid[ids], m.site_rgba[ids])
    columns['rgba'] = faded(view, columns['rgba'], categories)
    columns['emission'] = view.glow(bodies, columns.get('emission', 0.0))
    if view.labels(mjtLabel.mjLABEL_SITE):
        columns['label'] = view.names('site', ids)
    view.rows.add(ids, type=m.site_type[ids], objtype=SITE, category=categories,
                  size=shape_size(m.site_type[ids], m.site_size[ids]), pos=d.site_xpos[ids],
                  mat=d.site_xmat[ids].reshape(-1, 3, 3), **columns)
