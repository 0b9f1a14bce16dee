"""Functions of single numbers."""

import math

import numpy as np
import pytest

from torsor.api import maths

NUMBERS = [0.0, -0.0, 0.3, 0.5, -0.5, 1.5, 2.0, -2.0, 1e10, 1.1e10, -1e20, 1e20, math.inf, -math.inf, math.nan]


@pytest.mark.parametrize('x', NUMBERS)
@pytest.mark.parametrize('name', ['mju_sign', 'mju_round', 'mju_isBad', 'mju_sigmoid'])
def test_one_number(same, name, x):
    same(name, x)


@pytest.mark.parametrize('x', NUMBERS)
@pytest.mark.parametrize('y', NUMBERS)
def test_two_numbers(same, x, y):
    same('mju_min', x, y)
    same('mju_max', x, y)


@pytest.mark.parametrize('x', NUMBERS)
@pytest.mark.parametrize('limits', [(0.0, 1.0), (1.0, 0.0), (-math.inf, 0.2), (math.nan, 1.0), (0.0, math.nan)])
def test_clip(same, x, limits):
    same('mju_clip', x, *limits)


@pytest.mark.parametrize('base', [2, 3, 10])
def test_halton(same, base):
    for index in (-3, 0, 1, 2, 9, 1000, 2**31 - 1):
        same('mju_Halton', index, base)


def test_halton_needs_a_base():
    with pytest.raises(ValueError, match='at least 2'):
        maths.mju_Halton(3, 1)


@pytest.mark.parametrize(('stiffness', 'damping'), [(2.0, 0.3), (2.0, 10.0), (1.0, 2.0), (0.0, 0.0), (-1.0, 0.0),
                                                    (0.0, 1.0), (1.0, 2.0 + 1e-9), (100.0, 0.0)])
def test_spring(same, stiffness, damping):
    for dt in (0.0, 0.1, 2.0):
        same('mju_springDamper', 1.0, 0.5, stiffness, damping, dt, tolerance=1e-9)


def test_spring_obeys_its_equation():
    kp, kv, h = 3.0, 0.7, 1e-4
    before, now, after = (maths.mju_springDamper(1.0, -2.0, kp, kv, 0.5 + k * h) for k in (-1, 0, 1))
    velocity, acceleration = (after - before) / (2 * h), (after - 2 * now + before) / h ** 2
    assert acceleration == pytest.approx(-kp * now - kv * velocity, abs=1e-5)


def test_standard_normal():
    numbers = np.array([maths.mju_standardNormal(None) for _ in range(4000)])
    assert abs(np.mean(numbers)) < 0.1
    assert np.std(numbers) == pytest.approx(1.0, abs=0.1)
    with pytest.raises(TypeError):
        maths.mju_standardNormal('a')
