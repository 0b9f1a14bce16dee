"""How Numba types and lowers a formula: by running it on Symbols."""

import functools
import operator

from llvmlite import ir
from numba import types

from ..inside.numba import Conversion, signature
from ..inside.teach import ANYTHING, teach
from .symbol import Dual, Emitted, Lanes, Symbol, as_symbol, element_type


class ValueType(Emitted):
    """Numba's type of a Value class over one element type."""

    def __init__(self, cls, element):
        self.cls, self.element = cls, element
        super().__init__(f'{cls.__name__}[{element}]')

    def broadcasts(self, other):
        return (isinstance(other, ValueType) and other.cls is self.cls and isinstance(self.element, Lanes)
                and other.element == self.element.scalar)

    def can_convert_from(self, typingctx, other):
        return Conversion.promote if self.broadcasts(other) else None

    def unify(self, typingctx, other):
        return self if self.broadcasts(other) else None

    def symbol(self, value=None, builder=None):
        elements = [None] * self.cls.size if builder is None else elements_of(builder, value)
        return self.cls(*[Symbol(self.element, x, builder) for x in elements])


def assembled(builder, elements):
    """An LLVM array of these elements; it knows them, so that taking it apart again needs no instructions."""
    whole = ir.Constant(ir.ArrayType(elements[0].type, len(elements)), ir.Undefined)
    for i, x in enumerate(elements):
        whole = builder.insert_value(whole, x, i)
    whole.elements = elements
    return whole


def elements_of(builder, whole):
    """The elements of an LLVM array."""
    known = getattr(whole, 'elements', None)
    return known or [builder.extract_value(whole, i) for i in range(whole.type.count)]


def aggregate(builder, value):
    """The LLVM array of a Value of Symbols and numbers."""
    symbols = [as_symbol(a, builder) for a in value]
    common = element_type(symbols)
    return assembled(builder, [s.cast(common).value for s in symbols])


def operand(type, value=None, builder=None, context=None):
    """What a formula sees for an argument of this Numba type."""
    if isinstance(type, Emitted):
        return type.symbol(value, builder)
    if isinstance(type, types.Boolean):
        return Symbol(types.boolean, value, builder)
    if isinstance(type, types.Number):
        return Symbol(types.float64, builder and context.cast(builder, value, type, types.float64), builder)
    raise TypeError(type)


def result_type(result):
    if isinstance(result, Symbol):
        return result.type
    if type(result) is tuple:
        return types.Tuple([result_type(r) for r in result])
    return ValueType(type(result), element_type([as_symbol(a, None) for a in result]))


def result_value(context, builder, result):
    if isinstance(result, Symbol):
        return result.value
    if type(result) is tuple:
        return context.make_tuple(builder, result_type(result), [result_value(context, builder, r) for r in result])
    return aggregate(builder, result)


@functools.lru_cache(None)
def _infer(function, arguments):
    try:
        return result_type(function(*[operand(type) for type in arguments]))
    except TypeError:
        return None  # Numba reports the argument types itself


def _register(key, function, patterns, needs=None):
    """Teach Numba that `key` means `function`, for arguments that match a pattern, one of which is as needed."""

    def resolve(*args):
        if needs is None or any(isinstance(a, needs) for a in args):
            result = _infer(function, args)
            return result and signature(result, *args)

    def emit(context, builder, sig, args):
        operands = [operand(t, v, builder, context) for t, v in zip(sig.args, args)]
        return result_value(context, builder, function(*operands))

    teach(key, resolve, emit, patterns)


def teach_formula(function) -> None:
    """Let kernels call a formula."""
    _register(function, function, ANYTHING)


def teach_for_duals(key, function) -> None:
    """Let kernels that take one world at a time use a function of Python's on duals."""
    _register(key, function, ANYTHING, Dual)


_MIXED = [p for s in (types.Number, types.Boolean) for p in ((Emitted, s), (s, Emitted))]
for _name in ('add', 'sub', 'mul', 'truediv', 'matmul'):  # Numba types `a += b` by operator.iadd
    for _key in (getattr(operator, _name), getattr(operator, 'i' + _name)):
        _register(_key, getattr(operator, _name), [(Emitted, Emitted), *_MIXED], Emitted)
for _name in ('lt', 'le', 'gt', 'ge', 'eq', 'ne', 'and_', 'or_'):
    _register(getattr(operator, _name), getattr(operator, _name), [(Emitted, Emitted), *_MIXED], Emitted)
for _key in (operator.neg, abs):
    _register(_key, _key, [(Emitted,)], Emitted)
