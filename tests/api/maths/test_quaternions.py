"""Quaternions: against the oracle, and the laws of rotations."""

import math

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from torsor.api import maths

QUATERNIONS = [[1.0, 0.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.6, -0.8],
               [0.5, -0.5, 0.5, 0.5], [-0.1, 0.7, 0.1, -0.7], [0.0, 0.0, 0.0, 0.0], [2.0, 1.0, -3.0, 0.5],
               [1.0, 1e-9, 0.0, 0.0], [1.0, 1e-17, 0.0, 0.0], [-1.0, 1e-9, 0.0, 1e-9]]
VECTORS = [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0], [0.0, 0.0, -2.0], [1e-17, 0.0, 0.0], [-0.3, 1e5, 0.2]]


@pytest.mark.parametrize('q', QUATERNIONS)
@pytest.mark.parametrize('p', QUATERNIONS)
def test_two_quaternions(same, p, q):
    p, q = np.array(p), np.array(q)
    same('mju_mulQuat', np.zeros(4), p, q)
    if np.any(p) and np.any(q):
        same('mju_subQuat', np.zeros(3), p, q)


@pytest.mark.parametrize('q', QUATERNIONS)
@pytest.mark.parametrize('v', VECTORS)
def test_quaternion_and_vector(same, q, v):
    q, v = np.array(q), np.array(v)
    same('mju_rotVecQuat', np.zeros(3), v, q)
    same('mju_mulQuatAxis', np.zeros(4), q, v)
    same('mju_derivQuat', np.zeros(4), q, v)
    for scale in (0.0, 0.002, -0.5):
        same('mju_quatIntegrate', q, v, scale, tolerance=2e-12 if np.max(v) > 1e3 else 1e-14)


@pytest.mark.parametrize('q', QUATERNIONS)
def test_one_quaternion(same, q):
    q = np.array(q)
    same('mju_negQuat', np.zeros(4), q)
    same('mju_quat2Mat', np.zeros(9), q)
    for dt in (1.0, 0.01, -0.5):
        same('mju_quat2Vel', np.zeros(3), q, dt, tolerance=2e-15 / abs(dt))


@pytest.mark.parametrize('axis', VECTORS)
@pytest.mark.parametrize('angle', [0.0, 0.7, -3.0, 1e-17, 40.0, math.pi])
def test_axis_and_angle(same, axis, angle):
    same('mju_axisAngle2Quat', np.zeros(4), np.array(axis), angle)


@pytest.mark.parametrize('v', [*VECTORS, [0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [1e-9, 0.0, 1.0], [1.0, 0.0, 0.0],
                               [1e-16, 0.0, 1e-16], [1e-17, 0.0, -1.0], [0.3, 0.4, -2.0], [0.0, 1e-9, -1.0],
                               [math.nan, 0.0, 1.0]])
def test_rotation_from_z_axis(same, v):
    same('mju_quatZ2Vec', np.zeros(4), np.array(v))


def test_matrices_to_quaternions(same, rng):
    turns = [np.eye(3), np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, 1.0, -1.0]), np.diag([-1.0, -1.0, 1.0]),
             np.zeros((3, 3)), np.full((3, 3), math.nan), -np.eye(3), 2.0 * np.eye(3), *rng.normal(size=(20, 3, 3))]
    turns += [np.linalg.qr(m)[0] * np.linalg.det(np.linalg.qr(m)[0]) for m in rng.normal(size=(20, 3, 3))]
    for turn in turns:
        same('mju_mat2Quat', np.zeros(4), np.array(turn).reshape(9))


@pytest.mark.parametrize('seq', ['xyz', 'XYZ', 'zyx', 'xYz', 'ZxZ', 'yyy'])
def test_euler_angles(same, rng, seq):
    for _ in range(5):
        same('mju_euler2Quat', np.zeros(4), rng.uniform(-7, 7, 3), seq)


