"""Activation dynamics: how activations follow controls. A kind is a row of DYNAMICS.

The functions of a row write act_dot of all activations of an actuator, and tell an activation after a step.
"""

from typing import Any, NamedTuple

from ...jit import callback, helper
from ...jit.callback import is_set
from ...jit.choice import choices
from ...jit.elementary import exp
from ...jit.lanes import clamp, maximum
from ..common.names import (
    DYN_DCMOTOR,
    DYN_FILTER,
    DYN_FILTEREXACT,
    DYN_INTEGRATOR,
    DYN_MUSCLE,
    DYN_PID,
    DYN_USER,
    GAIN_SO3,
    MINVAL,
)
from .circle import is_on_circle, nearest_target
from .motor import is_bristles, motor_bound, motor_decay, motor_rates, motor_span
from .muscle import muscle_rate
from .pid import pid_rates
from .rotation import rotation_rates

act_dyn = callback.act_dyn


# ---- rates: act_dot of an actuator ----
@helper
def last_activation(m, a):
    """Which activation of an actuator that has some drives it."""
    return m.actuator_actadr[a] + m.actuator_actnum[a] - 1


@helper
def still(m, d, a):
    d.act_dot[last_activation(m, a)] = 0.0


@helper
def integrate_control(m, d, a):
    if m.actuator_gaintype[a] == GAIN_SO3:
        rotation_rates(m, d, a)
    else:
        d.act_dot[last_activation(m, a)] = d.work.ctrl[m.actuator_ctrladr[a]]


@helper
def time_constant(m, a):
    return maximum(m.actuator_dynprm[a, 0], MINVAL)


@helper
def low_pass(m, d, a):
    """Towards the control; where that is an angle, by the shortest way."""
    k, ctrl = last_activation(m, a), d.work.ctrl[m.actuator_ctrladr[a]]
    if is_on_circle(m, a):
        ctrl = nearest_target(m, a, ctrl, d.act[k])
    d.act_dot[k] = (ctrl - d.act[k]) / time_constant(m, a)


@helper
def excite(m, d, a):
    k = last_activation(m, a)
    d.act_dot[k] = muscle_rate(m, a, d.work.ctrl[m.actuator_ctrladr[a]], d.act[k])


@helper
def run_motor(m, d, a):
    motor_rates(m, d, a)


@helper
def run_controller(m, d, a):
    pid_rates(m, d, a)


@helper
def user(m, d, a):
    """What the user's callback says; zero if there is none."""
    d.act_dot[last_activation(m, a)] = act_dyn(m, d, a, 0) if is_set(m, act_dyn) else 0.0


# ---- activation k of actuator a after a step ----
@helper
def after_step(m, d, a, k, activation, rate):
    """Euler's rule."""
    return activation + m.opt.timestep * rate


@helper
def after_exact_step(m, d, a, k, activation, rate):
    """A step of a first-order filter, on which the rate falls exponentially."""
    tau = time_constant(m, a)
    return activation + tau * (1.0 - exp(-m.opt.timestep / tau)) * rate


@helper
def after_motor_step(m, d, a, k, activation, rate):
    """Bristles go by the velocity at the start of the step, whatever the integrator makes of their rate."""
    most = motor_bound(m, a, k)
    if is_bristles(m, a, k):
        rate = d.actuator_velocity[m.actuator_outadr[a]] - motor_decay(m, d, a) * activation
    return clamp(activation + motor_span(m, d, a, k) * rate, -most, most)


class Dynamics(NamedTuple):
    """A row of the table."""

    rates: Any
    next: Any = after_step


DYNAMICS = {
    DYN_INTEGRATOR: Dynamics(integrate_control),
    DYN_FILTER: Dynamics(low_pass),
    DYN_FILTEREXACT: Dynamics(low_pass, after_exact_step),
    DYN_MUSCLE: Dynamics(excite),
    DYN_DCMOTOR: Dynamics(run_motor, after_motor_step),
    DYN_PID: Dynamics(run_controller),
    DYN_USER: Dynamics(user),
}

set_activation_rates, activation_next = choices('activation', DYNAMICS, otherwise=Dynamics(still))


@helper
def next_activation(m, d, a, k, activation, rate):
    """Activation k of actuator a after a step, within its range."""
    new = activation_next(m.actuator_dyntype[a], m, d, a, k, activation, rate)
    if m.actuator_actlimited[a]:
        new = clamp(new, m.actuator_actrange[a, 0], m.actuator_actrange[a, 1])
    return new
