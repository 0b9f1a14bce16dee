"""Eigenvectors of symmetric 3x3 matrices, and the rotation nearest to a matrix. Both refine a quaternion."""

import math

from ...jit import helper
from ...jit.call import native
from ...jit.values import Quat, Vec3, axis_angle, cross, dot, matrix, norm, normalized
from ...schema.constants import mjMINVAL
from .arguments import Vector3Out, Vector4Out, Vector9, Vector9Out
from .quaternions import similarity

MAX_ITERATIONS = 500
DIAGONAL = 4e-15  # off-diagonal elements below this, times the largest element, count as zero
STATIONARY = 1e-9  # [rad]
HALF = math.sqrt(0.5)


@helper
def jacobi_rotation(first, second, coupling):
    """(cos, sin) of half the angle of the rotation that diagonalises [[first, coupling], [coupling, second]]."""
    ratio = 0.5 * (second - first) / coupling
    tangent = math.copysign(1.0, ratio) / (abs(ratio) + math.sqrt(1.0 + ratio * ratio))
    cosine = 1.0 / math.sqrt(1.0 + tangent * tangent)
    half_cosine = math.sqrt(0.5 + 0.5 * cosine)
    return half_cosine, -0.5 * tangent * cosine / half_cosine


@helper
def largest_element(m):
    """Largest absolute value in a matrix."""
    rows = (m.row_x, m.row_y, m.row_z)
    largest = 0.0
    for row in rows:
        largest = max(largest, abs(row.x), abs(row.y), abs(row.z))
    return largest


@helper
def diagonalised(m):
    """(eigenvalues, quaternion of the eigenvectors, iterations) by Jacobi's method, eigenvalues in decreasing order."""
    turn, small = Quat(1.0, 0.0, 0.0, 0.0), DIAGONAL * largest_element(m)
    iterations = 0
    diagonal = m
    while True:
        axes = similarity(turn)
        diagonal = axes.T @ m @ axes
        x, y, z = diagonal.row_x, diagonal.row_y, diagonal.row_z
        xy, xz, yz = abs(x.y), abs(x.z), abs(y.z)
        if (xy <= small and xz <= small and yz <= small) or iterations == MAX_ITERATIONS:
            break
        # turn away the largest off-diagonal element
        if xy >= xz and xy >= yz:
            cosine, sine = jacobi_rotation(x.x, y.y, x.y)
            step = Quat(cosine, 0.0, 0.0, sine)
        elif xz >= yz:
            cosine, sine = jacobi_rotation(x.x, z.z, x.z)
            step = Quat(cosine, 0.0, -sine, 0.0)
        else:
            cosine, sine = jacobi_rotation(y.y, z.z, y.z)
            step = Quat(cosine, sine, 0.0, 0.0)
        turn = normalized(turn * step)
        iterations += 1
    # sort; exchanging two neighbours is a quarter turn about the third axis
    values = Vec3(diagonal.row_x.x, diagonal.row_y.y, diagonal.row_z.z)
    for pair in (0, 1, 0):
        if pair == 0 and values.x < values.y:
            values, turn = Vec3(values.y, values.x, values.z), turn * Quat(HALF, 0.0, 0.0, HALF)
        elif pair == 1 and values.y < values.z:
            values, turn = Vec3(values.x, values.z, values.y), turn * Quat(HALF, HALF, 0.0, 0.0)
    return values, turn, iterations


@native
def mju_eig3(eigval: Vector3Out, eigvec: Vector9Out, quat: Vector4Out, mat: Vector9) -> int:
    """Eigenvalues of a symmetric 3x3 matrix in decreasing order and its eigenvectors, as columns and as quaternion.

    Returns the number of Jacobi rotations.
    """
    values, turn, iterations = diagonalised(mat.mat3[0])
    eigval.vec3[0] = values
    quat.quat[0] = turn
    eigvec.mat3[0] = similarity(turn)
    return iterations


@native
def mju_mat2Rot(quat: Vector4Out, mat: Vector9) -> int:
    """Refine quat to the rotation nearest to an arbitrary 3x3 matrix; returns the number of iterations.

    Fixed-point iteration of Mueller, Bender, Chentanez, Macklin (2016). It also stands still half a turn away from the
    nearest rotation, about any of the principal axes; then it is helped over.
    """
    target, turn = mat.mat3[0], normalized(quat.quat[0])
    for iteration in range(MAX_ITERATIONS):
        axes = matrix(turn)
        torque = cross(axes.col_x, target.col_x) + cross(axes.col_y, target.col_y) + cross(axes.col_z, target.col_z)
        overlap = dot(axes.col_x, target.col_x) + dot(axes.col_y, target.col_y) + dot(axes.col_z, target.col_z)
        step = torque * (1.0 / (abs(overlap) + mjMINVAL))
        angle = norm(step)
        if angle < STATIONARY:
            # half a turn about a principal axis changes the sign of the stretch along the two others
            remainder = axes.T @ target
            stretch, principal, _ = diagonalised((remainder + remainder.T) * 0.5)
            if not stretch.y + stretch.z < 0.0:
                quat.quat[0] = turn
                return iteration
            axis = similarity(principal).col_x
            turn = turn * Quat(0.0, axis.x, axis.y, axis.z)
        else:
            turn = normalized(axis_angle(step * (1.0 / angle), angle) * turn)
    quat.quat[0] = turn
    return MAX_ITERATIONS
