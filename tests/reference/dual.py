"""The dual problem by plain formulas: its matrix, what forces are allowed, and how far they are from the least cost."""

import numpy as np

from physics.constraint.world import dense_jacobian
from reference import solver
from reference.constraint import ELLIPTIC, EQUALITY, FRICTION_TENDON


def matrix(m, d) -> np.ndarray:
    """A + R."""
    J = dense_jacobian(m, d)
    return J @ np.linalg.solve(solver.mass(m, d), J.T) + np.diag(d.efc_R)


def groups(d):
    """Slices of rows whose forces are constrained together."""
    r = 0
    while r < d.nefc:
        size = d.contact.dim[d.efc_id[r]] if d.efc_type[r] == ELLIPTIC else 1
        yield slice(r, r + size)
        r += size


def nearest_allowed(d, force) -> np.ndarray:
    """The forces that the constraints allow and that are closest, friction being measured in its coefficients."""
    nearest = force.copy()
    for rows in groups(d):
        r, kind = rows.start, d.efc_type[rows.start]
        if kind == ELLIPTIC:
            mu = d.contact.friction[d.efc_id[r]][:rows.stop - r - 1]
            nearest[r], nearest[r + 1:rows.stop] = _nearest_in_cone(force[r], force[r + 1:rows.stop] / mu)
            nearest[r + 1:rows.stop] *= mu
        elif EQUALITY < kind <= FRICTION_TENDON:
            nearest[r] = np.clip(force[r], -d.efc_frictionloss[r], d.efc_frictionloss[r])
        elif kind != EQUALITY:
            nearest[r] = max(force[r], 0)
    return nearest


def _nearest_in_cone(height, across):
    """The point of the cone |across| <= height that is closest."""
    length = np.linalg.norm(across)
    if length <= height:
        return height, across
    if length <= -height:
        return 0.0, 0 * across
    half = (height + length) / 2
    return half, half / length * across


def optimality(m, d, force) -> float:
    """How far forces are from the least cost: a step along the negative gradient, projected, leads nowhere there.

    In coordinates where cones are circular; relative to the largest force.
    """
    scale = np.ones(d.nefc)
    for rows in groups(d):
        if d.efc_type[rows.start] == ELLIPTIC:
            scale[rows.start + 1:rows.stop] = d.contact.friction[d.efc_id[rows.start]][:rows.stop - rows.start - 1]
    A = scale[:, None] * matrix(m, d) * scale
    gradient = A @ (force / scale) + scale * d.efc_b
    step = scale * gradient / np.linalg.eigvalsh(A).max()
    return np.abs(nearest_allowed(d, force - step) - force).max() / np.abs(force).max()
