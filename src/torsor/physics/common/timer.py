"""Timers: how long each part of the pipeline takes, in d.timer.

    @stage
    @timed('position')
    def forward_position(m, d):
        forward_kinematics(m, d)
        book(m, d, TIMER_KINEMATICS)

A look at the clock is dear to small models, so parts of a stage share looks: `book` counts from the last one.
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

    Nobody sees timers of worlds that share registers, and small models would spend a twentieth of their time on them.
    """
    if width(d) > 1:
        return 0.0
    if is_set(m, time):
        return time(m, d, 0, 0)
    return now()


@helper
def start(m, d):
    """A look at the clock that is remembered: `book` counts from there."""
    if width(d) > 1:
        return 0.0
    begin = clock(m, d)
    d.work.looked[0] = begin
    return begin


@helper
def lap(m, d, timer, begin):
    """Book the time since `begin` on a timer; the time now."""
    if width(d) > 1:
        return 0.0
    end = clock(m, d)
    d.timer.duration[timer] += end - begin
    d.timer.number[timer] += 1
    return end


@helper
def book(m, d, timer):
    """Book the time since the last look at the clock, of those that are remembered, on a timer."""
    if width(d) == 1:
        d.work.looked[0] = lap(m, d, timer, d.work.looked[0])


def timed(timer: str) -> Callable:
    """Decorator: book the time that the kernel of a stage takes on the timer of this name."""

    def around(kernel: Callable) -> Callable:
        given, number = ', '.join(parameter_names(kernel)), getattr(names, f'TIMER_{timer.upper()}')
        source = (f'def {kernel.__name__}({given}):\n    begin = look(m, d)\n    untimed({given})\n'
                  f'    lap(m, d, {number}, begin)\n')
        look = start if 'book' in kernel.__code__.co_names else clock
        made: Callable = defined(kernel.__name__, source, dict(look=look, lap=lap, untimed=helper(kernel),
                                                               __name__=kernel.__module__))
        for kept in ('__doc__', '__annotations__', '__defaults__'):
            setattr(made, kept, getattr(kernel, kept))
        return made

    return around


def untimed(stage):
    """The kernel of a timed stage, as a part of others that look at no clock."""
    return stage.__wrapped__.__globals__['untimed']
