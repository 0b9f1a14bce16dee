"""Calls of Python functions from native code."""

import ctypes
import gc
import sys
import threading
from contextlib import suppress

import pytest
from numba import types

from torsor.jit import load
from torsor.jit.inside import upcall
from torsor.jit.inside.compiler import compiled
from torsor.jit.inside.convention import invoke
from torsor.jit.inside.numba import signature
from torsor.jit.inside.symbols import define
from torsor.jit.inside.teach import teach

calls = []


def answers(a, b, c, d):
    calls.append((a, b, c, d))
    return a + 0.5


def fails(*_):
    raise KeyError('in Python')


def returns_text(*_):
    return 'text'


def returns_itself(*_):
    return 2**2000


FUNCTIONS = [answers, fails, returns_text, returns_itself]
WORDS = (ctypes.c_int64 * len(FUNCTIONS))(*map(id, FUNCTIONS))
define('torsor_test_functions', ctypes.addressof(WORDS))


def ask(which, a, b):
    """In kernels: call a function of the list; what it returns."""


def tell(a, b):
    """In kernels: call the first function, and do not look at what it returns."""


def _emit(context, builder, sig, args):
    word = builder.ptrtoint(table(builder), upcall.WORD)
    place = builder.inttoptr(builder.add(word, builder.mul(args[0], upcall.WORD(8))), upcall.WORD.as_pointer())
    result = builder.alloca(upcall.REAL)
    upcall.emit(context, builder, builder.load(place), args[1:], result)
    return builder.load(result)


def table(builder):
    upcall.word(builder, 'torsor_test_functions')
    return builder.module.globals['torsor_test_functions']


def _emit_tell(context, builder, sig, args):
    upcall.emit(context, builder, upcall.word(builder, 'torsor_test_functions'), args)
    return context.get_dummy_value()


teach(ask, lambda *_: signature(types.float64, types.int64, types.int64, types.int64), _emit)
teach(tell, lambda *_: signature(types.none, types.int64, types.int64), _emit_tell)


def asks(which, a, b):
    tell(b, a)
    return 2.0 * ask(which, a, b)


@pytest.fixture(scope='module')
def kernel():
    load.prepare()
    address = compiled(asks, (types.int64,) * 3).address

    def run(which, a=3, b=-4):
        calls.clear()
        return invoke(address, float, [which, a, b])

    return run


def test_arguments_and_results(kernel):
    assert kernel(0) == 7.0
    assert calls == [(-4, 3, 0, 0), (3, -4, 0, 0)]
    assert kernel(0, 2**63 - 1, -2**63) == 2.0 * (2**63 - 0.5)


def test_an_error_ends_the_kernel_and_arrives_itself(kernel):
    with pytest.raises(KeyError, match='in Python') as caught:
        kernel(1)
    assert caught.traceback[-1].name == 'fails'
    assert kernel(0) == 7.0


def test_a_result_that_is_no_number(kernel):
    with pytest.raises(TypeError, match='real number'):
        kernel(2)
    with pytest.raises(OverflowError):
        kernel(3)


def test_no_reference_is_lost_or_gained(kernel):
    for which, function in enumerate(FUNCTIONS):
        counts = []
        for _ in range(3):
            for _ in range(1000):
                with suppress(KeyError, TypeError, OverflowError):
                    kernel(which, 10**15, -10**15)
            calls.clear()
            gc.collect()
            counts.append((sys.getrefcount(function), sys.getallocatedblocks()))
        assert counts[1][0] == counts[2][0]
        assert abs(counts[1][1] - counts[2][1]) < 500  # one in each of the thousand calls would be noticed


def test_other_threads(kernel):
    """Each sees its own error; the caller's lock of the interpreter is given back."""
    seen = [None] * 6

    def work(i):
        for _ in range(200):
            try:
                seen[i] = kernel(i % 2)
            except KeyError as error:
                seen[i] = error.args

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [7.0, ('in Python',)] * 3
