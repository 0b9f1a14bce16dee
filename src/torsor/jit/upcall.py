"""Rare events that native code leaves to Python: it calls back, and goes on when the handler is done.

A handler that raises, or is interrupted, makes native code return at once, and the error reaches the caller.
"""

from collections.abc import Callable

import numpy as np
from llvmlite import ir
from numba import types

from .formula import Mask
from .inside import machine
from .inside import upcall as native
from .inside.numba import signature
from .inside.shield import shielded
from .inside.teach import teach
from .layout import by_address
from .structs import WORD, StructType


class Upcall:
    """Callable in kernels as upcall(m, d, number); `handler(model, data, number)` then runs in Python."""

    def __init__(self, name: str):
        self.name, self.handler = name, None
        self._function = self._from_native  # the word does not keep it alive
        self._word = np.array([id(self._function)], np.int64)
        machine.define(f'torsor_upcall_{name}', self._word.ctypes.data)
        teach(self, _resolve, self._emit)

    def handle(self, function: Callable) -> Callable:
        """Decorator: the function that does the work. An interrupt waits until it has done all of it."""
        self.handler = function
        return function

    def __call__(self, m, d, number):
        """With JIT disabled."""
        self.handler(m.struct, d.struct, number)

    def _from_native(self, m, d, number, _):
        shielded(lambda: self.handler(by_address[m], by_address[d], number))

    def _emit(self, context, builder, sig, args):
        numbers = [*(builder.ptrtoint(a, WORD) for a in args[:2]), args[2]]
        native.emit(context, builder, native.word(builder, f'torsor_upcall_{self.name}'), numbers)
        return context.get_dummy_value()


def _resolve(*args):
    if len(args) == 3 and all(isinstance(a, StructType) for a in args[:2]):
        return signature(types.none, *args[:2], types.intp)


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


# ---- interrupts ----
def listen() -> None:
    """In a kernel that runs for long: let Python act on signals, such as Ctrl-C, which then ends the kernel."""


def _listen(*_):
    """Python acts on signals before it calls a function."""


_listener = np.array([id(_listen)], np.int64)
machine.define('torsor_listen', _listener.ctypes.data)


def _emit_listen(context, builder, sig, args):
    native.emit(context, builder, native.word(builder, 'torsor_listen'), [])
    return context.get_dummy_value()


teach(listen, lambda: signature(types.none), _emit_listen)
