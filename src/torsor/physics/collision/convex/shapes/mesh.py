"""The mesh: the convex hull of its vertices. Its functions are stages, as models without meshes never need them.

How its farthest vertex is found is in search.py. Its faces are polygons of any number of corners.
"""

from .....jit import helper, stage
from .....jit.values import ZERO
from ....common.mesh import vertex
from ..scratch import PAIR
from ..touch import MOST_CORNERS, MOST_FACES, POLYGON, add_face, code_of, distinct_corners, to_world
from .search import farthest
from .shape import Shape


@helper
def core(size):
    return ZERO, 0.0


@stage
def mesh_along(m, d, pair: PAIR, side: int):
    """pair.corner: the vertex farthest along pair.local; pair.vertex: its number."""
    pair.corner = farthest(m, d, pair, side, pair.local)


@helper
def along(m, d, pair, side, radius, way):
    pair.local = way
    mesh_along(m, d, pair, side)
    return pair.corner


@helper
def middle_along(m, d, pair, side, size, way):
    pair.local = way
    mesh_along(m, d, pair, side)
    return pair.corner


@helper
def code(pair, side, way):
    return pair.vertex[side]


# ---- faces at the contact ----
@helper
def has_vertex(m, mesh, polygon, i):
    """Whether a polygon is one of those at a vertex."""
    at = m.mesh_vertadr[mesh] + i
    for k in range(m.mesh_polymapadr[at], m.mesh_polymapadr[at] + m.mesh_polymapnum[at]):
        if m.mesh_polymap[k] == polygon:
            return True
    return False


@stage
def mesh_faces(m, d, pair: PAIR, side: int):
    """List the polygons that have all vertices of the contact: two for an edge, one for three vertices."""
    mesh, distinct = m.geom_dataid[pair.geom[side]], distinct_corners(pair, side)
    first, second, third = code_of(pair, side, 0), code_of(pair, side, 1), code_of(pair, side, 2)
    at, most = m.mesh_vertadr[mesh] + first, MOST_FACES if distinct == 1 else 4 - distinct
    for k in range(m.mesh_polymapadr[at], m.mesh_polymapadr[at] + m.mesh_polymapnum[at]):
        polygon = m.mesh_polymap[k]
        if pair.face_num[side] < most and has_vertex(m, mesh, polygon, second) and has_vertex(m, mesh, polygon, third):
            normal = pair.turn[side] @ m.mesh_polynormal[m.mesh_polyadr[mesh] + polygon]
            add_face(pair, side, polygon, normal)


@helper
def faces(m, d, pair, side):
    mesh_faces(m, d, pair, side)


@stage
def mesh_lay_face(m, d, pair: PAIR, side: int, face: int, start: int) -> int:
    """Write the corners of a polygon to pair.outline, clockwise from outside; how many."""
    mesh = m.geom_dataid[pair.geom[side]]
    polygon = m.mesh_polyadr[mesh] + face
    count = min(m.mesh_polyvertnum[polygon], MOST_CORNERS)
    last = m.mesh_polyvertadr[polygon] + count - 1
    for i in range(count):
        pair.outline[start + i] = to_world(d, pair, side, vertex(m, mesh, m.mesh_polyvert[last - i]))
    return count


@helper
def lay_face(m, d, pair, side, face, start):
    return mesh_lay_face(m, d, pair, side, face, start)


# ---- edges at the contact ----
@stage
def mesh_edges(m, d, pair: PAIR, side: int) -> int:
    """pair.edge: ends of the edges from the one vertex of the contact, or the one between two; how many."""
    mesh, count = m.geom_dataid[pair.geom[side]], 0
    first, distinct = code_of(pair, side, 0), distinct_corners(pair, side)
    if distinct == 1:
        at = m.mesh_vertadr[mesh] + first
        for k in range(m.mesh_polymapadr[at], m.mesh_polymapadr[at] + m.mesh_polymapnum[at]):
            polygon = m.mesh_polyadr[mesh] + m.mesh_polymap[k]
            start, corners = m.mesh_polyvertadr[polygon], m.mesh_polyvertnum[polygon]
            for i in range(corners):
                if m.mesh_polyvert[start + i] == first and count < MOST_FACES:
                    pair.edge[MOST_FACES * side + count] = m.mesh_polyvert[start + (i - 1 if i > 0 else corners - 1)]
                    count += 1
    elif distinct == 2:
        second = code_of(pair, side, 1)
        pair.edge[MOST_FACES * side] = second if second != first else code_of(pair, side, 2)
        count = 1
    return count


@helper
def edge_number(m, d, pair, side):
    return mesh_edges(m, d, pair, side)


@stage
def mesh_lay_edge(m, d, pair: PAIR, side: int, k: int):
    """Make the polygon edge k of those at the contact."""
    mesh = m.geom_dataid[pair.geom[side]]
    end = pair.edge[MOST_FACES * side + k]
    pair.outline[POLYGON] = to_world(d, pair, side, vertex(m, mesh, code_of(pair, side, 0)))
    pair.outline[POLYGON + 1] = to_world(d, pair, side, vertex(m, mesh, end))


@helper
def lay_edge(m, d, pair, side, k):
    mesh_lay_edge(m, d, pair, side, k)


SHAPE = Shape(along, middle_along, core, code=code, faces=faces, lay_face=lay_face, edge_number=edge_number,
              lay_edge=lay_edge, angular=True)
