"""The clock that native code reads for d.timer: the processor's cycle counter, a few nanoseconds a look.

The system clock takes 25 ns, and a step looks a dozen times: for a pendulum that would be half of the step. The counter's
rate is measured once against the system clock. Only x86-64 promises a counter that any program may read and that keeps
its rate; elsewhere `now` is always zero: timers count calls but no time.
"""

import platform
import time

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic, overload

from .structs import WORD

AVAILABLE = platform.machine().lower() in ('x86_64', 'amd64')
_CALIBRATION_SECONDS = 0.002
_seconds_per_tick = np.zeros(1)
binding.add_symbol('torsor_seconds_per_tick', _seconds_per_tick.ctypes.data)


@intrinsic
def _cycles(typingctx):
    def codegen(context, builder, sig, args):
        counter = builder.module.declare_intrinsic('llvm.readcyclecounter', (), ir.FunctionType(WORD, []))
        return builder.call(counter, [])

    return types.int64(), codegen


@intrinsic
def _now(typingctx):
    def codegen(context, builder, sig, args):
        if not AVAILABLE:
            return ir.Constant(ir.DoubleType(), 0.0)
        name = 'torsor_seconds_per_tick'
        scale = builder.module.globals.get(name) or ir.GlobalVariable(builder.module, ir.DoubleType(), name)
        counter = builder.module.declare_intrinsic('llvm.readcyclecounter', (), ir.FunctionType(WORD, []))
        return builder.fmul(builder.uitofp(builder.call(counter, []), ir.DoubleType()), builder.load(scale))

    return types.float64(), codegen


def now() -> float:
    """Seconds since some fixed moment."""
    return time.perf_counter()


@overload(now)
def _native_now():
    return lambda: _now()


def calibrate() -> None:
    """Measure the rate of the cycle counter, once per process."""
    if not AVAILABLE or _seconds_per_tick[0]:
        return
    from .entry import native_function

    read = native_function(read_cycles)
    start, ticks = time.perf_counter(), read()
    while (elapsed := time.perf_counter() - start) < _CALIBRATION_SECONDS:
        pass
    _seconds_per_tick[0] = elapsed / (read() - ticks)


def read_cycles():
    return _cycles()
