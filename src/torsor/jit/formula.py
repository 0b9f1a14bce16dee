"""Formulas: straight-line Python over elements, executed while a kernel is compiled.

One definition runs in three ways:
  - on Symbols without a builder while Numba infers types (only the type of the result is wanted),
  - on Symbols with a builder while Numba lowers: every operation emits one LLVM instruction into the kernel,
  - on floats (or PythonPack lanes) when JIT is disabled.
A formula costs no sub-compilation, and kernels for one world and for many execute the same operations in the
same order, so (no fastmath, no FMA contraction) they round identically.
"""

import functools
import operator

from llvmlite import ir
from numba import types
from numba.extending import lower_cast, models, register_model

from .inside.numba import Conversion, signature
from .inside.teach import ANYTHING, teach

DOUBLE = ir.DoubleType()


class Emitted(types.Type):
    """Base of the types whose operations are emitted by formulas."""


class Lanes(Emitted):
    """W scalars in one SIMD register. A scalar broadcasts, so `s = 0.0; s += pack` unifies to a pack."""

    broadcasts: type = types.Type

    def __init__(self, scalar, width):
        self.scalar, self.width = scalar, width
        super().__init__(f'{type(self).__name__}({scalar},{width})')

    def can_convert_from(self, typingctx, other):
        return Conversion.promote if isinstance(other, self.broadcasts) else None

    def unify(self, typingctx, other):
        return self if isinstance(other, self.broadcasts) else None

    def symbol(self, value=None, builder=None):
        return Symbol(self, value, builder)


class Pack(Lanes):
    """One float64 of each of W worlds."""

    broadcasts = types.Number


class Mask(Lanes):
    """Result of comparing packs. It has no truth value: `if mask:` is a typing error, use where/any_/all_."""

    broadcasts = types.Boolean


@register_model(Pack)
@register_model(Mask)
class LanesModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, ir.VectorType(dmm.lookup(fe_type.scalar).get_value_type(), fe_type.width))


def broadcast(builder, value, width):
    """The scalar in every lane."""
    vector = ir.VectorType(value.type, width)
    if isinstance(value, ir.Constant):
        return ir.Constant(vector, [value] * width)
    undefined, index = ir.Constant(vector, ir.Undefined), ir.VectorType(ir.IntType(32), width)
    first = builder.insert_element(undefined, value, ir.IntType(32)(0))
    return builder.shuffle_vector(first, undefined, ir.Constant(index, [0] * width))


@lower_cast(types.Number, Pack)
@lower_cast(types.Boolean, Mask)
def cast_scalar_to_lanes(context, builder, source, lanes, value):
    return broadcast(builder, context.cast(builder, value, source, lanes.scalar), lanes.width)


class Symbol:
    """An element of a kernel under compilation: its type and, once there is a builder, its LLVM value."""

    __slots__ = ('type', 'value', 'builder')
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, type, value=None, builder=None):
        self.type, self.value, self.builder = type, value, builder

    def emit(self, type, instruction):
        return Symbol(type, instruction(self.builder) if self.builder is not None else None, self.builder)

    def cast(self, type):
        if self.type == type:
            return self
        if getattr(type, 'scalar', None) != self.type:
            raise TypeError(f'cannot turn {self.type} into {type}')  # for example packs of two widths
        return self.emit(type, lambda b: broadcast(b, self.value, type.width))

    def __neg__(self):
        return self.emit(self.type, lambda b: b.fneg(self.value))

    def __abs__(self):
        return self.emit(self.type, lambda b: call_intrinsic(b, 'fabs', self.value))

    def __bool__(self):
        raise TypeError('a formula cannot branch on a value: use where()')


def as_symbol(x, builder):
    return x if isinstance(x, Symbol) else Symbol(types.float64, ir.Constant(DOUBLE, float(x)), builder)


def element_type(symbols):
    """The type all these symbols can be cast to: lanes win over scalars."""
    return next((s.type for s in symbols if isinstance(s.type, Lanes)), symbols[0].type)


