"""Derivatives: of the step and of inverse dynamics by finite differences, of quaternion arithmetic."""

import numpy as np
from numpy.typing import ArrayLike

from ..jit.call import public
from ..physics.derivatives.finite import inverse, transition
from .data import MjData
from .maths.rotation_slopes import mjd_quatIntegrate, sub_quat_slopes
from .model import MjModel

__all__ = ['mjd_inverseFD', 'mjd_quatIntegrate', 'mjd_subQuat', 'mjd_transitionFD']

MaybeMatrix = np.ndarray | None
_transition = public(transition.transition, 'mjd_transitionFD')
_keep_state = public(transition.keep, 'mjd_transitionFD')
_keep_motion = public(inverse.keep, 'mjd_inverseFD')
_inverse = public(inverse.inverse_slopes, 'mjd_inverseFD')
_sub_quat = public(sub_quat_slopes.stage, 'mjd_subQuat')


def mjd_transitionFD(m: MjModel, d: MjData, eps: float, flg_centered: bool, A: MaybeMatrix, B: MaybeMatrix,
                     C: MaybeMatrix, D: MaybeMatrix) -> None:
    """Derivatives of mj_step by finite differences: the next state is about A x + B u, the sensors are C x + D u.

    The state x has 2 nv + na numbers: positions in tangent space, velocities, activations; u are the nu controls. `eps`
    is how far each is moved, both ways if `flg_centered`; a control at a limit is moved the other way, and one beyond
    its limits not at all. Matrices that are None are not computed. The state and the warm start stay as they are;
    results such as qacc are those of the last step that was tried.
    """
    kept = np.empty(1 + m.nq + 2 * m.nv + m.na + m.nu + m.nplastic) if isinstance(m, MjModel) else None
    _keep_state(m, d, kept)
    if isinstance(m, MjModel) and not m.nsensordata:  # nothing is tried for the sake of sensors that are not there
        C = None if C is not None and np.shape(C) == (0, 2 * m.nv + m.na) else C
        D = None if D is not None and np.shape(D) == (0, m.nu) else D
    try:
        _transition(m, d, eps, flg_centered, A, B, C, D, kept)
    except BaseException:
        transition.restore(m, d, kept)
        raise


def mjd_inverseFD(m: MjModel, d: MjData, eps: float, flg_actuation: bool, DfDq: MaybeMatrix, DfDv: MaybeMatrix,
                  DfDa: MaybeMatrix, DsDq: MaybeMatrix, DsDv: MaybeMatrix, DsDa: MaybeMatrix,
                  DmDq: MaybeMatrix) -> None:
    """Derivatives of mj_inverse by finite differences, transposed: row i is for number i of what is moved by `eps`.

    Df are of the forces qfrc_inverse (nv x nv), less those of actuators if `flg_actuation`, Ds of the sensors
    (nv x nsensordata), Dm of the inertia matrix M (nv x nC); by positions in tangent space, velocities, accelerations.
    Matrices that are None are not computed. Positions, velocities and accelerations stay as they are.
    """
    kept = np.empty(m.nq + 2 * m.nv) if isinstance(m, MjModel) else None
    _keep_motion(m, d, kept)
    try:
        _inverse(m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq, kept)
    except BaseException:
        inverse.restore(m, d, kept)
        raise


def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: MaybeMatrix, Db: MaybeMatrix) -> None:
    """Derivatives (3 x 3) of mju_subQuat by qa and by qb, each perturbed in its own frame; None is not computed."""
    flat = []
    for key, matrix in (('Da', Da), ('Db', Db)):
        if isinstance(matrix, np.ndarray) and (matrix.size != 9 or matrix.ndim > 2):
            raise TypeError(f'{key} must have size 9')
        flat.append(matrix.reshape(-1) if isinstance(matrix, np.ndarray) and matrix.flags.c_contiguous else matrix)
    _sub_quat(qa, qb, *flat)
