"""The table of convex shapes: every row against the support function of its shape in NumPy."""

import numpy as np
import pytest

import torsor
from jit.small import Numbers
from torsor.jit import stage
from torsor.jit.values import Vec3
from torsor.physics.collision.convex.collide import convex, convex_flat
from torsor.physics.collision.convex.pair import PAIR
from torsor.physics.collision.convex.shapes.table import (
    SHAPES,
    along,
    core,
    edge_number,
    has_edges,
    has_round_edge,
    middle_along,
    surface_normal,
    widened,
)
from torsor.physics.collision.table import COLLIDERS

GEOM = torsor.mjtGeom
GEOM_MESH = int(GEOM.mjGEOM_MESH)
# how far a shape of this size reaches along a unit vector
REACH = {
    GEOM.mjGEOM_SPHERE: lambda size, way: size[0],
    GEOM.mjGEOM_CAPSULE: lambda size, way: size[0] + size[1] * abs(way[2]),
    GEOM.mjGEOM_ELLIPSOID: lambda size, way: np.linalg.norm(size * way),
    GEOM.mjGEOM_CYLINDER: lambda size, way: size[0] * np.hypot(way[0], way[1]) + size[1] * abs(way[2]),
    GEOM.mjGEOM_BOX: lambda size, way: np.abs(size * way).sum(),
}


@stage
def support_points(m, d):
    """Of a type, a size and a unit vector: the support point by way of the core, and the one in the middle."""
    kind, size = int(d.userdata[0]), Vec3(d.userdata[1], d.userdata[2], d.userdata[3])
    way = Vec3(d.userdata[4], d.userdata[5], d.userdata[6])
    mark, pair = d.pstack, PAIR(d)
    pair.size[0], radius = core(kind, size)
    point = widened(kind, along(kind, m, d, pair, 0, radius, way), radius, way)
    middle = middle_along(kind, m, d, pair, 0, size, way)
    d.pstack = mark
    d.userdata[7], d.userdata[8], d.userdata[9] = point.x, point.y, point.z
    d.userdata[10], d.userdata[11], d.userdata[12] = middle.x, middle.y, middle.z


def unit_vectors(count: int) -> np.ndarray:
    rng = np.random.default_rng(0)
    some = rng.normal(size=(count, 3))
    some[:count // 3] *= rng.random((count // 3, 3)) < 0.5  # many are along planes and axes
    lengths = np.linalg.norm(some, axis=1)
    return some[lengths > 0] / lengths[lengths > 0, None]


@pytest.mark.parametrize('kind', REACH)
def test_support_points_are_as_far_as_the_shape_reaches(kind):
    numbers, rng = Numbers(support_points, 13), np.random.default_rng(kind)
    for way in unit_vectors(60):
        size = rng.uniform(0.1, 2.0, 3)
        result = numbers.alone(np.array([[kind, *size, *way]]).T)[:, 0]
        for point in (result[7:10], result[10:13]):
            assert point @ way == pytest.approx(REACH[kind](size, way), rel=1e-14)
            for other in unit_vectors(20):  # a point that is beyond no tangent plane is inside
                assert point @ other <= REACH[kind](size, other) + 1e-14


@pytest.mark.parametrize('kind', REACH)
def test_of_equally_far_points_the_middle_is_taken(kind):
    size, axis = np.array([0.5, 0.7, 0.9]), np.array([0, 0, 1])
    result = Numbers(support_points, 13).alone(np.array([[kind, *size, *axis]]).T)[:, 0]
    np.testing.assert_allclose(result[10:13], REACH[kind](size, axis) * axis, rtol=1e-15)


@stage
def normals(m, d):
    kind, size = int(d.userdata[0]), Vec3(d.userdata[1], d.userdata[2], d.userdata[3])
    point, guess = Vec3(d.userdata[4], d.userdata[5], d.userdata[6]), Vec3(d.userdata[7], d.userdata[8], d.userdata[9])
    normal, known = surface_normal(kind, size, point, guess)
    d.userdata[10], d.userdata[11], d.userdata[12] = normal.x, normal.y, normal.z
    d.userdata[13] = 1.0 if known else 0.0


@pytest.mark.parametrize('kind', REACH)
@pytest.mark.parametrize('outside', [-1e-4, 0.0, 1e-4])
def test_normals_at_the_surface(kind, outside):
    """Where the support point along a vector is the only one, that vector is the normal there."""
    size, known = np.array([0.5, 0.7, 0.9]), []
    for way in unit_vectors(40)[20:]:
        point = Numbers(support_points, 13).alone(np.array([[kind, *size, *way]]).T)[7:10, 0]
        given = [kind, *size, *(point + outside * way), *way]
        *normal, is_known = Numbers(normals, 14).alone(np.array([given]).T)[10:, 0]
        known.append(is_known)
        if is_known and kind != GEOM.mjGEOM_CYLINDER:  # its support points are on the rims, without a normal
            np.testing.assert_allclose(normal, way, atol=1e-3)
    assert any(known) == (kind in (GEOM.mjGEOM_SPHERE, GEOM.mjGEOM_CAPSULE, GEOM.mjGEOM_ELLIPSOID))


@stage
def tell_edges(m, d):
    """For each type: whether it has edges and whether these are round, and edges of a contact at one point of it."""
    for kind in range(9):
        d.userdata[kind] = (1.0 if has_edges(kind) else 0.0) + (2.0 if has_round_edge(kind) else 0.0)
    mark, pair = d.pstack, PAIR(d)
    for k in range(3):
        pair.touch_code[k] = 0
    for kind in range(9):
        d.userdata[9 + kind] = edge_number(kind, m, d, pair, 0) if kind < GEOM_MESH else 0
    d.pstack = mark


def test_which_shapes_have_edges():
    told = Numbers(tell_edges, 18).alone(np.zeros((1, 1)))[:, 0]
    expected = {GEOM.mjGEOM_CAPSULE: 3, GEOM.mjGEOM_CYLINDER: 1, GEOM.mjGEOM_BOX: 1,
                GEOM.mjGEOM_MESH: 1}
    assert {kind: told[kind] for kind in range(9) if told[kind]} == expected
    assert {kind: told[9 + kind] for kind in REACH} == {
        GEOM.mjGEOM_SPHERE: 0, GEOM.mjGEOM_CAPSULE: 1, GEOM.mjGEOM_ELLIPSOID: 0, GEOM.mjGEOM_CYLINDER: 1,
        GEOM.mjGEOM_BOX: 3}


def test_colliders_of_convex_shapes_meet_shapes_of_the_table_only():
    """The last row serves all types that have none: such a type must not get there."""
    met = {kind for pair, (collider, _) in COLLIDERS.items() if collider in (convex, convex_flat) for kind in pair}
    assert met == set(SHAPES) - {GEOM.mjGEOM_HFIELD}  # whose collider looks at it prism by prism
