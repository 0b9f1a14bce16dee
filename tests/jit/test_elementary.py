"""Elementary functions: accuracy in plain Python, and the same bits from every way of running them."""

import math

import numpy as np
import pytest
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from torsor.jit import elementary
from torsor.jit.emit.symbol import Pack
from torsor.jit.lanes import PythonPack

WIDTH = 4
COUNT = 2000
# how far the reference itself may be off: nothing where long double is longer than double
REFERENCE_ERROR = 0.01 if np.finfo(np.longdouble).eps < 1e-18 else 1.0


def spread(low, high, rng):
    """Random magnitudes between powers of ten, of either sign."""
    return 10.0 ** rng.uniform(low, high, COUNT) * rng.choice([-1.0, 1.0], COUNT)


def sample(rng, *parts):
    return np.concatenate([part(rng) for part in parts])


def uniform(low, high):
    return lambda rng: rng.uniform(low, high, COUNT)


def powers(low, high):
    return lambda rng: spread(low, high, rng)


def sine(x):
    return elementary.sincos(x)[0]


def cosine(x):
    return elementary.sincos(x)[1]


UNARY = {
    'sin': (sine, np.sin, 1.1, [uniform(-4.0, 4.0), uniform(-1e5, 1e5), powers(-15, 0)]),
    'cos': (cosine, np.cos, 1.1, [uniform(-4.0, 4.0), uniform(-1e5, 1e5), powers(-15, 0)]),
    'atan': (elementary.atan, np.arctan, 2.0, [uniform(-3.0, 3.0), powers(-15, 15)]),
    'asin': (elementary.asin, np.arcsin, 2.0, [uniform(-1.0, 1.0), powers(-15, 0)]),
    'acos': (elementary.acos, np.arccos, 2.0, [uniform(-1.0, 1.0), uniform(1.0 - 1e-9, 1.0)]),
    'exp': (elementary.exp, np.exp, 1.1, [uniform(-1.0, 1.0), uniform(-708.0, 709.0), powers(-15, 0)]),
    'log': (elementary.log, np.log, 1.1, [uniform(0.5, 2.0), lambda rng: abs(spread(-300, 300, rng))]),
    'tanh': (elementary.tanh, np.tanh, 2.5, [uniform(-3.0, 3.0), powers(-15, 3)]),
}
BINARY = {
    'atan2': (elementary.atan2, np.arctan2, 2.0, [uniform(-1.0, 1.0), powers(-100, 100)], [uniform(-1.0, 1.0)] * 2),
    'pow': (elementary.pow_, np.power, 1.1, [uniform(0.0, 3.0), lambda rng: abs(spread(-9, 9, rng))],
            [uniform(-99.0, 99.0), uniform(-30.0, 30.0)]),
}
SPECIAL = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 710.0, -746.0, 1e5, 1e18, -1e300, 1.5e308,
           2.0 ** 52 + 1.0, -(2.0 ** 53), 5e-324, -5e-324, math.inf, -math.inf, math.nan]


def worst_error(function, reference, *arguments):
    """Largest error in units in the last place."""
    with np.errstate(all='ignore'):
        exact = reference(*[np.asarray(a, np.longdouble) for a in arguments])
        ulp = np.spacing(np.abs(exact.astype(float)))
    got = np.array([function(*numbers) for numbers in zip(*[a.tolist() for a in arguments], strict=True)])
    return np.max(np.abs(got - exact) / ulp)


@pytest.mark.parametrize('name', UNARY)
def test_accuracy(name):
    function, reference, bound, parts = UNARY[name]
    assert worst_error(function, reference, sample(np.random.default_rng(1), *parts)) < bound + REFERENCE_ERROR


@pytest.mark.parametrize('name', BINARY)
def test_accuracy_of_two_arguments(name):
    function, reference, bound, first, second = BINARY[name]
    rng = np.random.default_rng(2)
    assert worst_error(function, reference, sample(rng, *first), sample(rng, *second)) < bound + REFERENCE_ERROR


def test_sine_next_to_its_zeros_is_relatively_accurate():
    zeros = math.pi / 2 * np.arange(1.0, 60000.0, 37.0)
    assert worst_error(sine, np.sin, zeros) < 1.1 + REFERENCE_ERROR
    assert worst_error(cosine, np.cos, zeros) < 1.1 + REFERENCE_ERROR


def test_huge_angles():
    for x in abs(spread(5, 300, np.random.default_rng(3)))[:200].tolist():
        assert elementary.sincos(x) == pytest.approx((math.sin(x), math.cos(x)), abs=1e-15)


def agrees(got, wanted):
    if math.isnan(wanted):
        return math.isnan(got)
    if math.isinf(wanted) or wanted == 0.0:
        return repr(got) == repr(wanted)
    return abs(got - wanted) <= 4.0 * math.ulp(wanted)


