"""A slice of the comparison of hulls with brute force, and the slow reference against known distances."""

import numpy as np
import pytest

from fuzz.brute import gap, signed_distance
from fuzz.hulls import run

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * 0.5


def assert_right(summary, excused: float):
    """Nothing is wrong that the wheel gets right, and it gets no more wrong than this share of pairs."""
    assert not summary.wrong, str(summary)
    mistakes = sum(n for (kind, _), n in summary.excused.items() if kind != 'graph')
    assert mistakes <= excused * summary.count(), str(summary)


def test_meshes_touch_what_brute_force_says():
    summary = run(300, 7)
    assert_right(summary, 0.01)
    assert min(summary.touching.values()) > 10


@pytest.mark.fuzz
def test_many_meshes_touch_what_brute_force_says():
    assert_right(run(20_000, 0), 0.005)


@pytest.mark.parametrize(('shift', 'distance'), [
    ((1.5, 0, 0), 0.5), ((0.75, 0.1, 0), -0.25), ((2, 2, 0), np.sqrt(2)), ((2, 2, 2), np.sqrt(3)),
    ((0, -0.9, 0), -0.1), ((1, 0, 0), 0.0),
])  # fmt: skip
def test_cubes_are_as_far_apart_as_known(shift, distance):
    found = signed_distance(CUBE, CUBE + shift)
    np.testing.assert_allclose(found, [distance] * 2, atol=1e-9)
    np.testing.assert_allclose(signed_distance(CUBE, CUBE + shift, 0.3), [distance - 0.3] * 2, atol=1e-9)


def test_edges_that_cross_part_cubes():
    """Two cubes that meet at right angles edge to edge: only the direction across both edges parts them."""
    half = np.sqrt(0.5)
    one = CUBE @ np.array([[half, -half, 0], [half, half, 0], [0, 0, 1]])
    other = CUBE @ np.array([[half, 0, half], [0, 1, 0], [-half, 0, half]])
    for away in (0.1, -0.1):
        found = signed_distance(one, other + np.array([np.sqrt(2) + away, 0, 0]))
        np.testing.assert_allclose(found, [away] * 2, atol=1e-9)


@pytest.mark.parametrize('seed', range(5))
def test_no_direction_parts_hulls_better_than_the_distance_says(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(20, 3)), rng.normal(size=(25, 3)) + rng.normal(size=3) * 2
    ways = rng.normal(size=(20_000, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    found, best = signed_distance(a, b), gap(a, b, ways).max()
    assert best <= found.low + 1e-9
    assert best >= found.high - 0.15
