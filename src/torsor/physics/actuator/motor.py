"""DC motors: a controller, the current through the winding, its heat, cogging, and friction after LuGre.

    voltage      v = clamp(R/K torque + K velocity, Vmax) + input         torque: what a PID controller asks for
    current      i = (v - K velocity) / R(T), or di/dt = (v - K velocity - R(T) i) / (te R(T))
    resistance   R(T) = R (1 + alpha (T - T0))
    temperature  Cth dT/dt = R(T) i^2 - (T - ambient) / Rth               the activation is T - ambient
    bristles     dz/dt = velocity - s0 |velocity| / g z                   g: Coulomb, Stribeck and static friction
    force        K i + A sin(N length + phase) - s0 z - s1 dz/dt

Canudas de Wit et al., A new model for control of systems with friction, 1995. Activations are, in this order and each
only if the motor has it: the slowed target, the integral of the controller, temperature, bristles, current.
"""

import math
from typing import Any, NamedTuple

from ...jit import helper, stage
from ...jit.elementary import exp, sincos
from ...jit.lanes import any_, clamp, each, maximum, where
from ..common.names import INPUT_FF, INPUT_POS, INPUT_VEL, MINVAL
from .inputs import has_input, integral_rate, named_inputs, slew_rate, slewed

RESISTANCE, CONSTANT, ALPHA, COLD, KP, KI, KD, VMAX = range(8)  # places in gainprm
TIME, RATE, THERMAL_R, THERMAL_C, AMBIENT, STIFFNESS, DAMPING, SLEW, IMAX = range(9)  # in dynprm
COGGING, POLES, PHASE, COULOMB, STATIC, STRIBECK = range(6)  # in biasprm
NONE = -1


class States(NamedTuple):
    """Where the activations of a motor are; NONE where it has none."""

    slew: Any
    integral: Any
    temperature: Any
    bristles: Any
    current: Any


@helper
def place_if(exists, k):
    """Place of an activation that may exist, and the place after it."""
    return (k, k + 1) if any_(exists) else (NONE, k)


@helper
def states_of(m, a):
    """Where activations are. All worlds have the same ones; stages of motors, moreover, take one at a time."""
    k = m.actuator_actadr[a]
    slew, k = place_if(m.actuator_dynprm[a, SLEW] > 0.0, k)
    integral, k = place_if(m.actuator_gainprm[a, KI] != 0.0, k)
    temperature, k = place_if(m.actuator_dynprm[a, THERMAL_R] > 0.0, k)
    bristles, k = place_if(m.actuator_dynprm[a, STIFFNESS] > 0.0, k)
    current, k = place_if(m.actuator_dynprm[a, TIME] > 0.0, k)
    return States(slew, integral, temperature, bristles, current)


# ---- controller ----
@helper
def is_controlled(m, a):
    return has_input(m, a, INPUT_POS) or has_input(m, a, INPUT_VEL) or has_input(m, a, INPUT_FF)


@helper
def first_input(m, d, a):
    return d.work.ctrl[m.actuator_ctrladr[a]]


@helper
def targets(m, d, a, at):
    """Inputs, the first of which may be slowed down."""
    pos, vel, force, voltage = named_inputs(m, d, a)
    if at.slew >= 0:
        slow = slewed(m, first_input(m, d, a), d.act[at.slew], m.actuator_dynprm[a, SLEW])
        if has_input(m, a, INPUT_POS):
            pos = slow
        elif has_input(m, a, INPUT_VEL):
            vel = slow
        else:
            force = slow
    return pos, vel, force, voltage


@helper
def wanted_voltage(m, d, a, at, length, velocity):
    """Voltage for the torque that the controller asks for, before it is clamped."""
    pos, vel, force, _ = targets(m, d, a, at)
    torque = (m.actuator_gainprm[a, KP] * (pos - length) + m.actuator_gainprm[a, KD] * (vel - velocity) + force)
    if at.integral >= 0:
        torque += m.actuator_gainprm[a, KI] * d.act[at.integral]
    constant = m.actuator_gainprm[a, CONSTANT]
    return m.actuator_gainprm[a, RESISTANCE] / constant * torque + constant * velocity


@helper
def voltage(m, d, a, at, length, velocity):
    """Voltage at the terminals."""
    _, _, _, direct = named_inputs(m, d, a)
    if not is_controlled(m, a):
        return direct
    wanted, most = wanted_voltage(m, d, a, at, length, velocity), m.actuator_gainprm[a, VMAX]
    if most > 0.0:
        wanted = clamp(wanted, -most, most)
    return wanted + direct


