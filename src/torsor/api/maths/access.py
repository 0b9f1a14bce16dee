"""Reading values (Vec3, Quat, Mat3) from arrays and writing them to arrays, inside compiled functions.

Native code does not check indices, so these check the size of the array they are given; `maths` turns the TypeError
into one that names the argument.
"""

from ...jit import helper
from ...jit.values import Mat3, Quat, Vec3


@helper
def expect(a, size):
    """Refuse an array of another size."""
    if a.size != size:
        raise TypeError('an array has the wrong size')


@helper
def load3(a):
    expect(a, 3)
    return Vec3(a[0], a[1], a[2])


@helper
def load4(a):
    expect(a, 4)
    return Quat(a[0], a[1], a[2], a[3])


@helper
def load9(a):
    """A 3x3 matrix stored as nine numbers, row by row."""
    expect(a, 9)
    return Mat3(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8])


@helper
def store3(a, v):
    expect(a, 3)
    a[0], a[1], a[2] = v.x, v.y, v.z


@helper
def store4(a, q):
    expect(a, 4)
    a[0], a[1], a[2], a[3] = q.w, q.x, q.y, q.z


@helper
def store9(a, m):
    expect(a, 9)
    a[0], a[1], a[2] = m.row_x.x, m.row_x.y, m.row_x.z
    a[3], a[4], a[5] = m.row_y.x, m.row_y.y, m.row_y.z
    a[6], a[7], a[8] = m.row_z.x, m.row_z.y, m.row_z.z


@helper
def fill(a, value):
    """Set all numbers of a vector; slices would take Numba a second to compile."""
    for i in range(a.size):
        a[i] = value


@helper
def clear(m):
    """Set a matrix to zero."""
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            m[i, j] = 0.0
