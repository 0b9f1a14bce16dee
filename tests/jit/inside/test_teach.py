"""What kernels may call, and what Numba is told about it."""

import pytest
from numba import types
from numba.core.errors import TypingError

from torsor.jit.inside.compiler import compiled
from torsor.jit.inside.convention import invoke
from torsor.jit.inside.numba import signature
from torsor.jit.inside.teach import teach


def plus_literal(x, number):
    """In kernels: x plus a number that is known when the kernel is compiled."""


def _resolve(x, number):
    if isinstance(number, types.IntegerLiteral):
        return signature(types.int64, types.int64, number)


def _emit(context, builder, sig, args):
    return builder.add(args[0], args[0].type(sig.args[1].literal_value))


teach(plus_literal, _resolve, _emit, prefer_literal=True)


def adds_seven(x):
    return plus_literal(x, 7)


def adds_itself(x):
    return plus_literal(x, x)


def adds_by_keyword(x):
    return plus_literal(x, number=7)


def test_code_is_emitted_where_the_function_is_called():
    native = compiled(adds_seven, (types.int64,))
    assert invoke(native.address, int, [35]) == 42


def test_arguments_are_cast_to_the_types_of_the_signature():
    native = compiled(adds_seven, (types.int32,))
    assert native.result == types.int64


@pytest.mark.parametrize('kernel', [adds_itself, adds_by_keyword])
def test_calls_that_the_rule_refuses_do_not_compile(kernel):
    with pytest.raises(TypingError, match='plus_literal'):
        compiled(kernel, (types.int64,))
