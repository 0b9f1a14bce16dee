"""What the user does to a body with the mouse, and the point that was selected."""

import numpy as np

from ..schema.enums import mjtGeom, mjtLabel, mjtPertBit, mjtVisFlag
from .view import View

CAPSULE, SPHERE, LINEBOX = (int(getattr(mjtGeom, f'mjGEOM_{name}')) for name in ('CAPSULE', 'SPHERE', 'LINEBOX'))


def is_selected(view: View) -> bool:
    return 0 < view.pert.select < view.m.nbody


def selected_point(view: View) -> np.ndarray:
    """The point that was selected, in the world."""
    d, pert = view.d, view.pert
    return d.xpos[pert.select] + d.xmat[pert.select].reshape(3, 3) @ np.asarray(pert.localpos)


def perturbation(view: View) -> None:
    """Where the mouse wants the selected body to be."""
    pert = view.pert
    active = pert.active | pert.active2
    if not (view.shows(mjtVisFlag.mjVIS_PERTOBJ) and is_selected(view) and active):
        return
    if active & mjtPertBit.mjPERT_TRANSLATE:
        rgba = _colour(pert, mjtPertBit.mjPERT_TRANSLATE, 0.0, 0.9, 1.0)
        view.rows.connect([pert.select], CAPSULE, view.size('constraint'), selected_point(view), pert.refselpos,
                          rgba=rgba)
        view.rows.add([pert.select], type=SPHERE, size=view.size('selectpoint'), pos=pert.refselpos,
                      mat=rotation(np.asarray(pert.refquat)), rgba=rgba)
    if active & mjtPertBit.mjPERT_ROTATE:
        _wanted_box(view)


def _wanted_box(view: View) -> None:
    """The bounding box of the selected body, turned as it should be."""
    m, d, pert = view.m, view.d, view.pert
    box = np.array((0.0, 0.0, 0.0, *(view.unit,) * 3))
    if m.body_bvhnum[pert.select]:
        box = m.bvh_aabb[m.body_bvhadr[pert.select]]
    centre = d.xipos[pert.select] + d.ximat[pert.select].reshape(3, 3) @ box[:3]
    view.rows.add([pert.select], type=LINEBOX, size=box[3:], pos=centre, mat=rotation(np.asarray(pert.refquat)),
                  rgba=_colour(pert, mjtPertBit.mjPERT_ROTATE, 0.2, 0.8, 0.6))


def _colour(pert, action: mjtPertBit, dark: float, bright: float, alpha: float) -> np.ndarray:
    """Red for what the first mouse does, green for the second, yellow for both."""
    return np.array((bright if pert.active & action else dark, bright if pert.active2 & action else dark, dark, alpha))


def rotation(quat: np.ndarray) -> np.ndarray:
    """Matrix of a unit quaternion."""
    w, x, y, z = quat
    return np.array([[w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z]])


def selection(view: View) -> None:
    """A ball at the point that was selected."""
    if view.shows(mjtVisFlag.mjVIS_SELECT) and is_selected(view):
        point, local = selected_point(view), view.pert.localpos
        text = '{:.3f} {:.3f} {:.3f} (local {:.3f} {:.3f} {:.3f})'.format(*point, *local).encode()
        view.rows.add([view.pert.select], type=SPHERE, size=view.size('selectpoint'), pos=point,
                      rgba=view.colour('selectpoint'), label=text if view.labels(mjtLabel.mjLABEL_SELPNT) else b'')
