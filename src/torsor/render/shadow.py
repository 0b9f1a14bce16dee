"""Cameras of lights: what a light sees of what casts shadows, as closely as the shapes allow."""

import math

import numpy as np

from .light import DIRECTIONAL, POSITION, TYPE
from .shapes import CAPSULE
from .visible import CAMERA_SIZE
from .visible import POSITION as PART_POSITION
from .visible import SIZE as PART_SIZES

STEEPEST = 80.0  # half angle of what a light can see [deg]


def light_camera(m, light: np.ndarray, cutoff: float, balls: tuple[np.ndarray, np.ndarray], side: int) -> np.ndarray:
    """The camera of a light, for a map of side by side samples, that sees balls with these centres and radii."""
    row = np.zeros(CAMERA_SIZE)
    forward = light[3:6]
    across = np.cross(forward, (0.0, 0.0, 1.0) if abs(forward[2]) < 0.9 else (1.0, 0.0, 0.0))
    across = across / max(float(np.linalg.norm(across)), 1e-12)
    up = np.cross(across, forward)
    row[:3], row[3:6], row[6:9], row[9:12] = light[POSITION:POSITION + 3], across, up, forward
    near, far = m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent
    parallel = light[TYPE] == DIRECTIONAL
    half = (m.vis.map.shadowclip * m.stat.extent if parallel else
            near * math.tan(math.radians(min(cutoff * m.vis.map.shadowscale, STEEPEST))))
    centres, radii = balls
    x, y, z = ((centres - row[:3]) @ row[3:12].reshape(3, 3).T).T
    low, high = _span(x, y, z, radii, near, far, half, parallel)
    size = np.maximum(high - low, 1e-6 * half)
    row[12:18] = *low, *size, near, far
    row[18], row[19] = parallel, max(size) / side / (1.0 if parallel else near)
    return row


def _span(x, y, z, radii, near: float, far: float, half: float, parallel: bool):
    """Lower left and upper right corner of a rectangle on the near plane that holds all balls that are to be seen."""
    shown = (z + radii > near) & (z - radii < far)
    x, y, z, radii = x[shown], y[shown], z[shown], radii[shown]
    if not len(x) or (not parallel and (z - radii <= near).any()):
        return np.array((-half, -half)), np.array((half, half))
    # seen from a point, a ball ends where a line touches it: at most at (x + r) / (z - r) or (x + r) / (z + r)
    scales = [np.ones(len(x))] if parallel else [near / (z - radii), near / (z + radii)]
    low = [min(((u - radii) * s).min() for s in scales) for u in (x, y)]
    high = [max(((u + radii) * s).max() for s in scales) for u in (x, y)]
    low, high = np.clip(low, -half, half), np.clip(high, -half, half)
    edge = 0.01 * np.maximum(high - low, 1e-6 * half)
    return low - edge, high + edge


def bounding_balls(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Centres and radii of balls around parts."""
    size = table[:, PART_SIZES:PART_SIZES + 3]
    radius = np.where(table[:, 0] == CAPSULE, size[:, 0] + size[:, 2], np.sqrt((size * size).sum(1)))
    return table[:, PART_POSITION:PART_POSITION + 3], radius
