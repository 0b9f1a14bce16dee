"""Extreme points of shapes, and signed distances of points from shapes: what it means to jut out of a site."""

import numpy as np


def extreme_points(kind: str, size, rng, count: int = 30_000) -> np.ndarray:
    """Many extreme points of a shape."""
    s, u = np.array([*size, 0, 0])[:3], rng.normal(size=(count, 3))
    u /= np.linalg.norm(u, axis=1)[:, None]
    signs, angle = rng.choice((-1, 1), (len(u), 3)), rng.uniform(0, 2 * np.pi, len(u))
    return {'sphere': u * s[0], 'ellipsoid': u * s, 'box': signs * s,
            'capsule': u * s[0] + signs[:, :1] * np.array((0, 0, s[1])),
            'cylinder': np.stack((s[0] * np.cos(angle), s[0] * np.sin(angle), s[1] * signs[:, 0]), axis=1)}[kind]


def signed_distances(kind: str, size, points: np.ndarray) -> np.ndarray:
    """How far points are outside of a shape."""
    s = np.array([*size, 0, 0])[:3]
    if kind == 'ellipsoid':
        return ellipsoid_distances(s, points)
    if kind in ('sphere', 'capsule'):
        half = s[1] if kind == 'capsule' else 0.0
        along = np.clip(points[:, 2], -half, half)
        return np.linalg.norm(points - along[:, None] * (0, 0, 1), axis=1) - s[0]
    beyond = np.abs(points) - s
    if kind == 'cylinder':
        beyond = np.stack((np.hypot(points[:, 0], points[:, 1]) - s[0], np.abs(points[:, 2]) - s[1]), axis=1)
    return np.linalg.norm(np.maximum(beyond, 0), axis=1) + np.minimum(beyond.max(axis=1), 0)


def ellipsoid_distances(size: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The nearest point n of the surface has p - n along the normal n / s^2: p = n (1 + t / s^2), where n is on it."""
    square = size**2
    low = np.full(len(points), -square.min())
    high = low + np.linalg.norm(size * points, axis=1) + 1e-12
    for _ in range(100):
        middle = (low + high) / 2
        is_outside = ((size * points / (square + middle[:, None]))**2).sum(axis=1) > 1
        low, high = np.where(is_outside, middle, low), np.where(is_outside, high, middle)
    nearest = square * points / (square + high[:, None])
    return np.copysign(np.linalg.norm(points - nearest, axis=1), high)
