"""The sphere: a point with a radius."""

from .....jit import helper
from .....jit.values import ZERO, normalized
from .shape import Shape, corner_of_core


@helper
def core(size):
    return ZERO, size.x


@helper
def widened(point, radius, way):
    """Only here is the radius added in the world, as in MuJoCo: the sum would round differently in another frame."""
    return point + way * radius


@helper
def middle_along(m, d, pair, side, size, way):
    return way * size.x


@helper
def normal(size, point, normal):
    return normalized(point), True


SHAPE = Shape(corner_of_core, middle_along, core, widened, normal)
