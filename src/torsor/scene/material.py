"""Colours of elements: their own or those of their material, and of constraint islands."""

import numpy as np

from ..schema.enums import mjtConstraint, mjtTextureRole, mjtVisFlag
from .view import DYNAMIC, View

UNSET = np.array((0.5, 0.5, 0.5, 1.0), np.float32)  # an element of this colour has that of its material
UNCONSTRAINED = (0.7, 0.7, 0.7, 1.0)


def appearance(view: View, matid: np.ndarray, rgba: np.ndarray) -> dict:
    """Columns that depend on the material; elements may have none (-1)."""
    m = view.m
    given = matid >= 0
    columns: dict = dict(rgba=rgba.astype(np.float64))
    if not given.any():
        return columns
    material = np.where(given, matid, 0)
    plain = given & np.all(rgba == UNSET, 1)
    columns['rgba'][plain] = m.mat_rgba[material[plain]]
    for name, default in (('emission', 0.0), ('specular', 0.5), ('shininess', 0.5), ('reflectance', 0.0)):
        columns[name] = np.where(given, getattr(m, f'mat_{name}')[material], default)
    if view.shows(mjtVisFlag.mjVIS_TEXTURE):
        columns['matid'] = np.where(given, matid, -1)
        columns['texid'] = np.where(given, m.mat_texid[material, mjtTextureRole.mjTEXROLE_RGB], -1)
        columns['texuniform'] = np.where(given, m.mat_texuniform[material], 0)
        columns['texrepeat'] = np.where(given[:, None], m.mat_texrepeat[material], 0.0)
    return columns


def faded(view: View, rgba: np.ndarray, categories) -> np.ndarray:
    """Colours of what moves, made transparent if the user wants to look through it."""
    if view.shows(mjtVisFlag.mjVIS_TRANSPARENT):
        rgba[..., 3] *= np.where(np.asarray(categories) == DYNAMIC, view.m.vis.map.alpha, 1.0)
    return rgba


def limit_colour(view: View, kind: mjtConstraint, element: int, rgba: np.ndarray) -> np.ndarray:
    """A colour that turns to that of constraints as the limit of a joint or tendon takes hold."""
    d = view.d
    if d.nefc:
        at_limit = (np.asarray(d.efc_type) == kind) & (np.asarray(d.efc_id) == element)
        for row in np.flatnonzero(at_limit)[:1]:
            return rgba + d.efc_KBIP[row, 2] * (view.colour('constraint') - rgba)
    return rgba


def tree_islands(view: View) -> np.ndarray:
    """The island of each kinematic tree; -1: it is in none."""
    return np.asarray(view.d.tree_island) if view.d.nisland else np.full(view.m.ntree, -1)


def island_colours(view: View, islands: np.ndarray) -> np.ndarray:
    """A colour for each of these islands, the same as long as its first dof is the same; grey for none (-1)."""
    dof_island = np.asarray(view.d.dof_island)
    colours = {-1: UNCONSTRAINED}
    for island in np.unique(islands[islands >= 0]):
        seed = int(np.argmax(dof_island == island)) + 1
        colours[island] = (*_from_hue(halton(seed, 7), 0.5 + 0.5 * halton(seed, 3), 0.6 + 0.4 * halton(seed, 5)), 1.0)
    return np.array([colours[island] for island in islands.tolist()]).reshape(-1, 4)


def halton(index: int, base: int) -> float:
    """An element of the van der Corput sequence: the digits of its index, mirrored at the point."""
    value, weight = 0.0, 1.0 / base
    while index:
        index, digit = divmod(index, base)
        value, weight = value + digit * weight, weight / base
    return value


def _from_hue(hue: float, saturation: float, value: float) -> tuple:
    """Red, green and blue of a hue in turns."""
    def part(shift):
        k = (shift + 6.0 * hue) % 6.0
        return value * (1.0 - saturation * max(0.0, min(k, 4.0 - k, 1.0)))

    return part(5.0), part(3.0), part(1.0)
