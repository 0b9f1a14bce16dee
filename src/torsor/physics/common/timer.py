"""Timers: how long each part of the pipeline takes, in d.timer."""

from ...jit import callback, helper
from ...jit.callback import is_set
from ...jit.clock import now
from ...jit.structs import width

time = callback.time


@helper
def clock(m, d):
    """Time [s] by the user's clock if there is one, else by the processor's.

    Nobody sees timers of worlds that share registers, and small models would spend a twentieth of their time on them.
    """
    if width(d) > 1:
        return 0.0
    if is_set(m, time):
        return time(m, d, 0, 0)
    return now()


@helper
def lap(m, d, timer, start):
    """Book the time since `start` on a timer; the time now, where the next lap starts."""
    if width(d) > 1:
        return 0.0
    end = clock(m, d)
    d.timer.duration[timer] += end - start
    d.timer.number[timer] += 1
    return end
