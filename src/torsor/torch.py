"""A differentiable step for PyTorch: exact gradients through contact.

    qpos, qvel, act = torsor.torch.step(m, d, qpos, qvel, act, ctrl)

Tensors are float64, on the processor. `d` is a workspace; what else it holds (time, mocap, forces of yours) counts too,
and is left as it is.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from .api.engine import mj_step
from .api.state import mj_getState, mj_setState, mj_stateSize
from .derivative.coordinates import to_coordinates, to_tangent
from .derivative.exact import pullback
from .schema.enums import mjtState

if TYPE_CHECKING:
    import torsor

__all__ = ['Step', 'step']

_SPEC = int(mjtState.mjSTATE_INTEGRATION)


class Step(torch.autograd.Function):
    """mj_step as a function of positions, velocities, activations and controls."""

    @staticmethod
    def forward(ctx: Any, m: 'torsor.MjModel', d: 'torsor.MjData', *inputs: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The next positions, velocities and activations."""
        kept = np.empty(mj_stateSize(m, _SPEC))
        mj_getState(m, d, kept, _SPEC)
        for field, tensor in zip((d.qpos, d.qvel, d.act, d.ctrl), inputs, strict=True):
            field[:] = tensor.detach().numpy()
        before = np.empty_like(kept)
        mj_getState(m, d, before, _SPEC)
        mj_step(m, d)
        results = tuple(torch.from_numpy(field.copy()) for field in (d.qpos, d.qvel, d.act))
        mj_setState(m, d, kept, _SPEC)
        ctx.m, ctx.d, ctx.before = m, d, before
        ctx.qpos, ctx.after = inputs[0].detach().numpy().copy(), results[0].numpy().copy()
        return results

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        """Gradients by the inputs."""
        m, d = ctx.m, ctx.d
        by_qpos, by_qvel, by_act = (g.numpy() for g in gradients)
        kept = np.empty(mj_stateSize(m, _SPEC))
        mj_getState(m, d, kept, _SPEC)
        mj_setState(m, d, ctx.before, _SPEC)
        try:
            by_next = np.concatenate((to_tangent(m, ctx.after, by_qpos), by_qvel, by_act))
            by_state, by_control = pullback(m, d, by_next)
        finally:
            mj_setState(m, d, kept, _SPEC)
        first, second, third = np.split(by_state, [m.nv, 2 * m.nv])
        found = to_coordinates(m, ctx.qpos, first), second, third, by_control
        return None, None, *map(torch.from_numpy, found)


def step(m: 'torsor.MjModel', d: 'torsor.MjData', qpos: torch.Tensor, qvel: torch.Tensor, act: torch.Tensor,
         ctrl: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The state after a step, differentiable by all tensors."""
    return Step.apply(m, d, qpos, qvel, act, ctrl)
