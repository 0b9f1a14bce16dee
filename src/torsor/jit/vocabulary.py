"""What kernels may call beyond Python's own operators: formulas, stages, scratch, upcalls, callbacks.

It is gathered here as modules are imported. Who compiles reads it (emit/): all of it when something is compiled for the
first time in a process, and from then on each thing as soon as it is there. So nothing here knows Numba.
"""

from collections.abc import Callable
from typing import Any

_words: list[Any] = []
_readers: list[Callable[[Any], None]] = []


def add(thing: Any) -> None:
    """Let kernels call this."""
    _words.append(thing)
    for reader in _readers:
        reader(thing)


def read(reader: Callable[[Any], None]) -> None:
    """Hand all that there is, and all that will be, to a reader."""
    _readers.append(reader)
    for thing in tuple(_words):
        reader(thing)
