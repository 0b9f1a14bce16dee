"""Arguments of stages: what is accepted, converted and refused, in every way of calling; and of functions in Python."""

import pickle

import numpy as np
import pytest

import torsor
from jit.ways import WAYS, called
from torsor.batch.lanes import LaneData
from torsor.jit import stage
from torsor.jit.arguments import In, Index, Out, Range, Signature, Text
from torsor.jit.call import checked
from torsor.jit.structs import given

pytestmark = pytest.mark.python_mode

XML = """<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .05"><joint axis="1 0 0"/><joint type="slide" axis="0 0 1"/><geom size="0.1" pos="1 0 0"/></body>
  </worldbody></mujoco>"""


class Derived(np.ndarray):
    """An array class of somebody's own."""


@stage
def total(m, d, out: Out('nv'), matrix: In('2,nv'), counts: In('nv', int, optional=True), body: Index('nbody'),
          sign: int, scale: float, flag: bool = False):
    """A bit of everything."""
    for i in range(m.nv):
        out[i] = (matrix[i] - matrix[m.nv + i]) * scale + body + 100 * sign + 1000 * flag
        if given(counts):
            out[i] += counts[i]


@stage
def number_of_dofs(m) -> int:
    """Needs no data."""
    return m.nv


@stage
def sum_of_state(m, d, state: In('2*nv+3'), rows: In('nefc', optional=True), place: In('3*nbody,2*3')) -> float:
    """Sizes that are computed, and one that the data decides."""
    result = 0.0
    for i in range(2 * m.nv + 3):
        result += state[i]
    if given(rows):
        for i in range(d.nefc):
            result += 100.0 * rows[i]
    for i in range(3 * m.nbody):
        result += place[6 * i + 5]
    return result


@stage
def spans(vector: In('*'), matrix: Out('*,*'), wide: Out('2,*', optional=True), ints: In('*', int, optional=True),
          singles: In('*', np.float32, optional=True)) -> float:
    """Arrays whose sizes are up to the caller; no model."""
    rows, columns = matrix.shape
    result = 10000.0 * vector.size + 1000.0 * rows + 100.0 * columns
    for i in range(rows):
        for j in range(columns):
            matrix[i, j] = 10 * i + j
    if given(wide):
        result += 10.0 * wide.shape[1] + wide[1, wide.shape[1] - 1]
    if given(ints):
        result += ints[ints.size - 1]
    for i in range(singles.size):
        result += singles[i]
    return result + vector.numbers[0]


@pytest.fixture(scope='module')
def world():
    m = torsor.MjModel.from_xml_string(XML)
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    assert d.nefc
    return m, d


@pytest.fixture(scope='module', params=WAYS)
def way(request):
    return request.param


@pytest.fixture(scope='module')
def function(way, world):
    return called(total, way, *world, *good())


@pytest.fixture(scope='module')
def size(way, world):
    return called(number_of_dofs, way, world[0])


@pytest.fixture(scope='module')
def state_sum(way, world):
    return called(sum_of_state, way, *world, np.zeros(7), None, np.zeros((6, 6)))


@pytest.fixture(scope='module')
def free(way):
    return called(spans, way, np.zeros(3), np.zeros((2, 2)), None, None, None)


def good(**other):
    arguments = dict(out=np.zeros(2), matrix=np.array([[1.0, 2.0], [3.0, 5.0]]), counts=None, body=1, sign=0, scale=2.0)
    return list((arguments | other).values())


def result(function, world, **other):
    arguments = good(**other)
    function(*world, *arguments)
    return arguments[0].tolist()


def other_descriptor(dtype) -> np.dtype:
    """A dtype that equals another and is not the same object, as some files and pickles have."""
    twin = np.dtype(dtype).newbyteorder().newbyteorder()
    assert twin == dtype
    assert twin is not np.dtype(dtype)
    return twin


def test_what_is_computed(function, world):
    assert result(function, world) == [-3, -5]
    assert result(function, world, counts=np.array([10, 20], np.int32), sign=-1, scale=1.0) == [-91, -82]
    assert result(function, world, flag=True) == [997, 995]


