"""Flat sides of convex hulls: faces that belong together, their outlines, and the order of a table of directions."""

import numpy as np

from ...jit import helper, routine, stage
from ...jit.arguments import In, Out
from ...jit.elementary import acos, atan2
from ...jit.lanes import clamp, rint, sqrt
from ...jit.values import ZERO, Vec3, cross, dot

STEPS = 100  # per radian: normals whose angles round to the same steps make one polygon
POLE = 1e-7  # so close to the z axis a normal has no longitude
HALF = 2**32  # hashes have 64 bits, which are kept in two halves, as integers are signed
SPREAD = 643  # a prime number above how many longitudes there are


@stage
def find_directions(points: In('*,*'), faces: In('*,*', int), slots: Out('*', int), directions: Out('*,*'),
                    number: Out('*', int), first: Out('*', int)) -> int:
    """Where faces look, in whole steps: the angle of the normal to the z axis, and its longitude about that axis.

    And for each face the number of its direction, for each direction its first face; returns how many directions there
    are. `slots` is room to work in, a power of 2 that is more than the number of faces.
    """
    measure_directions(points, faces, directions)
    return number_directions(directions, slots, number, first)


@routine
def measure_directions(points, faces, directions):
    """The angles of all normals."""
    for face in range(faces.shape[0]):
        p, q, r = (points.numbers.vec3[3 * faces[face, 0]], points.numbers.vec3[3 * faces[face, 1]],
                   points.numbers.vec3[3 * faces[face, 2]])
        normal = cross(q - p, r - p)
        length = sqrt(dot(normal, normal))
        length = length if length > 0.0 else 1.0
        # 0.0 makes -0 to 0: both have the longitude pi
        x, y, z = normal.x / length + 0.0, normal.y / length + 0.0, normal.z / length + 0.0
        directions[face, 0] = rint(STEPS * acos(clamp(z, -1.0, 1.0)))
        directions[face, 1] = rint(STEPS * atan2(y, x)) if 1.0 - abs(z) >= POLE else 0.0


@routine
def number_directions(directions, slots, number, first):
    """Number directions in the order of their first faces; how many there are."""
    for slot in range(slots.size):
        slots[slot] = -1
    count, last = 0, slots.size - 1
    for face in range(number.size):
        slot = (SPREAD * int(directions[face, 0]) + int(directions[face, 1])) & last
        while slots[slot] >= 0 and not are_alike(directions, first[slots[slot]], face):
            slot = (slot + 1) & last
        if slots[slot] < 0:
            slots[slot], first[count] = count, face
            count += 1
        number[face] = slots[slot]
    return count


@stage
def order_faces(place: In('*', int), side: In('*', int), starts: Out('*', int), before: Out('*', int),
                order: Out('*', int)) -> None:
    """Faces by the place of their direction, then by side, then by number.

    The rest is room to work in: `starts` for one more than there are faces, `before` for every face.
    """
    for face in range(order.size):
        order[face] = face
    deal_out(order, side, starts, before)
    deal_out(before, place, starts, order)


@routine
def deal_out(entries, keys, starts, sorted_):
    """Entries in the order of their keys; those of the same key as they stood before."""
    for key in range(starts.size):
        starts[key] = 0
    for i in range(entries.size):
        starts[keys[i] + 1] += 1
    for key in range(starts.size - 1):
        starts[key + 1] += starts[key]
    for i in range(entries.size):
        key = keys[entries[i]]
        sorted_[starts[key]] = entries[i]
        starts[key] += 1


