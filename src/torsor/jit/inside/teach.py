"""How Numba learns about what kernels may call: a rule for the types and an emitter of code.

Numba's own `overload` would compile a function in between. Its templates are asked in the order of their definition,
after dozens that are about arrays, strings and sets; templates made for a target are asked before general ones.
"""

from collections.abc import Callable, Iterable

from numba import types
from numba.extending import lower_builtin

from .numba import AbstractTemplate, infer_global

FIRST = {'target': 'cpu'}  # metadata of a template that is to be asked before those of Numba
ANYTHING = ((types.VarArg(types.Any),),)
DECIDED: dict[Callable, Callable] = {}  # functions whose values follow from the types of their arguments


def teach(key, resolve: Callable, emit: Callable, patterns: Iterable[tuple] = ANYTHING, prefer_literal: bool = False,
          decide: Callable | None = None):
    """Let kernels call `key`.

    resolve(*types): the signature for these types of arguments, or None if the call is refused
    emit(context, builder, signature, arguments): the LLVM value of the result
    decide(*types): the result, where it is an integer that follows from the types
    """

    class Template(AbstractTemplate):
        metadata = FIRST

        def generic(self, args, kws):
            return None if kws else resolve(*args)

    Template.key, Template.prefer_literal = key, prefer_literal
    infer_global(key, types.Function(Template))
    for pattern in patterns:
        lower_builtin(key, *pattern)(emit)
    if decide:
        DECIDED[key] = decide
