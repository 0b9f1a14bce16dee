"""Activation dynamics: how activations follow controls. A kind is a row of DYNAMICS."""

from typing import Any, NamedTuple

from ...jit import callback, helper
from ...jit.callback import is_set
from ...jit.choice import choices
from ...jit.elementary import exp
from ...jit.lanes import clamp, maximum
from ..common.names import DYN_FILTER, DYN_FILTEREXACT, DYN_INTEGRATOR, DYN_USER, MINVAL

act_dyn = callback.act_dyn


# ---- rates: time derivative of the activation of actuator a ----
@helper
def still(m, d, a, ctrl, activation):
    return 0.0


@helper
def integrator(m, d, a, ctrl, activation):
    return ctrl


@helper
def time_constant(m, a):
    return maximum(m.actuator_dynprm[a, 0], MINVAL)


@helper
def low_pass(m, d, a, ctrl, activation):
    return (ctrl - activation) / time_constant(m, a)


@helper
def user(m, d, a, ctrl, activation):
    """What the user's callback says; zero if there is none."""
    return act_dyn(m, d, a, 0) if is_set(m, act_dyn) else 0.0


# ---- spans: the time that the rate at the start of a step is to last, so as to end where the step should ----
@helper
def whole_step(m, a):
    """Euler's rule."""
    return m.opt.timestep


@helper
def exact_step(m, a):
    """A step of a first-order filter, on which the rate falls exponentially."""
    tau = time_constant(m, a)
    return tau * (1.0 - exp(-m.opt.timestep / tau))


class Dynamics(NamedTuple):
    """A row of the table."""

    rate: Any
    span: Any = whole_step


DYNAMICS = {
    DYN_INTEGRATOR: Dynamics(integrator),
    DYN_FILTER: Dynamics(low_pass),
    DYN_FILTEREXACT: Dynamics(low_pass, exact_step),
    DYN_USER: Dynamics(user),
}

activation_rate, activation_span = choices('activation', DYNAMICS, otherwise=Dynamics(still))


@helper
def next_activation(m, a, activation, rate):
    """Activation of actuator a after a step, within its range."""
    new = activation + activation_span(m.actuator_dyntype[a], m, a) * rate
    if m.actuator_actlimited[a]:
        new = clamp(new, m.actuator_actrange[a, 0], m.actuator_actrange[a, 1])
    return new
