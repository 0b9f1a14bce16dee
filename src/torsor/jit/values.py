"""Small fixed-size values (Vec3, Quat, Mat3, Spatial, Inertia) over any element type.

The Python class is the definition: in a kernel its methods run at compile time on Symbols (see formula.py).
Vec3[float64] and Vec3[Pack] are two Numba types of one class (emit/values.py); mixing them broadcasts the scalar one.
"""

from .elementary import atan2, sincos
from .formula import formula
from .lanes import sqrt, where

TINY = 1e-15  # mjMINVAL: below this a length counts as zero
EPSILON = 2.220446049250313e-16  # relative spacing of floats


class Value(tuple):
    """A tuple of elements with arithmetic. Subclasses set `size`."""

    __slots__ = ()
    __array_ufunc__ = None  # NumPy scalars leave `x * value` to us
    size = 0

    def __new__(cls, *components):
        if len(components) != cls.size:
            raise TypeError(f'{cls.__name__} has {cls.size} components, not {len(components)}')
        return tuple.__new__(cls, components)

    def __init_subclass__(cls):
        formula(cls)  # the constructor, as called in kernels

    def __add__(self, other):
        return type(self)(*[a + b for a, b in zip(self, other)]) if type(other) is type(self) else NotImplemented

    def __sub__(self, other):
        return type(self)(*[a - b for a, b in zip(self, other)]) if type(other) is type(self) else NotImplemented

    def __mul__(self, scale):
        return NotImplemented if isinstance(scale, tuple) else type(self)(*[a * scale for a in self])

    __rmul__ = __mul__

    def __neg__(self):
        return type(self)(*[-a for a in self])


def component(i):
    return property(lambda self: self[i])


def part(cls, *indices):
    return property(lambda self: cls(*[self[i] for i in indices]))


class Vec3(Value):
    size = 3
    x, y, z = component(0), component(1), component(2)


class Quat(Value):
    """Rotation as a unit quaternion, real part first."""

    size = 4
    w, x, y, z = component(0), component(1), component(2), component(3)
    vec = part(Vec3, 1, 2, 3)
    conjugate = property(lambda q: Quat(q.w, -q.x, -q.y, -q.z))

    def __mul__(self, q):
        if not isinstance(q, Quat):
            return Value.__mul__(self, q)
        p = self
        return Quat((p.w * q.w - p.x * q.x) - (p.y * q.y + p.z * q.z),
                    (p.w * q.x + p.x * q.w) + (p.y * q.z - p.z * q.y),
                    (p.w * q.y - p.x * q.z) + (p.y * q.w + p.z * q.x),
                    (p.w * q.z + p.x * q.y) - (p.y * q.x - p.z * q.w))


class Mat3(Value):
    """3x3 matrix, row-major; the columns of a rotation are the axes of the rotated frame."""

    size = 9
    col_x, col_y, col_z = part(Vec3, 0, 3, 6), part(Vec3, 1, 4, 7), part(Vec3, 2, 5, 8)
    row_x, row_y, row_z = part(Vec3, 0, 1, 2), part(Vec3, 3, 4, 5), part(Vec3, 6, 7, 8)
    T = property(lambda m: Mat3(m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]))

    def __matmul__(self, other):
        if isinstance(other, Mat3):
            columns = [self @ c for c in (other.col_x, other.col_y, other.col_z)]
            return Mat3(*[column[i] for i in range(3) for column in columns])
        return Vec3(*[self[i] * other.x + self[i + 1] * other.y + self[i + 2] * other.z for i in (0, 3, 6)])


class Spatial(Value):
    """Motion or force vector in Plucker coordinates, angular part first (RBDA sec. 2.2)."""

    size = 6
    ang, lin = part(Vec3, 0, 1, 2), part(Vec3, 3, 4, 5)


class Inertia(Value):
    """Rigid-body inertia about the reference point: xx yy zz xy xz yz, mass * centre, mass (RBDA sec. 2.13)."""

    size = 10
    moment, mass = part(Vec3, 6, 7, 8), component(9)

    def __matmul__(self, v):
        inertia, w, h = self, v.ang, self.moment
        turned = Vec3(inertia[0] * w.x + inertia[3] * w.y + inertia[4] * w.z,
                      inertia[3] * w.x + inertia[1] * w.y + inertia[5] * w.z,
                      inertia[4] * w.x + inertia[5] * w.y + inertia[2] * w.z)
        return spatial(turned + cross(h, v.lin), inertia.mass * v.lin - cross(h, w))


