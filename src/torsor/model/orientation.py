"""Rotations of the compiler: quaternions (w, x, y, z) as tuples of floats, and the forms MJCF gives them in."""

import math
from operator import mul

from .spec import IDENTITY, Alternative, Compiler, Placed, Vector

SHORTEST = 1e-7  # vectors of this length or less have no direction
_AXES = {'x': (1.0, 0.0, 0.0), 'y': (0.0, 1.0, 0.0), 'z': (0.0, 0.0, 1.0)}

Quat = tuple[float, float, float, float]
Vec3 = tuple[float, float, float]


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
    return math.sqrt(sum(map(mul, v, v)))


def normalised(v: Vector) -> Vector:
    """v with unit length; a vector too short to have a direction stays as it is."""
    length = norm(v)
    return tuple([x / length for x in v]) if length > SHORTEST else tuple(v)


def transform(pos: Vector, quat: Vector, child_pos: Vector, child_quat: Vector) -> tuple[Vec3, Quat]:
    """The pose of a child in the coordinates in which its frame has the pose (pos, quat)."""
    x, y, z = rotate(quat, child_pos)
    return (pos[0] + x, pos[1] + y, pos[2] + z), multiply(quat, child_quat)


def from_axis_angle(axis: Vector, angle: float) -> Quat:
    """The rotation by `angle` [rad] about the unit vector `axis`."""
    sine = math.sin(angle / 2)
    return math.cos(angle / 2), axis[0] * sine, axis[1] * sine, axis[2] * sine


def from_z(direction: Vector) -> Quat:
    """The shortest rotation that takes the z axis to `direction`."""
    z = normalised(direction)
    axis = cross((0.0, 0.0, 1.0), z)
    sine = norm(axis)
    if sine <= SHORTEST:
        return from_axis_angle((1.0, 0.0, 0.0), 0.0 if z[2] > 0 else math.pi)
    return from_axis_angle(normalised(axis), math.atan2(sine, z[2]))


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
    return normalised(q)  # type: ignore[return-value]


class Short(Exception):
    """An axis that is too short to give a direction; the argument names the attribute."""


def _radians(angle: float, compiler: Compiler) -> float:
    """Not math.radians, which rounds differently: replicas around an axis show the last digit."""
    return angle / 180 * math.pi if compiler.degree else angle


def _axisangle(numbers: Vector, compiler: Compiler) -> Quat:
    axis, angle = numbers[:3], numbers[3]
    if norm(axis) <= SHORTEST:
        raise Short('the axis of "axisangle"')
    return from_axis_angle(normalised(axis), _radians(angle, compiler))


def _euler(numbers: Vector, compiler: Compiler) -> Quat:
    """Lower-case axes turn with the frame, upper-case axes stay where they are."""
    total: Quat = (1.0, 0.0, 0.0, 0.0)
    for letter, angle in zip(compiler.eulerseq, numbers, strict=True):
        turn = from_axis_angle(_AXES[letter.lower()], _radians(angle, compiler))
        total = multiply(total, turn) if letter.islower() else multiply(turn, total)
    return total


def _xyaxes(numbers: Vector, _compiler: Compiler) -> Quat:
    """The y axis is made orthogonal to the x axis."""
    if norm(numbers[:3]) <= SHORTEST:
        raise Short('the first axis of "xyaxes"')
    x = normalised(numbers[:3])
    along = sum(a * b for a, b in zip(x, numbers[3:], strict=True))
    y = tuple(b - a * along for a, b in zip(x, numbers[3:], strict=True))
    if norm(y) <= SHORTEST:
        raise Short('the part of the second axis of "xyaxes" that is orthogonal to the first')
    y = normalised(y)
    return from_axes(x, y, cross(x, y))


def _zaxis(numbers: Vector, _compiler: Compiler) -> Quat:
    if norm(numbers) <= SHORTEST:
        raise Short('the vector of "zaxis"')
    return from_z(numbers)


_FORMS = {'axisangle': _axisangle, 'euler': _euler, 'xyaxes': _xyaxes, 'zaxis': _zaxis}


def resolve(quat: Vector, alt: Alternative | None, compiler: Compiler) -> Vector:
    """The unit quaternion of an orientation in any form."""
    if alt is None:
        return normalised(quat)
    form, numbers = alt
    return _FORMS[form](numbers, compiler)


def orientation(item: Placed, compiler: Compiler) -> Vector:
    """The unit quaternion of an element; its error when the numbers do not give a rotation."""
    if item.alt is None and item.quat is IDENTITY:
        return IDENTITY
    if item.alt is not None and item.alt[0] == 'euler' and not set(compiler.eulerseq.lower()) <= _AXES.keys():
        raise item.error(f'compiler attribute "eulerseq" is "{compiler.eulerseq}" but only x, y, z, X, Y, Z are axes')
    try:
        return resolve(item.quat, item.alt, compiler)
    except Short as short:
        raise item.error(f'{short} is too short to give a direction') from None
