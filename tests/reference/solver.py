"""The constrained acceleration by plain formulas: Newton's method on the primal cost, with dense matrices."""

import mujoco
import numpy as np

from physics.constraint.world import dense_jacobian
from reference import constraint


def mass(m, d) -> np.ndarray:
    """M, or the metric of the integrator `discrete`."""
    M = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, d, M)
    if d.efm_active:
        M += np.diag(d.efm_diag)
        for t, scale in zip(d.efm_tid[:d.nefmT], d.efm_ts):
            row = constraint.tendon_jacobian(m, d, t)
            M += scale * np.outer(row, row)
    return M


def cost(m, d, a):
    """Cost of an acceleration, its gradient and Hessian, and the forces and states of the rows."""
    M, J = mass(m, d), dense_jacobian(m, d)
    value, force, state, cones = constraint.update(m, d, J @ a - d.efc_aref)
    away = a - d.qacc_smooth
    curvature = np.diag(np.where(state == QUADRATIC, d.efc_D, 0.0))
    for c, block in cones.items():
        rows = slice(d.contact.efc_address[c], d.contact.efc_address[c] + len(block))
        curvature[rows, rows] = block
    return (value + 0.5 * away @ M @ away, M @ away - J.T @ force, M + J.T @ curvature @ J, force, state)


QUADRATIC = int(mujoco.mjtConstraintState.mjCNSTRSTATE_QUADRATIC)


def minimize(m, d):
    """The acceleration of least cost, with forces and states; halves steps until the cost falls."""
    a = d.qacc_smooth.copy()
    value, gradient, hessian, force, state = cost(m, d, a)
    for _ in range(200):
        step, shorter = -np.linalg.solve(hessian, gradient), 1.0
        while shorter > 1e-10:
            trial = cost(m, d, a + shorter * step)
            if trial[0] < value:
                break
            shorter /= 2
        else:
            break
        a = a + shorter * step
        value, gradient, hessian, force, state = trial
    return a, force, state
