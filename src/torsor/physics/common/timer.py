"""Timers: how long each part of the pipeline takes, in d.timer.

    @stage
    @timed('position')
    def forward_position(m, d):
        forward_kinematics(m, d)
        record_time(m, d, TIMER_KINEMATICS)

Reading the clock costs small models several percent of a step, so the parts of a stage share readings: `record_time`
counts from the last reading that was kept.
"""

from collections.abc import Callable

from ...jit import callback, helper
from ...jit.arguments import parameter_names
from ...jit.callback import is_set
from ...jit.choice import defined
from ...jit.clock import now
from ...jit.structs import width
from . import names

time = callback.time


@helper
def clock(m, d):
    """Time [s] by the user's clock if there is one, else by the processor's.

    Worlds that share registers have no timers: nothing shows them, and small models would lose 5 % to the clock.
    """
    if width(d) > 1:
        return 0.0
    if is_set(m, time):
        return time(m, d, 0, 0)
    return now()


@helper
def start(m, d):
    """Read the clock and keep the reading: `record_time` counts from there."""
    if width(d) > 1:
        return 0.0
    begin = clock(m, d)
    d.work.looked[0] = begin
    return begin


@helper
def stop_timer(m, d, timer, begin):
    """Add the time since `begin` to a timer; returns the time now."""
    if width(d) > 1:
        return 0.0
    end = clock(m, d)
    d.timer.duration[timer] += end - begin
    d.timer.number[timer] += 1
    return end


@helper
def record_time(m, d, timer):
    """Add the time since the last reading that was kept to a timer, and keep the new reading."""
    if width(d) == 1:
        d.work.looked[0] = stop_timer(m, d, timer, d.work.looked[0])


def timed(timer: str) -> Callable:
    """Decorator: add the time that the kernel of a stage takes to the timer of this name."""

    def around(kernel: Callable) -> Callable:
        given, number = ', '.join(parameter_names(kernel)), getattr(names, f'TIMER_{timer.upper()}')
        source = (f'def {kernel.__name__}({given}):\n    begin = look(m, d)\n    untimed({given})\n'
                  f'    stop_timer(m, d, {number}, begin)\n')
        look = start if 'record_time' in kernel.__code__.co_names else clock
        made: Callable = defined(kernel.__name__, source, dict(look=look, stop_timer=stop_timer, untimed=helper(kernel),
                                                               __name__=kernel.__module__))
        for kept in ('__doc__', '__annotations__', '__defaults__'):
            setattr(made, kept, getattr(kernel, kept))
        return made

    return around


def untimed(stage):
    """The kernel inside a timed stage, for stages that do not read the clock."""
    return stage.__wrapped__.__globals__['untimed']
