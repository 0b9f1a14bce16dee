"""Arguments of native functions: what is accepted, converted and refused, in every way of calling."""

import numpy as np
import pytest
from numba.core import config
from torsor.jit.entry import given
from torsor.jit.native import In, Index, Out, native, row

import torsor
from torsor.jit import cache
from torsor.jit import native as module

XML = """<mujoco><worldbody><body><joint/><joint axis="1 0 0"/><geom size="0.1" pos="1 1 1"/></body>
  </worldbody></mujoco>"""


class Derived(np.ndarray):
    """An array class of somebody's own."""


def total(m, d, out: Out('nv'), matrix: In('2,nv'), counts: In('nv', int, optional=True), body: Index('nbody'),
          sign: int, scale: float):
    """A bit of everything."""
    for i in range(m.nv):
        out[i] = (matrix[i] - row(matrix, m.nv)[i]) * scale + body + 100 * sign
        if given(counts):
            out[i] += counts[i]


def size(m):
    """Needs no data."""
    return m.nv


@pytest.fixture(scope='module', params=['objects', 'addresses', 'python'])
def kernels(request, world):
    """The kernels, called in the three ways there are: checks while unboxing, checks in Python, all in Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, 'load', lambda *_: None)  # the cache knows only the sources of the package
        patch.setattr(cache, 'save', lambda *_: None)
        patch.setattr(module, 'jit_enabled', lambda: request.param != 'python' and not config.DISABLE_JIT)
        patch.setattr(module, '_layout_holds', lambda: request.param == 'objects')
        functions = native(total), native(size)
        functions[0](*world, *good())  # the first call decides how calls are made
        functions[1](world[0])
        return functions


@pytest.fixture
def function(kernels):
    return kernels[0]


@pytest.fixture(scope='module')
def world():
    m = torsor.MjModel.from_xml_string(XML)
    return m, torsor.MjData(m)


def good(**other):
    arguments = dict(out=np.zeros(2), matrix=np.array([[1.0, 2.0], [3.0, 5.0]]), counts=None, body=1, sign=0, scale=2.0)
    return list((arguments | other).values())


def result(function, world, **other):
    arguments = good(**other)
    function(*world, *arguments)
    return arguments[0].tolist()


def test_what_is_computed(function, world):
    assert result(function, world) == [-3, -5]
    assert result(function, world, counts=np.array([10, 20], np.int32), sign=-1, scale=1.0) == [-91, -82]


@pytest.mark.parametrize('matrix', [
    [[1, 2], [3, 5]], np.array([[1, 2], [3, 5]]), np.array([[1, 2], [3, 5]], np.float32),
    np.array([[1.0, 3.0], [2.0, 5.0]]).T, np.array([[1.0, 0, 2.0], [3.0, 0, 5.0]])[:, ::2],
    np.array([[1.0, 2], [3, 5]]).view(Derived)])
def test_inputs_are_converted(function, world, matrix):
    assert result(function, world, matrix=matrix) == [-3, -5]


def test_inputs_may_be_read_only(function, world):
    matrix = np.array([[1.0, 2.0], [3.0, 5.0]])
    matrix.flags.writeable = False
    assert result(function, world, matrix=matrix) == [-3, -5]


def test_a_vector_may_be_a_column(function, world):
    assert result(function, world, out=np.zeros((2, 1))) == [[-3], [-5]]


def test_an_output_may_be_of_a_derived_class(function, world):
    assert result(function, world, out=np.zeros(2).view(Derived)) == [-3, -5]


@pytest.mark.parametrize('number', [1, True, np.int8(1), np.uint64(1), np.array(1)])
def test_integers(function, world, number):
    assert result(function, world, body=number) == [-3, -5]
    assert result(function, world, sign=number) == [97, 95]


@pytest.mark.parametrize('number', [2, 2.0, np.float32(2), np.int64(2), np.array(2.0)])
def test_real_numbers(function, world, number):
    assert result(function, world, scale=number) == [-3, -5]


@pytest.mark.parametrize(('name', 'value'), [
    ('out', None), ('out', [0.0, 0.0]), ('out', np.zeros(3)), ('out', np.zeros((1, 2))), ('out', np.zeros(4)[::2]),
    ('out', np.zeros(2, np.float32)), ('out', np.zeros(2, '>f8')), ('out', np.array(1.0)), ('out', np.zeros((2, 1, 1))),
    ('matrix', None), ('matrix', np.zeros((2, 3))), ('matrix', np.zeros(4)), ('matrix', 'text'),
    ('matrix', [[1, 2], [3]]), ('counts', np.zeros(3, np.int32)), ('body', 1.0), ('body', '1'), ('body', None),
    ('sign', 1.5), ('sign', 2**70), ('scale', '2'), ('scale', None), ('scale', 1j)])
def test_what_is_refused(function, world, name, value):
    with pytest.raises(TypeError, match=f'{name} should'):
        function(*world, *good(**{name: value}))


@pytest.mark.parametrize('number', [-1, 2, 2**40, 2**70, -2**70])
def test_indices_out_of_range(function, world, number):
    with pytest.raises(IndexError, match=f'body is {number}, but the model has nbody = 2'):
        function(*world, *good(body=number))


def test_structs(function, world):
    m, d = world
    for structs in ((None, d), (m, None), (d, m), (m, m), (3, 'x')):
        with pytest.raises(TypeError, match='expected an Mj'):
            function(*structs, *good())
    other = torsor.MjModel.from_xml_string('<mujoco/>')
    with pytest.raises(ValueError, match='made for another MjModel'):
        function(m, torsor.MjData(other), *good())
    with pytest.raises(TypeError, match=r'8 arguments \(m, d, out'):
        function(m, d)


def test_derived_structs(function, world):
    derived = type('Derived', (torsor.MjData,), {})(world[0])
    assert result(function, (world[0], derived)) == [-3, -5]


def test_functions_of_the_model_alone(kernels, world):
    function = kernels[1]
    assert function(world[0]) == 2
    with pytest.raises(TypeError, match='expected an MjModel'):
        function(world[1])


def test_the_assumed_layout_of_objects_holds_here():
    assert module._layout_holds()
