"""What formulas compute with while a kernel is compiled: elements, of one world or of several in a register."""

from llvmlite import ir
from numba import types
from numba.extending import lower_cast, models, register_model

from ..formula import Symbolic
from ..inside.numba import Conversion

DOUBLE, WORD = ir.DoubleType(), ir.IntType(64)
FIRST_LANE = ir.IntType(32)(0)


# ---- types of elements ----
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


class Dual(Pack):
    """A number, in lane 0, and its derivatives by width - 1 variables; see ../dual.py."""


class Mask(Lanes):
    """Result of comparing packs. It has no truth value: `if mask:` is a typing error, use where/any_/all_."""

    broadcasts = types.Boolean


@register_model(Pack)
@register_model(Dual)
@register_model(Mask)
class LanesModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, ir.VectorType(dmm.lookup(fe_type.scalar).get_value_type(), fe_type.width))


@lower_cast(types.Number, Pack)
@lower_cast(types.Boolean, Mask)
def cast_scalar_to_lanes(context, builder, source, lanes, value):
    return spread(builder, context.cast(builder, value, source, lanes.scalar), lanes)


def element_type(symbols):
    """The type all these symbols can be cast to: lanes win over scalars."""
    return next((s.type for s in symbols if isinstance(s.type, Lanes)), symbols[0].type)


def truth_type(element):
    if isinstance(element, Dual):
        return types.boolean
    return Mask(types.boolean, element.width) if isinstance(element, Lanes) else types.boolean


# ---- instructions ----
def broadcast(builder, value, width):
    """The scalar in every lane."""
    vector = ir.VectorType(value.type, width)
    if isinstance(value, ir.Constant):
        return ir.Constant(vector, [value] * width)
    undefined, index = ir.Constant(vector, ir.Undefined), ir.VectorType(ir.IntType(32), width)
    first = builder.insert_element(undefined, value, ir.IntType(32)(0))
    return builder.shuffle_vector(first, undefined, ir.Constant(index, [0] * width))


def spread(builder, value, lanes):
    """The scalar as lanes of this type: in every lane, or as a dual without derivatives."""
    if not isinstance(lanes, Dual):
        return broadcast(builder, value, lanes.width)
    nothing = ir.Constant(ir.VectorType(value.type, lanes.width), [ir.Constant(value.type, 0.0)] * lanes.width)
    return builder.insert_element(nothing, value, FIRST_LANE)


def call_intrinsic(builder, name, *args):
    """Call the LLVM intrinsic `name` on floats or vectors of floats."""
    kind = args[0].type
    suffix = f'v{kind.count}f64' if isinstance(kind, ir.VectorType) else 'f64'
    signature_ = ir.FunctionType(kind, [kind] * len(args))
    return builder.call(builder.module.declare_intrinsic(f'llvm.{name}.{suffix}', (), signature_), args)


def _lane_by_lane(builder, name, value):
    if not isinstance(value.type, ir.VectorType):
        return call_intrinsic(builder, name, value)
    whole = ir.Constant(value.type, ir.Undefined)
    for lane in map(ir.IntType(32), range(value.type.count)):
        one = call_intrinsic(builder, name, builder.extract_element(value, lane))
        whole = builder.insert_element(whole, one, lane)
    return whole


