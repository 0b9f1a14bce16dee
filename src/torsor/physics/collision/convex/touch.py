"""The contact out of which several may become: what it is made of, and the outlines of faces and edges there.

The contact is made of up to three points of each shape. pair.touch_code has the octants that they are in, three bits
for each shape, and pair.touch_part a point of each shape.
"""

from ....jit import helper
from ....jit.formula import formula
from ....jit.lanes import where
from ....jit.values import dot

FACES_PARALLEL = -0.996  # cosine between the outward normals of two faces
BORDER, POLYGON, CLIPPED, MOST = 0, 16, 48, 32  # where in pair.outline: a face, what it clips, the part; most corners


@formula
def column(frame, k):
    return where(k == 0, frame.col_x, where(k == 1, frame.col_y, frame.col_z))


@helper
def axis(d, pair, j):
    """Axis j, 0 to 5, of both shapes."""
    return column(d.geom_xmat[pair.geom[j // 3]], j % 3)


@helper
def to_world(d, pair, side, local):
    """A point of a shape, given in its frame."""
    g = pair.geom[side]
    return d.geom_xmat[g] @ local + d.geom_xpos[g]


@helper
def code_of(pair, side, k):
    """The octant of point k of the contact on a shape."""
    return pair.touch_code[k] >> 3 * side & 7


# ---- shapes with lines along z ----
@helper
def one_edge(pair, side):
    return 1


@helper
def middle_of_line(d, pair, side):
    """From the axis z of a shape to its point of the contact."""
    line, middle = axis(d, pair, 3 * side + 2), pair.touch_part[side] - d.geom_xpos[pair.geom[side]]
    return middle - line * dot(line, middle)


@helper
def lay_line(d, pair, side, middle):
    """Make the polygon the line along the axis z of a shape, with its middle relative to the centre."""
    centre, height = d.geom_xpos[pair.geom[side]] + middle, pair.size[side].z
    half = axis(d, pair, 3 * side + 2) * (height if code_of(pair, side, 0) & 4 else -height)
    pair.outline[POLYGON], pair.outline[POLYGON + 1] = centre + half, centre - half
