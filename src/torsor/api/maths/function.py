"""`@maths`: a kernel on arrays becomes a mju_* function, compiled at its first call."""

from collections.abc import Callable

from ...jit import stage
from ...jit.call import public


def maths(body: Callable) -> Callable:
    """Decorator: a function for users from a kernel whose annotations are kinds of arguments."""
    return public(stage(body))
