"""Calls from Python: wrong arguments raise and never crash, and the slower safe way gives the same results."""

import sys

import numpy as np
import pytest

import torsor
from jit.small import random_state, run_python, tree
from torsor.jit import entry
from torsor.jit.entry import given, same_model
from torsor.jit.entry import entry as entry_point


@entry_point('reals? reals int float')
def adds_to(m, d, extra, out, i, x):
    same_model(m, d)
    out[i] = x
    if given(extra):
        out[i] += extra[0]


@pytest.fixture(scope='module')
def m():
    return tree()


@pytest.fixture
def d(m):
    return torsor.MjData(m)


class SubModel(torsor.MjModel):
    pass


class SubData(torsor.MjData):
    pass


@pytest.mark.parametrize('wrong', [None, 3, 'text', np.zeros(3), object(), torsor.MjOption()])
def test_wrong_types_raise(m, d, wrong):
    for arguments in ((wrong, d), (m, wrong), (d, m), (wrong, wrong)):
        with pytest.raises(TypeError, match='mj_step'):
            torsor.mj_step(*arguments)


def test_wrong_numbers_of_arguments_raise(m, d):
    for arguments in ((), (m,), (m, d, 1, 2)):
        with pytest.raises(TypeError):
            torsor.mj_step(*arguments)


def test_data_of_another_model_is_refused_and_untouched(d):
    other = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
    before = d.qpos.copy()
    with pytest.raises(ValueError, match='another MjModel'):
        torsor.mj_step(other, d)
    np.testing.assert_array_equal(d.qpos, before)


def test_arrays_are_checked(m, d):
    out = np.zeros(4)
    adds_to(m, d, None, out, 2, 1.5)
    adds_to(m, d, np.array([2.0]), out, 3, 1.5)
    np.testing.assert_array_equal(out, [0, 0, 1.5, 3.5])
    read_only = np.zeros(4)
    read_only.flags.writeable = False
    for wrong in (None, [0.0] * 4, np.zeros(4, np.float32), np.zeros(8)[::2], read_only, 1.0):
        with pytest.raises(TypeError, match='array of float64'):
            adds_to(m, d, None, wrong, 0, 1.0)
    with pytest.raises(TypeError, match='or None'):
        adds_to(m, d, 'text', out, 0, 1.0)


def test_the_layout_of_objects_is_as_assumed():
    """If this fails, CPython or NumPy have changed: calls are still right, but slower."""
    assert entry.layout_holds() == (sys.implementation.name == 'cpython')


def test_the_safe_way_gives_the_same_results(m):
    code = f"""
import numpy as np, torsor
from torsor.jit import entry
entry.layout_holds = lambda: False
from jit.small import tree, random_state
m = tree()
d = torsor.MjData(m)
d.qpos[:], d.qvel[:] = random_state(m)
torsor.mj_step(m, d, 20)
for wrong in (None, 3):
    try:
        torsor.mj_step(m, wrong)
    except TypeError:
        continue
    raise SystemExit('no TypeError')
print(d.qpos.tobytes().hex())
import sys
"""
    result = run_python(f'import sys; sys.path.insert(0, {sys.path[0]!r}); sys.path[:0] = {sys.path!r}' + code)
    assert result.returncode == 0, result.stderr
    d = torsor.MjData(m)
    d.qpos[:], d.qvel[:] = random_state(m)
    torsor.mj_step(m, d, 20)
    assert result.stdout.strip() == d.qpos.tobytes().hex()
