"""The contacts of two convex shapes: against the wheel, against their definition, and in places where methods break.

The wheel stops when it knows the distance to within `ccd_tolerance`, so its normals are off by up to the square root of
that. The collider follows its steps, so the same contacts are expected to 1e-6, and not the exact ones.
"""

import mujoco
import numpy as np
import pytest

import torsor
from physics.collision import pairs
from physics.collision.pairs import Pair, Place, Shape, matrix, random_place, random_quat, random_shape
from torsor.physics.collision.convex.collide import convex, convex_flat
from torsor.physics.collision.table import COLLIDERS
from torsor.schema.enums import mjtGeom

ONE = [('sphere', 'ellipsoid'), ('capsule', 'ellipsoid'), ('ellipsoid', 'ellipsoid'), ('ellipsoid', 'cylinder'),
       ('ellipsoid', 'box')]
SEVERAL = [('capsule', 'cylinder'), ('cylinder', 'cylinder'), ('cylinder', 'box')]
KINDS = ONE + SEVERAL
every_kind = pytest.mark.parametrize('kinds', KINDS, ids='-'.join)
TOLERANCE = 1e-6  # the default of ccd_tolerance
SIZES = {'sphere': (0.3,), 'capsule': (0.2, 0.4), 'ellipsoid': (0.2, 0.3, 0.4), 'cylinder': (0.3, 0.4),
         'box': (0.3, 0.4, 0.5)}
PATIENT = '<option ccd_iterations="120"/>'  # deep inside of round shapes the tolerance needs many
DIRECTIONS = np.vstack([np.random.default_rng(0).normal(size=(2000, 3)), np.eye(3), -np.eye(3)])
DIRECTIONS /= np.linalg.norm(DIRECTIONS, axis=1)[:, None]


def collider(kinds):
    return convex_flat if kinds in SEVERAL else convex


def test_every_pair_of_primitive_shapes_has_a_collider():
    shapes = [int(getattr(mjtGeom, f'mjGEOM_{kind.upper()}')) for kind in pairs.SIZES]
    plane = int(mjtGeom.mjGEOM_PLANE)
    assert {(a, b) for a in shapes for b in shapes if a <= b} - {(plane, plane)} <= COLLIDERS.keys()


# ---- the wheel ----
def near(rng, pair) -> Place:
    """From concentric to a little out of reach."""
    return random_place(rng, pair, spread=0.7)


def agreement(kinds, count, seed):
    return pairs.compare(collider(kinds), kinds, count, seed, place=near)


@every_kind
def test_agrees_with_the_wheel(kinds):
    result = agreement(kinds, 400, 0)
    assert result.worst < 1e-6
    assert result.touching > 150


# ellipsoids whose centres are in one plane, which is one of symmetry of both: angles of their turns, and in between
IN_A_PLANE = [((0.8309732856515162, -0.5563123210333596), (0.33777158941649627, 0.07938396465833202),
               (0.884549051946042, 0.46644718318514705)),
              ((0.3332475548799459, -0.9428393644553337), (0.33639698013525354, 0.13375386064372308),
               (-0.34188534562468575, 0.9397416721882079)),
              ((-0.06235997412288271, -0.9980537228162587), (0.29844203305159395, 0.1430479526682592),
               (0.844233482936395, 0.5359755836687746))]


@pytest.mark.parametrize(('turn1', 'pos2', 'turn2'), IN_A_PLANE)
def test_a_segment_near_the_boundary_becomes_a_polytope(turn1, pos2, turn2):
    """The search for the distance ends with two points; those around them are all on one side of the line of both."""
    pair = Pair(Shape('ellipsoid', (.025, .02, .015)), Shape('ellipsoid', (.025, .02, .015)))
    pair.place((0.3, 0.1, 0.1), (turn1[0], 0, 0, turn1[1]), (*pos2, 0.1), (turn2[0], 0, 0, turn2[1]))
    assert len(pair.wheel()) == 1
    assert pair.difference(convex) < 1e-6


