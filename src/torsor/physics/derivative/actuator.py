"""Derivatives of actuator forces by the length and the velocity of their transmission."""

from ...jit import helper
from ...jit.lanes import where
from ...jit.values import Vec3, norm
from ..actuator.bias import bias_by_length, bias_by_velocity
from ..actuator.force import drive_signal, pulls_on
from ..actuator.gain import gain_by_length, gain_by_velocity, is_constant_gain
from ..common.names import GAIN_SO3
from ..position.transmission import drives_joint, drives_tendon

ROUNDING = 1e-12  # forces of several actuators that together reach a limit sum up to it but for rounding


@helper
def force_by(m, d, a, output, gain_derivative, bias_derivative):
    """Derivative of the force of an output of actuator a, from those of gain and bias; zero at a limit of the force."""
    length, velocity = d.actuator_length[output], d.actuator_velocity[output]
    total = bias_derivative(m.actuator_biastype[a], m, d, a, length, velocity)
    if not is_constant_gain(m.actuator_gaintype[a]):
        total += gain_derivative(m.actuator_gaintype[a], m, d, a, length, velocity) * drive_signal(m, d, a)
    return where(is_saturated(m, d, a, output), 0.0, total)


@helper
def force_by_length(m, d, a, output):
    """d force / d length."""
    return force_by(m, d, a, output, gain_by_length, bias_by_length)


@helper
def force_by_velocity(m, d, a, output):
    """d force / d velocity."""
    return force_by(m, d, a, output, gain_by_velocity, bias_by_velocity)


@helper
def is_at_limit(value, low, high):
    return (value <= low) | (value >= high)


@helper
def is_saturated(m, d, a, output):
    """Whether the force of an actuator, or the total on its joint or tendon, is at a limit."""
    target = m.actuator_trnid[a, 0]
    saturated = False
    if m.actuator_forcelimited[a] and m.actuator_gaintype[a] == GAIN_SO3:
        first = m.actuator_outadr[a]
        saturated = norm(Vec3(d.actuator_force[first], d.actuator_force[first + 1], d.actuator_force[first + 2])) >= (
            m.actuator_forcerange[a, 1] * (1.0 - ROUNDING))
    elif m.actuator_forcelimited[a]:
        saturated = is_at_limit(d.actuator_force[output], m.actuator_forcerange[a, 0], m.actuator_forcerange[a, 1])
    if drives_joint(m, a):
        if m.jnt_actfrclimited[target]:
            total = d.qfrc_actuator[m.jnt_dofadr[target]]
            saturated = saturated | is_at_limit(total, m.jnt_actfrcrange[target, 0], m.jnt_actfrcrange[target, 1])
    elif drives_tendon(m, a):
        if m.tendon_actfrclimited[target]:
            total = 0.0
            for other in range(m.nactuator):
                if pulls_on(m, other, target):
                    total += d.actuator_force[m.actuator_outadr[other]]
            total *= 1.0 + ROUNDING
            saturated = saturated | is_at_limit(total, m.tendon_actfrcrange[target, 0], m.tendon_actfrcrange[target, 1])
    return saturated
