"""Edges, boundaries and layers of the elements of a flex: lines, triangles or tetrahedra."""

import numpy as np

# corners at the ends of the edges of an element, and corners of its sides as seen from outside, by dimension
EDGES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 1),),
    2: ((1, 2), (2, 0), (0, 1)),
    3: ((0, 1), (1, 2), (2, 0), (2, 3), (0, 3), (1, 3)),
}
SIDES: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((0,), (1,)),
    2: ((0, 1), (1, 2), (2, 0)),
    3: ((0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)),
}


def edges_of(elements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All edges (n, 2), lower vertex first, in the order in which elements have them; and the edges of each element."""
    ends = np.sort(elements[:, np.array(EDGES[elements.shape[1] - 1])], axis=-1)
    keys, first, inverse = np.unique(ends.reshape(-1, 2), axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    numbers = np.empty_like(order)
    numbers[order] = np.arange(len(order))
    return keys[order], numbers[inverse.ravel()].reshape(len(elements), -1)


def boundary(elements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sides that belong to one element only, sorted by their vertices; and whether each element has such a side."""
    sides = elements[:, np.array(SIDES[elements.shape[1] - 1])]
    flat = sides.reshape(-1, sides.shape[-1])
    _, first, count = np.unique(np.sort(flat, axis=1), axis=0, return_index=True, return_counts=True)
    alone = first[count == 1]
    outside = np.zeros(len(elements), dtype=bool)
    outside[alone // sides.shape[1]] = True
    return flat[alone], outside


def layers(elements: np.ndarray, outside: np.ndarray) -> np.ndarray:
    """How many tetrahedra lie between each and the boundary, from side to side; 0 for all that are none."""
    layer = np.zeros(len(elements), dtype=np.int32)
    if elements.shape[1] < 4:
        return layer
    first, second = _neighbours(elements)
    layer[~outside] = -1
    depth = 0
    while (layer < 0).any():
        reached = np.concatenate([second[layer[first] == depth], first[layer[second] == depth]])
        new = reached[layer[reached] < 0]
        if not len(new):
            break
        depth += 1
        layer[new] = depth
    return layer


def _neighbours(elements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of tetrahedra with a side in common."""
    sides = np.sort(elements[:, np.array(SIDES[3])], axis=-1).reshape(-1, 3)
    order = np.lexsort(sides.T)
    same = (sides[order[1:]] == sides[order[:-1]]).all(axis=1)
    return order[:-1][same] // 4, order[1:][same] // 4


def flaps(elements: np.ndarray, edges: np.ndarray, element_edges: np.ndarray) -> np.ndarray:
    """The vertices (n, 2) of triangles opposite to each edge; -1 where there is no second triangle."""
    opposite = np.full((len(edges), 2), -1, dtype=np.int32)
    for triangle, its_edges in zip(elements.tolist(), element_edges.tolist()):
        for corner, edge in zip(triangle, its_edges):  # corner i is opposite to edge i
            place = 0 if opposite[edge, 0] < 0 else 1
            opposite[edge, place] = corner
    return opposite


def outwards(elements: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Tetrahedra with their corners in the order in which sides are seen from outside."""
    if elements.shape[1] < 4:
        return elements
    a, b, c, d = (points[elements[:, corner]] for corner in range(4))
    inside_out = np.einsum('ij,ij->i', np.cross(b - a, c - a), d - a) > 0
    return np.where(inside_out[:, None], elements[:, [0, 2, 1, 3]], elements)
