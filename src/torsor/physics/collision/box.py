"""Contacts of two boxes.

Two boxes are apart if they are apart along one of fifteen axes: the normals of the faces of either, or the common
normal of an edge of each (Gottschalk, Lin and Manocha 1996). The axis with the largest gap, or the least overlap, is
that of the contact. If it is the normal of a face, the nearest face of the other box is cut to what is above that face;
if it belongs to two edges, their closest points are the contact. The thresholds are those of MuJoCo, as measured.

Axes are renamed so that the code is about x, y and z only: two edges both run along x; z is the normal of a face.
"""

import math

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.formula import formula
from ...jit.lanes import clamp, sqrt, where
from ...jit.values import TINY, Mat3, Vec3, dot
from .found import found

ROUNDING = 1e-13  # times the sum of the sizes: a gap that rounding alone may open between boxes that touch
PARALLEL = 1e-8  # sine of the angle between edges that have no common normal
GAIN = 1e-6  # relative difference by which the gap between two edges must exceed all before it
ALIGNED = 0.99  # cosine between the normals of edges and of the best face beyond which the face is preferred,
ALIGNED_GAIN = 0.05  # unless the gap between the edges is larger by this part
LEVEL = 1e-9  # cosine between the normal and an axis across which two edges of a box are equally far
SAME = 1e-7  # times the half diagonal of a face: distance of points on it that count as one
INSIDE = 1.0 - 1e-9  # part of a face that no rounding takes a corner out of
SECOND = 72  # where in points the second polygon starts; four cuts leave at most 19 corners of 3 numbers


# ---- renaming axes ----
@formula
def renamed(v, first):
    """The vector with its axes renamed in a cycle: axis `first` becomes x; axis 3 is 0 again."""
    return where(first == 1, Vec3(v.y, v.z, v.x), where(first == 2, Vec3(v.z, v.x, v.y), v))


@formula
def rows_renamed(a, first):
    """The matrix with rows renamed in a cycle."""
    return Mat3(*renamed(a.col_x, first), *renamed(a.col_y, first), *renamed(a.col_z, first)).T


@formula
def columns_renamed(a, first):
    """The matrix with columns renamed in a cycle."""
    return Mat3(*renamed(a.row_x, first), *renamed(a.row_y, first), *renamed(a.row_z, first))


@formula
def z_row_times(a, sign):
    """The matrix with its z row times a sign."""
    return Mat3(*a.row_x, *a.row_y, *(a.row_z * sign))


# ---- gaps along the axes ----
@formula
def face_gaps(centre, turn, size, other):
    """Gaps between two boxes along the axes of the first, in which `centre` and `turn` place the other."""
    return Vec3(*[abs(centre[i]) - size[i] - dot([abs(x) for x in turn[3 * i:3 * i + 3]], other) for i in range(3)])


@formula
def edge_normal(turn):
    """Common normal of the x axes of two boxes, in the axes of the first, in which `turn` places the other."""
    y, z = turn.col_x.y, turn.col_x.z
    sine = sqrt(y * y + z * z)
    return Vec3(0.0, -z / sine, y / sine)


@formula
def edge_gap(normal, centre, turn, size, other):
    """Gap between two boxes along the common normal of their x axes."""
    across = turn.T @ normal
    return abs(normal.y * centre.y + normal.z * centre.z) - (abs(normal.y) * size.y + abs(normal.z) * size.z) \
        - (abs(across.y) * other.y + abs(across.z) * other.z)


@formula
def promising(centre, turn, size, other, gap, rounding):
    """Whether the gap along the normal of axis i of one box and j of the other can be larger than `gap`.

    A matrix of numbers, positive where it can. This saves most roots and divisions: with e the cross product of both
    axes and r the gap between the projections of the boxes on e, r / |e| > gap where r |r| > gap |gap| e^2.
    """
    numbers = []
    for i in range(3):
        for j in range(3):
            seen = columns_renamed(rows_renamed(turn, i), j)
            c, s, t = renamed(centre, i), renamed(size, i), renamed(other, j)
            y, z, sine2 = seen[3], seen[6], seen[3] * seen[3] + seen[6] * seen[6]
            room = abs(z * c.y - y * c.z) - (s.y * abs(z) + s.z * abs(y) + t.y * abs(seen[2]) + t.z * abs(seen[1]))
            room = room + rounding
            numbers.append(where(sine2 < PARALLEL * PARALLEL, -1.0, room * abs(room) - gap * abs(gap) * sine2))
    return Mat3(*numbers)


@formula
def best_face(gaps1, gaps2):
    """The face with the largest gap above it, 0-2 of the first box or 3-5 of the second, as a float; and this gap."""
    face, largest = 0.0, gaps1.x
    for k, gap in enumerate((gaps1.y, gaps1.z, *gaps2), 1):
        face, largest = where(gap > largest, float(k), face), where(gap > largest, gap, largest)
    return face, largest


