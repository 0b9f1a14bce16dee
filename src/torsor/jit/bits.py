"""Sets of small numbers as the bits of integers."""

from llvmlite import ir
from numba import types
from numba.core.typing.templates import signature

from .teach import teach


def lowest_bit(word):
    """Number of the lowest bit that is set in a positive integer."""
    return (word & -word).bit_length() - 1


def _resolve(word):
    if isinstance(word, types.Integer):
        return signature(types.int64, types.int64)


def _emit(context, builder, sig, args):
    return builder.cttz(args[0], ir.IntType(1)(1))


teach(lowest_bit, _resolve, _emit)
