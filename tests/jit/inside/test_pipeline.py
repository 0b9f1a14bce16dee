"""The short way of compiling: what it relies on in Numba."""

import operator
from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba import types
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.core.target_extension import get_local_target
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.core.utils import order_by_target_specificity
from numba.extending import lower_builtin

import torsor
from jit.small import tree
from torsor.jit import helper, routine, stage
from torsor.jit.emit.structs import struct_type
from torsor.jit.inside import compiler, pipeline
from torsor.jit.inside.inference import KernelTyping, Remembering, kernel_typing, remembering
from torsor.jit.inside.teach import FIRST, teach
from torsor.jit.world import SCALAR

TYPES = tuple(map(struct_type, SCALAR))


@helper
def scaled(x, factor):
    return x * factor


@helper
def checked(x):
    if x > 100.0:
        raise OverflowError('too large')
    return x, 2 * x


@stage
def uses_helpers(m, d):
    d.qacc[0] = scaled(d.qvel[0], 3) + scaled(d.qvel[1], 4) + scaled(d.qvel[2], 5)
    once, twice = checked(d.qvel[3])
    d.qacc[1] = once + twice


@routine
def checked_sum(d, count):
    total = 0.0
    for i in range(count):
        once, twice = checked(d.qvel[i])
        total += once + twice
    return total


@stage
def uses_routine(m, d):
    d.qacc[0] = checked_sum(d, 2)
    d.qacc[1] = checked_sum(d, 3)


class Pair(NamedTuple):
    one: float
    other: float


@routine
def difference(pair):
    return pair.one - pair.other


@stage
def keeps_what_a_variable_was(m, d):
    pair = Pair(d.qvel[0], d.qvel[1])
    before = pair
    d.qacc[0] = difference(pair)
    pair = Pair(d.qvel[2], d.qvel[3])
    d.qacc[1], d.qacc[2] = difference(before), difference(pair)
    for i in range(2):
        last, pair = pair, Pair(pair.one + i + 1.0, 0.0)
        d.qacc[3 + i] = difference(last) + difference(pair)


class Counted(NamedTuple):
    number: float
    count: int


class Nest(NamedTuple):
    first: Counted
    factor: float
    second: Counted


@helper
def product(counted):
    return counted.number * counted.count


@routine
def sum_of_nest(nest):
    return product(nest.first) + nest.factor * product(nest.second)


@routine
def sum_of_turned(nest, times):
    total = 0.0
    for i in range(times):
        before = nest.first
        nest = Nest(nest.second, nest.factor + i, before)
        total = 10.0 * total + sum_of_nest(nest) + before.count
    return total


@stage
def reads_nests(m, d):
    nest = Nest(Counted(d.qvel[0], 2), 3.0, Counted(d.qvel[3], 5))
    inner = nest.second
    d.qacc[0] = sum_of_nest(nest) + product(inner)
    nest = Nest(inner, nest.factor, Counted(d.qvel[1], inner.count + 1))
    d.qacc[1], d.qacc[2] = sum_of_nest(nest), product(inner) + product(nest.first)
    d.qacc[3], d.qacc[4] = sum_of_turned(nest, 3), sum_of_nest(nest)


@helper
def sum_of(x):
    once, twice = checked(x)
    return once + twice


def of_numba(x):
    return sum_of(x)


@stage
def allocates(m, d):
    d.qacc[0] = np.zeros(3)[0]


@pytest.fixture(scope='module')
def m():
    return tree()


@pytest.fixture
def d(m):
    d = torsor.MjData(m)
    d.qvel[:4] = [1.0, 10.0, 100.0, 7.0]
    return d


def test_this_version_of_numba_is_known():
    """If this fails: run the other tests with the new version, then add it to the known ones, or adapt."""
    assert numba.version_info.short == compiler.KNOWN_NUMBA
    assert compiler.pipeline() is pipeline


def test_helpers(m, d):
    uses_helpers(m, d)
    assert d.qacc[:2].tolist() == [543.0, 21.0]


def test_a_helper_may_raise(m, d):
    d.qvel[3] = 101.0
    with pytest.raises(OverflowError, match='too large'):
        uses_helpers(m, d)


def test_routines_are_called(m, d):
    uses_routine(m, d)
    assert d.qacc[:2].tolist() == [33.0, 333.0]
    assert 'noinline' in uses_routine.kernel.overloads[TYPES].library.get_llvm_str()
    assert 'noinline' not in uses_helpers.kernel.overloads[TYPES].library.get_llvm_str()


def test_a_routine_may_raise(m, d):
    d.qvel[1] = 101.0
    with pytest.raises(OverflowError, match='too large'):
        uses_routine(m, d)


