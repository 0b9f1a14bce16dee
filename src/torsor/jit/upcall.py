"""Rare events that native code leaves to Python: it calls back, and goes on when the handler is done.

A handler that raises, or is interrupted, makes native code return at once, and the error reaches the caller.
"""

from collections.abc import Callable

from . import trace_stages, vocabulary
from .inside.symbols import word_of
from .layout import by_address
from .shield import shielded


class Upcall:
    """Callable in kernels as upcall(m, d, number); `handler(model, data, number)` then runs in Python."""

    def __init__(self, name: str):
        self.name, self.handler = name, None
        self._function = self._from_native  # the word does not keep it alive
        self._word = word_of(f'torsor_upcall_{name}', self._function)
        vocabulary.add(self)

    def handle(self, function: Callable) -> Callable:
        """Decorator: the function that does the work. An interrupt waits until it has done all of it."""
        self.handler = function
        return function

    def __call__(self, m, d, number):
        """With JIT disabled."""
        trace_stages.end()
        self.handler(m.struct, d.struct, number)

    def _from_native(self, m, d, number, _):
        shielded(lambda: self.handler(by_address[m], by_address[d], number))


def world_bits(condition) -> int:
    """A bit per world that tells where the condition holds: what an upcall is told."""
    worlds = condition if hasattr(condition, '__len__') else [condition]
    return sum(1 << i for i, holds in enumerate(worlds) if holds)


# ---- interrupts ----
def listen() -> None:
    """In a kernel that runs for long: let Python act on signals, such as Ctrl-C, which then ends the kernel."""


def _listen(*_):
    """Python acts on signals before it calls a function."""


_listener = word_of('torsor_listen', _listen)
