"""Tables of stages: calling the stage whose slot's address is in a field of the model."""

import weakref
from collections.abc import Callable

import numpy as np
from numba import types

from . import world
from .inside.numba import signature
from .inside.teach import teach
from .stage import Stage, call_slot, stage_at
from .structs import WORD, StructType


def slot_address(stage: Stage) -> int:
    """What a table holds for a stage: the address of its slot, so that it is compiled at its first call."""
    return stage.slot(world.SCALAR).ctypes.data


NUMBERS = (types.int64, types.int64, types.float64)  # what colliders take beyond model and data


class FunctionSlot:
    """A slot for a function that is no stage, such as a user's. Who puts its address in a table keeps it.

    `native` is the address of the compiled function; with JIT disabled the Python function itself is called.
    """

    def __init__(self, function: Callable, native: int = 0):
        self.kernel, self._word = function, np.array([native], np.int64)
        _functions[self.address] = self

    @property
    def address(self) -> int:
        return self._word.ctypes.data


_functions: 'weakref.WeakValueDictionary[int, FunctionSlot]' = weakref.WeakValueDictionary()


def call_at(address, m, d, *numbers):
    """Call the stage or the function whose slot is at this address, with integers and real numbers as it takes them."""
    (_functions.get(address) or stage_at(address)).kernel(m, d, *numbers)


def _resolve_call_at(address, m, d, *numbers):
    if isinstance(address, types.Integer) and all(isinstance(struct, StructType) for struct in (m, d)):
        plain = (types.float64 if isinstance(number, types.Float) else types.int64 for number in numbers)
        return signature(types.none, types.intp, m, d, *plain)


def _emit_call_at(context, builder, sig, args):
    slot = builder.inttoptr(args[0], WORD.as_pointer())
    return call_slot(context, builder, slot, types.none, sig.args[1:], args[1:])


teach(call_at, _resolve_call_at, _emit_call_at)