def test_a_tuple_is_passed_as_it_was_when_it_was_read(m, d):
    keeps_what_a_variable_was(m, d)
    assert d.qacc[:5].tolist() == [-9.0, -9.0, 93.0, 93.0 + 101.0, 101.0 + 103.0]


def test_a_tuple_of_tuples_is_read_where_it_is(m, d):
    reads_nests(m, d)
    first, second, third = Counted(1.0, 2), Counted(7.0, 5), Counted(10.0, 6)

    def total(nest):
        return nest.first.number * nest.first.count + nest.factor * nest.second.number * nest.second.count

    turned, nest = 0.0, Nest(second, 3.0, third)
    for i in range(3):
        before = nest.first
        nest = Nest(nest.second, nest.factor + i, before)
        turned = 10.0 * turned + total(nest) + before.count
    last = total(Nest(second, 3.0, third))
    assert d.qacc[:5].tolist() == [total(Nest(first, 3.0, second)) + 35.0, last, 70.0, turned, last]


def test_a_function_of_numba_may_call_helpers_that_call_others():
    function = numba.njit(of_numba)
    assert function(2.0) == 6.0
    with pytest.raises(OverflowError, match='too large'):
        function(101.0)


def test_python_cannot_call_a_helper():
    with pytest.raises(TypeError, match='scaled is a part of kernels'):
        scaled(1.0, 2)


def test_a_constant_needs_no_version_of_its_own(m, d):
    uses_helpers(m, d)
    assert len(scaled.dispatcher.overloads) == 1


def test_helpers_are_inlined_and_never_become_machine_code(m, d):
    uses_helpers(m, d)
    result, = scaled.dispatcher.overloads.values()
    engine = cpu_target.target_context.codegen()._engine
    assert not engine.is_symbol_defined(result.fndesc.llvm_func_name)
    whole, = uses_helpers.kernel.overloads.values()
    assert engine.is_symbol_defined(whole.fndesc.llvm_func_name)
    assert 'call' not in [line.split()[0] for line in whole.library.get_llvm_str().splitlines() if line.strip()]


def test_kernels_cannot_allocate(m, d):
    with pytest.raises(NumbaError):
        allocates(m, d)


# ---- types that are remembered ----
def test_a_function_looks_up_its_meaning_once():
    asked = []

    def probe(x):
        return x

    def resolve(x):
        asked.append(x)
        return signature(types.float64, x)

    teach(probe, resolve, lambda context, builder, sig, args: args[0])
    context = cpu_target.typing_context
    context.refresh()
    for _ in range(3):
        assert kernel_typing(context).resolve_function_type(probe, (types.float64,), {}).return_type == types.float64
    assert len(asked) == 1
    kernel_typing(context).resolve_function_type(probe, (types.int64,), {})
    assert len(asked) > 1


def test_the_view_shares_what_numba_knows():
    context = cpu_target.typing_context
    view = kernel_typing(context)
    assert isinstance(view, KernelTyping)
    assert view is kernel_typing(context)
    assert view._globals is context._globals
    addition = view.resolve_value_type(operator.add)
    assert isinstance(addition, Remembering)
    assert addition is remembering(context.resolve_value_type(operator.add))
    assert type(context.resolve_value_type(operator.add)) is types.Function


def test_what_numba_learns_later_is_known():
    view = kernel_typing(cpu_target.typing_context)
    before = view.resolve_value_type(operator.matmul)

    class Apple(types.Type):
        def __init__(self):
            super().__init__('Apple')

    class Template(AbstractTemplate):
        key = operator.matmul

        def generic(self, args, kws):
            if isinstance(args[0], Apple):
                return signature(types.int64, *args)

    infer_global(operator.matmul, types.Function(Template))
    lower_builtin(operator.matmul, Apple, Apple)(lambda *_: None)
    cpu_target.typing_context.refresh()
    assert view.resolve_value_type(operator.matmul) is not before
    assert view.resolve_function_type(operator.matmul, (Apple(), Apple()), {}).return_type == types.int64


@pytest.mark.parametrize('key', [operator.getitem, operator.setitem, operator.add, operator.imul, operator.lt, abs])
def test_our_rules_are_asked_before_those_of_numba(key):
    """Templates of a target come first; otherwise typing takes twice as long."""
    context = cpu_target.typing_context
    context.refresh()
    order = order_by_target_specificity(get_local_target(context), context.resolve_value_type(key).templates)
    ours = [getattr(template, 'metadata', {}) == FIRST for template in order]
    assert any(ours)
    assert ours == sorted(ours, reverse=True)


def test_kinds_are_compiled_apart(m, d):
    uses_helpers(m, d)
    assert list(uses_helpers.kernel.overloads) == [TYPES]
