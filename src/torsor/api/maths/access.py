"""Reading values (Vec3, Quat, Mat3) from arrays and writing them to arrays, inside compiled functions."""

from ...jit import helper
from ...jit.values import Mat3, Quat, Vec3


@helper
def vec3(a, start=0):
    return Vec3(a[start], a[start + 1], a[start + 2])


@helper
def quat(a):
    return Quat(a[0], a[1], a[2], a[3])


@helper
def mat3(a):
    return Mat3(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8])


@helper
def put3(a, v, start=0):
    a[start], a[start + 1], a[start + 2] = v.x, v.y, v.z


@helper
def put4(a, q):
    a[0], a[1], a[2], a[3] = q.w, q.x, q.y, q.z


@helper
def put9(a, m):
    put3(a, m.row_x)
    put3(a, m.row_y, 3)
    put3(a, m.row_z, 6)
