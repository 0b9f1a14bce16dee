"""Flat sides of convex hulls: faces that belong together, their outlines, and the order of a table of directions."""

import numpy as np

from ...jit import stage
from ...jit.arguments import In, Out


@stage
def connect(one: In('*', np.int64), other: In('*', np.int64), first: Out('*', np.int64)) -> None:
    """For each node the first node that links from `one` to `other` connect it with."""
    for i in range(first.size):
        first[i] = i
    for link in range(one.size):
        a, b = one[link], other[link]
        while first[a] != a:
            first[a] = first[first[a]]
            a = first[a]
        while first[b] != b:
            first[b] = first[first[b]]
            b = first[b]
        first[max(a, b)] = min(a, b)
    for i in range(first.size):  # whose first is before it and has been dealt with
        first[i] = first[first[i]]


@stage
def mark_borders(edges: In('*', np.int64), keys: In('*', np.int64), starts: In('*', int), side: In('*', np.int64),
                 border: Out('*', np.uint8)) -> None:
    """Which edges of triangles no other triangle of the same side goes along in the opposite direction.

    `edges` (three per face) are listed so that those between the same vertices are neighbours, with equal `keys`;
    `starts` are the vertices with which they begin.
    """
    begin = 0
    while begin < edges.size:
        end = begin + 1
        while end < edges.size and keys[end] == keys[begin]:
            end += 1
        for i in range(begin, end):
            edge = edges[i]
            border[edge] = 1
            for j in range(begin, end):
                if starts[edges[j]] != starts[edge] and side[edges[j] // 3] == side[edge // 3]:
                    border[edge] = 0
        begin = end


@stage
def follow_borders(faces: In('*,*', int), order: In('*', np.int64), side: In('*', np.int64),
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
