"""Several contacts of two convex shapes at once, where a face of one meets a face or an edge of the other.

Faces and edges are those at the point of contact, which is made of up to three points of each shape: faces of a box
that have the corners among these, and a disk of a cylinder if all are on it; edges of a box likewise, and lines along
the sides of cylinders and capsules. Faces count as parallel up to 5.13 degrees, edges and faces up to 5.09 degrees,
whatever the normal at the point of contact is. A face of the second shape, or an edge, is clipped by the borders of a
face of the other, one after the other (Sutherland and Hodgman 1974), and measured. An edge is clipped as a polygon of
two corners: cutting off a corner leaves two equal ones.

Disks are polygons of 16 corners. Their orders and coordinates, and how four of many points are chosen, are MuJoCo's:
for round faces the areas to choose by are equal up to rounding, so nothing else would choose the same.
"""

from ....jit import helper, stage
from ....jit.lanes import where
from ....jit.values import TINY, cross, dot, norm, normalized
from ..found import found
from .pair import PAIR
from .shapes.table import edge_number, has_round_edge, lay_edge, lay_face, set_faces
from .touch import BORDER, CLIPPED, FACES_PARALLEL, MOST, MOST_FACES, POLYGON

EDGE_PARALLEL = 0.0888  # cosine between an edge and the normal of a face


# ---- faces at the contact ----
@helper
def choose_faces(m, d, pair):
    """pair.face: the faces of both shapes at the contact."""
    for side in range(2):
        pair.face_num[side] = 0
        set_faces(pair.type[side], m, d, pair, side)


@helper
def lay_listed(m, d, pair, j, start):
    """Write the corners of face j of the list to the outline; how many."""
    side = j // MOST_FACES
    return lay_face(pair.type[side], m, d, pair, side, pair.face[j], start)


# ---- clipping ----
@helper
def clip(pair, source, count, target, origin, inwards):
    """The part of a polygon on one side of a plane, from the end of its first edge on; number of corners.

    `source` and `target` say where in pair.outline the polygon and its part start.
    """
    kept, start = 0, pair.outline[source]
    height = dot(start - origin, inwards)
    for i in range(count):
        end = pair.outline[source + (i + 1 if i + 1 < count else 0)]
        end_height = dot(end - origin, inwards)
        if (height > -TINY) != (end_height > -TINY):
            part = height / (height - end_height)
            if 0.0 <= part <= 1.0 and kept < MOST:
                pair.outline[target + kept] = start + (end - start) * part
                kept += 1
        if end_height > -TINY and kept < MOST:
            pair.outline[target + kept] = end
            kept += 1
        start, height = end, end_height
    return kept


@helper
def clip_by_face(m, d, pair, count, j):
    """Keep the part of the polygon above face j of the list, up to where it is out of reach; number of corners."""
    normal, borders, kept = pair.face_normal[j], lay_listed(m, d, pair, j, BORDER), 0
    for i in range(borders):  # all roots and divisions before what waits for them
        start, end = pair.outline[BORDER + i], pair.outline[BORDER + (i + 1 if i + 1 < borders else 0)]
        pair.inwards[i] = normalized(cross(end - start, start + normal - start))
    whole, part = POLYGON, CLIPPED
    for i in range(borders):
        count = clip(pair, whole, count, part, pair.outline[BORDER + i], pair.inwards[i])
        whole, part = part, whole
    for i in range(count):
        point = pair.outline[whole + i]
        if dot(point - pair.outline[BORDER], normal) <= pair.clip_reach:
            pair.outline[POLYGON + kept] = point
            kept += 1
    return kept


# ---- which corners become contacts ----
@helper
def choose_ends(pair, count):
    """pair.chosen: the two corners that are farthest apart."""
    longest = -1.0
    for i in range(count):
        for j in range(i + 1, count):
            apart = pair.outline[POLYGON + j] - pair.outline[POLYGON + i]
            if dot(apart, apart) > longest:
                longest = dot(apart, apart)
                pair.chosen[0], pair.chosen[1] = i, j


@helper
def area_of(pair, i, j, k, n):
    """Twice the area of the quadrilateral of four corners."""
    return norm(cross(pair.outline[POLYGON + k] - pair.outline[POLYGON + i],
                      pair.outline[POLYGON + n] - pair.outline[POLYGON + j]))


