"""Several contacts of cylinders, capsules and boxes whose faces and edges are parallel: known places, and the wheel."""

import mujoco
import numpy as np
import pytest

from physics.collision import pairs
from physics.collision.pairs import UNTURNED, Pair, Place, Shape, matrix, product, random_quat, random_shape
from torsor.physics.collision.convex.collide import convex_flat
from torsor.physics.collision.table import COLLIDERS

KINDS = [('capsule', 'cylinder'), ('cylinder', 'cylinder'), ('cylinder', 'box')]
every_kind = pytest.mark.parametrize('kinds', KINDS, ids='-'.join)
CYLINDER, TABLE = Shape('cylinder', (0.3, 0.5)), Shape('box', (1, 1, 0.5))


def about(axis, angle):
    """Quaternion of a rotation about an axis."""
    axis = np.asarray(axis, float)
    return [np.cos(angle / 2), *(np.sin(angle / 2) * axis / np.linalg.norm(axis))]


ONE_CONTACT = '<option><flag multiccd="disable"/></option>'
LYING = about((1, 0, 0), np.pi / 2)


def contacts(first: Shape, second: Shape, pos, quat=UNTURNED, quat2=UNTURNED, reach=0.0, option=''):
    """Contacts of the first shape, at this pose, with the second at the origin."""
    pair = Pair(first, second, reach, option=option)
    pair.place(pos, quat, (0, 0, 0), quat2)
    return pair.ours(convex_flat)


def assert_points(found, expected, dist, normal, tolerance=1e-9):
    """The contacts are at these points, all with this distance and normal.

    The place of a line or point of a round side is known to about the square root of ccd_tolerance.
    """
    assert len(found) == len(expected)
    np.testing.assert_allclose(found.dist, dist, atol=min(tolerance, 2e-6))
    np.testing.assert_allclose(found.normal, np.tile(normal, (len(expected), 1)), atol=tolerance)
    for point in expected:
        assert np.abs(found.pos - point).max(axis=1).min() < tolerance


# ---- known places ----
@pytest.mark.parametrize('gap', [-0.02, 0.02])
def test_standing_cylinder_has_four_contacts_on_its_rim(gap):
    found = contacts(CYLINDER, TABLE, (0.1, 0.2, 1.0 + gap), about((0, 0, 1), 0.3), reach=0.1)
    assert len(found) == 4
    np.testing.assert_allclose(found.dist, gap)
    np.testing.assert_allclose(found.normal, np.tile([0, 0, -1], (4, 1)), atol=1e-12)
    rim = found.pos - [0.1, 0.2, 0.5 + gap / 2]
    np.testing.assert_allclose(np.linalg.norm(rim, axis=1), 0.3)
    np.testing.assert_allclose(rim.sum(axis=0), 0, atol=0.15)  # they surround the centre
    corners = (np.arctan2(rim[:, 1], rim[:, 0]) - 0.3) / (2 * np.pi / 16)
    np.testing.assert_allclose(corners, np.round(corners), atol=1e-9)


def test_standing_cylinder_over_the_border_of_a_box():
    found = contacts(CYLINDER, TABLE, (0.9, 0.0, 0.98))
    assert len(found) == 4
    assert found.pos[:, 0].max() == pytest.approx(1.0)


def test_small_box_under_a_disk_has_contacts_at_its_corners():
    corners = [(x, y, 0.395) for x in (-0.2, 0.2) for y in (-0.2, 0.2)]
    found = contacts(Shape('cylinder', (0.6, 0.5)), Shape('box', (0.2, 0.2, 0.4)), (0.1, 0, 0.89))
    assert_points(found, corners, -0.01, (0, 0, -1))


def test_lying_cylinder_has_contacts_at_its_ends():
    found = contacts(CYLINDER, TABLE, (0.1, 0.2, 0.78), LYING)
    assert_points(found, [(0.1, -0.3, 0.49), (0.1, 0.7, 0.49)], -0.02, (0, 0, -1), 3e-3)


def test_lying_cylinder_over_the_border_of_a_box():
    found = contacts(CYLINDER, TABLE, (0.1, 0.8, 0.78), LYING)
    assert_points(found, [(0.1, 0.3, 0.49), (0.1, 1.0, 0.49)], -0.02, (0, 0, -1), 3e-3)


