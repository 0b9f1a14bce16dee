"""Rare events that native code leaves to Python: it calls back, and goes on when the handler is done."""

import ctypes
from collections.abc import Callable

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import signature

from .formula import Mask
from .layout import by_address
from .stage import Interrupted, remember_error
from .structs import WORD, StructType
from .teach import teach


class Upcall:
    """Callable in kernels as upcall(m, d, number); `handler(model, data, number)` then runs in Python."""

    def __init__(self, name: str):
        self.name, self.handler = name, None
        self._c_function = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * 3)(self._from_native)
        binding.add_symbol(f'torsor_upcall_{name}', ctypes.cast(self._c_function, ctypes.c_void_p).value)
        self._teach_numba()

    def handle(self, function: Callable) -> Callable:
        """Decorator: the function that does the work."""
        self.handler = function
        return function

    def __call__(self, m, d, number):
        """With JIT disabled."""
        self.handler(m.struct, d.struct, number)

    def _from_native(self, m, d, number):
        try:
            self.handler(by_address[m], by_address[d], number)
            return 0
        except BaseException as error:  # a ctypes callback cannot raise
            remember_error(error)
            return 1

    def _teach_numba(self):
        def resolve(*args):
            if len(args) == 3 and all(isinstance(a, StructType) for a in args[:2]):
                return signature(types.none, *args[:2], types.intp)

        def emit(context, builder, sig, args):
            kind = ir.FunctionType(ir.IntType(32), [WORD] * 3)
            function = cgutils.get_or_insert_function(builder.module, kind, f'torsor_upcall_{self.name}')
            failed = builder.call(function, [*(builder.ptrtoint(a, WORD) for a in args[:2]), args[2]])
            with cgutils.if_unlikely(builder, builder.icmp_unsigned('!=', failed, ir.IntType(32)(0))):
                context.call_conv.return_user_exc(builder, Interrupted, ())
            return context.get_dummy_value()

        teach(self, resolve, emit)


def world_bits(condition) -> int:
    """A bit per world that tells where the condition holds: what an upcall is told."""
    worlds = condition if hasattr(condition, '__len__') else [condition]
    return sum(1 << i for i, holds in enumerate(worlds) if holds)


def _emit_world_bits(context, builder, sig, args):
    condition, bits = sig.args[0], args[0]
    if isinstance(condition, Mask):
        bits = builder.bitcast(bits, ir.IntType(condition.width))
    return builder.zext(bits, WORD)


teach(world_bits, lambda condition: signature(types.int64, condition), _emit_world_bits)
