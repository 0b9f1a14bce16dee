"""Work that an interrupt must not leave half done.

Interrupts are raised in the main thread only, between any two instructions of Python that it runs. So another thread
does the work, and the main thread waits for it in one call of native code, where nothing can be raised.
"""

from collections.abc import Callable
from functools import cache

from . import load
from .inside.apart import apart, is_interruptible
from .inside.objects import builtin

NAME = 'torsor_shielded'


def shielded(work: Callable[[], None]) -> None:
    """Do all of the work; an interrupt is raised before it begins, or when it is finished."""
    if is_interruptible():
        _runner()(work)
    else:
        work()


@cache
def _runner() -> Callable:
    return builtin(NAME, apart(lambda: load.function(NAME, lambda: load.compiler().shield_module())), None)
