"""Friction pyramids."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths


@pytest.mark.parametrize('n', [0, 1, 2, 3, 5])
def test_against_the_oracle(same, rng, n):
    for _ in range(5):
        force, mu = rng.normal(size=n + 1), rng.uniform(0.1, 1.0, n)
        same('mju_encodePyramid', np.full(2 * n, 7.0), force, mu)
        same('mju_decodePyramid', np.full(n + 1, 7.0), rng.normal(size=2 * n), mu)


def test_decoding_undoes_encoding():
    force, mu = np.array([3.0, 0.2, -0.3, 0.0]), np.array([0.5, 0.6, 0.7])
    pyramid, again = np.zeros(6), np.zeros(4)
    maths.mju_encodePyramid(pyramid, force, mu)
    maths.mju_decodePyramid(again, pyramid, mu)
    np.testing.assert_allclose(again, force, atol=1e-15)
    assert np.all(pyramid >= 0.0)


@pytest.mark.parametrize('sizes', [(3, 3, 2), (4, 4, 2), (1, 1, 0), (0, 0, 0)])
def test_sizes_that_differ(sizes):
    pyramid, force, mu = (np.zeros(n) for n in sizes)
    messages = []
    for module in (maths, mujoco):
        with pytest.raises(TypeError) as encoding:
            module.mju_encodePyramid(pyramid, force, mu)
        with pytest.raises(TypeError) as decoding:
            module.mju_decodePyramid(force, pyramid, mu)
        messages.append((str(encoding.value), str(decoding.value)))
    assert messages[0] == messages[1]


def test_decoding_to_the_last_bit(same, rng):
    """The order in which the edges are summed up shows."""
    for _ in range(100):
        same('mju_decodePyramid', np.zeros(7), rng.normal(size=12), rng.uniform(0.1, 1.0, 6), tolerance=0.0)
