"""Equalities that are not met, contacts and their forces."""

from typing import Any

import numpy as np

from ..schema.enums import mjtEq, mjtFrame, mjtGeom, mjtLabel, mjtObj, mjtVisFlag
from .frames import axes_of
from .material import island_colours
from .rows import connector
from .view import DYNAMIC, View

SPHERE, CYLINDER, ARROW, ARROW2 = (int(getattr(mjtGeom, f'mjGEOM_{name}'))
                                   for name in ('SPHERE', 'CYLINDER', 'ARROW', 'ARROW2'))
EQUALITY, SITE = int(mjtObj.mjOBJ_EQUALITY), int(mjtObj.mjOBJ_SITE)
# equality: places in eq_data of the points that coincide, in the frames of the first and of the second body
ANCHORS = {int(mjtEq.mjEQ_CONNECT): (slice(0, 3), slice(3, 6)), int(mjtEq.mjEQ_WELD): (slice(3, 6), slice(0, 3))}


def equalities(view: View) -> None:
    """Two balls for each connect and weld, at the points that should coincide."""
    m, d = view.m, view.d
    if not view.shows(mjtVisFlag.mjVIS_CONSTRAINT):
        return
    colours = view.colour('connect'), view.colour('constraint')
    for i in np.flatnonzero(np.isin(m.eq_type, tuple(ANCHORS)) & (d.eq_active != 0)).tolist():
        label = view.names('equality', [i])[0] if view.labels(mjtLabel.mjLABEL_CONSTRAINT) else b''
        for element, part, rgba in zip((m.eq_obj1id[i], m.eq_obj2id[i]), ANCHORS[int(m.eq_type[i])], colours):
            if m.eq_objtype[i] == SITE:
                pos, mat = d.site_xpos[element], d.site_xmat[element].reshape(3, 3)
            else:
                mat = d.xmat[element].reshape(3, 3)
                pos = d.xpos[element] + mat @ m.eq_data[i, part]
            view.rows.add([i], type=SPHERE, objtype=EQUALITY, size=view.size('constraint'), pos=pos, mat=mat, rgba=rgba,
                          label=label)


def contacts(view: View, contact_force) -> None:
    """A disc, a frame and arrows of the force for each contact, one contact after the other."""
    blocks = []
    if view.d.ncon and view.shows(mjtVisFlag.mjVIS_CONTACTPOINT):
        blocks.append(_discs(view))
    if view.d.ncon and view.frames(mjtFrame.mjFRAME_CONTACT):
        blocks.append(_frames(view))
    if view.d.ncon and view.shows(mjtVisFlag.mjVIS_CONTACTFORCE):
        blocks += _forces(view, contact_force)
    if blocks:
        columns = {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
        order = np.argsort(columns['objid'], kind='stable')
        view.rows.add(**{name: column[order] for name, column in columns.items()})


def _block(objid, type, size, pos, mat, rgba, label: Any = b'') -> dict[str, np.ndarray]:
    """Columns of geoms; what is the same for all is given once."""
    count = len(objid)
    shapes = dict(objid=(), type=(), size=(3,), pos=(3,), mat=(3, 3), rgba=(4,), label=())
    given = dict(objid=objid, type=type, size=size, pos=pos, mat=mat, rgba=rgba, label=np.asarray(label, 'S100'))
    return {name: np.broadcast_to(value, (count, *shapes[name])) for name, value in given.items()}


def _contact_frames(view: View) -> np.ndarray:
    """Frames of contacts with the axes in rows, the normal first."""
    return np.asarray(view.d.contact.frame).reshape(-1, 3, 3)


def _discs(view: View) -> dict[str, np.ndarray]:
    contact, width = view.d.contact, view.size('contactwidth')
    address = np.asarray(contact.efc_address)
    height = np.maximum(view.size('contactheight'), -0.5 * np.asarray(contact.dist))
    rgba = np.where((address < 0)[:, None], view.colour('contactgap'), view.colour('contactpoint'))
    if view.shows(mjtVisFlag.mjVIS_ISLAND):
        active = np.flatnonzero(address >= 0)
        island = np.asarray(view.d.efc_island)[address[active]] if view.d.nisland else np.full(len(active), -1)
        rgba[active] = island_colours(view, island)
    label = [_pair(view, pair) for pair in contact.geom.tolist()] if view.labels(mjtLabel.mjLABEL_CONTACTPOINT) else b''
    return _block(np.arange(view.d.ncon), CYLINDER, np.stack((np.full_like(height, width),) * 2 + (height,), -1),
                  contact.pos, np.swapaxes(_contact_frames(view)[:, [1, 2, 0]], 1, 2), rgba, label)


def _pair(view: View, geoms) -> bytes:
    """The names of the geoms that touch."""
    return b' | '.join(view.names('geom', [g], 'g')[0] for g in geoms)


def _frames(view: View) -> dict[str, np.ndarray]:
    ids = np.arange(view.d.ncon)
    start, way, width, rgba = axes_of(view, view.d.contact.pos, np.swapaxes(_contact_frames(view), 1, 2), 0.5)
    size, pos, mat = connector(CYLINDER, width, start, start + way)
    return _block(np.repeat(ids, 3), CYLINDER, size, pos, mat, rgba)


def _forces(view: View, contact_force) -> list[dict[str, np.ndarray]]:
    """One arrow, or one for the normal force and one for friction; two-headed between bodies that both move."""
    m, contact = view.m, view.d.contact
    force = np.zeros((view.d.ncon, 6))
    for i in np.flatnonzero(np.asarray(contact.efc_address) >= 0).tolist():
        contact_force(m, view.d, i, force[i])
    ids = np.flatnonzero(np.linalg.norm(force, axis=1) >= 1e-15)
    geoms, force = np.asarray(contact.geom)[ids], force[ids]
    bodies = np.where(geoms >= 0, m.geom_bodyid[geoms], 0)
    moving = np.all((geoms < 0) | (view.body_categories[bodies] == DYNAMIC), 1)
    sign = np.where(bodies[:, 0] > bodies[:, 1], -1.0, 1.0)[:, None] * (m.vis.map.force / m.stat.meanmass)
    split = np.full(len(ids), view.shows(mjtVisFlag.mjVIS_CONTACTSPLIT)) & (np.asarray(contact.dim)[ids] > 1)
    shown = view.labels(mjtLabel.mjLABEL_CONTACTFORCE)
    label = [f'{size:.3g}'.encode() if shown else b'' for size in np.linalg.norm(force[:, :3], axis=1)]

    def arrows(some, part, colour, shape, label) -> dict[str, np.ndarray]:
        start = np.asarray(contact.pos)[ids[some]]
        way = sign[some] * np.einsum('ni,nij->nj', part, _contact_frames(view)[ids[some]])
        size, pos, mat = connector(ARROW, view.size('forcewidth'), start, start + way)
        return _block(ids[some], shape, size, pos, mat, view.colour(colour), label)

    label = np.array(label, 'S100')
    whole = ~split
    normal, friction = force[split, :3] * (1.0, 0.0, 0.0), force[split, :3] * (0.0, 1.0, 1.0)
    return [arrows(whole, force[whole, :3], 'contactforce', np.where(moving[whole], ARROW2, ARROW), label[whole]),
            arrows(split, normal, 'contactforce', ARROW, label[split]),
            arrows(split, friction, 'contactfriction', ARROW, b'')]