# ---- elements ----
class Symbol(Symbolic):
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
        return self.emit(type, lambda b: spread(b, self.value, type))

    def __neg__(self):
        return self.emit(self.type, lambda b: b.fneg(self.value))

    def __abs__(self):
        return (self < 0.0).where(-self, self) if self.is_dual else self.intrinsic('fabs')

    def __bool__(self):
        raise TypeError('a formula cannot branch on a value: use where()')

    # ---- duals ----
    @property
    def is_dual(self):
        return isinstance(self.type, Dual)

    def number(self):
        """The number of a dual."""
        return self.emit(types.float64, lambda b: b.extract_element(self.value, FIRST_LANE))

    def slopes(self):
        """The derivatives of a dual, as one whose number is zero."""
        return self.emit(self.type, lambda b: b.insert_element(self.value, ir.Constant(DOUBLE, 0.0), FIRST_LANE))

    def scaled(self, factor):
        """Number and derivatives times a number that is no dual."""
        return self.emit(self.type, lambda b: b.fmul(broadcast(b, factor.value, self.type.width), self.value))

    def with_number(self, number):
        """The derivatives of this dual with another number."""
        return self.emit(self.type, lambda b: b.insert_element(self.value, number.value, FIRST_LANE))

    # ---- what lanes.py and elementary.py ask for ----
    def negated(self):
        """The opposite of a condition."""
        return self.emit(self.type, lambda b: b.not_(self.value))

    def where(self, a, b):
        """a where this condition holds, else b."""
        a, b = as_symbol(a, self.builder), as_symbol(b, self.builder)
        common = element_type((a, b))
        if isinstance(self.type, Mask):
            common = Pack(getattr(common, 'scalar', common), self.type.width)
        a, b = a.cast(common), b.cast(common)
        return self.emit(common, lambda builder: builder.select(self.value, a.value, b.value))

    def holds(self, everywhere):
        """Whether this condition holds in every world, or in some."""
        if not isinstance(self.type, Mask):
            return self
        sign, wanted = ('==', -1) if everywhere else ('!=', 0)
        bits = ir.IntType(self.type.width)
        return self.emit(types.boolean,
                         lambda b: b.icmp_unsigned(sign, b.bitcast(self.value, bits), bits(wanted)))

    def intrinsic(self, name, *others):
        """LLVM's function of this name."""
        symbols = [self, *(as_symbol(x, self.builder) for x in others)]
        common = element_type(symbols)
        if isinstance(common, Dual):
            return DUAL_INTRINSICS[name](*symbols)
        arguments = [s.cast(common) for s in symbols]
        return self.emit(common, lambda b: call_intrinsic(b, name, *(s.value for s in arguments)))

    def signing(self, magnitude):
        """A number with the sign of this one."""
        return as_symbol(magnitude, self.builder).intrinsic('copysign', self)

    def libm(self, name):
        """The C library's function, lane by lane; LLVM's intrinsic on a vector could mean another library."""
        return self.emit(self.type, lambda b: _lane_by_lane(b, name, self.value))

    def bits(self):
        """The representation, for integer operations."""
        kind = ir.VectorType(WORD, self.type.width) if hasattr(self.type, 'width') else WORD
        return Bits(self, self.builder and self.builder.bitcast(self.value, kind))

    def where_rare(self, rare, usual):
        """Elements where(self, rare(), usual), with rare() behind a branch taken only if some world needs it."""

        def choose():
            return [self.where(a, b) for a, b in zip(rare(), usual, strict=True)]

        builder = self.builder
        if builder is None:
            return tuple(choose())
        before = builder.block
        with builder.if_then(self.holds(everywhere=False).value, likely=False):
            chosen, within = choose(), builder.block
        joined = []
        for a, b in zip(usual, chosen, strict=True):
            phi = builder.phi(a.value.type)
            phi.add_incoming(a.value, before)
            phi.add_incoming(b.value, within)
            joined.append(Symbol(a.type, phi, builder))
        return tuple(joined)


def as_symbol(x, builder):
    return x if isinstance(x, Symbol) else Symbol(types.float64, ir.Constant(DOUBLE, float(x)), builder)


# ---- rules of calculus; one of the operands is a dual ----
def _dual_product(x, y):
    if not (x.is_dual and y.is_dual):
        return x.scaled(y) if x.is_dual else y.scaled(x)
    return y.scaled(x.number()) + x.slopes().scaled(y.number())


def _dual_quotient(x, y):
    if not y.is_dual:
        return x.scaled(1.0 / y).with_number(x.number() / y)
    number = (x.number() if x.is_dual else x) / y.number()
    slopes = (x.cast(y.type) - y.slopes().scaled(number)).scaled(1.0 / y.number())
    return slopes.with_number(number)


