"""Readings of all sensors that a stage of the pipeline allows, and the buffers of those that are late or rare.

A sensor with a buffer tells what it read a time ago, or at the last of the instants at which it reads.
"""

from ...jit import callback, helper, stage
from ...jit.arena import scratch
from ...jit.callback import is_set
from ...jit.choice import one_of
from ..actuator.delay import record, value_at
from ..common.names import (
    OFF_SENSOR,
    SENS_ACCELEROMETER,
    SENS_CONTACT,
    SENS_FORCE,
    SENS_FRAMEANGACC,
    SENS_FRAMELINACC,
    SENS_GEOMFROMTO,
    SENS_GEOMNORMAL,
    SENS_JOINTLIMITFRC,
    SENS_JOINTLIMITPOS,
    SENS_JOINTLIMITVEL,
    SENS_TACTILE,
    SENS_TENDONLIMITFRC,
    SENS_TENDONLIMITPOS,
    SENS_TENDONLIMITVEL,
    SENS_TORQUE,
    SENS_TOUCH,
    SENS_USER,
    STAGE_ACC,
    STAGE_POS,
    STAGE_VEL,
)
from .common import cut_off
from .frame import know_accelerations
from .subtree import know_momenta
from .table import measure

users_readings = callback.sensor
# types whose cutoff means something else, or nothing
ignores_cutoff = one_of('ignores_cutoff', (SENS_GEOMNORMAL, SENS_GEOMFROMTO, SENS_CONTACT))
# types that read contacts or constraint rows, or forces of bodies, which follow from these
reads_rows = one_of('reads_rows', (SENS_TOUCH, SENS_CONTACT, SENS_TACTILE, SENS_ACCELEROMETER, SENS_FORCE, SENS_TORQUE,
                                   SENS_FRAMELINACC, SENS_FRAMEANGACC, SENS_JOINTLIMITPOS, SENS_JOINTLIMITVEL,
                                   SENS_JOINTLIMITFRC, SENS_TENDONLIMITPOS, SENS_TENDONLIMITVEL, SENS_TENDONLIMITFRC))


@helper
def has_sensors(m):
    """Whether there is something to read."""
    return m.nsensor > 0 and not m.opt.disableflags & OFF_SENSOR


# ---- buffers ----
@helper
def is_buffered(m, s):
    return m.sensor_historyadr[s] >= 0


@helper
def is_rare(m, s):
    """Whether a sensor reads at intervals only."""
    return is_buffered(m, s) and m.sensor_interval[s, 0] > 0.0


@helper
def is_due(m, d, s):
    """Whether it is time for a sensor to read."""
    return not is_rare(m, s) or d.time >= d.history[m.sensor_historyadr[s]] + m.sensor_interval[s, 0]


@helper
def is_replayed(m, d, s):
    """Whether the reading comes from the buffer."""
    return is_buffered(m, s) and (m.sensor_delay[s] > 0.0 or not is_due(m, d, s))


@stage(one_world=True)
def replay(m, d, s: int):
    """Let the reading of a sensor be what its buffer says."""
    start, count = m.sensor_historyadr[s], m.sensor_history[s, 0]
    for i in range(m.sensor_dim[s]):
        d.sensordata[m.sensor_adr[s] + i] = value_at(d, start, count, m.sensor_dim[s], i, d.time - m.sensor_delay[s],
                                                     m.sensor_history[s, 1])


@helper
def take_reading(m, d, s):
    """Read a sensor now."""
    measure(m.sensor_type[s], m, d, s)
    if m.sensor_cutoff[s] > 0.0 and not ignores_cutoff(m.sensor_type[s]):
        cut_off(m, d, s)


@stage(one_world=True)
def record_readings(m, d):
    """Add readings to the buffers of sensors that have one and are due; what sensordata shows is not changed by it."""
    for s in range(m.nsensor):
        if is_buffered(m, s) and is_due(m, d, s):
            record_reading(m, d, s)


@helper
def record_reading(m, d, s):
    mark, first, size = d.pstack, m.sensor_adr[s], m.sensor_dim[s]
    shown = scratch(d, size)
    for i in range(size):
        shown[i] = d.sensordata[first + i]
    if m.sensor_delay[s] > 0.0 and m.sensor_type[s] != SENS_USER:  # read even where sensors are switched off
        take_reading(m, d, s)
    start = m.sensor_historyadr[s]
    record(d, start, m.sensor_history[s, 0], size, d.time, d.sensordata, first)
    if is_rare(m, s):
        d.history[start] += m.sensor_interval[s, 0]
    for i in range(size):
        d.sensordata[first + i] = shown[i]
    d.pstack = mark


@helper
def some_read_rows(m):
    """Whether there is a sensor whose readings follow from contacts or constraint rows."""
    for s in range(m.nsensor):
        if reads_rows(m.sensor_type[s]):
            return True
    return False


# ---- stages ----
@helper
def read_sensors(m, d, needs):
    """Readings of all sensors that need a stage, and no later one; those of users come last."""
    users = 0
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == needs:
            if m.sensor_type[s] == SENS_USER:
                users += 1
            elif is_replayed(m, d, s):
                replay(m, d, s)
            else:
                take_reading(m, d, s)
    return users


@helper
def ask_user(m, d, needs):
    """Let the user's function read the sensors of type `user`."""
    if is_set(m, users_readings):
        users_readings(m, d, needs, 0)
    for s in range(m.nsensor):
        if m.sensor_needstage[s] == needs and m.sensor_type[s] == SENS_USER and m.sensor_cutoff[s] > 0.0:
            cut_off(m, d, s)


@stage
def position_sensors(m, d):
    """Readings that depend on positions only."""
    if read_sensors(m, d, STAGE_POS):
        ask_user(m, d, STAGE_POS)


@stage
def velocity_sensors(m, d):
    """Readings that depend on positions and velocities only."""
    if read_sensors(m, d, STAGE_VEL):
        know_momenta(m, d)
        ask_user(m, d, STAGE_VEL)


@stage
def acceleration_sensors(m, d):
    """Readings that depend on accelerations or forces."""
    if read_sensors(m, d, STAGE_ACC):
        know_accelerations(m, d)
        ask_user(m, d, STAGE_ACC)


# ---- if there are some ----
@helper
def update_position_sensors(m, d):
    """Read sensors that depend on positions only, unless sensors are switched off."""
    if has_sensors(m):
        position_sensors(m, d)


@helper
def update_velocity_sensors(m, d):
    """Read sensors that depend on positions and velocities only, unless sensors are switched off."""
    if has_sensors(m):
        velocity_sensors(m, d)


@helper
def update_acceleration_sensors(m, d):
    """Read sensors that depend on accelerations or forces, unless sensors are switched off."""
    if has_sensors(m):
        acceleration_sensors(m, d)


# ---- by themselves, for the user ----
@stage
def read_positions(m, d):
    """Read sensors that depend on positions only, unless sensors are switched off."""
    if has_sensors(m):
        position_sensors(m, d)


@stage
def read_velocities(m, d):
    """Read sensors that depend on positions and velocities only, unless sensors are switched off."""
    if has_sensors(m):
        velocity_sensors(m, d)


@stage
def read_accelerations(m, d):
    """Read sensors that depend on accelerations or forces, unless sensors are switched off."""
    if has_sensors(m):
        acceleration_sensors(m, d)
