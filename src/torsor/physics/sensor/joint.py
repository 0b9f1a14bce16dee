"""Sensors of joints, tendons and actuators: positions, velocities, forces, and what limits do."""

from ...jit import helper, stage
from ...jit.choice import choice
from ...jit.values import normalized
from ..actuator.force import pulls_on
from ..common.names import (
    ROW_LIMIT_JOINT,
    ROW_LIMIT_TENDON,
    SENS_ACTUATORFRC,
    SENS_ACTUATORPOS,
    SENS_ACTUATORVEL,
    SENS_BALLANGVEL,
    SENS_BALLQUAT,
    SENS_JOINTACTFRC,
    SENS_JOINTLIMITFRC,
    SENS_JOINTLIMITPOS,
    SENS_JOINTLIMITVEL,
    SENS_JOINTPOS,
    SENS_JOINTVEL,
    SENS_TENDONACTFRC,
    SENS_TENDONLIMITFRC,
    SENS_TENDONLIMITPOS,
    SENS_TENDONLIMITVEL,
    SENS_TENDONPOS,
    SENS_TENDONVEL,
)
from .common import put_number, put_vector


# ---- readings of sensor s on object i ----
@helper
def joint_position(m, d, s, i):
    put_number(m, d, s, d.qpos[m.jnt_qposadr[i]])


@helper
def joint_velocity(m, d, s, i):
    put_number(m, d, s, d.qvel[m.jnt_dofadr[i]])


@helper
def tendon_position(m, d, s, i):
    put_number(m, d, s, d.ten_length[i])


@helper
def tendon_velocity(m, d, s, i):
    put_number(m, d, s, d.ten_velocity[i])


@helper
def put_outputs(m, d, s, a, field):
    """Let the reading be what a field has for the outputs of an actuator."""
    for k in range(m.actuator_outnum[a]):
        d.sensordata[m.sensor_adr[s] + k] = field[m.actuator_outadr[a] + k]


@helper
def actuator_position(m, d, s, i):
    put_outputs(m, d, s, i, d.actuator_length)


@helper
def actuator_velocity(m, d, s, i):
    put_outputs(m, d, s, i, d.actuator_velocity)


@helper
def actuator_force(m, d, s, i):
    put_outputs(m, d, s, i, d.actuator_force)


@helper
def joint_actuation(m, d, s, i):
    put_number(m, d, s, d.qfrc_actuator[m.jnt_dofadr[i]])


@helper
def tendon_actuation(m, d, s, i):
    total = 0.0
    for a in range(m.nactuator):
        if pulls_on(m, a, i):
            total += d.actuator_force[m.actuator_outadr[a]]
    put_number(m, d, s, total)


@helper
def ball_orientation(m, d, s, i):
    d.sensordata.quat[m.sensor_adr[s]] = normalized(d.qpos.quat[m.jnt_qposadr[i]])


@helper
def ball_velocity(m, d, s, i):
    put_vector(m, d, s, d.qvel.vec3[m.jnt_dofadr[i]])


MOTIONS = {
    SENS_JOINTPOS: joint_position,
    SENS_JOINTVEL: joint_velocity,
    SENS_TENDONPOS: tendon_position,
    SENS_TENDONVEL: tendon_velocity,
    SENS_ACTUATORPOS: actuator_position,
    SENS_ACTUATORVEL: actuator_velocity,
    SENS_ACTUATORFRC: actuator_force,
    SENS_JOINTACTFRC: joint_actuation,
    SENS_TENDONACTFRC: tendon_actuation,
    SENS_BALLQUAT: ball_orientation,
    SENS_BALLANGVEL: ball_velocity,
}
_read_motion = choice('read_motion', {kind: row for kind, row in MOTIONS.items() if kind != SENS_JOINTPOS},
                      otherwise=joint_position)


@stage
def joint_sensor(m, d, s: int):
    """Reading of a sensor on a joint, tendon or actuator."""
    _read_motion(m.sensor_type[s], m, d, s, m.sensor_objid[s])


# ---- limits ----
@helper
def distance_to_limit(d, row):
    return d.efc_pos[row] - d.efc_margin[row]


@helper
def velocity_at_limit(d, row):
    return d.efc_vel[row]


@helper
def force_of_limit(d, row):
    return d.efc_force[row]


# type of sensor: type of constraint row, and what is read from it
LIMITS = {
    SENS_JOINTLIMITPOS: (ROW_LIMIT_JOINT, distance_to_limit),
    SENS_JOINTLIMITVEL: (ROW_LIMIT_JOINT, velocity_at_limit),
    SENS_JOINTLIMITFRC: (ROW_LIMIT_JOINT, force_of_limit),
    SENS_TENDONLIMITPOS: (ROW_LIMIT_TENDON, distance_to_limit),
    SENS_TENDONLIMITVEL: (ROW_LIMIT_TENDON, velocity_at_limit),
    SENS_TENDONLIMITFRC: (ROW_LIMIT_TENDON, force_of_limit),
}
_read_limit = choice('read_limit', {kind: read for kind, (_, read) in LIMITS.items()}, otherwise=force_of_limit)


@helper
def is_of_joint(kind):
    return SENS_JOINTLIMITPOS <= kind <= SENS_JOINTLIMITFRC


@stage(one_world=True)
def limit_sensor(m, d, s: int):
    """Reading of a sensor on the limit of a joint or tendon; zero while it is far."""
    reading, row = 0.0, d.ne + d.nf
    wanted = ROW_LIMIT_JOINT if is_of_joint(m.sensor_type[s]) else ROW_LIMIT_TENDON
    while row < d.ne + d.nf + d.nl:
        if d.efc_type[row] == wanted and d.efc_id[row] == m.sensor_objid[s]:
            reading = _read_limit(m.sensor_type[s], d, row)
            break
        row += 1
    put_number(m, d, s, reading)
