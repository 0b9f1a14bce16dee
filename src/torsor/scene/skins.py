"""Skins: surfaces that follow bodies."""

import numpy as np

from ..schema.enums import mjtGeom, mjtLabel, mjtObj, mjtVisFlag
from .geoms import opacity
from .material import appearance, faded
from .perturbation import rotation
from .rows import TINY
from .view import DYNAMIC, View, in_groups

TYPE, SKIN = int(mjtGeom.mjGEOM_SKIN), int(mjtObj.mjOBJ_SKIN)


def shown_skins(m, opt) -> np.ndarray:
    """The skins of groups that are shown and that are not invisible."""
    if not opt.flags[mjtVisFlag.mjVIS_SKIN]:
        return np.zeros(0, int)
    return np.flatnonzero(in_groups(m.skin_group, opt.skingroup) & (opacity(m, m.skin_matid, m.skin_rgba) != 0.0))


def skins(view: View) -> None:
    """All skins of the model that are shown; their vertices stand beside the geoms of a scene."""
    m, d = view.m, view.d
    ids = shown_skins(m, view.opt) if view.categories & DYNAMIC else np.zeros(0, int)
    if not len(ids):
        return
    columns = appearance(view, m.skin_matid[ids], m.skin_rgba[ids])
    columns['rgba'] = faded(view, columns['rgba'], DYNAMIC)
    glows = (view.pert.select > 0) & (ids == view.pert.skinselect)
    columns['emission'] = columns.get('emission', 0.0) + np.where(glows, m.vis.global_.glow, 0.0)
    if view.labels(mjtLabel.mjLABEL_SKIN):
        columns['label'] = view.names('skin', ids)
    first = m.skin_bonebodyid[m.skin_boneadr[ids]]
    view.rows.add(ids, type=TYPE, objtype=SKIN, category=DYNAMIC, pos=d.xpos[first],
                  texcoord=m.skin_texcoordadr[ids] >= 0, **columns)


def skin_vertices(m, skin: int) -> slice:
    """Where the vertices of a skin are among those of all."""
    first = int(m.skin_vertadr[skin])
    return slice(first, first + int(m.skin_vertnum[skin]))


def skin_faces(m, skin: int) -> np.ndarray:
    """Triangles of a skin, by vertices of that skin."""
    first = int(m.skin_faceadr[skin])
    return m.skin_face[first:first + int(m.skin_facenum[skin])]


def bones_of(m, skin: int) -> range:
    """The bones of a skin."""
    first = int(m.skin_boneadr[skin])
    return range(first, first + int(m.skin_bonenum[skin]))


def _pulled(m, bone: int) -> tuple[np.ndarray, np.ndarray]:
    """The vertices that follow a bone, and how much they do."""
    first = int(m.skin_bonevertadr[bone])
    part = slice(first, first + int(m.skin_bonevertnum[bone]))
    return m.skin_bonevertid[part], m.skin_bonevertweight[part].astype(float)


def strongest_bone(m, skin: int, vertex: int) -> int:
    """The body that a vertex of a skin follows most."""
    def pull(bone):
        ids, weights = _pulled(m, bone)
        return weights[ids == vertex].sum()

    return int(m.skin_bonebodyid[max(bones_of(m, skin), key=pull)])


def place_skins(m, d, opt, points: np.ndarray, normals: np.ndarray) -> None:
    """Set vertices of skins and their normals in the present pose, to zero in groups that are not shown.

    They stay as they are if no skins are to be seen.
    """
    if not opt.flags[mjtVisFlag.mjVIS_SKIN]:
        return
    points[:], normals[:] = 0.0, 0.0
    for skin in np.flatnonzero(in_groups(m.skin_group, opt.skingroup)).tolist():
        place = skin_vertices(m, skin)
        followed = _followed(m, d, skin, m.skin_vert[place].astype(float))
        outwards = _normals(followed, skin_faces(m, skin))
        points[place], normals[place] = followed + m.skin_inflate[skin] * outwards, outwards


def _followed(m, d, skin: int, rest: np.ndarray) -> np.ndarray:
    """Vertices in the mean of the places that their bones would bring them to."""
    found = np.zeros_like(rest)
    for bone in bones_of(m, skin):
        body, (ids, weights) = int(m.skin_bonebodyid[bone]), _pulled(m, bone)
        turn = d.xmat[body].reshape(3, 3) @ rotation(m.skin_bonebindquat[bone].astype(float)).T
        moved = d.xpos[body] + (rest[ids] - m.skin_bonebindpos[bone]) @ turn.T
        np.add.at(found, ids, weights[:, None] * moved)
    return found


def _normals(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Directions outwards at the vertices: the mean of the faces around, larger ones weighing more."""
    a, b, c = (points[faces[:, k]] for k in range(3))
    across, sums = np.cross(b - a, c - a), np.zeros_like(points)
    for k in range(3):
        np.add.at(sums, faces[:, k], across)
    length = np.linalg.norm(sums, axis=1, keepdims=True)
    return np.where(length > TINY, sums / np.where(length > TINY, length, 1.0), (1.0, 0.0, 0.0))
