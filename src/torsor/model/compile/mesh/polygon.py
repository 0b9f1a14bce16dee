"""From polygons to triangles."""

import numpy as np

Point = tuple[float, ...]
EPSILON = np.finfo(np.float32).eps


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
        ears = cut_ears(vertices[corners[start : start + size]])
        triangles += [[start + i for i in ear] for ear in ears]
    return np.array(triangles, np.int64).reshape(-1, 3)


_CUT = {3: _triangles, 4: _quads}


@np.errstate(over='ignore', invalid='ignore')
def cut_ears(points: np.ndarray) -> list[tuple[int, int, int]]:
    """A polygon (n, 3) as triangles: an ear is a corner that turns the right way, and no other lies in its triangle.

    As experiments with MuJoCo show, the right way is that in which the first side of the corner passes the origin of
    the file, not that of the polygon. The tries are counted: if there are more than three corners left after as many
    tries as there were corners, the rest is dropped, even when the last try has found an ear. All is computed in
    float32, which decides where corners coincide or lie on a line.
    """
    plane = [tuple(point) for point in points[:, _axes(points)]]
    left, at, ears = list(range(len(plane))), 0, []
    size = tries = len(left)
    while len(left) > 3 and tries:
        tries = tries - 1 if len(left) == size else len(left)
        size = len(left)
        at %= size
        first, second, third, *others = left[at:] + left[:at]
        a, b, c = plane[first], plane[second], plane[third]
        if _turn(a, b, c) * _cross(a, b) < 0 or any(_holds(a, b, c, plane[other]) for other in others):
            at += 1
            continue
        ears.append((first, second, third))
        left.remove(second)
    return [*ears, (left[0], left[1], left[2])] if len(left) == 3 else ears


def _axes(points: np.ndarray) -> list[int]:
    """The two coordinates in which the first proper corner of a polygon is largest."""
    for a, b, c in zip(points, np.roll(points, -1, axis=0), np.roll(points, -2, axis=0)):
        x, y, z = np.abs(np.cross(b - a, c - b))
        if max(x, y, z) > EPSILON:
            return [1, 2] if x > y and x > z else [0, 1] if z > x and z > y else [0, 2]
    return [1, 2]


def _cross(a: Point, b: Point) -> float:
    return a[0] * b[1] - a[1] * b[0]


def _turn(a: Point, b: Point, c: Point) -> float:
    """Above 0 where the way from a by b to c turns left."""
    return _cross((b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1]))


def _holds(a: Point, b: Point, c: Point, point: Point) -> bool:
    """Whether a ray from the point crosses the triangle an odd number of times."""
    odd = False
    for (x0, y0), (x1, y1) in ((a, c), (b, a), (c, b)):
        if (y0 > point[1]) != (y1 > point[1]) and point[0] < (x1 - x0) * (point[1] - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd
