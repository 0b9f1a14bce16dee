"""Calls of Numba's functions in LLVM, in its convention (see convention.py)."""

from llvmlite import ir
from numba import types

from .numba import cgutils

STRUCT = types.CPointer(types.int64)  # what any struct is to LLVM


def function_type(context, result, arguments):
    """LLVM type of a function with these Numba types."""
    return context.call_conv.get_function_type(result, arguments)


def call(context, builder, function, result, arguments, values):
    """Emit a call; errors propagate to the caller of the kernel. The value that it returns."""
    status, value = context.call_conv.call_function(builder, function, result, arguments, values)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return value


def fail_if(context, builder, failed) -> None:
    """Emit a return from the kernel where `failed`, an i32, is not zero: a Python error is set in this thread."""
    with cgutils.if_unlikely(builder, builder.icmp_unsigned('!=', failed, ir.IntType(32)(0))):
        context.call_conv.return_exc(builder)
