"""Tells on stderr that native code is being compiled, once that has taken more than a second."""

import sys
import time

_PATIENCE = 1.0


class Progress:
    """Counts compiled stages; on a terminal one line that comes and goes, elsewhere a single notice."""

    def __init__(self):
        self.count, self.seconds, self.told = 0, 0.0, False

    def begin(self, name: str) -> float:
        if self.seconds > _PATIENCE:
            self._show(name)
        return time.perf_counter()

    def end(self, start: float) -> None:
        self.count += 1
        self.seconds += time.perf_counter() - start
        if self.told and sys.stderr.isatty():
            sys.stderr.write('\r\x1b[K')

    def _show(self, name: str) -> None:
        terminal = sys.stderr is not None and sys.stderr.isatty()
        if terminal:
            sys.stderr.write(f'\r\x1b[Ktorsor: compiling {name} ({self.count} stages in {self.seconds:.0f} s)')
            sys.stderr.flush()
        elif not self.told and sys.stderr is not None:
            sys.stderr.write('torsor: compiling native code; the result is cached for later runs\n')
        self.told = True


progress = Progress()