@every_kind
@pytest.mark.parametrize('tolerance', [0.01, 0.1])
def test_a_coarse_tolerance_shows_the_first_polytope(kinds, tolerance):
    """The search for the depth ends there, and that for the distance often with a segment the origin is not on."""
    rng, found = np.random.default_rng(5), 0
    for _ in range(10):
        pair = Pair(*(random_shape(rng, kind) for kind in kinds), rng.choice([0.0, 0.1]),
                    option=f'<option ccd_tolerance="{tolerance}"/>')
        for _ in range(40):
            pair.place(*near(rng, pair))
            assert pair.difference(collider(kinds)) < 1e-6
            found += len(pair.wheel())
    assert found > 150


def test_a_first_polytope_that_misses_the_origin_by_more_than_the_tolerance_is_no_contact():
    pair = Pair(Shape('ellipsoid', (0.04, 0.09, 0.09)), Shape('ellipsoid', (0.04, 0.96, 0.77)),
                option='<option ccd_tolerance="0.16"/>')
    pair.place(*Place(pos2=(0.21, -0.1, -0.16), quat2=(-0.42, 0.87, -0.03, 0.25)))
    assert len(pair.wheel()) == len(pair.ours(convex)) == 0


def barely_touching(rng, pair) -> Place:
    """From where the shapes just do not touch, closer by up to the tolerance."""
    place, ends = random_place(rng, pair, spread=0.7), np.zeros(6)
    place = place._replace(pos2=place.pos1 + 3.0 * (np.asarray(place.pos2) - place.pos1))
    pair.place(*place)
    gap = mujoco.mj_geomDistance(pair.wheel_model, pair.wheel_data, 0, 1, 100.0, ends)
    line = ends[3:] - ends[:3]
    return place._replace(pos2=place.pos2 - line * (1.0 + rng.uniform(0, TOLERANCE) / gap))


@pytest.mark.parametrize('kinds', ONE, ids='-'.join)
def test_where_shapes_are_as_deep_as_the_tolerance_the_normal_is_that_of_the_wheel(kinds):
    """The last face may then be between the polytope and the origin, and its normal is anything."""
    rng, found = np.random.default_rng(4), 0
    for _ in range(12):
        pair = Pair(*(random_shape(rng, kind) for kind in kinds))
        for _ in range(20):
            pair.place(*barely_touching(rng, pair))
            assert pair.difference(convex) < 1e-6
            found += len(pair.wheel())
    assert found > 200


def stacked(rng, pair) -> Place:
    """The second on top of the first, all but upright and not deep."""
    quat, up = random_quat(rng), pair.shapes[0].size[-1] + pair.shapes[1].size[-1] + 3 * pair.reach * rng.random()
    return Place((0, 0, 0), quat, matrix(quat) @ (*rng.normal(size=2) / 10, up),
                 pairs.turned_a_little(rng, quat, rng.uniform(0, 0.1)))


@every_kind
def test_a_negative_margin_makes_radii_smaller_and_other_shapes_not(kinds):
    """Where the wheel has contacts, that is: it looks for none where boxes that are smaller by the margin are apart."""
    rng, found = np.random.default_rng(0), 0
    for k in range(400):
        if k % 20 == 0:
            pair = Pair(random_shape(rng, kinds[0]), random_shape(rng, kinds[1]), rng.choice([-0.02, -0.2]))
        pair.place(*(near if k % 2 else stacked)(rng, pair))
        theirs = pair.wheel()
        assert len(theirs) == 0 or pairs.difference(pair.ours(collider(kinds)), theirs) < 1e-6
        found += len(theirs)
    assert found > 100


@pytest.mark.parametrize(('away', 'count'), [(0.1, 0), (0.08, 0), (0.0708, 0), (0.0706, 1), (0.05, 1)])
def test_a_radius_that_a_negative_margin_takes_away_leaves_the_core(away, count):
    """The line of a capsule has to come closer to the centre of a ball than its radius."""
    pair = Pair(Shape('capsule', (0.1, 0.1)), Shape('ellipsoid', (0.1, 0.1, 0.1)), -0.1)
    pair.place((0, 0, 0), pairs.UNTURNED, (away, away, 0), pairs.UNTURNED)
    assert len(pair.wheel()) == count
    assert pair.difference(convex) < 1e-6


@pytest.mark.slow
@every_kind
def test_agrees_with_the_wheel_in_many_places(kinds):
    assert agreement(kinds, 20_000, 1).worst < 1e-6


