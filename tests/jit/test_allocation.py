"""A step allocates nothing, neither for Python nor natively."""

import ctypes
import gc
import tracemalloc

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

import torsor
from jit.small import random_state, tree

INTEGRATORS = ['Euler', 'RK4', 'implicit', 'implicitfast', 'discrete']


class Mallinfo(ctypes.Structure):
    """What glibc tells about its heap."""

    _fields_ = [(name, ctypes.c_size_t) for name in ('arena', 'ordblks', 'smblks', 'hblks', 'hblkhd', 'usmblks',
                                                     'fsmblks', 'uordblks', 'fordblks', 'keepcost')]


mallinfo = getattr(ctypes.CDLL(None), 'mallinfo2', None)
if mallinfo:
    mallinfo.restype = Mallinfo
only_with_glibc = pytest.mark.skipif(mallinfo is None, reason='only glibc tells what was allocated')


def allocated_bytes() -> int:
    """Bytes that malloc has given out."""
    info = mallinfo()
    return info.uordblks + info.hblkhd


@pytest.fixture(params=INTEGRATORS)
def world(request):
    """A model and data that have already made a few steps: what is compiled or grown then is not part of a step."""
    m = tree(request.param)
    d = torsor.MjData(m)
    d.qpos[:], d.qvel[:] = random_state(m)
    torsor.mj_step(m, d, 3)
    return m, d


def test_python_allocates_nothing(world):
    step = torsor.mj_step
    step(*world)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(1000):
        step(*world)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert after - before < 1000  # less than a byte per step: the loop's own number


@only_with_glibc
def test_native_code_allocates_nothing(world):
    def growth(steps):
        before = allocated_bytes()
        torsor.mj_step(*world, steps)
        return allocated_bytes() - before

    assert min(growth(1000) for _ in range(5)) == 0  # Python itself may allocate now and then


@only_with_glibc
def test_the_measure_notices_an_allocation():
    before = allocated_bytes()
    block = np.ones(1000)
    assert allocated_bytes() - before >= block.nbytes


def test_numba_allocates_nothing(world):
    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats()
        torsor.mj_step(*world, 100)
        assert rtsys.get_allocation_stats() == before
    finally:
        if not enabled:
            _nrt_python.memsys_disable_stats()


def test_the_arena_does_not_grow(world):
    _, d = world
    arenas = len(d._arenas)
    torsor.mj_step(*world, 100)
    assert len(d._arenas) == arenas
