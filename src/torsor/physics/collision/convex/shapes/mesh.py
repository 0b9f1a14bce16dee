"""The mesh: the convex hull of its vertices. Its functions are stages, as models without meshes never need them.

The hull is a graph in mesh_graph: the numbers of its vertices and triangles, for each vertex the start of its list of
neighbours and its number in the mesh, then these lists, each ended by -1. Its faces are polygons of any number of
corners.
"""

import math

from .....jit import helper, stage
from .....jit.formula import formula
from .....jit.lanes import maximum, minimum, where
from .....jit.neighbours import WIDTH, counting_up, set_side_by_side, side_by_side
from .....jit.values import ZERO, dot
from ....common.mesh import vertex
from ...fields import CUBE, SQUARES
from ..scratch import PAIR
from ..touch import MOST_CORNERS, MOST_FACES, POLYGON, add_face, code_of, distinct_corners, to_world
from .shape import Shape

FEW = 10  # vertices below which all are tried
AT_ONCE = 64  # vertices of a hull up to which all are tried too, eight at a time, where that gives the same
MANY = 100  # vertices of a hull from which on a search should start close to where it will end
CLOSE = 1e-6  # relative difference of heights below which vertices count as equally far: they have single precision
TILTED = 0.4  # component of a unit vector above which it counts for the choice of the first vertex


@helper
def core(size):
    return ZERO, 0.0


# ---- the farthest vertex ----
@helper
def farthest_of_all(m, mesh, way, last):
    """The vertex that is farthest along `way`; of equals the last that was found, else the first."""
    best, farthest = last, dot(way, vertex(m, mesh, last))
    for i in range(m.mesh_vertnum[mesh]):
        height = dot(way, vertex(m, mesh, i))
        if height > farthest:
            best, farthest = i, height
    return best


@helper
def third(x):
    """On which side a component of a direction is, 0 to 2; 1 if on neither."""
    return 2 if x > TILTED else 0 if x < -TILTED else 1


@helper
def hull_height(m, mesh, way, i):
    """How far vertex i of the hull is along `way`."""
    graph = m.mesh_graphadr[mesh]
    return dot(way, vertex(m, mesh, m.mesh_graph[graph + 2 + m.mesh_graph[graph] + i]))


@helper
def height_of(m, pair, mesh, way, i, listed):
    """The same, from pair.heights if all are listed there."""
    return pair.heights[i] if listed else hull_height(m, mesh, way, i)


@helper
def climb(m, pair, mesh, way, here, farthest, listed):
    """From neighbour to highest neighbour, from a vertex of the hull at this height; how far the next best there is."""
    graph = m.mesh_graphadr[mesh]
    starts = graph + 2
    neighbours = starts + 2 * m.mesh_graph[graph]
    before, next_best = -1, farthest
    while here != before:
        before, at, next_best = here, neighbours + m.mesh_graph[starts + here], -math.inf
        while m.mesh_graph[at] >= 0:
            height = height_of(m, pair, mesh, way, m.mesh_graph[at], listed)
            next_best = maximum(next_best, height)
            if height > farthest:
                here, farthest = m.mesh_graph[at], height
            at += 1
    return here, farthest, next_best


@helper
def farther_start(m, pair, mesh, way, last, listed):
    """The last vertex that was found, or the farthest along one of 27 directions if that is farther; how far it is."""
    start = m.mesh_extrema[mesh, 9 * third(way.x) + 3 * third(way.y) + third(way.z)]
    here = last if last >= 0 else start
    farthest, height = height_of(m, pair, mesh, way, here, listed), height_of(m, pair, mesh, way, start, listed)
    return (start, height) if height > farthest else (here, farthest)


@helper
def square(way):
    """In which square of a cube around the origin a direction is."""
    x, y, z = abs(way.x), abs(way.y), abs(way.z)
    side, largest, u, v = 4 + (way.z < 0.0), z, way.x, way.y
    if x >= y and x >= z:
        side, largest, u, v = 0 + (way.x < 0.0), x, way.y, way.z
    elif y >= z:
        side, largest, u, v = 2 + (way.y < 0.0), y, way.x, way.z
    half, last = 0.5 * SQUARES / largest, SQUARES - 1.0  # 0 comes second, as the answer to what is not a number
    row = int(minimum(maximum(half * (u + largest), 0.0), last))
    column = int(minimum(maximum(half * (v + largest), 0.0), last))
    return (side * SQUARES + row) * SQUARES + column


@helper
def farthest_uphill(m, d, pair, mesh, way, last):
    """The vertex of the hull that is farthest along `way`.

    If there are many the search starts where the last one in about this direction ended, and again without that if a
    neighbour is as far as what was found: of several such vertices the start decides which is found.
    """
    count = m.mesh_graph[m.mesh_graphadr[mesh]]
    many = count >= MANY
    at = mesh * CUBE + square(way) if many else 0
    guess = d.work.hull_start[at] - 1 if many else -1
    if guess >= count:  # from another model that the data was used with
        guess = -1
    while True:
        here, farthest = guess, -math.inf
        if guess < 0:
            here, farthest = farther_start(m, pair, mesh, way, last, False)
        else:
            farthest = hull_height(m, mesh, way, guess)
        here, farthest, next_best = climb(m, pair, mesh, way, here, farthest, False)
        if guess < 0 or next_best < farthest - CLOSE * abs(farthest):
            break
        guess = -1
    if many:
        d.work.hull_start[at] = here + 1
    return here


