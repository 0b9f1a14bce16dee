"""Mass properties of meshes of unit density: volume or area, centre of mass, and moments about it.

A solid is the union of pyramids from an apex to every face (O'Rourke, Computational Geometry in C, 1.3.8).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ....schema.codes import mjtMeshInertia
from ....schema.constants import mjMINVAL
from .surface import AssetError, cross, dot


class Solid(NamedTuple):
    """Volume (of a shell its area), centre, and the matrix of inertia about the centre."""

    content: float
    centre: np.ndarray
    inertia: np.ndarray


class _Faces(NamedTuple):
    """Corners (n, 3, 3), their means, areas and unit normals."""

    corners: np.ndarray
    centres: np.ndarray
    areas: np.ndarray
    normals: np.ndarray


def solid_of(vertices: np.ndarray, faces: np.ndarray, mode: int) -> Solid:
    """Mass properties for one of the modes of mjtMeshInertia; for the convex one, `faces` are those of the hull."""
    measured = _measured(vertices.take(faces, axis=0))
    area = _sum(measured.areas)
    if not area >= mjMINVAL:
        raise AssetError(f'the surface of {area:g} m^2 is too small; check the scale')
    middle = _sum(measured.areas[:, None] * measured.centres) / area
    if mode == mjtMeshInertia.mjMESH_INERTIA_SHELL:
        centre = _centre(measured, measured.areas, area, middle)
        moved = _measured(measured.corners - centre)
        return Solid(float(_sum(moved.areas)), centre, _inertia(moved.areas, 12, moved.corners))
    if mode == mjtMeshInertia.mjMESH_INERTIA_EXACT:
        check_orientation(faces)
    sign: Callable[[np.ndarray], np.ndarray] = (
        np.abs if mode == mjtMeshInertia.mjMESH_INERTIA_LEGACY else np.asarray
    )
    volumes = sign(_volumes(measured, middle))
    total = _checked_volume(_sum(volumes))
    centre = _centre(measured, volumes, total, middle)
    moved = _measured(measured.corners - centre)
    volumes = sign(_volumes(moved, np.zeros(3)))
    return Solid(float(_sum(volumes)), centre, _inertia(volumes, 20, moved.corners))


def _measured(corners: np.ndarray) -> _Faces:
    normals = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.sqrt(dot(normals, normals))
    with np.errstate(divide='ignore', invalid='ignore'):
        normals = np.where(length[:, None] > mjMINVAL, normals / length[:, None], 0.0)
    return _Faces(corners, (corners[:, 0] + corners[:, 1] + corners[:, 2]) / 3, length / 2, normals)


def _centre(faces: _Faces, weights: np.ndarray, total: float, apex: np.ndarray) -> np.ndarray:
    """The mean of the centres of pyramids, a quarter of the way from base to apex; so for shells."""
    return _sum(weights[:, None] * (0.75 * faces.centres + 0.25 * apex)) / total


def _volumes(faces: _Faces, apex: np.ndarray) -> np.ndarray:
    """Signed volumes of the pyramids from `apex`, positive where the face looks away from it."""
    return dot(faces.centres - apex, faces.normals) * faces.areas / 3


def _checked_volume(volume: float) -> float:
    if volume < 0:
        raise AssetError('the volume is negative: faces look inwards; reorder their vertices')
    if not volume >= mjMINVAL:
        raise AssetError(f'the volume of {volume:g} m^3 is too small; give the mesh inertia="shell"')
    return volume


def _inertia(weights: np.ndarray, share: int, corners: np.ndarray) -> np.ndarray:
    """The matrix of inertia from second moments w (sum d d' + (sum d) (sum d)') / share of triangles or pyramids."""
    second = np.zeros((3, 3))
    for i in range(3):
        for j in range(i + 1):
            (a, b, c), (x, y, z) = corners[:, :, i].T, corners[:, :, j].T
            product = 2 * (a * x + b * y + c * z) + b * x + a * y + c * x + a * z + c * y + b * z
            second[i, j] = second[j, i] = _sum(weights / share * product)
    xx, yy, zz = np.diag(second)
    inertia = -second
    np.fill_diagonal(inertia, (yy + zz, xx + zz, xx + yy))
    return inertia


def _sum(values: np.ndarray):
    """Face by face, as a loop does it: symmetric meshes have equal moments, and rounding decides their axes."""
    return np.cumsum(values, axis=0)[-1]


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
