"""Tables of stages: calling the stage whose slot's address is in a field of the model."""

from numba import types
from numba.extending import intrinsic, overload

from .stage import Stage, call_slot, stage_at
from .structs import WORD
from .world import SCALAR


def slot_address(stage: Stage) -> int:
    """What a table holds for a stage: the address of its slot, so that it is compiled at its first call."""
    return stage.slot(SCALAR).ctypes.data


def call_at(m, d, address):
    """Call the stage whose slot is at this address."""
    stage_at(address).kernel(m, d)


@overload(call_at)
def _native_call_at(m, d, address):
    return lambda m, d, address: _call_at(m, d, address)


@intrinsic
def _call_at(typingctx, m, d, address):
    def codegen(context, builder, sig, args):
        slot = builder.inttoptr(args[2], WORD.as_pointer())
        return call_slot(context, builder, slot, args[:2])

    return types.none(m, d, address), codegen
