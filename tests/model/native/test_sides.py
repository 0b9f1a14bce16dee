"""Flat sides of hulls, against sets of edges."""

import numpy as np
import pytest

from torsor.jit.stage import Stages
from torsor.model.compile.mesh.hull import convex_hull
from torsor.model.compile.mesh.polygons import Loops, mirrored, outlines, polygons

pytestmark = pytest.mark.python_mode
sides = Stages('model.native.sides')


def prism(corners: int) -> np.ndarray:
    angle = 2 * np.pi * np.arange(corners) / corners
    return np.array([(np.cos(a), np.sin(a), z) for a in angle for z in (-1.0, 1.0)])


@pytest.mark.parametrize('corners', [3, 4, 7, 40])
def test_a_prism_has_its_sides(corners):
    points = prism(corners)
    loops = outlines(points, convex_hull(points).faces)
    corners_of_sides = np.split(loops.vertices, np.cumsum(loops.counts)[:-1])
    assert sorted(loops.counts.tolist()) == sorted([4] * corners + [corners] * 2)
    for loop in corners_of_sides:
        flat = points[loop]
        normal = np.cross(flat[1] - flat[0], flat[2] - flat[1])
        assert np.allclose((flat - flat[0]) @ normal, 0)
        assert ((points - flat[0]) @ normal < 1e-9).all()  # counterclockwise, seen from outside


def sides_of(faces: np.ndarray, looks: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """The first face of the side of each face, and which edges are at its border; faces look in numbered directions."""
    directions = np.stack([looks, np.zeros(len(looks))], axis=1)
    side, border = np.empty(len(faces), np.int32), np.empty(3 * len(faces), np.uint8)
    rooms = *np.empty((3, faces.max() + 1), np.int32), *np.empty((2, 3 * len(faces)), np.int32)
    sides.find_sides(faces, directions, *rooms, side, border)
    return side, border


@pytest.mark.parametrize('looks', [1, 2, 5])
def test_sides_are_what_shared_edges_connect(looks):
    rng = np.random.default_rng(looks)
    faces = convex_hull(rng.normal(size=(60, 3))).faces
    directions = rng.integers(0, looks, len(faces)).tolist()
    side, border = sides_of(faces, directions)
    edges = [(face[k], face[(k + 1) % 3]) for face in faces.tolist() for k in range(3)]
    across = [edges.index((end, start)) // 3 for start, end in edges]
    groups = {face: {face} for face in range(len(faces))}
    for edge, other in enumerate(across):
        if directions[edge // 3] == directions[other]:
            joined = groups[edge // 3] | groups[other]
            groups |= dict.fromkeys(joined, joined)
    assert side.tolist() == [min(groups[face]) for face in range(len(faces))]
    assert border.tolist() == [int(side[edge // 3] != side[other]) for edge, other in enumerate(across)]


def test_directions_are_angles_in_whole_steps_and_are_numbered():
    rng = np.random.default_rng(0)
    points = np.concatenate([np.eye(3), -np.eye(3), rng.normal(size=(30, 3))])
    upright = [[0, 1, 3], [1, 0, 3], [0, 0, 0]]  # which look up and down, and nowhere
    faces = np.array([*upright, *rng.integers(0, 8, (50, 3)), *rng.integers(0, len(points), (50, 3))], np.int32)
    directions, (number, first) = np.empty((len(faces), 2)), np.empty((2, len(faces)), np.int32)
    count = sides.find_directions(points, faces, np.empty(128, np.int32), directions, number, first)
    p, q, r = points[faces].transpose(1, 0, 2)
    normals = np.cross(q - p, r - p)
    length = np.linalg.norm(normals, axis=1)[:, None]
    x, y, z = (normals / np.where(length > 0, length, 1)).T + 0.0
    longitude = np.where(np.abs(z) > 1 - 1e-7, 0.0, np.arctan2(y, x))
    assert np.array_equal(directions, np.rint(100 * np.stack([np.arccos(z), longitude], axis=1)))
    assert directions[:3].tolist() == [[0, 0], [314, 0], [157, 0]]
    pairs = [tuple(pair) for pair in directions.tolist()]
    oldest = list(dict.fromkeys(pairs))
    assert 1 < len(oldest) < len(faces)
    assert [pairs[face] for face in first[:count]] == oldest
    assert number.tolist() == [oldest.index(pair) for pair in pairs]


@pytest.mark.parametrize('count', [1, 2, 7, 300])
def test_faces_by_place_of_their_direction_and_by_side(count):
    rng = np.random.default_rng(count)
    place, side = rng.integers(0, count, (2, count)).astype(np.int32)
    before, order = np.empty((2, count), np.int32)
    sides.order_faces(place, side, np.empty(count + 1, np.int32), before, order)
    assert order.tolist() == np.lexsort([side, place]).tolist()


def test_polygons_have_normals_and_meet_at_vertices():
    points = prism(5)
    measured = polygons(points, outlines(points, convex_hull(points).faces))
    loops = [part.tolist() for part in np.split(measured.vertices, np.cumsum(measured.counts)[:-1])]
    for loop, normal in zip(loops, measured.normals, strict=True):
        flat = points[loop]
        expected = np.cross(flat[1] - flat[0], flat[2] - flat[1])
        assert np.allclose(normal, expected / np.linalg.norm(expected), atol=1e-12)
    at = [[i for i, loop in enumerate(loops) if vertex in loop] for vertex in range(len(points))]
    assert measured.at_vertex.tolist() == [polygon for polygons_here in at for polygon in polygons_here]
    assert measured.counts_at_vertex.tolist() == [len(polygons_here) for polygons_here in at]


def test_a_polygon_without_area_has_no_normal():
    measured = polygons(np.zeros((3, 3)), Loops(np.arange(3, dtype=np.int32), np.array([3], np.int32)))
    assert measured.normals.tolist() == [[0, 0, 0]]


def loops_of(faces: list[list[int]], looks: list[int]) -> list[list[int]]:
    triangles, after = np.array(faces, np.int32), np.full(100, -1, np.int32)
    _, border = sides_of(triangles, looks)
    vertices, counts = np.empty(3 * len(faces), np.int32), np.empty(len(faces), np.int32)
    group = np.array(looks, np.int32)
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
