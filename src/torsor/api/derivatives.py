"""Derivatives: of the step and of inverse dynamics by finite differences, of quaternion arithmetic."""

import numpy as np
from numpy.typing import ArrayLike

from ..physics.difference import inverse, transition
from ..schema.enums import mjtEnableBit, mjtIntegrator
from .data import MjData
from .errors import FatalError, bad_argument, check_pair
from .maths.rotation_slopes import mjd_quatIntegrate, sub_quat_slopes
from .model import MjModel

__all__ = ['mjd_inverseFD', 'mjd_quatIntegrate', 'mjd_subQuat', 'mjd_transitionFD']

MaybeMatrix = np.ndarray | None
_REAL = np.dtype(np.float64)
_NOTHING = np.empty(0)
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
    name = 'mjd_transitionFD'
    check_pair(name, m, d)
    _check_options(name, m)
    if m.nhistory:
        raise FatalError(f'{name}: delays are not supported: remove `nsample` and `delay` of actuators and sensors')
    nx, nu, ns = 2 * m.nv + m.na, m.nu, m.nsensordata
    kept = np.empty(1 + m.nq + 2 * m.nv + m.na + nu + m.nplastic)
    outcomes = np.empty(transition.ROWS * (m.nq + m.nv + m.na + ns))
    _run(transition.transition, transition.restore, m, d, _real(name, 'eps', eps),
         _flag(name, 'flg_centered', flg_centered), _numbers(name, 'A', A, '(2*nv+na, 2*nv+na)', nx, nx),
         _numbers(name, 'B', B, '(2*nv+na, nu)', nx, nu), _numbers(name, 'C', C, '(nsensordata, 2*nv+na)', ns, nx),
         _numbers(name, 'D', D, '(nsensordata, nu)', ns, nu), kept, outcomes)


def mjd_inverseFD(m: MjModel, d: MjData, eps: float, flg_actuation: bool, DfDq: MaybeMatrix, DfDv: MaybeMatrix,
                  DfDa: MaybeMatrix, DsDq: MaybeMatrix, DsDv: MaybeMatrix, DsDa: MaybeMatrix,
                  DmDq: MaybeMatrix) -> None:
    """Derivatives of mj_inverse by finite differences, transposed: row i is for number i of what is moved by `eps`.

    Df are of the forces qfrc_inverse (nv x nv), less those of actuators if `flg_actuation`, Ds of the sensors
    (nv x nsensordata), Dm of the inertia matrix M (nv x nC); by positions in tangent space, velocities, accelerations.
    Matrices that are None are not computed. Positions, velocities and accelerations stay as they are.
    """
    name = 'mjd_inverseFD'
    check_pair(name, m, d)
    _check_options(name, m)
    if m.opt.noslip_iterations:
        raise FatalError(f'{name}: noslip solver is not supported: set opt.noslip_iterations to 0')
    nv, ns = m.nv, m.nsensordata
    forces = [_numbers(name, key, matrix, '(nv, nv)', nv, nv)
              for key, matrix in (('DfDq', DfDq), ('DfDv', DfDv), ('DfDa', DfDa))]
    sensors = [_numbers(name, key, matrix, '(nv, nsensordata)', nv, ns)
               for key, matrix in (('DsDq', DsDq), ('DsDv', DsDv), ('DsDa', DsDa))]
    inertia = _numbers(name, 'DmDq', DmDq, '(nv, nC)', nv, m.nC)
    kept, outcomes = np.empty(m.nq + 2 * nv), np.empty(inverse.ROWS * (nv + ns + m.nC))
    _run(inverse.inverse_slopes, inverse.restore, m, d, _real(name, 'eps', eps),
         _flag(name, 'flg_actuation', flg_actuation), *forces, *sensors, inertia, kept, outcomes)


def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: MaybeMatrix, Db: MaybeMatrix) -> None:
    """Derivatives (3 x 3) of mju_subQuat by qa and by qb, each perturbed in its own frame; None is not computed."""
    slopes = []
    for key, matrix in (('Da', Da), ('Db', Db)):
        if matrix is not None and not _is_writable(matrix):
            raise bad_argument('mjd_subQuat', key, 'a writable C-contiguous float64 array or None', matrix)
        if matrix is not None and matrix.size != 9:
            raise TypeError(f'{key} must have size 9')
        slopes.append(_NOTHING if matrix is None else matrix.reshape(-1))
    sub_quat_slopes(qa, qb, *slopes)


def _check_options(name: str, m: MjModel) -> None:
    """Refuse what cannot be differentiated by stages."""
    option = m.opt
    integrator = option.integrator
    if integrator == _RK4:
        raise FatalError(f'{name}: RK4 integrator is not supported: set opt.integrator to another one')
    if integrator not in _INTEGRATORS:
        raise FatalError(f'{name}: invalid integrator: set opt.integrator to a value of mjtIntegrator')
    if option.enableflags & _SLEEP:
        raise FatalError(f'{name}: sleeping is not supported: switch the flag sleep off')


def _run(function, restore, m, d, *arguments) -> None:
    """Run a computation whose last but one argument holds what it changes, and undo the changes if it breaks off."""
    try:
        function(m, d, *arguments)
    except BaseException:
        restore(m, d, arguments[-2])
        raise


def _is_writable(matrix) -> bool:
    return isinstance(matrix, np.ndarray) and matrix.dtype == _REAL and matrix.flags.carray and matrix.ndim in (1, 2)


def _numbers(function: str, name: str, matrix: MaybeMatrix, text: str, rows: int, columns: int) -> MaybeMatrix:
    """The numbers of a matrix to write to, row by row; errors give the shape it should have as `text`."""
    if matrix is None:
        return None
    if not _is_writable(matrix):
        raise bad_argument(function, name, 'a writable C-contiguous float64 matrix or None', matrix)
    if matrix.shape != (rows, columns) and not (columns == 1 and matrix.shape == (rows,)):
        raise TypeError(f'{name} should be of shape {text}, which is {(rows, columns)}, not {matrix.shape}')
    return matrix.reshape(-1)


def _real(function: str, name: str, value) -> float:
    if type(value) is not float and not (hasattr(value, '__float__') or hasattr(value, '__index__')):
        raise bad_argument(function, name, 'a number', value)
    return float(value)


def _flag(function: str, name: str, value) -> int:
    """Anything that is true or false by its nature, as 1 or 0."""
    if value is not None and not hasattr(value, '__bool__'):
        raise bad_argument(function, name, 'a bool', value)
    return int(bool(value))
