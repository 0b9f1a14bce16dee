"""Contacts of two boxes: the axis along which they overlap least says which features touch, and these give the points.

Two boxes are apart if they are apart along one of fifteen axes: the normals of the faces of either, or the common normal
of an edge of each (Gottschalk, Lin and Manocha 1996). The axis with the largest gap, or least overlap, is that of the
contact. If it is the normal of a face, the nearest face of the other box is cut to what is above that face; if it belongs
to two edges, their closest points are the contact.

Axes are renamed so that the code is about x, y and z only: in what two edges see, x runs along each of them; in what a
face sees, z is its normal.
"""

import math

from ...jit import helper, stage
from ...jit.formula import formula
from ...jit.lanes import clamp, sqrt, where
from ...jit.values import Mat3, Vec3, dot
from .found import first_geom, found, second_geom

ROUNDING = 1e-13  # gap, relative to the sizes, by which rounding alone may part boxes that touch
PARALLEL = 1e-8  # sine of the angle between edges that have no common normal
PARALLEL2 = 1e-15  # its square, for the closest points of two edges
GAIN = 1e-6  # relative difference by which a gap along the normal of two edges must be the largest
ALIGNED, ALIGNED_GAIN = 0.99, 0.05  # cosine to the normal of the best face beyond which they must gain more than that
TINY_GAIN = 1e-15  # [m]
LEVEL = 1e-9  # cosine to the normal below which an axis of a box has two edges that may touch
SAME = 1e-7  # distance of points that count as one, relative to the half diagonal of the face they are on
INSIDE = 1.0 - 1e-9  # part of a face that no rounding takes a corner out of
SECOND = 72  # where in work.polygon the second polygon starts: 24 corners of 3 numbers are more than cuts can leave


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
def from_above(turn, outwards):
    """The matrix with its z row times a sign."""
    return Mat3(*turn.row_x, *turn.row_y, *(turn.row_z * outwards))


# ---- gaps along the axes ----
@formula
def face_gaps(centre, turn, size, other):
    """Gaps between a box and an `other` one along the axes of the first, in which `centre` and `turn` place the other."""
    return Vec3(*[abs(centre[i]) - size[i] - dot([abs(x) for x in turn[3 * i:3 * i + 3]], other) for i in range(3)])


@formula
def edge_normal(turn):
    """Common normal of the x axes of two boxes, in the axes of the first, in which `turn` holds those of the other."""
    y, z = turn.col_x.y, turn.col_x.z
    sine = sqrt(y * y + z * z)
    return Vec3(0.0, -z / sine, y / sine)


@formula
def edge_gap(normal, centre, turn, size, other):
    """Gap between two boxes along the common normal of their x axes."""
    reach = abs(normal.y) * size.y + abs(normal.z) * size.z
    across = turn.T @ normal
    return abs(normal.y * centre.y + normal.z * centre.z) - reach - (abs(across.y) * other.y + abs(across.z) * other.z)


@formula
def promising(centre, turn, size, other, gap, rounding):
    """Whether two boxes can be farther apart than `gap` along the normal of axis i of one and j of the other.

    A matrix of numbers, positive where they can. That saves most roots and divisions: with e the cross product of both
    axes and r the gap between the projections on e, the gap is r / |e|, and larger where r |r| > gap |gap| e^2.
    """
    numbers, goal = [], gap * abs(gap)
    for i in range(3):
        for j in range(3):
            seen = [abs(x) for x in columns_renamed(rows_renamed(turn, i), j)]
            c, s, t = renamed(centre, i), renamed(size, i), renamed(other, j)
            y, z = columns_renamed(rows_renamed(turn, i), j).col_x[1:]
            room = abs(z * c.y - y * c.z) - (s.y * seen[6] + s.z * seen[3] + t.y * seen[2] + t.z * seen[1]) + rounding
            sine2 = y * y + z * z
            numbers.append(where(sine2 < PARALLEL * PARALLEL, -1.0, room * abs(room) - goal * sine2))
    return Mat3(*numbers)


