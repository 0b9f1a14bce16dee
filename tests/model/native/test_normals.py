"""Normals of vertices, against a loop in float32."""

import numpy as np
import pytest

from torsor.model.compile.mesh.normals import vertex_normals

pytestmark = pytest.mark.python_mode
F = np.float32


def unit(vector):
    length = np.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2])
    assert length.dtype == np.float32
    return vector / length if length >= F(1e-7) else 0 * vector


def obvious(vertices, faces, smooth):
    sums = np.zeros((len(vertices), 3), F)
    crossed = [np.cross(vertices[b] - vertices[a], vertices[c] - vertices[a]) for a, b, c in faces]
    lengths = [np.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) for normal in crossed]
    directions = [normal / length if length > 1e-7 else 0 * normal for normal, length in zip(crossed, lengths)]
    crossed = [direction * length for direction, length in zip(directions, lengths)]  # rounded
    for face, normal in zip(faces, crossed):
        for vertex in face:
            sums[vertex] = sums[vertex] + normal  # rounded
    average = [unit(vector) for vector in sums]
    left_out = np.zeros_like(sums)
    for face, normal, direction in zip(faces, crossed, directions):
        for vertex in face:
            if not smooth and average[vertex] @ direction < 0.8:
                left_out[vertex] = left_out[vertex] + normal
    normals = [unit(vector) for vector in sums - left_out]
    return np.array([vector if vector.any() else (0, 0, 1) for vector in normals], F)


@pytest.mark.parametrize('smooth', [False, True])
@pytest.mark.parametrize('scale', [1.0, 3e-3, 1e-6])
def test_averages(smooth, scale):
    rng = np.random.default_rng(3)
    vertices = scale * rng.normal(size=(30, 3)).astype(F).astype(float)
    faces = rng.integers(0, 29, (60, 3)).astype(np.int32)  # some without area; the last vertex has none
    assert np.array_equal(vertex_normals(vertices, faces, smooth), obvious(vertices, faces.tolist(), smooth))
