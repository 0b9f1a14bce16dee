"""Polygons of OBJ files with five corners and more, cut into triangles as the wheel does."""

import mujoco
import numpy as np
import pytest

from torsor.model.load import compile_string

XML = """<mujoco><asset><mesh file="a.obj" inertia="shell"/></asset>
  <worldbody><geom type="mesh" mesh="a"/></worldbody></mujoco>"""
KINDS = ('convex', 'star', 'random', 'tilted', 'coarse', 'repeated', 'collinear')


def polygon(rng: np.random.Generator, kind: str) -> np.ndarray:
    """A polygon around the origin or far from it."""
    size = rng.integers(5, 13)
    angles, radii = np.sort(rng.uniform(0, 2 * np.pi, size)), np.ones(size)
    if kind == 'star':
        radii = np.where(np.arange(size) % 2, 0.3, 1.0)
    elif kind == 'random':
        radii = rng.uniform(0.2, 1, size)
    points = np.stack([radii * np.cos(angles), radii * np.sin(angles), np.zeros(size)], axis=1)
    points += rng.choice([0, 1, 3]) * rng.normal(size=3)
    if kind == 'tilted':
        points = points @ np.linalg.qr(rng.normal(size=(3, 3)))[0]
    elif kind == 'coarse':
        points = np.round(2 * points) / 2
    elif kind == 'repeated':
        points[rng.integers(size)] = points[rng.integers(size)]
    elif kind == 'collinear':
        points[1] = (points[0] + points[2]) / 2
    return points[:: rng.choice([-1, 1])]


def obj(points: np.ndarray) -> bytes:
    """A file with the polygon, and a tetrahedron beside it, which gives the mesh a volume."""
    count = len(points)
    vertices = np.vstack([points, [[10, 0, 0], [10, 1, 0], [10, 0, 1], [11, 0, 0]]])
    solid = np.array([(1, 3, 2), (1, 2, 4), (1, 4, 3), (2, 3, 4)])
    faces = [range(1, count + 1), *(count + solid)]
    lines = ['v {:.6f} {:.6f} {:.6f}'.format(*vertex) for vertex in vertices]
    return '\n'.join(lines + ['f ' + ' '.join(map(str, face)) for face in faces]).encode()


@pytest.mark.parametrize('kind', KINDS)
def test_triangles_of_polygons(kind):
    rng = np.random.default_rng(KINDS.index(kind))
    for _ in range(60):
        files = {'a.obj': obj(polygon(rng, kind))}
        expected = mujoco.MjModel.from_xml_string(XML, files)
        assert compile_string(XML, files).fields['mesh_face'].tolist() == expected.mesh_face.tolist()
