"""The contacts of two convex shapes with `nativeccd` disabled: against the wheel, against geometry, in strange places.

The depth is measured along the ray between the centres, and contacts after the first are those of tilted shapes: so
there is no exact definition to compare with, but for shapes whose centres are on the common normal.
"""

import numpy as np
import pytest

from physics.collision import pairs
from physics.collision.pairs import Pair, Place, Shape, random_quat, random_shape
from physics.collision.test_convex import (
    KINDS,
    SEVERAL,
    SIZES,
    about,
    agreement_on_a_lattice,
    assert_survives_strange_sizes,
    collider,
    every_kind,
    near,
)
from torsor.physics.collision.convex.collide import convex, convex_flat

OLD = '<option {}><flag nativeccd="disable"/></option>'
PLAIN = OLD.format('')
SINGLE = '<option><flag nativeccd="disable" multiccd="disable"/></option>'


# ---- the wheel ----
def agreement(kinds, count, seed, option=PLAIN):
    return pairs.compare(collider(kinds), kinds, count, seed, place=near, option=option)


@every_kind
def test_agrees_with_the_wheel(kinds):
    result = agreement(kinds, 300, 0)
    assert result.worst < 1e-9
    assert result.touching > 100


@pytest.mark.slow
@every_kind
def test_agrees_with_the_wheel_in_many_places(kinds):
    assert agreement(kinds, 20_000, 1).worst < 1e-6


@every_kind
@pytest.mark.parametrize('option', [
    OLD.format('ccd_iterations="0"'), OLD.format('ccd_iterations="3" ccd_tolerance="1e-3"'),
    OLD.format('ccd_iterations="50" ccd_tolerance="1e-10"'), SINGLE])
def test_follows_the_options_of_the_wheel(kinds, option):
    assert agreement(kinds, 60, 2, option).worst < 1e-6


@every_kind
def test_agrees_with_the_wheel_up_to_ties(kinds):
    assert agreement_on_a_lattice(kinds, 200, PLAIN) > 0.9


# ---- geometry ----
def test_round_ellipsoids_are_spheres():
    rng = np.random.default_rng(4)
    pair = Pair(Shape('ellipsoid', (0.2, 0.2, 0.2)), Shape('ellipsoid', (0.3, 0.3, 0.3)), 0.1, option=PLAIN)
    for _ in range(50):
        step = rng.normal(size=3)
        step *= rng.uniform(0.31, 0.59) / np.linalg.norm(step)
        pair.place((0, 0, 0), random_quat(rng), step, random_quat(rng))
        found = pair.ours(convex)
        np.testing.assert_allclose(found.dist, [np.linalg.norm(step) - 0.5], atol=1e-9)
        np.testing.assert_allclose(found.normal, [step / np.linalg.norm(step)], atol=1e-6)


def test_cylinder_stands_on_box_on_several_points():
    pair = Pair(Shape('cylinder', (0.1, 0.2)), Shape('box', (0.3, 0.3, 0.1)), option=PLAIN)
    rng = np.random.default_rng(5)
    for _ in range(10):
        shift = rng.uniform(-0.15, 0.15, 2)
        pair.place((0, 0, 0), about(np.eye(3)[2], rng.uniform(0, 6)), (*shift, -0.299), (1, 0, 0, 0))
        found = pair.ours(convex_flat)
        assert len(found) >= 4
        np.testing.assert_allclose(found.normal, np.tile([0, 0, -1], (len(found), 1)), atol=3e-3)
        np.testing.assert_allclose(found.pos[:, 2], -0.1995, atol=1e-3)
        away = found.pos[:, :2] - found.pos[:, :2].mean(axis=0)
        assert np.linalg.norm(away, axis=1).max() > 0.05
        np.testing.assert_array_equal(found.dist, found.dist[0])
        assert abs(found.dist[0] + 0.001) < 1e-3


@every_kind
def test_normals_of_round_shapes_are_those_of_the_surface(kinds):
    """A slight penetration: the normal of a sphere or capsule at the contact is that away from its core."""
    rng, seen = np.random.default_rng(6), 0
    pair = Pair(*(random_shape(rng, kind) for kind in kinds), option=SINGLE)
    for _ in range(500):
        place = near(rng, pair)
        pair.place(*place)
        found = pair.ours(collider(kinds))
        if len(found) and -0.02 < found.dist[0] < 0:
            seen += 1
            assert abs(np.linalg.norm(found.normal[0]) - 1) < 1e-9
            if kinds[0] == 'sphere':
                outward = (found.pos[0] - place.pos1) @ found.normal[0]
                assert outward > 0.9 * pair.shapes[0].size[0]
    assert seen > 5


# ---- strange places and sizes ----
@every_kind
def test_shapes_nowhere_touch_nothing(kinds):
    rng = np.random.default_rng(8)
    shapes = (random_shape(rng, kind) for kind in kinds)
    pairs.assert_ignores_nan(collider(kinds), Pair(*shapes, option=PLAIN))


@every_kind
def test_concentric_shapes_have_a_contact(kinds):
    pair = Pair(*(Shape(kind, SIZES[kind]) for kind in kinds), option=PLAIN)
    pair.place(*Place())
    ours = pair.ours(collider(kinds))
    assert len(ours) >= 1
    assert pairs.difference(ours, pair.wheel()) < 1e-6


@every_kind
def test_strange_sizes_end_and_give_numbers(kinds):
    assert_survives_strange_sizes(kinds, 5, PLAIN)


def test_pairs_with_several_contacts_are_those_without_round_shapes():
    rng = np.random.default_rng(10)
    for kinds in KINDS:
        pair = Pair(*(random_shape(rng, kind) for kind in kinds), option=PLAIN)
        counts = []
        for _ in range(60):
            pair.place(*near(rng, pair))
            counts.append(len(pair.ours(collider(kinds))))
        assert (max(counts) > 1) == (kinds in SEVERAL)
