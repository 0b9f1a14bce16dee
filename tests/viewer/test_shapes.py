"""Triangles of shapes: closed, outwards, and of the right volume."""

import numpy as np
import pytest

import torsor
from torsor.viewer import shapes


def volume(vertices, faces) -> float:
    """Of the inside, by the divergence theorem; negative if faces look inwards."""
    a, b, c = (vertices[faces[:, k]].astype(float) for k in range(3))
    return float(np.sum(a * np.cross(b, c))) / 6.0


@pytest.mark.parametrize(('name', 'expected'), [
    ('sphere', 4.0 / 3.0 * np.pi), ('cylinder', 2.0 * np.pi), ('box', 8.0), ('cone', np.pi / 3.0),
])
def test_volume_of_closed_shapes(name, expected):
    assert volume(*shapes.unit_shape(name)) == pytest.approx(expected, rel=0.05)


def test_a_capsule_is_a_tube_and_two_domes():
    tube, dome = (volume(*shapes.unit_shape(name)) for name in ('tube', 'dome'))
    # without ends, seen from the middle, a tube holds two thirds of its cylinder; and a dome is half a ball
    assert tube == pytest.approx(4.0 / 3.0 * np.pi, rel=0.05)
    assert dome == pytest.approx(2.0 / 3.0 * np.pi, rel=0.05)


def test_normals_of_round_shapes_look_outwards():
    for name in ('sphere', 'tube', 'dome', 'cone', 'cylinder', 'box'):
        vertices, faces = shapes.unit_shape(name)
        a, b, c = (vertices[faces[:, k]].astype(float) for k in range(3))
        normal, middle = np.cross(b - a, c - a), (a + b + c) / 3.0 - (0, 0, 0.25 if name == 'cone' else 0.0)
        real = np.linalg.norm(normal, axis=1) > 1e-9
        assert np.all(np.sum(normal * middle, -1)[real] > 0.0), name


MESH = """<mujoco><asset>
  <mesh name="m" vertex="0 0 0  1 0 0  0 1 0  0 0 1  .1 .1 .1"/>
  <hfield name="h" nrow="3" ncol="4" size="2 1 .5 .1" elevation="0 0 0 0  0 1 0 0  0 0 0 0"/>
</asset><worldbody><geom type="mesh" mesh="m"/><geom type="hfield" hfield="h"/></worldbody></mujoco>"""


def test_meshes_and_their_hulls():
    m = torsor.MjModel.from_xml_string(MESH)
    assert volume(*shapes.hull_triangles(m, 0)) == pytest.approx(1.0 / 6.0, rel=1e-5)
    vertices, faces = shapes.mesh_triangles(m, 0)
    assert len(vertices) == m.nmeshvert
    assert faces.max() < len(vertices)


def test_height_fields_have_their_heights():
    m = torsor.MjModel.from_xml_string(MESH)
    vertices, faces = shapes.field_triangles(m, 0)
    top = vertices[:12]
    assert top[:, 2].max() == pytest.approx(0.5)
    assert top[5] == pytest.approx((-2 + 4 / 3, 0.0, 0.5))
    assert vertices[:, 2].min() == pytest.approx(-0.1)
    assert faces.max() < len(vertices)
