"""Calls through tables of stages, in kernels."""

from numba import types

from ..inside.numba import signature
from ..inside.teach import teach
from ..table import call_at
from .stage import call_slot
from .structs import WORD, StructType

NUMBERS = (types.int64, types.int64, types.float64)  # what colliders take beyond model and data


def _resolve_call_at(address, m, d, *numbers):
    if isinstance(address, types.Integer) and all(isinstance(struct, StructType) for struct in (m, d)):
        plain = (types.float64 if isinstance(number, types.Float) else types.int64 for number in numbers)
        return signature(types.none, types.intp, m, d, *plain)


def _emit_call_at(context, builder, sig, args):
    slot = builder.inttoptr(args[0], WORD.as_pointer())
    return call_slot(context, builder, slot, types.none, sig.args[1:], args[1:])


teach(call_at, _resolve_call_at, _emit_call_at)