@every_kind
@pytest.mark.parametrize('option', ['ccd_iterations="5"', 'ccd_iterations="12"', 'ccd_tolerance="1e-3"',
                                    'ccd_iterations="80" ccd_tolerance="1e-8"'])
def test_stops_where_the_wheel_does(kinds, option):
    rng = np.random.default_rng(2)
    for _ in range(6):
        pair = Pair(*(random_shape(rng, kind) for kind in kinds), rng.choice([0.0, 0.1]), option=f'<option {option}/>')
        for _ in range(10):
            pair.place(*near(rng, pair))
            assert pair.difference(collider(kinds)) < 1e-6


def on_a_lattice(rng) -> Place:
    """Axes are parallel or at 45 degrees, and centres in line with them, so that many choices are ties."""
    turns = [about(axis, angle) for axis in np.eye(3) for angle in (0.0, np.pi / 4, np.pi / 2)]
    step = rng.integers(-4, 5, 3) / 8 * (rng.random(3) < 0.6)
    return Place((0, 0, 0), turns[rng.integers(9)], step, turns[rng.integers(9)])


def about(axis, angle):
    return [np.cos(angle / 2), *(np.sin(angle / 2) * axis)]


def is_a_choice_of_the_wheel(rng, pair, place, ours) -> bool:
    """Whether the wheel finds these contacts at a place that differs by rounding, or the shapes just touch.

    If they do, whether there is a contact and what its normal is hangs on the last bit. If the shapes are concentric,
    the wheel runs out of iterations, at a depth that does.
    """
    if any(abs(dist - limit) < 2 * TOLERANCE for dist in (*ours.dist, *pair.wheel().dist)
           for limit in (0.0, pair.reach)):
        return True
    depths = []
    for _ in range(100):
        pair.place(*place._replace(pos2=place.pos2 + 1e-15 * rng.normal(size=3),
                                   quat2=place.quat2 + 1e-16 * rng.normal(size=4)))
        theirs = pair.wheel()
        if pairs.difference(ours, theirs) < 1e-5:
            return True
        depths += [dist for dist in theirs.dist if len(theirs) == len(ours) == 1]
    concentric = np.linalg.norm(np.subtract(place.pos1, place.pos2)) < TOLERANCE
    return bool(depths) and concentric and abs(ours.dist[0] - np.mean(depths)) < max(depths) - min(depths)


