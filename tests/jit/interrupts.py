"""Interrupts, as Ctrl-C makes them: by a signal after some time, or at a chosen line of Python."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable

import torsor


class Interrupt(KeyboardInterrupt):
    """What the signals of these tests raise; not mixed up with a real Ctrl-C."""


def outcome_of(work: Callable[[], object]) -> BaseException | None:
    """The exception that work ends with."""
    try:
        work()
    except BaseException as error:
        return error
    return None


def interrupted(work: Callable[[], object], after: float, every: float = 0.0) -> BaseException | None:
    """Run work, which signals interrupt after some seconds, and `every` so often after that; how it ends.

    The garbage of others is not collected meanwhile: Python prints an error in a finaliser instead of raising it.
    """
    def run():
        signal.setitimer(signal.ITIMER_REAL, max(after, 1e-6), every)
        work()

    def interrupt(_, frame):
        while frame is not None and frame.f_code is not interrupt.__code__:
            if frame.f_code is run.__code__:  # else the work has ended
                raise Interrupt
            frame = frame.f_back

    signal.signal(signal.SIGALRM, interrupt)
    gc.disable()
    error = outcome_of(run)
    gc.enable()
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    return error


def interrupted_at_line(work: Callable[[], object], number: int) -> BaseException | None:
    """Run work, which is interrupted at a line of this number, of those that the main thread runs of our own or of
    `threading`; how it ends."""
    folders = os.path.dirname(torsor.__file__), threading.__file__
    count = 0

    def trace(frame, event, _):
        nonlocal count
        if not frame.f_code.co_filename.startswith(folders):
            return None
        if event == 'line':
            count += 1
            if count == number + 1:
                raise Interrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    except BaseException as raised:
        return raised
    finally:
        sys.settrace(before)
    return None


def each_line(scenario: Callable[[Callable], None]) -> int:
    """Play a scenario again and again, interrupted one line later each time, until there is no such line.

    A scenario is given a function that runs work with an interrupt and says how it ended. The number of lines.
    """
    for number in range(1000):
        ends = []

        def run(work, number=number, ends=ends):
            ends.append(interrupted_at_line(work, number))
            return ends[-1]

        scenario(run)
        if ends == [None]:
            return number
    raise AssertionError('this never ends')


def assert_sound(d: torsor.MjData) -> None:
    """What a data says about its arena is true, and all scratch is released."""
    word, arrays = d._layout.schema.word, d._arrays
    size, start = int(arrays['narena']), int(d._block[word['arena']])
    assert int(arrays['pstack']) == 0
    assert int(arrays['parena']) <= size
    if not d._arenas:
        assert size == start == 0
        return
    assert start == d._arenas[-1].ctypes.data
    assert size <= len(d._arenas[-1])
    for row in d._layout.schema.moving:
        address = int(d._block[word[row.name]])
        assert address == 0 or start <= address <= start + size, row.name
