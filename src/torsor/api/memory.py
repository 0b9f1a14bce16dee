"""Functions in C by which the user provides memory, see `jit/memory.py`."""

from collections.abc import Callable

from ..jit.inside.objects import is_foreign
from ..jit.memory import user


def _setter(name: str):
    def set_function(function: Callable | None) -> None:
        if function is not None and not is_foreign(function):
            raise TypeError(f'mju_user_{name} must be a C function pointer, such as one of ctypes, not {function!r}')
        user[name] = function

    set_function.__name__ = set_function.__qualname__ = f'set_mju_user_{name}'
    set_function.__doc__ = f'Let models, data and scenes from now on {name} by a function in C; None takes it back.'
    return set_function


def _getter(name: str):
    def get_function() -> Callable | None:
        return user[name]

    get_function.__name__ = get_function.__qualname__ = f'get_mju_user_{name}'
    get_function.__doc__ = f'The function of the user to {name}, or None.'
    return get_function


FUNCTIONS: dict[str, Callable] = {
    f'{verb}_mju_user_{name}': make(name) for name in user for verb, make in (('set', _setter), ('get', _getter))}
globals().update(FUNCTIONS)
__all__ = list(FUNCTIONS)
