"""Numba's calling convention: status = f(result*, error**, arguments...).

The status is 0 if all went well, -2 for "None", -1 if a Python error is set in this thread, positive if the kernel has
raised; `error` then points to a pickle of the exception in constant memory.
"""

import ctypes
import pickle

from llvmlite import ir
from numba import types

from .numba import cgutils

OK, PYTHON_ERROR, NONE = 0, -1, -2
STRUCT = types.CPointer(types.int64)  # what any struct is to LLVM


class _Error(ctypes.Structure):
    """What a kernel says about an exception that it raises."""

    _fields_ = (('pickle', ctypes.c_void_p), ('size', ctypes.c_int32), ('hash', ctypes.c_void_p),
                ('function', ctypes.c_void_p), ('dynamic', ctypes.c_int32))


def raised(address: int) -> BaseException:
    """The exception that a kernel has raised, from what its error pointer points to."""
    error = _Error.from_address(address)
    if error.dynamic:
        return RuntimeError('a kernel raised an exception whose text is not constant')
    kind, arguments, _ = pickle.loads(ctypes.string_at(error.pickle, error.size))
    return kind(*arguments)


_PLACES = {types.none: ctypes.c_void_p, types.int64: ctypes.c_int64, types.float64: ctypes.c_double,
           types.boolean: ctypes.c_bool}


def invoke(address: int, result, numbers):
    """Call a function by its address, with integers and floats; what it returns is of Numba's type `result`."""
    place, error = _PLACES[result](), ctypes.c_void_p()
    kinds = [ctypes.c_double if type(number) is float else ctypes.c_int64 for number in numbers]
    function = ctypes.PYFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)
    if function(ctypes.addressof(place), ctypes.addressof(error), *numbers) not in (OK, NONE):
        raise raised(error.value)
    return None if result == types.none else place.value


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
