"""How far a long job is, in plain text."""

import sys
import time


class Progress:
    """A bar on standard error. On a terminal it moves; in a log it is a line now and then, if the work takes long."""

    WIDTH = 30
    PATIENCE = 1.0  # seconds of silence between lines in a log, which also has no more than ten

    def __init__(self, what: str):
        self.what = what
        self.live = sys.stderr.isatty()
        self.start = time.perf_counter()
        self.reported = 0.0  # when, in seconds after the start
        self.tenths = 0

    def update(self, fraction: float, note: str = '') -> None:
        """Show that `fraction` of the work is done."""
        elapsed = time.perf_counter() - self.start
        if self.live:
            filled = round(fraction * self.WIDTH)
            bar = '#' * filled + '.' * (self.WIDTH - filled)
            sys.stderr.write(f'\r{self.what} [{bar}] {fraction:4.0%} {elapsed:6.1f} s  {note:<24.24}')
            sys.stderr.flush()
        elif elapsed - self.reported > self.PATIENCE and int(10 * fraction) > self.tenths:
            self.reported, self.tenths = elapsed, int(10 * fraction)
            sys.stderr.write(f'{self.what}: {fraction:.0%} after {elapsed:.1f} s {note}'.rstrip() + '\n')

    def close(self) -> None:
        """Clear the bar."""
        if self.live:
            sys.stderr.write('\r\x1b[K')
