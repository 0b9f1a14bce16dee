"""The one contact of two convex shapes: against its definition, against the wheel, and in places where methods break.

The wheel stops when it knows the distance to within `ccd_tolerance`, so its normals are off by up to the square root of
that; it is asked for all the precision it has.
"""

import numpy as np
import pytest

from physics.collision import pairs
from physics.collision.pairs import Pair, Place, Shape, matrix, random_place, random_quat, random_shape
from torsor.physics.collision.convex.collide import convex
from torsor.physics.collision.sphere import sphere_cylinder, sphere_sphere

KINDS = [('sphere', 'ellipsoid'), ('capsule', 'ellipsoid'), ('capsule', 'cylinder'), ('ellipsoid', 'ellipsoid'),
         ('ellipsoid', 'cylinder'), ('ellipsoid', 'box'), ('cylinder', 'cylinder'), ('cylinder', 'box')]
every_kind = pytest.mark.parametrize('kinds', KINDS, ids='-'.join)
PRECISE = '<option ccd_tolerance="1e-14" ccd_iterations="1000"><flag multiccd="disable"/></option>'
DEFAULT = '<option><flag multiccd="disable"/></option>'
SIZES = {'sphere': (0.3,), 'capsule': (0.2, 0.4), 'ellipsoid': (0.2, 0.3, 0.4), 'cylinder': (0.3, 0.4),
         'box': (0.3, 0.4, 0.5)}
DIRECTIONS = np.random.default_rng(0).normal(size=(2000, 3))
DIRECTIONS /= np.linalg.norm(DIRECTIONS, axis=1)[:, None]


# ---- the definition ----
def extent(shape: Shape, axes: np.ndarray, way: np.ndarray) -> np.ndarray:
    """How far a shape reaches from its centre along unit vectors."""
    local, size = way @ axes, np.asarray(shape.size)
    height, across = np.abs(local[..., 2]), np.hypot(local[..., 0], local[..., 1])
    return {
        'sphere': lambda: np.broadcast_to(size[0], height.shape),
        'capsule': lambda: size[0] + size[1] * height,
        'ellipsoid': lambda: np.linalg.norm(local * size, axis=-1),
        'cylinder': lambda: size[0] * across + size[1] * height,
        'box': lambda: np.abs(local) @ size,
    }[shape.type]()


def gap(pair: Pair, place: Place, way: np.ndarray) -> np.ndarray:
    """The gap between two planes across `way` that have the first shape below and the second above."""
    reach1, reach2 = (extent(shape, matrix(quat), way)
                      for shape, quat in zip(pair.shapes, (place.quat1, place.quat2)))
    return way @ (np.asarray(place.pos2) - place.pos1) - reach1 - reach2


def protrusion(shape: Shape, local: np.ndarray) -> float:
    """How far a point in the frame of a shape is outside of it, roughly; zero on the surface, negative inside."""
    x, y, z, size = *local, np.asarray(shape.size)
    if shape.type == 'sphere':
        return np.linalg.norm(local) - size[0]
    if shape.type == 'capsule':
        return np.hypot(np.hypot(x, y), max(abs(z) - size[1], 0.0)) - size[0]
    if shape.type == 'ellipsoid':
        return (np.linalg.norm(local / size) - 1.0) * size.min()
    if shape.type == 'cylinder':
        return max(np.hypot(x, y) - size[0], abs(z) - size[1])
    return np.max(np.abs(local) - size)


def assert_is_contact(pair: Pair, place: Place, tolerance=1e-9) -> None:
    """The normal has the largest gap between planes, which is the distance, and both surfaces touch these planes.

    Of several penetration depths that differ by less than `ccd_tolerance` any may be found.
    """
    pair.place(*place)
    contacts = pair.ours(convex)
    assert len(contacts) == 1
    dist, pos, normal = contacts.dist[0], contacts.pos[0], contacts.normal[0]
    assert abs(np.linalg.norm(normal) - 1.0) < 1e-12
    assert abs(gap(pair, place, normal) - dist) < tolerance
    assert dist > gap(pair, place, DIRECTIONS).max() - max(tolerance, 1e-6)
    for shape, centre, quat, side in zip(pair.shapes, place[::2], place[1::2], (-0.5, 0.5)):
        point = pos + normal * (side * dist) - centre
        assert protrusion(shape, matrix(quat).T @ point) < 1e-6
        assert abs(abs(point @ normal) - extent(shape, matrix(quat), normal)) < tolerance


def at_distance(rng, pair: Pair, wanted: float) -> Place:
    """Somewhere, with about this distance between the shapes."""
    place, reach = random_place(rng, pair, spread=2.0), pair.reach
    pair.place(*place)
    pair.reach = np.inf
    contacts = pair.ours(convex)
    pair.reach = reach
    return place._replace(pos2=place.pos2 + contacts.normal[0] * (wanted - contacts.dist[0]))


