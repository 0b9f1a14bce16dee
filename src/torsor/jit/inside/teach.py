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


def teach(key, resolve: Callable, emit: Callable, patterns: Iterable[tuple] = ANYTHING, prefer_literal: bool = False):
    """Let kernels call `key`.

    resolve(*types): the signature for these types of arguments, or None if the call is refused
    emit(context, builder, signature, arguments): the LLVM value of the result
    """

    class Template(AbstractTemplate):
        metadata = FIRST

        def generic(self, args, kws):
            return None if kws else resolve(*args)

    Template.key, Template.prefer_literal = key, prefer_literal
    infer_global(key, types.Function(Template))
    for pattern in patterns:
        lower_builtin(key, *pattern)(emit)
