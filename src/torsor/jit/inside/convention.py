"""Numba's calling convention: status = f(result*, error**, arguments...).

The status is 0 if all went well, -2 for "None", -1 if a Python error is set in this thread, positive if the kernel has
raised; `error` then points to a pickle of the exception in constant memory.
"""

import ctypes
import pickle

OK, PYTHON_ERROR, NONE = 0, -1, -2
REFUSED, RAISED, WARNED = range(3)  # why a wrapper asks Python, see wrapper.py
UPCALL = 'torsor_call_python'  # symbol of the function through which kernels call Python, see upcall.py


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


_PLACES = {None: ctypes.c_void_p, int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}


def invoke(address: int, result, numbers):
    """Call a function by its address, with integers and floats; `result` is the class of what it returns, or None."""
    place, error = _PLACES[result](), ctypes.c_void_p()
    kinds = [ctypes.c_double if type(number) is float else ctypes.c_int64 for number in numbers]
    function = ctypes.PYFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)
    if function(ctypes.addressof(place), ctypes.addressof(error), *numbers) not in (OK, NONE):
        raise raised(error.value)
    return None if result is None else place.value
