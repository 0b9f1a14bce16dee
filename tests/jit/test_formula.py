"""Formulas: what they refuse, and that they emit plain IEEE arithmetic."""

import re

import pytest
from numba import njit, types
from numba.core.errors import TypingError

from torsor.jit.emit.formula import ValueType
from torsor.jit.emit.symbol import Mask, Pack, Symbol
from torsor.jit.formula import formula
from torsor.jit.values import Quat, Vec3

FLOAT = types.float64
FOUR, EIGHT = Pack(FLOAT, 4), Pack(FLOAT, 8)
SOME = Mask(types.boolean, 4)


def compiled(function, *arguments):
    """The signature and the LLVM text of a function that was compiled for these types."""
    dispatcher = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model='numpy')(function)
    dispatcher.compile(arguments)
    return dispatcher.nopython_signatures[0].return_type, dispatcher.inspect_llvm(arguments)


def test_a_symbol_has_no_truth_value():
    with pytest.raises(TypeError, match=r'where\(\)'):
        bool(Symbol(FLOAT) > 0.0)


def test_packs_of_two_widths_do_not_mix():
    with pytest.raises(TypeError, match='cannot turn'):
        Symbol(FOUR) + Symbol(EIGHT)
    with pytest.raises(TypingError):
        compiled(lambda a, b: a + b, FOUR, EIGHT)


@pytest.mark.parametrize('arguments', [(FOUR,), (SOME,)])
def test_lanes_have_no_truth_value(arguments):
    def branch(x):
        if x:
            return 1
        return 0

    with pytest.raises(TypingError):
        compiled(branch, *arguments)


def test_a_comparison_of_packs_cannot_be_branched_on():
    def branch(x):
        if x > 0.0:
            return 1
        return 0

    with pytest.raises(TypingError, match='Mask'):
        compiled(branch, FOUR)
    compiled(branch, FLOAT)


@pytest.mark.parametrize(('function', 'arguments', 'result'), [
    (lambda a, b: a + b, (FOUR, FLOAT), FOUR),
    (lambda a, b: a * b, (types.int32, FOUR), FOUR),
    (lambda a, b: a - b, (FLOAT, FOUR), FOUR),
    (lambda a, b: a < b, (FOUR, FLOAT), SOME),
    (lambda a, b: (a < 1.0) & (b > 2.0), (FOUR, FOUR), SOME),
    (lambda a: -abs(a), (FOUR,), FOUR),
    (lambda a, b: a + b, (ValueType(Vec3, FLOAT), ValueType(Vec3, FOUR)), ValueType(Vec3, FOUR)),
    (lambda a, b: a * b, (FLOAT, ValueType(Vec3, FOUR)), ValueType(Vec3, FOUR)),
    (lambda a, b: a * b, (FOUR, ValueType(Vec3, FLOAT)), ValueType(Vec3, FOUR)),
])
def test_types_of_results(function, arguments, result):
    assert compiled(function, *arguments)[0] == result


def test_a_sum_that_starts_as_a_number_becomes_a_pack():
    def total(x):
        s = 0.0
        for _ in range(3):
            s += x
        return s

    assert compiled(total, FOUR)[0] == FOUR


@pytest.mark.parametrize(('function', 'arguments'), [
    (lambda a, b: a + b, (ValueType(Vec3, FLOAT), ValueType(Quat, FLOAT))),
    (lambda a, b: a + b, (ValueType(Vec3, FLOAT), FLOAT)),
    (lambda a: a.w, (ValueType(Vec3, FLOAT),)),
    (lambda a: Vec3(a, a), (FLOAT,)),
    (lambda a: a % 2.0, (FOUR,)),
])
def test_nonsense_does_not_compile(function, arguments):
    with pytest.raises(TypingError):
        compiled(function, *arguments)


def test_arithmetic_is_neither_contracted_nor_reordered():
    """One world and many round alike only because LLVM may not fuse or reassociate anything."""
    _, text = compiled(lambda a, b, c: a * b + c, FOUR, FOUR, FOUR)
    operations = re.findall(r'= (.*) <4 x double> %', text)
    assert {'fmul', 'fadd'} <= set(operations)  # as they are: `fmul fast` would be another one
    assert 'llvm.fma' not in text
    assert 'llvm.fmuladd' not in text


def test_a_formula_is_also_a_plain_function():
    @formula
    def hypotenuse(a, b):
        return (a * a + b * b, a)

    assert hypotenuse(3.0, 4.0) == (25.0, 3.0)
    assert compiled(lambda a, b: hypotenuse(a, b), FLOAT, FOUR)[0] == types.Tuple([FOUR, FLOAT])
