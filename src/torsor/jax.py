"""A differentiable step for JAX: exact gradients through contact, in reverse mode.

    step = torsor.jax.stepper(m)
    qpos, qvel, act = step(qpos, qvel, act, ctrl)

JAX calls back into Python for each step, under `jit` too. It has to be told to use float64:
`jax.config.update('jax_enable_x64', True)`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import jax
import jax.numpy as jnp
import numpy as np

from .api.data import MjData
from .api.engine import mj_step
from .derivative.coordinates import to_coordinates, to_tangent
from .derivative.exact import pullback

if TYPE_CHECKING:
    import torsor

__all__ = ['stepper']


def stepper(m: 'torsor.MjModel') -> Callable:
    """A function (qpos, qvel, act, ctrl) -> (qpos, qvel, act) that steps a model."""
    if not jax.config.jax_enable_x64:  # pyright: ignore[reportAttributeAccessIssue]
        raise ValueError("Torsor computes in float64: call jax.config.update('jax_enable_x64', True) first")
    d: Any = MjData(cast(Any, m))
    state = tuple(jax.ShapeDtypeStruct((n,), jnp.float64) for n in (m.nq, m.nv, m.na))
    inputs = (*state, jax.ShapeDtypeStruct((m.nu,), jnp.float64))

    def load(qpos, qvel, act, ctrl):
        d.qpos[:], d.qvel[:], d.act[:], d.ctrl[:], d.qacc_warmstart[:] = *map(np.asarray, (qpos, qvel, act, ctrl)), 0.0

    def forward(*arguments):
        load(*arguments)
        mj_step(m, d)
        return d.qpos.copy(), d.qvel.copy(), d.act.copy()

    def backward(arguments, after, by_qpos, by_qvel, by_act):
        load(*arguments)
        by_next = np.concatenate((to_tangent(m, np.asarray(after), np.asarray(by_qpos)), by_qvel, by_act))
        by_state, by_control = pullback(m, d, by_next)
        first, second, third = np.split(by_state, [m.nv, 2 * m.nv])
        return to_coordinates(m, np.asarray(arguments[0]), first), second, third, by_control

    @jax.custom_vjp
    def step(qpos, qvel, act, ctrl):
        """The state after a step."""
        return jax.pure_callback(forward, state, qpos, qvel, act, ctrl, vmap_method='sequential')

    def remember(*arguments):
        after = step(*arguments)
        return after, (arguments, after[0])

    def pull(kept, gradients):
        return jax.pure_callback(backward, inputs, *kept, *gradients, vmap_method='sequential')

    step.defvjp(remember, pull)
    return step