# ---- a face and the face of the other box that is nearest to it ----
@helper
def clip(d, source, count, target, axis, side, limit):
    """Cut a polygon by a plane: side * coordinate <= limit (Sutherland and Hodgman 1974). The number of its corners."""
    points, kept = d.work.polygon, 0
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
def nearest_face(d, middle, along_x, along_y, size):
    """The part above the face of a parallelogram: where it starts in work.polygon and the number of its corners."""
    d.work.polygon.vec3[0] = middle + along_x + along_y
    d.work.polygon.vec3[3] = middle - along_x + along_y
    d.work.polygon.vec3[6] = middle - along_x - along_y
    d.work.polygon.vec3[9] = middle + along_x - along_y
    start, count = 0, 4
    for k in range(4):
        axis, side = k >> 1, where(k & 1 == 0, 1.0, -1.0)
        limit = where(axis == 0, size.x, size.y)
        extent = where(axis == 0, abs(along_x.x) + abs(along_y.x), abs(along_x.y) + abs(along_y.y))
        if side * where(axis == 0, middle.x, middle.y) + extent > limit * INSIDE and count > 0:
            count = clip(d, start, count, SECOND - start, axis, side, limit)
            start = SECOND - start
    return start, count


@helper
def touch_face(d, face, pos, frame, size, centre, turn, other, sign):
    """Corners of the nearest face of an `other` box, cut to what is above a face, and not beyond reach.

    Everything is in the axes of the box with the face. `sign` is 1 if that is the first box, else -1.
    """
    frame, turn = columns_renamed(frame, face + 1), rows_renamed(turn, face + 1)
    size, centre = renamed(size, face + 1), renamed(centre, face + 1)
    outwards = where(centre.z >= 0.0, 1.0, -1.0)
    turn, facing = from_above(turn, outwards), 0
    level = turn.row_z
    if abs(level.y) > abs(level.x):
        facing = 1
    if abs(level.z) > abs(level.x) and abs(level.z) > abs(level.y):
        facing = 2
    # x and y along the face, z above it
    seen = columns_renamed(turn, facing + 1)
    other = renamed(other, facing + 1)
    middle = Vec3(centre.x, centre.y, outwards * centre.z - size.z) \
        + seen.col_z * where(seen.col_z.z > 0.0, -other.z, other.z)
    start, count = nearest_face(d, middle, seen.col_x * other.x, seen.col_y * other.y, size)
    normal, same = frame.col_z * (outwards * sign), SAME * SAME * (size.x * size.x + size.y * size.y)
    kept = 0
    for k in range(count):
        corner = d.work.polygon.vec3[start + 3 * k]
        new = corner.z <= d.work.reach
        for i in range(kept):
            earlier = d.work.polygon.vec3[start + 3 * i] - corner
            if earlier.x * earlier.x + earlier.y * earlier.y < same:
                new = False
        if new:
            d.work.polygon.vec3[start + 3 * kept] = corner
            kept += 1
            midway = Vec3(corner.x, corner.y, outwards * (size.z + 0.5 * corner.z))
            found(d, corner.z, pos + frame @ midway, normal)


# ---- two edges ----
@helper
def sides(normal, size, tried):
    """Middle of the edge along x that is farthest along the normal; `tried` 1: of its neighbour if they are level."""
    y, z = where(normal.y > 0.0, size.y, -size.y), where(normal.z > 0.0, size.z, -size.z)
    flip_y, flip_z = tried == 1 and abs(normal.y) < LEVEL, tried == 1 and abs(normal.z) < LEVEL
    return Vec3(0.0, where(flip_y, -y, y), where(flip_z, -z, z))


@helper
def edges_to_try(normal):
    return 2 if abs(normal.y) < LEVEL or abs(normal.z) < LEVEL else 1


