"""What Qhull does not say of a hull: which way round its triangles are, and the order of its list of vertices."""

import math

from ...jit import stage
from ...jit.arguments import In, Out
from ...jit.values import Vec3, cross, dot
from .normals import single


@stage
def turn_outwards(points: In('*,*'), facets: In('*,*', int), planes: In('*,*'), faces: Out('*,*', int)) -> None:
    """Corners of facets in an order in which they look outwards, as the normals of their planes do."""
    for facet in range(facets.shape[0]):
        a, b, c = facets[facet, 0], facets[facet, 1], facets[facet, 2]
        p, q, r = points.numbers.vec3[3 * a], points.numbers.vec3[3 * b], points.numbers.vec3[3 * c]
        outwards = Vec3(planes[facet, 0], planes[facet, 1], planes[facet, 2])
        if dot(cross(q - p, r - p), outwards) < 0.0:
            a, b = b, a
        faces[facet, 0], faces[facet, 1], faces[facet, 2] = a, b, c


@stage
def first_divided(planes: In('*,*')) -> int:
    """The first triangle that is a part of a facet, as the next one is; if there is none, how many there are."""
    count = planes.shape[0]
    for i in range(count - 1):
        if (planes[i, 0] == planes[i + 1, 0] and planes[i, 1] == planes[i + 1, 1]
                and planes[i, 2] == planes[i + 1, 2] and planes[i, 3] == planes[i + 1, 3]):
            return i
    return count


@stage
def list_vertices(facets: In('*,*', int), divided: int, batch: Out('*', int), vertices: Out('*', int)) -> int:
    """Vertices in the order in which the batch of their youngest facet mentions them first; how many there are.

    Facets with the same first vertex make a batch; so do all from the facet `divided` on. `batch` is room to work in,
    for every point.
    """
    last = batch.size  # a batch that no vertex makes
    for facet in range(facets.shape[0]):
        for corner in range(3):  # what is written last counts
            batch[facets[facet, corner]] = facets[facet, 0] if facet < divided else last
    count = 0
    for facet in range(facets.shape[0]):
        here = facets[facet, 0] if facet < divided else last
        for corner in range(3):
            vertex = facets[facet, corner]
            if batch[vertex] == here:
                vertices[count] = vertex
                count += 1
                batch[vertex] = -1  # mentioned
    return count


@stage
def link_vertices(facets: In('*,*', int), vertices: In('*', int), local: Out('*', int), starts: Out('*', int),
                  told: Out('*', int), seen: Out('*', int), address: Out('*', int), edges: Out('*', int)) -> int:
    """For each vertex the others that it shares a facet with, in the order of facets, then -1; how many entries.

    `address` says where those of a vertex start. Vertices are counted as they are listed; `local` has room for that of
    each point, `starts` to `seen` are room to work in.
    """
    count = vertices.size
    for i in range(count):
        local[vertices[i]], seen[i], starts[i + 1] = i, -1, 0
    for facet in range(facets.shape[0]):
        for corner in range(3):
            starts[local[facets[facet, corner]] + 1] += 2
    starts[0] = 0
    for i in range(count):
        starts[i + 1] += starts[i]
        address[i] = starts[i]  # where the next is written
    for facet in range(facets.shape[0]):
        for corner in range(3):
            at = local[facets[facet, corner]]
            for other in range(3):
                if other != corner:
                    told[address[at]] = local[facets[facet, other]]
                    address[at] += 1
    used = 0
    for i in range(count):
        address[i] = used
        for k in range(starts[i], starts[i + 1]):
            if seen[told[k]] != i:
                seen[told[k]] = i
                edges[used] = told[k]
                used += 1
        edges[used] = -1
        used += 1
    return used


@stage
def find_extrema(points: In('*,*'), vertices: In('*', int), extrema: Out('27', int)) -> None:
    """For each of 27 directions which vertex is farthest, the first of equals.

    Directions lead to faces, edges and corners of a cube, from (-1, -1, -1) to (1, 1, 1), z fastest. In float32, as the
    model stores vertices, so that symmetric shapes have the same equals.
    """
    for way in range(27):
        dx, dy, dz = way // 9 - 1.0, way // 3 % 3 - 1.0, way % 3 - 1.0
        farthest = -math.inf
        for i in range(vertices.size):
            p = points.numbers.vec3[3 * vertices[i]]
            distance = single(single(dx * single(p.x) + dy * single(p.y)) + dz * single(p.z))
            if distance > farthest:
                farthest, extrema[way] = distance, i
