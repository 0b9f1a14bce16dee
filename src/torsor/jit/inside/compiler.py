"""From a Python function to machine code, by Numba: the short way where it fits, else the long one."""

from functools import cache
from typing import Any, NamedTuple

import numba
from numba import njit

from .code import Code
from .machine import publish, undefined_symbols
from .numba import Dispatcher, NumbaError
from .settings import avoids_short_way

# error_model: division by zero gives inf or NaN, as in C. No fastmath, so every build rounds alike.
OPTIONS: dict[str, Any] = dict(nogil=True, error_model='numpy', no_cpython_wrapper=True, no_cfunc_wrapper=True)
KERNEL_OPTIONS = dict(OPTIONS, _nrt=False)  # without Numba's runtime there is nothing a kernel could allocate with
KNOWN_NUMBA = (0, 68)


class Compiled(NamedTuple):
    """A compiled function; `owner` keeps its code alive, `code` is None where it cannot be kept for later."""

    address: int
    result: Any
    code: Code | None
    owner: Any

    @property
    def draws_random_numbers(self) -> bool:
        """Whether Numba's generators are used: their states are reached by symbols with such names."""
        return self.code is None or any('random_state' in symbol for symbol in self.code.symbols)


@cache
def pipeline():
    """The short way through Numba; None with a version that it was not made for, or if the user avoids it."""
    if numba.version_info.short != KNOWN_NUMBA or avoids_short_way():
        return None
    try:
        from . import pipeline

        trial = njit(**KERNEL_OPTIONS, pipeline_class=pipeline.KernelCompiler)(lambda x: x + 1)
        trial.compile((numba.int64,))
        return pipeline
    except Exception:  # whatever is not as expected, the long way does not need it
        return None


def pipeline_for(function):
    """The short way, which a function that handles exceptions cannot go: there errors go straight to the caller."""
    return None if function.__code__.co_exceptiontable else pipeline()


def dispatcher(function, options):
    """What compiles a kernel."""
    short = pipeline_for(function)
    return njit(**options, pipeline_class=short.KernelCompiler)(function) if short else njit(**options)(function)


def compiled(function, arguments: tuple, options=KERNEL_OPTIONS) -> Compiled:
    """Compile a function, or the function of a dispatcher, for arguments of these types."""
    publish()
    kernel = function
    if not isinstance(function, Dispatcher):
        kernel = dispatcher(function, options) if options is KERNEL_OPTIONS else njit(**options)(function)
    kernel.compile(arguments)
    result = kernel.overloads[arguments]
    name = result.fndesc.llvm_func_name
    return Compiled(result.library.get_pointer_to_function(name), result.signature.return_type,
                    _code(result.library, name), kernel)


def _code(library, name: str) -> Code | None:
    """The machine code of a library, if this version of Numba hands it out."""
    try:
        return Code(name, undefined_symbols(library._final_module), library._get_compiled_object())
    except (AttributeError, ValueError, RuntimeError):
        return None


def helper_dispatcher(function, inline: bool):
    """What compiles a part of kernels, which is inlined or called."""
    options = dict(KERNEL_OPTIONS, forceinline=inline)
    short = pipeline_for(function)
    if short:
        return short.HelperDispatcher(function, {}, dict(options, nopython=True), short.HelperCompiler)
    return njit(**options)(function)


def user_kernel(function):
    """The user's own function, which kernels may call; compiled when first used. It may allocate and raise."""
    return njit(**OPTIONS)(function)


def is_compilable(function) -> bool:
    """Whether a function was made for Numba."""
    return isinstance(function, Dispatcher)


def compiled_for_user(function, arguments: tuple) -> Compiled:
    """Compile a function that leads to the user's own; a TypeError says what is wrong with it."""
    try:
        return compiled(function, arguments, OPTIONS)
    except NumbaError as error:
        raise TypeError(str(error)) from error
