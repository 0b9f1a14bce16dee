"""Choices per world, and branches that cannot be made for several worlds at once."""

import math

import numpy as np
import pytest
from numba.core.errors import TypingError

import torsor
from jit.small import Numbers, tree
from torsor.batch.lanes import LaneData, LaneModel
from torsor.jit import stage
from torsor.jit.lanes import PythonPack, all_, any_, clamp, floor, isfinite, maximum, minimum, not_, rint, sqrt, where
from torsor.jit.values import dot

SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 1e-310, 1e300, math.inf, -math.inf, math.nan)


@stage
def applies_all_functions(m, d):
    x, y = d.userdata[0], d.userdata[1]
    d.userdata[2] = sqrt(x)
    d.userdata[3] = floor(x)
    d.userdata[4] = rint(x)
    d.userdata[5] = minimum(x, y)
    d.userdata[6] = maximum(x, y)
    d.userdata[7] = clamp(x, -1.0, y)
    d.userdata[8] = where(isfinite(x), 1.0, y)
    d.userdata[9] = where((x < y) | (x != x), x, 2.0)
    d.userdata[10] = where(not_(x <= y) & (x == x), 3.0, y)
    d.userdata[11] = abs(x) - x / y
    d.userdata[12] = -x
    d.userdata[13] = where(x >= y, x * y, x + y)


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


@pytest.mark.parametrize('width', [4, 8])
def test_every_function_does_the_same_in_every_way_of_running(width):
    pairs = np.array([(x, y) for x in SPECIAL for y in SPECIAL]).T
    numbers = Numbers(applies_all_functions, 14)
    for start in range(0, pairs.shape[1], width):
        numbers.assert_same_everywhere(pairs[:, start:start + width])


def test_functions_agree_with_numpy():
    x, y = pairs = np.array([(x, y) for x in SPECIAL for y in SPECIAL]).T
    result = Numbers(applies_all_functions, 14).alone(pairs)
    with np.errstate(all='ignore'):
        expected = [np.sqrt(x), np.floor(x), np.rint(x)]
        np.testing.assert_array_equal(result[2:5], expected)
        ordered = ~(np.isnan(x) | np.isnan(y))
        np.testing.assert_array_equal(result[5:7, ordered], [np.minimum(x, y)[ordered], np.maximum(x, y)[ordered]])
        np.testing.assert_array_equal(result[5:7, ~ordered], [y[~ordered]] * 2)
        np.testing.assert_array_equal(result[8], np.where(np.isfinite(x), 1.0, y))
        np.testing.assert_array_equal(result[9], np.where((x < y) | np.isnan(x), x, 2.0))
        np.testing.assert_array_equal(result[10], np.where(~(x <= y) & ~np.isnan(x), 3.0, y))
        np.testing.assert_array_equal(result[13], np.where(x >= y, x * y, x + y))


def test_clamping_nan_gives_nan():
    assert math.isnan(clamp(math.nan, 0.0, 1.0))
    assert (clamp(-3.0, 0.0, 1.0), clamp(0.5, 0.0, 1.0), clamp(3.0, 0.0, 1.0)) == (0.0, 0.5, 1.0)


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


def test_a_python_pack_is_rebound_like_a_register():
    x = np.arange(4.0).view(PythonPack)
    y = x
    x += 1.0
    np.testing.assert_array_equal(y, np.arange(4.0))
    assert isinstance(x, PythonPack)
