"""Joint positions as points of a manifold: moving, differences, unit quaternions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import torsor
from physics.query.moving import moving

M, D = moving(3)
seeds = st.integers(0, 2**32 - 1)


def moved(qpos, velocity, time=1.0):
    result = qpos.copy()
    torsor.mj_integratePos(M, result, velocity, time)
    return result


def difference(qpos1, qpos2, time=1.0):
    velocity = np.full(M.nv, np.nan)
    torsor.mj_differentiatePos(M, velocity, time, qpos1, qpos2)
    return velocity


def random_velocity(seed, size=1.0):
    """Angular velocities shorter than pi, as longer ones have a shorter way."""
    return size * np.random.default_rng(seed).uniform(-1.8, 1.8, size=M.nv)


@given(seed=seeds, time=st.floats(1e-3, 1.0))
@settings(deadline=None, max_examples=50)
def test_the_difference_undoes_the_move(seed, time):
    velocity = random_velocity(seed)
    np.testing.assert_allclose(difference(D.qpos, moved(D.qpos, velocity, time), time), velocity, rtol=0, atol=1e-11)


@given(seed=seeds)
@settings(deadline=None, max_examples=50)
def test_moving_twice_half_as_long_is_moving_once(seed):
    velocity = random_velocity(seed)
    np.testing.assert_allclose(moved(moved(D.qpos, velocity, 0.5), velocity, 0.5), moved(D.qpos, velocity), atol=1e-13)


@pytest.mark.parametrize('size', [0, 1e-300, 1e-16, 1e-8])
def test_small_moves(size):
    velocity = random_velocity(1, size)
    np.testing.assert_allclose(difference(D.qpos, moved(D.qpos, velocity)), velocity, rtol=0, atol=1e-15)


def quaternions(qpos):
    starts = [q + 3 * (kind == torsor.mjtJoint.mjJNT_FREE) for q, kind in zip(M.jnt_qposadr, M.jnt_type)
              if kind in (torsor.mjtJoint.mjJNT_FREE, torsor.mjtJoint.mjJNT_BALL)]
    return np.array([qpos[q:q + 4] for q in starts])


def test_quaternions_come_out_with_unit_length():
    qpos = D.qpos * 3
    assert np.linalg.norm(quaternions(qpos), axis=1) == pytest.approx(3)
    for result in (moved(qpos, np.zeros(M.nv)), moved(qpos, random_velocity(2))):
        np.testing.assert_allclose(np.linalg.norm(quaternions(result), axis=1), 1, rtol=1e-14)
    torsor.mj_normalizeQuat(M, qpos)
    np.testing.assert_allclose(quaternions(qpos), quaternions(D.qpos), rtol=0, atol=1e-15)


def test_only_quaternions_are_normalized():
    qpos = np.zeros(M.nq)
    torsor.mj_normalizeQuat(M, qpos)
    np.testing.assert_array_equal(quaternions(qpos), [[1, 0, 0, 0]] * len(quaternions(qpos)))
    assert qpos.sum() == len(quaternions(qpos)) > 0


def test_a_quaternion_and_its_negative_are_the_same_place():
    start = next(q + 3 for q, kind in zip(M.jnt_qposadr, M.jnt_type) if kind == torsor.mjtJoint.mjJNT_FREE)
    qpos = D.qpos.copy()
    qpos[start:start + 4] *= -1
    np.testing.assert_allclose(difference(D.qpos, qpos), 0, atol=1e-15)