@helper
def list_vertices(m, pair, side, mesh, count):
    """pair.listed_x, listed_y, listed_z: the vertices of a hull, column by column."""
    names = m.mesh_graphadr[mesh] + 2 + count
    start, end = AT_ONCE * side, AT_ONCE * side + (count + WIDTH - 1) // WIDTH * WIDTH
    for i in range(count):
        point = vertex(m, mesh, m.mesh_graph[names + i])
        pair.listed_x[start + i], pair.listed_y[start + i], pair.listed_z[start + i] = point.x, point.y, point.z
    for i in range(start + count, end):
        pair.listed_x[i], pair.listed_y[i], pair.listed_z[i] = math.nan, 0.0, 0.0  # which is nowhere far


@formula
def larger(a, b):
    return where(a > b, a, b)


@helper
def highest_listed(pair, side, way, count):
    """pair.heights: how far each listed vertex is along `way`; how far the farthest is."""
    start, high = AT_ONCE * side, counting_up() * 0.0 - math.inf
    for i in range(0, count, WIDTH):
        place = start + i
        height = (side_by_side(pair.listed_x, place) * way.x + side_by_side(pair.listed_y, place) * way.y
                  + side_by_side(pair.listed_z, place) * way.z)
        set_side_by_side(pair.heights, i, height)
        high = larger(height, high)
    set_side_by_side(pair.eighth, 0, high)
    return larger(larger(larger(pair.eighth[0], pair.eighth[1]), larger(pair.eighth[2], pair.eighth[3])),
                  larger(larger(pair.eighth[4], pair.eighth[5]), larger(pair.eighth[6], pair.eighth[7])))


@helper
def only_listed(pair, count, limit):
    """The one listed vertex that is so far; -1 if there are more."""
    total = counting_up() * 0.0
    for i in range(0, count, WIDTH):
        total = total + where(side_by_side(pair.heights, i) >= limit, counting_up() + float(i + AT_ONCE), 0.0)
    set_side_by_side(pair.eighth, 0, total)
    code = int(((pair.eighth[0] + pair.eighth[1]) + (pair.eighth[2] + pair.eighth[3]))
               + ((pair.eighth[4] + pair.eighth[5]) + (pair.eighth[6] + pair.eighth[7])))
    return code - AT_ONCE if code < 2 * AT_ONCE else -1


@helper
def farthest_in_hull(m, d, pair, side, mesh, way):
    """The vertex of the hull that is farthest along `way`: all are looked at if a pair asks more than once.

    Where others are as far, the search uphill decides between them.
    """
    count, last = m.mesh_graph[m.mesh_graphadr[mesh]], pair.hull_vertex[side]
    if count > AT_ONCE or pair.listed[side] == 0:
        pair.listed[side] = -1
        return farthest_uphill(m, d, pair, mesh, way, last)
    if pair.listed[side] < 0:
        list_vertices(m, pair, side, mesh, count)
        pair.listed[side] = 1
    top = highest_listed(pair, side, way, count)
    only = only_listed(pair, count, top - CLOSE * abs(top))
    if only >= 0:
        return only
    start, height = farther_start(m, pair, mesh, way, last, True)
    here, _, _ = climb(m, pair, mesh, way, start, height, True)
    return here


@helper
def farthest(m, d, pair, side, way):
    """The vertex farthest along `way`; pair.vertex: its number."""
    mesh = m.geom_dataid[pair.geom[side]]
    graph = m.mesh_graphadr[mesh]
    if m.mesh_vertnum[mesh] < FEW or graph < 0:
        best = farthest_of_all(m, mesh, way, pair.vertex[side])
    else:
        here = farthest_in_hull(m, d, pair, side, mesh, way)
        pair.hull_vertex[side], best = here, m.mesh_graph[graph + 2 + m.mesh_graph[graph] + here]
    pair.vertex[side] = best
    return vertex(m, mesh, best)


@stage
def mesh_along(m, d, pair: PAIR, side: int):
    """pair.corner: the vertex farthest along pair.local; pair.vertex: its number.

    Reads geom_dataid, mesh_vertadr, mesh_vertnum, mesh_graphadr, mesh_extrema, mesh_vert, mesh_graph of the model.
    Updates work.hull_start.
    """
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
    """List the polygons that have all vertices of the contact: two for an edge, one for three vertices.

    Reads geom_dataid, mesh_vertadr, mesh_polyadr, mesh_polynormal, mesh_polymapadr, mesh_polymapnum, mesh_polymap of
    the model.
    """
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
    """Write the corners of a polygon to pair.outline, clockwise from outside; how many.

    Reads geom_dataid, mesh_vertadr, mesh_vert, mesh_polyadr, mesh_polyvertadr, mesh_polyvertnum, mesh_polyvert of the
    model.
    """
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
    """pair.edge: ends of the edges from the one vertex of the contact, or the one between two; how many.

    Reads geom_dataid, mesh_vertadr, mesh_polyadr, mesh_polyvertadr, mesh_polyvertnum, mesh_polyvert, mesh_polymapadr,
    mesh_polymapnum, mesh_polymap of the model.
    """
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
    """Make the polygon edge k of those at the contact.

    Reads geom_dataid, mesh_vertadr, mesh_vert of the model.
    """
    mesh = m.geom_dataid[pair.geom[side]]
    end = pair.edge[MOST_FACES * side + k]
    pair.outline[POLYGON] = to_world(d, pair, side, vertex(m, mesh, code_of(pair, side, 0)))
    pair.outline[POLYGON + 1] = to_world(d, pair, side, vertex(m, mesh, end))


@helper
def lay_edge(m, d, pair, side, k):
    mesh_lay_edge(m, d, pair, side, k)


SHAPE = Shape(along, middle_along, core, code=code, faces=faces, lay_face=lay_face, edge_number=edge_number,
              lay_edge=lay_edge, angular=True)
