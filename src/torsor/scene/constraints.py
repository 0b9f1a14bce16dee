"""Equalities that are not met, contacts and their forces."""

import numpy as np

from ..schema.enums import mjtEq, mjtFrame, mjtGeom, mjtLabel, mjtObj, mjtVisFlag
from .frames import axes
from .material import island_colours
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
    """A disc, a frame and arrows of the force for each contact."""
    if not view.d.ncon or not (view.shows(mjtVisFlag.mjVIS_CONTACTPOINT) or view.shows(mjtVisFlag.mjVIS_CONTACTFORCE)
                               or view.frames(mjtFrame.mjFRAME_CONTACT)):
        return
    d = view.d
    for i in range(d.ncon):
        contact = d.contact[i]
        frame = np.asarray(contact.frame).reshape(3, 3)
        if view.shows(mjtVisFlag.mjVIS_CONTACTPOINT):
            _disc(view, i, contact, frame)
        if view.frames(mjtFrame.mjFRAME_CONTACT):
            axes(view, [i], contact.pos, frame.T, 0.5)
        if view.shows(mjtVisFlag.mjVIS_CONTACTFORCE) and contact.efc_address >= 0:
            _force(view, i, contact, frame, contact_force)


def _disc(view: View, i: int, contact, frame) -> None:
    width, height = view.size('contactwidth'), max(view.size('contactheight'), -0.5 * contact.dist)
    rgba = view.colour('contactgap' if contact.efc_address < 0 else 'contactpoint')
    if view.shows(mjtVisFlag.mjVIS_ISLAND) and contact.efc_address >= 0:
        island = view.d.efc_island[contact.efc_address] if view.d.nisland else -1
        rgba = island_colours(view, np.array([island]))
    view.rows.add([i], type=CYLINDER, size=(width, width, height), pos=contact.pos, mat=frame[[1, 2, 0]].T,
                  rgba=rgba, label=_pair(view, contact) if view.labels(mjtLabel.mjLABEL_CONTACTPOINT) else b'')


def _pair(view: View, contact) -> bytes:
    """The names of the geoms that touch."""
    return b' | '.join(view.names('geom', [g], 'g')[0] for g in contact.geom.tolist())


def _force(view: View, i: int, contact, frame, contact_force) -> None:
    """One arrow, or one for the normal force and one for friction; two-headed between bodies that both move."""
    m = view.m
    force = np.zeros(6)
    contact_force(m, view.d, i, force)
    if np.linalg.norm(force) < 1e-15:
        return
    categories = view.body_categories()
    moving = [g < 0 or categories[m.geom_bodyid[g]] == DYNAMIC for g in contact.geom]
    first, second = (m.geom_bodyid[g] if g >= 0 else 0 for g in contact.geom)
    sign = -1.0 if first > second else 1.0
    if view.shows(mjtVisFlag.mjVIS_CONTACTSPLIT) and contact.dim > 1:
        parts, shape = [((force[0], 0.0, 0.0), 'contactforce'), ((0.0, *force[1:3]), 'contactfriction')], ARROW
    else:
        parts, shape = [(force[:3], 'contactforce')], ARROW2 if all(moving) else ARROW
    label = f'{np.linalg.norm(force[:3]):.3g}'.encode() if view.labels(mjtLabel.mjLABEL_CONTACTFORCE) else b''
    for part, colour in parts:
        way = sign * (np.asarray(part) @ frame) * (m.vis.map.force / m.stat.meanmass)
        view.rows.connect([i], shape, view.size('forcewidth'), contact.pos, contact.pos + way, rgba=view.colour(colour),
                          label=label)
        label = b''
