"""Principal axes of matrices of inertia.

The axes of nearly equal moments are mostly rounding, for which the order of operations is MuJoCo's.
"""

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...jit.lanes import sqrt
from ...jit.values import IDENTITY, Mat3, Quat

MOST_TURNS = 500
SAME = 1e-12  # moments that differ by less of the largest entry keep their order
HALF = 0.707106781186548  # not the double nearest to the root of 1/2, but MuJoCo's
ABOUT_X, ABOUT_Z = Quat(HALF, HALF, 0.0, 0.0), Quat(HALF, 0.0, 0.0, HALF)  # quarter turns


@stage
def find_axes(inertia: In('9'), precision: float, moments: Out('3'), axes: Out('4')) -> None:
    """Eigenvalues in decreasing order, and the rotation whose columns are the eigenvectors, to a relative `precision`.

    Jacobi's method, carried out on a quaternion: each turn about a coordinate axis removes the largest off-diagonal
    entry. Nearly equal eigenvalues keep their order, so that symmetric bodies keep their axes. The length of the
    quaternion is left as it comes.
    """
    scale, quat = abs(inertia[0]), IDENTITY
    for i in range(1, 9):
        scale = abs(inertia[i]) if abs(inertia[i]) > scale else scale
    for _ in range(MOST_TURNS):
        turned = in_axes(inertia.mat3[0], quat)
        # of equal entries the first is removed first
        axis, entry, low, high = 0, turned.row_y.z, turned.row_y.y, turned.row_z.z
        if abs(turned.row_x.z) > abs(entry):
            axis, entry, low, high = 1, turned.row_x.z, turned.row_x.x, turned.row_z.z
        if abs(turned.row_x.y) > abs(entry):
            axis, entry, low, high = 2, turned.row_x.y, turned.row_x.x, turned.row_y.y
        if abs(entry) <= precision * scale:
            break
        slope = (high - low) / (2.0 * entry)
        # equal moments turn one way, whatever the sign of their zero difference
        tangent = (1.0 if slope >= 0.0 else -1.0) / (abs(slope) + sqrt(1.0 + slope * slope))
        quat = product(quat, turn(axis, tangent))
    put_decreasing(turned, quat, max(precision, SAME) * scale, moments, axes)


@helper
def in_axes(inertia, quat):
    """(R' I) R for the rotation matrix R of `quat`."""
    w, x, y, z = quat.w, quat.x, quat.y, quat.z
    axes = Mat3(w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y),
                2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x),
                2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z)
    return (axes.T @ inertia.T) @ axes


@helper
def turn(axis, tangent):
    """The rotation by an angle with this tangent: forwards about y, backwards about x and z."""
    half = tangent / (1.0 + sqrt(1.0 + tangent * tangent))
    cosine = 1.0 / sqrt(1.0 + half * half)
    sine = half * cosine
    return Quat(cosine, -sine if axis == 0 else 0.0, sine if axis == 1 else 0.0, -sine if axis == 2 else 0.0)


@helper
def product(p, q):
    """The rotation q followed by p, summed from first to last."""
    return Quat(p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w)


@helper
def put_decreasing(turned, quat, same, moments, axes):
    """Sort by quarter turns that swap two neighbouring axes, unless their moments are the `same` within so much."""
    a, b, c = turned.row_x.x, turned.row_y.y, turned.row_z.z
    if a + same < b:
        a, b, quat = b, a, product(quat, ABOUT_Z)
    if b + same < c:
        b, c, quat = c, b, product(quat, ABOUT_X)
    if a + same < b:
        a, b, quat = b, a, product(quat, ABOUT_Z)
    moments[0], moments[1], moments[2] = a, b, c
    axes[0], axes[1], axes[2], axes[3] = quat.w, quat.x, quat.y, quat.z
