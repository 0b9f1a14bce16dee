"""The clock that native code reads for d.timer: the processor's cycle counter, a few nanoseconds a look.

The system clock takes 25 ns, and a step looks a dozen times: for a pendulum that would be half of the step. The rate of
the counter is measured once against the system clock. Only x86-64 promises a counter that any program may read and that
keeps its rate; elsewhere `now` is always zero: timers count calls but no time.
"""

import platform
import time

import numpy as np
from llvmlite import ir
from numba import types

from .inside.apart import apart
from .inside.machine import counter, define, translated
from .inside.numba import signature
from .inside.teach import teach
from .structs import WORD

AVAILABLE = platform.machine().lower() in ('x86_64', 'amd64')
_CALIBRATION_SECONDS = 0.002
_seconds_per_tick = np.zeros(1)
define('torsor_seconds_per_tick', _seconds_per_tick.ctypes.data)


def _cycles() -> int:
    """The cycle counter; in kernels only."""


def _emit_cycles(context, builder, sig, args):
    counter = builder.module.declare_intrinsic('llvm.readcyclecounter', (), ir.FunctionType(WORD, []))
    return builder.call(counter, [])


teach(_cycles, lambda: signature(types.int64), _emit_cycles)


def now() -> float:
    """Seconds since some fixed moment."""
    return time.perf_counter()


def _emit_now(context, builder, sig, args):
    if not AVAILABLE:
        return ir.Constant(ir.DoubleType(), 0.0)
    name = 'torsor_seconds_per_tick'
    scale = builder.module.globals.get(name) or ir.GlobalVariable(builder.module, ir.DoubleType(), name)
    return builder.fmul(builder.uitofp(_emit_cycles(context, builder, sig, args), ir.DoubleType()), builder.load(scale))


teach(now, lambda: signature(types.float64), _emit_now)


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
    module, name = ir.Module(), 'torsor_cycles'
    function = ir.Function(module, ir.FunctionType(WORD, []), name)
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(_emit_cycles(None, builder, None, []))
    return counter(translated(module, name))
