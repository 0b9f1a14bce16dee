"""Words of memory that native code knows by names: slots of stages, addresses of Python functions, flags."""

from collections.abc import Callable, Iterable

import numpy as np

from .library import library

counts: dict[str, int] = {}  # of words, by their symbols
unpublished: dict[str, int] = {}  # LLVM is told about symbols by those who link
_makers: dict[str, Callable[[str], object]] = {}  # of words that are made when code refers to them, by first letters
_own: dict[tuple[str, int], np.ndarray] = {}


def define(symbol: str, address: int) -> None:
    """Let native code that is linked from now on find an address under a name."""
    unpublished[symbol] = address


def words(symbol: str, count: int = 1) -> np.ndarray:
    """The words under a name, zero at first. Native code that came with the package has its own, which are used then.

    Threads that ask at the same time get the same, without a lock, which an interrupt could leave taken; and what an
    interrupt leaves undone is done by who asks next.
    """
    found = library().words(symbol, count)
    if found is None:
        found = _own.setdefault((symbol, count), np.zeros(count, np.int64))
    define(symbol, found.ctypes.data)
    counts[symbol] = count
    return found


def make_with(start: str) -> Callable:
    """Decorator: a function that makes the word of a symbol which starts so, when code refers to it."""

    def register(maker: Callable[[str], object]) -> Callable:
        _makers[start] = maker
        return maker

    return register


def make_missing(symbols: Iterable[str]) -> None:
    """Make the words that there are not yet."""
    for symbol in symbols:
        if symbol not in counts:
            for start, maker in _makers.items():
                if symbol.startswith(start):
                    maker(symbol)


def word_of(symbol: str, thing: object) -> np.ndarray:
    """A word that holds the address of a Python object, which somebody else has to keep."""
    word = words(symbol)
    word[0] = id(thing)
    return word
