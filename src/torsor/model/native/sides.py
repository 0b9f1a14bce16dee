"""Flat sides of convex hulls: faces that belong together, their outlines, and the order of a table of directions."""

import numpy as np

from ...jit import helper, routine, stage
from ...jit.arguments import In, Out


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
def follow_borders(faces: In('*,*', int), order: In('*', np.int64), side: In('*', int),
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
def put_in_table(buckets: In('*', np.int64), known: int, order: Out('*', int), first: Out('*', int),
                 before: Out('*', int), after: Out('*', int)) -> None:
    """The entries of a hash table as it lists them, after one was made of this size and entries were put into it.

    `buckets` says for each entry where it goes. Before there were `known` entries, which `order` lists; then it lists
    all. `first` has room for each bucket, `before` and `after` for each entry and one more, where the list begins and
    ends.
    """
    for bucket in range(first.size):
        first[bucket] = -1
    ends = buckets.size  # stands before the first and after the last entry
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
    for entry in range(known, buckets.size):  # to the front of the bucket, or of all
        bucket = buckets[entry]
        place = first[bucket] if first[bucket] >= 0 else after[ends]
        first[bucket] = entry
        left = before[place]
        before[entry], after[entry], after[left], before[place] = left, place, entry, entry
    entry = after[ends]
    for i in range(buckets.size):
        order[i] = entry
        entry = after[entry]
