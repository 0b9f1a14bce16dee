"""Tables of helpers: an integer says which row a kernel runs.

    gain = choice('gain', {GAIN_FIXED: fixed, GAIN_AFFINE: affine}, otherwise=one)

makes a helper that kernels call as `gain(kind, m, d, a)`, `kind` first, then the arguments of the rows. It is the chain
of comparisons that one would write by hand, with the rows inlined: LLVM turns it into a switch, and it is the same for
lanes and with JIT disabled. Rows may give floats or packs: where some give packs, the others are broadcast.

A table of stages (table.py) is for what is long and rarely needed; this is for what is short.
"""

import inspect
import linecache
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .stage import helper


def choice(name: str, rows: Mapping[int, Any], otherwise: Any):
    """A helper `name(kind, ...)` that runs the row of its kind, and `otherwise` for kinds that have none."""
    return helper(choosing_function(name, rows, otherwise))


def choices(rows: Mapping[int, Any], otherwise: Any) -> list:
    """A helper for each column of a table whose rows are named tuples of one class, such as GAINS; in their order."""
    return [choice(column, {kind: getattr(row, column) for kind, row in rows.items()}, getattr(otherwise, column))
            for column in otherwise._fields]


def choosing_function(name: str, rows: Mapping[int, Any], otherwise: Any) -> Callable:
    """The function that `choice` makes a helper of."""
    arguments = _arguments(otherwise)
    for kind, function in rows.items():
        if _arguments(function) != arguments:
            raise TypeError(f'{name}: the row {kind} is {_signature(function)}, unlike {_signature(otherwise)}; '
                            f'all rows of a table have the same arguments')
    by_function: dict[str, list[int]] = {}  # kinds that share a row share its code
    names = {id(function): f'row_{number}' for number, function in enumerate(rows.values())}
    for kind, function in rows.items():
        by_function.setdefault(names[id(function)], []).append(int(kind))
    scope = {names[id(function)]: function for function in rows.values()}
    scope.update(otherwise=otherwise, __name__=otherwise.__module__)
    source = _source(name, by_function.items(), arguments)
    file = f'<choice {name} of {otherwise.__module__}>'
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file  # for tracebacks and debuggers
    exec(compile(source, file, 'exec'), scope)
    return scope[name]


def _source(name: str, rows: Iterable[tuple[str, list[int]]], arguments: list[str]) -> str:
    given = ', '.join(arguments)
    lines = [f'def {name}({", ".join(["kind", *arguments])}):']
    for row, kinds in rows:
        lines += [f'    if {" or ".join(f"kind == {kind}" for kind in kinds)}:', f'        return {row}({given})']
    return '\n'.join([*lines, f'    return otherwise({given})', ''])


def _arguments(function) -> list[str]:
    return list(inspect.signature(function).parameters)


def _signature(function) -> str:
    return f'{function.__name__}({", ".join(_arguments(function))})'
