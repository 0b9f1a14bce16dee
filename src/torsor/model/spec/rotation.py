"""Rotations: quaternions (w, x, y, z) and vectors as tuples of floats."""

import math

from .sums import dot

Vector = tuple[float, ...]
Quat = tuple[float, float, float, float]
Vec3 = tuple[float, float, float]

ZERO3 = (0.0, 0.0, 0.0)
IDENTITY = (1.0, 0.0, 0.0, 0.0)
SHORTEST = 1e-7  # vectors of this length or less have no direction
UNIT = 1e-14  # a length is 1 if it differs by no more, as for MuJoCo


def multiply(a: Vector, b: Vector) -> Quat:
    """The rotation b followed by a."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def conjugate(q: Vector) -> Quat:
    """The inverse of a unit quaternion."""
    w, x, y, z = q
    return w, -x, -y, -z


def matrix(q: Vector) -> tuple[Vec3, Vec3, Vec3]:
    """The rows of the rotation matrix of a unit quaternion."""
    w, x, y, z = q
    return (
        (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
    )


def rotate(q: Vector, v: Vector) -> Vec3:
    """The vector v, rotated by q."""
    x, y, z = v
    a, b, c = matrix(q)
    return a[0] * x + a[1] * y + a[2] * z, b[0] * x + b[1] * y + b[2] * z, c[0] * x + c[1] * y + c[2] * z


def cross(a: Vector, b: Vector) -> Vec3:
    """The vector product a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def norm(v: Vector) -> float:
    """The Euclidean length of v."""
    return math.sqrt(dot(v, v))


def normalized(v: Vector) -> Vector:
    """v with unit length; what has it already keeps its digits, and a vector too short to have a direction stays."""
    length = norm(v)
    return tuple(v) if length <= SHORTEST or abs(length - 1.0) <= UNIT else tuple([x / length for x in v])


def transform(pos: Vector, quat: Vector, child_pos: Vector, child_quat: Vector) -> tuple[Vec3, Quat]:
    """The pose of a child in the coordinates in which its frame has the pose (pos, quat)."""
    if quat is IDENTITY:
        return (pos[0] + child_pos[0], pos[1] + child_pos[1], pos[2] + child_pos[2]), child_quat  # type: ignore[return-value]
    x, y, z = rotate(quat, child_pos)
    return (pos[0] + x, pos[1] + y, pos[2] + z), multiply(quat, child_quat)


def from_axis_angle(axis: Vector, angle: float) -> Quat:
    """The rotation by `angle` [rad] about the unit vector `axis`."""
    sine = math.sin(angle / 2)
    return math.cos(angle / 2), axis[0] * sine, axis[1] * sine, axis[2] * sine


def from_z(direction: Vector) -> Quat:
    """The shortest rotation that takes the z axis to `direction`."""
    z = normalized(direction)
    axis = cross((0.0, 0.0, 1.0), z)
    sine = norm(axis)
    if sine <= SHORTEST:
        return from_axis_angle((1.0, 0.0, 0.0), 0.0 if z[2] > 0 else math.pi)
    return from_axis_angle(normalized(axis), math.atan2(sine, z[2]))


def from_axes(x: Vector, y: Vector, z: Vector) -> Quat:
    """The rotation whose matrix has the orthonormal columns x, y, z (Shepperd's method)."""
    trace = x[0] + y[1] + z[2]
    if trace > 0:
        w = 0.5 * math.sqrt(1 + trace)
        q = (w, 0.25 * (y[2] - z[1]) / w, 0.25 * (z[0] - x[2]) / w, 0.25 * (x[1] - y[0]) / w)
    elif x[0] > y[1] and x[0] > z[2]:
        i = 0.5 * math.sqrt(1 + x[0] - y[1] - z[2])
        q = (0.25 * (y[2] - z[1]) / i, i, 0.25 * (y[0] + x[1]) / i, 0.25 * (z[0] + x[2]) / i)
    elif y[1] > z[2]:
        j = 0.5 * math.sqrt(1 - x[0] + y[1] - z[2])
        q = (0.25 * (z[0] - x[2]) / j, 0.25 * (y[0] + x[1]) / j, j, 0.25 * (z[1] + y[2]) / j)
    else:
        k = 0.5 * math.sqrt(1 - x[0] - y[1] + z[2])
        q = (0.25 * (x[1] - y[0]) / k, 0.25 * (z[0] + x[2]) / k, 0.25 * (z[1] + y[2]) / k, k)
    return normalized(q)  # type: ignore[return-value]
