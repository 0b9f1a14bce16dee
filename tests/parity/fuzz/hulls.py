"""Convex hulls of meshes: the same vertices, edges and polygons may stand in another order than the wheel's."""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

DIRECTIONS = np.array(list(product((-1, 0, 1), repeat=3)), np.float32)  # of faces, edges and corners of a cube
ORDERS = ('mesh_graph', 'mesh_extrema', 'mesh_polynormal', 'mesh_polyvert', 'mesh_polyvertadr', 'mesh_polyvertnum',
          'mesh_polymap', 'mesh_polymapadr', 'mesh_polymapnum')


def is_same_hull(m, rm) -> bool:
    """Whether two models have the same hulls, in whatever order."""
    return all(sorted(part(m)) == sorted(part(rm)) for part in PARTS)


def edges(m) -> Iterator[tuple[int, ...]]:
    """For each vertex of a hull: the mesh, the vertex, its neighbours."""
    for mesh, (record, count, _) in records(m):
        starts, ids, ends = (part.tolist() for part in (record[:count], record[count:2 * count], record[2 * count:]))
        for vertex, start in zip(ids, starts):
            yield mesh, vertex, *sorted(ids[end] for end in ends[start:ends.index(-1, start)])


def reach(m) -> Iterator[tuple[float, ...]]:
    """How far hulls reach along the directions whose farthest vertices are known."""
    for mesh, (record, count, first) in records(m):
        vertices = m.mesh_vert[first + record[count:2 * count][m.mesh_extrema[mesh]]]
        yield mesh, *np.einsum('ij,ij->i', vertices, DIRECTIONS).tolist()


def outlines(m) -> Iterator[tuple[int, ...]]:
    """For each polygon of a hull: the mesh, and its vertices from the smallest on."""
    for mesh, (start, count) in enumerate(zip(m.mesh_polyadr, m.mesh_polynum)):
        for first, number in zip(m.mesh_polyvertadr[start:start + count], m.mesh_polyvertnum[start:start + count]):
            loop = m.mesh_polyvert[first:first + number].tolist()
            least = loop.index(min(loop))
            yield mesh, *loop[least:], *loop[:least]


def records(m) -> Iterator[tuple[int, tuple[np.ndarray, int, int]]]:
    """For each mesh with a hull: its record behind the counts, its number of vertices, the first vertex of the mesh."""
    for mesh, start in enumerate(m.mesh_graphadr.tolist()):
        if start >= 0:
            vertices, faces = m.mesh_graph[start:start + 2].tolist()
            record = m.mesh_graph[start + 2:start + 2 + 3 * vertices + 6 * faces]
            yield mesh, (record, vertices, int(m.mesh_vertadr[mesh]))


PARTS: tuple[Callable, ...] = (edges, reach, outlines)
