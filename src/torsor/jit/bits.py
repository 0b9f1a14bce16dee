"""Integers as 64 bits: sets of small numbers, arithmetic that wraps."""

from llvmlite import ir
from numba import types

from .inside.numba import signature
from .inside.teach import teach


def lowest_bit(word):
    """Number of the lowest bit that is set in a positive integer."""
    return (word & -word).bit_length() - 1


def _resolve(word):
    if isinstance(word, types.Integer):
        return signature(types.int64, types.int64)


def _emit(context, builder, sig, args):
    return builder.cttz(args[0], ir.IntType(1)(1))


teach(lowest_bit, _resolve, _emit)


def wrapped(number):
    """The lowest 64 bits of an integer, as a signed one: what native code has anyway, unlike Python."""
    return (number + 2**63) % 2**64 - 2**63


teach(wrapped, _resolve, lambda context, builder, sig, args: args[0])
