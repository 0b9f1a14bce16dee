"""Tables of helpers: an integer says which row a kernel runs.

    gain = choice('gain', {GAIN_FIXED: fixed, GAIN_AFFINE: affine}, otherwise=one)

makes a helper that kernels call as `gain(kind, m, d, a)`, `kind` first, then the arguments of the rows. It is the chain
of comparisons that one would write by hand, with the rows inlined: LLVM turns it into a switch, and it is the same for
lanes and with JIT disabled. Rows may give floats or packs: where some give packs, the others are broadcast.

`one_of('is_round', (SPHERE, CAPSULE))` makes a helper that tells whether a kind is in a set.

A table of stages (table.py) is for what is long and rarely needed; this is for what is short.
"""

import linecache
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .arguments import parameter_names
from .stage import helper


def choice(name: str, rows: Mapping[int, Any], otherwise: Any):
    """A helper `name(kind, ...)` that runs the row of its kind, and `otherwise` for kinds that have none."""
    return helper(choosing_function(name, rows, otherwise))


def choices(name: str, rows: Mapping[int, Any], otherwise: Any) -> list:
    """A helper `name_column(kind, ...)` for each column of a table whose rows are named tuples, in their order."""
    return [choice(f'{name}_{column}', {kind: getattr(row, column) for kind, row in rows.items()},
                   getattr(otherwise, column)) for column in otherwise._fields]


def one_of(name: str, kinds: Iterable[int]):
    """A helper `name(kind)`: whether it is one of these kinds."""
    source = f'def {name}(kind):\n    return {_is_any(kinds) or False}\n'
    return helper(defined(name, source, {'__name__': __name__}))


def choosing_function(name: str, rows: Mapping[int, Any], otherwise: Any) -> Callable:
    """The function that `choice` makes a helper of."""
    arguments = _arguments(otherwise)
    for kind, function in rows.items():
        if len(_arguments(function)) != len(arguments):
            raise TypeError(f'{name}: the row {kind} is {_signature(function)}, unlike {_signature(otherwise)}; '
                            f'all rows of a table have as many arguments')
    scope = {f'row_{number}': function for number, function in enumerate(_distinct(rows.values()))}
    lines = [f'def {name}({", ".join(["kind", *arguments])}):']
    for row, function in scope.items():  # kinds that share a row share its code
        lines += [f'    if {_is_any(kind for kind in rows if rows[kind] is function)}:',
                  f'        return {row}({", ".join(arguments)})']
    lines.append(f'    return otherwise({", ".join(arguments)})\n')
    return defined(name, '\n'.join(lines), dict(scope, otherwise=otherwise, __name__=otherwise.__module__))


def _distinct(functions: Iterable) -> list:
    return list({id(function): function for function in functions}.values())


def _is_any(kinds: Iterable[int]) -> str:
    """Source of the condition that a kind is one of these; empty if there are none."""
    return ' or '.join(f'kind == {int(kind)}' for kind in kinds)


def defined(name: str, source: str, scope: dict[str, Any]) -> Callable:
    """The function of this name and source, which may use what is in scope."""
    file = f'<choice {name} of {scope["__name__"]}>'
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file  # for tracebacks and debuggers
    exec(compile(source, file, 'exec'), scope)
    return scope[name]


def _arguments(function) -> list[str]:
    return list(parameter_names(function))


def _signature(function) -> str:
    return f'{function.__name__}({", ".join(_arguments(function))})'