# ---- arrays ----
@pytest.mark.parametrize('matrix', [
    [[1, 2], [3, 5]], ((1.0, 2.0), (3.0, 5.0)), np.array([[1, 2], [3, 5]]), np.array([[1, 2], [3, 5]], np.float32),
    np.array([[1.0, 3.0], [2.0, 5.0]]).T, np.array([[1.0, 0, 2.0], [3.0, 0, 5.0]])[:, ::2],
    np.array([[1.0, 2], [3, 5]]).view(Derived), np.array([[1.0, 2], [3, 5]], '>f8'),
    np.array([[1.0, 2], [3, 5]], object), np.array([[1.0, 2], [3, 5]]).astype(other_descriptor(np.float64)),
    pickle.loads(pickle.dumps(np.array([[1.0, 2], [3, 5]])))])
def test_inputs_are_converted(function, world, matrix):
    assert result(function, world, matrix=matrix) == [-3, -5]


def test_inputs_may_be_read_only(function, world):
    matrix = np.array([[1.0, 2.0], [3.0, 5.0]])
    matrix.flags.writeable = False
    assert result(function, world, matrix=matrix) == [-3, -5]


def test_inputs_may_be_misaligned(function, world):
    matrix = np.zeros(33, np.uint8)[1:].view(np.float64).reshape(2, 2)
    matrix[:] = [[1, 2], [3, 5]]
    assert not matrix.flags.aligned
    assert result(function, world, matrix=matrix) == [-3, -5]


def test_integers_of_other_types_are_converted(function, world):
    for counts in ([10, 20], np.array([10, 20]), np.array([10, 20], np.uint8), np.array([[10], [20]], np.int32)):
        assert result(function, world, counts=counts) == [7, 15]


def test_a_vector_may_be_a_column(function, world):
    assert result(function, world, out=np.zeros((2, 1))) == [[-3], [-5]]


@pytest.mark.parametrize('out', [np.zeros(2).view(Derived), np.zeros(2, other_descriptor(np.float64)),
                                 pickle.loads(pickle.dumps(np.zeros(2)))])
def test_outputs_are_used_in_place(function, world, out):
    assert result(function, world, out=out) == [-3, -5]


@pytest.mark.parametrize(('name', 'value', 'expected'), [
    ('out', None, 'a writable C-contiguous float64 array of size nv, got None'),
    ('out', [0.0, 0.0], r'a writable C-contiguous float64 array of size nv, got \[0.0, 0.0\]'),
    ('out', np.zeros(3), r'of size nv, where nv = 2, got a float64 array of shape \(3,\)'),
    ('out', np.zeros((1, 2)), r'of size nv, where nv = 2, got a float64 array of shape \(1, 2\)'),
    ('out', np.zeros(4)[::2], r'got a float64 array of shape \(2,\), not C-contiguous'),
    ('out', np.zeros(2, np.float32), 'got a float32 array'), ('out', np.zeros(2, '>f8'), 'got a >f8 array'),
    ('out', np.zeros(2, np.int64), 'got a int64 array'), ('out', np.zeros(2, object), 'got a object array'),
    ('out', np.array(1.0), 'of size nv'), ('out', np.zeros((2, 1, 1)), r'got a float64 array of shape \(2, 1, 1\)'),
    ('out', np.frombuffer(bytes(16)), r'got a read-only float64 array of shape \(2,\)'),
    ('out', np.zeros(17, np.uint8)[1:].view(np.float64), 'a writable C-contiguous float64 array of size nv'),
    ('out', np.ndarray, "got <class 'numpy.ndarray'>"), ('out', 1.0, 'got 1.0'), ('out', 'text', "got 'text'"),
    ('matrix', None, r'a float64 array of shape \(2, nv\), got None'),
    ('matrix', np.zeros((2, 3)), r'of shape \(2, nv\), where nv = 2, got a float64 array of shape \(2, 3\)'),
    ('matrix', np.zeros(4), r'of shape \(2, nv\), where nv = 2'), ('matrix', 'text', 'a float64 array'),
    ('matrix', b'text', 'a float64 array'), ('matrix', [[1, 2], [3]], 'a float64 array'),
    ('matrix', [['a', 'b'], ['c', 'd']], 'a float64 array'), ('matrix', object(), 'a float64 array'),
    ('counts', np.zeros(3, np.int32), 'of size nv, where nv = 2'),
    ('counts', object(), 'a int32 array of size nv or None')])
