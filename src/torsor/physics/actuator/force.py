"""Actuators: from controls to forces in joint space."""

from ...jit import callback, helper, stage
from ...jit.callback import is_set
from ...jit.choice import choice
from ...jit.lanes import any_, clamp, not_, where
from ..common.names import GAIN_DCMOTOR, GAIN_PID, GAIN_SO3, MAXVAL, OFF_CLAMPCTRL, WARN_BADCTRL
from ..common.sparse import add_row
from ..common.warn import warn
from ..position.transmission import drives_tendon, joint_size
from ..sleep.rest import actuator_sleeps, some_sleep
from .bias import bias
from .circle import is_on_circle, nearest_target
from .delay import read_delayed_controls
from .dynamics import last_activation, next_activation, set_activation_rates
from .gain import gain
from .motor import motor_force, motor_resistance
from .pid import pid_drive
from .rotation import limit_rotation_force, rotation_force

GROUPS = 31  # actuator groups that opt.disableactuator can switch off
control = callback.control


@helper
def call_control_callback(m, d):
    """Let the user's function set controls."""
    if is_set(m, control):
        control(m, d, 0, 0)


@helper
def is_disabled(m, a):
    """Whether the group of this actuator is switched off."""
    group = m.actuator_group[a]
    return 0 <= group < GROUPS and (m.opt.disableactuator >> group) & 1 == 1


@helper
def drive_signal(m, d, a):
    """What the gain multiplies: the control, or the activation of an actuator that has one, now or after the step."""
    if m.actuator_actnum[a] == 0:
        return d.work.ctrl[m.actuator_ctrladr[a]]
    k = last_activation(m, a)
    return next_activation(m, d, a, k, d.act[k], d.act_dot[k]) if m.actuator_actearly[a] else d.act[k]


@stage
def read_controls(m, d):
    """work.ctrl: controls after their delays, within their ranges."""
    for i in range(m.nu):
        d.work.ctrl[i] = d.ctrl[i]
    if m.nhistory:
        read_delayed_controls(m, d)
    if not m.opt.disableflags & OFF_CLAMPCTRL:
        for i in range(m.nu):
            if m.actuator_ctrllimited[i]:
                d.work.ctrl[i] = clamp(d.work.ctrl[i], m.actuator_ctrlrange[i, 0], m.actuator_ctrlrange[i, 1])


@stage
def controls(m, d):
    """work.ctrl as above; zero, with a warning, if one of them is not a number."""
    read_controls(m, d)
    for i in range(m.nu):
        bad = not_(abs(d.work.ctrl[i]) <= MAXVAL)
        if any_(bad):
            warn(d, WARN_BADCTRL, i)
            for k in range(m.nu):
                d.work.ctrl[k] = where(bad, 0.0, d.work.ctrl[k])


# ---- forces ----
@stage
def activation_rates(m, d):
    """act_dot of actuators that are awake."""
    skips = some_sleep(m, d)
    for a in range(m.nactuator):
        if m.actuator_actnum[a] > 0 and not (skips and actuator_sleeps(m, d, a)):
            set_activation_rates(m.actuator_dyntype[a], m, d, a)


@helper
def force_by_law(m, d, a):
    """Gain times control or activation, plus bias."""
    out, drive = m.actuator_outadr[a], drive_signal(m, d, a)
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]
    if is_on_circle(m, a):
        drive = nearest_target(m, a, drive, length)
    d.actuator_force[out] = (gain(m.actuator_gaintype[a], m, d, a, length, velocity) * drive
                             + bias(m.actuator_biastype[a], m, d, a, length, velocity))


@helper
def force_of_controller(m, d, a):
    out = m.actuator_outadr[a]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]
    d.actuator_force[out] = pid_drive(m, d, a) + bias(m.actuator_biastype[a], m, d, a, length, velocity)


@helper
def force_of_motor(m, d, a):
    d.actuator_force[m.actuator_outadr[a]] = motor_force(m, d, a)


@helper
def torque_of_servo(m, d, a):
    rotation_force(m, d, a)


