"""The box."""

from .....jit import helper
from .....jit.values import Vec3, dot
from ..touch import FACES_PARALLEL, POLYGON, add_face, axis, code_of, distinct_corners, to_world
from .shape import Shape, corner_of_core, sign

# corners of the faces across x, y and z, first the positive one; a bit per axis
FACES = (7, 3, 1, 5, 2, 6, 4, 0, 2, 3, 7, 6, 4, 5, 1, 0, 6, 7, 5, 4, 3, 2, 0, 1)


@helper
def middle_along(m, d, pair, side, size, way):
    return Vec3(sign(way.x) * size.x, sign(way.y) * size.y, sign(way.z) * size.z)


@helper
def corner(d, pair, side, code):
    """The corner in an octant."""
    size = pair.size[side]
    return to_world(d, pair, side, Vec3(size.x if code & 1 else -size.x, size.y if code & 2 else -size.y,
                                  size.z if code & 4 else -size.z))


@helper
def add_side(d, pair, side, k, positive):
    """List the positive or the negative face across axis k."""
    normal = axis(d, pair, side, k)
    add_face(pair, side, 2 * k + 1 - positive, normal if positive else -normal)


@helper
def faces(m, d, pair, side):
    """Faces that have all corners of the contact; the one that faces the normal if these are no edge."""
    first = code_of(pair, side, 0)
    common = ~(first ^ code_of(pair, side, 1)) & ~(first ^ code_of(pair, side, 2)) & 7
    number = (common & 1) + (common >> 1 & 1) + (common >> 2)
    if number == 4 - distinct_corners(pair, side):
        for k in range(3):
            if common >> k & 1:
                add_side(d, pair, side, k, first >> k & 1)
        return
    for k in range(3):
        cosine = dot(axis(d, pair, side, k), pair.normal) * (1.0 if side == 0 else -1.0)
        if abs(cosine) > -FACES_PARALLEL:
            add_side(d, pair, side, k, 1 if cosine > 0.0 else 0)


@helper
def lay_face(m, d, pair, side, face, start):
    for i in range(4):
        pair.outline[start + i] = corner(d, pair, side, FACES[4 * face + i])
    return 4


@helper
def edge_number(m, d, pair, side):
    """Those from the one corner of the contact, or the one between two."""
    distinct = distinct_corners(pair, side)
    return 3 if distinct == 1 else 1 if distinct == 2 else 0


@helper
def lay_edge(m, d, pair, side, k):
    code = code_of(pair, side, 0)
    other = code ^ 1 << k
    if distinct_corners(pair, side) == 2:
        other = code_of(pair, side, 1) if code_of(pair, side, 1) != code else code_of(pair, side, 2)
    pair.outline[POLYGON], pair.outline[POLYGON + 1] = corner(d, pair, side, code), corner(d, pair, side, other)


SHAPE = Shape(corner_of_core, middle_along, faces=faces, lay_face=lay_face, edge_number=edge_number, lay_edge=lay_edge,
              angular=True)
