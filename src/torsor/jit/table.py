"""Tables of stages: calling the stage whose slot's address is in a field of the model."""

import weakref
from collections.abc import Callable

import numpy as np
from numba import types
from numba.core.typing.templates import signature

from .stage import Stage, call_slot, stage_at
from .structs import WORD
from .teach import teach
from .world import SCALAR


def slot_address(stage: Stage) -> int:
    """What a table holds for a stage: the address of its slot, so that it is compiled at its first call."""
    return stage.slot(SCALAR).ctypes.data


class FunctionSlot:
    """A slot for a function f(m, d) that is no stage, such as a user's. Who puts its address in a table keeps it.

    `native` is the address of the compiled function; with JIT disabled the Python function itself is called.
    """

    def __init__(self, function: Callable, native: int = 0):
        self.kernel, self._word = function, np.array([native], np.int64)
        _functions[self.address] = self

    @property
    def address(self) -> int:
        return self._word.ctypes.data


_functions: 'weakref.WeakValueDictionary[int, FunctionSlot]' = weakref.WeakValueDictionary()


def call_at(m, d, address):
    """Call the stage or the function whose slot is at this address."""
    (_functions.get(address) or stage_at(address)).kernel(m, d)


def _emit_call_at(context, builder, sig, args):
    slot = builder.inttoptr(args[2], WORD.as_pointer())
    return call_slot(context, builder, slot, args[:2])


teach(call_at, lambda m, d, address: signature(types.none, m, d, types.intp), _emit_call_at)
