"""Normals of vertices from the faces around them, in float32, as MuJoCo has them."""

import numpy as np

from ....jit.stage import Stages

native = Stages('model.native.normals')


def vertex_normals(vertices: np.ndarray, faces: np.ndarray, smooth: bool) -> np.ndarray:
    """The normals of all vertices: averages of faces weighted by area, those at a sharp angle left out unless `smooth`.

    Where nothing is left the normal points up.
    """
    normals, *rooms = np.empty((3, len(vertices), 3), np.float32)
    native.average_normals(vertices, faces, int(smooth), *rooms, normals)
    return normals


def turned_normals(normals: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """Normals in float32 of unit length along the columns of a rotation matrix (9); without a direction they are up."""
    turned = np.empty((len(normals), 3), np.float32)
    native.turn_normals(normals, axes, turned)
    return turned
