"""Timers: how long each part of the pipeline takes, in d.timer."""

from ...jit import callback, helper
from ...jit.callback import is_set
from ...jit.clock import now

time = callback.time


@helper
def clock(m, d):
    """Time [s] by the user's clock if there is one, else by the processor's."""
    if is_set(m, time):
        return time(m, d, 0, 0)
    return now()


@helper
def lap(m, d, timer, start):
    """Book the time since `start` on a timer; the time now, where the next lap starts."""
    end = clock(m, d)
    d.timer.duration[timer] += end - start
    d.timer.number[timer] += 1
    return end