@helper
def is_clamped(m, d, a, at, length, velocity):
    most = m.actuator_gainprm[a, VMAX]
    return most > 0.0 and abs(wanted_voltage(m, d, a, at, length, velocity)) >= most


# ---- current ----
@helper
def resistance(m, d, a, at):
    """Resistance at the temperature of the winding."""
    cold = m.actuator_gainprm[a, RESISTANCE]
    if at.temperature < 0:
        return each(cold, d.time)
    excess = d.act[at.temperature] + m.actuator_dynprm[a, AMBIENT] - m.actuator_gainprm[a, COLD]
    return cold * (1.0 + m.actuator_gainprm[a, ALPHA] * excess)


@helper
def steady_current(m, d, a, at, length, velocity):
    """The current that flows when it does not change."""
    drop = voltage(m, d, a, at, length, velocity) - m.actuator_gainprm[a, CONSTANT] * velocity
    return drop / resistance(m, d, a, at)


@helper
def unclamped_rate(m, d, a, at, length, velocity):
    """di/dt, before it is clamped."""
    return (steady_current(m, d, a, at, length, velocity) - d.act[at.current]) / m.actuator_dynprm[a, TIME]


@helper
def exact_span(m, constant):
    """The time that the first rate of an exponential decay would have to last for it to end where a step does."""
    return constant * (1.0 - exp(-m.opt.timestep / constant))


# ---- friction ----
@helper
def stribeck(m, a, velocity):
    """Friction at a steady velocity."""
    x = velocity / max(MINVAL, m.actuator_biasprm[a, STRIBECK])
    coulomb = m.actuator_biasprm[a, COULOMB]
    return coulomb + (m.actuator_biasprm[a, STATIC] - coulomb) * exp(-x * x)


@helper
def bristle_decay(m, a, velocity):
    """How fast the bristles forget [1/s]."""
    return m.actuator_dynprm[a, STIFFNESS] * abs(velocity) / maximum(stribeck(m, a, velocity), MINVAL)


@helper
def bristle_rate(m, d, a, at, velocity):
    return velocity - bristle_decay(m, a, velocity) * d.act[at.bristles]


# ---- what the tables of actuators hold ----
@helper
def output(m, d, a):
    """Length and velocity of the motor."""
    return d.actuator_length[m.actuator_outadr[a]], d.actuator_velocity[m.actuator_outadr[a]]


@helper
def current(m, d, a, at, length, velocity):
    """The current that the force is of: now, or at the end of the step."""
    if at.current < 0:
        return steady_current(m, d, a, at, length, velocity)
    now = d.act[at.current]
    if m.actuator_actearly[a]:
        now += exact_span(m, m.actuator_dynprm[a, TIME]) * d.act_dot[at.current]
    return now


@stage(one_world=True)
def motor_rates(m, d, a: int):
    """act_dot of a motor."""
    at, (length, velocity) = states_of(m, a), output(m, d, a)
    if at.slew >= 0:
        d.act_dot[at.slew] = slew_rate(m, first_input(m, d, a), d.act[at.slew], m.actuator_dynprm[a, SLEW])
    if at.integral >= 0:
        pos, _, _, _ = targets(m, d, a, at)
        d.act_dot[at.integral] = integral_rate(pos - length, d.act[at.integral], m.actuator_dynprm[a, IMAX])
    if at.temperature >= 0:
        i = d.act[at.current] if at.current >= 0 else steady_current(m, d, a, at, length, velocity)
        lost = d.act[at.temperature] / m.actuator_dynprm[a, THERMAL_R]
        d.act_dot[at.temperature] = (resistance(m, d, a, at) * i * i - lost) / m.actuator_dynprm[a, THERMAL_C]
    if at.bristles >= 0:
        d.act_dot[at.bristles] = bristle_rate(m, d, a, at, velocity)
    if at.current >= 0:
        rate, most = unclamped_rate(m, d, a, at, length, velocity), m.actuator_dynprm[a, RATE]
        d.act_dot[at.current] = clamp(rate, -most, most) if most > 0.0 else rate


