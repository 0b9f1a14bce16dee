"""Masses and inertias: exact integrals of the primitive shapes, sums over geoms, principal axes."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..schema.enums import mjtGeom, mjtGeomInertia
from .orientation import Quat, from_axis_angle, matrix, multiply
from .spec import Geom, Vector

Moments = tuple[float, float, float]


# ---- volume (or area) of a shape and its principal moments for unit density: solid, then shell


def _sphere(size: Vector) -> tuple[float, Moments]:
    r = size[0]
    volume = 4 / 3 * math.pi * r**3
    return volume, (2 / 5 * volume * r**2,) * 3


def _capsule(size: Vector) -> tuple[float, Moments]:
    """A cylinder and two half balls, whose centres of mass are 3/8 of the radius beyond the cylinder's ends."""
    r, half = size[0], size[1]
    cylinder, ball = 2 * math.pi * r**2 * half, 4 / 3 * math.pi * r**3
    about_axis = cylinder * r**2 / 2 + 2 / 5 * ball * r**2
    across = cylinder * (3 * r**2 + 4 * half**2) / 12 + ball * (2 / 5 * r**2 + half**2 + 3 / 4 * half * r)
    return cylinder + ball, (across, across, about_axis)


def _cylinder(size: Vector) -> tuple[float, Moments]:
    r, half = size[0], size[1]
    volume = 2 * math.pi * r**2 * half
    across = volume * (3 * r**2 + 4 * half**2) / 12
    return volume, (across, across, volume * r**2 / 2)


def _ellipsoid(size: Vector) -> tuple[float, Moments]:
    a, b, c = size
    volume = 4 / 3 * math.pi * a * b * c
    return volume, (volume / 5 * (b**2 + c**2), volume / 5 * (a**2 + c**2), volume / 5 * (a**2 + b**2))


def _box(size: Vector) -> tuple[float, Moments]:
    a, b, c = size
    volume = 8 * a * b * c
    return volume, (volume / 3 * (b**2 + c**2), volume / 3 * (a**2 + c**2), volume / 3 * (a**2 + b**2))


def _sphere_shell(size: Vector) -> tuple[float, Moments]:
    r = size[0]
    area = 4 * math.pi * r**2
    return area, (2 / 3 * area * r**2,) * 3


def _capsule_shell(size: Vector) -> tuple[float, Moments]:
    """A tube and two half spheres, whose centres of mass are half a radius beyond the tube's ends."""
    r, half = size[0], size[1]
    tube, sphere = 4 * math.pi * r * half, 4 * math.pi * r**2
    about_axis = tube * r**2 + 2 / 3 * sphere * r**2
    across = tube * (r**2 / 2 + half**2 / 3) + sphere * (2 / 3 * r**2 + half**2 + half * r)
    return tube + sphere, (across, across, about_axis)


def _cylinder_shell(size: Vector) -> tuple[float, Moments]:
    r, half = size[0], size[1]
    tube, discs = 4 * math.pi * r * half, 2 * math.pi * r**2
    about_axis = tube * r**2 + discs * r**2 / 2
    across = tube * (r**2 / 2 + half**2 / 3) + discs * (r**2 / 4 + half**2)
    return tube + discs, (across, across, about_axis)


def _box_shell(size: Vector) -> tuple[float, Moments]:
    """Three pairs of rectangles; `second[i]` is the integral of the squared coordinate i over all six."""
    pairs = [8 * size[(i + 1) % 3] * size[(i + 2) % 3] for i in range(3)]  # the pair normal to axis i
    second = [
        size[i] ** 2 * sum(pair if i == normal else pair / 3 for normal, pair in enumerate(pairs)) for i in range(3)
    ]
    return sum(pairs), (second[1] + second[2], second[0] + second[2], second[0] + second[1])


def _ellipsoid_shell(size: Vector) -> tuple[float, Moments]:
    """Area by Thomsen's formula (good to 1 %); moments of the layer between this and a slightly larger ellipsoid."""
    a, b, c = size
    power = 1.6075
    area = 4 * math.pi * (((a * b) ** power + (b * c) ** power + (a * c) ** power) / 3) ** (1 / power)
    inner_volume, inner = _ellipsoid(size)
    outer_volume, outer = _ellipsoid(tuple(x + LAYER for x in size))
    ratio = area / (outer_volume - inner_volume)
    return area, tuple((o - i) * ratio for o, i in zip(outer, inner, strict=True))  # type: ignore[return-value]


