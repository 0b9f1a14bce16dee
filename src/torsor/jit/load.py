"""Native code by its name: from the library that came with the package, from the cache, or made now.

Nothing here knows how code is made. Who has to make some asks for the `compiler`, which imports Numba: that takes
longer than everything else from the import of the package to its first step.
"""

import importlib
from collections.abc import Callable
from functools import cache as once
from types import ModuleType
from typing import TYPE_CHECKING

from .inside.apart import apart
from .inside.convention import UPCALL
from .inside.library import library
from .inside.symbols import define

if TYPE_CHECKING:
    from .inside.machine import Code


def compiler() -> ModuleType:
    """What makes native code: the room `emit`, which no other module of this room imports."""
    try:
        return importlib.import_module('.emit', __package__)
    except ModuleNotFoundError as error:
        if error.name not in ('numba', 'llvmlite'):
            raise
        raise ModuleNotFoundError(f'torsor has no native code here for what was called, and making it needs '
                                  f'{error.name}, which is not installed: pip install numba', name=error.name) from None


def function(name: str, make: Callable) -> int:
    """The address of a function; if it is nowhere to be found, `make` gives an LLVM module that has it."""
    return found(name) or _made(name, make())


def found(name: str) -> int:
    """The address of a function that was compiled earlier; zero if it has to be compiled."""
    address = library().function(name)
    if address:
        return address
    try:
        from . import cache  # with llvmlite, which takes its time
    except ModuleNotFoundError:  # `compiler` says what is missing
        return 0
    return cache.linked(name)


@once
def prepare() -> None:
    """Let native code that is linked from now on call Python."""
    define(UPCALL, function(UPCALL, lambda: compiler().upcall_module()))


def _made(name: str, module) -> int:
    from .inside import machine

    code = machine.translated(module, name)
    keep(name, code)
    return machine.load(code)


def has_feature(name: str) -> bool:
    """Whether this processor has a feature, such as 'avx512f'."""
    from .inside import machine

    return apart(lambda: machine.has_feature(name))


def is_kept(name: str) -> bool:
    """Whether a function was compiled earlier."""
    if library().function(name):
        return True
    from . import cache

    return cache.has(name)


def is_cache_writable() -> bool:
    """Whether what other processes compile can be found here."""
    from . import cache

    return cache.is_writable()


def keep(name: str, code: 'Code') -> None:
    """Keep code for later processes."""
    from . import cache

    cache.save(name, code)
