"""Slopes of steps that are averaged over a cloud of states: smooth where the step itself switches or jumps."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..api import support
from ..api.state import mj_getState
from ..schema.enums import mjtState
from .many import transitions

if TYPE_CHECKING:
    import torsor

    from ..batch import Batch

__all__ = ['averaged']


def _put(m: 'torsor.MjModel', fields: tuple, start: tuple, offset: np.ndarray) -> None:
    """Move positions, velocities, activations and controls from a start."""
    for field, value, move in zip(fields, start, np.split(offset, np.cumsum([m.nv, m.nv, m.na]))):
        field[:] = value if field is fields[0] else value + move
    support.mj_integratePos(m, fields[0], offset[:m.nv], 1.0)


def _half_difference(m: 'torsor.MjModel', up: tuple, down: tuple) -> np.ndarray:
    """Half of the way from one state to another, positions in tangent space."""
    turn = np.empty(m.nv)
    support.mj_differentiatePos(m, turn, 2.0, down[0], up[0])
    return np.concatenate((turn, *((a - b) / 2 for a, b in zip(up[1:], down[1:]))))


def _cloud(m: 'torsor.MjModel', d: 'torsor.MjData', offsets: np.ndarray, nthread: int) -> 'Batch':
    """Simulations in the states at both ends of all offsets, first those at one end."""
    from ..batch import Batch  # which takes its time to import

    start = d.qpos.copy(), d.qvel.copy(), d.act.copy(), d.ctrl.copy()
    worlds = Batch(m, 2 * len(offsets), nthread)
    mj_getState(m, d, worlds.state[0], int(mjtState.mjSTATE_INTEGRATION))
    worlds.state[1:] = worlds.state[0]
    tables = worlds.qpos, worlds.qvel, worlds.act, worlds.ctrl
    for k, offset in enumerate((*offsets, *-offsets)):
        _put(m, tuple(table[k] for table in tables), start, offset)
    return worlds


def _mean_of_slopes(worlds: 'Batch') -> np.ndarray:
    """The mean of A and B, side by side."""
    A, B, _, _ = transitions(worlds)
    return np.hstack((A.mean(axis=0), B.mean(axis=0)))


def _fit_of_steps(m: 'torsor.MjModel', worlds: 'Batch', offsets: np.ndarray,
                  spread: np.ndarray) -> np.ndarray:
    """A and B, side by side, of the linear map that fits steps from both ends of all offsets best."""
    count, tables = len(offsets), (worlds.qpos, worlds.qvel, worlds.act)
    worlds.step()
    ends = [tuple(table[k] for table in tables) for k in range(2 * count)]
    changes = np.array([_half_difference(m, ends[k], ends[count + k]) for k in range(count)])
    fit = np.linalg.lstsq(offsets / spread, changes, rcond=None)[0]
    return (fit / spread[:, None]).T


def averaged(m: 'torsor.MjModel', d: 'torsor.MjData', spread: ArrayLike, samples: int | None = None, seed: int = 0,
             jumps: bool = True, nthread: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A and B of the step, averaged over a cloud of states and controls around the present ones.

    The cloud is normal. `spread` are its standard deviations: one number, or one for each of the 2 nv + na + nu columns
    (positions in tangent space, velocities, activations, controls), all above zero. `samples` pairs of opposite states
    are drawn, at least as many as there are columns, by default four times that.

    They make a batch of `nthread` threads (0: one for each processor). With `jumps` all are stepped, and A and B are
    those of the linear map that fits best. For many samples these are the slopes of the averaged step: contacts that
    are met, and friction that breaks away, count with their likelihood, even where the step jumps. Where the step is
    linear over the cloud the fit is exact; else its error falls with the root of the number of samples. Everything can
    be averaged so, also what has no exact derivative.

    Without `jumps` it is the mean of the exact slopes in the cloud. That has less noise, but leaves out what jumps: the
    damping of a contact sets in at once, and such steps contribute nothing where they happen.

    The state stays as it is.
    """
    columns = 2 * m.nv + m.na + m.nu
    deviations = np.broadcast_to(np.asarray(spread, float), columns)
    if not (deviations > 0).all():
        raise ValueError(f'spread should be above zero in all {columns} columns, not {spread!r}')
    count = 4 * columns if samples is None else samples
    if count < columns:
        raise ValueError(f'samples should be at least {columns}, one for each column, not {samples!r}')
    offsets = np.random.default_rng(seed).normal(size=(count, columns)) * deviations
    worlds = _cloud(m, d, offsets, nthread)
    both = _fit_of_steps(m, worlds, offsets, deviations) if jumps else _mean_of_slopes(worlds)
    A, B = np.split(both, [2 * m.nv + m.na], axis=1)
    return A, B
