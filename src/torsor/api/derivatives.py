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
    nx = 2 * m.nv + m.na
    shapes = {'A': (A, nx, nx), 'B': (B, nx, m.nu), 'C': (C, m.nsensordata, nx), 'D': (D, m.nsensordata, m.nu)}
    sizes = {'A': '(2*nv+na, 2*nv+na)', 'B': '(2*nv+na, nu)', 'C': '(nsensordata, 2*nv+na)', 'D': '(nsensordata, nu)'}
    matrices = [_numbers(name, key, sizes[key], *shape) for key, shape in shapes.items()]
    outcome = m.nq + m.nv + m.na + m.nsensordata
    kept = np.empty(1 + m.nq + 2 * m.nv + m.na + m.nu + m.nplastic)
    _run(transition.transition, transition.restore, m, d, _real(name, 'eps', eps),
         _flag(name, 'flg_centered', flg_centered), *matrices, kept, np.empty(transition.ROWS * outcome))


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
    forces, sensors = ('(nv, nv)', m.nv, m.nv), ('(nv, nsensordata)', m.nv, m.nsensordata)
    matrices = [_numbers(name, key, text, matrix, *shape) for key, matrix, (text, *shape) in (
        ('DfDq', DfDq, forces), ('DfDv', DfDv, forces), ('DfDa', DfDa, forces), ('DsDq', DsDq, sensors),
        ('DsDv', DsDv, sensors), ('DsDa', DsDa, sensors), ('DmDq', DmDq, ('(nv, nC)', m.nv, m.nC)))]
    outcome, kept = m.nv + m.nsensordata + m.nC, np.empty(m.nq + 2 * m.nv)
    _run(inverse.inverse_slopes, inverse.restore, m, d, _real(name, 'eps', eps),
         _flag(name, 'flg_actuation', flg_actuation), *matrices, kept, np.empty(inverse.ROWS * outcome))


def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: MaybeMatrix, Db: MaybeMatrix) -> None:
    """Derivatives (3 x 3) of mju_subQuat by qa and by qb, each perturbed in its own frame; None is not computed."""
    slopes = []
    for key, matrix in (('Da', Da), ('Db', Db)):
        if matrix is not None and not _is_writable(matrix):
            raise bad_argument('mjd_subQuat', key, 'a writable C-contiguous float64 array or None', matrix)
        if matrix is not None and matrix.size != 9:
            raise TypeError(f'{key} must have size 9')
        slopes.append(None if matrix is None else matrix.reshape(-1))
    sub_quat_slopes(qa, qb, *slopes)


def _check_options(name: str, m: MjModel) -> None:
    """Refuse what cannot be differentiated by stages."""
    integrator = m.opt.integrator
    if integrator == mjtIntegrator.mjINT_RK4:
        raise FatalError(f'{name}: RK4 integrator is not supported: set opt.integrator to another one')
    if integrator not in _INTEGRATORS:
        raise FatalError(f'{name}: invalid integrator: set opt.integrator to a value of mjtIntegrator')
    if m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP:
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


def _numbers(function: str, name: str, text: str, matrix: MaybeMatrix, rows: int, columns: int) -> MaybeMatrix:
    """The numbers of a matrix to write to, row by row; errors give the shape it should have as `text`."""
    if matrix is None:
        return None
    if not _is_writable(matrix):
        raise bad_argument(function, name, 'a writable C-contiguous float64 matrix or None', matrix)
    if matrix.shape != (rows, columns) and not (columns == 1 and matrix.shape == (rows,)):
        raise TypeError(f'{name} should be of shape {text}, which is {(rows, columns)}, not {matrix.shape}')
    return matrix.reshape(-1)


def _real(function: str, name: str, value) -> float:
    if isinstance(value, (str, bytes)) or not (hasattr(value, '__float__') or hasattr(value, '__index__')):
        raise bad_argument(function, name, 'a number', value)
    return float(value)


def _flag(function: str, name: str, value) -> int:
    """Anything that is true or false by its nature, as 1 or 0."""
    if value is not None and not hasattr(value, '__bool__'):
        raise bad_argument(function, name, 'a bool', value)
    return int(bool(value))
