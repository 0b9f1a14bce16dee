"""Normals of vertices from the faces around them.

They are kept and normalized in float32, and added up face by face with a rounding each time, as MuJoCo does it: so are
its numbers.
"""

import numpy as np

from .surface import cross, dot, order_of_whole

SHARP = 0.8  # cosine of the angle to the average from which on a face is no part of it
SMALLEST = np.float32(1e-7)  # length below which a vector has no direction; of a face it is twice the area [m^2]
UP = (0.0, 0.0, 1.0)


def vertex_normals(vertices: np.ndarray, faces: np.ndarray, smooth: bool) -> np.ndarray:
    """The normals of all vertices: averages of faces weighted by area, those at a sharp angle left out unless `smooth`.

    Where nothing is left the normal points up.
    """
    first, second, third = (vertices.take(corner, axis=0) for corner in faces.T)
    crossed = cross(second - first, third - first)
    length = np.sqrt(dot(crossed, crossed))
    with np.errstate(divide='ignore', invalid='ignore'):
        direction = np.where((length < SMALLEST)[:, None], 0.0, crossed / length[:, None])
    weighted = direction * length[:, None]  # which rounds, and is not quite what it was before
    sums = np.zeros((len(vertices), 3), dtype=np.float32)
    _add(sums, weighted, faces.ravel(), np.arange(len(faces)).repeat(3))
    average = _divided(sums)
    if not smooth:
        sharp = np.stack([dot(average.take(corner, axis=0), direction) < SHARP for corner in faces.T], axis=1)
        left_out = np.zeros_like(sums)
        _add(left_out, weighted, faces[sharp], np.repeat(np.arange(len(faces)), sharp.sum(axis=1)))
        average = _divided(sums - left_out)
    average[~average.any(axis=1)] = UP
    return average


def _add(sums: np.ndarray, values: np.ndarray, vertex: np.ndarray, face: np.ndarray) -> None:
    """Add to each vertex the values of faces, given in pairs, in their order and with a rounding after each of them."""
    degree = np.bincount(vertex, minlength=len(sums))
    by_degree = np.argsort(-degree)
    by_vertex = order_of_whole(np.argsort(by_degree)[vertex])
    face, degree = face[by_vertex], degree[by_degree]
    turn = np.arange(len(face)) - np.repeat(np.cumsum(degree) - degree, degree)
    added = values.take(face[order_of_whole(turn)], axis=0)
    # the first face of all vertices, then the second of those that have one, which are the first of them, and so on
    total, start = sums[by_degree], 0
    for count in np.bincount(turn).tolist():
        total[:count] = total[:count] + added[start : start + count]
        start += count
    sums[by_degree] = total


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
