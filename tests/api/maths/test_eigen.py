"""Eigenvectors of symmetric 3x3 matrices, and nearest rotations."""

import itertools

import numpy as np
import pytest

from torsor.api import maths

pytestmark = pytest.mark.python_mode

HALF_TURNS = [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.6, 0.8, 0.0]]


def symmetric(rng):
    mat = rng.normal(size=(3, 3))
    return (mat + mat.T).reshape(9)


def test_eigenvectors(same, rng):
    for scale in (1.0, 1e8, 1e-9):
        for _ in range(20):
            same('mju_eig3', np.zeros(3), np.zeros(9), np.zeros(4), scale * symmetric(rng), tolerance=1e-12)


@pytest.mark.parametrize('values', [*itertools.permutations([1.0, 2.0, 3.0]), (1.0, 1.0, 1.0), (0.0, 0.0, 0.0),
                                    (-1.0, 5.0, -1.0)])
def test_diagonal_matrices_are_sorted(same, values):
    same('mju_eig3', np.zeros(3), np.zeros(9), np.zeros(4), np.diag(values).reshape(9))


@pytest.mark.parametrize('coupling', [1e-30, 1e-16, 1e-14, 1e-9])
def test_nearly_diagonal_matrices(same, coupling):
    mat = np.diag([2.0, 1.0, 0.5])
    mat[0, 1] = mat[1, 0] = coupling
    same('mju_eig3', np.zeros(3), np.zeros(9), np.zeros(4), mat.reshape(9))


def test_decomposition_gives_the_matrix_back(rng):
    for _ in range(10):
        mat, values, vectors, quat = symmetric(rng), np.zeros(3), np.zeros(9), np.zeros(4)
        maths.mju_eig3(values, vectors, quat, mat)
        axes = vectors.reshape(3, 3)
        np.testing.assert_allclose((axes * values) @ axes.T, mat.reshape(3, 3), atol=1e-13)
        assert values[0] >= values[1] >= values[2]


def nearest_rotation(mat):
    """By singular value decomposition."""
    left, _, right = np.linalg.svd(mat)
    return left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right


def test_nearest_rotation(rng):
    for _ in range(20):
        mat, quat, turn = rng.normal(size=(3, 3)), np.array([1.0, 0.0, 0.0, 0.0]), np.zeros(9)
        assert 0 < maths.mju_mat2Rot(quat, mat.reshape(9)) < 500
        maths.mju_quat2Mat(turn, quat)
        np.testing.assert_allclose(turn.reshape(3, 3), nearest_rotation(mat), atol=1e-6)


def test_iterations_are_those_of_the_oracle(same, rng):
    """Near a rotation the iteration does not wander, so both take the same steps."""
    for _ in range(20):
        start = rng.normal(size=4)
        turn = np.zeros(9)
        maths.mju_quat2Mat(turn, start / np.linalg.norm(start))
        same('mju_mat2Rot', start + 0.2 * rng.normal(size=4), turn + 0.2 * rng.normal(size=9), tolerance=1e-9)


@pytest.mark.parametrize('start', [[1.0, 0.0, 0.0, 0.0], *HALF_TURNS])
@pytest.mark.parametrize('mat', [np.eye(3), np.zeros((3, 3)), np.diag([1.0, -2.0, -3.0]), np.diag([-1.0, -2.0, -3.0]),
                                 np.diag([-1.0, 2.0, -0.5]), np.diag([1.0, 2.0, -0.5]), np.diag([1.0, 2.0, -5.0])])
def test_stationary_starts(same, start, mat):
    same('mju_mat2Rot', np.array(start), mat.reshape(9))


def test_zero_quaternion_starts_at_no_rotation(same):
    same('mju_mat2Rot', np.zeros(4), np.eye(3).reshape(9))
