"""Flat sides of hulls, against sets of edges."""

import numpy as np
import pytest

from torsor.jit.stage import Stages
from torsor.model.compile.mesh.hull import convex_hull
from torsor.model.compile.mesh.polygons import Loops, mirrored, outlines

pytestmark = pytest.mark.python_mode
sides = Stages('model.native.sides')


def prism(corners: int) -> np.ndarray:
    angle = 2 * np.pi * np.arange(corners) / corners
    return np.array([(np.cos(a), np.sin(a), z) for a in angle for z in (-1.0, 1.0)])


@pytest.mark.parametrize('corners', [3, 4, 7, 40])
def test_a_prism_has_its_sides(corners):
    points = prism(corners)
    loops = outlines(points, convex_hull(points).faces)
    polygons = np.split(loops.vertices, np.cumsum(loops.counts)[:-1])
    assert sorted(loops.counts.tolist()) == sorted([4] * corners + [corners] * 2)
    for loop in polygons:
        flat = points[loop]
        normal = np.cross(flat[1] - flat[0], flat[2] - flat[1])
        assert np.allclose((flat - flat[0]) @ normal, 0)
        assert ((points - flat[0]) @ normal < 1e-9).all()  # counterclockwise, seen from outside


def test_nodes_find_the_first_of_their_group():
    rng = np.random.default_rng(0)
    one, other = rng.integers(0, 60, (2, 40))
    first = np.empty(60, np.int64)
    sides.connect(one, other, first)
    groups = {i: {i} for i in range(60)}
    for a, b in zip(one.tolist(), other.tolist()):
        joined = groups[a] | groups[b]
        groups |= dict.fromkeys(joined, joined)
    assert first.tolist() == [min(groups[i]) for i in range(60)]


def loops_of(faces: list[list[int]], side: list[int]) -> list[list[int]]:
    triangles, group = np.array(faces, np.int32), np.array(side)
    starts, ends = triangles.ravel().astype(np.int64), triangles[:, [1, 2, 0]].ravel()
    keys = 1000 * np.minimum(starts, ends) + np.maximum(starts, ends)
    edges = np.argsort(keys, kind='stable')
    border, after = np.empty(len(keys), np.uint8), np.full(100, -1, np.int32)
    sides.mark_borders(edges, keys[edges], triangles.ravel(), group, border)
    vertices, counts = np.empty(len(keys), np.int32), np.empty(len(faces), np.int32)
    number = sides.follow_borders(triangles, np.arange(len(faces)), group, border, after, vertices, counts)
    assert (after == -1).all()
    return [part.tolist() for part in np.split(vertices, np.cumsum(counts[:number]))[:number]]


def test_outlines():
    square = [[0, 1, 2], [0, 2, 3]]
    assert loops_of(square, [0, 0]) == [[0, 1, 2, 3]]
    assert loops_of(square, [0, 1]) == square
    ring = [[0, 1, 4], [4, 1, 5], [1, 2, 5], [5, 2, 6], [2, 3, 6], [6, 3, 7], [3, 0, 7], [7, 0, 4]]
    assert loops_of(ring, [0] * 8) == ring  # two loops are no outline
    bow = [[0, 1, 2], [0, 3, 4]]
    assert loops_of(bow, [5, 5]) == bow  # which touch in a vertex
    closed = [[0, 1, 2], [0, 2, 1]]
    assert loops_of(closed, [0, 0]) == closed  # without any border


def test_the_image_of_a_loop_starts_with_the_same_vertex():
    vertices, counts = mirrored(Loops(np.array([5, 6, 7, 1, 2, 3, 4]), np.array([3, 4])))
    assert vertices.tolist() == [5, 7, 6, 1, 4, 3, 2]
    assert counts.tolist() == [3, 4]
