"""Contacts of capsules: against the wheel, and against closest points found by search."""

from itertools import product

import numpy as np
import pytest

from physics.collision import pairs
from physics.collision.pairs import Pair, Place, Shape, matrix, random_place
from torsor.physics.collision.capsule import capsule_box, capsule_capsule

COLLIDERS = {'capsule': capsule_capsule, 'box': capsule_box}
each_shape = pytest.mark.parametrize('kind', COLLIDERS)
# z axis to z, -z, x, -x, y, -y without rounding
EXACT_TURNS = [(1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.5, 0.5, 0.5, 0.5), (0.5, -0.5, -0.5, 0.5),
               (0.5, -0.5, -0.5, -0.5), (0.5, 0.5, -0.5, -0.5)]


def random_pair(rng, kind, reach=0.1):
    return Pair(pairs.random_shape(rng, 'capsule'), pairs.random_shape(rng, kind), reach)


def nearly_parallel(rng, pair):
    """A random place with axes along each other or opposite, up to a small angle."""
    place = random_place(rng, pair)
    quat = pairs.turned_a_little(rng, place.quat1, 10 ** rng.uniform(-12, -1))
    return place._replace(quat2=pairs.product(quat, EXACT_TURNS[rng.integers(2)]))


def smallest(function, low, high):
    """Minimum of a convex function of one variable, by ternary search."""
    for _ in range(100):
        third = (high - low) / 3
        if function(low + third) < function(high - third):
            high -= third
        else:
            low += third
    return function((low + high) / 2)


@each_shape
def test_agrees_with_the_wheel(kind):
    result = pairs.compare(COLLIDERS[kind], ('capsule', kind), 600)
    assert result.worst < 1e-9
    assert result.touching > 100


@pytest.mark.slow
@each_shape
def test_agrees_with_the_wheel_in_many_places(kind):
    assert pairs.compare(COLLIDERS[kind], ('capsule', kind), 20_000, seed=1).worst < 1e-9


def test_agrees_with_the_wheel_on_almost_parallel_capsules():
    result = pairs.compare(capsule_capsule, ('capsule', 'capsule'), 600, seed=2, place=nearly_parallel)
    assert result.worst < 1e-9
    assert result.touching > 100


@pytest.mark.parametrize('quat', EXACT_TURNS)
def test_agrees_with_the_wheel_on_capsules_at_right_angles(quat):
    """Side by side, end to end, crossing and concentric."""
    for half_length in (0.125, 0.5):
        pair = Pair(Shape('capsule', (0.125, 0.25)), Shape('capsule', (0.25, half_length)), 0.125)
        for point in product((-0.25, 0.0, 0.375), (0.0, 0.125), (-0.5, -0.25, 0.0, 0.25, 0.875)):
            pair.place(*Place(pos2=point, quat2=quat))
            assert pair.difference(capsule_capsule) < 1e-12


@pytest.mark.parametrize('quat', EXACT_TURNS)
def test_agrees_with_the_wheel_on_a_capsule_along_an_edge(quat):
    """On faces, edges and corners, flush with them, through the box and inside it.

    With turns that are not exact, which point of an edge parallel to the capsule is closest is up to rounding.
    """
    for half_length in (0.125, 0.5):
        pair = Pair(Shape('capsule', (0.125, half_length)), Shape('box', (0.25, 0.5, 0.125)), 0.25)
        for point in product((-0.5, -0.25, 0.0, 0.375), (-0.625, -0.5, 0.0, 0.75), (-0.125, 0.0, 0.125, 0.25)):
            pair.place(*Place(pos1=point, quat1=quat))
            assert pair.difference(capsule_box) < 1e-15


@pytest.mark.parametrize('height', [6e-6, 1e-3, 0.05])
@pytest.mark.parametrize('poke', [2e-5, 1e-3, 0.05])
def test_agrees_with_the_wheel_on_a_capsule_whose_end_is_as_close_as_an_edge(height, poke):
    """Along a face, with an end just beyond an edge: that end is taken unless the edge is closer by 1e-15 m^2."""
    pair = Pair(Shape('capsule', (0.1, 0.1)), Shape('box', (0.1, 0.1, 0.1)))
    for tilt in (0.0, 1e-16, -1e-14, 1e-14, 1e-12, 1e-10, 1e-8, 1e-3, -1e-3):
        angle = np.pi / 2 + tilt
        end, axis = (-0.1 + poke, 0.01, -0.1 - height), np.array([np.sin(angle), 0.0, np.cos(angle)])
        pair.place(end - 0.1 * axis, (np.cos(angle / 2), 0.0, np.sin(angle / 2), 0.0), (0, 0, 0), (1, 0, 0, 0))
        assert pair.difference(capsule_box) < 1e-9, tilt


