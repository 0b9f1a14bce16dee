"""Exact derivatives of the step by numbers of the model."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..jit.call import public
from ..jit.dual_numbers import SLOPES
from ..jit.stage import Stages
from ..physics.derivatives.analytic.fields import PARAMETERS
from ..spelling import suggestion
from .duals import dual_model
from .exact import refuse

if TYPE_CHECKING:
    import torsor

__all__ = ['parameters']

_stages = Stages('physics.derivatives.analytic.parameter')
_settle = public(_stages.settle, 'settle')
_columns = public(_stages.parameter_columns, 'parameter_columns')

# zero switches these off, where kernels do not look at them any more: they are taken as tiny, as from above
_SWITCHES = frozenset(('jnt_stiffness', 'tendon_stiffness', 'dof_frictionloss', 'tendon_frictionloss', 'body_gravcomp',
                       'opt.density', 'opt.viscosity'))
_TINY = 1e-300


def _numbers(m: Any, wanted: str | tuple[str, ArrayLike]) -> tuple[str, np.ndarray]:
    """A field of the model, and which of its numbers are meant, counted through all of its axes."""
    name, chosen = (wanted, None) if isinstance(wanted, str) else wanted
    if name not in PARAMETERS:
        raise ValueError(f'there are no derivatives by {name!r}: {suggestion(str(name), sorted(PARAMETERS))}')
    size = m._arrays[name].size
    numbers = np.arange(size) if chosen is None else np.atleast_1d(np.asarray(chosen))
    if numbers.dtype.kind not in 'iu' or numbers.ndim != 1:
        raise TypeError(f'the numbers of {name} should be counted by integers, not {chosen!r}')
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < size:
        raise IndexError(f'{name} has {size} numbers, counted from 0: {chosen!r} are not all among them')
    return name, numbers


def parameters(m: 'torsor.MjModel', d: 'torsor.MjData', *fields: str | tuple[str, ArrayLike]) -> np.ndarray:
    """Derivatives of mj_step by numbers of the model: the next state changes by P dp.

        P = torsor.derivative.parameters(m, d, 'body_mass', ('geom_friction', [0, 3]), 'opt.gravity')

    Each field is a name, for all its numbers, or a name and which of them, counted through all of its axes. P has a
    row for each number of the state (positions in tangent space, velocities, activations) and a column for each number,
    in the order of the fields. Numbers of the model are independent: what mj_setConst computes from masses and poses
    (as `dof_invweight0`, on which the softness of constraints depends) stays as it is. Axes and quaternions are of unit
    length: only changes that keep it mean something. At zero a stiffness, a friction loss and the like are switched on:
    the slope is that from above. Of two geoms with the same friction the larger one counts: a kink. The state stays as
    it is.
    """
    chosen = [_numbers(m, wanted) for wanted in fields]
    places = [(name, number) for name, numbers in chosen for number in numbers]
    model = dual_model(m, d)
    if any(name == 'body_gravcomp' for name, _ in chosen):
        model._arrays['flg_gravcomp'][...] = 1
    why = _settle(m, d)
    if why:
        refuse(why, m)
    result, block = np.empty((2 * m.nv + m.na, len(places))), np.empty((2 * m.nv + m.na, SLOPES))
    for first in range(0, len(places), SLOPES):
        part = places[first:first + SLOPES]
        seeds = [model._arrays[name].reshape(-1, SLOPES + 1)[number] for name, number in part]
        kept = [seed[0] for seed in seeds]
        for k, (seed, (name, _)) in enumerate(zip(seeds, part)):
            seed[1 + k] = 1.0
            if seed[0] == 0.0 and name in _SWITCHES:
                seed[0] = _TINY
        why = _columns(m, d, block)
        for seed, number in zip(seeds, kept):
            seed[0], seed[1:] = number, 0.0
        if why:
            refuse(why, m)
        result[:, first:first + len(part)] = block[:, :len(part)]
    return result
