"""A prism of a height field: what is below one of the two triangles of a cell."""

from .....jit import helper
from .....jit.values import ZERO, dot
from .shape import Shape


@helper
def core(size):
    return ZERO, 0.0


@helper
def farthest_corner(pair, way):
    """The corner farthest along `way`: one at the top unless that points down."""
    start = 0 if way.z < 0.0 else 3
    best, farthest = start, dot(way, pair.prism[start])
    for i in range(start + 1, start + 3):
        height = dot(way, pair.prism[i])
        if height > farthest:
            best, farthest = i, height
    return pair.prism[best]


@helper
def along(m, d, pair, side, radius, way):
    return farthest_corner(pair, way)


@helper
def middle_along(m, d, pair, side, size, way):
    return farthest_corner(pair, way)


@helper
def code(pair, side, way):
    """All corners count as the same, as in MuJoCo."""
    return 0


SHAPE = Shape(along, middle_along, core, code=code, angular=True)
