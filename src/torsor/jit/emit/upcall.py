"""Calls of Python, in kernels."""

from llvmlite import ir
from numba import types

from ..inside import upcall as native
from ..inside.numba import signature
from ..inside.teach import teach
from ..upcall import Upcall, listen, world_bits
from .structs import WORD, StructType
from .symbol import Mask


def teach_upcall(upcall: Upcall) -> None:
    """Let kernels call the handler of an event."""

    def emit(context, builder, sig, args):
        numbers = [*(builder.ptrtoint(a, WORD) for a in args[:2]), args[2]]
        native.emit(context, builder, native.word(builder, f'torsor_upcall_{upcall.name}'), numbers)
        return context.get_dummy_value()

    teach(upcall, _resolve, emit)


def _resolve(*args):
    if len(args) == 3 and all(isinstance(a, StructType) for a in args[:2]):
        return signature(types.none, *args[:2], types.intp)


def _emit_world_bits(context, builder, sig, args):
    condition, bits = sig.args[0], args[0]
    if isinstance(condition, Mask):
        bits = builder.bitcast(bits, ir.IntType(condition.width))
    return builder.zext(bits, WORD)


teach(world_bits, lambda condition: signature(types.int64, condition), _emit_world_bits)


def _emit_listen(context, builder, sig, args):
    native.emit(context, builder, native.word(builder, 'torsor_listen'), [])
    return context.get_dummy_value()


teach(listen, lambda: signature(types.none), _emit_listen)
