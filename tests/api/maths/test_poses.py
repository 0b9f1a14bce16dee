"""Poses and spatial vectors."""

import numpy as np
import pytest

from torsor.api import maths


def test_poses(same, rng):
    for _ in range(20):
        quat1, quat2 = rng.normal(size=(2, 4))
        pos1, pos2, vec = rng.normal(size=(3, 3))
        same('mju_mulPose', np.zeros(3), np.zeros(4), pos1, quat1, pos2, quat2)
        same('mju_negPose', np.zeros(3), np.zeros(4), pos1, quat1)
        same('mju_trnVecPose', np.zeros(3), pos1, quat1, vec)


def test_results_may_be_inputs(rng):
    pos1, pos2, pos = rng.normal(size=(3, 3))
    quat1, quat2, quat = rng.normal(size=(3, 4))
    maths.mju_mulPose(pos, quat, pos1, quat1, pos2, quat2)
    maths.mju_mulPose(pos2, quat2, pos1, quat1, pos2, quat2)
    np.testing.assert_array_equal(pos2, pos)
    np.testing.assert_array_equal(quat2, quat)


def test_a_pose_times_its_inverse(rng):
    for _ in range(10):
        pos, quat = rng.normal(size=3), rng.normal(size=4)
        maths.mju_normalize4(quat)
        inverse, back = np.zeros(3), np.zeros(4)
        maths.mju_negPose(inverse, back, pos, quat)
        maths.mju_mulPose(pos, quat, inverse, back, pos, quat)
        np.testing.assert_allclose(pos, 0.0, atol=1e-14)
        np.testing.assert_allclose(np.abs(quat), [1.0, 0.0, 0.0, 0.0], atol=1e-14)


@pytest.mark.parametrize('flg_force', [0, 1])
def test_spatial_vectors(same, rng, flg_force):
    for _ in range(10):
        vec, rotation = rng.normal(size=6), np.linalg.qr(rng.normal(size=(3, 3)))[0].reshape(9)
        newpos, oldpos = rng.normal(size=(2, 3))
        same('mju_transformSpatial', np.zeros(6), vec, flg_force, newpos, oldpos, rotation)


def test_power_does_not_depend_on_the_frame(rng):
    motion, force = rng.normal(size=(2, 6))
    newpos, oldpos = rng.normal(size=(2, 3))
    rotation = np.linalg.qr(rng.normal(size=(3, 3)))[0].reshape(9)
    moved_motion, moved_force = np.zeros((2, 6))
    maths.mju_transformSpatial(moved_motion, motion, 0, newpos, oldpos, rotation)
    maths.mju_transformSpatial(moved_force, force, 1, newpos, oldpos, rotation)
    assert moved_motion @ moved_force == pytest.approx(motion @ force, abs=1e-13)
