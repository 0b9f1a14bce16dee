"""Bits of integers, as Numba emits them."""

from llvmlite import ir
from numba import types

from ..bits import count_bits, lowest_bit, wrapped
from ..inside.numba import signature
from ..inside.teach import teach


def _resolve(word):
    if isinstance(word, types.Integer):
        return signature(types.int64, types.int64)


def _emit(context, builder, sig, args):
    return builder.cttz(args[0], ir.IntType(1)(1))


teach(lowest_bit, _resolve, _emit)
teach(count_bits, _resolve, lambda context, builder, sig, args: builder.ctpop(args[0]))
teach(wrapped, _resolve, lambda context, builder, sig, args: args[0])