ZERO = Vec3(0.0, 0.0, 0.0)
X, Y, Z = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)
IDENTITY = Quat(1.0, 0.0, 0.0, 0.0)
AXES = Mat3(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
STILL = Spatial(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@formula
def spatial(ang, lin):
    return Spatial(*ang, *lin)


@formula
def dot(a, b):
    total = a[0] * b[0]
    for x, y in zip(a[1:], b[1:]):
        total = total + x * y
    return total


@formula
def norm(v):
    if len(v) == 4:  # in pairs
        return sqrt((v[0] * v[0] + v[1] * v[1]) + (v[2] * v[2] + v[3] * v[3]))
    return sqrt(dot(v, v))


@formula
def cross(a, b):
    return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


@formula
def cross_motion(v, s):
    """v x s for motion vectors (RBDA sec. 2.9)."""
    return spatial(cross(v.ang, s.ang), cross(v.ang, s.lin) + cross(v.lin, s.ang))


@formula
def cross_force(v, f):
    """v x* f for force vectors (RBDA sec. 2.9)."""
    return spatial(cross(v.ang, f.ang) + cross(v.lin, f.lin), cross(v.ang, f.lin))


@formula
def rotation_about(axis, arm):
    """Unit rotation about an axis, seen from a reference point `arm` away from it."""
    return spatial(axis, cross(axis, arm))


@formula
def normalized(v):
    """v scaled to unit length; the first basis vector (for a Quat: no rotation) if v is zero.

    A Quat that has unit length, but for rounding, is left as it is: so rest stays rest.
    """
    length = norm(v)
    zero = length <= TINY
    if isinstance(v, Quat):
        length = where(abs(length - 1.0) <= TINY, 1.0, length)
    first = type(v)(1.0, *[0.0] * (v.size - 1))
    return where(zero, first, v * (1.0 / where(zero, 1.0, length)))


@formula
def rotate(q, v):
    """The vector v turned by the unit quaternion q."""
    t = Vec3(q.w * v.x + q.y * v.z - q.z * v.y, q.w * v.y + q.z * v.x - q.x * v.z, q.w * v.z + q.x * v.y - q.y * v.x)
    return v + 2.0 * cross(q.vec, t)


@formula
def matrix(q):
    """Rotation matrix of a unit quaternion; that of a right angle has true zeros."""
    ww, xx, yy, zz = q.w * q.w, q.x * q.x, q.y * q.y, q.z * q.z
    xy, xz, yz, wx, wy, wz = q.x * q.y, q.x * q.z, q.y * q.z, q.w * q.x, q.w * q.y, q.w * q.z
    return Mat3((ww - yy) + (xx - zz), 2.0 * (xy - wz), 2.0 * (xz + wy),
                2.0 * (xy + wz), (ww + yy) - (xx + zz), 2.0 * (yz - wx),
                2.0 * (xz - wy), 2.0 * (yz + wx), (ww - yy) - (xx - zz))


@formula
def axis_angle(axis, angle):
    """Quaternion of the rotation by `angle` [rad] about the unit vector `axis`."""
    sin, cos = sincos(0.5 * angle)
    return Quat(cos, *(axis * sin))


@formula
def exponential(w):
    """Quaternion of the rotation vector w [rad]."""
    angle = norm(w)
    still = angle <= TINY
    return axis_angle(w * (1.0 / where(still, 1.0, angle)), where(still, 0.0, angle))


@formula
def rotation_vector(q):
    """Rotation vector [rad] of a unit quaternion, at most pi long (the logarithm)."""
    sine = norm(q.vec)
    still = sine <= TINY
    q = where(q.w < 0.0, -q, q)
    angle = 2.0 * atan2(sine, q.w)
    return where(still, 2.0 * q.vec, q.vec * (angle / where(still, 1.0, sine)))


@formula
def inertia_about(mass, principal, frame, centre):
    """Inertia about a point `centre` away from the centre of mass; frame holds the principal axes."""
    scaled = [[frame[3 * i + k] * principal[k] for k in range(3)] for i in range(3)]

    def turned(i, j):
        return scaled[i][0] * frame[3 * j] + scaled[i][1] * frame[3 * j + 1] + scaled[i][2] * frame[3 * j + 2]

    h, c = centre * mass, centre
    return Inertia(turned(0, 0) + (h.y * c.y + h.z * c.z), turned(1, 1) + (h.x * c.x + h.z * c.z),
                   turned(2, 2) + (h.x * c.x + h.y * c.y), turned(0, 1) - h.x * c.y, turned(0, 2) - h.x * c.z,
                   turned(1, 2) - h.y * c.z, h.x, h.y, h.z, mass)
