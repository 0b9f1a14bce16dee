"""Dense Cholesky factors."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths

pytestmark = pytest.mark.python_mode


def positive(rng, n):
    square = rng.normal(size=(n, n))
    return square @ square.T + 0.1 * np.eye(n)


@pytest.mark.parametrize('n', [0, 1, 2, 5, 12])
def test_factor_and_solve(same, rng, n):
    mat = positive(rng, n)
    same('mju_cholFactor', mat, 1e-15, tolerance=1e-13)
    if n:
        same('mju_cholSolve', np.zeros(n), np.linalg.cholesky(mat), rng.normal(size=n), tolerance=1e-12)


@pytest.mark.parametrize('mat', [[[0.0, 0.0], [0.0, 0.0]], [[-1.0, 0.5], [0.5, -1.0]], [[4.0, 2.0], [2.0, 1.0]],
                                 [[1e-16, 0.0], [0.0, 1.0]], [[np.nan, 1.0], [1.0, 2.0]]])
@pytest.mark.parametrize('mindiag', [0.0, 1e-15, 1e-3])
def test_deficient_matrices(same, mat, mindiag):
    same('mju_cholFactor', np.array(mat), mindiag)


@pytest.mark.parametrize('flg_plus', [0, 1])
def test_update(same, rng, flg_plus):
    for n in (1, 3, 6):
        factor, x = np.linalg.cholesky(positive(rng, n)), 0.1 * rng.normal(size=n)
        same('mju_cholUpdate', factor, x, flg_plus, tolerance=1e-13)
        x[0] = 0.0
        same('mju_cholUpdate', factor, x, flg_plus, tolerance=1e-13)


def test_update_that_takes_too_much(same):
    same('mju_cholUpdate', np.eye(2), np.array([2.0, 0.0]), 0)
    same('mju_cholUpdate', np.eye(2), np.array([0.0, 1.0]), 0)


def test_solution_solves(rng):
    mat, vec, res = positive(rng, 6), rng.normal(size=6), np.zeros(6)
    factor = mat.copy()
    assert maths.mju_cholFactor(factor, 1e-15) == 6
    maths.mju_cholSolve(res, factor, vec)
    np.testing.assert_allclose(mat @ res, vec, atol=1e-12)
    in_place = vec.copy()
    maths.mju_cholSolve(in_place, factor, in_place)
    np.testing.assert_array_equal(in_place, res)


@pytest.mark.parametrize(('name', 'arguments'), [
    ('mju_cholFactor', (np.zeros((2, 3)), 0.0)),
    ('mju_cholSolve', (np.zeros(2), np.zeros((2, 3)), np.zeros(2))),
    ('mju_cholSolve', (np.zeros(3), np.eye(2), np.zeros(2))),
    ('mju_cholSolve', (np.zeros(2), np.eye(2), np.zeros(3))),
    ('mju_cholUpdate', (np.zeros((2, 3)), np.zeros(2), 1)),
    ('mju_cholUpdate', (np.eye(2), np.zeros(3), 1)),
])
def test_shapes_that_differ(name, arguments):
    messages = []
    for module in (maths, mujoco):
        with pytest.raises(TypeError) as caught:
            getattr(module, name)(*arguments)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
