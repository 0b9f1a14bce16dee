"""Exact derivatives at one state."""

import math
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from ..jit.call import Call
from ..jit.stage import Stages
from ..physics.derivatives.analytic.fields import UNPREPARED
from ..physics.world import DUAL
from .duals import prepare, smoothed

if TYPE_CHECKING:
    import torsor

__all__ = ['NotDifferentiable', 'acceleration', 'inverse', 'pullback', 'transition']

_stages = Stages('physics.derivatives.analytic.transition')
_transition = Call(_stages.transition, 'transition', few=6, plain=4)  # with A and B
_acceleration = Call(Stages('physics.derivatives.analytic.acceleration').acceleration, 'acceleration')
_inverse = Call(_stages.inverse, 'inverse')
_pullback = Call(Stages('physics.derivatives.analytic.reverse').pullback, 'pullback')


class NotDifferentiable(ValueError):
    """A model or a state has no exact derivative; the message says why, and what to do."""


def message_of(why: int, m: 'torsor.MjModel') -> str:
    """What a reason of slope/refuse.py says; of functions of the user's also why they do not compile for duals."""
    from ..physics.derivatives.analytic.refuse import CALLBACK, REASONS  # which imports kernels

    details = m.callbacks._why_not(DUAL) if why == CALLBACK else ''
    return '\n'.join(filter(None, (list(REASONS.values())[why - 1], details)))


def refuse(why: int, m: 'torsor.MjModel') -> NoReturn:
    """Raise what a reason of slope/refuse.py says."""
    raise NotDifferentiable(message_of(why, m))


def check_width(smoothing: float) -> float:
    """A width of smoothing, if it is one."""
    if not 0.0 <= smoothing < math.inf:
        raise ValueError(f'smoothing should be a width of zero or more, not {smoothing!r}')
    return smoothing


def _ask(call: Call, m: 'torsor.MjModel', d: 'torsor.MjData', smoothing: float, *arguments: Any) -> None:
    """Run a stage, with `smoothing` on rows that set in gradually; raises if it gives a reason."""
    prepare(m, d)
    if smoothing == 0.0:
        why = call.run(m, d, *arguments)
    else:
        with smoothed(m, d, check_width(smoothing)):
            why = call.run(m, d, *arguments)
    if why:
        refuse(why, m)


def _room(given: np.ndarray | None, rows: int, columns: int) -> np.ndarray:
    return np.empty((rows, columns)) if given is None else given


def transition(m: 'torsor.MjModel', d: 'torsor.MjData', A: np.ndarray | None = None, B: np.ndarray | None = None,
               C: np.ndarray | None = None, D: np.ndarray | None = None, sensors: bool = False,
               smoothing: float = 0.0) -> tuple:
    """Derivatives A, B, C, D of mj_step: the next state changes by A dx + B du, sensors by C dx + D du.

    The state x has 2 nv + na numbers: positions in tangent space, velocities, activations; u are the nu controls. They
    are written to the arrays that are given, else to new ones. Sensors take their time: unless `sensors`, or both C
    and D are given, they are left out, and the last two are None. The state stays as it is; results in `d`, such as
    qacc, are those of mj_forward, with constraints solved to rounding; there are no islands, and timers stand still. A
    control beyond its limits has no influence; at a limit the slope is that from within. Buffers of delays are no part
    of the state: what is late does not follow the present, and its slope is zero.

    With `smoothing` rows set in gradually: slopes are continuous where contacts and limits open and close, and where
    dry friction holds or gives. It is a width e in units of positions (m, rad). Contacts and limits begin to act from e
    above their margin on, and act in full from e below it; what pushes a row shut or pulls it open counts by how far it
    would move the row, e K (or e B^2/4 if that is more) being the acceleration that stands for e. Weights are cubic
    sigmoids. A and B are the exact slopes of the step of this softer system, results in `d` are those of its forward
    dynamics; where no row is near a switch it is the system itself. Stick and slip of elliptic cones and kinks of
    colliders remain.
    """
    if A is None or B is None or sensors:
        nx = 2 * m.nv + m.na
        A, B = _room(A, nx, nx), _room(B, nx, m.nu)
        if sensors:
            C, D = _room(C, m.nsensordata, nx), _room(D, m.nsensordata, m.nu)
    # the call looks at its arguments, and leads nowhere before a data has duals, and before these know callbacks
    why: Any = UNPREPARED if smoothing != 0.0 else _transition.run(m, d, A, B, C, D)
    if why == UNPREPARED:
        _ask(_transition, m, d, smoothing, A, B, C, D)
    elif why != 0:
        refuse(why, m)
    return A, B, C, D


def shortcut(module: str) -> Any:
    """`transition` for a module, with a shorter way if A and B are given and nothing else: a small model takes but a
    microsecond."""
    return _transition.shortcut(transition, module)


def acceleration(m: 'torsor.MjModel', d: 'torsor.MjData', X: np.ndarray | None = None,
                 smoothing: float = 0.0) -> np.ndarray:
    """Derivatives of qacc (nv x (2 nv + na + nu)) by positions in tangent space, velocities, activations, controls.

    `smoothing` is a width over which rows set in, as in `transition`.
    """
    X = _room(X, m.nv, 2 * m.nv + m.na + m.nu)
    _ask(_acceleration, m, d, smoothing, X)
    return X


def pullback(m: 'torsor.MjModel', d: 'torsor.MjData', by_next: ArrayLike, by_state: np.ndarray | None = None,
             by_control: np.ndarray | None = None, smoothing: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Gradients by state and controls of a number whose gradient g by the next state is given: A' g and B' g.

    A and B are not formed, but for RK4, `implicit`, and `implicitfast` with free bodies: a third of the time is saved.
    `smoothing` is a width over which rows set in, as in `transition`.
    """
    by_state = np.empty(2 * m.nv + m.na) if by_state is None else by_state
    by_control = np.empty(m.nu) if by_control is None else by_control
    _ask(_pullback, m, d, smoothing, by_next, by_state, by_control)
    return by_state, by_control


def inverse(m: 'torsor.MjModel', d: 'torsor.MjData', DfDq: np.ndarray | None = None, DfDv: np.ndarray | None = None,
            DfDa: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Derivatives of mj_inverse: qfrc_inverse changes by DfDq dq + DfDv dv + DfDa da, positions in tangent space."""
    DfDq, DfDv, DfDa = (_room(matrix, m.nv, m.nv) for matrix in (DfDq, DfDv, DfDa))
    _ask(_inverse, m, d, 0.0, DfDq, DfDv, DfDa)
    return DfDq, DfDv, DfDa
