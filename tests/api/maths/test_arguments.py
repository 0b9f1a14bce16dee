"""What the functions accept and refuse: the same as the oracle, argument by argument."""

import inspect
import re

import mujoco
import numpy as np
import pytest

from torsor.api import maths
from torsor.jit.arguments import Array

THREE, FOUR, SIX, NINE, SQUARE = np.ones(3), np.ones(4), np.ones(6), np.ones(9), np.eye(3)
INTEGERS = np.array([1, 1, 1], np.int32)
CELLS = np.array([0, 1, 2], np.int32)
BAND = (3, 2, 0)
VALID = {
    'mju_Halton': (3, 2), 'mju_L1': (THREE,), 'mju_add': (THREE,) * 3, 'mju_add3': (THREE,) * 3,
    'mju_addScl': (THREE, THREE, THREE, 2.0), 'mju_addScl3': (THREE, THREE, THREE, 2.0), 'mju_addTo': (THREE, THREE),
    'mju_addTo3': (THREE, THREE), 'mju_addToScl': (THREE, THREE, 2.0), 'mju_addToScl3': (THREE, THREE, 2.0),
    'mju_axisAngle2Quat': (FOUR, THREE, 0.5), 'mju_band2Dense': (SQUARE, SIX, *BAND, True), 'mju_bandDiag': (0, *BAND),
    'mju_bandMulMatVec': (THREE, SIX[:, None], THREE[:, None], *BAND, 1, True),
    'mju_boxQP': (THREE, np.ones((3, 10)), INTEGERS, SQUARE, THREE, -THREE, THREE),
    'mju_cholFactor': (SQUARE, 1e-9), 'mju_cholFactorBand': (SIX, *BAND, 0.0, 5.0),
    'mju_cholSolve': (THREE, SQUARE, THREE), 'mju_cholSolveBand': (THREE, SIX, THREE, *BAND),
    'mju_cholUpdate': (SQUARE, THREE, 1), 'mju_clip': (1.0, 2.0, 3.0), 'mju_copy': (THREE, THREE),
    'mju_copy3': (THREE, THREE), 'mju_copy4': (FOUR, FOUR), 'mju_cross': (THREE,) * 3, 'mju_d2n': (THREE, THREE),
    'mju_decodePyramid': (FOUR, SIX, THREE), 'mju_dense2Band': (SIX, SQUARE, *BAND),
    'mju_dense2sparse': (NINE, SQUARE, INTEGERS, INTEGERS, np.zeros(9, np.int32)), 'mju_derivQuat': (FOUR, FOUR, THREE),
    'mju_dist3': (THREE, THREE), 'mju_dot': (THREE, THREE), 'mju_dot3': (THREE, THREE),
    'mju_eig3': (THREE, NINE, FOUR, NINE), 'mju_encodePyramid': (SIX, FOUR, THREE),
    'mju_euler2Quat': (FOUR, THREE, 'xyz'), 'mju_eye': (SQUARE,), 'mju_f2n': (THREE, THREE.astype(np.float32)),
    'mju_fill': (THREE, 1.0), 'mju_insertionSort': (THREE,), 'mju_insertionSortInt': (INTEGERS,), 'mju_isBad': (1.0,),
    'mju_isZero': (THREE,), 'mju_mat2Quat': (FOUR, NINE), 'mju_mat2Rot': (FOUR, NINE), 'mju_max': (1.0, 2.0),
    'mju_min': (1.0, 2.0), 'mju_mulMatMat': (SQUARE,) * 3, 'mju_mulMatMatT': (SQUARE,) * 3,
    'mju_mulMatTMat': (SQUARE,) * 3, 'mju_mulMatTVec': (THREE, SQUARE, THREE), 'mju_mulMatTVec3': (THREE, NINE, THREE),
    'mju_mulMatVec': (THREE, SQUARE, THREE), 'mju_mulMatVec3': (THREE, NINE, THREE),
    'mju_mulPose': (THREE, FOUR, THREE, FOUR, THREE, FOUR), 'mju_mulQuat': (FOUR,) * 3,
    'mju_mulQuatAxis': (FOUR, FOUR, THREE), 'mju_mulVecMatVec': (THREE, SQUARE, THREE),
    'mju_muscleBias': (1.0, np.array([0.5, 1.5]), 1.0, NINE), 'mju_muscleDynamics': (1.0, 0.5, THREE),
    'mju_muscleGain': (1.0, 0.1, np.array([0.5, 1.5]), 1.0, NINE), 'mju_n2d': (THREE, THREE),
    'mju_n2f': (THREE.astype(np.float32), THREE), 'mju_negPose': (THREE, FOUR, THREE, FOUR),
    'mju_negQuat': (FOUR, FOUR),
    'mju_norm': (THREE,), 'mju_norm3': (THREE,), 'mju_normalize': (THREE,), 'mju_normalize3': (THREE,),
    'mju_normalize4': (FOUR,), 'mju_printMat': (SQUARE,), 'mju_printMatSparse': (THREE, INTEGERS, CELLS, CELLS),
    'mju_quat2Mat': (NINE, FOUR), 'mju_quat2Vel': (THREE, FOUR, 1.0), 'mju_quatIntegrate': (FOUR, THREE, 0.1),
    'mju_quatZ2Vec': (FOUR, THREE), 'mju_rayGeom': (THREE, NINE, THREE, THREE, THREE, 2, THREE),
    'mju_raySkin': (1, 3, CELLS[None], np.eye(3, dtype=np.float32), THREE, THREE, INTEGERS[:1]),
    'mju_rotVecQuat': (THREE, THREE, FOUR), 'mju_round': (1.5,), 'mju_scl': (THREE, THREE, 2.0),
    'mju_scl3': (THREE, THREE, 2.0), 'mju_sigmoid': (0.5,), 'mju_sign': (0.5,),
    'mju_sparse2dense': (SQUARE, THREE, INTEGERS, CELLS, CELLS), 'mju_springDamper': (1.0,) * 5,
    'mju_sqrMatTD': (SQUARE, SQUARE, THREE), 'mju_str2Type': ('body',), 'mju_sub': (THREE,) * 3,
    'mju_sub3': (THREE,) * 3, 'mju_subFrom': (THREE, THREE), 'mju_subFrom3': (THREE, THREE),
    'mju_subQuat': (THREE, FOUR, FOUR), 'mju_sum': (THREE,), 'mju_sym2dense': (SQUARE, THREE, INTEGERS, CELLS, CELLS),
    'mju_symmetrize': (SQUARE, SQUARE), 'mju_transformSpatial': (SIX, SIX, 0, THREE, THREE, NINE),
    'mju_transpose': (SQUARE, SQUARE), 'mju_trnVecPose': (THREE, THREE, FOUR, THREE), 'mju_type2Str': (1,),
    'mju_unit4': (FOUR,), 'mju_writeNumBytes': (1024,), 'mju_zero': (THREE,), 'mju_zero3': (THREE,),
    'mju_zero4': (FOUR,),
}
ELSEWHERE = {'mju_getXMLDependencies', 'mju_standardNormal', 'mju_threadpool'}


