"""The clock that native code reads for d.timer: the processor's cycle counter, a few nanoseconds a look.

The system clock takes 25 ns, and a step looks a dozen times: for a pendulum that would be half of the step. The rate of
the counter is measured once against the system clock. Only x86-64 promises a counter that any program may read and that
keeps its rate; elsewhere `now` is always zero: timers count calls but no time.
"""

import platform
import time

import numpy as np

from . import load
from .inside.apart import apart
from .inside.objects import counter
from .inside.symbols import words

AVAILABLE = platform.machine().lower() in ('x86_64', 'amd64')
COUNTER = 'torsor_cycles'
_CALIBRATION_SECONDS = 0.002
_seconds_per_tick = words('torsor_seconds_per_tick').view(np.float64)


def now() -> float:
    """Seconds since some fixed moment."""
    return time.perf_counter()


def calibrate() -> None:
    """Measure the rate of the cycle counter, once per process."""
    if not AVAILABLE or _seconds_per_tick[0]:
        return
    read = apart(_counter)
    seconds, ticks = _both_clocks(read)
    while time.perf_counter() - seconds < _CALIBRATION_SECONDS:
        pass
    later_seconds, later_ticks = _both_clocks(read)
    _seconds_per_tick[0] = (later_seconds - seconds) / (later_ticks - ticks)


def _both_clocks(read) -> tuple[float, int]:
    """Seconds and ticks at the same moment: of several looks the quickest, which was not interrupted in the middle."""
    looks = [(read(), time.perf_counter(), read()) for _ in range(10)]
    before, seconds, after = min(looks, key=lambda look: look[2] - look[0])
    return seconds, (before + after) // 2


def _counter():
    """A Python function that reads the cycle counter."""
    return counter(load.function(COUNTER, lambda: load.compiler().clock_module()))
