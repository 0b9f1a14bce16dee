"""Tells on stderr that native code is being compiled, once that has taken more than a second."""

import sys
import time
from contextlib import contextmanager

_PATIENCE = 1.0  # [s]
_CLEAR_LINE = '\r\x1b[K'


class Progress:
    """Counts compiled stages; on a terminal one line that comes and goes, elsewhere a single notice."""

    def __init__(self):
        self.count, self.seconds, self.told = 0, 0.0, False

    @contextmanager
    def compiling(self, name: str):
        """While a stage of this name is compiled."""
        if self.seconds > _PATIENCE:
            self._show(name)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.count += 1
            self.seconds += time.perf_counter() - start
            if self.told and _is_terminal():
                sys.stderr.write(_CLEAR_LINE)

    def _show(self, name: str) -> None:
        if _is_terminal():
            sys.stderr.write(f'{_CLEAR_LINE}torsor: compiling {name} ({self.count} stages in {self.seconds:.0f} s)')
            sys.stderr.flush()
        elif not self.told and sys.stderr is not None:  # there is none in a windowed program
            sys.stderr.write('torsor: compiling native code; the result is cached for later runs\n')
        self.told = True


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


progress = Progress()
