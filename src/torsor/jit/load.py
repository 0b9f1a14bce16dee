"""Native code by its name: from the library that came with the package, from the cache, or made now.

Nothing here knows how code is made. Who has to make some asks for the `compiler`, which imports Numba: that takes
longer than everything else from the import of the package to its first step.
"""

import importlib
from collections.abc import Callable
from functools import cache as once
from types import ModuleType

from . import cache
from .inside import machine
from .inside.apart import apart
from .inside.code import Code
from .inside.convention import UPCALL
from .inside.library import library
from .inside.symbols import define


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
        return cache.linked(name)
    except ModuleNotFoundError:  # llvmlite; `compiler` says so
        return 0


@once
def prepare() -> None:
    """Let native code that is linked from now on call Python."""
    define(UPCALL, function(UPCALL, lambda: compiler().upcall_module()))


def _made(name: str, module) -> int:
    code = machine.translated(module, name)
    keep(name, code)
    return machine.load(code)


def has_feature(name: str) -> bool:
    """Whether code is made for processors with a feature, such as 'avx512f'."""
    return apart(lambda: machine.has_feature(name))


def is_kept(name: str) -> bool:
    """Whether a function was compiled earlier."""
    return bool(library().function(name)) or cache.has(name)


def remark(name: str) -> bytes:
    """What was said of a function when it was compiled; nothing if it was not."""
    try:
        code = None if library().function(name) else cache.load(name)
    except ModuleNotFoundError:  # llvmlite; `compiler` says so
        code = None
    return code.remark if code else library().remark(name)


def is_cache_writable() -> bool:
    """Whether what other processes compile can be found here."""
    return cache.is_writable()


def keep(name: str, code: Code) -> None:
    """Keep code for later processes."""
    cache.save(name, code)
