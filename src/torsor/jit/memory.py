"""Memory of structs, arenas and scenes: from NumPy, or from functions in C that the user gives."""

from collections.abc import Callable

import numpy as np

from .inside.memory import address_of, bytes_at

CACHE_LINE = 64  # packs are loaded with aligned moves

# functions of the user: malloc(bytes) -> address or nothing, free(address)
user: dict[str, Callable | None] = {'malloc': None, 'free': None}


def aligned_zeros(nbytes: int) -> np.ndarray:
    """Bytes of zeros that start on a cache line."""
    size = nbytes + CACHE_LINE
    raw = np.zeros(size, np.uint8) if user['malloc'] is None else _users_zeros(size)
    start = -address_of(raw) % CACHE_LINE
    return raw[start:start + nbytes]


def round_up(nbytes: int) -> int:
    """The next multiple of a cache line."""
    return -(-nbytes // CACHE_LINE) * CACHE_LINE


def _users_zeros(size: int) -> np.ndarray:
    """Bytes of zeros from the function of the user; the one that frees now does so when nothing uses them any more."""
    malloc = user['malloc']
    assert malloc is not None
    address = malloc(size)
    if not address:
        raise MemoryError(f'the function that was given to set_mju_user_malloc has no {size} bytes')
    memory = bytes_at(address, size, user['free'])
    memory.fill(0)
    return memory
