"""Convex hulls: their graph, their polygons, and boxes around triangles."""

import itertools
import subprocess
import sys

import mujoco
import numpy as np
import pytest

from model.asset_files import BOX, bumpy
from torsor.model.compile.mesh.hierarchy import hierarchy
from torsor.model.compile.mesh.hull import _computed, _listed, convex_hull, extrema, graph
from torsor.model.compile.mesh.polygons import outlines, polygons
from torsor.model.compile.mesh.qhull import qhull
from torsor.model.compile.mesh.surface import AssetError

DIRECTIONS = np.array(list(itertools.product((-1.0, 0.0, 1.0), repeat=3)))


def points(seed: int, count: int = 60) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(count, 3))


@pytest.mark.parametrize('seed', range(4))
def test_faces_look_outwards_and_enclose_all(seed):
    cloud = points(seed)
    hull = convex_hull(cloud)
    first = cloud[hull.faces[:, 0]]
    normals = np.cross(cloud[hull.faces[:, 1]] - first, cloud[hull.faces[:, 2]] - first)
    above = np.einsum('fj,fpj->fp', normals, cloud[None] - first[:, None])
    assert above.max() < 1e-12
    assert set(hull.faces.ravel()) == set(hull.vertices)


@pytest.mark.parametrize('seed', range(4))
def test_neighbours_in_the_graph_are_the_edges_of_faces(seed):
    hull = convex_hull(points(seed))
    record = graph(hull)
    count, faces = record[:2]
    address, vertices = record[2:2 + count], record[2 + count:2 + 2 * count]
    edges = record[2 + 2 * count:2 + 2 * count + count + 3 * faces]
    found = set()
    for start, place in enumerate(address):
        while edges[place] >= 0:
            found.add((vertices[start], vertices[edges[place]]))
            place += 1
    assert found == {(face[i], face[j]) for face in hull.faces for i in range(3) for j in range(3) if i != j}
    assert np.array_equal(record[-3 * faces:].reshape(-1, 3), hull.faces)


def test_the_farthest_vertices():
    cloud = points(5)
    hull = convex_hull(cloud)
    farthest = cloud[hull.vertices[extrema(cloud, hull)]]
    assert np.einsum('dj,dj->d', farthest, DIRECTIONS) == pytest.approx((cloud @ DIRECTIONS.T).max(axis=0), abs=1e-6)


def test_of_equally_far_vertices_the_first_counts():
    cube = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
    hull = convex_hull(cube)
    heights = (cube[hull.vertices] @ DIRECTIONS.T).T
    assert extrema(cube, hull).tolist() == [row.tolist().index(row.max()) for row in heights]


def lattice(seed: int) -> np.ndarray:
    """Points on a coarse grid, whose hull has sides with many corners."""
    return np.unique(np.random.default_rng(seed).integers(-3, 4, size=(150, 3)), axis=0).astype(float)


@pytest.mark.parametrize('cloud', [BOX, *map(lattice, range(8)), *(points(seed) for seed in range(3))])
def test_vertices_are_in_the_order_of_the_wheel(cloud):
    numbers = ' '.join(map(str, cloud.ravel()))
    m = mujoco.MjModel.from_xml_string(
        f'<mujoco><asset><mesh name="m" vertex="{numbers}"/></asset>'
        '<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>')
    count = m.mesh_graph[0]
    listed = m.mesh_graph[2 + count:2 + 2 * count]
    assert convex_hull(cloud.astype(np.float32).astype(float)).vertices.tolist() == listed.tolist()


@pytest.mark.parametrize('cloud', [BOX, points(3)])
def test_the_same_hull_without_the_list_of_qhull(cloud, monkeypatch):
    exact = convex_hull(cloud)
    monkeypatch.delattr(qhull(), '_Qhull')
    found = convex_hull(cloud)
    assert np.array_equal(found.faces, exact.faces)
    assert sorted(found.vertices) == sorted(exact.vertices)


def test_a_limit_on_vertices():
    assert len(convex_hull(points(1), 7).vertices) == 7


