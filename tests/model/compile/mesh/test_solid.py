"""Mass properties and normals of meshes, against known shapes."""

import numpy as np
import pytest

from model.asset_files import BOX, BOX_FACES, bumpy
from torsor.model.compile.mesh.normals import vertex_normals
from torsor.model.compile.mesh.solid import solid_of
from torsor.schema.enums import mjtMeshInertia

MODES = [getattr(mjtMeshInertia, f'mjMESH_INERTIA_{mode}') for mode in ('EXACT', 'LEGACY', 'CONVEX')]


@pytest.mark.parametrize('mode', MODES)
def test_a_box(mode):
    solid = solid_of(BOX, BOX_FACES, mode)
    assert solid.content == pytest.approx(6)
    assert solid.centre == pytest.approx([0.5, 1, 1.5])
    assert solid.inertia == pytest.approx(6 / 12 * np.diag([4 + 9, 1 + 9, 1 + 4]))


def test_a_shell():
    """Six rectangles about the centre of a box with half sizes a, b, c."""
    a, b, c = 0.5, 1, 1.5
    solid = solid_of(BOX, BOX_FACES, mjtMeshInertia.mjMESH_INERTIA_SHELL)
    assert solid.content == pytest.approx(22)
    second = [2 * (4 * b * c) * a**2 + 2 * (4 * a * c + 4 * a * b) * a**2 / 3,
              2 * (4 * a * c) * b**2 + 2 * (4 * b * c + 4 * a * b) * b**2 / 3,
              2 * (4 * a * b) * c**2 + 2 * (4 * b * c + 4 * a * c) * c**2 / 3]  # fmt: skip
    assert np.diag(solid.inertia) == pytest.approx(np.sum(second) - second)


def test_moving_and_turning():
    vertices, faces = bumpy(1)
    vertices = vertices.astype(float)
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0]
    turn *= np.sign(np.linalg.det(turn))
    solid = solid_of(vertices, faces, MODES[0])
    moved = solid_of(vertices @ turn.T + [1, 2, 3], faces, MODES[0])
    assert moved.content == pytest.approx(solid.content)
    assert moved.centre == pytest.approx(turn @ solid.centre + [1, 2, 3])
    assert moved.inertia == pytest.approx(turn @ solid.inertia @ turn.T)


def test_normals_of_a_round_mesh_point_outwards():
    vertices, faces = bumpy(2, count=400, bumps=0.0)
    normals = vertex_normals(vertices.astype(float), faces, smooth=True)
    outwards = vertices - vertices.mean(axis=0)
    outwards /= np.linalg.norm(outwards, axis=1)[:, None]
    assert (np.einsum('ij,ij->i', normals, outwards) > 0.95).all()
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1, abs=1e-6)
