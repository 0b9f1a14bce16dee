"""Muscles: activation dynamics, and the force by length and velocity (the FLV function of the MuJoCo documentation)."""

from ...jit import helper
from ...jit.lanes import clamp, formula, maximum, where
from ..common.names import MINVAL
from ..common.sigmoid import sigmoid


@formula
def length_curve(length, lmin, lmax):
    """Active force by length, and its derivative: a bump of four parabolas from lmin over one to lmax."""
    a, b = 0.5 * (lmin + 1.0), 0.5 * (1.0 + lmax)
    spans = [maximum(span, MINVAL) for span in (a - lmin, 1.0 - a, b - 1.0, lmax - b)]
    w, x, y, z = [(to - start) / span for to, start, span in
                  zip((length, 1.0, length, lmax), (lmin, length, 1.0, length), spans)]
    inside = (length >= lmin) & (length <= lmax)

    def piece(rising, near, past, falling):
        below, above = where(length <= a, rising, near), where(length <= b, past, falling)
        return where(inside, where(length <= 1.0, below, above), 0.0)

    return (piece(0.5 * w * w, 1.0 - 0.5 * x * x, 1.0 - 0.5 * y * y, 0.5 * z * z),
            piece(w / spans[0], x / spans[1], -y / spans[2], -z / spans[3]))


@formula
def velocity_curve(velocity, fvmax):
    """Active force by velocity, and its derivative: a parabola up to rest, another up to fvmax."""
    excess = fvmax - 1.0
    scale, shortening, lag = maximum(excess, MINVAL), velocity + 1.0, excess - velocity
    slow, fast, pulling = velocity <= -1.0, velocity > excess, velocity <= 0.0
    value = where(pulling, shortening * shortening, fvmax - lag * lag / scale)
    slope = where(pulling, 2.0 * shortening, 2.0 * lag / scale)
    return where(slow, 0.0, where(fast, fvmax, value)), where(slow | fast, 0.0, slope)


@formula
def active_force(length, velocity, lmin, lmax, fvmax, peak):
    """Force at full activation, which pulls; length and velocity are in the units of the muscle."""
    by_length, _ = length_curve(length, lmin, lmax)
    by_velocity, _ = velocity_curve(velocity, fvmax)
    return -peak * by_length * by_velocity


@formula
def passive_force(length, lmax, fpmax, peak):
    """Force at no activation: a parabola from one to half way to lmax, then a line."""
    stretch = (length - 1.0) / maximum(0.5 * (lmax - 1.0), MINVAL)
    rise = where(stretch <= 1.0, 0.5 * stretch * stretch, stretch - 0.5)
    return where(stretch <= 0.0, 0.0, -peak * fpmax * rise)


@formula
def activation_rate(ctrl, act, tau_act, tau_deact, width):
    """Rate of activation [1/s]: towards the control, with a time constant for rising, another for falling.

    Over differences of activation within `width` the one goes over smoothly into the other.
    """
    pace, excess = 0.5 + 1.5 * clamp(act, 0.0, 1.0), clamp(ctrl, 0.0, 1.0) - act
    rising, falling = tau_act * pace, tau_deact / pace
    smooth = falling + (rising - falling) * sigmoid(excess / maximum(width, MINVAL) + 0.5)
    constant = where(width < MINVAL, where(excess > 0.0, rising, falling), smooth)
    return excess / maximum(constant, MINVAL)


@formula
def passive_curve_slope(length, lmax, fpmax):
    """Derivative of the passive force by length, per peak force."""
    half = maximum(0.5 * (lmax - 1.0), MINVAL)
    stretch = (length - 1.0) / half
    return clamp(stretch, 0.0, 1.0) * (fpmax / half)


@formula
def muscle_units(low, high, force, scale, shortest, longest, acc0):
    """Optimal length and peak force; a negative force means `scale` per acceleration by a unit force."""
    length = (longest - shortest) / maximum(high - low, MINVAL)
    return maximum(length, MINVAL), where(force < 0.0, scale / maximum(acc0, MINVAL), force)


@helper
def gain_curves(m, a, length, velocity):
    """Length and velocity curves of the active force with their derivatives, and the peak force."""
    low, output = m.actuator_gainprm[a, 0], m.actuator_outadr[a]
    shortest = m.actuator_lengthrange[output, 0]
    unit, peak = muscle_units(low, m.actuator_gainprm[a, 1], m.actuator_gainprm[a, 2], m.actuator_gainprm[a, 3],
                              shortest, m.actuator_lengthrange[output, 1], m.actuator_acc0[output])
    fastest = maximum(unit * m.actuator_gainprm[a, 6], MINVAL)
    bump, bump_slope = length_curve(low + (length - shortest) / unit, m.actuator_gainprm[a, 4],
                                    m.actuator_gainprm[a, 5])
    speed, speed_slope = velocity_curve(velocity / fastest, m.actuator_gainprm[a, 8])
    return bump, bump_slope / unit, speed, speed_slope / fastest, peak


@helper
def muscle_gain_by_velocity(m, d, a, length, velocity):
    bump, _, _, speed_slope, peak = gain_curves(m, a, length, velocity)
    return -peak * bump * speed_slope


@helper
def muscle_gain_by_length(m, d, a, length, velocity):
    _, bump_slope, speed, _, peak = gain_curves(m, a, length, velocity)
    return -peak * bump_slope * speed


@helper
def passive_length(m, a, length):
    """Length of a muscle that is not activated in units of its optimal one, this unit, and the largest force."""
    low, output = m.actuator_biasprm[a, 0], m.actuator_outadr[a]
    shortest = m.actuator_lengthrange[output, 0]
    unit, peak = muscle_units(low, m.actuator_biasprm[a, 1], m.actuator_biasprm[a, 2], m.actuator_biasprm[a, 3],
                              shortest, m.actuator_lengthrange[output, 1], m.actuator_acc0[output])
    return low + (length - shortest) / unit, unit, peak


@helper
def muscle_bias_by_length(m, d, a, length, velocity):
    x, unit, peak = passive_length(m, a, length)
    return -peak * passive_curve_slope(x, m.actuator_biasprm[a, 5], m.actuator_biasprm[a, 7]) / unit


@helper
def muscle_gain(m, d, a, length, velocity):
    """Force of a muscle per activation."""
    bump, _, speed, _, peak = gain_curves(m, a, length, velocity)
    return -peak * bump * speed


@helper
def muscle_bias(m, d, a, length, velocity):
    """Force of a muscle that is not activated."""
    x, _, peak = passive_length(m, a, length)
    return passive_force(x, m.actuator_biasprm[a, 5], m.actuator_biasprm[a, 7], peak)


@helper
def muscle_rate(m, a, ctrl, act):
    """Rate of the activation of a muscle."""
    return activation_rate(ctrl, act, m.actuator_dynprm[a, 0], m.actuator_dynprm[a, 1], m.actuator_dynprm[a, 2])
