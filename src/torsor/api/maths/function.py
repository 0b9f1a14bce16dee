"""`@maths`: a Python function on arrays becomes a mju_* function that runs natively and is cheap to call.

The body is compiled at the first call (or taken from the cache), for exactly the argument types that its annotations
name. Numba's dispatcher then accepts arrays of the right dtype and layout in a fraction of a microsecond, and refuses
everything else with a TypeError; only then are the arguments looked at, converted or complained about in Python.
"""

import functools
import hashlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numba import njit
from numba.core import config

from ...jit import cache
from ...jit.progress import progress
from ..errors import INT_MAX, INT_MIN
from .arguments import NUMBERS, converted, kind_of


@functools.cache
def _sources() -> str:
    """Hash of this package, which the cache's own stamp does not cover."""
    files = sorted(Path(__file__).parent.glob('*.py'))
    return hashlib.sha256(b'\0'.join(path.read_bytes() for path in files)).hexdigest()


def compiled(body: Callable, signature: tuple) -> Callable:
    """The body as a native function that takes arguments of these Numba types and no others."""
    dispatcher = njit(nogil=True, error_model='numpy', no_cfunc_wrapper=True)(body)
    build, name = cache.stamp('maths ' + _sources()), f'maths-{body.__name__}'
    result = cache.load(dispatcher.targetctx, build, name)
    if result is None:
        with progress.compiling(body.__name__):
            dispatcher.compile(signature)
        cache.save(build, name, dispatcher.overloads[signature])
    else:
        dispatcher.add_overload(result)
    dispatcher.disable_compile()
    return dispatcher


def _parameters(body: Callable) -> dict:
    return {name: kind_of(annotation) for name, annotation in body.__annotations__.items() if name != 'return'}


def maths(body: Callable) -> Callable:
    """Decorator: a function whose annotations are kinds of arguments, compiled at its first call."""
    if config.DISABLE_JIT:
        return converting(body)
    name, parameters = body.__name__, _parameters(body)
    integers = [i for i, kind in enumerate(parameters.values()) if kind is NUMBERS[int]]

    def first(*arguments):
        nonlocal native
        native = compiled(body, tuple(kind.numba_type for kind in parameters.values()))
        return native(*arguments)

    native = first

    @functools.wraps(body)
    def call(*arguments, **named):
        if not named and (not integers or _are_integers(arguments, integers)):
            try:
                return native(*arguments)
            except (TypeError, OverflowError):
                pass  # look at the arguments
        return native(*converted(name, parameters, _positional(name, parameters, arguments, named)))

    return call


def _are_integers(arguments, places) -> bool:
    """Whether the arguments at these places are ints that fit; the dispatcher would round a float."""
    for i in places:
        if i >= len(arguments) or type(arguments[i]) is not int or not INT_MIN <= arguments[i] <= INT_MAX:
            return False
    return True


def converting(body: Callable) -> Callable:
    """Decorator: a function with the same annotations and checks that runs in Python."""
    name, parameters = body.__name__, _parameters(body)

    @functools.wraps(body)
    def call(*arguments, **named):
        result = body(*converted(name, parameters, _positional(name, parameters, arguments, named)))
        return result.item() if isinstance(result, np.generic) else result

    return call


def _positional(name, parameters, arguments, named):
    """All arguments in order, those given by keyword included."""
    if not named:
        return arguments
    rest = list(parameters)[len(arguments):]
    if set(named) != set(rest):
        raise TypeError(f'{name}(): incompatible function arguments: expected ({", ".join(parameters)})')
    return [*arguments, *(named[key] for key in rest)]
