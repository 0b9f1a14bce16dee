"""Edges, boundaries and layers of random elements, counted one by one."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from torsor.model.compile.flex.order import elimination_order
from torsor.model.compile.flex.topology import boundary, edges_of, flaps, layers, outwards


def some_elements(dim: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    found = {tuple(sorted(rng.choice(12, dim + 1, replace=False).tolist())) for _ in range(20)}
    return np.array([rng.permutation(element) for element in sorted(found)])


@pytest.mark.parametrize('dim', [1, 2, 3])
def test_edges_are_all_pairs_of_corners(dim):
    elements = some_elements(dim, 0)
    edges, of_elements = edges_of(elements)
    assert {tuple(edge) for edge in edges.tolist()} == {
        tuple(sorted(pair)) for element in elements.tolist() for pair in combinations(element, 2)
    }  # fmt: skip
    for element, numbers in zip(elements.tolist(), of_elements):
        assert sorted(edges[numbers].tolist()) == sorted(sorted(pair) for pair in combinations(element, 2))


@pytest.mark.parametrize('dim', [1, 2, 3])
def test_the_boundary_has_sides_of_one_element(dim):
    elements = some_elements(dim, 1)
    shell, outside = boundary(elements)
    counts = Counter(frozenset(side) for element in elements.tolist() for side in combinations(element, dim))
    alone = {side for side, count in counts.items() if count == 1}
    assert {frozenset(side) for side in shell.tolist()} == alone
    expected = [any(frozenset(side) in alone for side in combinations(element, dim)) for element in elements.tolist()]
    assert outside.tolist() == expected


def test_sides_of_a_solid_are_seen_from_outside():
    rng = np.random.default_rng(2)
    points = rng.normal(size=(4, 3))
    for order in ((0, 1, 2, 3), (1, 0, 2, 3)):
        shell, _ = boundary(outwards(np.array([order]), points))
        for side in shell:
            a, b, c = points[side]
            assert np.dot(np.cross(b - a, c - a), points.mean(axis=0) - a) < 0


def test_layers_of_a_cube_go_inwards():
    from torsor.model.flexcomp.points import shape_cloud

    elements = shape_cloud('grid', 3, (5, 5, 5), (1.0, 1.0, 1.0)).elements
    _, outside = boundary(elements)
    layer = layers(elements, outside)
    assert (layer[outside] == 0).all()
    assert layer.max() >= 2
    near = {frozenset(pair) for pair in combinations(range(len(elements)), 2)
            if len(set(elements[pair[0]]) & set(elements[pair[1]])) == 3}  # fmt: skip
    assert max(abs(int(layer[a]) - int(layer[b])) for a, b in map(tuple, near)) == 1


def test_flaps_are_the_corners_opposite_to_an_edge():
    elements = np.array([(0, 1, 2), (2, 1, 3)])
    edges, of_elements = edges_of(elements)
    opposite = dict(zip(map(tuple, edges.tolist()), flaps(elements, edges, of_elements).tolist()))
    assert opposite[1, 2] == [0, 3]
    assert opposite[0, 1] == [2, -1]


def test_vertices_of_least_degree_are_eliminated_first():
    rng = np.random.default_rng(3)
    edges = [tuple(rng.choice(15, 2, replace=False).tolist()) for _ in range(30)]
    near = {vertex: set() for vertex in range(15)}
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    for vertex in reversed(elimination_order(range(15), edges)):
        assert len(near[vertex]) == min(map(len, near.values()))
        around = near.pop(vertex)
        for other in around:
            near[other] = (near[other] | around) - {other, vertex}
