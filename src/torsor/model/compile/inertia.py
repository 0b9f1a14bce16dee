"""Masses and inertias: of geoms, of bodies made of several of them, and their principal axes."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...jit.stage import Stages
from ...schema.codes import mjtGeom, mjtGeomInertia
from ..spec.bodies import Geom
from ..spec.rotation import Quat, Vector, matrix
from .moments import BOX, Moments
from .shapes import SHAPES

axes = Stages('model.native.axes')

TINY = 1e-14  # masses, eigenvalues, volumes and areas up to this count as none
ROUNDING = 1e-15
# a height field weighs as much as a box of its size
LIKE: dict[int, int] = {mjtGeom.mjGEOM_HFIELD: mjtGeom.mjGEOM_BOX}


def mesh_inertia(geom: Geom, content: float, half: Vector) -> tuple[float, Moments]:
    """Mass and principal moments of a geom that is a mesh: those of a box, which rounding does not make impossible."""
    _check_mass(geom)
    mass = (geom.density if geom.mass is None else geom.mass / content) * content
    x, y, z = BOX.moments(mass, half)
    return mass, (min(x, (1 - ROUNDING) * (y + z)), y, z)


def _check_mass(geom: Geom) -> None:
    if (geom.density if geom.mass is None else geom.mass) < 0:
        raise geom.error('a geom cannot have negative mass or density')


def shape_inertia(geom: Geom, size: Vector) -> tuple[float, Moments]:
    """Mass and principal moments of a geom about its own centre and axes; a plane has none.

    Nor has a geom without volume, or area if it is a shell, whatever mass it is given.
    """
    shape = SHAPES[LIKE.get(geom.type, geom.type)]
    filling = shape.shell if geom.typeinertia == mjtGeomInertia.mjINERTIA_SHELL else shape.solid
    if filling is None:
        return 0.0, (0.0, 0.0, 0.0)
    _check_mass(geom)
    try:
        content = filling.content(size)
        if content == 0 or (content <= TINY and geom.mass is not None):
            return 0.0, (0.0, 0.0, 0.0)
        mass = geom.density * content if geom.mass is None else geom.mass
        return mass, filling.moments(mass, size)
    except OverflowError:
        raise geom.error('the geom is too large for its mass and inertia to be numbers') from None


class Part(NamedTuple):
    """A rigid part of a body: mass, centre, principal axes and moments."""

    mass: float
    pos: Vector
    quat: Vector
    inertia: Moments


def combine(parts: Sequence[Part]) -> Part:
    """The body made of several parts: parallel axes about the common centre, then the principal axes.

    Where moments are nearly equal rounding decides about their axes: numbers are added up in MuJoCo's order.
    """
    mass, weighted = 0.0, [0.0] * 3
    for part in parts:
        mass += part.mass
        for i in range(3):
            weighted[i] += part.mass * part.pos[i]
    centre = tuple([moment / mass for moment in weighted])
    total = [[0.0] * 3 for _ in range(3)]
    for part in parts:
        offset = [a - b for a, b in zip(part.pos, centre)]
        rows = matrix(part.quat)
        for i, j in LOWER:
            total[i][j] += _dot([a * moment for a, moment in zip(rows[i], part.inertia)], rows[j])
            total[i][j] += _steiner(part.mass, offset, i, j)
    for i, j in LOWER:
        total[j][i] = total[i][j]
    moments, quat = principal_axes(total)
    return Part(mass, centre, quat, moments)


LOWER = ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2))
OTHERS = ((1, 2), (0, 2), (0, 1))


def _steiner(mass: float, offset: Sequence[float], i: int, j: int) -> float:
    """Entry (i, j), i >= j, of the matrix of inertia of a point."""
    if i != j:
        return -mass * offset[j] * offset[i]
    a, b = OTHERS[i]
    return mass * (offset[a] * offset[a] + offset[b] * offset[b])


def full_matrix(six: Vector) -> list[list[float]]:
    """The symmetric matrix whose entries are given as xx, yy, zz, xy, xz, yz."""
    xx, yy, zz, xy, xz, yz = six
    return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]


def principal_axes(inertia: Sequence[Sequence[float]] | np.ndarray, precision: float = 4e-15) -> tuple[Moments, Quat]:
    """Eigenvalues in decreasing order, and the rotation with the eigenvectors as columns, to a relative `precision`."""
    moments, quat = np.empty(3), np.empty(4)
    axes.find_axes(np.asarray(inertia).reshape(9), precision, moments, quat)
    a, b, c = moments.tolist()
    w, x, y, z = quat.tolist()
    return (a, b, c), (w, x, y, z)


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
