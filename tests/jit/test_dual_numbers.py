"""Dual numbers: derivatives of every operation and function, against the rules of calculus."""

import math

import numpy as np
import pytest

import torsor
from torsor import models
from torsor.derivative.duals import DualData
from torsor.jit import stage
from torsor.jit.dual_numbers import SLOPES, WIDTH
from torsor.jit.elementary import acos, asin, atan2, copysign, exp, log, pow_, sincos, tanh
from torsor.jit.lanes import clamp, floor, maximum, minimum, sqrt, where
from torsor.physics.position.kinematics import kinematics

CHAIN = '<mujoco><worldbody>' + ''.join(
    f'<body pos="0 0 {k}"><joint/><geom size=".1"/></body>' for k in range(24)) + '</worldbody></mujoco>'


@stage
def operations_on_duals(m, d):
    """Functions of x = qpos[0] and y = qpos[1], in qvel."""
    x, y = d.qpos[0], d.qpos[1]
    d.qvel[0], d.qvel[1], d.qvel[2], d.qvel[3] = x + y, x - 2.0 * y, x * y, x / y
    d.qvel[4], d.qvel[5], d.qvel[6] = 3.0 / x, x / 4.0, -x
    d.qvel[7], d.qvel[8], d.qvel[9] = sqrt(y), abs(-x), floor(x)
    sin, cos = sincos(x)
    d.qvel[10], d.qvel[11], d.qvel[12] = sin, cos, atan2(x, y)
    d.qvel[13], d.qvel[14], d.qvel[15], d.qvel[16] = asin(x), acos(x), exp(x), tanh(x)
    d.qvel[17], d.qvel[18], d.qvel[19] = log(y), pow_(y, 2.5), copysign(x, -1.0)
    d.qvel[20], d.qvel[21], d.qvel[22] = minimum(x, y), maximum(x, y), clamp(x, 0.0, 0.1)
    d.qvel[23] = where(x < y, math.sin(x) * y, 0.0) if x < max(x, y) else 0.0


def expected(x, y):
    """(value, derivative by x, derivative by y) of each."""
    r = x * x + y * y
    return [(x + y, 1, 1), (x - 2 * y, 1, -2), (x * y, y, x), (x / y, 1 / y, -x / y**2), (3 / x, -3 / x**2, 0),
            (x / 4, 0.25, 0), (-x, -1, 0), (math.sqrt(y), 0, 0.5 / math.sqrt(y)), (x, 1, 0), (math.floor(x), 0, 0),
            (math.sin(x), math.cos(x), 0), (math.cos(x), -math.sin(x), 0), (math.atan2(x, y), y / r, -x / r),
            (math.asin(x), 1 / math.sqrt(1 - x * x), 0), (math.acos(x), -1 / math.sqrt(1 - x * x), 0),
            (math.exp(x), math.exp(x), 0), (math.tanh(x), 1 - math.tanh(x)**2, 0), (math.log(y), 0, 1 / y),
            (y**2.5, 0, 2.5 * y**1.5), (-x, -1, 0), (x, 1, 0), (y, 0, 1), (0.1, 0, 0),
            (math.sin(x) * y, math.cos(x) * y, math.sin(x))]


def test_values_and_derivatives():
    m = torsor.MjModel.from_xml_string(CHAIN)
    duals = DualData(m, torsor.MjData(m))
    qpos, qvel = duals._arrays['qpos'], duals._arrays['qvel']
    assert qpos.shape == (24, WIDTH)
    x, y = 0.4, 1.7
    qpos[0, 0], qpos[1, 0] = x, y
    qpos[0, 1], qpos[1, SLOPES] = 1.0, 1.0  # the first and the last variable
    operations_on_duals(m, duals)
    wanted = np.array(expected(x, y))
    np.testing.assert_allclose(qvel[:, 0], wanted[:, 0], rtol=1e-15)
    np.testing.assert_allclose(qvel[:, 1], wanted[:, 1], rtol=1e-14, atol=1e-15)
    np.testing.assert_allclose(qvel[:, SLOPES], wanted[:, 2], rtol=1e-14, atol=1e-15)
    assert not qvel[:, 2:SLOPES].any()


def test_numbers_are_those_without_derivatives():
    """Stages compute the same bits on duals as on numbers."""
    m = torsor.MjModel.from_xml_path(str(models.path('humanoid')))
    d = torsor.MjData(m)
    d.qpos[7:] = 0.1 * np.arange(m.nq - 7)
    torsor.mj_kinematics(m, d)
    duals = DualData(m, d)
    duals._arrays['qpos'][:, 0] = d.qpos
    kinematics(m, duals)
    assert np.array_equal(duals._arrays['xpos'][..., 0], d.xpos)
    assert np.array_equal(duals._arrays['geom_xmat'][..., 0], d.geom_xmat)


@pytest.mark.parametrize('k', [0, 3])
def test_a_square_root_of_zero_has_slope_zero(k):
    m = torsor.MjModel.from_xml_string(CHAIN)
    duals = DualData(m, torsor.MjData(m))
    duals._arrays['qpos'][1, 0], duals._arrays['qpos'][1, 1 + k] = 0.0, 1.0
    duals._arrays['qpos'][0, 0] = 0.5
    operations_on_duals(m, duals)
    assert not duals._arrays['qvel'][7].any()
