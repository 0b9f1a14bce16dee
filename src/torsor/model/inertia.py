"""Masses and inertias: exact integrals of the primitive shapes, sums over geoms, principal axes."""

import math
from collections.abc import Callable, Sequence
from operator import mul
from typing import NamedTuple

from .codes import mjtGeom, mjtGeomInertia
from .orientation import Quat, from_axis_angle, matrix, multiply
from .spec import Geom, Vector

Moments = tuple[float, float, float]


# ---- solids: volume, and principal moments of a given mass


def _sphere_volume(size: Vector) -> float:
    return 4 * math.pi * size[0] ** 3 / 3


def _capsule_volume(size: Vector) -> float:
    return _cylinder_volume(size) + _sphere_volume(size)


def _cylinder_volume(size: Vector) -> float:
    return 2 * math.pi * size[0] ** 2 * size[1]


def _ellipsoid_volume(size: Vector) -> float:
    return 4 * math.pi * size[0] * size[1] * size[2] / 3


def _box_volume(size: Vector) -> float:
    return 8 * size[0] * size[1] * size[2]


def _sphere(mass: float, size: Vector) -> Moments:
    moment = 2 * mass * size[0] ** 2 / 5
    return moment, moment, moment


def _capsule(mass: float, size: Vector) -> Moments:
    """A cylinder and two half balls, whose centres of mass are 3/8 of the radius beyond the cylinder's ends."""
    r, half = size[0], size[1]
    ball = mass * _sphere_volume(size) / _capsule_volume(size)
    across, _, about_axis = _cylinder(mass - ball, size)
    across += ball * (2 * r**2 / 5 + half**2 + 3 * half * r / 4)
    return across, across, about_axis + 2 * ball * r**2 / 5


def _cylinder(mass: float, size: Vector) -> Moments:
    r, half = size[0], size[1]
    across = mass * (3 * r**2 + 4 * half**2) / 12
    return across, across, mass * r**2 / 2


def _ellipsoid(mass: float, size: Vector) -> Moments:
    a, b, c = size
    return mass * (b * b + c * c) / 5, mass * (a * a + c * c) / 5, mass * (a * a + b * b) / 5


def _box(mass: float, size: Vector) -> Moments:
    a, b, c = size
    return mass * (b * b + c * c) / 3, mass * (a * a + c * c) / 3, mass * (a * a + b * b) / 3


# ---- shells: area, and principal moments of a given mass


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
        size[i] ** 2 * sum(pair if i == normal else pair / 3 for normal, pair in enumerate(pairs)) for i in range(3)
    ]
    return second[1] + second[2], second[0] + second[2], second[0] + second[1]


class Shape(NamedTuple):
    """How a primitive fills space: volume or area of a size, moments of a mass and a size."""

    content: Callable[[Vector], float]
    moments: Callable[[float, Vector], Moments]


LAYER = 1e-6  # [m]
SOLIDS: dict[int, Shape] = {
    mjtGeom.mjGEOM_SPHERE: Shape(_sphere_volume, _sphere),
    mjtGeom.mjGEOM_CAPSULE: Shape(_capsule_volume, _capsule),
    mjtGeom.mjGEOM_CYLINDER: Shape(_cylinder_volume, _cylinder),
    mjtGeom.mjGEOM_ELLIPSOID: Shape(_ellipsoid_volume, _ellipsoid),
    mjtGeom.mjGEOM_BOX: Shape(_box_volume, _box),
}
SHELLS: dict[int, Shape] = {
    mjtGeom.mjGEOM_SPHERE: Shape(_sphere_area, _sphere_shell),
    mjtGeom.mjGEOM_CAPSULE: Shape(_capsule_area, _capsule_shell),
    mjtGeom.mjGEOM_CYLINDER: Shape(_cylinder_area, _cylinder_shell),
    mjtGeom.mjGEOM_ELLIPSOID: Shape(_ellipsoid_area, _ellipsoid_shell),
    mjtGeom.mjGEOM_BOX: Shape(_box_area, _box_shell),
}


def shape_inertia(geom: Geom, size: Vector) -> tuple[float, Moments]:
    """Mass and principal moments of a geom about its own centre and axes; a plane has none."""
    shapes = SHELLS if geom.typeinertia == mjtGeomInertia.mjINERTIA_SHELL else SOLIDS
    if geom.type not in shapes:
        return 0.0, (0.0, 0.0, 0.0)
    shape = shapes[geom.type]
    if (geom.density if geom.mass is None else geom.mass) < 0:
        raise geom.error('a geom cannot have negative mass or density')
    mass = geom.density * shape.content(size) if geom.mass is None else geom.mass
    return mass, shape.moments(mass, size)


