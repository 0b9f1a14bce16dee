"""Sizes that characterise a model, measured in its reference pose: how large, how heavy, where."""

import numpy as np

from ...schema.codes import mjtGeom, mjtJoint

SMALLEST = 1e-5  # sizes below this are taken for it
NO_BODIES_SIZE = 0.2
POINT_EXTENT = 2.0  # of a model without extension


def body_sizes(m, d) -> np.ndarray:
    """Radius of every body about its centre of mass: as far as its joints, its children's, geoms and edges reach."""
    size = np.zeros(m.nbody)
    for bodies in (m.jnt_bodyid, m.body_parentid[m.jnt_bodyid]):
        np.maximum.at(size, bodies, _lengths(d.xipos[bodies] - d.xanchor))
    round_geoms = m.geom_rbound > 0
    bodies = m.geom_bodyid[round_geoms]
    reach = m.geom_rbound[round_geoms] + _lengths(d.geom_xpos[round_geoms] - d.xipos[bodies])
    np.maximum.at(size, bodies, reach)
    for f in range(m.nflex):
        own = slice(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f])
        for ends in m.flex_edge[own].T:
            np.maximum.at(size, m.flex_vertbodyid[m.flex_vertadr[f] + ends], m.flexedge_length0[own])
    return np.maximum(size, SMALLEST)


def _lengths(vectors: np.ndarray) -> np.ndarray:
    return np.sqrt((vectors * vectors).sum(axis=1))


def bounding_box(m, d) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the box that holds bodies, joints, sites and geoms; a plane is a ball of a tenth of its size."""
    is_plane = m.geom_type == mjtGeom.mjGEOM_PLANE
    radius = np.where(is_plane, np.maximum(0.01, 0.1 * m.geom_size[:, :2].max(axis=1)), m.geom_rbound)[:, None]
    corners = d.geom_xpos - radius, d.geom_xpos + radius
    points = np.concatenate((d.xpos[1:], d.xipos[1:], d.xanchor, d.site_xpos, *corners))
    if not len(points):
        return np.zeros(3), np.zeros(3)
    return points.min(axis=0), points.max(axis=0)


def dof_lengths(m, sizes: np.ndarray) -> np.ndarray:
    """What turns the speed of a dof into a linear speed: 1 for translations, the size of the body for rotations."""
    kinds = m.jnt_type[m.dof_jntid]
    within = np.arange(m.nv) - m.jnt_dofadr[m.dof_jntid]
    translates = (kinds == mjtJoint.mjJNT_SLIDE) | ((kinds == mjtJoint.mjJNT_FREE) & (within < 3))
    return np.where(translates, 1.0, sizes[m.dof_bodyid])


def set_statistics(m, d, sizes: np.ndarray) -> None:
    """Fill in the statistics that were not authored (NaN), from the reference pose in `d` and the sizes of bodies."""
    lower, upper = bounding_box(m, d)
    meansize = sizes[1:].mean() if m.nbody > 1 else NO_BODIES_SIZE
    last = m.M_rowadr + m.M_rownnz - 1
    measured = {
        'meaninertia': d.M[last].mean() if m.nv else 1.0,
        'meanmass': m.body_mass[1:].mean() if m.nbody > 1 else 1.0,
        'meansize': meansize,
        'extent': max((upper - lower).max(), 2.0 * meansize) if (upper > lower).any() else POINT_EXTENT,
        'center': (lower + upper) / 2,
    }
    for name, value in measured.items():
        statistic = m._arrays[f'stat.{name}']
        if np.isnan(statistic).any():
            statistic[...] = value
