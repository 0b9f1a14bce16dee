"""Rays against the shapes of the table, by walking along them in small steps."""

import numpy as np
import pytest

from torsor.api.maths import mju_rayGeom
from torsor.physics.collision.table import COLLIDERS
from torsor.physics.common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, HFIELD, MESH, PLANE, SPHERE
from torsor.physics.ray.table import RAYS

SIZE = np.array([0.3, 0.5, 0.7])
STEP = 1e-3


def depth(kind, x):
    """A function of points that is positive inside a shape."""
    radius, half = SIZE[0], SIZE[1]
    along = np.clip(x[..., 2], -half, half)
    return {
        SPHERE: radius - np.linalg.norm(x, axis=-1),
        CAPSULE: radius - np.linalg.norm(np.stack([x[..., 0], x[..., 1], x[..., 2] - along], axis=-1), axis=-1),
        ELLIPSOID: 1 - np.linalg.norm(x / SIZE, axis=-1),
        CYLINDER: np.minimum(radius - np.hypot(x[..., 0], x[..., 1]), half - np.abs(x[..., 2])),
        BOX: (SIZE - np.abs(x)).min(axis=-1),
    }[kind]


def gradient(kind, x):
    return np.array([depth(kind, x + 1e-6 * e) - depth(kind, x - 1e-6 * e) for e in np.eye(3)])


def test_all_shapes_that_collide_can_be_hit():
    triangles = {MESH, HFIELD}  # whose rays go through trees of boxes
    assert set(RAYS) | triangles == {kind for pair in COLLIDERS for kind in pair}


@pytest.mark.parametrize('kind', sorted(set(RAYS) - {PLANE}))
def test_first_point_where_the_ray_crosses_the_surface(kind):
    rng = np.random.default_rng(kind)
    hits = 0
    for _ in range(200):
        point = rng.normal(size=3) * rng.choice([0.1, 1.0])  # some start inside
        way = rng.normal(size=3)
        way /= np.linalg.norm(way)
        normal = np.zeros(3)
        distance = mju_rayGeom(np.zeros(3), np.eye(3).reshape(9), SIZE, point, way, kind, normal)
        walk = np.arange(0, 5, STEP)
        inside = depth(kind, point + walk[:, None] * way) > 0
        crossings = np.flatnonzero(inside[1:] != inside[:-1])
        if not len(crossings):  # a miss, or a corner that was cut within a step
            assert distance == -1 or depth(kind, point + (distance + STEP / 2) * way) < STEP
            continue
        hits += 1
        assert walk[crossings[0]] - STEP <= distance <= walk[crossings[0]] + 2 * STEP
        hit = point + distance * way
        assert abs(depth(kind, hit)) < 1e-12
        outward = -gradient(kind, hit)
        assert normal == pytest.approx(outward / np.linalg.norm(outward), abs=1e-5)
    assert hits > 50
