"""Callbacks as kernels see them."""

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.batch.lanes import LaneData
from torsor.jit import callback, stage
from torsor.jit.callback import is_set
from torsor.jit.world import CALLBACKS, MODEL

gain, control = callback.act_gain, callback.control


@stage
def asks_for_a_gain(m, d):
    d.qacc[0] = -1.0
    if is_set(m, gain):
        d.qacc[0] = gain(m, d, 3, 4)
    d.qacc[1] = 5.0


@stage
def asks_for_control(m, d):
    if is_set(m, control):
        control(m, d, 0, 0)
    d.time = 1.0


@pytest.fixture
def m():
    return tree()


@pytest.fixture
def d(m):
    return torsor.MjData(m)


@pytest.fixture(autouse=True)
def _no_callbacks_left():
    yield
    torsor.set_mjcb_act_gain(None)
    torsor.set_mjcb_control(None)


def test_without_a_callback(m, d):
    asks_for_a_gain(m, d)
    assert d.qacc[:2].tolist() == [-1.0, 5.0]


def test_of_the_process(m, d):
    torsor.set_mjcb_act_gain(lambda m, d, i: 10 * i)
    asks_for_a_gain(m, d)
    assert d.qacc[:2].tolist() == [30.0, 5.0]


def test_of_the_model(m, d):
    m.callbacks.act_gain = lambda m, d, i: 0.5 * i + m.nv
    asks_for_a_gain(m, d)
    assert d.qacc[:2].tolist() == [1.5 + m.nv, 5.0]


def test_errors_end_the_kernel(m, d):
    def fails(m, d, i):
        if i > 0:
            raise LookupError('no gain')
        return 1.0

    m.callbacks.act_gain = fails
    with pytest.raises(LookupError, match='no gain'):
        asks_for_a_gain(m, d)
    assert d.qacc[:2].tolist() == [-1.0, 0.0]


def test_the_words_of_the_model(m):
    for kind in CALLBACKS:
        assert m._block[MODEL.word[f'callback.{kind}']] == 0
        assert callback.BY_NAME[kind].flag[0] == 0
    torsor.set_mjcb_control(lambda m, d: None)
    assert callback.control.flag[0] == 1
    m.callbacks.passive = lambda m, d: None
    assert m._block[MODEL.word['callback.passive']] != 0


def test_several_worlds_at_once_are_refused(m):
    """A callback is compiled for one world; for several it would see only the first."""
    lanes = LaneData(m, 4)
    asks_for_control(m, lanes)
    np.testing.assert_array_equal(lanes.time, [1.0] * 4)
    torsor.set_mjcb_control(lambda m, d: None)
    with pytest.raises(NotImplementedError, match='one world at a time'):
        asks_for_control(m, lanes)