def test_arrays_that_are_refused(function, world, name, value, expected):
    before = world[1].qpos.copy()
    with pytest.raises(TypeError, match=rf'^total\(\): incompatible function arguments: {name} should be.*{expected}'):
        function(*world, *good(**{name: value}))
    np.testing.assert_array_equal(world[1].qpos, before)


def test_a_long_value_is_named_by_its_type(function, world):
    with pytest.raises(TypeError, match=r'out should be .*, got a list$'):
        function(*world, *good(out=[0.0] * 100))


def test_sizes_are_computed(state_sum, world):
    m, d = world
    state, rows, place = np.arange(7.0), np.ones(d.nefc), np.ones((6, 6))
    assert state_sum(m, d, state, rows, place) == 21 + 100 * d.nefc + 6
    assert state_sum(m, d, state, None, place) == 27
    assert state_sum(m, d, state.tolist(), rows.tolist(), place.tolist()) == 27 + 100 * d.nefc
    with pytest.raises(TypeError, match=r'state should be of size 2\*nv\+3, where 2\*nv\+3 = 7, got'):
        state_sum(m, d, np.zeros(6), rows, place)
    with pytest.raises(TypeError, match=f'rows should be of size nefc, where nefc = {d.nefc}, got'):
        state_sum(m, d, state, np.zeros(d.nefc + 1), place)
    with pytest.raises(TypeError, match=r'place should be of shape \(3\*nbody, 2\*3\), where 3\*nbody = 6'):
        state_sum(m, d, state, rows, np.zeros((5, 6)))


def test_a_size_of_the_data_is_that_of_the_moment(state_sum, world):
    m, d = world[0], torsor.MjData(world[0])
    assert d.nefc == 0
    assert state_sum(m, d, np.zeros(7), np.zeros(0), np.zeros((6, 6))) == 0
    with pytest.raises(TypeError, match='rows should be of size nefc, where nefc = 0'):
        state_sum(m, d, np.zeros(7), np.zeros(1), np.zeros((6, 6)))


def test_free_sizes(free):
    matrix = np.full((3, 4), -1.0)
    assert free(np.array([7.0, 1.0]), matrix, None, None, None) == 23407
    np.testing.assert_array_equal(matrix, [[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23]])
    wide = np.arange(10.0).reshape(2, 5)
    assert free([7, 1], matrix, wide, np.array([1, 2, 3], np.int32), np.array([0.5, 0.25], np.float32)) == 23469.75
    assert free([7, 1], matrix, wide, [3], [0.5, 0.25]) == 23469.75


@pytest.mark.parametrize('shape', [(0, 0), (0, 5), (5, 0), (1, 1)])
def test_free_sizes_may_be_zero(free, shape):
    assert free(np.ones(1), np.zeros(shape), None, None, None) == 10001 + 1000 * shape[0] + 100 * shape[1]


def test_free_sizes_that_are_refused(free):
    rest = None, None, None
    with pytest.raises(TypeError, match=r'^spans\(\): .*vector should be a float64 vector, got'):
        free('text', np.zeros((2, 2)), *rest)
    with pytest.raises(TypeError, match='vector should be of size'):
        free(np.zeros((2, 2)), np.zeros((2, 2)), *rest)
    with pytest.raises(TypeError, match='matrix should be a writable C-contiguous float64 matrix, got'):
        free(np.zeros(2), np.zeros((2, 4))[:, ::2], *rest)
    with pytest.raises(TypeError, match='matrix should be of shape'):
        free(np.zeros(2), np.zeros((2, 2, 2)), *rest)
    with pytest.raises(TypeError, match=r'wide should be of shape \(2, \*\), got'):
        free(np.zeros(2), np.zeros((2, 2)), np.zeros((3, 2)), None, None)


