"""Reading the delay buffers of actuators and sensors."""

from ...jit import stage
from ...jit.arguments import Index, Out
from ..actuator.delay import value_at


@stage
def delayed_control(m, d, a: Index('nactuator'), time: float, values: Out('*'), order: int):
    """values = the control of actuator a that acts at a time; a negative order means that of the actuator.

    Reads history, ctrl; actuator_ctrladr, actuator_ctrlnum, actuator_history, actuator_historyadr, actuator_delay of
    the model.
    """
    start, count = m.actuator_historyadr[a], m.actuator_ctrlnum[a]
    for i in range(count):
        if start < 0:
            values[i] = d.ctrl[m.actuator_ctrladr[a] + i]
        else:
            values[i] = value_at(d, start, m.actuator_history[a, 0], count, i, time - m.actuator_delay[a],
                                 order if order >= 0 else m.actuator_history[a, 1])


@stage
def delayed_reading(m, d, s: Index('nsensor'), time: float, values: Out('*'), order: int):
    """values = what sensor s reads at a time, as old as its delay; a negative order means that of the sensor.

    Reads history, sensordata; sensor_dim, sensor_adr, sensor_history, sensor_historyadr, sensor_delay of the model.
    """
    start, count = m.sensor_historyadr[s], m.sensor_dim[s]
    for i in range(count):
        if start < 0:
            values[i] = d.sensordata[m.sensor_adr[s] + i]
        else:
            values[i] = value_at(d, start, m.sensor_history[s, 0], count, i, time - m.sensor_delay[s],
                                 order if order >= 0 else m.sensor_history[s, 1])
