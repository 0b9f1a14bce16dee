"""Reading the delay buffers of actuators, and filling them."""

from ...jit.native import In, Index, Out, native
from ..delay import put_sample, value_at


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


@native
def fill_buffer(m, d, a: Index('nactuator'), times: In('*'), values: In('*,*')):
    """Write all samples of the buffer of actuator a, the oldest first."""
    start, n, width = m.actuator_historyadr[a], m.actuator_history[a, 0], m.actuator_ctrlnum[a]
    for k in range(n):
        put_sample(d, start, n, width, k, times[k], values, width * k)
