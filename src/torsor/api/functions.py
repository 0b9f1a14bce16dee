"""What is asked of the user's functions before they are compiled."""

import inspect
from collections.abc import Callable
from types import FunctionType


def check_arguments(name: str, function: Callable, arguments: tuple[str, ...]) -> None:
    """Refuse what is no function, or is one of other arguments; `name` says what it was meant for."""
    python = getattr(function, 'py_func', function)
    if not isinstance(python, FunctionType):
        raise TypeError(f'the {name} must be a function or None, not {type(function).__name__}')
    try:
        inspect.signature(python).bind(*arguments)
    except TypeError as error:
        raise TypeError(f'the {name} is called with ({", ".join(arguments)}), '
                        f'but {python.__name__} takes {inspect.signature(python)}') from error
