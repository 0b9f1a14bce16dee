"""Tables of stages: calling the stage whose slot's address is in a field of the model."""

from numba import types
from numba.core.typing.templates import signature

from .stage import Stage, call_slot, stage_at
from .structs import WORD
from .teach import teach
from .world import SCALAR


def slot_address(stage: Stage) -> int:
    """What a table holds for a stage: the address of its slot, so that it is compiled at its first call."""
    return stage.slot(SCALAR).ctypes.data


def call_at(m, d, address):
    """Call the stage whose slot is at this address."""
    stage_at(address).kernel(m, d)


def _emit_call_at(context, builder, sig, args):
    slot = builder.inttoptr(args[2], WORD.as_pointer())
    return call_slot(context, builder, slot, args[:2])


teach(call_at, lambda m, d, address: signature(types.none, m, d, types.intp), _emit_call_at)
