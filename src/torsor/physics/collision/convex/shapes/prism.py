"""A prism of a height field: what is below one of the two triangles of a cell. It is made of stages, as a mesh."""

from .....jit import helper, stage
from .....jit.values import ZERO, dot
from ..scratch import PAIR
from .shape import Shape


@helper
def core(size):
    return ZERO, 0.0


@stage
def prism_along(m, d, pair: PAIR):
    """pair.corner: the corner of the prism farthest along pair.local: one at the top unless that points down.

    Reads and writes nothing but its arguments.
    """
    start = 0 if pair.local.z < 0.0 else 3
    best, farthest = start, dot(pair.local, pair.prism[start])
    for i in range(start + 1, start + 3):
        height = dot(pair.local, pair.prism[i])
        if height > farthest:
            best, farthest = i, height
    pair.corner = pair.prism[best]


@helper
def along(m, d, pair, side, radius, way):
    pair.local = way
    prism_along(m, d, pair)
    return pair.corner


@helper
def middle_along(m, d, pair, side, size, way):
    pair.local = way
    prism_along(m, d, pair)
    return pair.corner


@helper
def code(pair, side, way):
    """All corners count as the same, as in MuJoCo."""
    return 0


SHAPE = Shape(along, middle_along, core, code=code, angular=True)
