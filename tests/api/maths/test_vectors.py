"""Vectors of any length, of three and of four numbers."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths

pytestmark = pytest.mark.python_mode

VECTORS3 = [[0.0, 0.0, 0.0], [3.0, -4.0, 12.0], [1e-16, 0.0, 0.0], [1e-200, 0.0, 0.0], [1e200, 1.0, 0.0],
            [np.nan, 1.0, 2.0], [np.inf, 0.0, 1.0], [-0.0, 5.0, -0.0]]
SIZES = [0, 1, 2, 7, 33]
ONE_INPUT = ['mju_copy', 'mju_addTo', 'mju_subFrom', 'mju_d2n', 'mju_n2d']


@pytest.mark.parametrize('a', VECTORS3)
@pytest.mark.parametrize('b', VECTORS3[:3])
def test_three_numbers(same, a, b):
    a, b, res = np.array(a), np.array(b), np.array([1.0, 2.0, 3.0])
    for name in ('mju_zero3', 'mju_normalize3', 'mju_norm3'):
        same(name, a)
    for name in ('mju_copy3', 'mju_addTo3', 'mju_subFrom3'):
        same(name, res, a)
    for name in ('mju_add3', 'mju_sub3', 'mju_cross'):
        same(name, res, a, b)
    for name in ('mju_dot3', 'mju_dist3'):
        same(name, a, b)
    same('mju_scl3', res, a, 2.5)
    same('mju_addToScl3', res, a, 2.5)
    same('mju_addScl3', res, a, b, -0.5)


def test_matrix_times_three_numbers(same, rng):
    for _ in range(10):
        same('mju_mulMatVec3', np.zeros(3), rng.normal(size=9), rng.normal(size=3))
        same('mju_mulMatTVec3', np.zeros(3), rng.normal(size=9), rng.normal(size=3))


@pytest.mark.parametrize('a', [[0.0, 0.0, 0.0, 0.0], [1.0, -2.0, 3.0, 0.5], [1e-16, 0.0, 0.0, 0.0],
                               [2.0, 0.0, 0.0, 0.0], [np.nan, 1.0, 2.0, 3.0], [np.inf, 1.0, 2.0, 3.0]])
def test_four_numbers(same, a):
    for name in ('mju_zero4', 'mju_unit4', 'mju_normalize4'):
        same(name, np.array(a))
    same('mju_copy4', np.ones(4), np.array(a))


@pytest.mark.parametrize('n', SIZES)
def test_any_length(same, rng, n):
    res, a, b = rng.normal(size=(3, n))
    for name in ONE_INPUT:
        same(name, res, a)
    for name in ('mju_add', 'mju_sub'):
        same(name, res, a, b)
    for name in ('mju_zero', 'mju_sum', 'mju_L1', 'mju_norm', 'mju_normalize', 'mju_isZero'):
        same(name, a)
    same('mju_dot', a, b)
    same('mju_fill', res, 1.5)
    same('mju_scl', res, a, -2.0)
    same('mju_addToScl', res, a, 0.3)
    same('mju_addScl', res, a, b, 0.3)


@pytest.mark.parametrize('vector', [[0.0, 0.0], [-0.0], [1e-300, 0.0], [np.nan], [1e-16, 1e-16]])
def test_nearly_zero(same, vector):
    same('mju_isZero', np.array(vector))
    same('mju_normalize', np.array(vector))


def test_sorting(same, rng):
    for n in SIZES:
        same('mju_insertionSort', rng.normal(size=n))
        same('mju_insertionSortInt', rng.integers(-5, 5, n).astype(np.int32))


def test_single_precision(same, rng):
    numbers = rng.normal(size=5)
    same('mju_f2n', np.zeros(5), numbers.astype(np.float32))
    same('mju_n2f', np.zeros(5, np.float32), numbers)


@pytest.mark.parametrize('name', [*ONE_INPUT, 'mju_f2n', 'mju_n2f', 'mju_scl', 'mju_add', 'mju_sub', 'mju_addToScl',
                                  'mju_addScl', 'mju_dot'])
@pytest.mark.parametrize('sizes', [(3, 4, 3), (4, 3, 4), (3, 3, 4)])
def test_sizes_that_differ(name, sizes):
    """Both refuse, in the same words."""
    kinds = {'mju_f2n': 'df', 'mju_n2f': 'fd', 'mju_scl': 'dds', 'mju_addToScl': 'dds', 'mju_addScl': 'ddds',
             'mju_add': 'ddd', 'mju_sub': 'ddd'}.get(name, 'dd')
    arguments = [2.0 if kind == 's' else np.zeros(sizes[i], kind) for i, kind in enumerate(kinds)]
    outcomes = []
    for module in (maths, mujoco):
        try:
            outcomes.append(getattr(module, name)(*arguments))
        except TypeError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


def test_result_may_be_an_input(same, rng):
    a, b = rng.normal(size=(2, 3))
    for module in (maths, mujoco):
        res = a.copy()
        module.mju_cross(res, res, b)
        np.testing.assert_allclose(res, np.cross(a, b), atol=1e-15)
        res = a.copy()
        module.mju_add(res, res, res)
        np.testing.assert_array_equal(res, 2 * a)
