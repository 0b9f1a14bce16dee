"""The frame of a contact."""

from ...jit import helper
from ...jit.formula import formula
from ...jit.lanes import all_, any_, where
from ...jit.values import TINY, Mat3, X, Y, Z, cross, dot, normalized


@formula
def across(tangent, normal):
    """The part of a vector that is across a unit vector."""
    return tangent - normal * dot(normal, tangent)


@helper
def unit(v):
    """The vector scaled to unit length, which many have already: then there is nothing to do."""
    exact = dot(v, v) == 1.0
    return v if all_(exact) else where(exact, v, normalized(v))


@helper
def contact_frame(normal, tangent):
    """Frame whose first axis is the normal; the second is near `tangent` or, if that is zero, near a fixed axis."""
    normal = unit(normal)
    second = across(tangent, normal)
    short = dot(second, second) <= TINY * TINY
    if any_(short):
        second = where(short & (dot(tangent, tangent) > 0.0), across(X, normal), second)  # along the normal
        short = dot(second, second) <= TINY * TINY
        second = where(short, where(abs(normal.y) < 0.5, across(Y, normal), across(Z, normal)), second)
    second = unit(second)
    third = cross(normal, second)
    return Mat3(normal.x, normal.y, normal.z, second.x, second.y, second.z, third.x, third.y, third.z)
