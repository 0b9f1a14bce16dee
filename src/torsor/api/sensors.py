"""Functions about sensors: reading them stage by stage, and the buffers of those that are late or rare."""

import numpy as np

from ..jit.arguments import In, Index, Out
from ..jit.call import checked, functions
from .controls import check_length, delay, filled_buffer

STAGES = {
    'mj_sensorPos': 'physics.sensor.evaluate.read_positions',
    'mj_sensorVel': 'physics.sensor.evaluate.read_velocities',
    'mj_sensorAcc': 'physics.sensor.evaluate.read_accelerations',
}
__getattr__ = functions(__name__, STAGES)


@checked
def mj_readSensor(m, d, id: Index('nsensor'), time: float, result: Out('*'), interp: int) -> np.ndarray:
    """result = what a sensor reads at a time, which is as old as its delay; returns it.

    `interp` says what is between samples: 0 the one before, 1 a line, 2 a cubic, -1 what the sensor has. A sensor
    without a buffer has its present reading.
    """
    check_length('mj_readSensor', result, 'sensor_dim[id]', m.sensor_dim[id])
    delay.delayed_reading(m, d, id, time, result, interp)
    return result


@checked
def mj_initSensorHistory(m, d, id: Index('nsensor'), times: In('*', optional=True), values: In('*,*'),
                         phase: float) -> None:
    """Fill the buffer of a sensor, from the oldest sample to the newest; with None for times they stay.

    `phase` is when a sensor that reads at intervals has done so last.
    """
    start = int(m.sensor_historyadr[id])
    filled_buffer('mj_initSensorHistory', ('sensor', 'sensor_history', 'sensor_dim'), d, id, start,
                  int(m.sensor_history[id, 0]), int(m.sensor_dim[id]), times, values)
    d.history[start] = phase


__all__ = [*STAGES, 'mj_initSensorHistory', 'mj_readSensor']
