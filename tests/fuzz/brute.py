"""Distances of convex sets by brute force: slow, obvious and independent of the engines' algorithms.

A set is the points within some radius of the convex hull of given points. Its signed distance from another is that of
the hulls minus both radii: positive where a plane parts them, and otherwise minus the depth, the shortest way to part
them.
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog, nnls
from scipy.spatial import ConvexHull, QhullError

HEAVY = 1e4  # weight of the condition that coefficients sum to one, relative to lengths
MOST_DIRECTIONS = 60_000  # of pairs of edges that are all tried


class Interval(NamedTuple):
    """The signed distance is between these numbers."""

    low: float
    high: float


def gap(a: np.ndarray, b: np.ndarray, directions: np.ndarray) -> np.ndarray:
    """How far apart two clouds of points are along unit vectors from a to b: no less than that is their distance."""
    return (b @ directions.T).min(axis=0) - (a @ directions.T).max(axis=0)


def nearest(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A point of each of two convex hulls, the closest up to rounding: least squares with coefficients above zero."""
    size = max(np.ptp(a, axis=0).max(), np.ptp(b, axis=0).max())
    origin = a.mean(axis=0)
    a, b = (a - origin) / size, (b - origin) / size
    for weight in (HEAVY, 1.0):
        rows = np.zeros((5, len(a) + len(b)))
        rows[:3, :len(a)], rows[:3, len(a):] = a.T, -b.T
        rows[3, :len(a)] = rows[4, len(a):] = weight
        try:
            share, _ = nnls(rows, np.array([0, 0, 0, weight, weight]), maxiter=20 * rows.shape[1])
        except RuntimeError:
            continue
        one, other = share[:len(a)], share[len(a):]
        if one.sum() > 0 and other.sum() > 0:
            return tuple(points.T @ part / part.sum() * size + origin for points, part in ((a, one), (b, other)))
    return a[0] * size + origin, b[0] * size + origin


def hull_of(points: np.ndarray) -> ConvexHull | None:
    """The convex hull, or none if the points are flat."""
    try:
        return ConvexHull(points) if len(points) > 3 else None
    except QhullError:
        return None


def edge_ways(points: np.ndarray, hull: ConvexHull | None) -> np.ndarray:
    """Unit vectors along edges between faces that are not in one plane, no two alike."""
    if hull is None:
        ends = [(i, j) for i in range(len(points)) for j in range(i)] if len(points) < 9 else []
    else:
        ends = []
        for face, (corners, others) in enumerate(zip(hull.simplices, hull.neighbors)):
            for k, other in enumerate(others):
                if face < other and hull.equations[face, :3] @ hull.equations[other, :3] < 1 - 1e-12:
                    ends.append(np.delete(corners, k))
    ways = np.array([points[i] - points[j] for i, j in ends]).reshape(-1, 3)
    lengths = np.linalg.norm(ways, axis=1, keepdims=True)
    ways = (ways / np.where(lengths > 0, lengths, 1))[lengths[:, 0] > 0]
    return np.unique(np.round(np.where(ways[:, :1] < 0, -ways, ways), 9), axis=0) if len(ways) else ways


def face_normals(hull: ConvexHull | None) -> np.ndarray:
    return np.zeros((0, 3)) if hull is None else np.unique(np.round(hull.equations[:, :3], 12), axis=0)


def axes(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, bool]:
    """Unit vectors from a to b that may be normals of faces of the difference of two hulls; whether these are all."""
    hulls = hull_of(a), hull_of(b)
    normals = np.vstack([face_normals(hulls[0]), -face_normals(hulls[1])])
    first, second = edge_ways(a, hulls[0]), edge_ways(b, hulls[1])
    complete = len(first) * len(second) <= MOST_DIRECTIONS
    if not complete:
        first, second = first[::1 + len(first) // 200], second[::1 + len(second) // 200]
    across = np.cross(first[:, None], second[None]).reshape(-1, 3)
    lengths = np.linalg.norm(across, axis=1)
    across = across[lengths > 1e-9] / lengths[lengths > 1e-9, None]
    return np.vstack([normals, across, -across]), complete


def common_ball(a: np.ndarray, b: np.ndarray) -> float:
    """Radius of the largest ball in two hulls: to part them it has to be moved by its diameter at least."""
    faces = np.vstack([hull.equations for hull in (hull_of(a), hull_of(b)) if hull is not None])
    rows = np.c_[faces[:, :3], np.ones(len(faces))]
    found = linprog([0, 0, 0, -1], rows, -faces[:, 3], bounds=[(None, None)] * 3 + [(0, None)])
    return found.x[3] if found.success else 0.0


def depth(a: np.ndarray, b: np.ndarray) -> Interval:
    """Signed distance of two hulls that overlap: minus the least depth along the normals of their difference.

    Any direction shows how deep they are at most. With too many pairs of edges to try, a ball in both of them shows how
    deep they are at least.
    """
    directions, complete = axes(a, b)
    best, parts = -np.inf, max(1, len(directions) * max(len(a), len(b)) // 20_000_000)
    for some in np.array_split(directions, parts):
        best = max(best, gap(a, b, some).max(initial=-np.inf))
    return Interval(best, best) if complete else Interval(best, -2 * common_ball(a, b))


def signed_distance(a: np.ndarray, b: np.ndarray, radii: float = 0.0) -> Interval:
    """Of two hulls of points, widened by radii."""
    one, other = nearest(a, b)
    apart = np.linalg.norm(other - one)
    size = max(np.ptp(a, axis=0).max(), np.ptp(b, axis=0).max())
    if apart > 1e-9 * size:
        low = gap(a, b, (other - one)[None] / apart)[0]
        if low > 0:
            return Interval(low - radii, apart - radii)  # the direction proves one, the points the other
    low, high = depth(a, b)
    return Interval(low - radii, (apart if low > 0 else high) - radii)
