"""The vertex of a mesh that is farthest in some direction.

The hull is a graph in mesh_graph: the numbers of its vertices and triangles, for each vertex the start of its list of
neighbours and its number in the mesh, then these lists, each ended by -1. MuJoCo goes uphill from neighbour to
neighbour, and which of several vertices that are equally far it ends at follows from where it starts. Few vertices are
listed instead, once for a pair, and looked at eight at a time; only where several are equally far the search uphill
decides.
"""

import math

from .....jit import helper
from .....jit.bits import lowest_bit
from .....jit.lanes import each, maximum, minimum
from .....jit.simd import WIDTH, bits_where, largest, load_vector, set_side_by_side
from .....jit.values import ZERO, Vec3, dot
from ....common.mesh import vertex
from ...fields import LATTICE, STEPS

FEW = 10  # vertices below which MuJoCo tries all
AT_ONCE = 64  # vertices up to which they are listed
MANY = 100  # vertices of a hull from which on a search should start close to where it will end
CLOSE = 1e-6  # relative difference of heights below which vertices count as equally far: they have single precision
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
def step_of(x):
    """In which step of a lattice a component of a unit vector is; 0 comes second, as the answer to NaN."""
    return int(minimum(maximum(0.5 * STEPS * (x + 1.0), 0.0), STEPS - 1.0))


@helper
def cell(way):
    """In which cell of a lattice around the origin a unit vector ends."""
    return (step_of(way.x) * STEPS + step_of(way.y)) * STEPS + step_of(way.z)


@helper
def has_twins(m, mesh):
    """Whether neighbours on a hull are the same but for rounding: between them a search may end early."""
    graph = m.mesh_graphadr[mesh]
    count = m.mesh_graph[graph]
    names, least, size = graph + 2 + count, math.inf, 0.0
    for i in range(count):
        here, at = vertex(m, mesh, m.mesh_graph[names + i]), names + count + m.mesh_graph[graph + 2 + i]
        size = maximum(size, dot(here, here))
        while m.mesh_graph[at] >= 0:
            apart = vertex(m, mesh, m.mesh_graph[names + m.mesh_graph[at]]) - here
            least = minimum(least, dot(apart, apart))
            at += 1
    return least <= CLOSE * CLOSE * size


@helper
def may_guess(m, d, mesh, count):
    """Whether a search may start anywhere: if there are many vertices, and no twins. That is found out once.

    work.hull_clear is the number of vertices of such a hull, negative if there are twins.
    """
    if count < MANY:
        return False
    if abs(d.work.hull_clear[mesh]) != count:  # not known yet, or of another model that the data was used with
        d.work.hull_clear[mesh] = -count if has_twins(m, mesh) else count
    return d.work.hull_clear[mesh] > 0


@helper
def farthest_uphill(m, d, pair, mesh, way, last):
    """The vertex of the hull that is farthest along `way`.

    If there are many the search starts where the last one in about this direction ended, and again without that if a
    neighbour is as far as what was found: of several such vertices the start decides which is found.
    """
    count = m.mesh_graph[m.mesh_graphadr[mesh]]
    many = may_guess(m, d, mesh, count)
    at = mesh * LATTICE + cell(way) if many else 0
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
def list_points(m, pair, mesh, start, count, names):
    """pair.own_x, own_y, own_z: the vertices, column by column; NaN up to the next eighth."""
    for i in range(count):
        point = vertex(m, mesh, i if names < 0 else m.mesh_graph[names + i])
        pair.own_x[start + i], pair.own_y[start + i], pair.own_z[start + i] = point.x, point.y, point.z
    for i in range(start + count, start + (count + WIDTH - 1) // WIDTH * WIDTH):
        pair.own_x[i], pair.own_y[i], pair.own_z[i] = math.nan, math.nan, math.nan


@helper
def list_vertices(m, pair, side, mesh):
    """List the vertices of a hull, or of a mesh of which all are tried; pair.listed: how many, -1 if too many."""
    other = 1 - side
    if pair.listed[other] > 0 and m.geom_dataid[pair.geom[other]] == mesh:  # they are already
        pair.listed[side], pair.listed_names[side] = pair.listed[other], pair.listed_names[other]
        pair.listed_at[side], pair.blur[side] = pair.listed_at[other], CLOSE * m.geom_rbound[pair.geom[side]]
        return
    graph, count, names = m.mesh_graphadr[mesh], m.mesh_vertnum[mesh], -1
    if not tries_all(m, mesh):
        count = m.mesh_graph[graph]
        names = graph + 2 + count
    pair.listed[side] = -1
    if 0 < count <= AT_ONCE:
        list_points(m, pair, mesh, AT_ONCE * side, count, names)
        pair.listed[side], pair.listed_names[side], pair.listed_at[side] = count, names, AT_ONCE * side
        pair.blur[side] = CLOSE * m.geom_rbound[pair.geom[side]]


@helper
def set_heights(pair, start, way, count):
    """pair.heights: how far listed vertices are along `way`; how far the farthest is."""
    high = each(-math.inf, load_vector(pair.own_x, start))
    for i in range(0, count, WIDTH):
        at = start + i
        height = dot(way, Vec3(load_vector(pair.own_x, at), load_vector(pair.own_y, at),
                               load_vector(pair.own_z, at)))
        set_side_by_side(pair.heights, i, height)
        high = maximum(height, high)
    return largest(high)


@helper
def as_high(pair, count, limit):
    """The listed vertices that are at least so far, a bit for each."""
    bits = 0
    for i in range(0, count, WIDTH):
        bits |= bits_where(load_vector(pair.heights, i) >= limit) << i
    return bits


@helper
def first_of_equals(m, pair, side, mesh, way, count, top):
    """The listed vertex that MuJoCo finds along `way` where several are about as far, the farthest this far."""
    last = pair.hull_vertex[side]
    if last >= 0 and pair.heights[last] == top:
        return last
    if pair.listed_names[side] < 0:
        here = pair.vertex[side]
        for i in range(count):
            here = i if pair.heights[i] > pair.heights[here] else here
        return here
    start, height = farther_start(m, pair, mesh, way, last, True)
    here, _, _ = climb(m, pair, mesh, way, start, height, top, True)
    return here


@helper
def farthest_listed(m, pair, side, mesh, way):
    """Of the listed vertices the one farthest along `way`, in the frame of the mesh; pair.vertex: its number."""
    count, names, start = pair.listed[side], pair.listed_names[side], pair.listed_at[side]
    top = set_heights(pair, start, way, count)
    bits = as_high(pair, count, top - pair.blur[side])
    if bits != 0 and bits & (bits - 1) == 0:
        here = lowest_bit(bits)
    else:
        here = first_of_equals(m, pair, side, mesh, way, count, top)
    pair.hull_vertex[side], pair.vertex[side] = here, here if names < 0 else m.mesh_graph[names + here]
    return Vec3(pair.own_x[start + here], pair.own_y[start + here], pair.own_z[start + here])


@helper
def farthest_placed(m, d, pair, side, way):
    """The vertex farthest along `way`, both where the mesh stands; pair.vertex: its number."""
    mesh, local, corner = m.geom_dataid[pair.geom[side]], pair.turn[side].T @ way, ZERO
    if pair.listed[side] == 0:
        list_vertices(m, pair, side, mesh)
    if pair.listed[side] > 0:
        corner = farthest_listed(m, pair, side, mesh, local)
    else:
        corner = farthest(m, d, pair, side, local)
    return pair.turn[side] @ corner + pair.at[side]
