"""Fourth-order Runge-Kutta on the configuration manifold (Munthe-Kaas 1998).

Positions are the start moved by a displacement u in its tangent space: q = q0 exp(u). Stages are combined as rates of
u. These are velocities, but for joints that rotate in three dimensions, where u' = dexp^-1(w).
"""

import math

from ...jit import helper, stage
from ...jit.elementary import sincos
from ...jit.lanes import any_, formula, rint, sqrt, where
from ...jit.values import cross, dot
from ..actuator.circle import is_on_circle, is_servo
from ..common.names import BALL, DYN_DCMOTOR, FREE, OFF_ACTUATION
from ..force.passive import yield_joints, yield_tendons
from ..forward import forward_from
from ..sensor.evaluate import record_readings
from ..sleep.rest import dof_sleeps, may_sleep, some_sleep
from .euler import advance_activation, advance_position, step_buffers
from .sleep import fall_asleep

FULL_TURN = 2.0 * math.pi
SMALL = 1e-4  # angle below which the series is exact to rounding


@formula
def displacement_rate(u, w):
    """dexp^-1: rate of the rotation vector u of a frame that turns with angular velocity w about its own axes.

    It is that of the shortest u to the same orientation: full turns, where u has no rate, are left out.
    """
    square = dot(u, u)
    u = u * (1.0 - FULL_TURN * rint(sqrt(square) / FULL_TURN) / sqrt(where(square > 0.0, square, 1.0)))
    square = dot(u, u)
    turned = square > SMALL * SMALL
    angle = sqrt(where(turned, square, 1.0))
    sin, cos = sincos(0.5 * angle)
    factor = where(turned, (1.0 - 0.5 * angle * cos / sin) / (angle * angle), 1.0 / 12.0 + square / 720.0)
    sideways = cross(u, w)
    return w + 0.5 * sideways + factor * cross(u, sideways)


@helper
def add_stage(m, d, weight):
    """Add the rates found at the current stage to the weighted means."""
    for i in range(m.nv):
        d.work.rk_velocity[i] += weight * d.work.rk_rate[i]
        d.work.rk_acceleration[i] += weight * d.qacc[i]
    for k in range(m.na):
        d.work.rk_activation[k] += weight * d.act_dot[k]


@stage
def begin_stages(m, d):
    """Remember the start; its rates are those of the first stage."""
    for q in range(m.nq):
        d.work.rk_qpos[q] = d.qpos[q]
    for i in range(m.nv):
        d.work.rk_qvel[i], d.work.rk_rate[i] = d.qvel[i], d.qvel[i]
        d.work.rk_velocity[i], d.work.rk_acceleration[i] = 0.0, 0.0
    for k in range(m.na):
        d.work.rk_act[k], d.work.rk_activation[k] = d.act[k], 0.0
    add_stage(m, d, 1.0 / 6.0)


@helper
def set_rates(m, d, h):
    """work.rk_rate from qvel, at the displacement h * (the rates before)."""
    for j in range(m.njnt):
        kind, i = m.jnt_type[j], m.jnt_dofadr[j]
        if kind == FREE:
            d.work.rk_rate.vec3[i] = d.qvel.vec3[i]
            i += 3
        if kind == FREE or kind == BALL:
            d.work.rk_rate.vec3[i] = displacement_rate(h * d.work.rk_rate.vec3[i], d.qvel.vec3[i])
        else:
            d.work.rk_rate[i] = d.qvel[i]


@helper
def go_to_stage(m, d, h):
    """Move from the start for a time h, with the rates of the stage before."""
    advance_position(m, d, d.work.rk_qpos, d.work.rk_rate, h)
    for i in range(m.nv):
        d.qvel[i] = d.work.rk_qvel[i] + h * d.qacc[i]
    for k in range(m.na):
        d.act[k] = d.work.rk_act[k] + h * d.act_dot[k]
    set_rates(m, d, h)


@stage
def half_stage(m, d):
    """Forward dynamics half a step on."""
    go_to_stage(m, d, 0.5 * m.opt.timestep)
    forward_from(m, d, 0, True)
    add_stage(m, d, 1.0 / 3.0)


