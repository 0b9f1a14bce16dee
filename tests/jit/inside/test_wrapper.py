"""Wrappers: what they cost in references and memory, on every way through them. What they accept: test_arguments.py."""

import ctypes
import gc
import sys
from contextlib import suppress

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.jit import call, stage
from torsor.jit.arguments import In, Index, Out
from torsor.jit.call import public
from torsor.jit.inside import objects
from torsor.jit.inside.machine import translated
from torsor.jit.inside.wrapper import API, Wrapper
from torsor.jit.world import DATA, MODEL

CALLS = 1000


@stage
def does(m, d, out: Out('nv', optional=True), point: In('3'), body: Index('nbody'), what: int, x: float, flag: bool):
    if what == 1:
        raise ValueError('as asked')
    if what == 2:
        d.warned |= 1


@stage
def gives_int(x: int) -> int:
    return x


@stage
def gives_float(x: float) -> float:
    return x


@stage
def gives_bool(x: int) -> bool:
    return x > 0


class SubData(torsor.MjData):
    """Somebody's own."""


@pytest.fixture(scope='module')
def m():
    return tree()


@pytest.fixture(scope='module')
def function(m):
    function = public(does)
    function(m, torsor.MjData(m), None, np.zeros(3), 0, 0, 0.0, False)
    assert isinstance(function.call.run, type(len))
    return function


@pytest.fixture(autouse=True)
def _no_messages(monkeypatch):
    monkeypatch.setattr(call, 'warning_handler', lambda *_: None)


def growth(work) -> tuple[int, int]:
    """Blocks of memory that stay, and references to None that are gained or lost, in many repetitions."""
    def repeat():
        for _ in range(CALLS):
            with suppress(Exception):
                work()
        gc.collect()
        return sys.getallocatedblocks(), sys.getrefcount(None)

    repeat()
    before, after = repeat(), repeat()
    return after[0] - before[0], after[1] - before[1]


WAYS = {
    'accepted': {}, 'converted': dict(point=[1, 2, 3]), 'refused': dict(point='text'), 'raised': dict(what=1),
    'warned': dict(what=2), 'out of range': dict(body=100), 'too large': dict(what=2**100), 'no number': dict(x='text'),
    'a number of NumPy': dict(x=np.float64(1.0), body=np.int32(1)), 'minus one': dict(x=-1.0, what=-1),
    'a flag of NumPy': dict(flag=np.True_), 'an array for None': dict(out=np.zeros(12)), 'subclass': dict(d=SubData),
}


@pytest.mark.parametrize('way', WAYS)
def test_no_way_through_a_wrapper_leaks(function, m, way):
    d = torsor.MjData(m)
    arguments = dict(m=m, d=d, out=None, point=np.zeros(3), body=1, what=0, x=0.5, flag=True) | WAYS[way]
    if way == 'subclass':
        arguments['d'] = SubData(m)
    values = list(arguments.values())
    counts = [sys.getrefcount(value) for value in values if isinstance(value, (torsor.MjData, np.ndarray))]
    blocks, nones = growth(lambda: function(*values))
    assert abs(blocks) < CALLS // 2
    assert abs(nones) < CALLS // 2
    assert counts == [sys.getrefcount(value) for value in values if isinstance(value, (torsor.MjData, np.ndarray))]


@pytest.mark.parametrize(('kernel', 'values'), [(gives_int, [0, 10**9, -1]), (gives_float, [0.0, 1.5e300, -1.0]),
                                                (gives_bool, [1, 0, -5])])
def test_results_do_not_leak(kernel, values):
    function = public(kernel)
    for value in values:
        blocks, nones = growth(lambda: function(value))  # noqa: B023
        assert abs(blocks) < CALLS // 2
        assert abs(nones) < CALLS // 2


def test_a_wrapper_holds_addresses_of_no_process():
    """So that it can be cached: objects and functions are symbols."""
    emitter = Wrapper('torsor_test_wrapper', 2, MODEL.word.get, DATA.word.get)
    emitter.add_model(0)
    emitter.add_data(1)
    code = translated(emitter.finish(None), 'torsor_test_wrapper')
    assert set(code.symbols) <= {'torsor_objects', *API}
    assert not [word for word in objects.words.tolist() if word and word.to_bytes(8, 'little') in code.bytes]


def test_what_wrappers_use_of_cpython_is_there():
    assert all(hasattr(ctypes.pythonapi, name) for name in API)