@every_kind
def test_contact_is_where_the_gap_between_planes_is_largest(kinds):
    rng = np.random.default_rng(1)
    for _ in range(15):
        pair = Pair(*(random_shape(rng, kind) for kind in kinds), reach=10.0)
        for wanted in (0.1, 0.01, 0.0, -0.01, -0.05):
            assert_is_contact(pair, at_distance(rng, pair, wanted))


def concentric(kinds) -> Place:
    return Place()


def along_axis(axis: int, gap: float):
    """The second shape stands on the first, axes parallel."""
    def place(kinds):
        way = np.eye(3)[axis]
        reach = sum(extent(Shape(kind, SIZES[kind]), np.eye(3), way) for kind in kinds)
        return Place(pos2=way * (reach + gap))
    return place


SPECIAL = [concentric, *(along_axis(axis, gap) for axis in range(3) for gap in (-0.01, -1e-9, 0.0, 1e-9, 0.01))]


@every_kind
def test_contact_of_symmetric_and_just_touching_shapes(kinds):
    pair = Pair(*(Shape(kind, SIZES[kind]) for kind in kinds), reach=0.1)
    for special in SPECIAL:
        assert_is_contact(pair, special(kinds))


@every_kind
def test_contact_of_almost_aligned_shapes(kinds):
    rng = np.random.default_rng(2)
    pair = Pair(*(Shape(kind, SIZES[kind]) for kind in kinds), reach=0.1)
    for special in SPECIAL[1:]:
        for angle in (1e-12, 1e-9, 1e-6, 1e-3):
            place = special(kinds)
            assert_is_contact(pair, place._replace(quat2=pairs.turned_a_little(rng, place.quat2, angle)), 3e-6)


@every_kind
@pytest.mark.parametrize('scale', [1e-3, 1e3])
def test_small_and_large_shapes(kinds, scale):
    rng = np.random.default_rng(3)
    for _ in range(5):
        shapes = [random_shape(rng, kind) for kind in kinds]
        small = Pair(*shapes, reach=10.0)
        scaled = Pair(*(Shape(s.type, s.size * scale) for s in shapes), reach=10.0 * scale)
        for wanted in (0.05, -0.05):
            place = at_distance(rng, small, wanted)
            small.place(*place)
            scaled.place(*place._replace(pos1=place.pos1 * scale, pos2=place.pos2 * scale))
            ours, larger = small.ours(convex), scaled.ours(convex)
            np.testing.assert_allclose(larger.dist, ours.dist * scale, rtol=1e-7)
            np.testing.assert_allclose(larger.normal, ours.normal, atol=1e-6)


# ---- shapes that other colliders know ----
def test_round_ellipsoid_is_a_sphere():
    rng = np.random.default_rng(4)
    for _ in range(50):
        radius1, radius2 = rng.uniform(0.1, 0.5, 2)
        pair = Pair(Shape('sphere', [radius1]), Shape('ellipsoid', [radius2] * 3), 0.2)
        same = Pair(Shape('sphere', [radius1]), Shape('sphere', [radius2]), 0.2)
        place = random_place(rng, same)
        pair.place(*place)
        same.place(*place)
        assert pairs.difference(pair.ours(convex), same.ours(sphere_sphere)) < 1e-9


def test_short_capsule_is_a_sphere():
    rng = np.random.default_rng(5)
    for _ in range(50):
        sphere, cylinder = random_shape(rng, 'sphere'), random_shape(rng, 'cylinder')
        pair, same = Pair(Shape('capsule', [*sphere.size, 1e-12]), cylinder, 0.2), Pair(sphere, cylinder, 0.2)
        place = random_place(rng, same)
        pair.place(*place)
        same.place(*place)
        assert pairs.difference(pair.ours(convex), same.ours(sphere_cylinder)) < 1e-9


# ---- the wheel ----
def sample(kinds, distances, reach: float, count: int, option: str, seed: int):
    """Contacts of ours and the wheel's in random places with distances in this range."""
    rng, pair = np.random.default_rng(seed), None
    for k in range(count):
        if k % 20 == 0:
            pair = Pair(*(random_shape(rng, kind) for kind in kinds), reach, option=option)
        pair.place(*at_distance(rng, pair, rng.uniform(*distances)))
        ours, theirs = pair.ours(convex), pair.wheel()
        if len(ours) or len(theirs):
            yield ours, theirs