@stage
def full_stage(m, d):
    """Forward dynamics at the end of the step."""
    go_to_stage(m, d, m.opt.timestep)
    forward_from(m, d, 0, True)
    add_stage(m, d, 1.0 / 6.0)


@stage
def keep_tendons(m, d):
    """Remember the tendons at the start."""
    for t in range(m.ntendon):
        d.work.rk_ten_length[t] = d.ten_length[t]
    for k in range(m.nJten):
        d.work.rk_ten_J[k] = d.ten_J[k]


@helper
def counts_turns(m, a):
    """Whether the activation of an actuator depends on its length at the start: that of a servo about an axis."""
    return is_on_circle(m, a) and any_(is_servo(m, a))


@helper
def counts_speed(m, a):
    """Whether the activation of an actuator depends on its velocity at the start: that of a motor."""
    return m.actuator_dyntype[a] == DYN_DCMOTOR


@helper
def some_looks_back(m, counts):
    """Whether there is an actuator with activations for which that holds."""
    if m.opt.disableflags & OFF_ACTUATION:
        return False
    for a in range(m.nactuator):
        if m.actuator_actnum[a] and counts(m, a):
            return True
    return False


@stage
def keep_lengths(m, d):
    """Remember the lengths and velocities of actuators at the start."""
    for k in range(m.nout):
        d.work.rk_length[k], d.work.rk_speed[k] = d.actuator_length[k], d.actuator_velocity[k]


@stage
def restore_lengths(m, d):
    """Actuators go back to where they were at the start, from which turns are counted."""
    for k in range(m.nout):
        d.actuator_length[k] = d.work.rk_length[k]


@stage
def restore_speeds(m, d):
    """Actuators move as they did at the start, which windings of motors depend on."""
    for k in range(m.nout):
        d.actuator_velocity[k] = d.work.rk_speed[k]


@stage
def yield_over_step(m, d):
    """Let springs yield that the step stretched too far; tendons go back to where they were at the start of it."""
    for t in range(m.ntendon):
        d.ten_length[t] = d.work.rk_ten_length[t]
    for k in range(m.nJten):
        d.ten_J[k] = d.work.rk_ten_J[k]
    yield_joints(m, d)
    yield_tendons(m, d, d.work.rk_velocity)


@stage
def rest_at_start(m, d):
    """Let trees fall asleep where they were at the start."""
    for q in range(m.nq):
        d.qpos[q] = d.work.rk_qpos[q]
    for i in range(m.nv):
        d.qvel[i] = d.work.rk_qvel[i]
    fall_asleep(m, d)


@stage
def end_stages(m, d):
    """The step with the weighted means, which qacc reports; act_dot stays that of the last stage."""
    h = m.opt.timestep
    if m.na > 0:
        if some_looks_back(m, counts_turns):
            restore_lengths(m, d)
        if some_looks_back(m, counts_speed):
            restore_speeds(m, d)
        advance_activation(m, d, d.work.rk_act, d.work.rk_activation)
    for i in range(m.nv):
        d.qacc_warmstart[i] = d.qacc[i]
    if may_sleep(m, d):
        rest_at_start(m, d)
    skips = some_sleep(m, d)
    for i in range(m.nv):
        d.qacc[i] = d.work.rk_acceleration[i]
        if not (skips and dof_sleeps(m, d, i)):
            d.qvel[i] = d.work.rk_qvel[i] + h * d.qacc[i]
    advance_position(m, d, d.work.rk_qpos, d.work.rk_velocity, h)
    if m.nplastic > 0:
        yield_over_step(m, d)


@stage
def rungekutta4(m, d):
    """A step of the fourth-order Runge-Kutta method, after forward dynamics at its start."""
    start, h = d.time, m.opt.timestep
    if m.nhistory > 0 and m.nsensor:
        record_readings(m, d)
    begin_stages(m, d)
    if m.nplastic > 0:
        keep_tendons(m, d)
    if some_looks_back(m, counts_turns) or some_looks_back(m, counts_speed):
        keep_lengths(m, d)
    d.time = start + 0.5 * h
    half_stage(m, d)
    half_stage(m, d)
    d.time = start + h
    full_stage(m, d)
    if m.nhistory > 0:
        d.time = start
        step_buffers(m, d)
        d.time = start + h
    end_stages(m, d)
