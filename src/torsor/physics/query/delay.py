"""Reading the delay buffers of actuators."""

from ...jit.native import Index, Out, native
from ..actuator.delay import value_at


@native
def delayed_control(m, d, a: Index('nactuator'), time: float, result: Out('*'), order: int):
    """result = the control of actuator a that acts at a time; a negative order means that of the actuator."""
    start, count = m.actuator_historyadr[a], m.actuator_ctrlnum[a]
    for i in range(count):
        if start < 0:
            result[i] = d.ctrl[m.actuator_ctrladr[a] + i]
        else:
            result[i] = value_at(d, start, m.actuator_history[a, 0], count, i, time - m.actuator_delay[a],
                                 order if order >= 0 else m.actuator_history[a, 1])
