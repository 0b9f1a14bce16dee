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
def corner_of_core(size, radius, way):
    """The farthest point of a core with corners, or of one that is a point."""
    return corner_along(size, way)


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
def no_faces(d, pair, side):
    pass


@helper
def no_outline(d, pair, j, start):
    return 0


@helper
def no_edges(pair, side):
    return 0


@helper
def no_edge(d, pair, side, k):
    pass


class Shape(NamedTuple):
    """A row of the table. Points and directions are in the frame of the geom, unless it says otherwise."""

    # (size, radius, way): the point farthest along a unit vector, of the core of this size with this radius
    along: Any
    # (size, way): the same for a whole geom; of several points that are equally far, the one in their middle
    middle_along: Any
    # (size): size and radius of the core of a geom
    core: Any = own_core
    # (point, radius, way): what the radius makes of a point in the world, if `along` leaves that to it
    widened: Any = as_it_is
    # (size, point, normal): the normal at the surface point nearest to a point, and whether it is known; from a guess
    normal: Any = unknown_normal
    # (d, side): set pair.face for the faces at the contact
    faces: Any = no_faces
    # (d, j, start): write the corners of the face across axis j to pair.outline, clockwise from outside; how many
    lay_face: Any = no_outline
    # (d, side): how many edges are at the contact
    edge_number: Any = no_edges
    # (d, side, k): make the polygon edge k, from its first point of the contact on
    lay_edge: Any = no_edge
    # whether edges are lines on a round surface, which touches between the points that the contact is made of
    round_edge: bool = False