@each_shape
def test_the_closest_contact_of_separate_shapes_is_at_their_distance(kind):
    rng = np.random.default_rng(3)
    pair = random_pair(rng, kind, reach=5.0)
    (radius, half_length), size = pair.shapes[0].size, np.asarray(pair.shapes[1].size)
    # the other shape is a box or a segment, grown
    core, grown = (size, 0.0) if kind == 'box' else (np.array([0, 0, size[1]]), size[0])
    separate = 0
    for _ in range(15):
        place = random_place(rng, pair, spread=0.3)
        pair.place(*place)
        turn, axis = matrix(place.quat2), matrix(place.quat1)[:, 2]

        def gap(along, place=place, turn=turn, axis=axis):
            point = turn.T @ (place.pos1 + along * axis - place.pos2)
            return np.linalg.norm(point - np.clip(point, -core, core)) - grown

        expected = smallest(gap, -half_length, half_length)
        if expected > 1e-9:
            separate += 1
            assert pair.ours(COLLIDERS[kind]).dist.min() == pytest.approx(expected - radius, abs=1e-9)
    assert separate > 3


def test_contacts_of_a_box_are_balls_of_the_capsule():
    rng = np.random.default_rng(4)
    pair = random_pair(rng, 'box', reach=0.3)
    radius, half_length = pair.shapes[0].size
    for _ in range(30):
        place = random_place(rng, pair)
        pair.place(*place)
        axis, contacts = matrix(place.quat1)[:, 2], pair.ours(capsule_box)
        for dist, pos, normal in zip(contacts.dist, contacts.pos, contacts.normal):
            ball = pos - normal * (radius + dist / 2) - place.pos1
            assert np.linalg.norm(np.cross(axis, ball)) < 1e-12
            assert abs(axis @ ball) < half_length + 1e-12


@each_shape
def test_a_capsule_that_lies_on_something_flat_touches_at_both_ends(kind):
    long_one = {'capsule': Shape('capsule', (0.1, 1.0)), 'box': Shape('box', (0.1, 0.1, 1.0))}[kind]
    pair = Pair(Shape('capsule', (0.1, 0.2)), long_one)
    pair.place(*Place(pos1=(0.19, 0.0, 0.5)))
    contacts = pair.ours(COLLIDERS[kind])
    np.testing.assert_allclose(contacts.dist, [-0.01, -0.01], atol=1e-12)
    np.testing.assert_allclose(np.sort(contacts.pos[:, 2]), [0.3, 0.7], atol=1e-12)


@each_shape
def test_contacts_move_with_the_geoms(kind):
    pair = random_pair(np.random.default_rng(4), kind, reach=0.4)
    pairs.assert_moves_along(COLLIDERS[kind], pair, seed=5)


@pytest.mark.parametrize('place', [random_place, nearly_parallel])
def test_the_order_of_two_capsules_does_not_matter(place):
    pairs.assert_swaps(capsule_capsule, 'capsule', seed=7, place=place)


def test_a_capsule_too_short_to_have_a_direction_touches_a_corner_once():
    """The wheel finds no contact there."""
    pair = Pair(Shape('capsule', (0.05, 1e-8)), Shape('box', (0.3, 0.2, 0.25)))
    pair.place(*Place(pos1=(0.33, 0.22, 0.26)))
    np.testing.assert_allclose(pair.ours(capsule_box).dist, [np.sqrt(0.03**2 + 0.02**2 + 0.01**2) - 0.05], atol=1e-9)
    assert len(pair.wheel()) == 0


@each_shape
def test_no_contact_at_places_that_are_not_numbers(kind):
    pairs.assert_ignores_nan(COLLIDERS[kind], random_pair(np.random.default_rng(6), kind))
