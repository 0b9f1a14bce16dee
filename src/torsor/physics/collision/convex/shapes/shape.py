"""What a convex shape is to the algorithms, and what several shapes share."""

from typing import Any, NamedTuple

from .....jit import helper
from .....jit.formula import formula
from .....jit.lanes import where
from .....jit.values import Vec3


@formula
def times(a, b):
    """Component by component."""
    return Vec3(a.x * b.x, a.y * b.y, a.z * b.z)


@formula
def sign(x):
    return where(x > 0.0, 1.0, where(x < 0.0, -1.0, 0.0))


@formula
def corner_along(size, way):
    """Corner of a box that is farthest along `way`; also serves points and segments, which have no width."""
    return Vec3(*[where(w < 0.0, -s, s) for s, w in zip(size, way)])


@helper
def corner_of_core(m, d, pair, side, radius, way):
    """The farthest point of a core with corners, or of one that is a point."""
    return corner_along(pair.size[side], way)


@helper
def octant(pair, side, way):
    """In which octant a direction is, a bit per axis: names the corner of a box, or the disk of a cylinder."""
    return (1 if way.x >= 0.0 else 0) + (2 if way.y >= 0.0 else 0) + (4 if way.z >= 0.0 else 0)


# ---- what shapes without a radius, a normal, faces or edges have in their place ----
@helper
def own_core(size):
    return size, 0.0


@helper
def as_it_is(point, radius, way):
    return point


@helper
def unknown_normal(size, point, normal):
    return normal, False


@helper
def no_faces(m, d, pair, side):
    pass


@helper
def no_outline(m, d, pair, side, face, start):
    return 0


@helper
def no_edges(m, d, pair, side):
    return 0


@helper
def no_edge(m, d, pair, side, k):
    pass


class Shape(NamedTuple):
    """A row of the table. Points and directions are in the frame of the geom, unless it says otherwise."""

    # (m, d, pair, side, radius, way): the point farthest along a unit vector, of the core of a side with this radius
    along: Any
    # (m, d, pair, side, size, way): the same for a whole geom; of several points equally far the one in their middle
    middle_along: Any
    # (size): size and radius of the core of a geom
    core: Any = own_core
    # (point, radius, way): what the radius makes of a point in the world, if `along` leaves that to it
    widened: Any = as_it_is
    # (size, point, normal): the normal at the surface point nearest to a point, and whether it is known; from a guess
    normal: Any = unknown_normal
    # (pair, side, way): the number of the point farthest along `way`, for those that have several: after `along`
    code: Any = octant
    # (m, d, pair, side): list the faces at the contact with `add_face`
    faces: Any = no_faces
    # (m, d, pair, side, face, start): write the corners of a face to pair.outline, clockwise from outside; how many
    lay_face: Any = no_outline
    # (m, d, pair, side): how many edges are at the contact
    edge_number: Any = no_edges
    # (m, d, pair, side, k): make the polygon edge k, from its first point of the contact on
    lay_edge: Any = no_edge
    # whether edges are lines on a round surface, which touches between the points that the contact is made of
    round_edge: bool = False
    # whether all there is between the corners is flat
    angular: bool = False
