"""The table of shapes: what the compiler knows of every type of geom.

Its users are geoms and sites (sizes), bodies (inertia), bounding volumes and fluid forces. A new type is a new row.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from ...schema.codes import mjtGeom
from ...schema.constants import mjMAXVAL
from ..spec.rotation import Vector, norm
from . import moments
from .moments import Filling

Bounds = tuple[Vector, float]  # a box (centre, half sizes), and the radius about the centre


class Shape(NamedTuple):
    """A type of geom: what follows from the sizes of one."""

    name: str
    needs: str  # what is asked of its sizes, in words
    accepts: Callable[[Vector], bool]  # whether sizes are so
    bounds: Callable[[Vector], Bounds]
    semi_axes: Callable[[list[float]], list[float]]  # of the ellipsoid that moves through a fluid in its stead
    between: Callable[[float, float, Vector], Vector] | None = None  # sizes from radius, half length, sizes
    solid: Filling | None = None
    shell: Filling | None = None
    moves: bool = True  # whether it can be part of a moving body


# ---- sizes


def _positive(count: int) -> Callable[[Vector], bool]:
    return lambda size: all(0 < number < math.inf for number in size[:count])


def _has_grid(size: Vector) -> bool:
    return size[2] > 0


def _round_between(radius: float, half: float, size: Vector) -> Vector:
    return radius, half, size[2]


def _wide_between(radius: float, half: float, _size: Vector) -> Vector:
    return radius, radius, half


# ---- bounds


def _plane_bounds(_size: Vector) -> Bounds:
    """The half space below the plane; no sphere holds it."""
    return (0.0, 0.0, -mjMAXVAL / 2, mjMAXVAL, mjMAXVAL, mjMAXVAL / 2), 0.0


def _sphere_bounds(size: Vector) -> Bounds:
    radius = size[0]
    return (0.0, 0.0, 0.0, radius, radius, radius), max(radius, 0.0)


def _capsule_bounds(size: Vector) -> Bounds:
    radius, length = size[0], size[0] + size[1]
    return (0.0, 0.0, 0.0, radius, radius, length), max(radius, length, 0.0)


def _ellipsoid_bounds(size: Vector) -> Bounds:
    return (0.0, 0.0, 0.0, *size), max(*size, 0.0)


def _cylinder_bounds(size: Vector) -> Bounds:
    return (0.0, 0.0, 0.0, size[0], size[0], size[1]), math.hypot(size[0], size[1])


def _box_bounds(size: Vector) -> Bounds:
    return (0.0, 0.0, 0.0, *size), norm(size)


# ---- ellipsoids in a fluid


def _sphere_axes(size: list[float]) -> list[float]:
    return [size[0]] * 3


def _capsule_axes(size: list[float]) -> list[float]:
    return [size[0], size[0], size[1] + size[0]]


def _cylinder_axes(size: list[float]) -> list[float]:
    return [size[0], size[0], size[1]]


def _sizes(size: list[float]) -> list[float]:
    return size


SHAPES: dict[int, Shape] = {
    mjtGeom.mjGEOM_PLANE: Shape(
        'plane', 'a positive third number, the spacing of its grid', _has_grid, _plane_bounds, _sizes, moves=False,
    ),
    mjtGeom.mjGEOM_SPHERE: Shape(
        'sphere', '1 positive number', _positive(1), _sphere_bounds, _sphere_axes,
        solid=moments.SPHERE, shell=moments.SPHERE_SHELL,
    ),
    mjtGeom.mjGEOM_CAPSULE: Shape(
        'capsule', '2 positive numbers', _positive(2), _capsule_bounds, _capsule_axes, _round_between,
        solid=moments.CAPSULE, shell=moments.CAPSULE_SHELL,
    ),
    mjtGeom.mjGEOM_ELLIPSOID: Shape(
        'ellipsoid', '3 positive numbers', _positive(3), _ellipsoid_bounds, _sizes, _wide_between,
        solid=moments.ELLIPSOID, shell=moments.ELLIPSOID_SHELL,
    ),
    mjtGeom.mjGEOM_CYLINDER: Shape(
        'cylinder', '2 positive numbers', _positive(2), _cylinder_bounds, _cylinder_axes, _round_between,
        solid=moments.CYLINDER, shell=moments.CYLINDER_SHELL,
    ),
    mjtGeom.mjGEOM_BOX: Shape(
        'box', '3 positive numbers', _positive(3), _box_bounds, _sizes, _wide_between,
        solid=moments.BOX, shell=moments.BOX_SHELL,
    ),
}  # fmt: skip


def shape_of(kind: int) -> Shape:
    """The shape of a type; one that only a program can have set, and that has no row, is taken for an ellipsoid."""
    return SHAPES.get(kind, SHAPES[mjtGeom.mjGEOM_ELLIPSOID])
