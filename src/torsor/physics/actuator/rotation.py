"""Orientation servos: kp log(q^-1 target) - kv velocity, a torque of three outputs along the shortest rotation.

The target is a rotation vector or a quaternion, from controls, or from activations that integrate controls.
"""

from ...jit import helper, stage
from ...jit.lanes import where
from ...jit.values import Quat, Vec3, exponential, norm, normalized, rotation_vector
from ..common.names import CHART_QUAT


@helper
def three(field, k):
    return Vec3(field[k], field[k + 1], field[k + 2])


@helper
def target(m, d, a):
    """The orientation that a servo is to have."""
    k = m.actuator_ctrladr[a]
    if m.actuator_actnum[a] == 0:
        if m.actuator_ctrlspec[a] == CHART_QUAT:
            return normalized(Quat(d.work.ctrl[k], d.work.ctrl[k + 1], d.work.ctrl[k + 2], d.work.ctrl[k + 3]))
        return exponential(three(d.work.ctrl, k))
    k = m.actuator_actadr[a]
    setpoint = three(d.act, k)
    if m.actuator_actearly[a]:
        setpoint += three(d.act_dot, k) * m.opt.timestep
    return exponential(setpoint)


@stage
def rotation_rates(m, d, a: int):
    """act_dot of an orientation servo: its controls."""
    for k in range(m.actuator_actnum[a]):
        d.act_dot[m.actuator_actadr[a] + k] = d.work.ctrl[m.actuator_ctrladr[a] + k]


@stage
def rotation_force(m, d, a: int):
    """actuator_force of the three outputs of an orientation servo."""
    out = m.actuator_outadr[a]
    orientation = exponential(three(d.actuator_length, out))
    error = rotation_vector(orientation.conjugate * target(m, d, a))
    torque = error * m.actuator_gainprm[a, 0] + three(d.actuator_velocity, out) * m.actuator_biasprm[a, 2]
    d.actuator_force[out], d.actuator_force[out + 1], d.actuator_force[out + 2] = torque.x, torque.y, torque.z


@stage
def limit_rotation_force(m, d, a: int):
    """Shorten the torque of an orientation servo to its largest length."""
    out = m.actuator_outadr[a]
    torque = three(d.actuator_force, out)
    length, most = norm(torque), m.actuator_forcerange[a, 1]
    scale = where(length > most, most / where(length > most, length, 1.0), 1.0)
    for k in range(3):
        d.actuator_force[out + k] *= scale


@stage
def forget_turns(m, d, a: int):
    """Let the activations of an orientation servo, a rotation vector, be at most half a turn."""
    k = m.actuator_actadr[a]
    short = rotation_vector(exponential(three(d.act, k)))
    d.act[k], d.act[k + 1], d.act[k + 2] = short.x, short.y, short.z
