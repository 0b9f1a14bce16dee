"""The convex hull of a mesh, and the graph of its edges on which collision detection walks from vertex to vertex.

Qhull, through SciPy, makes the hull. A facet of Qhull has its vertices in the order of their age, youngest first.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ....jit.stage import Stages
from .qhull import qhull
from .surface import AssetError

hulls = Stages('model.native.hulls')

NO_GRAPH, NO_EXTREMA = np.zeros(0, dtype=np.int64), np.zeros(27, dtype=np.int64)


@dataclass(eq=False, repr=False)
class Hull:
    """Triangles of a convex hull, which look outwards, and its vertices in Qhull's order; both index the mesh."""

    faces: np.ndarray  # (n, 3)
    vertices: np.ndarray
    facets: np.ndarray  # the triangles as Qhull has them, youngest vertex first


def convex_hull(points: np.ndarray, most_vertices: int = -1) -> Hull:
    """The hull of `points`, with at most so many vertices if that is positive."""
    module = qhull()
    options = 'Qt QV0' if most_vertices < 0 else f'Qt Q9 TA{most_vertices - 4}'
    try:
        facets, planes, record = _computed(module, points, options)
    except (module.QhullError, ValueError) as error:
        raise AssetError(f'there is no convex hull ({_reason(str(error))}); are the vertices coplanar?') from None
    faces = np.empty_like(facets)
    hulls.turn_outwards(points, facets, planes, faces)
    divided = hulls.first_divided(planes)
    vertices = _vertex_order(facets, divided, len(points))
    if divided < len(facets) and most_vertices < 0:
        vertices = _listed(record, vertices)
    return Hull(faces, vertices, facets)


def _computed(module, points: np.ndarray, options: str) -> tuple[np.ndarray, np.ndarray, Any]:
    """Triangles of the hull, their planes, and Qhull's own record, if there is a way to get at it.

    What SciPy offers takes longer: it goes on to areas and volumes, and imports masked arrays.
    """
    try:
        record = module._Qhull(b'i', points, options.encode(), required_options=b'Qt', incremental=True)
        triangles, _, planes, *_ = record.get_simplex_facet_array()
        return triangles, planes, record
    except (AttributeError, TypeError):  # in another version of SciPy
        found = module.ConvexHull(points, qhull_options=options)
        return found.simplices, found.equations, None


def _reason(message: str) -> str:
    """Qhull's first line, without its code."""
    return message.strip().partition('\n')[0].partition(' ')[2] or 'Qhull gave up'


def _listed(record: Any, vertices: np.ndarray) -> np.ndarray:
    """The vertices in the order of Qhull's list, which it goes through to make regions of a Voronoi diagram.

    That is how dividing facets left it, which nothing else tells. SciPy offers diagrams of Voronoi's class only: where
    the hull has none, the order stays, in which a few vertices may have changed places. With the option QV0, facets at
    the first point are those that are asked for: the others have no part in the diagram, which takes half of its time.

    Of a hull that may have been stopped early nobody must ask for one: Qhull can end the process over it.

    SciPy reads three numbers of each centre of such a diagram, where that of a hull in space has two. Qhull gives out
    memory in blocks of a few sizes, and the smallest that holds two numbers is that of a normal, which holds three: the
    third, which nobody looks at here, is in the centre's own block.
    """
    try:
        *_, region = record.get_voronoi_diagram()
    except (AttributeError, TypeError, RuntimeError):
        return vertices
    return vertices[np.argsort(region[vertices], kind='stable')]


def _vertex_order(facets: np.ndarray, divided: int, points: int) -> np.ndarray:
    """The order of Qhull's list of vertices, to whose end a vertex moves when a facet is made of it.

    Each point that joins the hull makes a batch of facets, of which it is the youngest vertex. Facets are in the order
    in which they were made, and a batch that made a vertex move is complete around it, or a later one would have made
    it move. So a vertex stands where the batch of its youngest facet mentioned it first. At last, facets with more
    than three vertices are divided, all in one batch; the triangles of one facet keep its plane.
    """
    if len(facets) == 4:  # nothing has moved since the start; the last facet is the one without the oldest vertex
        last = facets[3].tolist()
        return np.array([*last, *set(facets.ravel().tolist()) - set(last)], np.int32)
    vertices = np.empty(points, np.int32)
    return vertices[: hulls.list_vertices(facets, divided, np.empty(points, np.int32), vertices)]


def graph(hull: Hull) -> np.ndarray:
    """The record of a hull in mesh_graph.

    Counts of vertices and faces; for each vertex where its edges start, and which vertex of the mesh it is; the other
    ends of the edges, in the order of facets, ended by -1; the faces.
    """
    count, ends = len(hull.vertices), 6 * len(hull.facets)  # every facet tells each vertex of the two others
    local, seen = np.empty(hull.facets.max() + 1, np.int32), np.empty(count, np.int32)
    starts, told = np.empty(count + 1, np.int32), np.empty(ends, np.int32)
    address, edges = np.empty(count, np.int32), np.empty(ends + count, np.int32)
    used = hulls.link_vertices(hull.facets, hull.vertices, local, starts, told, seen, address, edges)
    counts = np.array([count, len(hull.faces)], np.int32)
    return np.concatenate([counts, address, hull.vertices, edges[:used], hull.faces.ravel()])


def extrema(points: np.ndarray, hull: Hull) -> np.ndarray:
    """For each of 27 directions the place in `hull.vertices` of the vertex that is farthest, the first of equals."""
    found = np.zeros(27, np.int32)
    hulls.find_extrema(points, hull.vertices, found)
    return found