@stage(one_world=True)
def motor_span(m, d, a: int, k: int) -> float:
    """How long the rate of activation k is to last for it to end where a step does; current and bristles are exact."""
    at = states_of(m, a)
    if k == at.current:
        return each(exact_span(m, m.actuator_dynprm[a, TIME]), d.time)
    if k == at.bristles:
        decay = bristle_decay(m, a, d.actuator_velocity[m.actuator_outadr[a]])
        if decay > MINVAL:
            return exact_span(m, 1.0 / decay)
    return each(m.opt.timestep, d.time)


@stage(one_world=True)
def motor_decay(m, d, a: int) -> float:
    """How fast the bristles of a motor forget [1/s]."""
    return bristle_decay(m, a, d.actuator_velocity[m.actuator_outadr[a]])


@helper
def is_bristles(m, a, k):
    return k == states_of(m, a).bristles


@helper
def motor_bound(m, a, k):
    """Largest value of activation k."""
    most = m.actuator_dynprm[a, IMAX]
    return where((k == states_of(m, a).integral) & (most > 0.0), most, math.inf)


@stage(one_world=True)
def motor_force(m, d, a: int) -> float:
    """Force of the current through a motor, which its limits concern."""
    at, (length, velocity) = states_of(m, a), output(m, d, a)
    return m.actuator_gainprm[a, CONSTANT] * current(m, d, a, at, length, velocity)


@stage(one_world=True)
def motor_resistance(m, d, a: int) -> float:
    """Cogging and friction of a motor, which act whatever the current is."""
    at, (length, velocity) = states_of(m, a), output(m, d, a)
    angle = m.actuator_biasprm[a, POLES] * length + m.actuator_biasprm[a, PHASE]
    force = m.actuator_biasprm[a, COGGING] * sincos(angle)[0]
    if at.bristles >= 0:
        force -= (m.actuator_dynprm[a, STIFFNESS] * d.act[at.bristles]
                  + m.actuator_dynprm[a, DAMPING] * bristle_rate(m, d, a, at, velocity))
    return force


@helper
def current_share(m, d, a, at, length, velocity):
    """How much of a change of the steady current the force sees at once."""
    if at.current < 0:
        return each(1.0, d.time)
    rate, most = unclamped_rate(m, d, a, at, length, velocity), m.actuator_dynprm[a, RATE]
    if not m.actuator_actearly[a] or (most > 0.0 and abs(rate) >= most):
        return each(0.0, d.time)
    return each(exact_span(m, m.actuator_dynprm[a, TIME]) / m.actuator_dynprm[a, TIME], d.time)


@helper
def torque_slope(m, d, a, at, length, velocity, gain):
    """Slope of K i by the length or velocity that the controller multiplies with -gain."""
    if not is_controlled(m, a) or is_clamped(m, d, a, at, length, velocity):
        return each(0.0, d.time)
    return -gain * m.actuator_gainprm[a, RESISTANCE] / resistance(m, d, a, at)


@stage(one_world=True)
def motor_slope_by_length(m, d, a: int) -> float:
    """Derivative of the force of the current by the length of a motor."""
    at, (length, velocity) = states_of(m, a), output(m, d, a)
    slope = torque_slope(m, d, a, at, length, velocity, m.actuator_gainprm[a, KP])
    return slope * current_share(m, d, a, at, length, velocity)


@stage(one_world=True)
def motor_slope_by_velocity(m, d, a: int) -> float:
    """Derivative of the force of the current by the velocity of a motor."""
    at, (length, velocity) = states_of(m, a), output(m, d, a)
    constant = m.actuator_gainprm[a, CONSTANT]
    slope = torque_slope(m, d, a, at, length, velocity, m.actuator_gainprm[a, KD])
    if not is_controlled(m, a) or is_clamped(m, d, a, at, length, velocity):
        slope -= constant * constant / resistance(m, d, a, at)  # else the controller makes up for it
    return slope * current_share(m, d, a, at, length, velocity)


@stage(one_world=True)
def motor_resistance_by_length(m, d, a: int) -> float:
    """Derivative of cogging by the length of a motor."""
    poles, phase = m.actuator_biasprm[a, POLES], m.actuator_biasprm[a, PHASE]
    return m.actuator_biasprm[a, COGGING] * poles * sincos(poles * d.actuator_length[m.actuator_outadr[a]] + phase)[1]


@stage(one_world=True)
def motor_resistance_by_velocity(m, d, a: int) -> float:
    """Derivative of friction by the velocity of a motor: what damps at once, bristles as they are."""
    return each(-m.actuator_dynprm[a, DAMPING] if states_of(m, a).bristles >= 0 else 0.0, d.time)