def assert_agrees_near_surface(kinds, count, seed):
    """The same contacts, but for a few places where two ways to part the shapes are almost equally short."""
    apart = []
    for ours, theirs in sample(kinds, (-0.02, 0.1), 0.2, count, PRECISE, seed):
        assert len(ours) == len(theirs) == 1
        apart.append([abs(ours.dist[0] - theirs.dist[0]), np.abs(ours.pos - theirs.pos).max(),
                      np.abs(ours.normal - theirs.normal).max()])
    apart = np.array(apart)
    assert len(apart) == count
    assert np.mean((apart < [1e-8, 1e-4, 1e-3]).all(axis=1)) >= 0.998
    assert apart[:, 0].max() < 1e-4


@every_kind
def test_agrees_with_the_wheel_near_the_surface(kinds):
    assert_agrees_near_surface(kinds, 60, seed=6)


@pytest.mark.slow
@every_kind
def test_agrees_with_the_wheel_near_the_surface_in_many_places(kinds):
    assert_agrees_near_surface(kinds, 20_000, seed=7)


@every_kind
def test_agrees_with_the_wheel_as_users_have_it(kinds):
    """Without asking for precision the wheel is mostly, not always, within its tolerance of what it should find."""
    apart = [abs(ours.dist[0] - theirs.dist[0])
             for ours, theirs in sample(kinds, (-0.02, -1e-4), 0.0, 100, DEFAULT, seed=8)]
    assert len(apart) > 90
    assert np.mean(np.array(apart) < 2e-6) > 0.9


@every_kind
def test_deep_penetration_is_never_overestimated_by_much(kinds):
    """Where there are many local minima both give up after `ccd_iterations`; the wheel reports what it can prove."""
    rng, excess = np.random.default_rng(9), []
    for k in range(100):
        if k % 20 == 0:
            pair = Pair(*(random_shape(rng, kind) for kind in kinds), option=PRECISE)
        pair.place(*random_place(rng, pair, spread=0.5))
        ours, theirs = pair.ours(convex), pair.wheel()
        if len(theirs):
            excess.append(theirs.dist[0] - ours.dist[0])
    assert len(excess) > 50
    assert np.mean(np.array(excess) < 1e-6) >= 0.98
    assert max(excess) < 0.02
    assert min(excess) > -1e-8


# ---- laws ----
@every_kind
def test_contact_moves_along(kinds):
    pair = Pair(*(Shape(kind, SIZES[kind]) for kind in kinds), reach=0.2)
    rng = np.random.default_rng(10)
    for _ in range(20):
        place, quat, shift = at_distance(rng, pair, rng.uniform(-0.02, 0.15)), random_quat(rng), rng.normal(size=3)
        pair.place(*place)
        moved = pair.ours(convex).moved(shift, quat)
        pair.place(*place.moved(shift, quat))
        assert pairs.difference(pair.ours(convex), moved) < 1e-8


@pytest.mark.parametrize('kind', ['ellipsoid', 'cylinder'])
def test_order_of_shapes_does_not_matter(kind):
    pairs.assert_swaps(convex, kind, seed=11, place=lambda rng, pair: at_distance(rng, pair, 0.02), tolerance=1e-8)


# ---- bad input ----
@every_kind
def test_shapes_nowhere_touch_nothing(kinds):
    pairs.assert_ignores_nan(convex, Pair(*(Shape(kind, SIZES[kind]) for kind in kinds)))


@every_kind
def test_strange_sizes_and_places_end_and_give_numbers(kinds):
    rng = np.random.default_rng(12)
    pair = Pair(*(Shape(kind, SIZES[kind]) for kind in kinds), reach=0.1)
    size = np.array(pair.model.geom_size)
    for _ in range(200):
        pair.model.geom_size[:] = size * rng.choice([0.0, 1e-12, 1.0, 1e6], size.shape)
        step = rng.choice([0.0, 1e-12, 0.3, 1e6], 3) * rng.choice([-1, 1], 3)
        pair.place(*Place(pos2=step, quat2=random_quat(rng)))
        ours = pair.ours(convex)
        assert np.isfinite(ours.dist).all()
        assert np.isfinite(ours.pos).all()
        assert np.isfinite(ours.normal).all()


@every_kind
def test_few_iterations_still_give_a_contact(kinds):
    rng = np.random.default_rng(13)
    pair = Pair(*(Shape(kind, SIZES[kind]) for kind in kinds), reach=1.0, option='<option ccd_iterations="1"/>')
    for wanted in (0.1, -0.1):
        place = at_distance(rng, pair, wanted)
        pair.place(*place)
        contacts = pair.ours(convex)
        assert len(contacts) == 1
        assert abs(gap(pair, place, contacts.normal[0]) - contacts.dist[0]) < 1e-9