@formula
def has_positive(a):
    """Whether some element is positive."""
    some = a[0] > 0.0
    for x in a[1:]:
        some = some | (x > 0.0)
    return some


@helper
def best_edges(d, centre, turn, size1, size2, face_gap, limit, rounding):
    """The edges with the largest gap, 3 i + j for axes i and j, and this gap; -1 if it is above a face."""
    goal = where(face_gap < 0.0, face_gap * (1.0 - 0.5 * GAIN), face_gap)  # ties need no closer look
    numbers = promising(centre, turn, size1, size2, goal, rounding)
    edges, largest = -1, face_gap
    if not has_positive(numbers):
        return edges, largest
    room = scratch(d, 9)
    room.mat3[0] = numbers
    for k in range(9):
        if room[k] > 0.0:
            i, j = k // 3, k % 3
            seen = columns_renamed(rows_renamed(turn, i), j)
            gap = edge_gap(edge_normal(seen), renamed(centre, i), seen, renamed(size1, i), renamed(size2, j))
            if gap > limit:
                return edges, math.inf
            if gap - GAIN * abs(gap) > largest:
                edges, largest = k, gap
    return edges, largest


# ---- a face and the face of the other box that is nearest to it ----
@helper
def clip(points, source, count, target, axis, side, limit):
    """Cut a polygon by a plane: side * coordinate <= limit (Sutherland and Hodgman 1974). The number of its corners."""
    kept = 0
    corner, room = points.vec3[source], limit - side * points[source + axis]
    for k in range(count):
        after = source if k == count - 1 else source + 3 * (k + 1)
        following, room_after = points.vec3[after], limit - side * points[after + axis]
        if room >= 0.0:
            points.vec3[target + 3 * kept] = corner
            kept += 1
        if (room < 0.0) != (room_after < 0.0):
            points.vec3[target + 3 * kept] = corner + (following - corner) * (room / (room - room_after))
            points[target + 3 * kept + axis] = side * limit
            kept += 1
        corner, room = following, room_after
    return kept


@helper
def cut_to_face(points, middle, along_x, along_y, size):
    """A parallelogram cut to what is above a face: where it starts in points, and the number of its corners."""
    points.vec3[0] = middle + along_x + along_y
    points.vec3[3] = middle - along_x + along_y
    points.vec3[6] = middle - along_x - along_y
    points.vec3[9] = middle + along_x - along_y
    start, count = 0, 4
    for k in range(4):
        axis, side = k >> 1, where(k & 1 == 0, 1.0, -1.0)
        limit = where(axis == 0, size.x, size.y)
        extent = where(axis == 0, abs(along_x.x) + abs(along_y.x), abs(along_x.y) + abs(along_y.y))
        if side * where(axis == 0, middle.x, middle.y) + extent > limit * INSIDE and count > 0:
            count = clip(points, start, count, SECOND - start, axis, side, limit)
            start = SECOND - start
    return start, count


@helper
def nearest_face(points, centre, turn, size, other):
    """The face of an `other` box that faces the z face most, cut to what is above it; z of its corners is the gap."""
    level, facing = turn.row_z, 0
    if abs(level.y) > abs(level.x):
        facing = 1
    if abs(level.z) > abs(level.x) and abs(level.z) > abs(level.y):
        facing = 2
    turn, other = columns_renamed(turn, facing + 1), renamed(other, facing + 1)
    middle = centre + turn.col_z * where(turn.col_z.z > 0.0, -other.z, other.z)
    above = Vec3(middle.x, middle.y, middle.z - size.z)
    return cut_to_face(points, above, turn.col_x * other.x, turn.col_y * other.y, size)


@helper
def is_new(points, start, kept, corner, same2):
    """Whether a corner of the polygon is away from those kept before."""
    for i in range(kept):
        apart = points.vec3[start + 3 * i] - corner
        if apart.x * apart.x + apart.y * apart.y < same2:
            return False
    return True


@helper
def touch_face(d, reach, face, pos, frame, size, centre, turn, other, sign):
    """Corners within reach of what is above a face. `sign` is 1 if it belongs to the first box, else -1.

    The other box is placed by `centre` and `turn` in the axes of the one with the face.
    """
    frame, turn = columns_renamed(frame, face + 1.0), rows_renamed(turn, face + 1.0)
    size, centre = renamed(size, face + 1.0), renamed(centre, face + 1.0)
    outwards = where(centre.z >= 0.0, 1.0, -1.0)
    above = Vec3(centre.x, centre.y, centre.z * outwards)
    points = scratch(d, 2 * SECOND)  # corners of two polygons, before and after a cut
    start, count = nearest_face(points, above, z_row_times(turn, outwards), size, other)
    normal, same2 = frame.col_z * (outwards * sign), SAME * SAME * (size.x * size.x + size.y * size.y)
    kept = 0
    for k in range(count):
        corner = points.vec3[start + 3 * k]
        if corner.z <= reach and is_new(points, start, kept, corner, same2):
            points.vec3[start + 3 * kept] = corner
            kept += 1
            midway = Vec3(corner.x, corner.y, outwards * (size.z + 0.5 * corner.z))
            found(d, corner.z, pos + frame @ midway, normal)


