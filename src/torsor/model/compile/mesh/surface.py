"""Triangles as they are read, before anything is computed from them."""

from dataclasses import dataclass, field

import numpy as np


class AssetError(ValueError):
    """What is wrong with the content of a file. The element that names the file knows the rest."""


def _none(columns: int, dtype: type) -> np.ndarray:
    return np.zeros((0, columns), dtype=dtype)


@dataclass(eq=False, repr=False)
class Surface:
    """Vertices, normals and texture coordinates, and the triangles that refer to them.

    Numbers are float32 where a file has them as such. Without faces a surface is a cloud of points, and stands for its
    convex hull. A face refers to normals and texture coordinates as to vertices unless it has indices of its own.
    """

    vertices: np.ndarray  # (n, 3)
    faces: np.ndarray = field(default_factory=lambda: _none(3, np.int32))
    normals: np.ndarray = field(default_factory=lambda: _none(3, np.float32))
    texcoords: np.ndarray = field(default_factory=lambda: _none(2, np.float32))
    facenormals: np.ndarray | None = None
    facetexcoords: np.ndarray | None = None
    normals_per_vertex: int = 1  # of those without indices of their own


def dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Scalar products of vectors (n, 3), added from first to last, so that they round as those of a loop do."""
    return a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1] + a[:, 2] * b[:, 2]