def agreement_on_a_lattice(kinds, count, option='') -> float:
    """Share of places with many ties where contacts agree; those in the others are choices of the wheel too."""
    rng, same = np.random.default_rng(3), 0
    for k in range(count):
        if k % (count // 10) == 0:
            shapes = [Shape(kind, rng.choice([0.125, 0.25, 0.375, 0.5], pairs.SIZES[kind])) for kind in kinds]
            pair = Pair(*shapes, rng.choice([0.0, 0.2]), option=option)
        place = on_a_lattice(rng)
        pair.place(*place)
        ours = pair.ours(collider(kinds))
        agrees = pairs.difference(ours, pair.wheel()) < 1e-6
        same += agrees
        assert agrees or is_a_choice_of_the_wheel(rng, pair, place, ours)
    return same / count


@every_kind
def test_agrees_with_the_wheel_up_to_ties(kinds):
    assert agreement_on_a_lattice(kinds, 300) > 0.9


@pytest.mark.parametrize('kinds', [kinds for kinds in KINDS if kinds[0] == kinds[1]], ids='-'.join)
def test_almost_concentric_shapes_have_the_contacts_of_the_wheel(kinds):
    rng, pair = np.random.default_rng(0), Pair(*(Shape(kind, SIZES[kind]) for kind in kinds))
    for offset in (0.0, 1e-15, 1e-13, 1e-11, 1e-9, 1e-7, 1e-5):
        for _ in range(5):
            quat = random_quat(rng)
            pair.place((0, 0, 0), quat, offset * rng.normal(size=3), quat)
            assert len(pair.wheel()) > 0
            assert pair.difference(collider(kinds)) < 1e-6


@pytest.mark.parametrize('size', [(0.1, 0.2), (0.2, 0.1)])
def test_equal_cylinders_have_a_contact(size):
    """Their difference is symmetric about the origin if they are concentric, else about a line through it."""
    pair = Pair(Shape('cylinder', size), Shape('cylinder', size))
    for angle in (0.1, 0.3, 1.0, -0.3, 2.0):
        for offset in (0.0, 1e-9, 1e-4):  # where the wheel runs out of iterations, at some depth
            pair.place((0, 0, 0), about(np.eye(3)[0], angle), (offset, 0, 0), about(np.eye(3)[0], angle))
            ours, theirs = pair.ours(convex_flat), pair.wheel()
            assert len(ours) == len(theirs) > 0
            assert abs(ours.dist - theirs.dist).max() < 2e-3
        for offset in (0.5, 1.0, 1.5, 1.9):
            pair.place((0, 0, 0), about(np.eye(3)[0], angle), (offset * size[0], 0, 0), about(np.eye(3)[0], angle))
            ours, theirs = pair.ours(convex_flat), pair.wheel()
            assert len(ours) == len(theirs) > 0
            assert abs(ours.dist - theirs.dist).max() < 1e-6


@pytest.mark.parametrize('gap', [-1e-5, -1e-7, 0.0, 1e-9, 1e-7, 5e-7, 1e-5])
def test_the_normal_turns_round_where_the_tolerance_bridges_a_gap(gap):
    """A cylinder lies on an edge of a box, up to a gap; the wheel's normal goes from its surface to that of the box."""
    pair = Pair(Shape('cylinder', (0.1, 0.1)), Shape('box', (0.1, 0.1, 0.1)))
    pair.place((0.3, 0.2 + gap, 0.5), (0.0, 1.0, -1.0, 0.0), (0.4, 0.0, 0.4), (0.5, 0.5, -0.5, -0.5))
    assert pair.difference(convex_flat) < 1e-9


# tolerance, where the first shape stands and the second, and how both are turned
BRIDGED = [
    (('cylinder', 'box'), 1e-4, (0, 0, 0, 1), (0.0, 0.22990786445113368, 0.0689723593353401), (0.6, 1, 0, 0)),
    (('cylinder', 'cylinder'), 1e-6, (-1, -1, -1, 1), (-0.14782608709672274, 0.04434782612901682, 0.14782608709672274),
     (0.6, 1, 1, 0.6)),
    (('ellipsoid', 'box'), 1e-6, (0, -1, -1, 0), (0.0, 0.07690350636909521, 0.2563450212303174), (1, 0.5, 0.3, 1)),
]


@pytest.mark.parametrize(('kinds', 'tolerance', 'quat1', 'pos2', 'quat2'), BRIDGED)
def test_the_normal_follows_from_points_where_the_tolerance_bridges_a_gap_aslant(kinds, tolerance, quat1, pos2, quat2):
    """The polytope ends before it holds the origin: the wheel's normal is that of points beside the closest ones."""
    shapes = [Shape(kind, (0.1,) * pairs.SIZES[kind]) for kind in kinds]
    pair = Pair(*shapes, option=f'<option ccd_tolerance="{tolerance}"/>')
    pair.place((0, 0, 0), quat1, pos2, np.array(quat2) / np.linalg.norm(quat2))
    assert len(pair.wheel()) == 1
    assert pair.difference(collider(kinds)) < 1e-9


@pytest.mark.parametrize('depth', [9e-7, 1e-7, 1e-9, 1e-12, 0.0, -1e-9, -9e-7])
@pytest.mark.parametrize('kind', ['ellipsoid', 'cylinder'])
def test_shapes_whose_first_points_nearly_meet_are_looked_at_again(kind, depth):
    """Their centres are in line with the first points that are compared, which are closer than the tolerance."""
    pair = Pair(*[Shape(kind, (0.1,) * pairs.SIZES[kind])] * 2)
    pair.place((0, 0, 0), pairs.UNTURNED, (0.2 - depth, 0, 0), pairs.UNTURNED)
    assert len(pair.wheel()) == (depth >= 1e-9)
    assert pair.difference(collider((kind, kind))) < 1e-9


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


@every_kind
def test_distance_is_the_largest_gap_between_planes(kinds):
    rng, touching = np.random.default_rng(4), 0
    for _ in range(20):
        pair = Pair(*(random_shape(rng, kind) for kind in kinds), reach=0.1, option=PATIENT)
        for _ in range(10):
            place = near(rng, pair)
            pair.place(*place)
            found = pair.ours(convex)
            for dist, normal in zip(found.dist, found.normal):
                touching += 1
                assert abs(np.linalg.norm(normal) - 1.0) < 1e-12
                assert abs(gap(pair, place, normal) - dist) < 1e-4
                assert dist > gap(pair, place, DIRECTIONS).max() - 1e-4
    assert touching > 60


def test_round_ellipsoid_is_a_sphere():
    rng = np.random.default_rng(5)
    pair = Pair(Shape('sphere', (0.2,)), Shape('ellipsoid', (0.3, 0.3, 0.3)), reach=0.1, option=PATIENT)
    for _ in range(50):
        step = rng.normal(size=3)
        step *= rng.uniform(0.31, 0.59) / np.linalg.norm(step)
        pair.place((0, 0, 0), random_quat(rng), step, random_quat(rng))
        found = pair.ours(convex)
        np.testing.assert_allclose(found.dist, [np.linalg.norm(step) - 0.5], atol=1e-9)
        np.testing.assert_allclose(found.normal, [step / np.linalg.norm(step)], atol=1e-4)


# ---- laws ----
@every_kind
def test_contacts_move_along(kinds):
    """They do to rounding, unless rounding lets the iteration stop a step earlier or later, or decides a tie."""
    rng, apart = np.random.default_rng(6), []
    for _ in range(8):
        pair = Pair(*(random_shape(rng, kind) for kind in kinds), reach=0.1)
        for _ in range(15):
            place, quat, shift = near(rng, pair), random_quat(rng), rng.normal(size=3)
            pair.place(*place)
            moved = pair.ours(collider(kinds)).moved(shift, quat)
            pair.place(*place.moved(shift, quat))
            again = pair.ours(collider(kinds))
            assert len(again) == len(moved)
            if len(again):
                apart.append(pairs.difference(again, moved))
    assert np.mean(np.array(apart) < 1e-6) > 0.85
    assert np.median(apart) < 1e-9


@pytest.mark.parametrize('kind', ['ellipsoid', 'cylinder'])
def test_order_of_two_shapes_of_a_kind(kind):
    """A - B is turned round, so the steps are not the same, but the distances are to the tolerance."""
    rng, several = np.random.default_rng(7), 0
    one, other = random_shape(rng, kind), random_shape(rng, kind)
    pair, swapped = Pair(one, other, 0.1), Pair(other, one, 0.1)
    for _ in range(100):
        pos1, quat1, pos2, quat2 = near(rng, pair)
        pair.place(pos1, quat1, pos2, quat2)
        swapped.place(pos2, quat2, pos1, quat1)
        ours, theirs = pair.ours(convex), swapped.ours(convex).flipped()
        assert len(ours) == len(theirs)
        if len(ours):
            several += 1
            np.testing.assert_allclose(ours.dist, theirs.dist, atol=1e-4)
    assert several > 30


# ---- strange places and sizes ----
@every_kind
def test_shapes_nowhere_touch_nothing(kinds):
    rng = np.random.default_rng(8)
    pairs.assert_ignores_nan(collider(kinds), Pair(*(random_shape(rng, kind) for kind in kinds)))


@every_kind
def test_concentric_shapes_have_a_contact(kinds):
    pair = Pair(*(Shape(kind, SIZES[kind]) for kind in kinds), option=PATIENT)
    pair.place(*Place())
    ours = pair.ours(convex)
    assert len(ours) == 1
    assert abs(ours.dist[0] - gap(pair, Place(), DIRECTIONS).max()) < 2e-3


def assert_survives_strange_sizes(kinds, most, option='') -> None:
    """Sizes and places of all magnitudes: the collider ends, and its contacts are numbers where that is possible."""
    rng = np.random.default_rng(9)
    pair = Pair(*(random_shape(rng, kind) for kind in kinds), 0.1, option=option)
    size = np.array(pair.model.geom_size)
    for _ in range(300):
        pair.model.geom_size[:] = size * rng.choice([0.0, 1e-12, 1.0, 1e6, 1e200, np.nan], size.shape,
                                                    p=[0.2, 0.2, 0.4, 0.1, 0.05, 0.05])
        pair.place(*Place(pos2=rng.choice([0.0, 0.3, 1e100], 3, p=[0.5, 0.4, 0.1]), quat2=on_a_lattice(rng).quat2))
        ours = pair.ours(collider(kinds))
        assert len(ours) <= most
        if np.isfinite(pair.model.geom_size).all() and pair.model.geom_size.max() < 1e10:
            for numbers in (ours.dist, ours.pos, ours.normal):
                assert np.isfinite(numbers).all()


@every_kind
def test_strange_sizes_end_and_give_numbers(kinds):
    assert_survives_strange_sizes(kinds, 4)


# ---- where the wheel is far from the depth ----
BARELY = [  # x, y, angle of both: poses in which a heap of flat ellipsoids comes to rest
    [0.02838285363946645, -0.3301283224313065, -1.6250093912138317, 0.06076205812386707, -0.36100404315425944,
     0.05319316397011751],
    [0.2800696990233691, 0.2173346449264128, 2.9566796097212613, 0.29338155415666856, 0.26027534572633726,
     1.1538852837140081],
]


def distance_of_ellipses(pose):
    """Of all directions in the plane, the one along which the supports part most."""
    angle = np.linspace(0, 2 * np.pi, 2_000_001)
    reach = sum(np.hypot(0.025 * np.cos(angle - turn), 0.02 * np.sin(angle - turn)) for turn in (pose[2], pose[5]))
    return np.max((pose[3] - pose[0]) * np.cos(angle) + (pose[4] - pose[1]) * np.sin(angle) - reach)


@pytest.mark.parametrize(('pose', 'off'), [(BARELY[0], 4e-4), (BARELY[1], 2e-6)], ids=['deep', 'shallow'])
def test_ellipsoids_that_barely_touch(pose, off):
    """The first polytope misses the origin, so that the depth is `off`: ours is that of the wheel, step by step."""
    up, found = np.array([0, 0, 1]), 0
    for iterations in range(1, 25):
        pair = Pair(*[Shape('ellipsoid', (.025, .02, .015))] * 2, option=f'<option ccd_iterations="{iterations}"/>')
        pair.place((*pose[:2], 0), about(up, pose[2]), (*pose[3:5], 0), about(up, pose[5]))
        assert pair.difference(convex) < 1e-6
        found += len(pair.wheel())
    assert found > 15
    assert abs(pair.ours(convex).dist[0] - distance_of_ellipses(pose)) > off


# ---- shapes that touch exactly ----
TOUCHING = {
    'box': 'type="box" size=".125 .125 .125"', 'cylinder': 'type="cylinder" size=".125 .125"',
    'ellipsoid': 'type="ellipsoid" size=".125 .125 .125"', 'mesh': 'type="mesh" mesh="cube"',
    'sphere': 'size=".125"', 'capsule': 'type="capsule" size=".125 .125"',
}  # fmt: skip
CUBE = ' '.join(f'{x} {y} {z}' for x in (-0.125, 0.125) for y in (-0.125, 0.125) for z in (-0.125, 0.125))


@pytest.mark.parametrize('first', TOUCHING)
@pytest.mark.parametrize('second', TOUCHING)
@pytest.mark.parametrize('away', ['.25 0 0', '0 0 .25', '.25 .1 0', '.25 .25 0', '.25 .25 .25', '0 .25 .05'])
def test_geoms_that_touch_have_the_distance_of_the_wheel(first, second, away):
    """Side by side, face to face, edge to edge and corner to corner, as models place boxes."""
    found = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(f"""<mujoco><asset><mesh name="cube" vertex="{CUBE}"/></asset><worldbody>
            <geom name="a" {TOUCHING[first]}/><body pos="{away}"><freejoint/><geom name="b" {TOUCHING[second]}/></body>
            </worldbody><sensor><distance geom1="a" geom2="b" cutoff="1"/></sensor></mujoco>""")
        d = engine.MjData(m)
        engine.mj_forward(m, d)
        segment = np.zeros(6)
        found.append([engine.mj_geomDistance(m, d, 0, 1, 10.0, segment), d.sensordata[0]])
        if first == second == 'box':
            found[-1] += segment.tolist()
    np.testing.assert_allclose(found[0], found[1], atol=1e-9)
