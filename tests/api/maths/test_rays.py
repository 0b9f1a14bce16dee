"""Rays against single shapes."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths
from torsor.api.errors import FatalError

SHAPES = {'plane': (0, [1.0, 0.0, 0.1]), 'sphere': (2, [0.7, 0.0, 0.0]), 'capsule': (3, [0.4, 0.6, 0.0]),
          'ellipsoid': (4, [0.3, 0.6, 0.9]), 'cylinder': (5, [0.5, 0.4, 0.0]), 'box': (6, [0.3, 0.5, 0.7])}


def frame(rng):
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    return (turn * np.linalg.det(turn)).reshape(9)


@pytest.mark.parametrize('shape', SHAPES)
def test_random_rays(same, rng, shape):
    kind, size = SHAPES[shape]
    hits = 0
    for _ in range(100):
        pos, pnt = rng.normal(size=(2, 3))
        aim = pos + 0.5 * rng.normal(size=3) - pnt
        hits += same('mju_rayGeom', pos, frame(rng), np.array(size), pnt, aim, kind, np.ones(3), tolerance=1e-12) >= 0.0
    assert hits > 10


@pytest.mark.parametrize('shape', SHAPES)
def test_axis_parallel_rays(same, shape):
    kind, size = SHAPES[shape]
    identity = np.eye(3).reshape(9)
    for point in ([0.1, 0.05, 2.0], [0.1, 0.05, -2.0], [0.1, 0.05, 0.2], [3.0, 0.1, 0.1], [0.0, 0.0, 0.0]):
        for axis in np.vstack([np.eye(3), -np.eye(3), np.zeros((1, 3))]):
            same('mju_rayGeom', np.zeros(3), identity, np.array(size), np.array(point), axis, kind, np.ones(3))


def test_normal_is_optional(rng):
    arguments = (np.zeros(3), frame(rng), np.ones(3), np.array([3.0, 0.0, 0.0]), np.array([-1.0, 0.0, 0.0]), 2)
    for module in (maths, mujoco):
        assert module.mju_rayGeom(*arguments) == pytest.approx(2.0)
        assert module.mju_rayGeom(*arguments, None) == pytest.approx(2.0)
        assert module.mju_rayGeom(*arguments, normal=None) == pytest.approx(2.0)


def test_shapes_that_are_not_primitive():
    """The oracle ends the process here."""
    with pytest.raises(FatalError, match='geomtype'):
        maths.mju_rayGeom(np.zeros(3), np.zeros(9), np.zeros(3), np.zeros(3), np.ones(3), 7)


def skin(rng):
    """A wavy sheet of triangles."""
    x, y = np.meshgrid(np.linspace(-1, 1, 6), np.linspace(-1, 1, 6))
    vert = np.stack([x, y, 0.1 * rng.normal(size=x.shape)], axis=-1).reshape(-1, 3).astype(np.float32)
    face = []
    for i in range(5):
        for j in range(5):
            a, b, c, d = 6 * i + j, 6 * i + j + 1, 6 * i + j + 6, 6 * i + j + 7
            face += [[a, b, c], [b, d, c]]
    return np.array(face, np.int32), vert


def test_skin(same, rng):
    face, vert = skin(rng)
    hits = 0
    for _ in range(100):
        pnt = np.append(rng.uniform(-1.2, 1.2, 2), rng.choice([-2.0, 2.0]))
        vec = np.append(0.2 * rng.normal(size=2), rng.choice([-1.0, 1.0]))
        vertid = np.zeros(1, np.int32)
        hits += same('mju_raySkin', len(face), len(vert), face, vert, pnt, vec, vertid, tolerance=1e-12) >= 0.0
    assert 20 < hits < 80
    assert maths.mju_raySkin(len(face), len(vert), face, vert, np.array([0.1, 0.0, 2.0]), [0.0, 0.0, -1.0], None) > 1.0


def test_skin_of_the_wrong_size(rng):
    face, vert = skin(rng)
    for counts in ((len(face) + 1, len(vert)), (len(face), len(vert) - 1)):
        messages = []
        for module in (maths, mujoco):
            with pytest.raises(TypeError) as caught:
                module.mju_raySkin(*counts, face, vert, np.zeros(3), np.ones(3), None)
            messages.append(str(caught.value))
        assert messages[0] == messages[1]
    face[0, 0] = len(vert)
    with pytest.raises(ValueError, match='vertex'):
        maths.mju_raySkin(len(face), len(vert), face, vert, np.zeros(3), np.ones(3), None)
