"""Surfaces before anything is computed from them."""

import numpy as np

from torsor.model.compile.mesh.surface import Surface, cross, surface_of

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float32)
FACES = [[0, 2, 1], [0, 1, 3]]


def test_equal_surfaces_have_equal_contents():
    assert surface_of(CORNERS, FACES).content() == surface_of(CORNERS.copy(), FACES).content()


def test_others_have_others():
    faces = np.array(FACES, dtype=np.int32)
    indices = np.zeros((2, 3), dtype=np.int32)
    surfaces = [
        surface_of(CORNERS, FACES), surface_of(CORNERS), surface_of(CORNERS * 2, FACES),
        surface_of(CORNERS, FACES[::-1]), surface_of(CORNERS.astype(np.float64), FACES[:1]),
        Surface(CORNERS.astype(np.float64), faces),
        Surface(CORNERS, faces, normals=CORNERS), Surface(CORNERS, faces, texcoords=CORNERS[:, :2]),
        Surface(CORNERS, faces, facenormals=indices), Surface(CORNERS, faces, facetexcoords=indices),
        Surface(CORNERS, faces, normals_per_vertex=2), Surface(CORNERS.reshape(-1, 2), faces),
    ]  # fmt: skip
    assert len({surface.content() for surface in surfaces}) == len(surfaces)


def test_vector_products_are_numpys_to_the_last_bit():
    a, b = np.random.default_rng(1).normal(size=(2, 50, 3))
    assert cross(a, b).tobytes() == np.cross(a, b).tobytes()
