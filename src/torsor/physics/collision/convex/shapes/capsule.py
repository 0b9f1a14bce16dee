"""The capsule: a segment along z with a radius."""

from .....jit import helper
from .....jit.formula import formula
from .....jit.lanes import where
from .....jit.values import Vec3, dot, normalized
from ..touch import POLYGON, axis, one_edge
from .shape import Shape, corner_along, sign


@helper
def core(size):
    return Vec3(0.0, 0.0, size.y), size.x


@helper
def along(m, d, pair, side, radius, way):
    return corner_along(pair.size[side], way) + way * radius


@helper
def middle_along(m, d, pair, side, size, way):
    return way * size.x + Vec3(0.0, 0.0, sign(way.z) * size.y)


@formula
def clipped_off(x, limit):
    """What of x is beyond -limit to limit."""
    return where(x < -limit, x + limit, where(x > limit, x - limit, 0.0))


@helper
def normal(size, point, normal):
    return normalized(Vec3(point.x, point.y, clipped_off(point.z, size.y))), True


@helper
def lay_edge(m, d, pair, side, k):
    """The line along the side through the point of contact, from the lower end.

    Its ends round as in MuJoCo: that decides which of equal lengths is the longest, once a face has cut them off.
    """
    line, point, height = axis(d, pair, side, 2), pair.touch_part[side], pair.size[side].z
    ahead = dot(point - pair.at[side], line)
    pair.outline[POLYGON], pair.outline[POLYGON + 1] = point - line * (height + ahead), point + line * (height - ahead)


SHAPE = Shape(along, middle_along, core, normal=normal, edge_number=one_edge, lay_edge=lay_edge, round_edge=True)
