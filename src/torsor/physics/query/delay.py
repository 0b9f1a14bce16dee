"""Reading the delay buffers of actuators."""

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