@helper
def choose_corners(pair, count, firsts):
    """pair.chosen: four corners; each in turn moves on while the area grows, for each of so many that may be first."""
    i, j, k, n = 0, 1, 2, 3
    largest, moving = area_of(pair, i, j, k, n), 3
    while i < firsts:
        # the last corner moves on if it can; then the third does as often as it can, then the second
        ahead_j, ahead_k, ahead_n = (j + 1) % count, (k + 1) % count, (n + 1) % count
        next_j, next_k = ahead_j if moving == 1 else j, ahead_k if moving == 2 else k
        next_n = ahead_n if moving == 3 else n
        area = area_of(pair, i, next_j, next_k, next_n)
        if area > largest:
            largest, j, k, n = area, next_j, next_k, next_n
            pair.chosen[0], pair.chosen[1] = i, j
            pair.chosen[2], pair.chosen[3] = k, n
            moving = 2 if moving == 3 else moving
        elif moving < 3:
            moving = 1 if moving == 2 else 3
        else:
            if j == i:
                j = ahead_j
                if k == j:
                    k = ahead_k
                    if n == k:
                        n = ahead_n
            i += 1


# ---- contacts ----
@helper
def match_faces(pair):
    """The face of the first shape and the one of the second that are closest to parallel; -1 if none are.

    They are numbers in the list.
    """
    first, second, least = -1, -1, FACES_PARALLEL
    for i in range(pair.face_num[0]):
        for j in range(MOST_FACES, MOST_FACES + pair.face_num[1]):
            cosine = dot(pair.face_normal[i], pair.face_normal[j])
            if cosine < least:
                first, second, least = i, j, cosine
    return first, second


@helper
def faces_other(pair, j):
    """Whether face j of the list looks towards the other shape, along the normal of the contact."""
    cosine = dot(pair.face_normal[j], pair.normal)
    return cosine > 0.0 if j < MOST_FACES else cosine < 0.0


@helper
def match_edge(m, d, pair):
    """Make the polygon an edge of a shape that is parallel to a face of the other; number of this, -1 if none is."""
    for side in range(2):
        kind, other = pair.type[side], 1 - side
        edges = edge_number(kind, m, d, pair, side) if pair.face_num[other] > 0 else 0
        for j in range(MOST_FACES * other, MOST_FACES * other + pair.face_num[other]):
            for k in range(edges if faces_other(pair, j) else 0):
                lay_edge(kind, m, d, pair, side, k)
                start, end, normal = pair.outline[POLYGON], pair.outline[POLYGON + 1], pair.face_normal[j]
                if abs(dot(normalized(end - start), normal)) < EDGE_PARALLEL:
                    if has_round_edge(kind):  # it is that of the widened shape
                        back = normal * (0.5 * pair.reach)
                        pair.outline[POLYGON], pair.outline[POLYGON + 1] = start + back, end + back
                    return j
    return -1


@helper
def along_line(first, second, normal):
    """The normal of a contact between a point of each shape: along the line between them, and known if that is short.

    So it rounds as in MuJoCo: the shallower a contact is, the less it knows of its normal.
    """
    apart = second - first
    along = normalized(apart)
    return where(dot(apart, apart) > TINY * TINY, where(dot(along, normal) > 0.0, along, -along), normal)


@helper
def found_between(d, dist, first, second, normal):
    """Contact between a point of each shape."""
    found(d, dist, (first + second) * 0.5, along_line(first, second, normal))


@helper
def found_on_faces(d, pair, count, i, j):
    """Contacts of a face of the first shape with the polygon, which is part of one of the second."""
    normal, other_normal = pair.face_normal[i], pair.face_normal[j]
    for k in range(4):
        pair.chosen[k] = k
    if count > 4:
        choose_corners(pair, count, count)
    for k in range(min(count, 4)):
        point = pair.outline[POLYGON + pair.chosen[k]]
        first = point - normal * dot(point - pair.outline[BORDER], normal)
        dist = dot(first - point, other_normal)
        turn = -1.0 if dist <= pair.clip_reach else 1.0  # only a negative reach is exceeded by faces at an angle
        found_between(d, dist, first, first - other_normal * dist, other_normal * turn)


@helper
def found_on_edge(d, pair, count, j):
    """Contacts of a face with the polygon, which is part of an edge."""
    normal = pair.face_normal[j]
    pair.chosen[0], pair.chosen[1] = 0, 1
    if count > 2:
        choose_ends(pair, count)
    for k in range(min(count, 2)):
        point = pair.outline[POLYGON + pair.chosen[k]]
        dist = dot(point - pair.outline[BORDER], normal)
        found(d, dist, point - normal * (0.5 * dist), normal if j < MOST_FACES else -normal)


@stage
def convex_manifold(m, d, pair: PAIR):
    """Contacts of a face with a face, at most 4, or with an edge, at most 2; none if there is no such face and edge."""
    choose_faces(m, d, pair)
    border, face = match_faces(pair)
    if face >= 0:
        count = lay_listed(m, d, pair, face, POLYGON)
    else:
        border, count = match_edge(m, d, pair), 2
    if border < 0:
        return
    count = clip_by_face(m, d, pair, count, border)
    if face >= 0:
        found_on_faces(d, pair, count, border, face)
    else:
        found_on_edge(d, pair, count, border)