@pytest.mark.parametrize('flat', [BOX * [1, 1, 0], BOX * [1, 0, 0], BOX * 0])
def test_what_has_no_hull(flat):
    with pytest.raises(AssetError, match='no convex hull'):
        convex_hull(flat)


def test_polygons_of_a_box_are_its_sides():
    hull = convex_hull(BOX)
    found = polygons(BOX, outlines(BOX, hull.faces))
    assert found.counts.tolist() == [4] * 6
    assert found.counts_at_vertex.tolist() == [3] * 8
    assert sorted(map(tuple, found.normals.round(12).tolist())) == sorted(
        tuple(sign * row) for row in np.eye(3) for sign in (-1, 1))  # fmt: skip


@pytest.mark.parametrize('seed', range(3))
def test_polygons_cover_the_hull(seed):
    """Around each of them the corners turn to the left; together they have the area of the triangles."""
    cloud = points(seed, 300)
    hull = convex_hull(cloud)
    found = polygons(cloud, outlines(cloud, hull.faces))
    starts = np.cumsum(found.counts) - found.counts
    area = 0.0
    for start, count, normal in zip(starts, found.counts, found.normals, strict=True):
        corners = cloud[found.vertices[start:start + count]]
        fan = np.cross(corners[1:-1] - corners[0], corners[2:] - corners[0])
        area += fan.sum(axis=0) @ normal / 2
        assert np.linalg.norm(normal) == pytest.approx(1)
    assert area == pytest.approx(_area(cloud[hull.faces]), rel=1e-3)


def _area(corners: np.ndarray) -> float:
    return np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1).sum() / 2


@pytest.mark.parametrize('count', [4, 5, 60, 333])
def test_boxes_hold_what_is_below_them(count):
    vertices, faces = bumpy(count, count)
    tree = hierarchy(vertices.astype(float), faces)
    assert sorted(tree.triangle[tree.triangle >= 0]) == list(range(len(faces)))
    for node, (children, triangle, box) in enumerate(zip(tree.children, tree.triangle, tree.boxes, strict=True)):
        lower, upper = box[:3] - box[3:] - 1e-12, box[:3] + box[3:] + 1e-12
        if triangle >= 0:
            assert (vertices[faces[triangle]] >= lower).all()
            assert (vertices[faces[triangle]] <= upper).all()
        for child in children[children >= 0]:
            assert tree.depth[child] == tree.depth[node] + 1
            inner = tree.boxes[child]
            assert (inner[:3] - inner[3:] >= lower).all()
            assert (inner[:3] + inner[3:] <= upper).all()


@pytest.mark.parametrize('most', [8, 12, 20])
def test_hulls_with_few_vertices_of_points_in_a_plane(most):
    """Of such a hull Qhull draws no diagram that would tell the order of its vertices: it ends the process."""
    program = f"""
import numpy as np
from torsor.model.compile.mesh.hull import convex_hull
angle = np.pi * np.arange(12) / 6
hull = convex_hull(np.array([(np.cos(a), np.sin(a), z) for a in angle for z in (-1.0, 0.0, 1.0)]), {most})
print(len(hull.vertices), set(hull.vertices.tolist()) == set(hull.faces.ravel().tolist()))
"""
    result = subprocess.run([sys.executable, '-c', program], capture_output=True, check=True, text=True)
    assert result.stdout.split() == [str(most), 'True']


@pytest.mark.parametrize('seed', range(20))
def test_asking_for_little_of_a_diagram_changes_no_hull(seed):
    """Points on a grid, with many of them in one plane, and the first inside of the hull at times."""
    random = np.random.default_rng(seed)
    cloud = random.integers(0, 4, (random.integers(8, 90), 3)) + 1e-9 * (seed % 2) * random.normal(size=3)
    cloud = cloud[random.permutation(len(cloud))].astype(float)
    results = []
    for options in ('Qt', 'Qt QV0'):
        facets, planes, record = _computed(qhull(), cloud, options)
        results.append((facets, planes, _listed(record, np.array(sorted(set(facets.ravel().tolist()))))))
    assert all(np.array_equal(one, other) for one, other in zip(*results, strict=True))
