"""Vectors of any length, of three and of four numbers."""

import math

from ...jit import helper
from ...jit.call import native
from ...jit.values import Quat, Vec3, cross, dot, norm
from ...schema.constants import mjMINVAL
from .access import fill
from .arguments import (
    Floats,
    FloatsOut,
    IntegersOut,
    Vector,
    Vector3,
    Vector3Out,
    Vector4,
    Vector4Out,
    Vector9,
    VectorOut,
)


# ---- three numbers ----
@native
def mju_zero3(res: Vector3Out) -> None:
    """Set res = 0."""
    res.vec3[0] = Vec3(0.0, 0.0, 0.0)


@native
def mju_copy3(res: Vector3Out, data: Vector3) -> None:
    """Set res = data."""
    res.vec3[0] = data.vec3[0]


@native
def mju_scl3(res: Vector3Out, vec: Vector3, scl: float) -> None:
    """Set res = vec * scl."""
    res.vec3[0] = vec.vec3[0] * scl


@native
def mju_add3(res: Vector3Out, vec1: Vector3, vec2: Vector3) -> None:
    """Set res = vec1 + vec2."""
    res.vec3[0] = vec1.vec3[0] + vec2.vec3[0]


@native
def mju_sub3(res: Vector3Out, vec1: Vector3, vec2: Vector3) -> None:
    """Set res = vec1 - vec2."""
    res.vec3[0] = vec1.vec3[0] - vec2.vec3[0]


@native
def mju_addTo3(res: Vector3Out, vec: Vector3) -> None:
    """Add vec to res."""
    res.vec3[0] = res.vec3[0] + vec.vec3[0]


@native
def mju_subFrom3(res: Vector3Out, vec: Vector3) -> None:
    """Subtract vec from res."""
    res.vec3[0] = res.vec3[0] - vec.vec3[0]


@native
def mju_addToScl3(res: Vector3Out, vec: Vector3, scl: float) -> None:
    """Add vec * scl to res."""
    res.vec3[0] = res.vec3[0] + vec.vec3[0] * scl


@native
def mju_addScl3(res: Vector3Out, vec1: Vector3, vec2: Vector3, scl: float) -> None:
    """Set res = vec1 + vec2 * scl."""
    res.vec3[0] = vec1.vec3[0] + vec2.vec3[0] * scl


@native
def mju_normalize3(vec: Vector3Out) -> float:
    """Scale vec to unit length and return the length it had; a zero vector becomes (1, 0, 0)."""
    length = norm(vec.vec3[0])
    vec.vec3[0] = Vec3(1.0, 0.0, 0.0) if length < mjMINVAL else vec.vec3[0] * (1.0 / length)
    return length


@native
def mju_norm3(vec: Vector3) -> float:
    """Length of vec."""
    return norm(vec.vec3[0])


@native
def mju_dot3(vec1: Vector3, vec2: Vector3) -> float:
    """Scalar product."""
    return dot(vec1.vec3[0], vec2.vec3[0])


@native
def mju_dist3(pos1: Vector3, pos2: Vector3) -> float:
    """Distance between two points."""
    return norm(pos1.vec3[0] - pos2.vec3[0])


@native
def mju_cross(res: Vector3Out, a: Vector3, b: Vector3) -> None:
    """Set res to the vector product of a and b."""
    res.vec3[0] = cross(a.vec3[0], b.vec3[0])


@native
def mju_mulMatVec3(res: Vector3Out, mat: Vector9, vec: Vector3) -> None:
    """Set res = mat * vec for a 3x3 matrix."""
    res.vec3[0] = mat.mat3[0] @ vec.vec3[0]


@native
def mju_mulMatTVec3(res: Vector3Out, mat: Vector9, vec: Vector3) -> None:
    """Set res = mat' * vec for a 3x3 matrix."""
    res.vec3[0] = mat.mat3[0].T @ vec.vec3[0]


# ---- four numbers ----
@native
def mju_zero4(res: Vector4Out) -> None:
    """Set res = 0."""
    res.quat[0] = Quat(0.0, 0.0, 0.0, 0.0)


@native
def mju_unit4(res: Vector4Out) -> None:
    """Set res = (1, 0, 0, 0)."""
    res.quat[0] = Quat(1.0, 0.0, 0.0, 0.0)


@native
def mju_copy4(res: Vector4Out, data: Vector4) -> None:
    """Set res = data."""
    res.quat[0] = data.quat[0]


@native
def mju_normalize4(vec: Vector4Out) -> float:
    """Scale vec to unit length and return the length it had; a zero vector becomes (1, 0, 0, 0)."""
    length = norm(vec.quat[0])
    if length < mjMINVAL:
        vec.quat[0] = Quat(1.0, 0.0, 0.0, 0.0)
    elif abs(length - 1.0) > mjMINVAL:
        vec.quat[0] = vec.quat[0] * (1.0 / length)
    return length


# ---- any length ----
@helper
def check_one(res, vec):
    if res.size != vec.size:
        raise TypeError('res and vec should have the same size')


