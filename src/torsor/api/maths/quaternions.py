"""Rotations: quaternions (w, x, y, z), and the other forms they are converted from and to."""

import functools
import math

from ...jit import helper
from ...jit.call import checked, native
from ...jit.formula import formula
from ...jit.values import Mat3, Quat, Vec3, axis_angle, cross, exponential, norm, normalized, rotate, rotation_vector
from ...schema.constants import mjMINVAL
from ..errors import FatalError
from .arguments import Vector3, Vector3Out, Vector4, Vector4Out, Vector9, Vector9Out


@native
def mju_rotVecQuat(res: Vector3Out, vec: Vector3, quat: Vector4) -> None:
    """Set res to vec turned by the unit quaternion quat."""
    res.vec3[0] = rotate(quat.quat[0], vec.vec3[0])


@native
def mju_negQuat(res: Vector4Out, quat: Vector4) -> None:
    """Set res to the conjugate of quat, the opposite rotation."""
    res.quat[0] = quat.quat[0].conjugate


@native
def mju_mulQuat(res: Vector4Out, quat1: Vector4, quat2: Vector4) -> None:
    """Set res to the product of two quaternions: first turn by quat2, then by quat1."""
    res.quat[0] = quat1.quat[0] * quat2.quat[0]


@helper
def imaginary(v):
    return Quat(0.0, v.x, v.y, v.z)


@native
def mju_mulQuatAxis(res: Vector4Out, quat: Vector4, axis: Vector3) -> None:
    """Set res to the product of quat and (0, axis)."""
    res.quat[0] = quat.quat[0] * imaginary(axis.vec3[0])


@native
def mju_axisAngle2Quat(res: Vector4Out, axis: Vector3, angle: float) -> None:
    """Set res to the rotation by angle [rad] about the unit vector axis."""
    res.quat[0] = axis_angle(axis.vec3[0], angle)


@native
def mju_quat2Vel(res: Vector3Out, quat: Vector4, dt: float) -> None:
    """Set res to the angular velocity [rad/s] that turns by quat in the time dt."""
    res.vec3[0] = rotation_vector(quat.quat[0]) * (1.0 / dt)


@native
def mju_subQuat(res: Vector3Out, qa: Vector4, qb: Vector4) -> None:
    """Set res to the rotation vector [rad] that leads from qb to qa, in the frame of qb."""
    res.vec3[0] = rotation_vector(qb.quat[0].conjugate * qa.quat[0])


@formula
def similarity(q):
    """Rotation matrix of q, times the squared length of q."""
    ww, xx, yy, zz = q.w * q.w, q.x * q.x, q.y * q.y, q.z * q.z
    wx, wy, wz, xy, xz, yz = q.w * q.x, q.w * q.y, q.w * q.z, q.x * q.y, q.x * q.z, q.y * q.z
    return Mat3(ww + xx - yy - zz, 2.0 * (xy - wz), 2.0 * (xz + wy),
                2.0 * (xy + wz), ww - xx + yy - zz, 2.0 * (yz - wx),
                2.0 * (xz - wy), 2.0 * (yz + wx), ww - xx - yy + zz)


@native
def mju_quat2Mat(res: Vector9Out, quat: Vector4) -> None:
    """Set res to the rotation matrix of quat, times the squared length of quat."""
    res.mat3[0] = similarity(quat.quat[0])


@helper
def quaternion_of(m):
    """Quaternion of a rotation matrix, computed from whichever component is safely away from zero (Shepperd 1978)."""
    xx, yy, zz = m.row_x.x, m.row_y.y, m.row_z.z
    x, y, z = m.row_z.y - m.row_y.z, m.row_x.z - m.row_z.x, m.row_y.x - m.row_x.y
    xy, xz, yz = m.row_x.y + m.row_y.x, m.row_x.z + m.row_z.x, m.row_y.z + m.row_z.y
    if xx + yy + zz > 0.0:
        q = Quat(1.0 + xx + yy + zz, x, y, z)
    elif xx > yy and xx > zz:
        q = Quat(x, 1.0 + xx - yy - zz, xy, xz)
    elif yy > zz:
        q = Quat(y, xy, 1.0 - xx + yy - zz, yz)
    else:
        q = Quat(z, xz, yz, 1.0 - xx - yy + zz)
    return normalized(q)


@native
def mju_mat2Quat(quat: Vector4Out, mat: Vector9) -> None:
    """Set quat to the unit quaternion of the rotation matrix mat."""
    quat.quat[0] = quaternion_of(mat.mat3[0])


@native
def mju_derivQuat(res: Vector4Out, quat: Vector4, vel: Vector3) -> None:
    """Set res to the time derivative of quat for the angular velocity vel [rad/s] in the global frame."""
    res.quat[0] = imaginary(vel.vec3[0]) * quat.quat[0] * 0.5


@native
def mju_quatIntegrate(quat: Vector4Out, vel: Vector3, scale: float) -> None:
    """Turn quat by the angular velocity vel [rad/s], in its own frame, for the time scale [s], and normalise it."""
    quat.quat[0] = normalized(quat.quat[0]) * exponential(vel.vec3[0] * scale)


@native
def mju_quatZ2Vec(quat: Vector4Out, vec: Vector3) -> None:
    """Set quat to the shortest rotation that takes the z-axis to the direction of vec."""
    length = norm(vec.vec3[0])
    direction = Vec3(0.0, 0.0, 1.0) if length < mjMINVAL else vec.vec3[0] * (1.0 / length)
    axis = cross(Vec3(0.0, 0.0, 1.0), direction)
    sine = norm(axis)
    if sine < mjMINVAL:
        quat.quat[0] = Quat(1.0, 0.0, 0.0, 0.0) if direction.z > 0.0 else Quat(0.0, 1.0, 0.0, 0.0)
    else:
        quat.quat[0] = axis_angle(axis * (1.0 / sine), math.atan2(sine, direction.z))


@helper
def about_axis(letter, angle):
    """Rotation about the coordinate axis of this letter of 'xyz'."""
    axis = Vec3(1.0, 0.0, 0.0) if letter == 0 else Vec3(0.0, 1.0, 0.0) if letter == 1 else Vec3(0.0, 0.0, 1.0)
    return axis_angle(axis, angle)


@native
def _euler(quat: Vector4Out, euler: Vector3, first: int, second: int, third: int) -> None:
    """Compose three rotations given by their letters in 'xyzXYZ'."""
    turn, angles = Quat(1.0, 0.0, 0.0, 0.0), euler.vec3[0]
    for letter, angle in ((first, angles.x), (second, angles.y), (third, angles.z)):
        turn = turn * about_axis(letter, angle) if letter < 3 else about_axis(letter - 3, angle) * turn
    quat.quat[0] = turn


@functools.cache
def _axes(seq: str) -> tuple[int, ...]:
    """The letters of a sequence of axes as numbers."""
    if len(seq) != 3:
        raise FatalError('mju_euler2Quat: seq must contain exactly 3 characters')
    for i, letter in enumerate(seq):
        if letter not in 'xyzXYZ':
            raise FatalError(f"mju_euler2Quat: seq[{i}] is '{letter}', should be one of x, y, z, X, Y, Z")
    return tuple('xyzXYZ'.index(letter) for letter in seq)


@checked
def mju_euler2Quat(quat: Vector4Out, euler: Vector3, seq: str) -> None:
    """Set quat to a sequence of rotations by the angles euler [rad].

    The letters of seq name the axes: x, y, z turn about the axes as they were turned before (intrinsic), X, Y, Z about
    the fixed ones (extrinsic).
    """
    _euler(quat, euler, *_axes(seq))
