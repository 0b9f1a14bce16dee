"""Exact derivatives of all simulations of a batch, on its threads."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..jit.call import public
from ..jit.stage import Stage, Stages
from ..physics.derivatives.analytic.fields import FORWARD
from ..physics.world import DATA
from .duals import prepare, prepare_pack, smoothed
from .exact import NotDifferentiable, check_width, message_of

if TYPE_CHECKING:
    from ..batch import Batch

__all__ = ['pullbacks', 'transitions']

_stages, _packs = Stages('physics.derivatives.analytic.worlds'), Stages('physics.derivatives.analytic.packs')
_transitions = public(_stages.transitions_of_worlds, 'transitions')
_pullbacks = public(_stages.pullbacks_of_worlds, 'pullbacks')
_ask_packs = public(_packs.ask_packs, 'transitions')
# places of what slopes read of forward dynamics: real numbers, and others
_REALS = np.array([DATA.word[name] for name in FORWARD if DATA.fields[name].dtype == float], np.int64)
_OTHERS = np.array([DATA.word[name] for name in FORWARD if DATA.fields[name].dtype != float], np.int64)
ENOUGH = 64  # dofs of all simulations: below, what several at a time need to begin takes longer than they save


def _room(name: str, given: np.ndarray | None, *shape: int) -> np.ndarray:
    """An array for a result, the given one if it is fit for that."""
    if given is None:
        return np.empty(shape)
    if not (isinstance(given, np.ndarray) and given.shape == shape and given.dtype == np.float64
            and given.flags.carray):
        raise TypeError(f'{name} should be a writable C-contiguous float64 array of shape {shape}')
    return given


def _ask(batch: 'Batch', ids: np.ndarray | None, question: Callable, together: Stage | None, smoothing: float,
         *tables: np.ndarray | None) -> None:
    """Ask simulations a question of physics/derivatives/analytic/worlds.py; raises if one of them has no derivative.

    `together` is its form for several worlds at a time, if there is one; smoothing has none.
    """
    worlds, width = batch._b, check_width(smoothing)
    chosen = worlds.begin('torsor.derivative', ids)
    shared = together and not width and len(chosen) * batch.model.nv >= ENOUGH
    packs = worlds.packs(chosen) if shared else []
    reasons = np.zeros(len(chosen), np.int32)
    addresses = np.array([0 if table is None else table.__array_interface__['data'][0] for table in tables], np.int64)
    arguments = addresses, reasons

    def ask_pack(m: Any, d: Any, pack: Any, *rest: np.ndarray) -> None:
        _ask_packs(m, d, pack.words(together), *rest, _REALS, _OTHERS, *arguments)

    with ExitStack() as stack:
        for m, d in worlds.in_use():
            prepare(m, d)
            if width:
                stack.enter_context(smoothed(m, d, width))
        for pack in packs:
            prepare_pack(pack.data.worlds)
        failures = worlds.ask(chosen, question, *arguments, packs=packs, together=ask_pack)
    batch._check(ids, failures)
    if np.count_nonzero(reasons):
        refused = np.flatnonzero(reasons)
        first = refused[0]
        raise NotDifferentiable(f'{len(refused)} of {len(chosen)} simulations have no derivative; simulation '
                                f'{chosen[first]}: {message_of(int(reasons[first]), batch.model)}')


def transitions(batch: 'Batch', ids: ArrayLike | None = None, A: np.ndarray | None = None,
                B: np.ndarray | None = None, C: np.ndarray | None = None, D: np.ndarray | None = None,
                sensors: bool = False, smoothing: float = 0.0) -> tuple:
    """Derivatives A, B, C, D of the steps of all simulations of a batch, or of those with the numbers `ids`.

        batch = torsor.batch.Batch(m, len(states))
        batch.state[:] = states
        A, B, C, D = torsor.derivative.transitions(batch)

    They are those of `transition`, to the last bit, as rows of arrays: A has the shape (n, nx, nx), and so on, with
    nx = 2 nv + na. The batch's threads compute them in native code; its states and outputs stay as they are.
    """
    from ..batch.given import ids_of  # which takes its time to import

    m, numbers = batch.model, ids_of(ids, batch.nsim)
    n, nx, ns = batch.nsim if numbers is None else len(numbers), 2 * m.nv + m.na, m.nsensordata
    A, B = _room('A', A, n, nx, nx), _room('B', B, n, nx, m.nu)
    if sensors or (C is not None and D is not None):
        C, D = _room('C', C, n, ns, nx), _room('D', D, n, ns, m.nu)
    together = None if C is not None and D is not None else _packs.transitions_together
    _ask(batch, numbers, _transitions, together, smoothing, A, B, C, D)
    return A, B, C, D


def pullbacks(batch: 'Batch', by_next: ArrayLike, ids: ArrayLike | None = None,
              by_state: np.ndarray | None = None, by_control: np.ndarray | None = None,
              smoothing: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Gradients by state and controls of one number for each simulation, from those by its next state, (n, 2 nv + na).

    They are those of `pullback`, to the last bit, as rows of arrays.
    """
    from ..batch.given import ids_of  # which takes its time to import

    m, numbers = batch.model, ids_of(ids, batch.nsim)
    n, nx = batch.nsim if numbers is None else len(numbers), 2 * m.nv + m.na
    given = np.ascontiguousarray(by_next, float)
    if given.shape != (n, nx):
        raise ValueError(f'by_next should be of shape ({n}, {nx}), not {given.shape}')
    by_state, by_control = _room('by_state', by_state, n, nx), _room('by_control', by_control, n, m.nu)
    _ask(batch, numbers, _pullbacks, _packs.pullbacks_together, smoothing, given, by_state, by_control)
    return by_state, by_control
