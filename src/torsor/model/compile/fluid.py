"""Fluid interaction of geoms as ellipsoids: added mass and added moment of inertia (Lamb, Hydrodynamics, chapter 5)."""

import math
from functools import lru_cache

import numpy as np

from .columns import Fields
from .shapes import shape_of

KEPT = 256  # ellipsoids that are remembered
# Kronrod's 15 points and weights on [0, 1], in the 8 decimals that the compiled models of MuJoCo show
POINTS = (
    0.00427231, 0.02544604, 0.06756779, 0.12923441, 0.20695638, 0.29707742, 0.39610752, 0.5,
    0.60389248, 0.70292258, 0.79304362, 0.87076559, 0.93243221, 0.97455396, 0.99572769,
)  # fmt: skip
WEIGHTS = (
    0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107,
    0.10221647, 0.09517529, 0.08450236, 0.07032663, 0.05239501, 0.03154605, 0.01146766,
)  # fmt: skip


def set_fluid(fields: Fields) -> None:
    """Fill the virtual masses and moments for unit density (columns 6 to 11) where column 0 switches them on.

    They are not numbers for a plane without end, whose size is zero.
    """
    on = fields['geom_fluid'][:, 0]
    for geom in np.flatnonzero(on > 0) if np.count_nonzero(on) else ():
        axes = shape_of(int(fields['geom_type'][geom])).semi_axes(fields['geom_size'][geom].tolist())
        fields['geom_fluid'][geom, 6:] = _added(*axes)


@lru_cache(KEPT)
def _added(*axes: float) -> list[float]:
    """Added masses and moments of an ellipsoid; many geoms have the same size."""
    with np.errstate(divide='ignore', invalid='ignore'):
        mass, moment = added_inertia([np.float64(axis) for axis in axes])
    return [*mass, *moment]


def added_inertia(axes: list[float]) -> tuple[list[float], list[float]]:
    """Added masses and moments of an ellipsoid in a fluid of unit density."""
    volume = 4 / 3 * math.pi * axes[0] * axes[1] * axes[2]
    kappa = [_kappa(axes[i], axes[(i + 1) % 3], axes[(i + 2) % 3]) for i in range(3)]
    mass = [volume * k / max(1e-15, 2 - k) for k in kappa]
    moment = []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        difference, total = axes[j] ** 2 - axes[k] ** 2, axes[j] ** 2 + axes[k] ** 2
        below = 2 * difference + total * (kappa[j] - kappa[k])
        above = difference**2 * (kappa[k] - kappa[j])
        moment.append(0.0 if abs(below) <= 1e-15 else volume / 5 * above / below)
    return mass, moment


def _kappa(x: float, y: float, z: float) -> float:
    """Integral of x y z / sqrt((x^2+u)^3 (y^2+u) (z^2+u)) over u from 0 to infinity, with u = s p^3 / (1-p)^2."""
    scale = (x**3 * y * z) ** 0.4
    total = 0.0
    for point, weight in zip(POINTS, WEIGHTS, strict=True):
        u = scale * point**3 / (1 - point) ** 2
        slope = scale * point**2 * (3 - point) / (1 - point) ** 3
        total += weight * slope / np.sqrt((x * x + u) ** 3 * (y * y + u) * (z * z + u))
    return total * x * y * z