@helper
def check_two(res, vec1, vec2):
    if res.size != vec1.size:
        raise TypeError('res and vec1 should have the same size')
    if res.size != vec2.size:
        raise TypeError('res and vec2 should have the same size')


@helper
def copy_numbers(res, vec):
    for i in range(res.size):
        res[i] = vec[i]


@helper
def length_of(vec):
    total = 0.0
    for i in range(vec.size):
        total += vec[i] * vec[i]
    return math.sqrt(total)


@native
def mju_zero(res: VectorOut) -> None:
    """Set res = 0."""
    fill(res, 0.0)


@native
def mju_fill(res: VectorOut, val: float) -> None:
    """Set every element of res to val."""
    fill(res, val)


@native
def mju_copy(res: VectorOut, vec: Vector) -> None:
    """Set res = vec."""
    if res.size != vec.size:
        raise TypeError('res and data should have the same size')
    copy_numbers(res, vec)


@native
def mju_sum(vec: VectorOut) -> float:
    """Sum of the elements."""
    total = 0.0
    for i in range(vec.size):
        total += vec[i]
    return total


@native
def mju_L1(vec: VectorOut) -> float:
    """Sum of the absolute values."""
    total = 0.0
    for i in range(vec.size):
        total += abs(vec[i])
    return total


@native
def mju_scl(res: VectorOut, vec: Vector, scl: float) -> None:
    """Set res = vec * scl."""
    check_one(res, vec)
    for i in range(res.size):
        res[i] = vec[i] * scl


@native
def mju_add(res: VectorOut, vec1: Vector, vec2: Vector) -> None:
    """Set res = vec1 + vec2."""
    check_two(res, vec1, vec2)
    for i in range(res.size):
        res[i] = vec1[i] + vec2[i]


@native
def mju_sub(res: VectorOut, vec1: Vector, vec2: Vector) -> None:
    """Set res = vec1 - vec2."""
    check_two(res, vec1, vec2)
    for i in range(res.size):
        res[i] = vec1[i] - vec2[i]


@native
def mju_addTo(res: VectorOut, vec: Vector) -> None:
    """Add vec to res."""
    check_one(res, vec)
    for i in range(res.size):
        res[i] += vec[i]


@native
def mju_subFrom(res: VectorOut, vec: Vector) -> None:
    """Subtract vec from res."""
    check_one(res, vec)
    for i in range(res.size):
        res[i] -= vec[i]


@native
def mju_addToScl(res: VectorOut, vec: Vector, scl: float) -> None:
    """Add vec * scl to res."""
    check_one(res, vec)
    for i in range(res.size):
        res[i] += vec[i] * scl


@native
def mju_addScl(res: VectorOut, vec1: Vector, vec2: Vector, scl: float) -> None:
    """Set res = vec1 + vec2 * scl."""
    check_two(res, vec1, vec2)
    for i in range(res.size):
        res[i] = vec1[i] + vec2[i] * scl


@native
def mju_norm(res: Vector) -> float:
    """Length of a vector."""
    return length_of(res)


@native
def mju_normalize(res: VectorOut) -> float:
    """Scale res to unit length and return the length it had; a zero vector becomes (1, 0, ...)."""
    length = length_of(res)
    if length < mjMINVAL:
        for i in range(res.size):
            res[i] = 1.0 if i == 0 else 0.0
    else:
        for i in range(res.size):
            res[i] *= 1.0 / length
    return length


@native
def mju_dot(vec1: Vector, vec2: Vector) -> float:
    """Scalar product."""
    if vec1.size != vec2.size:
        raise TypeError('vec1 and vec2 should have the same size')
    total = 0.0
    for i in range(vec1.size):
        total += vec1[i] * vec2[i]
    return total


@native
def mju_isZero(vec: VectorOut) -> int:
    """1 if all elements are zero, else 0."""
    for i in range(vec.size):
        if vec[i] != 0.0:
            return 0
    return 1


# ---- sorting and converting ----
@helper
def insertion_sort(numbers):
    for i in range(1, numbers.size):
        x, k = numbers[i], i
        while k > 0 and numbers[k - 1] > x:
            numbers[k] = numbers[k - 1]
            k -= 1
        numbers[k] = x


@native
def mju_insertionSort(list: VectorOut) -> None:
    """Sort in increasing order."""
    insertion_sort(list)


@native
def mju_insertionSortInt(list: IntegersOut) -> None:
    """Sort in increasing order."""
    insertion_sort(list)


@native
def mju_f2n(res: VectorOut, vec: Floats) -> None:
    """Copy float32 numbers to float64."""
    check_one(res, vec)
    copy_numbers(res, vec)


@native
def mju_n2f(res: FloatsOut, vec: Vector) -> None:
    """Copy float64 numbers to float32."""
    check_one(res, vec)
    copy_numbers(res, vec)


@native
def mju_d2n(res: VectorOut, vec: Vector) -> None:
    """Copy float64 numbers."""
    check_one(res, vec)
    copy_numbers(res, vec)


@native
def mju_n2d(res: VectorOut, vec: Vector) -> None:
    """Copy float64 numbers."""
    check_one(res, vec)
    copy_numbers(res, vec)