def test_lying_capsule_on_a_disk():
    found = contacts(Shape('capsule', (0.3, 0.4)), Shape('cylinder', (1, 0.5)), (0, 0.1, 0.75), LYING)
    assert_points(found, [(0, -0.3, 0.475), (0, 0.5, 0.475)], -0.05, (0, 0, -1))


def test_edge_of_a_box_on_a_disk():
    height = 0.5 + 0.4 * np.sqrt(2) - 0.01
    found = contacts(Shape('cylinder', (0.6, 0.5)), Shape('box', (0.4, 0.4, 0.4)), (0, 0, height),
                     quat2=about((1, 0, 0), np.pi / 4))
    assert_points(found, [(x, 0, height - 0.495) for x in (-0.4, 0.4)], -0.01, (0, 0, -1))


def test_crossed_cylinders_have_one_contact():
    found = contacts(CYLINDER, CYLINDER, (0, 0.55, 0), about((0, 1, 0), np.pi / 2))
    assert_points(found, [(0, 0.275, 0)], -0.05, (0, -1, 0), 3e-3)


def test_parallel_sides_have_one_contact_somewhere_along_both():
    found = contacts(CYLINDER, Shape('cylinder', (0.3, 0.7)), (0, 0.55, 0))
    assert abs(found.pos[0, 2]) <= 0.5
    assert_points(found, [(0, 0.275, found.pos[0, 2])], -0.05, (0, -1, 0), 3e-3)


def test_multiccd_may_be_disabled():
    found = contacts(CYLINDER, TABLE, (0, 0, 0.98), option=ONE_CONTACT)
    np.testing.assert_allclose(found.dist, [-0.02])


# ---- how parallel is parallel ----
@pytest.mark.parametrize(('first', 'second', 'pos', 'quat', 'limit', 'most'), [
    (CYLINDER, TABLE, (0, 0, 0.9), UNTURNED, np.arccos(0.996), 4),
    (CYLINDER, Shape('cylinder', (1, 0.5)), (0, 0, 0.9), UNTURNED, np.arccos(0.996), 4),
    (CYLINDER, TABLE, (0, 0, 0.7), LYING, np.arcsin(0.0888), 2),
    (Shape('capsule', (0.3, 0.4)), Shape('cylinder', (1, 0.5)), (0, 0, 0.7), LYING, np.arcsin(0.0888), 2),
], ids=['disk-face', 'disk-disk', 'side-face', 'capsule-disk'])
def test_tilt_up_to_which_there_are_several(first, second, pos, quat, limit, most):
    pair = Pair(first, second)
    for tilt, count in ((1e-9, most), (0.5 * limit, most), (limit - 1e-4, most), (limit + 1e-4, 1)):
        pair.place(pos, product(about((1, 0, 0), tilt), quat), (0, 0, 0), UNTURNED)
        assert len(pair.ours(convex_flat)) == len(pair.wheel()) == count


def test_tilted_disk_is_measured_along_the_normal_of_the_face():
    tilt, centre = about((1, 0.3, 0), 0.05), (0, 0, 0.95)
    found = contacts(CYLINDER, TABLE, centre, tilt)
    assert len(found) == 4
    np.testing.assert_allclose(found.normal, np.tile([0, 0, -1], (4, 1)), atol=1e-12)
    points = found.pos + [[0, 0, dist / 2] for dist in found.dist]  # on the cylinder
    np.testing.assert_allclose(points[:, 2], 0.5 + found.dist)
    local = (points - centre) @ matrix(tilt)
    np.testing.assert_allclose(local[:, 2], -0.5)
    np.testing.assert_allclose(np.hypot(local[:, 0], local[:, 1]), 0.3)


# ---- the wheel ----
def distance(pair: Pair, place: Place) -> float:
    """What the wheel says the distance is, negative in penetration."""
    pair.place(*place)
    return mujoco.mj_geomDistance(pair.wheel_model, pair.wheel_data, 0, 1, 10.0, None)


def near_surface(rng, pair: Pair, quat1, quat2, direction) -> Place:
    """These orientations, the second shape in this direction from the first, and a small distance or penetration."""
    near, far, wanted = 0.0, 4.0, rng.uniform(-0.02, 0.9 * pair.reach)
    way = np.asarray(direction) / np.linalg.norm(direction)
    for _ in range(20):
        middle = 0.5 * (near + far)
        apart = distance(pair, Place((0, 0, 0), quat1, way * middle, quat2)) > wanted
        near, far = (near, middle) if apart else (middle, far)
    return Place((0, 0, 0), quat1, way * near, quat2)


