"""Contacts of planes: against the wheel, and against the support functions of the shapes."""

from itertools import product

import numpy as np
import pytest

import torsor
from physics.collision import pairs
from physics.collision.pairs import SIZES, Pair, Place, Shape, matrix, random_place
from torsor.physics.collision.plane import plane_box, plane_capsule, plane_cylinder, plane_ellipsoid, plane_sphere

COLLIDERS = {'sphere': plane_sphere, 'capsule': plane_capsule, 'ellipsoid': plane_ellipsoid,
             'cylinder': plane_cylinder, 'box': plane_box}
each_shape = pytest.mark.parametrize('kind', COLLIDERS)
UPRIGHT, UPSIDE_DOWN = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)
Z_TO_X, Z_TO_Y = (0.5, 0.5, 0.5, 0.5), (0.5, -0.5, -0.5, -0.5)


def random_pair(rng, kind, reach=0.1):
    return Pair(Shape('plane', (1, 1, 1)), pairs.random_shape(rng, kind), reach)


# how far a shape extends in a direction that is `n` in its own frame, and how far outside of it a point is
EXTENT = {
    'sphere': lambda s, n: s[0],
    'capsule': lambda s, n: s[0] + s[1] * abs(n[2]),
    'ellipsoid': lambda s, n: np.linalg.norm(s * n),
    'cylinder': lambda s, n: s[0] * np.hypot(n[0], n[1]) + s[1] * abs(n[2]),
    'box': lambda s, n: s @ np.abs(n),
}
OUTSIDE = {
    'sphere': lambda s, p: np.linalg.norm(p) - s[0],
    'capsule': lambda s, p: np.linalg.norm(p - [0, 0, np.clip(p[2], -s[1], s[1])]) - s[0],
    'ellipsoid': lambda s, p: np.linalg.norm(p / s) - 1,
    'cylinder': lambda s, p: max(np.hypot(p[0], p[1]) - s[0], abs(p[2]) - s[1]),
    'box': lambda s, p: (np.abs(p) - s).max(),
}


@each_shape
def test_agrees_with_the_wheel(kind):
    result = pairs.compare(COLLIDERS[kind], ('plane', kind), 300)
    assert result.worst < 1e-9
    assert result.touching > 100


@pytest.mark.slow
@each_shape
def test_agrees_with_the_wheel_in_many_places(kind):
    assert pairs.compare(COLLIDERS[kind], ('plane', kind), 20_000, seed=1).worst < 1e-9


@each_shape
def test_agrees_with_the_wheel_where_shapes_stand_or_lie_flat(kind):
    pair = Pair(Shape('plane', (1, 1, 1)), Shape(kind, (0.125, 0.25, 0.5)[:SIZES[kind]]), 0.125)
    for quat, height in product((UPRIGHT, UPSIDE_DOWN, Z_TO_X, Z_TO_Y), (-0.5, 0.0, 0.125, 0.25, 0.375, 0.5)):
        pair.place(*Place(pos2=(0.25, 0.5, height), quat2=quat))
        assert pair.difference(COLLIDERS[kind]) < 1e-15


@pytest.mark.parametrize('kind', ['capsule', 'cylinder'])
@pytest.mark.parametrize('angle', [1e-2, 1e-4, 1e-6])
def test_agrees_with_the_wheel_where_shapes_are_almost_upright(kind, angle):
    """Where the axis leans is known as well as the angle is, 1e-16 / angle."""
    rng = np.random.default_rng(2)
    pair = random_pair(rng, kind)
    for _ in range(20):
        quat = pairs.random_quat(rng)
        pair.place(*Place(quat1=quat, quat2=pairs.turned_a_little(rng, quat, angle)))
        assert pair.difference(COLLIDERS[kind]) < 1e-14 / angle


@each_shape
def test_lowest_contact_is_the_lowest_point(kind):
    rng = np.random.default_rng(3)
    pair = random_pair(rng, kind, reach=5.0)
    size = np.asarray(pair.shapes[1].size)
    for _ in range(30):
        place = random_place(rng, pair, spread=0.3)
        pair.place(*place)
        up, turn = matrix(place.quat1)[:, 2], matrix(place.quat2)
        contacts = pair.ours(COLLIDERS[kind])
        lowest = up @ (place.pos2 - place.pos1) - EXTENT[kind](size, turn.T @ up)
        assert contacts.dist.min() == pytest.approx(lowest, abs=1e-12)
        for dist, pos, normal in zip(contacts.dist, contacts.pos, contacts.normal):
            np.testing.assert_allclose(normal, up, atol=1e-15)
            assert OUTSIDE[kind](size, turn.T @ (pos + up * dist / 2 - place.pos2)) < 1e-12
            assert up @ (pos - up * dist / 2 - place.pos1) == pytest.approx(0, abs=1e-12)


@each_shape
def test_contacts_move_with_the_geoms(kind):
    pair = random_pair(np.random.default_rng(4), kind, reach=0.4)
    pairs.assert_moves_along(COLLIDERS[kind], pair, seed=5)


def test_frame_of_an_upright_capsule_is_a_frame():
    """The wheel takes the world's x axis for a tangent, even if the normal is not across it; ours is made so."""
    for quat, tangent in ((UPRIGHT, (1, 0, 0)), (Z_TO_X, (0, 1, 0)), (Z_TO_Y, (1, 0, 0)), ((0.8, 0, 0.6, 0), None)):
        turn = ' '.join(map(str, quat))
        m = torsor.MjModel.from_xml_string(f"""<mujoco><worldbody>
            <geom type="plane" size="1 1 1" quat="{turn}"/>
            <body quat="{turn}"><freejoint/><geom type="capsule" size=".1 .2"/></body></worldbody></mujoco>""")
        d = torsor.MjData(m)
        torsor.mj_forward(m, d)
        frame = d.contact.frame[0].reshape(3, 3)
        np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-15)
        if tangent:
            np.testing.assert_allclose(frame[1], tangent, atol=1e-15)


def test_a_box_on_its_edge_has_four_contacts():
    """Four corners are level with the centre, up to rounding: two of them count, whichever."""
    pair = Pair(Shape('plane', (1, 1, 1)), Shape('box', (0.1, 0.1, 0.1)), 0.5)
    for quarters in range(8):
        angle = np.pi / 4 * (2 * quarters + 1)
        pair.place(*Place(quat2=(np.cos(angle / 2), 0, np.sin(angle / 2), 0)))
        ours, wheel = pair.ours(plane_box), pair.wheel()
        np.testing.assert_allclose(np.sort(ours.dist), np.sort(wheel.dist), atol=1e-12)


@each_shape
def test_no_contact_at_places_that_are_not_numbers(kind):
    pairs.assert_ignores_nan(COLLIDERS[kind], random_pair(np.random.default_rng(6), kind))