def _dual_root(x):
    """At zero the derivative is taken as zero: there is none."""
    root = x.number().intrinsic('sqrt')
    return x.scaled((root > 0.0).where(0.5 / root, 0.0)).with_number(root)


def _dual_copysign(x, y):
    sign = as_symbol(1.0, x.builder).intrinsic('copysign', y.number() if y.is_dual else y)
    return abs(x) * sign


def _piecewise_constant(name):
    return lambda x: x.number().intrinsic(name).cast(x.type)


DUAL_OPERATORS = {'mul': _dual_product, 'truediv': _dual_quotient}  # sums and differences have no rule of their own
DUAL_INTRINSICS = {'sqrt': _dual_root, 'copysign': _dual_copysign, 'floor': _piecewise_constant('floor'),
                   'rint': _piecewise_constant('rint')}


def _of_numbers(compare):
    """A comparison of the numbers of duals."""

    def method(a, b):
        if isinstance(b, Symbol) and b.is_dual:
            b = b.number()
        return compare(a.number() if a.is_dual else a, b)

    return method


def _binary(instruction, compares=False, swap=False, rule=None):
    def method(a, b):
        if not isinstance(b, (Symbol, int, float)):
            return NotImplemented  # scalar * Vec3 is Vec3.__rmul__'s business
        pair = (as_symbol(b, a.builder), a) if swap else (a, as_symbol(b, a.builder))
        if rule is not None and any(s.is_dual for s in pair):
            return rule(*pair)
        common = element_type(pair)
        x, y = (s.cast(common) for s in pair)
        result = truth_type(common) if compares else common
        return x.emit(result, lambda builder: instruction(builder, x.value, y.value))

    return method


for _python, _llvm in dict(add='fadd', sub='fsub', mul='fmul', truediv='fdiv').items():
    _emit = lambda b, x, y, name=_llvm: getattr(b, name)(x, y)  # noqa: E731
    setattr(Symbol, f'__{_python}__', _binary(_emit, rule=DUAL_OPERATORS.get(_python)))
    setattr(Symbol, f'__r{_python}__', _binary(_emit, swap=True, rule=DUAL_OPERATORS.get(_python)))
for _python, _sign in dict(lt='<', le='<=', gt='>', ge='>=', eq='==').items():
    _compare = _binary(lambda b, x, y, s=_sign: b.fcmp_ordered(s, x, y), compares=True)
    setattr(Symbol, f'__{_python}__', _of_numbers(_compare))
Symbol.__ne__ = _of_numbers(_binary(lambda b, x, y: b.fcmp_unordered('!=', x, y), compares=True))
Symbol.__and__ = _binary(lambda b, x, y: b.and_(x, y))
Symbol.__or__ = _binary(lambda b, x, y: b.or_(x, y))


class Bits(Symbolic):
    """The 64 bits of a Symbol. Floats and PythonPacks use NumPy's unsigned integers instead: same operators."""

    __slots__ = ('symbol', 'value')

    def __init__(self, symbol, value):
        self.symbol, self.value = symbol, value

    def constant(self, word):
        kind = self.value.type
        return ir.Constant(kind, [word] * kind.count) if isinstance(kind, ir.VectorType) else ir.Constant(kind, word)

    def real(self):
        """The number that has this representation."""
        return self.symbol.emit(self.symbol.type, lambda b: b.bitcast(self.value, self.symbol.value.type))


def _bitwise(instruction):
    def method(a, b):
        if a.symbol.builder is None:
            return a
        other = b.value if isinstance(b, Bits) else a.constant(b)
        return Bits(a.symbol, getattr(a.symbol.builder, instruction)(a.value, other))

    return method


for _python, _llvm in (('lshift', 'shl'), ('rshift', 'lshr'), ('and', 'and_'), ('or', 'or_'), ('xor', 'xor')):
    setattr(Bits, f'__{_python}__', _bitwise(_llvm))
