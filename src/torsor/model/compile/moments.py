"""Exact integrals over primitive shapes: volume and moments of solids, area and moments of shells.

Moments are the principal moments of a given mass about the centre of the shape, along its axes.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from ..spec.rotation import Vector
from ..spec.sums import total

LAYER = 1e-6  # [m]

Moments = tuple[float, float, float]


class Filling(NamedTuple):
    """How mass fills a shape: volume or area of a size, moments of a mass and a size."""

    content: Callable[[Vector], float]
    moments: Callable[[float, Vector], Moments]


# ---- solids: rounded as MuJoCo does it, since rounding decides the axes of symmetric bodies


def _sphere_volume(size: Vector) -> float:
    r = size[0]
    return 4 * math.pi * r * r * r / 3


def _capsule_volume(size: Vector) -> float:
    r, half = size[0], size[1]
    return math.pi * (2 * r * r * half + 4 * r * r * r / 3)


def _cylinder_volume(size: Vector) -> float:
    r, half = size[0], size[1]
    return 2 * math.pi * r * r * half


def _ellipsoid_volume(size: Vector) -> float:
    return 4 * math.pi * size[0] * size[1] * size[2] / 3


def _box_volume(size: Vector) -> float:
    return 8 * size[0] * size[1] * size[2]


def _sphere(mass: float, size: Vector) -> Moments:
    r = size[0]
    moment = 2 * mass * r * r / 5
    return moment, moment, moment


def _capsule(mass: float, size: Vector) -> Moments:
    """A cylinder and two half balls, whose centres of mass are 3/8 of the radius beyond the cylinder's ends."""
    r, half = size[0], size[1]
    balls = mass * 2 * r / (2 * r + 3 * half)
    across, _, about_axis = _cylinder(mass - balls, size)
    own = 2 * balls * r * r / 5
    across += own + balls * half * (3 * r + 4 * half) / 4
    return across, across, about_axis + own


def _cylinder(mass: float, size: Vector) -> Moments:
    r, half = size[0], size[1]
    across = mass * (3 * r * r + 4 * half * half) / 12
    return across, across, mass * r * r / 2


def _ellipsoid(mass: float, size: Vector) -> Moments:
    a, b, c = size
    return mass * (b * b + c * c) / 5, mass * (a * a + c * c) / 5, mass * (a * a + b * b) / 5


def _box(mass: float, size: Vector) -> Moments:
    a, b, c = size
    return mass * (b * b + c * c) / 3, mass * (a * a + c * c) / 3, mass * (a * a + b * b) / 3


# ---- shells


def _sphere_area(size: Vector) -> float:
    return 4 * math.pi * size[0] ** 2


def _tube_area(size: Vector) -> float:
    return 4 * math.pi * size[0] * size[1]


def _capsule_area(size: Vector) -> float:
    return _tube_area(size) + _sphere_area(size)


def _cylinder_area(size: Vector) -> float:
    return _tube_area(size) + 2 * math.pi * size[0] ** 2


def _ellipsoid_area(size: Vector) -> float:
    """Thomsen's formula, good to about one percent."""
    a, b, c = size
    power = 1.6075
    return 4 * math.pi * (((a * b) ** power + (b * c) ** power + (a * c) ** power) / 3) ** (1 / power)


def _box_area(size: Vector) -> float:
    a, b, c = size
    return 8 * (a * b + b * c + a * c)


def _sphere_shell(mass: float, size: Vector) -> Moments:
    moment = 2 * mass * size[0] ** 2 / 3
    return moment, moment, moment


def _tube(mass: float, size: Vector) -> Moments:
    r, half = size[0], size[1]
    across = mass * (r**2 / 2 + half**2 / 3)
    return across, across, mass * r**2


def _capsule_shell(mass: float, size: Vector) -> Moments:
    """A tube and two half spheres, whose centres of mass are half a radius beyond the tube's ends."""
    r, half = size[0], size[1]
    sphere = mass * _sphere_area(size) / _capsule_area(size)
    across, _, about_axis = _tube(mass - sphere, size)
    across += sphere * (2 * r**2 / 3 + half**2 + half * r)
    return across, across, about_axis + 2 * sphere * r**2 / 3


def _cylinder_shell(mass: float, size: Vector) -> Moments:
    """A tube and two discs."""
    r, half = size[0], size[1]
    tube = mass * _tube_area(size) / _cylinder_area(size)
    discs = mass - tube
    across, _, about_axis = _tube(tube, size)
    across += discs * (r**2 / 4 + half**2)
    return across, across, about_axis + discs * r**2 / 2


def _ellipsoid_shell(mass: float, size: Vector) -> Moments:
    """The layer between this and a slightly larger ellipsoid."""
    larger = tuple(x + LAYER for x in size)
    density = mass / (_ellipsoid_volume(larger) - _ellipsoid_volume(size))
    outer = _ellipsoid(density * _ellipsoid_volume(larger), larger)
    inner = _ellipsoid(density * _ellipsoid_volume(size), size)
    return tuple(o - i for o, i in zip(outer, inner, strict=True))  # type: ignore[return-value]


def _box_shell(mass: float, size: Vector) -> Moments:
    """Three pairs of rectangles; `second[i]` is the integral of the squared coordinate i over all six."""
    density = mass / _box_area(size)
    pairs = [8 * density * size[(i + 1) % 3] * size[(i + 2) % 3] for i in range(3)]  # the pair normal to axis i
    second = [
        size[i] ** 2 * total(pair if i == normal else pair / 3 for normal, pair in enumerate(pairs)) for i in range(3)
    ]
    return second[1] + second[2], second[0] + second[2], second[0] + second[1]


# ---- by shape

SPHERE = Filling(_sphere_volume, _sphere)
CAPSULE = Filling(_capsule_volume, _capsule)
CYLINDER = Filling(_cylinder_volume, _cylinder)
ELLIPSOID = Filling(_ellipsoid_volume, _ellipsoid)
BOX = Filling(_box_volume, _box)
SPHERE_SHELL = Filling(_sphere_area, _sphere_shell)
CAPSULE_SHELL = Filling(_capsule_area, _capsule_shell)
CYLINDER_SHELL = Filling(_cylinder_area, _cylinder_shell)
ELLIPSOID_SHELL = Filling(_ellipsoid_area, _ellipsoid_shell)
BOX_SHELL = Filling(_box_area, _box_shell)
