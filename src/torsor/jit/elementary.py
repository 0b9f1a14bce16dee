"""Elementary functions of one element: the same bits for one world and for many.

libm has no lane version, and would round differently. Each function here is an argument reduction followed by a
polynomial, written once as a formula. No coefficient is copied from a table: `economised` derives each polynomial at
import from its Taylor series (in a few milliseconds). Measured against 400-bit arithmetic, errors are below 1.1 ulp for
sincos, exp, log and pow_, below 2 ulp for the inverse functions and 2.5 ulp for tanh. Zeros, infinities and NaN give
what C99 asks for (except that sin(-0.0) is 0.0).
"""

import functools
import math

import numpy as np

from .dual_numbers import by_slope, differentiated
from .formula import Symbolic, formula
from .lanes import PythonPack, not_, sqrt, where

__all__ = ['acos', 'asin', 'atan', 'atan2', 'copysign', 'exp', 'log', 'pow_', 'sincos', 'tanh']


# ---- derivatives: values, and for each value the factors of the derivatives of all arguments ----
def _sincos_rule(function, x):
    sin, cos = function(x)
    return (sin, cos), ((cos,), (-sin,))


def _atan2_rule(function, y, x):
    square = y * y + x * x
    return (function(y, x),), ((x / square, -y / square),)


def _pow_rule(function, x, y):
    """By the base, and by the exponent; where the exponent is a constant the second is not used."""
    power = function(x, y)
    return (power,), ((y * function(x, y - 1.0), power * log(where(x > 0.0, x, 1.0))),)


# ---- polynomials ----
def economised(*series):
    """A function that gives the coefficients of `nearest` for a series; they are derived when first asked for."""
    return functools.cache(lambda: nearest(*series))


