"""Charts of rotations: how a rotation vector w, and the rotation exp(w), change with each other.

    exp(w + dw) = exp(w) exp(Jr dw),    log(exp(w) exp(u)) = w + Jr^-1 u    to first order
"""

from ....jit import helper
from ....jit.elementary import sincos
from ....jit.formula import formula
from ....jit.lanes import sqrt, where
from ....jit.values import Mat3, dot

SMALL = 1e-3  # [rad] below which series are as good as formulas


@formula
def with_powers(w, a, b):
    """I - a [w] + b [w]^2, with the matrix [w] of the cross product."""
    x, y, z = w
    return Mat3(1.0 - b * (y * y + z * z), a * z + b * x * y, -a * y + b * x * z,
                -a * z + b * x * y, 1.0 - b * (x * x + z * z), a * x + b * y * z,
                a * y + b * x * z, -a * x + b * y * z, 1.0 - b * (x * x + y * y))


@helper
def right_jacobian(w):
    """Jr(w)."""
    square = dot(w, w)
    angle = sqrt(square)
    sin, cos = sincos(angle)
    small = angle <= SMALL
    return with_powers(w, where(small, 0.5 - square / 24.0, (1.0 - cos) / square),
                       where(small, 1.0 / 6.0 - square / 120.0, (angle - sin) / (square * angle)))


@helper
def inverse_right_jacobian(w):
    """Jr(w)^-1, for less than a whole turn."""
    square = dot(w, w)
    angle = sqrt(square)
    sin, cos = sincos(0.5 * angle)
    return with_powers(w, -0.5, where(angle <= SMALL, 1.0 / 12.0 + square / 720.0,
                                      (1.0 - 0.5 * angle * cos / sin) / square))
