"""The larger and the smaller of integers; Numba would compile a function of Python for each combination of types."""

from functools import reduce

from numba import types

from ..inside.numba import signature
from ..inside.teach import teach


def _resolve(*numbers):
    if len(numbers) > 1 and all(isinstance(number, types.Integer) and number.signed for number in numbers):
        return signature(types.int64, *[types.int64] * len(numbers))


def _emit_choice(sign):
    def emit(context, builder, sig, args):
        return reduce(lambda a, b: builder.select(builder.icmp_signed(sign, b, a), b, a), args)

    return emit


teach(max, _resolve, _emit_choice('>'), [(types.Integer, types.VarArg(types.Integer))])
teach(min, _resolve, _emit_choice('<'), [(types.Integer, types.VarArg(types.Integer))])
