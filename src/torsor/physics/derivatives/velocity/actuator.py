"""Derivatives of actuator forces by the length and the velocity of their transmission."""

from ....jit import helper
from ....jit.lanes import where
from ....jit.values import Vec3, norm
from ...actuator.bias import bias_by_length, bias_by_velocity
from ...actuator.force import drive_signal, pulls_on
from ...actuator.gain import gain_by_length, gain_by_velocity, is_constant_gain
from ...actuator.motor import (
    motor_force,
    motor_resistance,
    motor_resistance_by_length,
    motor_resistance_by_velocity,
)
from ...common.names import GAIN_DCMOTOR, GAIN_SO3
from ...position.transmission import drives_joint, drives_tendon

ROUNDING = 1e-12  # forces of several actuators that together reach a limit sum up to it but for rounding


@helper
def force_by(m, d, a, output, gain_derivative, bias_derivative, resistance_derivative):
    """Derivative of the force of an output of actuator a, from those of its parts; zero where a limit holds it."""
    length, velocity = d.actuator_length[output], d.actuator_velocity[output]
    total = bias_derivative(m.actuator_biastype[a], m, d, a, length, velocity)
    if not is_constant_gain(m.actuator_gaintype[a]):
        total += gain_derivative(m.actuator_gaintype[a], m, d, a, length, velocity) * drive_signal(m, d, a)
    total = where(is_saturated(m, d, a, output), 0.0, total)
    if is_motor(m, a):
        total += resistance_derivative(m, d, a)
    return where(joint_is_saturated(m, d, a), 0.0, total)


@helper
def force_by_length(m, d, a, output):
    """d force / d length."""
    return force_by(m, d, a, output, gain_by_length, bias_by_length, motor_resistance_by_length)


@helper
def force_by_velocity(m, d, a, output):
    """d force / d velocity."""
    return force_by(m, d, a, output, gain_by_velocity, bias_by_velocity, motor_resistance_by_velocity)


# ---- limits ----
@helper
def is_motor(m, a):
    return m.actuator_gaintype[a] == GAIN_DCMOTOR


@helper
def is_at_limit(value, low, high):
    return (value <= low) | (value >= high)


@helper
def is_saturated(m, d, a, output):
    """Whether the force of an actuator, or the total on its tendon, is at a limit."""
    saturated = False
    if m.actuator_forcelimited[a] and m.actuator_gaintype[a] == GAIN_SO3:
        first = m.actuator_outadr[a]
        saturated = norm(Vec3(d.actuator_force[first], d.actuator_force[first + 1], d.actuator_force[first + 2])) >= (
            m.actuator_forcerange[a, 1] * (1.0 - ROUNDING))
    elif m.actuator_forcelimited[a]:
        force = motor_force(m, d, a) if is_motor(m, a) else d.actuator_force[output]
        saturated = is_at_limit(force, m.actuator_forcerange[a, 0], m.actuator_forcerange[a, 1])
    if drives_tendon(m, a):
        t = m.actuator_trnid[a, 0]
        if m.tendon_actfrclimited[t]:
            total = limited_pull(m, d, t) * (1.0 + ROUNDING)
            saturated = saturated | is_at_limit(total, m.tendon_actfrcrange[t, 0], m.tendon_actfrcrange[t, 1])
    return saturated


@helper
def limited_pull(m, d, t):
    """The sum of the forces on a tendon that its limits concern."""
    total = 0.0
    for a in range(m.nactuator):
        if pulls_on(m, a, t):
            total += d.actuator_force[m.actuator_outadr[a]]
            if is_motor(m, a):
                total -= motor_resistance(m, d, a)
    return total


@helper
def joint_is_saturated(m, d, a):
    """Whether the total of all actuators on the joint of this one is at a limit."""
    saturated, j = False, m.actuator_trnid[a, 0]
    if drives_joint(m, a):
        if m.jnt_actfrclimited[j]:
            total = d.qfrc_actuator[m.jnt_dofadr[j]]
            saturated = is_at_limit(total, m.jnt_actfrcrange[j, 0], m.jnt_actfrcrange[j, 1])
    return saturated
