"""The public path to kernels: functions of one's own, declared, compiled and checked."""

import inspect

import numpy as np
import pytest

import torsor
from torsor import kernels
from torsor.kernels import Field, In, Index, Out, Scratch, Vec3, helper, native, norm, scratch

XML = '<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>'
NOTES = Scratch('notes', (Field('sum', 'vec3', '', 'm', 'a sum of positions'),))


@helper
def speed_of(d, body, wind):
    return norm(wind - d.cvel[body].lin)


@native
def lift(m, d, wind: In('3'), force: Out('nv'), body: Index('nbody') = 1) -> float:
    """Adds what the wind does to the first three dofs."""
    speed = speed_of(d, body, wind.vec3[0])
    for i in range(3):
        force[i] += 0.1 * speed * wind[i]
    return speed


@native
def total_height(m, d) -> float:
    mark, notes, heights = d.pstack, NOTES(d), scratch(d, m.nbody)
    notes.sum = Vec3(0.0, 0.0, 0.0)
    for b in range(m.nbody):
        notes.sum = notes.sum + d.xpos[b]
        heights[b] = d.xpos[b].z
    total = notes.sum.z + 0.0 * heights[0]
    d.pstack = mark
    return total


@native
def twice(res: Out('*'), vec: In('*')) -> float:
    """Set res = 2 * vec and return the last element."""
    last = 0.0
    for i in range(res.size):
        last = 2.0 * vec[i]
        res[i] = last
    return last


@pytest.fixture
def world():
    m = torsor.MjModel.from_xml_string(XML)
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    return m, d


def test_a_function_of_ones_own(world):
    force = np.zeros(6)
    assert lift(*world, [3.0, 4.0, 0.0], force) == 5.0
    np.testing.assert_allclose(force, [1.5, 2.0, 0.0, 0.0, 0.0, 0.0])
    assert lift(*world, wind=[3.0, 4.0, 0.0], force=force, body=0) == 5.0


def test_its_arguments_are_checked(world):
    with pytest.raises(TypeError, match=r'lift\(\): .* wind should be of size 3'):
        lift(*world, [3.0, 4.0], np.zeros(6))
    with pytest.raises(IndexError, match=r'lift\(\): body is 2, but the model has nbody = 2'):
        lift(*world, np.zeros(3), np.zeros(6), 2)


def test_scratch_of_ones_own(world):
    assert total_height(*world) == 1.0
    assert world[1].pstack == 0


def test_arrays_of_any_size_without_a_model():
    res = np.zeros(2)
    assert twice(res, np.array([1.0, 2.0])) == 4.0
    np.testing.assert_array_equal(res, [2.0, 4.0])


def test_looks_like_the_function_it_was():
    assert twice.__name__ == 'twice'
    assert twice.__doc__ == 'Set res = 2 * vec and return the last element.'
    assert list(inspect.signature(lift).parameters) == ['m', 'd', 'wind', 'force', 'body']


def test_the_documentation_names_what_there_is():
    for name in kernels.__all__:
        assert hasattr(kernels, name)
        assert name in kernels.__doc__ or name == 'Field'