# ---- numbers ----
@pytest.mark.parametrize('number', [1, True, np.int8(1), np.uint64(1), np.array(1)])
def test_integers(function, world, number):
    assert result(function, world, body=number) == [-3, -5]
    assert result(function, world, sign=number) == [97, 95]


@pytest.mark.parametrize('number', [-2**31, 2**31 - 1, -1, 0])
def test_integers_of_32_bits(function, world, number):
    assert result(function, world, sign=number) == [100 * number - 3, 100 * number - 5]


@pytest.mark.parametrize('number', [2, 2.0, True + 1, np.float32(2), np.int64(2), np.array(2.0)])
def test_real_numbers(function, world, number):
    assert result(function, world, scale=number) == [-3, -5]


@pytest.mark.parametrize('number', [-1.0, -1, np.inf, -np.inf, 1e300])
def test_any_real_number_will_do(function, world, number):
    expected = [-2 * float(number) + 1, -3 * float(number) + 1]
    assert result(function, world, scale=number) == expected


@pytest.mark.parametrize(('flag', 'value'), [(True, 1), (1, 1), (0, 0), (None, 0), (np.True_, 1), (np.False_, 0),
                                             (2, 1)])
def test_flags(function, world, flag, value):
    assert result(function, world, flag=flag) == [1000 * value - 3, 1000 * value - 5]


@pytest.mark.parametrize(('name', 'value', 'expected'), [
    ('body', 1.0, 'an integer, got 1.0'), ('body', '1', "an integer, got '1'"), ('body', None, 'an integer, got None'),
    ('body', 2**31, ''), ('body', 2**40, ''), ('body', -2**70, ''),
    ('sign', 1.5, 'an integer, got 1.5'), ('sign', 2**70, ''), ('sign', 2**31, ''), ('sign', -2**31 - 1, ''),
    ('scale', '2', "a number, got '2'"), ('scale', None, 'a number, got None'), ('scale', 1j, 'a number, got 1j'),
    ('scale', 10**400, 'a number, got a int'), ('scale', np.zeros(2), 'a number'), ('flag', [], 'a bool'),
    ('flag', 'yes', 'a bool')])
def test_numbers_that_are_refused(function, world, name, value, expected):
    with pytest.raises(TypeError, match=rf'^total\(\): incompatible function arguments: {name} should be {expected}'):
        function(*world, *good(**{name: value}))


@pytest.mark.parametrize('number', [-1, 2, 2**31 - 1, -2**31, np.int8(-1)])
def test_indices_out_of_range(function, world, number):
    expected = rf'^total\(\): body is {number}, but the model has nbody = 2: use a number from 0 to nbody - 1$'
    with pytest.raises(IndexError, match=expected):
        function(*world, *good(body=number))


class Number:
    """Something that says in Python which number it is, or fails to."""

    def __init__(self, answer):
        self.answer = answer

    def __index__(self):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer

    __float__ = __index__


def test_numbers_may_be_objects(function, world):
    assert result(function, world, body=Number(1), sign=Number(0)) == [-3, -5]


@pytest.mark.parametrize('name', ['body', 'sign', 'scale'])
@pytest.mark.parametrize('error', [KeyboardInterrupt, SystemExit, ZeroDivisionError])
def test_errors_of_an_object_that_is_asked_for_its_number(function, world, name, error):
    """In particular an interrupt is not lost."""
    with pytest.raises(error):
        function(*world, *good(**{name: Number(error('mine'))}))