@pytest.mark.parametrize('name', [name for name in UNARY if name not in ('sin', 'cos')])
@pytest.mark.parametrize('x', SPECIAL)
def test_special_values(name, x):
    function, reference = UNARY[name][:2]
    with np.errstate(all='ignore'):
        assert agrees(function(x), float(reference(np.float64(x))))


@pytest.mark.parametrize('x', SPECIAL)
@pytest.mark.parametrize('y', SPECIAL)
def test_special_pairs(x, y):
    assert agrees(elementary.atan2(y, x), math.atan2(y, x))
    try:
        power = math.pow(x, y)
    except ValueError:  # Python's way of saying NaN, or infinity at a pole
        power = math.nan if x != 0.0 else math.copysign(math.inf, x if y % 2.0 == 1.0 else 1.0)
    except OverflowError:
        power = math.copysign(math.inf, x if y % 2.0 == 1.0 else 1.0)
    assert agrees(elementary.pow_(x, y), power)


def test_no_angle_and_no_number():
    assert elementary.sincos(0.0) == (0.0, 1.0)
    for x in (math.inf, -math.inf, math.nan):
        assert all(math.isnan(v) for v in elementary.sincos(x))


@pytest.mark.parametrize('x', [2.5, -0.0, math.inf, math.nan])
@pytest.mark.parametrize('y', [1.0, -0.0, -math.inf])
def test_copysign(x, y):
    assert str(elementary.copysign(x, y)) == str(math.copysign(x, y))


# ---- compiled ----
@intrinsic
def load(typing_context, array, index):
    """WIDTH numbers of an array as one Pack."""
    def emit(context, builder, signature, args):
        start = builder.gep(make_array(signature.args[0])(context, builder, args[0]).data, [args[1]])
        vector = ir.VectorType(ir.DoubleType(), WIDTH)
        return builder.load(builder.bitcast(start, vector.as_pointer()), align=8)

    return Pack(types.float64, WIDTH)(array, types.intp), emit


@intrinsic
def store(typing_context, array, index, pack):
    def emit(context, builder, signature, args):
        start = builder.gep(make_array(signature.args[0])(context, builder, args[0]).data, [args[1]])
        builder.store(args[2], builder.bitcast(start, args[2].type.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.none(array, types.intp, pack), emit


def compiled(function, arity):
    """The function on arrays: by single numbers and by packs."""
    options = {'error_model': 'numpy'}
    if function is elementary.sincos:
        @njit(**options)
        def single(x, result):
            for i in range(x.size):
                result[0, i], result[1, i] = function(x[i])

        @njit(**options)
        def packed(x, result):
            for i in range(0, x.size, WIDTH):
                sin, cos = function(load(x, i))
                store(result[0], i, sin)
                store(result[1], i, cos)
    elif arity == 1:
        @njit(**options)
        def single(x, result):
            for i in range(x.size):
                result[0, i] = function(x[i])

        @njit(**options)
        def packed(x, result):
            for i in range(0, x.size, WIDTH):
                store(result[0], i, function(load(x, i)))
    else:
        @njit(**options)
        def single(x, y, result):
            for i in range(x.size):
                result[0, i] = function(x[i], y[i])

        @njit(**options)
        def packed(x, y, result):
            for i in range(0, x.size, WIDTH):
                store(result[0], i, function(load(x, i), load(y, i)))
    return single, packed


def bit_pattern(numbers):
    numbers = np.array(numbers, float)
    numbers[np.isnan(numbers)] = math.nan  # the sign of a NaN is nobody's business
    return numbers.view(np.uint64)


@pytest.mark.parametrize(('name', 'arity'), [('sincos', 1), ('atan', 1), ('asin', 1), ('acos', 1), ('exp', 1),
                                             ('log', 1), ('tanh', 1), ('atan2', 2), ('pow_', 2), ('copysign', 2)])
def test_same_bits_for_one_world_and_many(name, arity):
    function, rng = getattr(elementary, name), np.random.default_rng(4)
    x = np.concatenate([rng.uniform(-1, 1, 400), rng.uniform(-800, 800, 400), spread(-300, 300, rng)[:400],
                        np.resize(SPECIAL, 48)])
    arguments = [np.roll(x, 7 * shift) for shift in range(arity)]
    one, many = np.zeros((2, 2, x.size))
    for run, result in zip(compiled(function, arity), (one, many), strict=True):
        run(*arguments, result)
    with np.errstate(all='ignore'):
        python = np.array([function(*numbers) for numbers in zip(*[a.tolist() for a in arguments], strict=True)]).T
        lanes = np.array(function(*[a.view(PythonPack) for a in arguments]))
    rows = 2 if name == 'sincos' else 1
    for other in (many[:rows], np.atleast_2d(python), np.atleast_2d(lanes)):
        np.testing.assert_array_equal(bit_pattern(one[:rows]), bit_pattern(other))