def nearest(taylor, limit, count, lowest=0, terms=24):
    """The polynomial with `count` coefficients nearest to sum(a_k * t**k) for t from lowest * limit to limit.

    `taylor(k)` gives numerator and denominator of a_k. Economisation (Lanczos 1956): drop the highest power by
    subtracting the multiple of the Chebyshev polynomial of that degree which cancels it, down to the wanted degree.
    Done in 200-bit fixed point.
    """
    scale, (numerator, denominator) = [1 << 200], limit.as_integer_ratio()
    while len(scale) < terms:
        scale.append(scale[-1] * numerator // denominator)
    series = [a * scale[k] // b for k in range(terms) for a, b in (taylor(k),)]
    chebyshev = _chebyshev(terms, *((2, -1) if lowest == 0 else (1, 0)))
    for degree in range(terms - 1, count - 1, -1):
        top, basis = series[degree], chebyshev[degree]
        for k in range(degree):
            series[k] -= top * basis[k] // basis[degree]
    return [c / s for c, s in zip(series[:count], scale, strict=False)]


@functools.lru_cache(None)
def _chebyshev(count, slope, shift):
    """Integer coefficients of T_n(slope * t + shift) for n < count."""
    basis = [[1], [shift, slope]]
    while len(basis) < count:
        last, before = basis[-1], basis[-2]
        terms = zip([0, *last], [*last, 0], [*before, 0, 0], strict=True)
        basis.append([2 * (slope * lower + shift * same) - b for lower, same, b in terms])
    return basis


def polynomial(x, coefficients):
    """Estrin's scheme: fewer dependent operations than Horner's."""
    c = coefficients()
    while len(c) > 1:
        c, x = [a + b * x for a, b in zip(c[::2], c[1::2], strict=False)] + c[len(c) // 2 * 2:], x * x
    return c[0]


# ---- bits ----
def bits(x):
    """The representation of x, for integer operations."""
    if isinstance(x, Symbolic):
        return x.bits()
    return x.view(np.ndarray).view(np.uint64) if isinstance(x, np.ndarray) else np.float64(x).view(np.uint64)


def real(word):
    """The number that has this representation."""
    if isinstance(word, Symbolic):
        return word.real()
    return word.view(np.float64).view(PythonPack) if isinstance(word, np.ndarray) else float(word.view(np.float64))


SIGN = 1 << 63
FRACTION = (1 << 52) - 1
ONE = 0x3FF << 52  # bits of 1.0
INTEGER = 0x433 << 52  # bits of 2**52: above it a double's fraction is an integer
TWO_52 = 2.0 ** 52
ROUNDER = 1.5 * TWO_52  # x + ROUNDER rounds x to an integer, found in the last bits of the sum


@formula
def copysign(x, y):
    """|x| with the sign of y, also of a negative zero."""
    if isinstance(x, Symbolic):
        return x.intrinsic('copysign', y)
    if isinstance(y, Symbolic):
        return y.signing(x)
    return np.copysign(x, y).view(PythonPack) if isinstance(y, np.ndarray) else math.copysign(x, y)


def _power_of_two(k):
    """2**k for integral k from -1022 to 1023."""
    return real(bits(k + (ROUNDER + 1023.0)) << 52)


def _leading(x):
    """x with the last 27 bits of its fraction cleared, so that products of two such numbers are exact."""
    return real((bits(x) >> 27) << 27)


def _is_integer(a):
    """Condition, for a >= 0."""
    return (a >= TWO_52) | ((a + TWO_52) - TWO_52 == a)


# ---- sine and cosine ----
# pi/2 in three parts; the first two have 33 bits, so their products with a number of quarter turns < 2**20 are exact
HALF_PI = (float.fromhex('0x1.921fb544p+0'), float.fromhex('0x1.0b4611a6p-34'), float.fromhex('0x1.3198a2e037073p-69'))
REDUCIBLE = 1e5  # [rad]
SIN = economised(lambda k: ((-1) ** (k + 1), math.factorial(2 * k + 3)), (math.pi / 4) ** 2, 6)
COS = economised(lambda k: ((-1) ** k, math.factorial(2 * k + 4)), (math.pi / 4) ** 2, 6)


@formula
@differentiated(_sincos_rule)
def sincos(x):
    """(sin x, cos x). Beyond 1e5 radians libm does the reduction, one world at a time."""
    # x = quarters * pi/2 + r + tail, where tail is what r lost by rounding
    turns = x * (2.0 / math.pi) + ROUNDER
    quarters = turns - ROUNDER
    coarse, fine = x - quarters * HALF_PI[0], quarters * HALF_PI[1]
    r = coarse - fine
    tail = ((coarse - r) - fine) - quarters * HALF_PI[2]
    z = r * r
    sin = r + (r * z * polynomial(z, SIN) + tail)
    half = 0.5 * z
    rough = 1.0 - half
    cos = rough + ((((1.0 - rough) - half) + z * z * polynomial(z, COS)) - r * tail)
    # every quarter turn swaps the two, every other one changes a sign
    turns = bits(turns)
    odd = real((turns << 63) | ONE) < 0.0
    sin, cos = where(odd, cos, sin), where(odd, sin, cos)
    sin = real(bits(sin) ^ ((turns << 62) & SIGN))
    cos = real(bits(cos) ^ (((turns ^ (turns << 1)) << 62) & SIGN))
    return _where_rare(abs(x) > REDUCIBLE, lambda: (_libm('sin', x), _libm('cos', x)), (sin, cos))


def _where_rare(condition, rare, usual):
    """Elements where(condition, rare(), usual), with rare() evaluated only if some world needs it."""
    if isinstance(condition, Symbolic):
        return condition.where_rare(rare, usual)
    return tuple(where(condition, a, b) for a, b in zip(rare(), usual, strict=True)) if np.any(condition) else usual


def _libm(name, x):
    """The C library's function."""
    if isinstance(x, Symbolic):
        return x.libm(name)
    one = lambda v: getattr(math, name)(v) if math.isfinite(v) else math.nan  # noqa: E731
    return np.array([one(v) for v in x]).view(PythonPack) if isinstance(x, np.ndarray) else one(x)


# ---- inverse trigonometry ----
PI_TAIL = float.fromhex('0x1.1a62633145c07p-53')  # pi - math.pi
ATAN = economised(lambda k: ((-1) ** (k + 1), 2 * k + 3), 0.25, 13, 0, 40)
ASIN = economised(lambda k: (math.comb(2 * k + 2, k + 1), 4 ** (k + 1) * (2 * k + 3)), 0.25, 13, 0, 40)


@formula
@differentiated(_atan2_rule)
def atan2(y, x):
    """Angle of the point (x, y), from -pi to pi."""
    a, b = abs(y), abs(x)
    steep = a > b
    small, large = where(steep, b, a), where(steep, a, b)
    scale = where(large > 1e300, 2.0 ** -10, 1.0)  # so that the sum below is finite
    small, large = small * scale, large * scale
    # angle from 0 or from pi/4, where the difference is exact; infinite coordinates count as equal, the origin is at 0
    diagonal = (small > 0.5 * large) | (small == math.inf)
    above = where(diagonal, where(small == large, 0.0, small - large), small)
    beside = where(diagonal, small + large, large)
    t = above / where(beside == 0.0, 1.0, beside)
    z = t * t
    angle = t + t * z * polynomial(z, ATAN)
    angle = where(diagonal, (math.pi / 4) + (angle + PI_TAIL / 4), angle)
    angle = where(steep, (math.pi / 2) - (angle - PI_TAIL / 2), angle)
    angle = where(copysign(1.0, x) < 0.0, math.pi - (angle - PI_TAIL), angle)
    return copysign(where(x == x, angle, x), y)


@formula
def atan(x):
    """Inverse tangent, from -pi/2 to pi/2."""
    return atan2(x, 1.0)


def _asin_parts(x):
    """(s, p, far): asin |x| is s + p, except where far: there it is pi/2 - 2 (s + p)."""
    a = abs(x)
    far = a > 0.5
    z = where(far, 0.5 - 0.5 * a, a * a)
    s = where(far, sqrt(z), a)  # NaN where |x| > 1
    return s, s * z * polynomial(z, ASIN), far


@formula
@differentiated(by_slope(lambda x, y: 1.0 / sqrt(1.0 - x * x)))
def asin(x):
    """Inverse sine, from -pi/2 to pi/2; NaN outside [-1, 1]."""
    s, p, far = _asin_parts(x)
    return copysign(where(far, ((math.pi / 2) - 2.0 * s) - (2.0 * p - PI_TAIL / 2), s + p), x)


@formula
@differentiated(by_slope(lambda x, y: -1.0 / sqrt(1.0 - x * x)))
def acos(x):
    """Inverse cosine, from 0 to pi; NaN outside [-1, 1]."""
    s, p, far = _asin_parts(x)
    negative = x < 0.0
    near = where(negative, (math.pi / 2) + (s + (p + PI_TAIL / 2)), (math.pi / 2) - (s + (p - PI_TAIL / 2)))
    return where(far, where(negative, math.pi - (2.0 * (s + p) - PI_TAIL), 2.0 * (s + p)), near)


# ---- exponential and logarithm ----
LN2 = (float.fromhex('0x1.62e42feep-1'), float.fromhex('0x1.a39ef35793c76p-33'))  # k * LN2[0] is exact for |k| < 2**20
EXP = economised(lambda k: (1, math.factorial(k + 2)), math.log(2.0) / 2.0, 11, -1)
ATANH = economised(lambda k: (2, 2 * k + 3), (3.0 - math.sqrt(8.0)) ** 2, 8)  # of 2 atanh(s) - 2 s


def _exp_parts(x, tail=0.0):
    """(q, k) such that exp(x + tail) = 2**k (1 + q) with integral k, for |x| < 800."""
    k = (x * (1.0 / math.log(2.0)) + ROUNDER) - ROUNDER
    r = (x - k * LN2[0]) - (k * LN2[1] - tail)
    return r + r * r * polynomial(r, EXP), k


def _scaled(x, k):
    """x * 2**k, in two steps since 2**k itself may not be a number."""
    half = (0.5 * k + ROUNDER) - ROUNDER
    return (x * _power_of_two(half)) * _power_of_two(k - half)


def _clamped(x, limit):
    return where(abs(x) > limit, copysign(limit, x), x)


@formula
@differentiated(by_slope(lambda x, y: y))
def exp(x):
    """e**x."""
    q, k = _exp_parts(_clamped(x, 800.0))
    return _scaled(1.0 + q, k)


@formula
@differentiated(by_slope(lambda x, y: 1.0 - y * y))
def tanh(x):
    """Hyperbolic tangent: E / (E + 2) with E = exp(2 |x|) - 1."""
    a = where(abs(x) > 20.0, 20.0, abs(x))
    q, k = _exp_parts(2.0 * a)
    power = _power_of_two(k)
    e = (power - 1.0) + power * q
    return copysign(where(x == x, e / (e + 2.0), x), x)


def _log_parts(x):
    """(f, k) such that x = 2**k (1 + f), 1 + f from sqrt(1/2) to sqrt(2); for 0 < x < inf."""
    tiny = x < 2.0 ** -1022
    word = bits(where(tiny, x * 2.0 ** 54, x))
    mantissa = real((word & FRACTION) | ONE)
    k = real((word >> 52) | INTEGER) - (TWO_52 + 1023.0)
    upper = mantissa > math.sqrt(2.0)
    k = where(upper, k + 1.0, k)
    return where(upper, 0.5 * mantissa, mantissa) - 1.0, where(tiny, k - 54.0, k)


@formula
@differentiated(by_slope(lambda x, y: 1.0 / x))
def log(x):
    """Natural logarithm; -inf at zero, NaN below."""
    regular = (x > 0.0) & (x < math.inf)
    f, k = _log_parts(where(regular, x, 1.0))
    # ln(1 + f) = 2 atanh(s), and 2 s = f - f**2 / 2 + s f**2 / 2 keeps the leading term exact
    s = f / (2.0 + f)
    z, half_square = s * s, 0.5 * f * f
    value = k * LN2[0] + (f - (half_square - (s * (half_square + z * polynomial(z, ATANH)) + k * LN2[1])))
    return where(regular, value, where(x == 0.0, -math.inf, where(x > 0.0, x, math.nan)))


# ---- power: the logarithm is needed to 64 bits, so it is carried as an unevaluated sum of two doubles ----
THIRDS = (2.0 / 3.0, float.fromhex('0x1.5555555555555p-55'))  # 2/3 and what rounding leaves of it
LN2_TAIL = float.fromhex('0x1.cc01f97b57a08p-87')  # log(2) - sum(LN2)


def _two_sum(a, b):
    """a + b exactly, for |a| >= |b| (Dekker 1971)."""
    total = a + b
    return total, b - (total - a)


def _two_product(a, b):
    """a * b exactly (Dekker 1971)."""
    product, a1, b1 = a * b, _leading(a), _leading(b)
    a2, b2 = a - a1, b - b1
    return product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2)


def _double_product(a, b):
    high, low = _two_product(a[0], b[0])
    return _two_sum(high, low + (a[0] * b[1] + a[1] * b[0]))


def _double_log(x):
    """ln x as a sum of two doubles, for 0 < x < inf: 2 s + s z (2/3 + ...), z = s**2, s = f / (2 + f)."""
    f, k = _log_parts(x)
    divisor, divisor_tail = _two_sum(2.0, f)
    s = f / divisor
    product, product_tail = _two_product(s, divisor)
    s = s, (((f - product) - product_tail) - s * divisor_tail) / divisor
    z = _double_product(s, s)
    series = _two_sum(THIRDS[0], THIRDS[1] + z[0] * polynomial(z[0], lambda: ATANH()[1:]))
    series = _double_product(z, series)
    factor = _two_sum(2.0, series[0])
    log = _double_product(s, (factor[0], factor[1] + series[1]))
    whole, rest = _two_sum(k * LN2[0], log[0])
    whole, rest = where(k == 0.0, log[0], whole), where(k == 0.0, 0.0, rest)
    return _two_sum(whole, rest + (k * LN2[1] + (log[1] + k * LN2_TAIL)))


@formula
@differentiated(_pow_rule)
def pow_(x, y):
    """x**y, with C's conventions: 1 whenever y is 0 or x is 1, NaN for a negative x and fractional y."""
    a, b = abs(x), abs(y)
    regular = (a > 0.0) & (a < math.inf)
    # from 2**64 on every exponent gives 0, 1 or infinity
    high, low = _double_product(_double_log(where(regular, a, 1.0)), (_clamped(y, 2.0 ** 64), 0.0))
    q, k = _exp_parts(_clamped(high, 800.0), where(abs(high) > 800.0, 0.0, low))
    vanishing = where(a == 0.0, y, -y) > 0.0
    power = where(regular, _scaled(1.0 + q, k), where(vanishing, 0.0, math.inf))
    odd = _is_integer(b) & not_(_is_integer(0.5 * b))
    negative = copysign(1.0, x) < 0.0
    power = where(negative & odd, -power, power)
    power = where(negative & regular & not_(_is_integer(b)), math.nan, power)
    power = where((x == x) & (y == y), power, x + y)
    return where((y == 0.0) | (x == 1.0), 1.0, power)
