"""Sensors of several worlds: each world reads its own, and gets its contacts and rows if one of them reads these."""

from ...jit import apart_of, helper, lanes_of
from ..sensor.evaluate import acceleration_sensors, position_sensors, some_read_rows, velocity_sensors
from .split_worlds import split_rows

positions_apart, velocities_apart = apart_of(position_sensors), apart_of(velocity_sensors)
accelerations_apart = apart_of(acceleration_sensors)


@helper
def split_rows_for_sensors(m, d):
    """Let each world have its own rows if there is a sensor that reads them."""
    if some_read_rows(m):
        split_rows(m, d)


@lanes_of(position_sensors)
def positions_of_worlds(m, d):
    split_rows_for_sensors(m, d)
    positions_apart(m, d)


@lanes_of(velocity_sensors)
def velocities_of_worlds(m, d):
    split_rows_for_sensors(m, d)
    velocities_apart(m, d)


@lanes_of(acceleration_sensors)
def accelerations_of_worlds(m, d):
    split_rows_for_sensors(m, d)
    accelerations_apart(m, d)
