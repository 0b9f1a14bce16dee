"""Normals of vertices from the faces around them.

They are kept and normalized in float32, and added up face by face with a rounding each time, as MuJoCo does it: so are
its numbers.
"""

import numpy as np

from .surface import dot

SHARP = 0.8  # cosine of the angle to the average from which on a face is no part of it
SMALLEST = np.float32(1e-7)  # length below which a vector has no direction; of a face it is twice the area [m^2]
UP = (0.0, 0.0, 1.0)


def vertex_normals(vertices: np.ndarray, faces: np.ndarray, smooth: bool) -> np.ndarray:
    """The normals of all vertices: averages of faces weighted by area, those at a sharp angle left out unless `smooth`.

    Where nothing is left the normal points up.
    """
    first = vertices[faces[:, 0]]
    crossed = np.cross(vertices[faces[:, 1]] - first, vertices[faces[:, 2]] - first)
    length = np.sqrt(dot(crossed, crossed))
    flat = length < SMALLEST
    crossed[flat] = 0.0
    sums = np.zeros((len(vertices), 3), dtype=np.float32)
    _add(sums, crossed, faces, np.ones(faces.shape, dtype=bool))
    average = _divided(sums)
    if not smooth:
        with np.errstate(divide='ignore', invalid='ignore'):
            direction = np.where(flat[:, None], 0.0, crossed / length[:, None])
        sharp = np.stack([dot(average[corner], direction) < SHARP for corner in faces.T], axis=1)
        left_out = np.zeros_like(sums)
        _add(left_out, crossed, faces, sharp)
        average = _divided(sums - left_out)
    average[~average.any(axis=1)] = UP
    return average


def _add(sums: np.ndarray, values: np.ndarray, faces: np.ndarray, counts: np.ndarray) -> None:
    """Add to every vertex the values of its faces, of those that count, with a rounding after each of them."""
    vertex, face = faces[counts], np.repeat(np.arange(len(faces)), counts.sum(axis=1))
    by_vertex = np.argsort(vertex, kind='stable')
    vertex, face = vertex[by_vertex], face[by_vertex]
    degree = np.bincount(vertex, minlength=len(sums))
    start = np.cumsum(degree) - degree
    # the first face of all vertices, then the second of those that have one, and so on
    left = np.flatnonzero(degree)
    for turn in range(int(degree.max(initial=0))):
        left = left[degree[left] > turn]
        sums[left] = sums[left] + values[face[start[left] + turn]]


def _length(vectors: np.ndarray) -> np.ndarray:
    return np.sqrt(dot(vectors, vectors))[:, None]


def _divided(vectors: np.ndarray) -> np.ndarray:
    """Vectors divided by their lengths; 0 where they have no direction."""
    length = _length(vectors)
    with np.errstate(divide='ignore', invalid='ignore'):
        return np.where(length < SMALLEST, np.float32(0), vectors / length)


def unit_normals(normals: np.ndarray) -> np.ndarray:
    """Normals in float32 of unit length; those that have no direction point up."""
    normals = normals.astype(np.float32)
    length = _length(normals)
    with np.errstate(divide='ignore', invalid='ignore'):
        return np.where(length < SMALLEST, np.array(UP, dtype=np.float32), normals * (1 / length))