# ---- two edges ----
@helper
def level_edges(normal):
    """How many edges along x are farthest along the normal."""
    return 2 if abs(normal.y) < LEVEL or abs(normal.z) < LEVEL else 1


@formula
def farthest_edge(normal, size, other_one):
    """Middle of the edge along x that is farthest along the normal, or of the other one of two."""
    y, z = where(normal.y > 0.0, size.y, -size.y), where(normal.z > 0.0, size.z, -size.z)
    return Vec3(0.0, where(other_one & (abs(normal.y) < LEVEL), -y, y),
                where(other_one & (abs(normal.z) < LEVEL), -z, z))


@formula
def between_edges(between, axis, half_length, other_length):
    """The closest points of two segments (Ericson 5.1.9): where the first is on its axis, x, and the gap to the second.

    The middle of the second is at `between`, seen from that of the first.
    """
    along, other_along, cosine = between.x, dot(between, axis), axis.x
    sine2 = 1.0 - cosine * cosine
    x = where(sine2 < TINY, 0.0, clamp((along - cosine * other_along) / sine2, -half_length, half_length))
    y = x * cosine - other_along
    beyond = abs(y) > other_length
    y = where(beyond, clamp(y, -other_length, other_length), y)
    x = where(beyond, clamp(along + cosine * y, -half_length, half_length), x)
    return x, between + axis * y - Vec3(x, 0.0, 0.0)


@helper
def touch_edges(d, normal, pos, frame, size, centre, turn, other, limit):
    """The middle between the closest points of two edges; of the closest two, if some are level."""
    other_normal = turn.T @ -normal
    closest, dist, midway = math.inf, math.inf, centre
    for i in range(level_edges(normal)):
        for j in range(level_edges(other_normal)):
            middle = farthest_edge(normal, size, i == 1)
            between = centre + turn @ farthest_edge(other_normal, other, j == 1) - middle
            x, gap = between_edges(between, turn.col_x, size.x, other.x)
            if dot(gap, gap) < closest:
                closest, dist = dot(gap, gap), dot(gap, normal)
                midway = middle + Vec3(x, 0.0, 0.0) + 0.5 * gap
    if dist <= limit:
        found(d, dist, pos + frame @ midway, frame @ normal)


@stage
def box_box(m, d, a: int, b: int, reach: float):
    """Up to eight points around a face, or one between two edges."""
    frame1, frame2, size1, size2 = d.geom_xmat[a], d.geom_xmat[b], m.geom_size[a], m.geom_size[b]
    between = d.geom_xpos[b] - d.geom_xpos[a]
    centre1, centre2, turn = frame1.T @ between, frame2.T @ between, frame1.T @ frame2
    rounding = ROUNDING * (size1.x + size1.y + size1.z + size2.x + size2.y + size2.z)
    limit = reach + rounding

    # the axis along which there is most room
    face, face_gap = best_face(face_gaps(centre1, turn, size1, size2), face_gaps(centre2, turn.T, size2, size1))
    if not face_gap <= limit:  # apart, or not a number
        return
    edges, gap = best_edges(d, centre1, turn, size1, size2, face_gap, limit, rounding)
    if gap > limit:
        return

    if edges >= 0:
        i, j = edges // 3, edges % 3
        frame, seen, centre = columns_renamed(frame1, i), columns_renamed(rows_renamed(turn, i), j), renamed(centre1, i)
        normal = edge_normal(seen)
        normal = where(dot(normal, centre) < 0.0, -normal, normal)
        upright = renamed((frame1 if face < 3.0 else frame2).T @ (frame @ normal), face if face < 3.0 else face - 3.0).x
        if abs(upright) <= ALIGNED or gap - face_gap > ALIGNED_GAIN * abs(face_gap) + TINY:
            touch_edges(d, normal, d.geom_xpos[a], frame, renamed(size1, i), centre, seen, renamed(size2, j), limit)
            return
    pos, sign = d.geom_xpos[a], 1.0
    if face >= 3.0:  # seen from the second box
        face, pos, sign, centre1, turn = face - 3.0, d.geom_xpos[b], -1.0, -centre2, turn.T
        frame1, size1, size2 = frame2, size2, size1
    touch_face(d, reach, face, pos, frame1, size1, centre1, turn, size2, sign)
