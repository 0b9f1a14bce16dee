"""What belongs to bodies: inertias, labels, centres of mass, links to parents, forces of the user, islands."""

import itertools

import numpy as np

from ..schema.enums import mjtGeom, mjtLabel, mjtObj, mjtVisFlag
from .material import tree_islands
from .view import View

BOX, ELLIPSOID, SPHERE, CAPSULE, ARROW, LABEL = (
    int(getattr(mjtGeom, f'mjGEOM_{name}')) for name in ('BOX', 'ELLIPSOID', 'SPHERE', 'CAPSULE', 'ARROW', 'LABEL'))
BODY = int(mjtObj.mjOBJ_BODY)
WATER = 1000.0  # density that scaled inertia boxes have [kg/m^3]
# shape: (variance of a coordinate over the square of the half size, volume over the product of half sizes)
EQUIVALENT = {BOX: (1.0 / 3.0, 8.0), ELLIPSOID: (0.2, 4.0 / 3.0 * np.pi)}


def inertias(view: View) -> None:
    """A box or ellipsoid with the inertia of each body, and its label; labels alone if inertias are not shown."""
    m, d = view.m, view.d
    bodies = np.arange(1, m.nbody)
    bodies = bodies[view.wanted(view.body_categories)[1:]]
    shown = view.shows(mjtVisFlag.mjVIS_INERTIA)
    if shown:
        bodies = bodies[m.body_mass[bodies] > 1e-15]
    named = bodies if view.labels(mjtLabel.mjLABEL_BODY) else (
        bodies[bodies == view.pert.select] if view.labels(mjtLabel.mjLABEL_SELECTION) else bodies[:0])
    if shown and len(bodies):
        shape = ELLIPSOID if m.vis.global_.ellipsoidinertia else BOX
        labels = np.zeros(len(bodies), 'S100')
        labels[np.isin(bodies, named)] = view.names('body', named)
        view.rows.add(bodies, type=shape, objtype=BODY, size=_equivalent_size(view, bodies, shape), pos=d.xipos[bodies],
                      mat=d.ximat[bodies].reshape(-1, 3, 3), rgba=view.colour('inertia'), emission=view.glow(bodies),
                      label=labels)
    elif len(named):
        view.rows.add(named, type=LABEL, pos=d.xpos[named], mat=d.xmat[named].reshape(-1, 3, 3),
                      label=view.names('body', named))


def _equivalent_size(view: View, bodies, shape: int) -> np.ndarray:
    """Half sizes of homogeneous shapes with the inertia of bodies."""
    variance, volume = EQUIVALENT[shape]
    inertia, mass = view.m.body_inertia[bodies], view.m.body_mass[bodies, None]
    squares = 0.5 * (inertia.sum(1, keepdims=True) - 2.0 * inertia) / (mass * variance)
    size = np.sqrt(np.maximum(squares, 0.0))
    if view.shows(mjtVisFlag.mjVIS_SCLINERTIA):
        space = WATER * volume * np.prod(size, 1, keepdims=True)
        size = size * np.cbrt(mass / np.where(space > 0.0, space, mass))
    return size


def centres_of_mass(view: View) -> None:
    """A ball at the centre of mass of each kinematic tree."""
    m = view.m
    if view.shows(mjtVisFlag.mjVIS_COM):
        roots = np.flatnonzero(m.body_rootid == np.arange(m.nbody))
        roots = roots[roots > 0]
        view.rows.add(roots, type=SPHERE, size=view.size('com'), pos=view.d.subtree_com[roots], rgba=view.colour('com'))


def links(view: View) -> None:
    """Capsules from the centre of mass of each body through its joints to that of its parent."""
    m, d = view.m, view.d
    if not view.shows(mjtVisFlag.mjVIS_AUTOCONNECT):
        return
    owners, chain = [], []
    for body in range(1, m.nbody):
        parent = m.body_parentid[body]
        if parent:
            joints = m.body_jntadr[body] + np.arange(m.body_jntnum[body])[::-1]
            points = [d.xipos[body], *d.xanchor[joints], d.xipos[parent]]
            owners += [body] * (len(points) - 1)
            chain += itertools.pairwise(points)
    if chain:
        start, end = np.moveaxis(np.array(chain), 1, 0)
        view.rows.connect(np.array(owners), CAPSULE, view.size('connect'), start, end, rgba=view.colour('connect'))


def user_forces(view: View) -> None:
    """Arrows for the forces that the user applies to bodies."""
    m, d = view.m, view.d
    if view.shows(mjtVisFlag.mjVIS_PERTFORCE):
        bodies = np.flatnonzero(np.any(d.xfrc_applied[:, :3] != 0.0, 1))
        bodies = bodies[bodies > 0]
        force = d.xfrc_applied[bodies, :3] * (m.vis.map.force / m.stat.meanmass)
        view.rows.connect(bodies, ARROW, view.size('forcewidth'), d.xipos[bodies], d.xipos[bodies] + force,
                          rgba=view.colour('force'))


def island_labels(view: View) -> None:
    """The number of its island at each body that is in one."""
    m, d = view.m, view.d
    if view.labels(mjtLabel.mjLABEL_ISLAND) and d.nisland:
        islands = np.where(m.body_treeid >= 0, tree_islands(view)[m.body_treeid], -1)
        bodies = np.flatnonzero(islands >= 0)
        view.rows.add(bodies, type=LABEL, pos=d.xipos[bodies], mat=d.ximat[bodies].reshape(-1, 3, 3),
                      label=[str(island).encode() for island in islands[bodies]])