@helper
def touch_edges(d, normal, pos, frame, size, centre, turn, other, limit):
    """Closest points of an edge of each box (Ericson 5.1.9), both along x; of several the closest pair."""
    other_normal, cosine = turn.T @ normal, turn.col_x.x
    closest, dist, midway = math.inf, 0.0, centre
    for i in range(edges_to_try(normal)):
        for j in range(edges_to_try(other_normal)):
            middle = sides(normal, size, i)
            between = centre + turn @ sides(-other_normal, other, j) - middle
            along, other_along, sine2 = between.x, dot(between, turn.col_x), 1.0 - cosine * cosine
            x = where(sine2 < PARALLEL2, 0.0, clamp((along - cosine * other_along) / sine2, -size.x, size.x))
            y = x * cosine - other_along
            if abs(y) > other.x:
                y = clamp(y, -other.x, other.x)
                x = clamp(along + cosine * y, -size.x, size.x)
            gap = between + turn.col_x * y - Vec3(x, 0.0, 0.0)
            if dot(gap, gap) < closest:
                closest, dist = dot(gap, gap), dot(gap, normal)
                midway = middle + Vec3(x, 0.0, 0.0) + 0.5 * gap
    if dist <= limit:
        found(d, dist, pos + frame @ midway, frame @ normal)


@stage
def box_box(m, d):
    """Up to eight points around a face, or one between two edges."""
    a, b = first_geom(d), second_geom(d)
    frame1, frame2, size1, size2 = d.geom_xmat[a], d.geom_xmat[b], m.geom_size[a], m.geom_size[b]
    between = d.geom_xpos[b] - d.geom_xpos[a]
    centre1, centre2, turn = frame1.T @ between, frame2.T @ between, frame1.T @ frame2
    rounding = ROUNDING * (size1.x + size1.y + size1.z + size2.x + size2.y + size2.z)
    limit = d.work.reach + rounding

    # the face above which there is most room; not a number if a place is not
    d.work.axis_gap.vec3[0] = face_gaps(centre1, turn, size1, size2)
    d.work.axis_gap.vec3[3] = face_gaps(centre2, turn.T, size2, size1)
    face, face_gap = 0, -math.inf
    for k in range(6):
        gap = d.work.axis_gap[k]
        if not gap <= limit:
            return
        if gap > face_gap:
            face, face_gap = k, gap

    # edges, if there is more room between them
    goal = where(face_gap < 0.0, face_gap * (1.0 - 0.9 * GAIN), face_gap)
    d.work.axis_gap.mat3[0] = promising(centre1, turn, size1, size2, goal, rounding)
    edge, best = -1, face_gap
    for k in range(9):
        if d.work.axis_gap[k] > 0.0:
            i, j = k // 3, k % 3
            seen = columns_renamed(rows_renamed(turn, i), j)
            gap = edge_gap(edge_normal(seen), renamed(centre1, i), seen, renamed(size1, i), renamed(size2, j))
            if gap > limit:
                return
            if gap - GAIN * abs(gap) > best:
                edge, best = k, gap
    if edge >= 0:
        i, j = edge // 3, edge % 3
        frame, seen, centre = columns_renamed(frame1, i), columns_renamed(rows_renamed(turn, i), j), renamed(centre1, i)
        normal = edge_normal(seen)
        normal = where(dot(normal, centre) < 0.0, -normal, normal)
        upright = renamed((frame1 if face < 3 else frame2).T @ (frame @ normal), face % 3).x
        if abs(upright) <= ALIGNED or best - face_gap > ALIGNED_GAIN * abs(face_gap) + TINY_GAIN:
            touch_edges(d, normal, d.geom_xpos[a], frame, renamed(size1, i), centre, seen, renamed(size2, j), limit)
            return
    pos, sign = d.geom_xpos[a], 1.0
    if face >= 3:  # look from the second box
        face, pos, sign, centre1, turn = face - 3, d.geom_xpos[b], -1.0, -centre2, turn.T
        frame1, size1, size2 = frame2, size2, size1
    touch_face(d, face, pos, frame1, size1, centre1, turn, size2, sign)