# ---- bodies


class Part(NamedTuple):
    """A rigid part of a body: mass, centre, principal axes and moments."""

    mass: float
    pos: Vector
    quat: Vector
    inertia: Moments


def combine(parts: Sequence[Part]) -> Part:
    """The body made of several parts: parallel axes about the common centre, then the principal axes."""
    mass = sum(part.mass for part in parts)
    x, y, z = (sum([part.mass * part.pos[i] for part in parts]) / mass for i in range(3))
    total = [[0.0] * 3 for _ in range(3)]
    for part in parts:
        offset = part.pos[0] - x, part.pos[1] - y, part.pos[2] - z
        square = sum(map(mul, offset, offset))
        axes = matrix(part.quat)
        scaled = [tuple(map(mul, row, part.inertia)) for row in axes]
        for i, j in LOWER:
            moment = sum(map(mul, scaled[i], axes[j]))
            total[i][j] += moment + part.mass * ((square if i == j else 0.0) - offset[i] * offset[j])
    for i, j in LOWER:
        total[j][i] = total[i][j]
    moments, quat = principal_axes(total)
    return Part(mass, (x, y, z), quat, moments)


LOWER = ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2))


def full_matrix(six: Vector) -> list[list[float]]:
    """The symmetric matrix whose entries are given as xx, yy, zz, xy, xz, yz."""
    xx, yy, zz, xy, xz, yz = six
    return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]


OFF_DIAGONAL = ((1, 2), (0, 2), (0, 1))  # of equal entries the first is removed first


def principal_axes(inertia: Sequence[Sequence[float]]) -> tuple[Moments, Quat]:
    """Eigenvalues in decreasing order, and the rotation whose columns are the eigenvectors.

    Jacobi's method, carried out on a quaternion: each turn about a coordinate axis removes the largest off-diagonal
    entry. Nearly equal eigenvalues keep their order, so that symmetric bodies keep their axes.
    """
    quat: Quat = (1.0, 0.0, 0.0, 0.0)
    scale = max(abs(entry) for row in inertia for entry in row)
    diagonal = inertia
    for _ in range(500):
        diagonal = _in_axes(inertia, quat)
        row, column = max(OFF_DIAGONAL, key=lambda ij: abs(diagonal[ij[0]][ij[1]]))
        entry = diagonal[row][column]
        if abs(entry) <= 4e-15 * scale:
            break
        slope = (diagonal[column][column] - diagonal[row][row]) / (2 * entry)
        # equal moments turn one way, whatever the sign of their zero difference
        tangent = (1.0 if slope >= 0 else -1.0) / (abs(slope) + math.sqrt(1 + slope * slope))
        axis = 3 - row - column
        angle = math.atan(tangent) if axis == 1 else -math.atan(tangent)
        quat = multiply(quat, from_axis_angle(AXES[axis], angle))
    return _decreasing([diagonal[i][i] for i in range(3)], quat, scale)


AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
HALF = math.sqrt(0.5)
QUARTER_TURNS = tuple((HALF, *(HALF * x for x in axis)) for axis in AXES)  # in which parts cancel exactly


def _decreasing(moments: list[float], quat: Quat, scale: float) -> tuple[Moments, Quat]:
    """Sort by quarter turns that swap two neighbouring axes."""
    for i in (0, 1, 0):
        if moments[i] + 1e-12 * scale < moments[i + 1]:
            moments[i], moments[i + 1] = moments[i + 1], moments[i]
            quat = multiply(quat, QUARTER_TURNS[(i + 2) % 3])
    length = math.sqrt(sum(x * x for x in quat))
    return tuple(moments), tuple(x / length for x in quat)  # type: ignore[return-value]


def _in_axes(inertia: Sequence[Sequence[float]], quat: Quat) -> list[list[float]]:
    """R' I R for the rotation matrix R of `quat`."""
    columns = list(zip(*matrix(quat), strict=True))
    half = [[sum(map(mul, row, column)) for row in inertia] for column in columns]
    return [[sum(map(mul, column, other)) for other in half] for column in columns]
