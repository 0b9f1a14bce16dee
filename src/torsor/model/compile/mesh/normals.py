"""Normals of vertices from the faces around them."""

import numpy as np

SHARP = 0.8  # cosine of the angle to the average from which on a face is no part of it
SMALLEST = 1e-7  # length below which a vector has no direction; of a face it is twice the area [m^2]
UP = (0.0, 0.0, 1.0)
NOWHERE = (0.0, 0.0, 0.0)


def vertex_normals(vertices: np.ndarray, faces: np.ndarray, smooth: bool) -> np.ndarray:
    """The normals of all vertices: averages of faces weighted by area, those at a sharp angle left out unless `smooth`.

    Where nothing is left the normal points up.
    """
    first = vertices[faces[:, 0]]
    crossed = np.cross(vertices[faces[:, 1]] - first, vertices[faces[:, 2]] - first)
    crossed[np.einsum('ij,ij->i', crossed, crossed) < SMALLEST**2] = 0.0
    average = _gathered(crossed, faces, len(vertices), np.ones(faces.shape, dtype=bool))
    if smooth:
        return unit(average)
    near = np.einsum('fkj,fj->fk', unit(average, NOWHERE)[faces], unit(crossed, NOWHERE)) >= SHARP
    return unit(_gathered(crossed, faces, len(vertices), near))


def _gathered(values: np.ndarray, faces: np.ndarray, count: int, counts: np.ndarray) -> np.ndarray:
    """For every vertex the sum of the values of its faces, of those that count."""
    vertex = faces[counts]
    share = np.repeat(values, counts.sum(axis=1), axis=0)
    return np.stack([np.bincount(vertex, share[:, axis], count) for axis in range(3)], axis=1)


def unit(vectors: np.ndarray, otherwise: tuple[float, ...] = UP) -> np.ndarray:
    """Vectors of unit length; `otherwise` where one is too short to have a direction."""
    length = np.sqrt(np.einsum('ij,ij->i', vectors, vectors))[:, None]
    with np.errstate(divide='ignore', invalid='ignore'):
        return np.where(length >= SMALLEST, vectors / length, otherwise)
