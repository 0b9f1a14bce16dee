"""Tables of stages: calling the stage whose slot's address is in a field of the model."""

import weakref
from collections.abc import Callable

import numpy as np

from . import trace_stages, world
from .stage import Stage, stage_at


def slot_address(stage: Stage) -> int:
    """What a table holds for a stage: the address of its slot, so that it is compiled at its first call."""
    return stage.slot(world.SCALAR).ctypes.data


class FunctionSlot:
    """A slot for a function that is no stage, such as a user's. Who puts its address in a table keeps it.

    `native` is the address of the compiled function; with JIT disabled the Python function itself is called.
    """

    def __init__(self, function: Callable, native: int = 0):
        self.__wrapped__, self._word = function, np.array([native], np.int64)
        _functions[self.address] = self

    @property
    def address(self) -> int:
        return self._word.ctypes.data


_functions: 'weakref.WeakValueDictionary[int, FunctionSlot]' = weakref.WeakValueDictionary()


def call_at(address, m, d, *numbers):
    """Call the stage or the function whose slot is at this address, with integers and real numbers as it takes them."""
    own = _functions.get(address)
    if own is None:
        stage_at(address)(m, d, *numbers)
    elif not trace_stages.is_running():  # which leave out what is the user's
        own.__wrapped__(m, d, *numbers)
