"""Tables of helpers: an integer says which row runs, for one world, for several and in plain Python."""

import linecache
import traceback
from typing import Any, NamedTuple

import numpy as np
import pytest

from jit.small import Numbers, run_python
from torsor.jit import helper, stage
from torsor.jit.choice import choice, choices, choosing_function, one_of
from torsor.jit.stage import jit_enabled

KINDS = 6


@helper
def half(x, y):
    return 0.5 * x


@helper
def constant(x, y):
    return 7.0  # a float, where other rows give packs


@helper
def least(x, y):
    return x if y > 3 else 0.0


@helper
def nothing(x, y):
    return 0.0


class Row(NamedTuple):
    value: Any
    slope: Any = nothing


value, slope = choices('tried', {4: Row(half, constant), 1: Row(half), 3: Row(least)}, otherwise=Row(constant))


@stage
def try_every_kind(m, d):
    for kind in range(KINDS):
        d.userdata[1 + kind] = value(kind, d.userdata[0], kind)
        d.userdata[1 + KINDS + kind] = slope(kind, d.userdata[0], kind)


def test_the_row_of_the_kind_runs_in_every_world():
    x = np.array([2.0, -3.0, 0.0, np.inf])
    numbers = Numbers(try_every_kind, 1 + 2 * KINDS)
    seven, zero = np.full(4, 7.0), np.zeros(4)
    expected = [x, seven, x / 2, seven, zero, x / 2, seven, zero, zero, zero, zero, seven, zero]
    np.testing.assert_array_equal(numbers.alone(x[None]), expected)
    np.testing.assert_array_equal(numbers.together(x[None]), expected)


@pytest.mark.skipif(not jit_enabled(), reason='asks for native code')
def test_it_is_a_switch_around_the_code_of_the_rows():
    numbers = Numbers(switches, 3)
    np.testing.assert_array_equal(numbers.alone(np.array([[8.0] * 5, range(5)]))[2], [5, 9, 5, 10, 4])
    code = next(iter(switches.kernel.overloads.values())).library.get_llvm_str()
    assert 'switch i64' in code
    assert not [line for line in code.splitlines() if 'call' in line and 'plus_' in line]


@helper
def plus_one(x):
    return x + 1.0


@helper
def plus_two(x):
    return x + 2.0


@helper
def halved(x):
    return x * 0.5


@helper
def minus_three(x):
    return x - 3.0


unlike = choice('unlike', {1: plus_one, 3: plus_two, 4: halved}, otherwise=minus_three)


@stage
def switches(m, d):
    d.userdata[2] = unlike(int(d.userdata[1]), d.userdata[0])


PLAIN = """
from torsor.jit import helper
from torsor.jit.choice import choice

@helper
def half(x):
    return x / 2

@helper
def same(x):
    return x

f = choice('f', {4: half}, otherwise=same)
print(f(4, 3.0), f(5, 3.0))
"""


def test_with_jit_disabled_it_is_a_function_of_python():
    result = run_python(PLAIN, NUMBA_DISABLE_JIT='1')
    assert result.stdout.split() == ['1.5', '3.0'], result.stderr


def test_rows_without_arguments():
    answer = choosing_function('answer', {2: lambda: 'two'}, otherwise=lambda: 'none')
    assert [answer(kind) for kind in range(4)] == ['none', 'none', 'two', 'none']


is_listed, is_never = one_of('is_listed', (4, 1)), one_of('is_never', ())


@stage
def tell_what_is_listed(m, d):
    for kind in range(KINDS):
        d.userdata[kind] = (1.0 if is_listed(kind) else 0.0) + (2.0 if is_never(kind) else 0.0)


def test_whether_a_kind_is_one_of_several():
    assert Numbers(tell_what_is_listed, KINDS).alone(np.zeros((1, 1)))[:, 0].tolist() == [0, 1, 0, 0, 1, 0]


def test_a_table_without_rows_is_its_default():
    assert choosing_function('alone', {}, otherwise=lambda x: -x)(5, 1) == -1


def test_rows_with_other_arguments_are_refused():
    with pytest.raises(TypeError, match=r'gain: the row 3 is plus_one\(x\), unlike half\(x, y\); all rows'):
        choice('gain', {3: plus_one}, otherwise=half)


def test_a_traceback_shows_the_line_that_chose():
    def fails(x):
        raise ArithmeticError

    chosen = choosing_function('chosen', {5: fails}, otherwise=lambda x: x)
    with pytest.raises(ArithmeticError) as caught:
        chosen(5, 0)
    frame = traceback.extract_tb(caught.tb)[1]
    assert frame.name == 'chosen'
    assert linecache.getline(frame.filename, frame.lineno) == '        return row_0(x)\n'
