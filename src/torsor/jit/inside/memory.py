"""Memory by its address, for kernels that Python runs."""

import ctypes


def copy_bytes(target: int, source: int, count: int) -> None:
    """Copy bytes from one address to another."""
    ctypes.memmove(target, source, count)


def reals_at(address: int, count: int):
    """Real numbers that start at an address, as something that NumPy can view."""
    return (ctypes.c_double * count).from_address(address)
