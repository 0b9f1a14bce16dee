"""Looking at the clock, in kernels and from Python."""

from llvmlite import ir
from numba import types

from .. import clock
from ..inside.numba import signature
from ..inside.teach import teach
from .symbol import WORD


def _cycles(builder):
    counter = builder.module.declare_intrinsic('llvm.readcyclecounter', (), ir.FunctionType(WORD, []))
    return builder.call(counter, [])


def _emit_now(context, builder, sig, args):
    if not clock.AVAILABLE:
        return ir.Constant(ir.DoubleType(), 0.0)
    name = 'torsor_seconds_per_tick'
    scale = builder.module.globals.get(name) or ir.GlobalVariable(builder.module, ir.DoubleType(), name)
    return builder.fmul(builder.uitofp(_cycles(builder), ir.DoubleType()), builder.load(scale))


teach(clock.now, lambda: signature(types.float64), _emit_now)


def clock_module() -> ir.Module:
    """A function that reads the cycle counter."""
    module = ir.Module()
    function = ir.Function(module, ir.FunctionType(WORD, []), clock.COUNTER)
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(_cycles(builder))
    return module
