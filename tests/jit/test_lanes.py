"""Choices per world, and branches that cannot be made for several worlds at once."""

import numpy as np
import pytest
from numba.core.errors import TypingError

import torsor
from jit.small import tree
from torsor.batch.lanes import LaneData, LaneModel
from torsor.jit import stage
from torsor.jit.lanes import all_, any_, clamp, isfinite, not_, sqrt, where
from torsor.jit.values import dot


@stage
def limits_speed(m, d):
    """Limit a velocity to 1, and tell if any or all worlds were limited or none."""
    v = d.qvel.vec3[0]
    speed = sqrt(dot(v, v))
    fast = speed > 1.0
    d.qvel.vec3[0] = where(fast, v * (1.0 / speed), v)
    total = 0.0
    for i in range(3):
        total += 2 * d.qvel[i]
    d.qacc[0] = clamp(total, -1.0, 1.5)
    if any_(fast):
        d.qacc[1] = 1.0
    if all_(fast) or all_(not_(fast)):
        d.qacc[2] = 1.0
    d.qacc[3] = where(isfinite(d.qvel[4]), 1.0, 0.0)


@stage
def branches_on_a_float(m, d):
    if d.qvel[0] > 0.0:
        d.qacc[0] = 1.0


@stage
def uses_gravity(m, d):
    d.xpos[0] = m.opt.gravity * d.qvel[0]


@pytest.fixture(scope='module')
def m():
    return tree()


def test_worlds_choose_for_themselves(m):
    lanes, speeds = LaneData(m, 4), np.array([0.5, 1.5, 3.0, 0.1])
    lanes.qvel[0] = speeds
    lanes.qvel[4] = [0.0, np.nan, np.inf, 1e300]
    limits_speed(m, lanes)
    np.testing.assert_array_equal(lanes.qvel[0], np.minimum(speeds, 1.0))
    np.testing.assert_array_equal(lanes.qacc[0], np.clip(2 * lanes.qvel[0], -1.0, 1.5))
    np.testing.assert_array_equal(lanes.qacc[1:4], [[1, 1, 1, 1], [0, 0, 0, 0], [1, 0, 0, 1]])


def test_a_branch_on_a_float_compiles_for_one_world_only(m):
    d = torsor.MjData(m)
    d.qvel[0] = 1.0
    branches_on_a_float(m, d)
    assert d.qacc[0] == 1.0
    with pytest.raises(TypingError, match='Mask'):
        branches_on_a_float(m, LaneData(m, 4))


def test_worlds_of_two_widths_do_not_mix(m):
    eight = LaneModel(m, 8, ['opt.gravity'])
    with pytest.raises(TypingError):
        uses_gravity(eight, LaneData(m, 4))


def test_unknown_fields_of_a_lane_model(m):
    with pytest.raises(ValueError, match='body_masss'):
        LaneModel(m, 4, ['body_masss'])
