"""Derivatives: of the step and of inverse dynamics by finite differences, of quaternion arithmetic."""

import numpy as np
from numpy.typing import ArrayLike

from ..jit.arguments import Signature
from ..jit.call import public
from ..physics.difference import inverse, transition
from ..schema.enums import mjtEnableBit, mjtIntegrator
from .data import MjData
from .errors import FatalError
from .maths.rotation_slopes import mjd_quatIntegrate, sub_quat_slopes
from .model import MjModel

__all__ = ['mjd_inverseFD', 'mjd_quatIntegrate', 'mjd_subQuat', 'mjd_transitionFD']

MaybeMatrix = np.ndarray | None
_transition = public(transition.transition, 'mjd_transitionFD')
_inverse = public(inverse.inverse_slopes, 'mjd_inverseFD')
_sub_quat = public(sub_quat_slopes.stage, 'mjd_subQuat')
_pair = Signature(lambda m, d: None)
# plain numbers, as comparing with members of enumerations takes longer than a step of a small model
_RK4, _SLEEP = int(mjtIntegrator.mjINT_RK4), int(mjtEnableBit.mjENBL_SLEEP)
_INTEGRATORS = frozenset(map(int, mjtIntegrator.__members__.values()))


def mjd_transitionFD(m: MjModel, d: MjData, eps: float, flg_centered: bool, A: MaybeMatrix, B: MaybeMatrix,
                     C: MaybeMatrix, D: MaybeMatrix) -> None:
    """Derivatives of mj_step by finite differences: the next state is about A x + B u, the sensors are C x + D u.

    The state x has 2 nv + na numbers: positions in tangent space, velocities, activations; u are the nu controls. `eps`
    is how far each is moved, both ways if `flg_centered`; a control at a limit is moved the other way, and one beyond
    its limits not at all. Matrices that are None are not computed. The state and the warm start stay as they are;
    results such as qacc are those of the last step that was tried.
    """
    _check_options('mjd_transitionFD', m, d)
    if m.nhistory:
        raise FatalError('mjd_transitionFD: delays are not supported: remove `nsample` and `delay` of actuators and '
                         'sensors')
    kept = np.empty(1 + m.nq + 2 * m.nv + m.na + m.nu + m.nplastic)
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
    _check_options('mjd_inverseFD', m, d)
    if m.opt.noslip_iterations:
        raise FatalError('mjd_inverseFD: noslip solver is not supported: set opt.noslip_iterations to 0')
    kept = np.empty(m.nq + 2 * m.nv)
    try:
        _inverse(m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq, kept)
    except BaseException:
        inverse.restore(m, d, kept)
        raise


def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: MaybeMatrix, Db: MaybeMatrix) -> None:
    """Derivatives (3 x 3) of mju_subQuat by qa and by qb, each perturbed in its own frame; None is not computed."""
    flat = []
    for key, matrix in (('Da', Da), ('Db', Db)):
        if isinstance(matrix, np.ndarray) and matrix.size != 9:
            raise TypeError(f'{key} must have size 9')
        flat.append(matrix.reshape(-1) if isinstance(matrix, np.ndarray) and matrix.flags.c_contiguous else matrix)
    _sub_quat(qa, qb, *flat)


def _check_options(name: str, m: MjModel, d: MjData) -> None:
    """Refuse what cannot be differentiated by stages."""
    _pair.accepted(name, (m, d))
    option = m.opt
    integrator = option.integrator
    if integrator == _RK4:
        raise FatalError(f'{name}: RK4 integrator is not supported: set opt.integrator to another one')
    if integrator not in _INTEGRATORS:
        raise FatalError(f'{name}: invalid integrator: set opt.integrator to a value of mjtIntegrator')
    if option.enableflags & _SLEEP:
        raise FatalError(f'{name}: sleeping is not supported: switch the flag sleep off')
