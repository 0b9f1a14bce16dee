"""Triangles as they are read, before anything is computed from them."""

from dataclasses import dataclass, field

import numpy as np

MOST_VERTICES = 10_000_000  # of a mesh that a formula makes


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

    def content(self) -> bytes:
        """Types, lengths and numbers of everything: equal for equal surfaces, and for no others."""
        arrays = [part for part in vars(self).values() if isinstance(part, np.ndarray)]
        kinds = [(name, getattr(part, 'dtype', part), getattr(part, 'shape', ())) for name, part in vars(self).items()]
        return b''.join([repr(kinds).encode(), *(array.tobytes() for array in arrays)])


def dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Scalar products of vectors (n, 3), added from first to last, so that they round as those of a loop do."""
    return a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1] + a[:, 2] * b[:, 2]


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Vector products of vectors (n, 3); NumPy's own prepares for more kinds of arrays, which takes longer."""
    (ax, ay, az), (bx, by, bz) = a.T, b.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=1)


def turned(vectors: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) seen along the columns of a rotation matrix; NumPy's product adds up in an order of its own."""
    x, y, z = vectors.T
    return np.stack([x * a + y * b + z * c for a, b, c in axes.T], axis=1)


def stable_order(values: np.ndarray) -> np.ndarray:
    """The indices that sort numbers, equal ones in their order: as a stable sort finds them, but in less time."""
    order = np.argsort(values)
    ordered = values[order]
    return order_of_whole(np.cumsum(np.concatenate([[0], ordered[1:] != ordered[:-1]])), order)


def order_of_whole(numbers: np.ndarray, places: np.ndarray | None = None) -> np.ndarray:
    """The same for whole numbers from 0 on, that stand at `places`, if not one after the other."""
    count = len(numbers)
    return np.sort(numbers * np.int64(count) + (np.arange(count) if places is None else places)) % count


def surface_of(vertices: np.ndarray, faces: np.ndarray | list | None = None) -> Surface:
    """A surface of vertices, in float32, and faces."""
    faces = np.zeros((0, 3)) if faces is None else np.asarray(faces)
    return Surface(np.asarray(vertices, dtype=np.float32), faces.reshape(-1, 3).astype(np.int32))


def require(holds: bool, problem: str) -> None:
    """Refuse a mesh unless something holds."""
    if not holds:
        raise AssetError(problem)