# type of gain: what writes the forces of an actuator whose inputs and outputs are several, or act together
JOINT_LAWS = {GAIN_DCMOTOR: force_of_motor, GAIN_SO3: torque_of_servo, GAIN_PID: force_of_controller}
set_force = choice('set_force', JOINT_LAWS, otherwise=force_by_law)


@helper
def is_idle(m, d, a):
    """Whether an actuator sleeps or its group is switched off."""
    return is_disabled(m, a) or (some_sleep(m, d) and actuator_sleeps(m, d, a))


@helper
def clear_force(m, d, a):
    for out in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
        d.actuator_force[out] = 0.0


@stage
def raw_forces(m, d):
    """actuator_force before any limit; zero for actuators that sleep or whose group is switched off."""
    for a in range(m.nactuator):
        if is_idle(m, d, a):
            clear_force(m, d, a)
        else:
            set_force(m.actuator_gaintype[a], m, d, a)


@helper
def pulls_on(m, a, t):
    return drives_tendon(m, a) and m.actuator_trnid[a, 0] == t


@stage
def limit_tendon_forces(m, d):
    """Scale the forces of all actuators on a tendon so that their sum is within its range."""
    for t in range(m.ntendon):
        if m.tendon_actfrclimited[t]:
            total = 0.0
            for a in range(m.nactuator):
                if pulls_on(m, a, t):
                    total += d.actuator_force[m.actuator_outadr[a]]
            wanted = clamp(total, m.tendon_actfrcrange[t, 0], m.tendon_actfrcrange[t, 1])
            pulling = total != 0.0
            scale = where(pulling, wanted / where(pulling, total, 1.0), 1.0)
            for a in range(m.nactuator):
                if pulls_on(m, a, t):
                    d.actuator_force[m.actuator_outadr[a]] *= scale


@helper
def has_limited_tendon(m):
    """Whether a tendon limits the forces of its actuators."""
    for t in range(m.ntendon):
        if m.tendon_actfrclimited[t]:
            return True
    return False


@helper
def limit_force(m, d, a):
    """Keep the force of an actuator within its range; cogging and friction of motors know no limit."""
    out = m.actuator_outadr[a]
    if m.actuator_forcelimited[a]:
        if m.actuator_gaintype[a] == GAIN_SO3:
            limit_rotation_force(m, d, a)
        else:
            low, high = m.actuator_forcerange[a, 0], m.actuator_forcerange[a, 1]
            d.actuator_force[out] = clamp(d.actuator_force[out], low, high)
    if m.actuator_gaintype[a] == GAIN_DCMOTOR and not is_idle(m, d, a):
        d.actuator_force[out] += motor_resistance(m, d, a)


@stage
def actuator_forces(m, d):
    """act_dot and actuator_force from controls, and qfrc_actuator, what the forces amount to in joint space."""
    if m.na > 0:
        activation_rates(m, d)
    raw_forces(m, d)
    if has_limited_tendon(m):
        limit_tendon_forces(m, d)
    for i in range(m.nv):
        d.qfrc_actuator[i] = 0.0
    for a in range(m.nactuator):
        limit_force(m, d, a)
        for out in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
            add_row(d.actuator_force[out], d.moment_rowadr[out], d.moment_rownnz[out], d.moment_colind,
                    d.actuator_moment, d.qfrc_actuator)
    for j in range(m.njnt):
        joint_actuation(m, d, j)


@helper
def joint_actuation(m, d, j):
    """Add gravity compensation that counts as actuation, and keep the total within the range of a hinge or slide."""
    i = m.jnt_dofadr[j]
    if m.jnt_actgravcomp[j] and m.flg_gravcomp:
        for k in range(i, i + joint_size(m, j)):
            d.qfrc_actuator[k] += d.qfrc_gravcomp[k]
    if m.jnt_actfrclimited[j]:
        d.qfrc_actuator[i] = clamp(d.qfrc_actuator[i], m.jnt_actfrcrange[j, 0], m.jnt_actfrcrange[j, 1])


@helper
def no_actuator_forces(m, d):
    """What there is without actuators, or with actuation switched off."""
    for out in range(m.nout):
        d.actuator_force[out] = 0.0
    for i in range(m.nv):
        d.qfrc_actuator[i] = 0.0
