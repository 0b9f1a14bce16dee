"""With JIT disabled the same kernels run in Python, on the same memory, with every index checked."""

import sys

import numpy as np
import pytest

import torsor
from jit.small import random_state, run_python, tree
from torsor.batch.lanes import LaneData
from torsor.jit.lanes import PythonPack
from torsor.jit.python_mode import PythonSpan, python_struct
from torsor.jit.structs import given
from torsor.jit.values import Quat, Vec3


@pytest.fixture(scope='module')
def m():
    return tree()


@pytest.fixture
def d(m):
    return torsor.MjData(m)


@pytest.fixture
def views(m, d):
    return python_struct(m), python_struct(d)


def test_fields_are_views(views, m, d):
    pm, pd = views
    d.xpos[1] = [1, 2, 3]
    assert pd.xpos[1] == Vec3(1.0, 2.0, 3.0)
    assert isinstance(pd.xquat[0], Quat)
    pd.qpos[2] = 7.0
    assert d.qpos[2] == 7.0
    pd.qpos.vec3[0] = Vec3(4.0, 5.0, 6.0)
    assert d.qpos[:3].tolist() == [4, 5, 6]
    assert pd.qpos.quat[3] == Quat(*d.qpos[3:7])
    assert pm.actuator_gear[0, 0] == 2.0
    assert pm.opt.timestep == m.opt.timestep
    assert pm.nv == m.nv
    assert type(pm.jnt_type[0]) is int
    assert pd.flg_rnepost is False


def test_single_numbers_and_registers(views, d):
    _, pd = views
    pd.time += 0.5
    pd.warned |= 4
    pd.work.warning_time[1] = 3.0
    assert d.time == 0.5
    assert pd.warned == 4
    assert d._arrays['work.warning_time'][1] == 3.0


@pytest.mark.parametrize('access', [
    lambda m, d: d.qpos[m.nq], lambda m, d: d.qpos[-1], lambda m, d: d.xpos[m.nbody],
    lambda m, d: d.qpos.quat[m.nq - 3],
    lambda m, d: m.actuator_gear[0, 6], lambda m, d: m.actuator_gear[1, 0], lambda m, d: m.actuator_gear[0],
    lambda m, d: d.qpos.__setitem__(m.nq, 1.0)])
def test_bounds_are_checked(views, access):
    with pytest.raises(IndexError):
        access(*views)


@pytest.mark.parametrize(('access', 'error'), [
    (lambda m, d: m.body_mass.__setitem__(0, 1.0), TypeError), (lambda m, d: d.qposs, AttributeError),
    (lambda m, d: m.opt.timestepp, AttributeError), (lambda m, d: d.qpos.vec5, AttributeError),
    (lambda m, d: setattr(d, 'qpos', 1.0), AttributeError), (lambda m, d: setattr(m.opt, 'timestep', 1.0), TypeError)])
def test_what_a_kernel_may_not_do(views, access, error):
    with pytest.raises(error):
        access(*views)


def test_arrays_of_any_size():
    vector, matrix = PythonSpan(np.arange(3.0)), PythonSpan(np.zeros((2, 3), np.int32))
    assert (vector.size, vector.shape, vector[2]) == (3, (3,), 2.0)
    assert (matrix.size, matrix.shape) == (6, (2, 3))
    matrix[1, 2] = 7
    assert matrix.array[1, 2] == 7
    assert type(matrix[1, 2]) is int
    assert matrix.numbers[5] == 7
    assert given(vector)
    assert not given(PythonSpan(np.empty(0), given=False))


@pytest.mark.parametrize('index', [3, -1, (0, 0), (3,)])
def test_bounds_of_vectors_of_any_size_are_checked(index):
    span = PythonSpan(np.arange(3.0))
    with pytest.raises(IndexError):
        span[index]
    with pytest.raises(IndexError):
        span[index] = 1.0


@pytest.mark.parametrize('index', [0, (2, 0), (0, 3), (-1, 0), (0, -1), (0, 0, 0)])
def test_bounds_of_matrices_of_any_size_are_checked(index):
    with pytest.raises(IndexError):
        PythonSpan(np.zeros((2, 3)))[index]


def test_lanes_are_packs(m):
    lanes = LaneData(m, 4)
    lanes.qpos[1] = [1, 2, 3, 4]
    view = python_struct(lanes)
    x = view.qpos[1]
    assert isinstance(x, PythonPack)
    x += 1.0  # a register, not the memory
    view.xpos[0] = Vec3(x, 0.0, x)
    np.testing.assert_array_equal(lanes.qpos[1], [1, 2, 3, 4])
    np.testing.assert_array_equal(lanes.xpos[0], [[2, 3, 4, 5], [0] * 4, [2, 3, 4, 5]])


def test_there_is_one_view_of_a_struct(d):
    assert python_struct(d) is python_struct(d)


@pytest.mark.parametrize('integrator', ['Euler', 'implicitfast'])
def test_steps_give_the_same_bits_as_native_code(integrator):
    code = f"""
import sys
sys.path[:0] = {sys.path!r}
import torsor
from jit.small import random_state, tree
m = tree({integrator!r})
d = torsor.MjData(m)
d.qpos[:], d.qvel[:] = random_state(m)
d.ctrl[:] = 0.3
torsor.mj_step(m, d, 3)
print(d.qpos.tobytes().hex(), d.qvel.tobytes().hex())
"""
    result = run_python(code, NUMBA_DISABLE_JIT='1')
    assert result.returncode == 0, result.stderr
    m = tree(integrator)
    d = torsor.MjData(m)
    d.qpos[:], d.qvel[:] = random_state(m)
    d.ctrl[:] = 0.3
    torsor.mj_step(m, d, 3)
    assert result.stdout.split() == [d.qpos.tobytes().hex(), d.qvel.tobytes().hex()]