@stage
def find_sides(faces: In('*,*', int), directions: In('*,*'), first: Out('*', int), latest: Out('*', int),
               reached: Out('*', int), after: Out('*', int), before: Out('*', int), side: Out('*', int),
               border: Out('*', np.uint8)) -> None:
    """For each face the first face of its side, which faces in the same direction make that share edges.

    And which edges, three a face, no other face of the same side goes along in the opposite direction. The rest is room
    to work in: first to reached for each point, after and before for each edge.
    """
    count = 3 * faces.shape[0]
    for point in range(first.size):
        first[point], reached[point] = -1, -1
    for back in range(count):  # edges by the smaller number of their ends
        edge = count - 1 - back
        near = min(start_of(faces, edge), end_of(faces, edge))
        after[edge], first[near], border[edge] = first[near], edge, 1
    for face in range(side.size):
        side[face] = face
    for near in range(first.size):
        edge = first[near]
        while edge >= 0:
            far = max(start_of(faces, edge), end_of(faces, edge))
            before[edge] = latest[far] if reached[far] == near else -1  # the last between the same two points
            latest[far], reached[far] = edge, near
            if before[edge] >= 0 and are_alike(directions, edge // 3, before[edge] // 3):
                join(side, edge // 3, before[edge] // 3)
            edge = after[edge]
    for face in range(side.size):  # whose first is before it and has been dealt with
        side[face] = side[side[face]]
    for edge in range(count):
        other = before[edge]
        while other >= 0:
            if start_of(faces, other) != start_of(faces, edge) and side[other // 3] == side[edge // 3]:
                border[edge], border[other] = 0, 0
            other = before[other]


@helper
def start_of(faces, edge):
    """The point where an edge starts."""
    return faces[edge // 3, edge % 3]


@helper
def end_of(faces, edge):
    """The point where an edge ends."""
    return faces[edge // 3, (edge + 1) % 3]


@helper
def are_alike(directions, one, other):
    """Whether two faces look in the same direction."""
    return directions[one, 0] == directions[other, 0] and directions[one, 1] == directions[other, 1]


@routine
def join(first, a, b):
    """Let two nodes, and all that they are joined with, have the same first node."""
    while first[a] != a:
        first[a] = first[first[a]]
        a = first[a]
    while first[b] != b:
        first[b] = first[first[b]]
        b = first[b]
    first[max(a, b)] = min(a, b)


@stage
def follow_borders(faces: In('*,*', int), order: In('*', int), side: In('*', int),
                   border: In('*', np.uint8), after: Out('*', int), vertices: Out('*', int),
                   counts: Out('*', int)) -> int:
    """Vertices of polygons one after the other, and how many each has; how many polygons there are.

    Faces in their `order` make up sides, one after the other. The vertices around a side make a polygon if they are a
    single loop, else each face does. `after`, an entry for every vertex, holds -1 before and afterwards.
    """
    polygons, used, begin = 0, 0, 0
    while begin < order.size:
        end = begin + 1
        while end < order.size and side[order[end]] == side[order[begin]]:
            end += 1
        start, corners = -1, 0
        for i in range(begin, end):
            for corner in range(3):
                if border[3 * order[i] + corner] != 0:
                    vertex = faces[order[i], corner]
                    start = vertex if start < 0 else start
                    corners += after[vertex] < 0
                    after[vertex] = faces[order[i], (corner + 1) % 3]
        length, vertex = 0, start
        while vertex >= 0 and after[vertex] >= 0:
            vertices[used + length] = vertex
            length += 1
            following = after[vertex]
            after[vertex] = -1
            vertex = following
        if vertex == start and length == corners and length > 2:
            counts[polygons] = length
            polygons, used = polygons + 1, used + length
        else:
            for i in range(begin, end):
                for corner in range(3):
                    vertices[used + corner] = faces[order[i], corner]
                    after[faces[order[i], corner]] = -1
                counts[polygons] = 3
                polygons, used = polygons + 1, used + 3
        begin = end
    return polygons


@stage
def list_entries(low: In('*', np.int64), high: In('*', np.int64), sizes: In('*', int), buckets: Out('*', int),
                 first: Out('*', int), before: Out('*', int), after: Out('*', int), order: Out('*', int)) -> None:
    """The entries of a hash table as it lists them, after it had these sizes, one after the other.

    `low` and `high` are the halves of the hashes of entries. The table grows when it is full. `buckets` has room for
    each entry, `first` for each bucket of the last size, `before` and `after` for each entry and one more.
    """
    known = 0
    for i in range(sizes.size):
        size, count = sizes[i], min(sizes[i], low.size)
        for entry in range(count):
            buckets[entry] = ((high[entry] % size) * (HALF % size) + low[entry] % size) % size
        put_in_table(buckets, size, known, count, first, before, after, order)
        known = count


@routine
def put_in_table(buckets, size, known, count, first, before, after, order):
    """Make a table of this size, deal out the entries that were `known`, which `order` lists, and put in the others.

    `buckets` says for each entry where it goes; `order` lists all in the end. One more than the last entry stands in
    `before` and `after` for where the list begins and ends.
    """
    for bucket in range(size):
        first[bucket] = -1
    ends = count
    before[ends] = after[ends] = ends
    newest = -1
    for i in range(known):  # dealt out as they stand
        entry = order[i]
        bucket = buckets[entry]
        if first[bucket] < 0:  # to the end of the list
            place, newest = ends, bucket
            first[bucket] = entry
        elif bucket == newest:  # which ends with this bucket
            place = ends
        else:
            place = first[bucket]
            first[bucket] = entry
        left = before[place]
        before[entry], after[entry], after[left], before[place] = left, place, entry, entry
    for entry in range(known, count):  # to the front of the bucket, or of all
        bucket = buckets[entry]
        place = first[bucket] if first[bucket] >= 0 else after[ends]
        first[bucket] = entry
        left = before[place]
        before[entry], after[entry], after[left], before[place] = left, place, entry, entry
    entry = after[ends]
    for i in range(count):
        order[i] = entry
        entry = after[entry]


@stage
def measure_polygons(points: In('*,*'), vertices: In('*', int), counts: In('*', int), normals: Out('*,*'),
                     at_vertex: Out('*', int), degrees: Out('*', int), starts: Out('*', int)) -> None:
    """Unit normals of polygons, the polygons at every vertex, and how many those are; `starts` is room for each vertex.

    `vertices` has those of one polygon after the other. Normals are by Newell's method: areas of the shadows along each
    axis, side by side.
    """
    for vertex in range(degrees.size):
        degrees[vertex] = 0
    for i in range(vertices.size):
        degrees[vertices[i]] += 1
    total = 0
    for vertex in range(degrees.size):
        starts[vertex] = total
        total += degrees[vertex]
    begin = 0
    for polygon in range(counts.size):
        end, area = begin + counts[polygon], ZERO
        for i in range(begin, end):
            vertex = vertices[i]
            at_vertex[starts[vertex]] = polygon
            starts[vertex] += 1
            p, q = points.numbers.vec3[3 * vertex], points.numbers.vec3[3 * vertices[i + 1 if i + 1 < end else begin]]
            area = area + Vec3((p.y - q.y) * (p.z + q.z), (p.z - q.z) * (p.x + q.x), (p.x - q.x) * (p.y + q.y))
        length = sqrt(dot(area, area))
        length = length if length > 0.0 else 1.0
        normals[polygon, 0], normals[polygon, 1], normals[polygon, 2] = (
            area.x / length, area.y / length, area.z / length)
        begin = end
