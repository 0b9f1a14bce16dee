"""Reading the delay buffers of actuators and sensors."""

from ...jit import helper, stage
from ...jit.arguments import Index, Out
from ..actuator.delay import value_at


@helper
def read_late(d, values, count, present, first, start, history, row, time, order):
    """values = what a buffer holds at a time, or the present numbers from `first` on if it starts nowhere."""
    for i in range(count):
        if start < 0:
            values[i] = present[first + i]
        else:
            values[i] = value_at(d, start, history[row, 0], count, i, time, order if order >= 0 else history[row, 1])


@stage
def delayed_control(m, d, a: Index('nactuator'), time: float, values: Out('*'), order: int):
    """values = the control of actuator a that acts at a time; a negative order means that of the actuator."""
    read_late(d, values, m.actuator_ctrlnum[a], d.ctrl, m.actuator_ctrladr[a], m.actuator_historyadr[a],
              m.actuator_history, a, time - m.actuator_delay[a], order)


@stage
def delayed_reading(m, d, s: Index('nsensor'), time: float, values: Out('*'), order: int):
    """values = what sensor s reads at a time, as old as its delay; a negative order means that of the sensor."""
    read_late(d, values, m.sensor_dim[s], d.sensordata, m.sensor_adr[s], m.sensor_historyadr[s], m.sensor_history, s,
              time - m.sensor_delay[s], order)
