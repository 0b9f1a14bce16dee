"""The contact out of which several may become: what it is made of, and the outlines of faces and edges there.

The contact is made of up to three points of each shape. pair.touch_code says which, 32 bits for each shape, and
pair.touch_part is a point of each shape.
"""

from ....jit import helper
from ....jit.formula import formula
from ....jit.lanes import where

FACES_PARALLEL = -0.996  # cosine between the outward normals of two faces
MOST_CORNERS = 1024  # of a face
MOST = 2048  # corners of a polygon while it is clipped
BORDER, POLYGON, CLIPPED = 0, MOST_CORNERS, MOST_CORNERS + MOST  # in pair.outline: a face, what it clips, the part
MOST_FACES = 512  # of a shape at the contact


@formula
def column(frame, k):
    return where(k == 0, frame.col_x, where(k == 1, frame.col_y, frame.col_z))


@helper
def axis(d, pair, side, k):
    """Axis k of a shape."""
    return column(pair.turn[side], k)


@helper
def to_world(d, pair, side, local):
    """A point of a shape, given in its frame."""
    return pair.turn[side] @ local + pair.at[side]


@helper
def code_of(pair, side, k):
    """The number of point k of the contact on a shape: the octant that it is in, or that of a vertex of a mesh."""
    return pair.touch_code[k] >> 32 * side & 0x7fffffff


@helper
def distinct_corners(pair, side):
    """How many corners, 1 to 3, the contact is made of."""
    first, second, third = code_of(pair, side, 0), code_of(pair, side, 1), code_of(pair, side, 2)
    if first == second:
        return 1 if first == third else 2
    return 2 if third == first or third == second else 3


@helper
def add_face(pair, side, face, normal):
    """List a face of a shape at the contact, under the number by which the shape knows it."""
    n = pair.face_num[side]
    if n < MOST_FACES:
        pair.face[MOST_FACES * side + n], pair.face_normal[MOST_FACES * side + n] = face, normal
        pair.face_num[side] = n + 1


# ---- shapes with lines along z ----
@helper
def one_edge(m, d, pair, side):
    return 1
