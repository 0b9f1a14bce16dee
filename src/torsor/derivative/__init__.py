"""Exact derivatives of the step, of the acceleration and of inverse dynamics, through contact.

    A, B, C, D = torsor.derivative.transition(m, d, sensors=True)

They follow from the equations of motion by the rules of calculus, at a fraction of the cost of finite differences, and
without their errors. At switches (a contact that opens, a friction that starts to slide, a limit that is met) there is
no derivative: what is computed is that of the side on which the state is. `smoothing` gives the slopes of a softer
system, whose rows set in gradually; `averaged` those of steps averaged over a cloud of states. Contacts of
ellipsoids and cylinders are found by iteration: slopes are those of the exact contact, to which steps come the closer
the smaller `opt.ccd_tolerance` is. What cannot be differentiated exactly raises, and says why; `mjd_transitionFD`
differentiates everything by finite differences.
"""

from typing import TYPE_CHECKING, Any

from . import exact
from .cloud import averaged
from .coordinates import to_coordinates, to_tangent
from .exact import NotDifferentiable, acceleration, inverse, pullback
from .many import pullbacks, transitions
from .parameter import parameters
from .rollout import Rollout

if TYPE_CHECKING:
    from .exact import transition

__all__ = ['NotDifferentiable', 'Rollout', 'acceleration', 'averaged', 'inverse', 'parameters', 'pullback',
           'pullbacks', 'to_coordinates', 'to_tangent', 'transition', 'transitions']


def __getattr__(name: str) -> Any:
    """The shortcut to `transition`, native code that is looked for when somebody wants it."""
    if name != 'transition':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return globals().setdefault(name, exact.shortcut(__name__))