def test_an_interrupt_is_raised_the_first_time(function, world):
    asked = []

    class Slow(Number):
        def __index__(self):
            asked.append(self)
            if len(asked) == 1:
                raise KeyboardInterrupt
            return 1

    with pytest.raises(KeyboardInterrupt):
        function(*world, *good(body=Slow(1)))
    assert len(asked) == 1


# ---- structs ----
def test_structs(function, world):
    m, d = world
    for model, data, name in ((None, d, 'm'), (m, None, 'd'), (d, m, 'm'), (m, m, 'd'), (3, 'x', 'm'), (d, d, 'm')):
        with pytest.raises(TypeError, match=rf'^total\(\): incompatible function arguments: {name} should be an Mj'):
            function(model, data, *good())
    other = torsor.MjModel.from_xml_string('<mujoco/>')
    with pytest.raises(ValueError, match=r'^total\(\): this MjData was made for another MjModel'):
        function(m, torsor.MjData(other), *good())


def test_derived_structs(function, world):
    derived = type('Derived', (torsor.MjData,), {})(world[0])
    assert result(function, (world[0], derived)) == [-3, -5]


def test_several_worlds_are_not_an_mjdata(function, world):
    """A kernel for one world would write beyond the end of what it takes for the fields of one."""
    with pytest.raises(TypeError, match='d should be an MjData, got'):
        function(world[0], LaneData(world[0], 4), *good())


def test_structs_that_were_not_initialised(function, world):
    forgetful = type('Forgetful', (torsor.MjData,), {'__init__': lambda self, model: None})
    with pytest.raises(TypeError, match='d should be an MjData on which __init__ was called'):
        function(world[0], forgetful(world[0]), *good())
    with pytest.raises(TypeError, match='m should be an MjModel on which __init__ was called'):
        function(object.__new__(torsor.MjModel), world[1], *good())


def test_functions_of_the_model_alone(size, world):
    assert size(world[0]) == 2
    with pytest.raises(TypeError, match='m should be an MjModel'):
        size(world[1])


# ---- declarations ----
def test_a_parameter_says_what_it_is():
    def unclear(m, d, what): ...

    with pytest.raises(TypeError, match='unclear: say what what is, such as `what: int`'):
        Signature(unclear)


def test_functions_in_python_have_the_same_declarations(world):
    @checked
    def describe(m, point: In('3'), out: Out('nv', optional=True), kind: Range(0, 3), name: str, times: int = 2,
                 scale: float = 1.0, flag: bool = False) -> tuple:
        return point.tolist(), out, kind, name, times, scale, flag

    m = world[0]
    assert describe(m, [1, 2, 3], None, 3, b'text') == ([1.0, 2.0, 3.0], None, 3, 'text', 2, 1.0, False)
    assert describe(m, (1, 2, 3), None, kind=0, flag=1, name='x', scale=2)[2:] == (0, 'x', 2, 2.0, True)
    for arguments, named, message in (
            (([1, 2], None, 1, ''), {}, 'point should be of size 3, got'),
            (([1, 2, 3], None, 4, ''), {}, 'kind should be an integer from 0 to 3, got 4'),
            (([1, 2, 3], None, 1, 5), {}, 'name should be a str, got 5'),
            (([1, 2, 3], None, 1), {}, r'expected \(m, point, out, kind, name, times, scale, flag\)'),
            (([1, 2, 3], None, 1, ''), {'name': 'again'}, r'expected \(m,'),
            (([1, 2, 3], None, 1, ''), {'speed': 1}, r'expected \(m,'),
            (([1, 2, 3], None, 1, '', 1, 1.0, False, 1), {}, r'there should be 8 \(m, .*, got 9$')):
        with pytest.raises(TypeError, match=rf'^describe\(\): incompatible function arguments: {message}'):
            describe(m, *arguments, **named)
    assert describe.__name__ == 'describe'
    assert Text().accept(None, b'bytes') == 'bytes'


def test_functions_in_python_refuse_several_worlds(world):
    with pytest.raises(TypeError, match='d should be an MjData'):
        torsor.mj_resetData(world[0], LaneData(world[0], 4))
