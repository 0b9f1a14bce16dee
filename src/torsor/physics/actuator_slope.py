"""How actuator forces change with the velocity and the length of their transmission."""

from ..jit import helper
from ..jit.lanes import formula, maximum, where
from .actuation import control
from .integrate import next_activation
from .names import (BIAS_AFFINE, BIAS_SO3, GAIN_AFFINE, GAIN_MUSCLE, MINVAL, TRN_JOINT, TRN_JOINTINPARENT, TRN_TENDON)

ROUNDING = 1e-12  # forces of several actuators that together reach a limit sum up to it but for rounding


@helper
def drive(m, d, a):
    """What the gain of an actuator multiplies: its activation, or its control if it has none."""
    if m.actuator_actnum[a] == 0:
        return control(m, d, a)
    last = m.actuator_actadr[a] + m.actuator_actnum[a] - 1
    if m.actuator_actearly[a]:
        return next_activation(m, a, d.act[last], d.act_dot[last])
    return d.act[last]


@helper
def velocity_slope(m, d, a, output):
    """d force / d velocity of an output of actuator a; zero where the force is at a limit."""
    slope = 0.0 * d.actuator_velocity[output]
    if m.actuator_gaintype[a] == GAIN_AFFINE:
        slope += m.actuator_gainprm[a, 2] * drive(m, d, a)
    elif m.actuator_gaintype[a] == GAIN_MUSCLE:
        slope += muscle_velocity_slope(m, d, a, output) * drive(m, d, a)
    if m.actuator_biastype[a] == BIAS_AFFINE or m.actuator_biastype[a] == BIAS_SO3:
        slope += m.actuator_biasprm[a, 2]
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


# ---- muscles ----
@formula
def muscle_length_gain(length, lmin, lmax):
    """Active force of a muscle by its length: a bump of four parabolas from lmin over one to lmax."""
    a, b = 0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax)
    rise = (length - lmin) / maximum(a - lmin, MINVAL)
    near = (1.0 - length) / maximum(1.0 - a, MINVAL)
    past = (length - 1.0) / maximum(b - 1.0, MINVAL)
    fall = (lmax - length) / maximum(lmax - b, MINVAL)
    bump = where(length <= a, 0.5 * rise * rise,
                 where(length <= 1.0, 1.0 - 0.5 * near * near,
                       where(length <= b, 1.0 - 0.5 * past * past, 0.5 * fall * fall)))
    return where((length >= lmin) & (length <= lmax), bump, 0.0)


@formula
def muscle_velocity_rate(velocity, fvmax):
    """Derivative of the active force of a muscle by its velocity, in units of its largest."""
    excess = fvmax - 1.0
    lengthening = 2.0 * (excess - velocity) / maximum(excess, MINVAL)
    inner = where(velocity <= 0.0, 2.0 * (velocity + 1.0), lengthening)
    return where((velocity > -1.0) & (velocity <= excess), inner, 0.0)


@helper
def muscle_velocity_slope(m, d, a, output):
    """d gain / d velocity of a muscle."""
    low, high, force = m.actuator_gainprm[a, 0], m.actuator_gainprm[a, 1], m.actuator_gainprm[a, 2]
    force = where(force < 0.0, m.actuator_gainprm[a, 3] / maximum(m.actuator_acc0[output], MINVAL), force)
    shortest, longest = m.actuator_lengthrange[output, 0], m.actuator_lengthrange[output, 1]
    unit = (longest - shortest) / maximum(high - low, MINVAL)  # optimal length L0
    length = low + (d.actuator_length[output] - shortest) / maximum(unit, MINVAL)
    fastest = maximum(unit * m.actuator_gainprm[a, 6], MINVAL)
    rate = muscle_velocity_rate(d.actuator_velocity[output] / fastest, m.actuator_gainprm[a, 8])
    return -force * muscle_length_gain(length, m.actuator_gainprm[a, 4], m.actuator_gainprm[a, 5]) * rate / fastest
