"""Controls of actuators with several inputs: a position target, a velocity target, a feed-forward force, a voltage.

actuator_ctrlspec says which an actuator has; they come in this order. A target that is not given is zero.
"""

from ...jit import helper
from ..common.names import INPUT_FF, INPUT_POS, INPUT_VEL, INPUT_VOLTAGE


@helper
def has_input(m, a, kind):
    return m.actuator_ctrlspec[a] & kind != 0


@helper
def named_inputs(m, d, a):
    """The four inputs of an actuator, zero where it has none."""
    k, pos, vel, force, voltage = m.actuator_ctrladr[a], 0.0, 0.0, 0.0, 0.0
    if has_input(m, a, INPUT_POS):
        pos = d.work.ctrl[k]
        k += 1
    if has_input(m, a, INPUT_VEL):
        vel = d.work.ctrl[k]
        k += 1
    if has_input(m, a, INPUT_FF):
        force = d.work.ctrl[k]
        k += 1
    if has_input(m, a, INPUT_VOLTAGE):
        voltage = d.work.ctrl[k]
    return pos, vel, force, voltage


@helper
def slew_rate(m, target, state, most):
    """Rate of a state that follows a target, at most so fast; it arrives at the end of a step if it can."""
    return max(-most, min(most, (target - state) / m.opt.timestep))


@helper
def slewed(m, target, state, most):
    """Where a state that follows a target is after a step."""
    return state + m.opt.timestep * slew_rate(m, target, state, most)


@helper
def integral_rate(error, state, most):
    """Rate of the integral of an error, which stops growing beyond its largest value; a largest value of 0 is none."""
    if most > 0.0 and abs(state) >= most and state * error > 0.0:
        return 0.0
    return error
