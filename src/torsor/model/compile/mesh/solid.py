"""Mass properties of meshes of unit density: volume or area, centre of mass, and moments about it.

A solid is the union of pyramids from an apex to every face (O'Rourke, Computational Geometry in C, 1.3.8).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ....jit.stage import Stages
from ....schema.codes import mjtMeshInertia
from ....schema.constants import mjMINVAL
from ...native.names import AREA, SIZE, VOLUME
from .surface import AssetError

solids = Stages('model.native.solids')


class Solid(NamedTuple):
    """Volume (of a shell its area), centre, and the matrix of inertia about the centre."""

    content: float
    centre: np.ndarray
    inertia: np.ndarray


def solid_of(vertices: np.ndarray, faces: np.ndarray, mode: int) -> Solid:
    """Mass properties for one of the modes of mjtMeshInertia; for the convex one, `faces` are those of the hull."""
    area, *middle = _sums(solids.sum_areas, 4, vertices, faces)
    if not area >= mjMINVAL:
        raise AssetError(f'the surface of {area:g} m^2 is too small; check the scale')
    shell = mode == mjtMeshInertia.mjMESH_INERTIA_SHELL
    if mode == mjtMeshInertia.mjMESH_INERTIA_EXACT:
        check_orientation(faces)
    weighing = AREA if shell else SIZE if mode == mjtMeshInertia.mjMESH_INERTIA_LEGACY else VOLUME
    total, *centre = _sums(solids.sum_centres, 4, vertices, faces, weighing, np.array(middle) / area)
    if not shell:
        _check_volume(total)
    centre = np.array(centre) / total
    content, *moments = _sums(solids.sum_moments, 7, vertices, faces, weighing, 12 if shell else 20, centre)
    if content == 0.0:
        raise AssetError(f'{"the surface" if shell else "the volume"} is lost in rounding errors; check the scale')
    return Solid(content, centre, _inertia(*moments))


def _sums(kernel: Callable[..., None], count: int, vertices: np.ndarray, faces: np.ndarray, *arguments) -> list[float]:
    """So many sums over all faces."""
    sums = np.empty(count)
    kernel(vertices, faces, *arguments, sums)
    return sums.tolist()


def seen_from(centre: np.ndarray, axes: np.ndarray, vertices: np.ndarray) -> np.ndarray:
    """Vertices relative to a centre, along the columns of a rotation matrix (9)."""
    turned = np.empty_like(vertices)
    solids.turn_vertices(vertices, centre, axes, turned)
    return turned


def _inertia(xx: float, yx: float, yy: float, zx: float, zy: float, zz: float) -> np.ndarray:
    """The matrix of inertia from second moments."""
    return np.array([[yy + zz, -yx, -zx], [-yx, xx + zz, -zy], [-zx, -zy, xx + yy]])


def _check_volume(volume: float) -> None:
    if volume < 0:
        raise AssetError('the volume is negative: faces look inwards; reorder their vertices')
    if not volume >= mjMINVAL:
        raise AssetError(f'the volume of {volume:g} m^3 is too small; give the mesh inertia="shell"')


def check_orientation(faces: np.ndarray) -> None:
    """Refuse a surface in which two faces go along an edge in the same direction."""
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).astype(np.int64)
    keys = edges[:, 0] * (int(faces.max()) + 1) + edges[:, 1]
    order = np.sort(keys)
    repeated = order[1:][order[1:] == order[:-1]]
    if len(repeated):
        start, end = divmod(int(repeated[0]), int(faces.max()) + 1)
        raise AssetError(
            f'faces are not oriented consistently; look at those that contain the vertices {start} and {end}'
        )
