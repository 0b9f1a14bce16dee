"""Builtin meshes whose vertices are sensors: each has a frame, whose three axes stand in the place of its normal."""

import numpy as np

from ...spec.rotation import Vector
from .surface import MOST_VERTICES, Surface, require, surface_of


def _cells(count: int) -> np.ndarray:
    """The middles of so many parts of the interval from -1 to 1."""
    return -1 + 2 * (np.arange(count) + 0.5) / count


def _with_frames(vertices: np.ndarray, frames: np.ndarray, faces: np.ndarray | None) -> Surface:
    surface = surface_of(vertices, faces)
    surface.normals = frames.reshape(-1, 3).astype(np.float32)
    surface.normals_per_vertex = 3
    return surface


def _resolution(params: Vector) -> tuple[int, int]:
    first, second = int(params[0]), int(params[1])
    require(first > 0 and second > 0, 'the resolution has to be positive along both axes')
    require(first * second <= MOST_VERTICES, f'the resolution makes more than {MOST_VERTICES} vertices')
    return first, second


def plate(params: Vector) -> Surface:
    """A square of cells, with a vertex in the middle of each."""
    rows, columns = _resolution(params)
    x, y = np.meshgrid(_cells(rows), _cells(columns), indexing='ij')
    vertices = np.stack([x, y, -np.ones_like(x)], axis=-1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(columns - 1), indexing='ij')
    here = i * columns + j
    faces = np.stack([here, here + columns, here + 1, here + columns + 1, here + 1, here + columns], axis=-1)
    return _with_frames(vertices, np.tile(np.eye(3), (len(vertices), 1, 1)), faces)


def _foveal(degrees: float, count: int, gamma: float) -> np.ndarray:
    """The middles of so many parts of the angles up to `degrees` on both sides, which gamma makes finer at the centre.

    Ends of parts are added up one by one, so that those which should meet at 0 or at a right angle round as MuJoCo's.
    """
    ends = np.cumsum(np.append(-1.0, np.full(count, 2 / count)))
    ends = degrees * np.pi / 180 * (gamma * ends**5 + (1 - gamma) * ends)
    return 0.5 * (ends[:-1] + ends[1:])


def wedge(params: Vector) -> Surface:
    """A part of a sphere, seen from its centre."""
    rows, columns = _resolution(params)
    wide, high, gamma = params[2:]
    require(0 < wide <= 180, f'the first angle of a wedge is above 0 and up to 180 degrees, not {wide}')
    require(0 < high < 90 or high == 90, f'the second angle of a wedge is above 0 and up to 90 degrees, not {high}')
    require(0 <= gamma <= 1, f'the last parameter of a wedge is from 0 to 1, not {gamma}')
    phi, theta = np.meshgrid(_foveal(wide, rows, gamma), _foveal(high, columns, gamma), indexing='ij')
    zero = np.zeros_like(phi)
    radial = np.stack([np.cos(theta) * np.sin(phi), np.sin(theta), -np.cos(theta) * np.cos(phi)], axis=-1)
    along = np.stack([np.cos(phi), zero, np.sin(phi)], axis=-1)
    across = np.stack([-np.sin(theta) * np.sin(phi), np.cos(theta), np.sin(theta) * np.cos(phi)], axis=-1)
    frames = np.stack([radial, along, across], axis=-2)
    return _with_frames(radial.reshape(-1, 3), frames, None)