def anyhow(rng):
    return random_quat(rng), random_quat(rng), rng.normal(size=3)


def flat(rng):
    """An axis of the second shape is almost along or across one of the first, which stands or lies on it."""
    turn = product(about(np.eye(3)[rng.integers(3)], rng.integers(2) * np.pi / 2), about((0, 0, 1), rng.uniform(0, 7)))
    quat = random_quat(rng)
    quat1 = product(quat, pairs.turned_a_little(rng, turn, 10 ** rng.uniform(-8, -0.5)))
    return quat1, quat, matrix(quat) @ (0.05 * rng.normal(size=3) + rng.choice([-1, 1]) * np.eye(3)[rng.integers(3)])


def agreement(kinds, count, seed, turn):
    """The largest difference from the wheel, and in how many places there are several contacts."""
    rng, worst, several = np.random.default_rng(seed), 0.0, 0
    for k in range(count):
        if k % 20 == 0:
            pair = Pair(*(random_shape(rng, kind) for kind in kinds), rng.choice([0.0, 0.1]))
        pair.place(*near_surface(rng, pair, *turn(rng)))
        ours = pair.ours(convex_flat)
        several += len(ours) > 1
        worst = max(worst, pairs.difference(ours, pair.wheel()))
    return worst, several


@every_kind
def test_agrees_with_the_wheel_anyhow(kinds):
    worst, several = agreement(kinds, 200, 1, anyhow)
    assert worst < 1e-6
    assert several > 0


@every_kind
def test_agrees_with_the_wheel_if_almost_flat(kinds):
    worst, several = agreement(kinds, 300, 2, flat)
    assert worst < 1e-6
    assert several > 20


@pytest.mark.slow
@every_kind
@pytest.mark.parametrize('turn', [anyhow, flat])
def test_agrees_with_the_wheel_in_many_places(kinds, turn):
    assert agreement(kinds, 20_000, 3, turn)[0] < 1e-6


@every_kind
def test_most_contacts(kinds):
    """As many as the wheel says there can be."""
    rng = np.random.default_rng(4)
    pair = Pair(*(random_shape(rng, kind) for kind in kinds), 0.1)
    most = mujoco.mj_maxContact(pair.wheel_model, 0, 1, -1)
    assert most == COLLIDERS[tuple(sorted(int(pair.wheel_model.geom_type[g]) for g in range(2)))][1]
    for _ in range(100):
        pair.place(*near_surface(rng, pair, *flat(rng)))
        assert len(pair.ours(convex_flat)) <= most


def test_the_normal_of_a_shallow_contact_rounds_as_in_the_wheel():
    """It is that of the line between two points, which is as short as the contact is deep."""
    pair, rng = Pair(CYLINDER, TABLE), np.random.default_rng(0)
    rounded = 0
    for _ in range(50):
        quat, depth = random_quat(rng), 10 ** rng.uniform(-7, -4)
        pair.place(*Place(pos1=(*rng.normal(size=2) / 5, 1 - depth)).moved(rng.normal(size=3), quat))
        ours, theirs = pair.ours(convex_flat), pair.wheel()
        assert len(ours) == len(theirs) == 4
        np.testing.assert_allclose(ours.normal, theirs.normal, rtol=0, atol=1e-15)
        rounded += np.abs(ours.normal + matrix(quat)[:, 2]).max() > 1e-13
    assert rounded > 10


@every_kind
def test_the_normal_of_shapes_near_each_other_rounds_as_in_the_wheel(kinds):
    """It is found from the distance of their cores, and is that of the line between points of the widened shapes."""
    rng, same = np.random.default_rng(0), []
    for _ in range(5):
        pair = Pair(*(random_shape(rng, kind) for kind in kinds), 0.1, option=ONE_CONTACT)
        for _ in range(20):
            pair.place(*near_surface(rng, pair, *anyhow(rng)))
            ours, theirs = pair.ours(convex_flat), pair.wheel()
            assert len(ours) == len(theirs) == 1
            same.append(np.abs(ours.normal - theirs.normal).max() < 2.5e-16)
    assert np.mean(same) > 0.95
