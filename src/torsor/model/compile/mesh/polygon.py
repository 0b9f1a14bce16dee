"""From polygons to triangles."""

import numpy as np

from ...spec.sums import total


def triangulated(vertices: np.ndarray, counts: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Triangles (n, 3) of polygons with `counts` corners each, as indices of their `corners`, in order.

    A quadrilateral is divided along its shorter diagonal, larger polygons by cutting ears.
    """
    if (counts == 3).all():
        return np.arange(len(corners)).reshape(-1, 3)
    starts = np.cumsum(counts) - counts
    inside = np.clip(corners, 0, max(len(vertices) - 1, 0))  # whoever refers to a missing vertex is told so elsewhere
    pieces: list[np.ndarray] = []
    for size in set(counts.tolist()):  # np.unique would import masked arrays
        chosen = np.flatnonzero(counts == size)
        pieces.append(_CUT.get(size, _large)(vertices, inside, starts[chosen], size))
    triangles = np.concatenate(pieces)
    # back into the order of the polygons, which that of their first corners is
    polygon = np.searchsorted(starts, triangles.min(axis=1), side='right') - 1
    return triangles[np.argsort(polygon, kind='stable')]


def _triangles(_vertices: np.ndarray, _corners: np.ndarray, starts: np.ndarray, _size: int) -> np.ndarray:
    return starts[:, None] + np.arange(3)


def _quads(vertices: np.ndarray, corners: np.ndarray, starts: np.ndarray, _size: int) -> np.ndarray:
    points = vertices[corners[starts[:, None] + np.arange(4)]]
    first, second = points[:, 2] - points[:, 0], points[:, 3] - points[:, 1]
    shorter = (first**2).sum(axis=1) < (second**2).sum(axis=1)
    halves = np.where(shorter[:, None, None], [[0, 1, 2], [0, 2, 3]], [[0, 1, 3], [1, 2, 3]])
    return (starts[:, None, None] + halves).reshape(-1, 3)


def _large(vertices: np.ndarray, corners: np.ndarray, starts: np.ndarray, size: int) -> np.ndarray:
    triangles = []
    for start in starts.tolist():
        ears = cut_ears(vertices[corners[start : start + size]].astype(float))
        triangles += [[start + i for i in ear] for ear in ears]
    return np.array(triangles)


_CUT = {3: _triangles, 4: _quads}


def cut_ears(points: np.ndarray) -> list[tuple[int, int, int]]:
    """A polygon (n, 3) as n - 2 triangles: an ear is a convex corner whose triangle holds no other corner."""
    plane = _flattened(points).tolist()
    area = _area(plane)
    left, at, failed, ears = list(range(len(plane))), 0, 0, []
    while len(left) > 3 and failed < len(left):
        size = len(left)
        at %= size
        ear = left[at], left[(at + 1) % size], left[(at + 2) % size]
        a, b, c = (plane[i] for i in ear)
        others = [plane[i] for i in left if i not in ear]
        if _area([a, b, c]) * area < 0 or any(_holds(a, b, c, point) for point in others):
            at, failed = at + 1, failed + 1
            continue
        ears.append(ear)
        left.remove(ear[1])
        at, failed = left.index(ear[0]), 0
    # what has no ears is a fan, which covers something at least
    return ears + [(left[0], left[i], left[i + 1]) for i in range(1, len(left) - 1)]


def _flattened(points: np.ndarray) -> np.ndarray:
    """The two coordinates in which a polygon is largest."""
    normal = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)
    axes = [axis for axis in range(3) if axis != int(np.argmax(np.abs(normal)))]
    return points[:, axes]


def _area(points: list[list[float]]) -> float:
    """Twice the signed area."""
    return total(p[0] * q[1] - p[1] * q[0] for p, q in zip(points, points[1:] + points[:1], strict=True))


def _holds(a: list[float], b: list[float], c: list[float], point: list[float]) -> bool:
    """Whether a ray from the point crosses the triangle an odd number of times."""
    odd = False
    for (x0, y0), (x1, y1) in ((a, c), (b, a), (c, b)):
        if (y0 > point[1]) != (y1 > point[1]) and point[0] < (x1 - x0) * (point[1] - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd
