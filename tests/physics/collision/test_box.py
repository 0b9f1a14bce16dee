"""Contacts of two boxes: against the wheel, against known places, and against what any contact must satisfy."""

import numpy as np
import pytest

from physics.collision import pairs
from physics.collision.pairs import UNTURNED, Pair, Place, Shape, matrix, product, random_quat, turned_a_little
from torsor.physics.collision.box import box_box

UNIT = (0.5, 0.5, 0.5)


def box_pair(size1, size2, reach=0.0) -> Pair:
    """Two boxes that the wheel looks at wherever they are: a listed pair, with bounds that are never apart."""
    shapes = [Shape('box', size, f'name="{name}" contype="0" conaffinity="0"')
              for size, name in ((size1, 'first'), (size2, 'second'))]
    listed = f'<contact><pair geom1="first" geom2="second" margin="{reach!r}"/></contact>'
    pair = Pair(*shapes, reach, option=listed)
    pair.wheel_model.geom_rbound[:] = 1e3
    return pair


def about(axis, angle):
    """Quaternion of a rotation about an axis of the frame."""
    return [np.cos(angle / 2), *(np.sin(angle / 2) * np.eye(3)[axis])]


def axes_and_reach(pair, quat1, quat2):
    """The fifteen axes that can part two boxes, and how far both together reach along each."""
    one, other = matrix(quat1), matrix(quat2)
    crossed = np.cross(one.T[:, None], other.T[None]).reshape(9, 3)
    length = np.linalg.norm(crossed, axis=1)
    axes = np.vstack([one.T, other.T, crossed[length > 1e-8] / length[length > 1e-8, None]])
    return axes, np.abs(axes @ one) @ pair.shapes[0].size + np.abs(axes @ other) @ pair.shapes[1].size


# ---- places ----
def placed(rng, pair, quat1, quat2) -> Place:
    """In a random direction from each other: from concentric to parted, often almost touching."""
    axes, reach = axes_and_reach(pair, quat1, quat2)
    direction = rng.normal(size=3)
    gap = rng.choice([rng.uniform(-0.05, 0.05), rng.uniform(0, pair.reach), -rng.uniform(0, reach.min())])
    with np.errstate(divide='ignore'):
        step = direction * max(0.0, np.min((reach + gap) / np.abs(axes @ direction)))
    pos = rng.normal(size=3)
    return Place(pos, quat1, pos + step, quat2)


def anyhow(rng, pair):
    return placed(rng, pair, random_quat(rng), random_quat(rng))


def aligned(rng, pair):
    quat = random_quat(rng)
    return placed(rng, pair, quat, quat)


def almost_aligned(rng, pair):
    quat = random_quat(rng)
    return placed(rng, pair, quat, turned_a_little(rng, quat, 10 ** rng.uniform(-6, -1)))


def with_parallel_faces(rng, pair):
    quat = random_quat(rng)
    return placed(rng, pair, quat, product(quat, about(rng.integers(3), rng.uniform(0, 7))))


def corner_over_border(rng, pair):
    """A corner of one box is above the border of a face of the other, to within what counts as one point, or not."""
    quat = random_quat(rng)
    turn = turned_a_little(rng, UNTURNED, rng.uniform(0, 0.5))
    size1, size2 = (np.array(shape.size) for shape in pair.shapes)
    corner = matrix(turn) @ (size2 * [rng.choice([-1, 1]), rng.choice([-1, 1]), -1])
    border = size1 * [1, rng.choice([1, rng.uniform(-1, 1)]), rng.uniform(0.95, 1)]
    border[:2] += size1[:2] * 10 ** rng.uniform(-9, -6, 2) * rng.choice([-1, 1], 2)
    return Place((0, 0, 0), quat, matrix(quat) @ (border - corner), product(quat, turn))


def on_a_lattice(rng, pair):
    """Features meet exactly."""
    quat = product(about(rng.integers(3), rng.choice([0, np.pi / 4, np.pi / 2])), about(rng.integers(3), np.pi / 2))
    return Place((0, 0, 0), UNTURNED, rng.integers(-5, 6, 3) / 8, quat)


# ---- shapes ----
def plain(rng):
    return rng.uniform(0.05, 0.5, 3)


def thin(rng):
    return 10 ** rng.uniform(-3, 0, 3)


def dyadic(rng):
    return rng.choice([0.125, 0.25, 0.5], 3)


SAMPLES = {'anyhow': (plain, anyhow), 'thin': (thin, anyhow), 'aligned': (plain, aligned),
           'almost aligned': (plain, almost_aligned), 'thin, almost aligned': (thin, almost_aligned),
           'parallel faces': (plain, with_parallel_faces), 'corner over border': (plain, corner_over_border),
           'lattice': (dyadic, on_a_lattice)}
each_sample = pytest.mark.parametrize('sample', SAMPLES)


def random_pairs(rng, shape, count, reaches=(0.0,)):
    """Pairs of boxes, each several times."""
    for _ in range(0, count, 20):
        pair = box_pair(shape(rng), shape(rng), float(rng.choice(reaches)))
        yield from [pair] * 20


def compare(sample, count, seed):
    """The largest difference from the wheel, and how often there was a contact."""
    shape, place = SAMPLES[sample]
    rng, worst, touching = np.random.default_rng(seed), 0.0, 0
    for pair in random_pairs(rng, shape, count, (0.0, 0.02, 0.2)):
        pair.place(*place(rng, pair))
        ours = pair.ours(box_box)
        touching += len(ours) > 0
        worst = max(worst, pairs.difference(ours, pair.wheel()))
    return worst, touching


@each_sample
def test_agrees_with_the_wheel(sample):
    worst, touching = compare(sample, 200, seed=0)
    assert worst < 1e-9
    assert touching > 50


@pytest.mark.slow
@each_sample
def test_agrees_with_the_wheel_in_many_places(sample):
    worst, _ = compare(sample, 20_000, seed=1)
    assert worst < 1e-9


# ---- known places ----
def contacts(place, size1=UNIT, size2=UNIT, reach=0.0):
    """Distances, positions in order, and the one normal."""
    pair = box_pair(size1, size2, reach)
    pair.place(*place)
    ours = pair.ours(box_box)
    assert np.ptp(ours.normal, axis=0).max() == 0
    order = np.lexsort(np.round(ours.pos, 9).T)
    return ours.dist[order], ours.pos[order], ours.normal[0]


@pytest.mark.parametrize('gap', [-0.02, 0.03])
def test_box_on_a_box_touches_at_the_corners_of_the_overlap(gap):
    dist, pos, normal = contacts(Place(pos2=(0.25, 0.125, 1 + gap)), reach=0.1)
    np.testing.assert_allclose(dist, gap, atol=1e-15)
    z = 0.5 + gap / 2
    np.testing.assert_allclose(pos, [(-0.25, -0.375, z), (0.5, -0.375, z), (-0.25, 0.5, z), (0.5, 0.5, z)], atol=1e-15)
    np.testing.assert_array_equal(normal, (0, 0, 1))


def test_faces_turned_by_an_eighth_overlap_in_an_octagon():
    dist, pos, _ = contacts(Place(pos2=(0, 0, 0.98), quat2=about(2, np.pi / 4)))
    np.testing.assert_allclose(dist, np.full(8, -0.02), atol=1e-14)
    near = np.sqrt(0.5) - 0.5
    np.testing.assert_allclose(np.sort(np.abs(pos[:, :2]), axis=1), np.full((8, 2), (near, 0.5)), atol=1e-14)


def test_edge_on_a_face_touches_at_its_ends():
    place = Place(pos2=(0, 0, 0.5 + np.sqrt(0.5) - 0.02), quat2=about(0, np.pi / 4))
    dist, pos, _ = contacts(place, size2=(0.3, 0.5, 0.5))
    np.testing.assert_allclose(dist, [-0.02, -0.02], atol=1e-14)
    np.testing.assert_allclose(pos, [(-0.3, 0, 0.49), (0.3, 0, 0.49)], atol=1e-14)


def test_crossed_edges_touch_where_they_cross():
    edge_up = about(0, np.pi / 4)
    place = Place(quat1=edge_up, pos2=(0.1, 0.2, np.sqrt(2) - 0.02), quat2=product(about(2, np.pi / 2), edge_up))
    dist, pos, normal = contacts(place)
    np.testing.assert_allclose(dist, [-0.02], atol=1e-14)
    np.testing.assert_allclose(pos, [(0.1, 0, np.sqrt(0.5) - 0.01)], atol=1e-14)
    np.testing.assert_allclose(normal, (0, 0, 1), atol=1e-14)


def test_a_box_inside_leaves_by_the_shortest_way():
    dist, pos, normal = contacts(Place(pos2=(0.25, 0, 0.125)), size2=(0.125, 0.125, 0.125))
    np.testing.assert_allclose(dist, np.full(4, -0.375))
    np.testing.assert_array_equal(normal, (1, 0, 0))
    np.testing.assert_allclose(pos[:, 0], np.full(4, 0.3125))


def test_a_box_through_a_plate_leaves_by_the_side_of_its_centre():
    dist, _, normal = contacts(Place(pos2=(0, 0, -0.1)), size1=(2, 2, 0.01))
    np.testing.assert_allclose(dist, np.full(4, -0.41))
    np.testing.assert_array_equal(normal, (0, 0, -1))


# ---- what any contact satisfies ----
def depth(size, frame, centre, points):
    """How far points are inside of a box; negative outside."""
    return np.min(size - np.abs((points - centre) @ frame), axis=1)


@pytest.mark.parametrize('place', [anyhow, almost_aligned, with_parallel_faces])
def test_contacts_are_between_surfaces_along_an_axis_of_least_overlap(place):
    rng, touching = np.random.default_rng(3), 0
    for pair in random_pairs(rng, plain, 100):
        pos1, quat1, pos2, quat2 = place(rng, pair)
        pair.place(pos1, quat1, pos2, quat2)
        ours = pair.ours(box_box)
        if len(ours) == 0:
            continue
        touching += 1
        axes, reach = axes_and_reach(pair, quat1, quat2)
        largest = np.max(np.abs(axes @ (pos2 - pos1)) - reach)
        frames, normal = (matrix(quat1), matrix(quat2)), ours.normal[0]
        along = normal @ (pos2 - pos1) - sum(np.abs(normal @ frame) @ shape.size
                                             for frame, shape in zip(frames, pair.shapes))
        assert 1.05 * largest - 1e-12 < along < largest + 1e-12
        assert ours.dist.min() > along - 1e-12
        half = 0.5 * ours.dist[:, None] * ours.normal
        assert depth(pair.shapes[0].size, frames[0], pos1, ours.pos - half).min() > -1e-12
        assert depth(pair.shapes[1].size, frames[1], pos2, ours.pos + half).min() > -1e-12
    assert touching > 30


def test_moves_along():
    pairs.assert_moves_along(box_box, box_pair((0.1, 0.2, 0.3), (0.3, 0.25, 0.15), 0.1), seed=4)


def test_order_of_the_boxes():
    pairs.assert_swaps(box_box, 'box', seed=5)


def test_ignores_nan():
    pairs.assert_ignores_nan(box_box, box_pair(UNIT, UNIT, 0.1))


@pytest.mark.parametrize('scale', [1e-9, 1e9])
def test_extreme_sizes_give_finite_contacts(scale):
    pair, rng = box_pair(UNIT, np.array(UNIT) * scale), np.random.default_rng(6)
    for _ in range(20):
        pair.place((0, 0, 0), random_quat(rng), rng.normal(size=3) * scale, random_quat(rng))
        ours = pair.ours(box_box)
        assert np.isfinite(np.column_stack([ours.dist, ours.pos, ours.normal])).all()
        np.testing.assert_allclose(np.linalg.norm(ours.normal, axis=1), 1, rtol=1e-12)