def copies(arguments):
    return [np.array(a) if isinstance(a, np.ndarray) else a for a in arguments]


def parameters(name):
    return list(inspect.signature(getattr(maths, name)).parameters)


def array_kinds(name):
    """(position, kind) of every array argument."""
    kinds = [p.annotation for p in inspect.signature(getattr(maths, name)).parameters.values()]
    return [(i, kind) for i, kind in enumerate(kinds) if isinstance(kind, Array)]


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def with_gaps(array):
    """The same numbers, not contiguous."""
    return np.repeat(array, 2, axis=-1)[..., ::2]


def both_refuse(name, arguments):
    for module in (maths, mujoco):
        with pytest.raises(TypeError):
            getattr(module, name)(*arguments)


def replaced(arguments, i, value):
    return [*arguments[:i], value, *arguments[i + 1:]]


def test_every_function_is_here():
    assert set(VALID) | ELSEWHERE == set(maths.__all__)


@pytest.mark.parametrize('name', VALID)
def test_names_of_arguments(name):
    assert parameters(name) == re.findall(r'[(\s](\w+): ', getattr(mujoco, name).__doc__.split(' -> ')[0])
    by_position, by_name = copies(VALID[name]), copies(VALID[name])
    first = getattr(maths, name)(*by_position)
    second = getattr(maths, name)(**dict(zip(parameters(name), by_name, strict=True)))
    assert first == second
    for a, b in zip(by_position, by_name, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize('name', VALID)
def test_wrong_number_and_names_of_arguments(name):
    both_refuse(name, [*VALID[name], 1.0])
    both_refuse(name, VALID[name][1:] if name != 'mju_rayGeom' else VALID[name][2:])
    for module in (maths, mujoco):
        with pytest.raises(TypeError):
            getattr(module, name)(*copies(VALID[name])[1:], nonsense=1.0)


@pytest.mark.parametrize('name', [name for name in VALID if array_kinds(name)])
def test_wrong_arrays(name):
    arguments = copies(VALID[name])
    for i, kind in array_kinds(name):
        array = arguments[i]
        for wrong in ('abc', 1.5, np.ones((1, 1, 1)), np.ones((2, *array.shape)), object()):
            both_refuse(name, replaced(arguments, i, wrong))
        if not kind.optional:
            both_refuse(name, replaced(arguments, i, None))
        if not kind.free:
            right = int(kind.shape)
            for size in (right - 1, right + 1) if not kind.optional else (right + 1,):
                both_refuse(name, replaced(arguments, i, np.ones(size, kind.dtype)))
            both_refuse(name, replaced(arguments, i, np.ones((1, right + 1), kind.dtype)))


@pytest.mark.parametrize('name', [name for name in VALID if any(kind.writable for _, kind in array_kinds(name))])
def test_results_that_cannot_be_written(name):
    arguments = copies(VALID[name])
    for i, kind in array_kinds(name):
        if not kind.writable:
            continue
        array = arguments[i]
        other = np.float32 if kind.element is float else np.float64
        refused = [array.tolist(), array.astype(other), array.astype(np.int64)]
        if array.size > 1:
            refused.append(with_gaps(array))
        for wrong in (*refused, read_only(array)):
            both_refuse(name, replaced(arguments, i, wrong))


@pytest.mark.parametrize('name', [name for name in VALID if not all(kind.writable for _, kind in array_kinds(name))])
def test_inputs_in_other_forms(name):
    """Lists, other number types, gaps, columns and read-only arrays are converted."""
    wanted = copies(VALID[name])
    result = getattr(maths, name)(*wanted)
    for i, kind in array_kinds(name):
        if kind.writable:
            continue
        array = VALID[name][i]
        forms = [array.tolist(), np.asfortranarray(array), with_gaps(array), read_only(array)]
        if array.ndim == 1:
            forms.append(array[:, None])
        for form in forms:
            arguments = replaced(copies(VALID[name]), i, form)
            assert getattr(maths, name)(*arguments) == result
            for k, other in enumerate(arguments):
                if k != i:
                    np.testing.assert_array_equal(other, wanted[k])


@pytest.mark.parametrize('name', VALID)
def test_wrong_numbers(name):
    arguments = copies(VALID[name])
    for i, value in enumerate(arguments):
        if type(value) is int:
            too_large = 2**31 if name != 'mju_writeNumBytes' else 2**64
            for wrong in (1.0, 'a', None, too_large, 2**70, np.ones(2)):
                both_refuse(name, replaced(arguments, i, wrong))
        elif type(value) is float:
            for wrong in ('a', None, 1j, np.ones(2), [1.0]):
                both_refuse(name, replaced(arguments, i, wrong))


@pytest.mark.parametrize('number', [np.float32(2.0), np.int64(2), 2, True, np.bool_(True)])
def test_numbers_of_other_types(number):
    for module in (maths, mujoco):
        res = np.zeros(3)
        module.mju_scl(res, np.ones(3), number)
        np.testing.assert_array_equal(res, float(number))


def test_messages_name_the_argument():
    with pytest.raises(TypeError, match=r'mju_add3\(\).*res should be of size 3'):
        maths.mju_add3(np.zeros(4), np.zeros(3), np.zeros(3))
    with pytest.raises(TypeError, match='vec'):
        maths.mju_copy(np.zeros(3))
    with pytest.raises(TypeError, match='base should be an integer'):
        maths.mju_Halton(1, 2.5)
