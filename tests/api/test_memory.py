"""Memory from functions of the user: everything that is made comes from them, and goes back."""

import ctypes
import gc

import numpy as np
import pytest

import torsor
from torsor.jit.memory import CACHE_LINE

XML = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body><freejoint/><geom size="1"/></body></worldbody>
  </mujoco>"""


class Heap:
    """Memory that is counted. It starts at odd addresses, and is full of rubbish."""

    def __init__(self, room: bool = True):
        self.pieces, self.given, self.back = {}, 0, 0
        self.malloc = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(self._malloc if room else lambda _size: None)
        self.free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self._free)

    def _malloc(self, size):
        piece = (ctypes.c_char * (size + 1))(*b'x' * (size + 1))
        self.given += 1
        self.pieces[ctypes.addressof(piece) + 1] = piece
        return ctypes.addressof(piece) + 1

    def _free(self, address):
        self.back += 1
        del self.pieces[address]

    def __enter__(self):
        torsor.set_mju_user_malloc(self.malloc)
        torsor.set_mju_user_free(self.free)
        return self

    def __exit__(self, *_error):
        torsor.set_mju_user_malloc(None)
        torsor.set_mju_user_free(None)


def simulated():
    m = torsor.MjModel.from_xml_string(XML)
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 50)
    return m, d


def test_all_comes_from_the_user_and_goes_back():
    expected = simulated()[1].qpos.copy()
    with Heap() as heap:
        m, d = simulated()
        scene = torsor.MjvScene(m, maxgeom=10)
        assert heap.given >= 4  # model, data, arena, scene
        assert [struct._buffer.ctypes.data % CACHE_LINE for struct in (m, d)] == [0, 0]
        np.testing.assert_array_equal(d.qpos, expected)
        assert not scene.geoms[9].rgba.any()
    given = heap.given
    torsor.mj_step(m, d)
    simulated()
    assert heap.given == given  # the next comes from NumPy again
    del m, d, scene
    gc.collect()
    assert (heap.back, heap.pieces) == (given, {})


def test_views_keep_memory_alive():
    with Heap() as heap:
        qpos = simulated()[1].qpos
    gc.collect()
    assert heap.pieces
    assert np.isfinite(qpos).all()


def test_functions_are_asked_for_and_refused():
    heap = Heap()
    assert torsor.get_mju_user_malloc() is None
    with heap:
        assert torsor.get_mju_user_malloc() is heap.malloc
        assert torsor.get_mju_user_free() is heap.free
    for wrong in (3, 'x', len, lambda size: 0):
        with pytest.raises(TypeError, match='mju_user_malloc must be a C function pointer'):
            torsor.set_mju_user_malloc(wrong)
    with Heap(room=False), pytest.raises(MemoryError, match='set_mju_user_malloc has no'):
        torsor.MjData(torsor.MjModel.from_xml_string(XML))
