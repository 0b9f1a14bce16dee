"""A binary tree of boxes: leaves are halved along the longest side of the box around them.

The form of the tree depends on the number of leaves alone: a node with n of them has 2 n - 1 nodes in and below it,
which follow each other in preorder. Only which leaf stands where depends on the boxes.
"""

from ...jit import helper, routine, stage
from ...jit.arguments import In, Out
from ...jit.values import Vec3, cross, dot

LEAST = 1e-30  # square of twice the area [m^4] from which on a triangle has a circle
SAME = 1e-14  # rounding does not decide between sides that differ less
MIXER, STEP, BITS = 1103515245, 12345, 0x7FFFFFFF  # of a generator of numbers that are random enough to choose places


@stage
def measure_triangles(vertices: In('*,*'), faces: In('*,*', int), lower: Out('*,*'), upper: Out('*,*'),
                      centres: Out('*,*')) -> None:
    """Corners of the boxes around triangles, and centres of the circles through their corners.

    A triangle without area has its middle for a centre.
    """
    for face in range(faces.shape[0]):
        p, q, r = (vertices.numbers.vec3[3 * faces[face, 0]], vertices.numbers.vec3[3 * faces[face, 1]],
                   vertices.numbers.vec3[3 * faces[face, 2]])
        lower.numbers.vec3[3 * face] = Vec3(min(p.x, q.x, r.x), min(p.y, q.y, r.y), min(p.z, q.z, r.z))
        upper.numbers.vec3[3 * face] = Vec3(max(p.x, q.x, r.x), max(p.y, q.y, r.y), max(p.z, q.z, r.z))
        a, b = q - p, r - p
        normal = cross(a, b)
        area = dot(normal, normal)
        if area > LEAST:
            way = cross(dot(a, a) * b - dot(b, b) * a, normal)
            double = 2.0 * area
            centre = p + Vec3(way.x / double, way.y / double, way.z / double)
        else:
            middle = p + q + r
            centre = Vec3(middle.x / 3.0, middle.y / 3.0, middle.z / 3.0)
        centres.numbers.vec3[3 * face] = centre


@stage
def halve(lower: In('*,*'), upper: In('*,*'), centres: In('*,*'), leaves: Out('*', int), keys: Out('*'),
          spans: Out('*,*', int), depth: Out('*', int), children: Out('*,*', int), leaf: Out('*', int),
          boxes: Out('*,*')) -> None:
    """Fill the nodes of a tree, in preorder: depth, two children or -1, the leaf that it is or -1, box (centre, half).

    Given are the corners of the boxes of the leaves, and their centres, by which they are ordered; those in the same
    place by their number. `leaves`, `keys` (one per leaf) and `spans` (two per node) are room to work in.
    """
    count = lower.shape[0]
    for i in range(count):
        leaves[i] = i
    grow(lower, upper, centres, 0, count, 0, leaves, keys, spans, depth, children, leaf, boxes)


@routine
def grow(lower, upper, centres, start, stop, root, leaves, keys, spans, depth, children, leaf, boxes):
    """Fill the nodes from `root` on with a tree of leaves[start:stop]; children are counted from the root."""
    spans[root, 0], spans[root, 1], depth[root] = start, stop, 0
    for node in range(root, root + 2 * (stop - start) - 1):
        first, end = spans[node, 0], spans[node, 1]
        low, high = corners_around(lower, upper, leaves, first, end)
        set_box(boxes, node, low, high)
        children[node, 0], children[node, 1], leaf[node] = -1, -1, -1
        if end - first == 1:
            leaf[node] = leaves[first]
            continue
        half = (end - first) // 2
        axis = longest(high - low)
        for i in range(first, end):
            keys[i] = centres[leaves[i], axis]
        part(leaves, keys, first, end, first + half)
        left, right = node + 1, node + 2 * half
        children[node, 0], children[node, 1] = left - root, right - root
        depth[left] = depth[right] = depth[node] + 1
        spans[left, 0], spans[left, 1], spans[right, 0], spans[right, 1] = first, first + half, first + half, end


@routine
def corners_around(lower, upper, leaves, first, end):
    """Corners of the box around some leaves."""
    low, high = lower.numbers.vec3[3 * leaves[first]], upper.numbers.vec3[3 * leaves[first]]
    for i in range(first + 1, end):
        low, high = around(low, high, lower.numbers.vec3[3 * leaves[i]], upper.numbers.vec3[3 * leaves[i]])
    return low, high


@helper
def around(low, high, lower, upper):
    """Corners of the box around two."""
    return (Vec3(min(low.x, lower.x), min(low.y, lower.y), min(low.z, lower.z)),
            Vec3(max(high.x, upper.x), max(high.y, upper.y), max(high.z, upper.z)))


@helper
def set_box(boxes, node, low, high):
    """Write a box as its centre and half sizes."""
    boxes.numbers.vec3[6 * node] = (low + high) * 0.5
    boxes.numbers.vec3[6 * node + 3] = (high - low) * 0.5


@helper
def longest(sides):
    """The axis of the longest side of a box, the first one of those that are the same."""
    if sides.x + SAME > sides.y and sides.x + SAME > sides.z:
        return 0
    return 1 if sides.y + SAME > sides.z else 2


@routine
def part(leaves, keys, first, end, middle):
    """Reorder leaves from `first` to `end`, with their keys: those before `middle` come before those behind it.

    Hoare's FIND, "Algorithm 65" (1961), which looks only into the part that `middle` is in. Pivots are chosen at
    random, as some order of the leaves would be a bad one for any rule.
    """
    low, high, number = first, end - 1, end
    while low < high:
        number = (number * MIXER + STEP) & BITS
        chosen = low + number % (high - low + 1)
        key, pivot = keys[chosen], leaves[chosen]
        i, j = low, high
        while i <= j:
            while keys[i] < key or (keys[i] == key and leaves[i] < pivot):
                i += 1
            while keys[j] > key or (keys[j] == key and leaves[j] > pivot):
                j -= 1
            if i <= j:
                keys[i], keys[j], leaves[i], leaves[j] = keys[j], keys[i], leaves[j], leaves[i]
                i, j = i + 1, j - 1
        if middle <= j:
            high = j
        elif middle >= i:
            low = i
        else:
            return