LAYER = 1e-6  # [m]
SOLID: dict[int, Callable[[Vector], tuple[float, Moments]]] = {
    mjtGeom.mjGEOM_SPHERE: _sphere,
    mjtGeom.mjGEOM_CAPSULE: _capsule,
    mjtGeom.mjGEOM_CYLINDER: _cylinder,
    mjtGeom.mjGEOM_ELLIPSOID: _ellipsoid,
    mjtGeom.mjGEOM_BOX: _box,
}
SHELL: dict[int, Callable[[Vector], tuple[float, Moments]]] = {
    mjtGeom.mjGEOM_SPHERE: _sphere_shell,
    mjtGeom.mjGEOM_CAPSULE: _capsule_shell,
    mjtGeom.mjGEOM_CYLINDER: _cylinder_shell,
    mjtGeom.mjGEOM_ELLIPSOID: _ellipsoid_shell,
    mjtGeom.mjGEOM_BOX: _box_shell,
}


def shape_inertia(geom: Geom, size: Vector) -> tuple[float, Moments]:
    """Mass and principal moments of a geom about its own centre and axes."""
    integrals = SHELL if geom.typeinertia == mjtGeomInertia.mjINERTIA_SHELL else SOLID
    if geom.type not in integrals:
        return geom.mass or 0.0, (0.0, 0.0, 0.0)
    volume, moments = integrals[geom.type](size)
    mass = geom.density * volume if geom.mass is None else geom.mass
    return mass, tuple(mass / volume * moment for moment in moments)  # type: ignore[return-value]


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
    centre = tuple(sum(part.mass * part.pos[i] for part in parts) / mass for i in range(3))
    total = [[0.0] * 3 for _ in range(3)]
    for part in parts:
        axes = matrix(part.quat)
        d = tuple(p - c for p, c in zip(part.pos, centre, strict=True))
        square = sum(x * x for x in d)
        for i in range(3):
            for j in range(3):
                total[i][j] += sum(axes[i][k] * part.inertia[k] * axes[j][k] for k in range(3))
                total[i][j] += part.mass * ((square if i == j else 0.0) - d[i] * d[j])
    moments, quat = principal_axes(total)
    return Part(mass, centre, quat, moments)


def full_matrix(six: Vector) -> list[list[float]]:
    """The symmetric matrix whose entries are given as xx, yy, zz, xy, xz, yz."""
    xx, yy, zz, xy, xz, yz = six
    return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]


OFF_DIAGONAL = ((0, 1), (0, 2), (1, 2))


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
        tangent = math.copysign(1.0, slope) / (abs(slope) + math.sqrt(1 + slope * slope))
        axis = 3 - row - column
        angle = math.atan(tangent) if axis == 1 else -math.atan(tangent)
        quat = multiply(quat, from_axis_angle(AXES[axis], angle))
    return _decreasing([diagonal[i][i] for i in range(3)], quat, scale)


AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def _decreasing(moments: list[float], quat: Quat, scale: float) -> tuple[Moments, Quat]:
    """Sort by quarter turns that swap two neighbouring axes."""
    for i in (0, 1, 0):
        if moments[i] + 1e-12 * scale < moments[i + 1]:
            moments[i], moments[i + 1] = moments[i + 1], moments[i]
            quat = multiply(quat, from_axis_angle(AXES[(i + 2) % 3], math.pi / 2))
    length = math.sqrt(sum(x * x for x in quat))
    return tuple(moments), tuple(x / length for x in quat)  # type: ignore[return-value]


def _in_axes(inertia: Sequence[Sequence[float]], quat: Quat) -> list[list[float]]:
    """R' I R for the rotation matrix R of `quat`."""
    axes = matrix(quat)
    half = [[sum(inertia[i][k] * axes[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    return [[sum(axes[k][i] * half[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
