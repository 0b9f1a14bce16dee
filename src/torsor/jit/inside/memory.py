"""Memory by its address: for kernels that Python runs, and from functions of the user."""

import ctypes
import weakref
from collections.abc import Callable

import numpy as np

_BYTE = ctypes.c_uint8


def address_of(array: np.ndarray) -> int:
    """Where the numbers of an array start, which has some and can be written to; `array.ctypes` takes much longer."""
    return ctypes.addressof(_BYTE.from_buffer(array))


def copy_bytes(target: int, source: int, count: int) -> None:
    """Copy bytes from one address to another."""
    ctypes.memmove(target, source, count)


def reals_at(address: int, count: int):
    """Real numbers that start at an address, as something that NumPy can view."""
    return (ctypes.c_double * count).from_address(address)


def bytes_at(address: int, count: int, free: Callable | None) -> np.ndarray:
    """Bytes that start at an address; `free` is called with it when neither the array nor a view of it is left."""
    owner = (ctypes.c_uint8 * count).from_address(address)
    if free is not None:
        weakref.finalize(owner, free, address).atexit = False
    return np.frombuffer(owner, np.uint8)
