"""The vertex of a mesh that is farthest in some direction.

The hull is a graph in mesh_graph: the numbers of its vertices and triangles, for each vertex the start of its list of
neighbours and its number in the mesh, then these lists, each ended by -1. MuJoCo goes uphill from neighbour to
neighbour, and which of several vertices that are equally far it ends at follows from where it starts. Few vertices are
listed instead, once for a pair and where they stand, and looked at eight at a time; only where several are equally far
the search uphill decides.
"""

import math

from .....jit import helper
from .....jit.bits import lowest_bit
from .....jit.lanes import each, maximum, minimum
from .....jit.neighbours import WIDTH, bits_where, largest, set_side_by_side, side_by_side
from .....jit.values import Vec3, dot
from ....common.mesh import vertex
from ...fields import CUBE, SQUARES

FEW = 10  # vertices below which MuJoCo tries all
AT_ONCE = 64  # vertices up to which they are listed
MANY = 100  # vertices of a hull from which on a search should start close to where it will end
CLOSE = 1e-6  # relative difference of heights below which vertices count as equally far: they have single precision
ROUNDING = 1e-12  # of where a mesh stands, in the heights of its vertices there
TILTED = 0.4  # component of a unit vector above which it counts for the choice of the first vertex


# ---- one vertex after the other ----
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
def climb(m, pair, mesh, way, here, farthest, top, listed):
    """From neighbour to highest neighbour, from a vertex of the hull at this height; how far the next best there is.

    Nothing is higher than `top`.
    """
    graph = m.mesh_graphadr[mesh]
    starts = graph + 2
    neighbours = starts + 2 * m.mesh_graph[graph]
    before, next_best = -1, farthest
    while here != before and farthest < top:
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
        here, farthest, next_best = climb(m, pair, mesh, way, here, farthest, math.inf, False)
        if guess < 0 or next_best < farthest - CLOSE * abs(farthest):
            break
        guess = -1
    if many:
        d.work.hull_start[at] = here + 1
    return here


@helper
def tries_all(m, mesh):
    """Whether MuJoCo tries all vertices of a mesh: if there are few, or no hull is known."""
    return m.mesh_vertnum[mesh] < FEW or m.mesh_graphadr[mesh] < 0


@helper
def farthest(m, d, pair, side, way):
    """The vertex farthest along `way`, in the frame of the mesh; pair.vertex: its number."""
    mesh = m.geom_dataid[pair.geom[side]]
    graph = m.mesh_graphadr[mesh]
    if tries_all(m, mesh):
        best = farthest_of_all(m, mesh, way, pair.vertex[side])
    else:
        here = farthest_uphill(m, d, pair, mesh, way, pair.hull_vertex[side])
        pair.hull_vertex[side], best = here, m.mesh_graph[graph + 2 + m.mesh_graph[graph] + here]
    pair.vertex[side] = best
    return vertex(m, mesh, best)


# ---- eight vertices at a time ----
@helper
def listed(columns, start, i):
    """Eight points of a list from point i on."""
    x, y, z = columns
    return Vec3(side_by_side(x, start + i), side_by_side(y, start + i), side_by_side(z, start + i))


@helper
def list_own(m, pair, mesh, start, count, names):
    """pair.own_x, own_y, own_z: the vertices in the frame of the mesh, column by column; NaN up to the next eighth."""
    for i in range(count):
        point = vertex(m, mesh, i if names < 0 else m.mesh_graph[names + i])
        pair.own_x[start + i], pair.own_y[start + i], pair.own_z[start + i] = point.x, point.y, point.z
    for i in range(start + count, start + (count + WIDTH - 1) // WIDTH * WIDTH):
        pair.own_x[i], pair.own_y[i], pair.own_z[i] = math.nan, math.nan, math.nan


@helper
def list_placed(pair, side, start, count):
    """pair.placed_x, placed_y, placed_z: the same where the mesh stands; pair.blur: by how much heights may differ."""
    turn, at = pair.turn[side], pair.at[side]
    size = each(0.0, side_by_side(pair.own_x, start))
    for i in range(0, count, WIDTH):
        own = listed((pair.own_x, pair.own_y, pair.own_z), start, i)
        size = maximum(abs(own.x) + abs(own.y) + abs(own.z), size)
        placed = turn @ own + at
        set_side_by_side(pair.placed_x, start + i, placed.x)
        set_side_by_side(pair.placed_y, start + i, placed.y)
        set_side_by_side(pair.placed_z, start + i, placed.z)
    pair.blur[side] = CLOSE * largest(size) + ROUNDING * (abs(at.x) + abs(at.y) + abs(at.z))


@helper
def list_vertices(m, pair, side, mesh):
    """List the vertices of a hull, or of a mesh of which all are tried; pair.listed: how many, -1 if too many."""
    graph, count, names = m.mesh_graphadr[mesh], m.mesh_vertnum[mesh], -1
    if not tries_all(m, mesh):
        count = m.mesh_graph[graph]
        names = graph + 2 + count
    if 0 < count <= AT_ONCE:
        list_own(m, pair, mesh, AT_ONCE * side, count, names)
        list_placed(pair, side, AT_ONCE * side, count)
        pair.listed[side], pair.listed_names[side] = count, names
    else:
        pair.listed[side] = -1


@helper
def set_heights(pair, columns, start, way, count):
    """pair.heights: how far listed points are along `way`; how far the farthest is."""
    high = each(-math.inf, side_by_side(pair.placed_x, start))
    for i in range(0, count, WIDTH):
        height = dot(way, listed(columns, start, i))
        set_side_by_side(pair.heights, i, height)
        high = maximum(height, high)
    return largest(high)


@helper
def as_high(pair, count, limit):
    """The listed points that are at least so far, a bit for each."""
    bits = 0
    for i in range(0, count, WIDTH):
        bits |= bits_where(side_by_side(pair.heights, i) >= limit) << i
    return bits


@helper
def farthest_of_equals(m, pair, side, mesh, way, count):
    """The listed vertex that MuJoCo finds along `way`, in the frame of the mesh, where several are about as far."""
    top = set_heights(pair, (pair.own_x, pair.own_y, pair.own_z), AT_ONCE * side, way, count)
    if pair.listed_names[side] < 0:
        here = pair.vertex[side]
        for i in range(count):
            here = i if pair.heights[i] > pair.heights[here] else here
        return here
    start, height = farther_start(m, pair, mesh, way, pair.hull_vertex[side], True)
    here, _, _ = climb(m, pair, mesh, way, start, height, top, True)
    return here


@helper
def farthest_placed(m, d, pair, side, way):
    """The vertex farthest along `way`, both where the mesh stands; pair.vertex: its number."""
    mesh, start = m.geom_dataid[pair.geom[side]], AT_ONCE * side
    if pair.listed[side] == 0:
        list_vertices(m, pair, side, mesh)
    count = pair.listed[side]
    if count < 0:
        return pair.turn[side] @ farthest(m, d, pair, side, pair.turn[side].T @ way) + pair.at[side]
    top = set_heights(pair, (pair.placed_x, pair.placed_y, pair.placed_z), start, way, count)
    bits = as_high(pair, count, top - pair.blur[side])
    if bits != 0 and bits & (bits - 1) == 0:
        here = lowest_bit(bits)
    else:
        here = farthest_of_equals(m, pair, side, mesh, pair.turn[side].T @ way, count)
    names = pair.listed_names[side]
    pair.hull_vertex[side], pair.vertex[side] = here, here if names < 0 else m.mesh_graph[names + here]
    return Vec3(pair.placed_x[start + here], pair.placed_y[start + here], pair.placed_z[start + here])