@pytest.mark.parametrize('seq', ['', 'xy', 'xyzx', 'abc', 'xyq'])
def test_bad_sequences_of_axes(seq):
    with pytest.raises(mujoco.FatalError) as theirs:
        mujoco.mju_euler2Quat(np.zeros(4), np.zeros(3), seq)
    with pytest.raises(maths.quaternions.FatalError) as ours:
        maths.mju_euler2Quat(np.zeros(4), np.zeros(3), seq)
    assert str(ours.value) == str(theirs.value)


def test_results_may_be_inputs(rng):
    p, q = rng.normal(size=(2, 4))
    for module in (maths, mujoco):
        product, res = np.zeros(4), q.copy()
        module.mju_mulQuat(product, p, q)
        module.mju_mulQuat(res, p, res)
        np.testing.assert_array_equal(res, product)


# ---- laws ----
number = st.floats(-10.0, 10.0).filter(lambda x: x == 0.0 or abs(x) > 1e-6)
vector = st.tuples(number, number, number).map(np.array)
unit = st.tuples(number, number, number, number).map(np.array).filter(lambda q: np.linalg.norm(q) > 1e-3).map(
    lambda q: q / np.linalg.norm(q))


def product(p, q):
    res = np.zeros(4)
    maths.mju_mulQuat(res, p, q)
    return res


def rotated(v, q):
    res = np.zeros(3)
    maths.mju_rotVecQuat(res, v, q)
    return res


@given(unit, unit, unit)
def test_product_is_associative(p, q, r):
    np.testing.assert_allclose(product(product(p, q), r), product(p, product(q, r)), atol=1e-14)


@given(unit, unit, vector)
def test_rotations_compose(p, q, v):
    np.testing.assert_allclose(rotated(v, product(p, q)), rotated(rotated(v, q), p), atol=1e-13)


@given(unit, vector)
def test_conjugate_turns_back_and_lengths_stay(q, v):
    back = np.zeros(4)
    maths.mju_negQuat(back, q)
    np.testing.assert_allclose(rotated(rotated(v, q), back), v, atol=1e-13)
    assert np.linalg.norm(rotated(v, q)) == pytest.approx(np.linalg.norm(v), abs=1e-13)


@given(unit, vector)
def test_matrix_turns_like_its_quaternion(q, v):
    matrix, again = np.zeros(9), np.zeros(4)
    maths.mju_quat2Mat(matrix, q)
    np.testing.assert_allclose(matrix.reshape(3, 3) @ v, rotated(v, q), atol=1e-13)
    maths.mju_mat2Quat(again, matrix)
    assert abs(again @ q) == pytest.approx(1.0, abs=1e-14)


@given(unit, unit)
def test_difference_leads_from_one_to_the_other(qa, qb):
    step, reached = np.zeros(3), qb.copy()
    maths.mju_subQuat(step, qa, qb)
    maths.mju_quatIntegrate(reached, step, 1.0)
    assert np.linalg.norm(step) <= math.pi + 1e-12
    assert abs(reached @ qa) == pytest.approx(1.0, abs=1e-13)


@given(unit, vector)
def test_derivative_is_that_of_turning_in_the_global_frame(q, velocity):
    rate, h = np.zeros(4), 1e-6
    maths.mju_derivQuat(rate, q, velocity)
    turn = np.zeros(4)
    angle = np.linalg.norm(velocity)
    maths.mju_axisAngle2Quat(turn, velocity / angle if angle else velocity, angle * h)
    np.testing.assert_allclose((product(turn, q) - q) / h, rate, atol=1e-3 * max(1.0, angle ** 2 * h * 1e3))


@given(vector.filter(lambda v: np.linalg.norm(v) > 1e-3))
def test_z_axis_is_turned_to_the_vector(v):
    q = np.zeros(4)
    maths.mju_quatZ2Vec(q, v)
    np.testing.assert_allclose(rotated(np.array([0.0, 0.0, 1.0]), q), v / np.linalg.norm(v), atol=1e-14)
