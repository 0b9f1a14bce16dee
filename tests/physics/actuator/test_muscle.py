"""Muscles: the curves by their known points and by differences, for the documentation's parameters."""

import numpy as np
import pytest

from torsor.physics.actuator.muscle import (
    activation_rate,
    active_force,
    length_curve,
    muscle_units,
    passive_force,
    velocity_curve,
)

LMIN, LMAX, FPMAX, FVMAX, PEAK = 0.5, 1.6, 1.3, 1.2, 100.0


def test_known_points():
    assert active_force(1.0, 0.0, LMIN, LMAX, FVMAX, PEAK) == -PEAK  # optimal length at rest
    assert [active_force(x, 0.0, LMIN, LMAX, FVMAX, PEAK) for x in (LMIN, LMAX, 0.0, 2.0)] == [0, 0, 0, 0]
    assert [active_force(1.0, v, LMIN, LMAX, FVMAX, PEAK) for v in (-1.0, -2.0)] == [0, 0]  # too fast to pull
    assert active_force(1.0, 5.0, LMIN, LMAX, FVMAX, PEAK) == pytest.approx(-PEAK * FVMAX)
    assert [passive_force(x, LMAX, FPMAX, PEAK) for x in (0.5, 1.0)] == [0, 0]
    assert passive_force(LMAX, LMAX, FPMAX, PEAK) == pytest.approx(-1.5 * PEAK * FPMAX)


@pytest.mark.parametrize('curve', [
    lambda x: length_curve(x, LMIN, LMAX), lambda x: velocity_curve(x, FVMAX)
])
def test_slopes_are_derivatives(curve):
    for x in np.linspace(-1.5, 2.0, 71) + 1e-3:
        difference = (curve(x + 1e-7)[0] - curve(x - 1e-7)[0]) / 2e-7
        assert curve(x)[1] == pytest.approx(difference, abs=1e-6)


def test_passive_force_has_no_step_and_no_kink():
    half_way = (1 + LMAX) / 2
    for x in (1.0, half_way):
        low, middle, high = (passive_force(x + e, LMAX, FPMAX, PEAK) for e in (-1e-6, 0.0, 1e-6))
        assert low - middle == pytest.approx(middle - high, abs=1e-8)


def test_units():
    """Lengths from .1 to .5 are .75 to 1.05 optimal lengths; a negative force is scale / acc0."""
    assert muscle_units(0.75, 1.05, 200.0, 1.0, 0.1, 0.5, 2.0) == pytest.approx((0.4 / 0.3, 200.0))
    assert muscle_units(0.75, 1.05, -1.0, 300.0, 0.1, 0.5, 2.0) == pytest.approx((0.4 / 0.3, 150.0))


def test_activation():
    """Time constants are those of the documentation at activations 0 and 1, and the middle of both at no difference."""
    assert activation_rate(1.0, 0.0, 0.01, 0.04, 0.0) == pytest.approx(1.0 / (0.01 * 0.5))
    assert activation_rate(0.0, 1.0, 0.01, 0.04, 0.0) == pytest.approx(-1.0 / (0.04 / 2.0))
    assert activation_rate(7.0, 1.0, 0.01, 0.04, 0.0) == 0.0  # controls beyond 1 count as 1
    wide, e = 0.5, 1e-9
    assert activation_rate(0.4 + e, 0.4, 0.01, 0.04, wide) / e == pytest.approx(2 / (0.01 * 1.1 + 0.04 / 1.1), rel=1e-6)
