"""Dry runs: Python runs a kernel on copies of its arguments, to see which stages it reaches. Nothing is compiled.

Only then may Python call helpers although JIT is enabled. Functions of users are left out, and what native code leaves
to Python (a reset, a refusal, an interrupt) ends the run, and so does memory that is reached by its address, which no
copy leads to: all that can go wrong is that the run finds fewer stages.
"""

import copy
import time
from contextlib import suppress

import numpy as np

from .layout import Struct

_PATIENCE = 1.0  # [s of CPU time] what is called may take hours


class Over(Exception):
    """The run has gone as far as it can."""


class _Run:
    def __init__(self):
        self.stages, self.end = {}, time.thread_time() + _PATIENCE


_current: _Run | None = None


def is_running() -> bool:
    """Whether a dry run is going on."""
    return _current is not None


def note(stage) -> None:
    """A stage was reached by kernels that Python runs."""
    if _current is not None:
        _current.stages[stage] = None
        if time.thread_time() > _current.end:
            raise Over


def end() -> None:
    """What comes now is not for dry runs."""
    if _current is not None:
        raise Over


def stages_of(stage, arguments, views) -> list:
    """The stages that a call is going to reach, in their order; `views` makes of arguments what kernels see of them."""
    global _current
    run = _current = _Run()
    try:
        with suppress(Exception), np.errstate(all='ignore'):
            note(stage)
            if not any(isinstance(argument, Struct) for argument in arguments):
                raise Over  # kernels of numbers alone reach no stages, and may work on millions of them
            stage.__wrapped__(*views(list(map(_copied, arguments))))  # a call would lead here again
    finally:
        _current = None
    return list(run.stages)


def _copied(argument):
    """Of a model there is no need for a copy, as kernels do not change it."""
    is_model = getattr(getattr(argument, '_layout', None), 'schema', None) is not None and argument._layout.schema.const
    return argument if is_model else copy.copy(argument)
