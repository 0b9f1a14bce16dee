"""Contacts of spheres: against the wheel, and against the signed distance functions of the shapes."""

import numpy as np
import pytest

from physics.collision import pairs
from physics.collision.pairs import SIZES, Pair, Place, Shape, matrix, random_place
from torsor.physics.collision.sphere import sphere_box, sphere_capsule, sphere_cylinder, sphere_sphere

COLLIDERS = {'sphere': sphere_sphere, 'capsule': sphere_capsule, 'cylinder': sphere_cylinder, 'box': sphere_box}
each_shape = pytest.mark.parametrize('kind', COLLIDERS)


def of_box(sides, p):
    """Signed distance of a point to a box, in two or three dimensions."""
    beyond = np.abs(p) - sides
    return np.linalg.norm(np.maximum(beyond, 0)) + min(beyond.max(), 0)


SIGNED_DISTANCE = {
    'sphere': lambda s, p: np.linalg.norm(p) - s[0],
    'capsule': lambda s, p: np.linalg.norm(p - [0, 0, np.clip(p[2], -s[1], s[1])]) - s[0],
    'cylinder': lambda s, p: of_box(s, np.array([np.hypot(p[0], p[1]), p[2]])),
    'box': of_box,
}


def random_pair(rng, kind, reach=0.1):
    return Pair(pairs.random_shape(rng, 'sphere'), pairs.random_shape(rng, kind), reach)


@each_shape
def test_agrees_with_the_wheel(kind):
    result = pairs.compare(COLLIDERS[kind], ('sphere', kind), 300)
    assert result.worst < 1e-9
    assert result.touching > 100


@pytest.mark.slow
@each_shape
def test_agrees_with_the_wheel_in_many_places(kind):
    assert pairs.compare(COLLIDERS[kind], ('sphere', kind), 20_000, seed=1).worst < 1e-9


@each_shape
@pytest.mark.parametrize('turn', [(1.0, 0.0, 0.0, 0.0), (0.96, 0.0, 0.28, 0.0)])
def test_agrees_with_the_wheel_where_the_normal_is_not_unique(kind, turn):
    """Centres that coincide, on the axis, on faces, edges and corners, and as far from several faces."""
    grid = (-0.25, -0.125, 0.0, 0.125, 0.25, 0.5)
    pair = Pair(Shape('sphere', (0.25,)), Shape(kind, (0.25, 0.5, 0.125)[:SIZES[kind]]), 0.125)
    for point in np.array(np.meshgrid(grid, grid, grid)).reshape(3, -1).T:
        pair.place(*Place(pos1=point, quat1=turn))
        assert pair.difference(COLLIDERS[kind]) < 1e-15


@each_shape
def test_distance_is_the_signed_distance_and_the_normal_its_gradient(kind):
    rng = np.random.default_rng(2)
    pair = random_pair(rng, kind, reach=5.0)
    (radius,), size = pair.shapes[0].size, np.asarray(pair.shapes[1].size)
    for _ in range(30):
        place = random_place(rng, pair, spread=0.3)
        pair.place(*place)
        turn = matrix(place.quat2)

        def gap(point, turn=turn, centre=place.pos2):
            return SIGNED_DISTANCE[kind](size, turn.T @ (point - centre))

        contacts = pair.ours(COLLIDERS[kind])
        gradient = [gap(place.pos1 + 1e-7 * step) - gap(place.pos1 - 1e-7 * step) for step in np.eye(3)]
        np.testing.assert_allclose(contacts.dist, [gap(place.pos1) - radius], atol=1e-12)
        np.testing.assert_allclose(contacts.normal, [-np.array(gradient) / 2e-7], atol=1e-6)
        middle = place.pos1 + contacts.normal[0] * (radius + contacts.dist[0] / 2)
        np.testing.assert_allclose(contacts.pos, [middle], atol=1e-12)


@each_shape
def test_contacts_move_with_the_geoms(kind):
    pair = random_pair(np.random.default_rng(4), kind, reach=0.4)
    pairs.assert_moves_along(COLLIDERS[kind], pair, seed=5)


def test_the_order_of_two_spheres_does_not_matter():
    pairs.assert_swaps(sphere_sphere, 'sphere', seed=3)


@each_shape
def test_no_contact_at_places_that_are_not_numbers(kind):
    pairs.assert_ignores_nan(COLLIDERS[kind], random_pair(np.random.default_rng(6), kind))