def truth_type(element):
    return Mask(types.boolean, element.width) if isinstance(element, Lanes) else types.boolean


def _binary(instruction, compares=False, swap=False):
    def method(a, b):
        if not isinstance(b, (Symbol, int, float)):
            return NotImplemented  # scalar * Vec3 is Vec3.__rmul__'s business
        pair = (as_symbol(b, a.builder), a) if swap else (a, as_symbol(b, a.builder))
        common = element_type(pair)
        x, y = (s.cast(common) for s in pair)
        result = truth_type(common) if compares else common
        return x.emit(result, lambda builder: instruction(builder, x.value, y.value))

    return method


for _python, _llvm in dict(add='fadd', sub='fsub', mul='fmul', truediv='fdiv').items():
    _emit = lambda b, x, y, name=_llvm: getattr(b, name)(x, y)  # noqa: E731
    setattr(Symbol, f'__{_python}__', _binary(_emit))
    setattr(Symbol, f'__r{_python}__', _binary(_emit, swap=True))
for _python, _sign in dict(lt='<', le='<=', gt='>', ge='>=', eq='==').items():
    setattr(Symbol, f'__{_python}__', _binary(lambda b, x, y, s=_sign: b.fcmp_ordered(s, x, y), compares=True))
Symbol.__ne__ = _binary(lambda b, x, y: b.fcmp_unordered('!=', x, y), compares=True)
Symbol.__and__ = _binary(lambda b, x, y: b.and_(x, y))
Symbol.__or__ = _binary(lambda b, x, y: b.or_(x, y))


def call_intrinsic(builder, name, *args):
    """Call the LLVM intrinsic `name` on floats or vectors of floats."""
    kind = args[0].type
    suffix = f'v{kind.count}f64' if isinstance(kind, ir.VectorType) else 'f64'
    signature_ = ir.FunctionType(kind, [kind] * len(args))
    return builder.call(builder.module.declare_intrinsic(f'llvm.{name}.{suffix}', (), signature_), args)


# ---- how Numba types and lowers a formula ----
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
    return types.Tuple([result_type(r) for r in result]) if type(result) is tuple else result.numba_type()


def result_value(context, builder, result):
    if isinstance(result, Symbol):
        return result.value
    if type(result) is tuple:
        return context.make_tuple(builder, result_type(result), [result_value(context, builder, r) for r in result])
    return result.aggregate(builder)


@functools.lru_cache(None)
def _infer(function, arguments):
    try:
        return result_type(function(*[operand(type) for type in arguments]))
    except TypeError:
        return None  # Numba reports the argument types itself


def _register(key, function, patterns, needs_emitted):
    """Teach Numba that `key` applied to arguments matching one of the patterns means `function`."""

    def resolve(*args):
        if not needs_emitted or any(isinstance(a, Emitted) for a in args):
            result = _infer(function, args)
            return result and signature(result, *args)

    def emit(context, builder, sig, args):
        operands = [operand(t, v, builder, context) for t, v in zip(sig.args, args)]
        return result_value(context, builder, function(*operands))

    teach(key, resolve, emit, patterns)


def formula(function):
    """Decorator: make a straight-line Python function on elements and values callable from kernels."""
    _register(function, function, ANYTHING, needs_emitted=False)
    return function


_MIXED = [p for s in (types.Number, types.Boolean) for p in ((Emitted, s), (s, Emitted))]
for _name in ('add', 'sub', 'mul', 'truediv', 'matmul'):  # Numba types `a += b` by operator.iadd
    for _key in (getattr(operator, _name), getattr(operator, 'i' + _name)):
        _register(_key, getattr(operator, _name), [(Emitted, Emitted), *_MIXED], needs_emitted=True)
for _name in ('lt', 'le', 'gt', 'ge', 'eq', 'ne', 'and_', 'or_'):
    _register(getattr(operator, _name), getattr(operator, _name), [(Emitted, Emitted), *_MIXED], needs_emitted=True)
for _key in (operator.neg, abs):
    _register(_key, _key, [(Emitted,)], needs_emitted=True)
