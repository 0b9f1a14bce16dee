"""Contacts with a plane that lie ahead: corners of the lowest face of a shape, or the ends of a level edge."""

from ...jit import helper
from ...jit.values import ZERO, dot, normalized
from .convex.manifold import EDGE_PARALLEL, choose_corners
from .convex.pair import convex_support
from .convex.shapes.table import edge_number, has_round_edge, lay_edge, lay_face, set_faces
from .convex.touch import MOST_FACES, POLYGON
from .found import found


@helper
def set_lowest(m, d, pair):
    """pair.part[1]: the point of the second shape that is lowest above the first, a plane; pair.way: up."""
    pair.way, pair.whole = pair.turn[0].col_z, 1
    convex_support(m, d, pair, 0)


@helper
def lowest_face(pair, normal):
    """Of the faces at the lowest point the one that looks down most; -1 if there is none, or all stand upright."""
    best, least = -1, -EDGE_PARALLEL
    for j in range(MOST_FACES, MOST_FACES + pair.face_num[1]):
        cosine = dot(pair.face_normal[j], normal)
        if cosine < least:
            best, least = j, cosine
    return best


@helper
def keep_low(pair, count):
    """Keep the corners of the polygon that are within reach of the plane; how many."""
    kept = 0
    for i in range(count):
        point = pair.outline[POLYGON + i]
        if dot(pair.normal, point - pair.at[0]) <= pair.clip_reach:
            pair.outline[POLYGON + kept] = point
            kept += 1
    return kept


@helper
def lay_level_edge(m, d, pair):
    """Make the polygon an edge at the lowest point that is parallel to the plane; how many ends it has, none or 2.

    As in MuJoCo a round one is that of the shape widened by what may arrive yet, moved back along the normal.
    """
    kind, normal, back = pair.type[1], pair.normal, ZERO
    if has_round_edge(kind):
        back = normal * (0.5 * pair.clip_reach)
        pair.touch_part[1], pair.touch_code[0] = pair.touch_part[1] - back, 0  # its ends are in the order of its axis
    for k in range(edge_number(kind, m, d, pair, 1)):
        lay_edge(kind, m, d, pair, 1, k)
        start, end = pair.outline[POLYGON], pair.outline[POLYGON + 1]
        if abs(dot(normalized(end - start), normal)) < EDGE_PARALLEL:
            pair.outline[POLYGON], pair.outline[POLYGON + 1] = start + back, end + back
            return 2
    return 0


@helper
def find_on_plane(m, d, pair):
    """Up to four corners of the lowest face, or two ends of an edge; none if the shape has neither."""
    kind, normal, count = pair.type[1], pair.normal, 0
    pair.face_num[1] = 0
    set_faces(kind, m, d, pair, 1)
    face = lowest_face(pair, normal)
    if face >= 0:
        count = lay_face(kind, m, d, pair, 1, pair.face[face], POLYGON)
    else:
        count = lay_level_edge(m, d, pair)
    count = keep_low(pair, count)
    for k in range(4):
        pair.chosen[k] = k
    if count > 4:
        choose_corners(pair, count, count)
    for k in range(min(count, 4)):
        point = pair.outline[POLYGON + pair.chosen[k]]
        dist = dot(normal, point - pair.at[0])
        found(d, dist, point - normal * (0.5 * dist), normal)
