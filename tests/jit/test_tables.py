"""Kernels reach structs by address and copy fields from and to tables, natively and with JIT disabled."""

import subprocess
import sys

import numpy as np

SCRIPT = """
import numpy as np
import torsor
from torsor.jit.arguments import In, Out
from torsor.jit.stage import stage
from torsor.jit.tables import fetch, numbers_at, store, struct_at
from torsor.physics.world import DATA

@stage
def exchange(m, d, other: In('*', np.int64), source: int, target: Out('*', np.int64), word: int) -> float:
    twin = struct_at(d, other[0])
    fetch(twin, word, target[0], 16)
    store(struct_at(d, other[1]), word, target[1], 8)
    return numbers_at(target[0], 2)[1]

m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint type="ball"/><geom size="1"/></body></worldbody>'
                                   '</mujoco>')
d, twin = torsor.MjData(m), torsor.MjData(m)
numbers, place = np.array([5.0, 7.0]), np.zeros(1)
addresses = np.array([numbers.ctypes.data, place.ctypes.data])
print(exchange(m, d, np.array([twin._address, 0]), 0, addresses, DATA.word['qpos']))
print(twin.qpos.tolist(), d.qpos.tolist(), place.tolist())
"""
EXPECTED = '7.0\n[5.0, 7.0, 0.0, 0.0] [1.0, 0.0, 0.0, 0.0] [1.0]\n'


def run(**environment):
    import os
    return subprocess.run([sys.executable, '-c', SCRIPT], capture_output=True, text=True, check=True,
                          env=os.environ | environment).stdout


def test_native():
    assert run() == EXPECTED


def test_with_jit_disabled():
    assert run(NUMBA_DISABLE_JIT='1') == EXPECTED


def test_arrays_of_64_bits_are_arguments():
    from torsor.jit.arguments import In
    assert In('*', np.int64).dtype == np.int64


def test_dry_runs_touch_no_memory():
    """What addresses lead to is not copied for them."""
    script = SCRIPT[:SCRIPT.index('print(exchange')] + """
from torsor.jit import trace_stages
from torsor.jit.call import Call
arguments = m, d, np.array([twin._address, 0]), 0, addresses, DATA.word['qpos']
before = twin.qpos.copy()
assert trace_stages.stages_of(exchange, arguments, Call(exchange, 'exchange')._views) == [exchange]
assert np.array_equal(twin.qpos, before) and place[0] == 0
"""
    subprocess.run([sys.executable, '-c', script], check=True)
