"""Compiling in a thread of its own, one thing at a time.

An interrupt (Ctrl-C) is raised in the main thread, wherever it is: amid Numba's and llvmlite's books, or between taking
and returning one of their locks, which would then never be free again. So the main thread never enters there. It waits,
an interrupt ends the waiting at once, and the work goes on for whoever asks next.
"""

import os
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar('_Result')
_compiling = threading.RLock()
if hasattr(os, 'register_at_fork'):  # a child of a process that is compiling would wait for ever
    os.register_at_fork(before=_compiling.acquire, after_in_parent=_compiling.release,
                        after_in_child=_compiling.release)


def is_interruptible() -> bool:
    """Whether an interrupt may be raised in this thread; at the very end of a process no other can be started."""
    return threading.get_ident() == threading.main_thread().ident and not sys.is_finalizing()


def apart(work: Callable[[], _Result]) -> _Result:
    """The result of work that uses Numba or LLVM, while nobody else does."""

    def alone():
        with _compiling:
            return work()

    if not is_interruptible():
        return alone()
    outcome = []

    def run():
        try:
            outcome.append((alone(), None))
        except BaseException as error:  # raised again where the work was asked for
            outcome.append((None, error))

    thread = threading.Thread(target=run, name='torsor compiler')
    try:
        thread.start()
    except RuntimeError:  # no more threads
        return alone()
    thread.join()
    result, error = outcome[0]
    if error is not None:
        raise error
    return result
