"""How actuator forces change with the velocity and the length of their transmission."""

from ...jit import helper
from ...jit.lanes import where
from ..actuator.force import next_activation
from ..common.names import (
    BIAS_AFFINE,
    BIAS_MUSCLE,
    BIAS_SO3,
    GAIN_AFFINE,
    GAIN_MUSCLE,
    TRN_JOINT,
    TRN_JOINTINPARENT,
    TRN_TENDON,
)
from .muscle import muscle_length_slope, muscle_passive_slope, muscle_velocity_slope

ROUNDING = 1e-12  # forces of several actuators that together reach a limit sum up to it but for rounding


@helper
def driven_by(m, d, a):
    """What the gain of an actuator multiplies; `read_controls` went before, as controls may have changed since."""
    if m.actuator_actnum[a] == 0:
        return d.work.ctrl[m.actuator_ctrladr[a]]
    last = m.actuator_actadr[a] + m.actuator_actnum[a] - 1
    if m.actuator_actearly[a]:
        return next_activation(m, a, d.act[last], d.act_dot[last])
    return d.act[last]


@helper
def velocity_slope(m, d, a, output):
    """d force / d velocity of an output of actuator a; zero where the force is at a limit."""
    slope = 0.0 * d.actuator_velocity[output]
    if m.actuator_gaintype[a] == GAIN_AFFINE:
        slope += m.actuator_gainprm[a, 2] * driven_by(m, d, a)
    elif m.actuator_gaintype[a] == GAIN_MUSCLE:
        slope += muscle_velocity_slope(m, d, a, output) * driven_by(m, d, a)
    if m.actuator_biastype[a] == BIAS_AFFINE or m.actuator_biastype[a] == BIAS_SO3:
        slope += m.actuator_biasprm[a, 2]
    return where(is_saturated(m, d, a, output), 0.0, slope)


@helper
def length_slope(m, d, a, output):
    """d force / d length of an output of actuator a; zero where the force is at a limit."""
    slope = 0.0 * d.actuator_length[output]
    if m.actuator_gaintype[a] == GAIN_AFFINE:
        slope += m.actuator_gainprm[a, 1] * driven_by(m, d, a)
    elif m.actuator_gaintype[a] == GAIN_MUSCLE:
        slope += muscle_length_slope(m, d, a, output) * driven_by(m, d, a)
    if m.actuator_biastype[a] == BIAS_AFFINE or m.actuator_biastype[a] == BIAS_SO3:
        slope += m.actuator_biasprm[a, 1]
    elif m.actuator_biastype[a] == BIAS_MUSCLE:
        slope += muscle_passive_slope(m, d, a, output)
    return where(is_saturated(m, d, a, output), 0.0, slope)


@helper
def is_at_limit(value, low, high):
    return (value <= low) | (value >= high)


@helper
def is_saturated(m, d, a, output):
    """Whether the force of an actuator, or the total on its joint or tendon, is at a limit."""
    target, transmission = m.actuator_trnid[a, 0], m.actuator_trntype[a]
    saturated = d.actuator_force[output] != d.actuator_force[output]
    if m.actuator_forcelimited[a]:
        saturated = is_at_limit(d.actuator_force[output], m.actuator_forcerange[a, 0], m.actuator_forcerange[a, 1])
    if transmission == TRN_JOINT or transmission == TRN_JOINTINPARENT:
        if m.jnt_actfrclimited[target]:
            total = d.qfrc_actuator[m.jnt_dofadr[target]]
            saturated = saturated | is_at_limit(total, m.jnt_actfrcrange[target, 0], m.jnt_actfrcrange[target, 1])
    elif transmission == TRN_TENDON:
        if m.tendon_actfrclimited[target]:
            total = 0.0 * d.actuator_force[output]
            for other in range(m.nactuator):
                if m.actuator_trntype[other] == TRN_TENDON and m.actuator_trnid[other, 0] == target:
                    total += d.actuator_force[m.actuator_outadr[other]]
            total *= 1.0 + ROUNDING
            saturated = saturated | is_at_limit(total, m.tendon_actfrcrange[target, 0], m.tendon_actfrcrange[target, 1])
    return saturated
