"""Normals of vertices from the faces around them, in float32, as MuJoCo has them."""

import numpy as np

from ....jit.stage import Stages
from ...native.names import SMALLEST
from .surface import dot

native = Stages('model.native.normals')

UP = (0.0, 0.0, 1.0)


def vertex_normals(vertices: np.ndarray, faces: np.ndarray, smooth: bool) -> np.ndarray:
    """The normals of all vertices: averages of faces weighted by area, those at a sharp angle left out unless `smooth`.

    Where nothing is left the normal points up.
    """
    sums = np.zeros((len(vertices), 3), dtype=np.float32)
    native.add_normals(vertices, faces, sums)
    average = sums.copy()
    native.unify(average)
    if not smooth:
        left_out = np.zeros_like(sums)
        native.add_sharp_normals(vertices, faces, average, left_out)
        average = sums - left_out
        native.unify(average)
    average[~average.any(axis=1)] = UP
    return average


def unit_normals(normals: np.ndarray) -> np.ndarray:
    """Normals in float32 of unit length; those that have no direction point up."""
    normals = normals.astype(np.float32)
    length = np.sqrt(dot(normals, normals))[:, None]
    with np.errstate(divide='ignore', invalid='ignore'):
        return np.where(length < SMALLEST, np.array(UP, dtype=np.float32), normals * (1 / length))
