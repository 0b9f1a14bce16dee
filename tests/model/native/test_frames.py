"""Frames that coincide, against differences of poses."""

import itertools

import numpy as np
import pytest

from torsor.jit.stage import Stages
from torsor.schema.codes import mjtSameFrame

pytestmark = pytest.mark.python_mode
frames = Stages('model.native.frames')

SHIFTS = [(0, 0, 0), (5e-7, 0, 0), (0, 0, 2e-6), (0.1, -0.2, 0.3)]
TURNS = [(1, 0, 0, 0), (-1, 0, 0, 0), (0.5, 0.5, -0.5, 0.5), (-0.5, -0.5, 0.5, -0.5), (0.8, 0, 0.6, 0)]
POSES = list(itertools.product(SHIFTS, TURNS))


def is_near(a, b):
    return np.abs(np.subtract(a, b)).max() < 1e-6


def obvious(pos, quat, centre, axes):
    """How a frame coincides with that of its body, or else with the inertial frame."""
    for origin, turn, same, turned in (
        ((0, 0, 0), (1, 0, 0, 0), mjtSameFrame.mjSAMEFRAME_BODY, mjtSameFrame.mjSAMEFRAME_BODYROT),
        (centre, axes, mjtSameFrame.mjSAMEFRAME_INERTIA, mjtSameFrame.mjSAMEFRAME_INERTIAROT),
    ):
        if is_near(quat, turn) or is_near(quat, np.negative(turn)):
            return same if is_near(pos, origin) else turned
    return mjtSameFrame.mjSAMEFRAME_NONE


def test_all_pairs_of_poses():
    pairs = list(itertools.product(range(len(POSES)), POSES))
    ipos, iquat = (np.array(numbers, float) for numbers in zip(*POSES))
    owners = np.array([body for body, _ in pairs], np.int32)
    pos, quat = (np.array(numbers, float) for numbers in zip(*(pose for _, pose in pairs)))
    bodies, geoms, sites = np.empty(len(POSES), np.uint8), np.empty(len(pairs), np.uint8), np.empty(2, np.uint8)
    frames.compare_frames(ipos, iquat, owners, pos, quat, owners[-2:], pos[-2:], quat[-2:], bodies, geoms, sites)
    assert geoms.tolist() == [obvious(*pose, *POSES[body]) for body, pose in pairs]
    assert sites.tolist() == geoms[-2:].tolist()
    expected = [obvious(*pose, (9, 9, 9), (0, 0, 0, 1)) for pose in POSES]
    assert bodies.tolist() == expected
    assert set(geoms.tolist()) == set(range(5))
