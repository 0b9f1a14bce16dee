"""Gradients of whole trajectories, in reverse."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..api.engine import mj_step
from ..api.state import mj_getState, mj_setState, mj_stateSize
from ..schema.enums import mjtState
from .exact import NotDifferentiable, pullback

if TYPE_CHECKING:
    import torsor

__all__ = ['Rollout']

_SPEC = int(mjtState.mjSTATE_INTEGRATION)


class Rollout:
    """Steps of a model with given controls, from the state of `d` on, and gradients through them.

        rollout = Rollout(m, d, controls)           # controls: (steps, nu)
        by_start, by_controls = rollout.backward(gradient)

    The state before each step is kept (mj_stateSize numbers for mjSTATE_INTEGRATION); all else is computed again on the
    way back. `d` is left at the end.
    """

    def __init__(self, m: 'torsor.MjModel', d: 'torsor.MjData', controls: ArrayLike):
        self.m, self.d = m, d
        self.controls = np.array(controls, float)
        if self.controls.ndim != 2 or self.controls.shape[1] != m.nu:
            raise ValueError(f'controls should be of shape (steps, {m.nu}), not {self.controls.shape}')
        if m.nhistory:
            raise NotDifferentiable('gradients do not go through buffers of delays: remove `nsample` and `delay` of '
                                    'actuators and sensors')
        self._before = np.empty((len(self.controls), mj_stateSize(m, _SPEC)))
        self.qpos, self.qvel, self.act = (np.empty((len(self.controls) + 1, n)) for n in (m.nq, m.nv, m.na))
        for k, control in enumerate(self.controls):
            d.ctrl[:] = control
            mj_getState(m, d, self._before[k], _SPEC)
            self._note(k)
            mj_step(m, d)
        self._note(len(self.controls))

    def _note(self, k: int) -> None:
        self.qpos[k], self.qvel[k], self.act[k] = self.d.qpos, self.d.qvel, self.d.act

    def backward(self, gradient: ArrayLike, smoothing: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Gradients by the first state and by all controls of a number, from its gradient by the states.

        `gradient` is by the last state (2 nv + na numbers: positions in tangent space, velocities, activations), or by
        all states, a row for each (steps + 1). With `smoothing` the gradient of each step is that of `pullback` with
        this width, at the states that were met.
        """
        m, steps, nx = self.m, len(self.controls), 2 * self.m.nv + self.m.na
        given = np.asarray(gradient, float)
        if given.shape not in ((nx,), (steps + 1, nx)):
            raise ValueError(f'gradient should be of shape ({nx},) or ({steps + 1}, {nx}), not {given.shape}')
        later = given.copy() if given.ndim == 1 else given[-1].copy()
        by_controls = np.empty((steps, m.nu))
        end = np.empty(mj_stateSize(m, _SPEC))
        mj_getState(m, self.d, end, _SPEC)
        for k in range(steps - 1, -1, -1):
            mj_setState(m, self.d, self._before[k], _SPEC)
            later, by_controls[k] = pullback(m, self.d, later, smoothing=smoothing)
            if given.ndim == 2:
                later += given[k]
        mj_setState(m, self.d, end, _SPEC)
        return later, by_controls
