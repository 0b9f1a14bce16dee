"""Derivatives of the difference and of the integration of quaternions, in tangent space.

A quaternion q is perturbed by a rotation vector u in its own frame: q exp(u). With exp(r + dr) = exp(r) exp(J dr),
J = 1 - a [r] + b [r]^2 is the right Jacobian of the exponential (Chirikjian 2011, sec. 10.8.6).
"""

from ...jit.call import native
from ...jit.elementary import sincos
from ...jit.formula import formula
from ...jit.lanes import sqrt, where
from ...jit.structs import given
from ...jit.values import AXES, Mat3, dot, exponential, matrix, rotation_vector
from .arguments import OptionalVector9Out, Vector3, Vector3Out, Vector4, Vector9Out

SMALL = 1e-2  # angle [rad] below which three terms of a series are exact to rounding


@formula
def polynomial(r, linear, quadratic):
    """1 + linear [r] + quadratic [r]^2, where [r] is the matrix of the cross product with r."""
    crossed = Mat3(0.0, -r.z, r.y, r.z, 0.0, -r.x, -r.y, r.x, 0.0)
    return AXES + crossed * linear + (crossed @ crossed) * quadratic


@formula
def exponential_slope(r):
    """J(r)."""
    square = dot(r, r)
    large = square > SMALL * SMALL
    angle = sqrt(where(large, square, 1.0))
    sin, cos = sincos(0.5 * angle)
    linear = where(large, 2.0 * sin * sin / (angle * angle), 0.5 - square / 24.0 + square * square / 720.0)
    quadratic = where(large, (angle - 2.0 * sin * cos) / (angle * angle * angle),
                      1.0 / 6.0 - square / 120.0 + square * square / 5040.0)
    return polynomial(r, -linear, quadratic)


@formula
def logarithm_slope(r):
    """The inverse of J(r)."""
    square = dot(r, r)
    large = square > SMALL * SMALL
    angle = sqrt(where(large, square, 1.0))
    sin, cos = sincos(0.5 * angle)
    quadratic = where(large, (1.0 - 0.5 * angle * cos / sin) / (angle * angle),
                      1.0 / 12.0 + square / 720.0 + square * square / 30240.0)
    return polynomial(r, 0.5, quadratic)


@native
def sub_quat_slopes(qa: Vector4, qb: Vector4, Da: OptionalVector9Out, Db: OptionalVector9Out) -> None:
    """Derivatives of mju_subQuat by qa and by qb; None is not computed."""
    slope = logarithm_slope(rotation_vector(qb.quat[0].conjugate * qa.quat[0]))
    if given(Da):
        Da.mat3[0] = slope
    if given(Db):
        Db.mat3[0] = -slope.T


@native
def mjd_quatIntegrate(vel: Vector3, scale: float, Dquat: Vector9Out, Dvel: Vector9Out, Dscale: Vector3Out) -> None:
    """Derivatives of mju_quatIntegrate by the quaternion, by the rotation vector scale * vel, and by scale."""
    turn = vel.vec3[0] * scale
    Dquat.mat3[0] = matrix(exponential(turn)).T
    Dvel.mat3[0] = exponential_slope(turn)
    Dscale.vec3[0] = vel.vec3[0]
