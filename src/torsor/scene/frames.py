"""Frames: three cylinders along the axes, in red, green and blue."""

from dataclasses import replace

import numpy as np

from ..schema.enums import mjtFrame, mjtGeom
from .geoms import visible_geoms
from .view import DYNAMIC, STATIC, View, in_groups

CYLINDER = int(mjtGeom.mjGEOM_CYLINDER)
COLOURS = np.array([(0.9, 0.0, 0.0, 1.0), (0.0, 0.9, 0.0, 1.0), (0.0, 0.0, 0.9, 1.0)])


def axes_of(view: View, pos, mat, scale: float = 1.0) -> tuple:
    """Starts, ways, width and colours of cylinders along the axes of frames, which `mat` has in its columns."""
    pos, mat = np.asarray(pos).reshape(-1, 3), np.asarray(mat).reshape(-1, 3, 3)
    way = np.swapaxes(mat, 1, 2).reshape(-1, 3) * (scale * view.size('framelength'))
    return np.repeat(pos, 3, 0), way, scale * view.size('framewidth'), np.tile(COLOURS, (len(pos), 1))


def axes(view: View, ids, pos, mat, scale: float = 1.0) -> None:
    """A frame for each of these elements; `mat` has the axes in its columns."""
    start, way, width, rgba = axes_of(view, pos, mat, scale)
    view.rows.connect(np.repeat(np.asarray(ids), 3), CYLINDER, width, start, start + way, rgba=rgba)


def _bodies(view: View):
    bodies = np.arange(1, view.m.nbody)
    return bodies, view.d.xpos[bodies], view.d.xmat[bodies]


def _geoms(view: View):
    ids = visible_geoms(replace(view, categories=STATIC | DYNAMIC))
    return ids, view.d.geom_xpos[ids], view.d.geom_xmat[ids]


def _sites(view: View):
    ids = np.flatnonzero(in_groups(view.m.site_group, view.opt.sitegroup))
    return ids, view.d.site_xpos[ids], view.d.site_xmat[ids]


def _world(view: View):
    return [0], np.zeros((1, 3)), np.eye(3)


# mjtFrame: (elements with positions and axes, size of their frames); frames of others are drawn along with them
FRAMES = {
    int(mjtFrame.mjFRAME_BODY): (_bodies, 1.0),
    int(mjtFrame.mjFRAME_GEOM): (_geoms, 1.0),
    int(mjtFrame.mjFRAME_SITE): (_sites, 1.0),
    int(mjtFrame.mjFRAME_WORLD): (_world, 2.0),
}


def frames(view: View) -> None:
    """The frames that the user asked for."""
    if view.opt.frame in FRAMES:
        elements, scale = FRAMES[view.opt.frame]
        ids, pos, mat = elements(view)
        axes(view, ids, pos, mat, scale)
