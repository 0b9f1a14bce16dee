"""Words of memory that native code knows by names: slots of stages, addresses of Python functions, flags."""

import numpy as np

from .library import library

counts: dict[str, int] = {}  # of words, by their symbols
unpublished: dict[str, int] = {}  # LLVM is told about symbols by those who link
_BATCH = 512
_room = np.zeros(0, np.int64)


def define(symbol: str, address: int) -> None:
    """Let native code that is linked from now on find an address under a name."""
    unpublished[symbol] = address


def words(symbol: str, count: int = 1) -> np.ndarray:
    """Zeroed words under a name. Native code that came with the package has its own, which are used then."""
    found = library().words(symbol, count)
    if found is None:
        found = _taken(count)
    define(symbol, found.ctypes.data)
    counts[symbol] = count
    return found


def word_of(symbol: str, thing: object) -> np.ndarray:
    """A word that holds the address of a Python object, which somebody else has to keep."""
    word = words(symbol)
    word[0] = id(thing)
    return word


def _taken(count: int) -> np.ndarray:
    """Words from a larger piece, as each piece of memory has its price."""
    global _room
    if len(_room) < count:
        _room = np.zeros(max(_BATCH, count), np.int64)
    taken, _room = _room[:count], _room[count:]
    return taken
