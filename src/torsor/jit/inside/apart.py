"""Compiling in a thread of its own, one thing at a time.

An interrupt (Ctrl-C) is raised in the main thread, wherever it is: amid Numba's and llvmlite's books, or between taking
and returning one of their locks, which would then never be free again. So the main thread never enters there. It waits,
an interrupt ends the waiting at once, and the work goes on for whoever asks next.
"""

import _thread
import atexit
import os
import threading
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar('_Result')
_compiling = threading.RLock()
_ending = False


def is_interruptible() -> bool:
    """Whether an interrupt may be raised in this thread; when the process ends no other can do its work."""
    return threading.get_ident() == threading.main_thread().ident and not _ending


def apart(work: Callable[[], _Result]) -> _Result:
    """The result of work that uses Numba or LLVM, while nobody else does."""

    def alone():
        with _compiling:
            return work()

    def run():
        try:
            outcome.append((alone(), None))
        except BaseException as error:  # raised again where the work was asked for
            outcome.append((None, error))
        finished.release()

    if not is_interruptible():
        return alone()
    outcome: list[tuple] = []
    finished = _thread.allocate_lock()  # those of `threading` are Python, and an interrupt may leave them in disorder
    finished.acquire()
    try:
        _thread.start_new_thread(run, ())
    except RuntimeError:  # there are too many
        return alone()
    finished.acquire()
    result, error = outcome[0]
    if error is not None:
        raise error
    return result


def _wait_for_the_end() -> None:
    """A thread in LLVM would not survive the end of the process, nor let it end well."""
    global _ending
    _compiling.acquire()
    _ending = True


atexit.register(_wait_for_the_end)
if hasattr(os, 'register_at_fork'):  # a child of a process that is compiling would wait for ever
    os.register_at_fork(before=_compiling.acquire, after_in_parent=_compiling.release,
                        after_in_child=_compiling.release)
