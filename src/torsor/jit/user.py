"""The user's own functions in kernels. They are for Numba, which is imported as soon as there is one."""

from collections.abc import Callable
from functools import cached_property

from . import load
from .inside.apart import apart
from .inside.settings import jit_enabled
from .layout import StructKind
from .stage import Helper


def user_kernel(function: Callable) -> Callable:
    """The user's own function, which kernels may call; compiled when first used. It may allocate and raise."""
    return apart(lambda: load.compiler().user_kernel(function)) if jit_enabled() else function


def is_compilable(function: Callable) -> bool:
    """Whether a function was made for Numba."""
    return load.compiler().is_compilable(function)


def compiled_callback(name: str, function: Callable, kinds: tuple[StructKind, ...] = ()):
    """Native code of a function (m, d, i, j) that leads to the user's; a TypeError says what is wrong with that.

    kinds: of the structs of several worlds, or of duals, if it is for those.
    """
    return apart(lambda: load.compiler().compiled_callback(name, function, kinds))


def compiled_collider(function: Callable):
    """Native code of a function (m, d, geom1, geom2, reach) that leads to the user's; or a TypeError, as above."""
    return apart(lambda: load.compiler().compiled_collider(function))


class _Offered(Helper):
    """A function of ours for kernels of users."""

    @cached_property
    def dispatcher(self):
        """What compiles it."""
        return load.compiler().user_kernel(self.function)


def for_users(function: Callable) -> Callable:
    """A function of ours that users' kernels may call; with JIT disabled it is the function itself."""
    return _Offered(function) if jit_enabled() else function
