"""Normals of vertices from the faces around them.

They are kept and normalized in float32, and added up face by face with a rounding each time, as MuJoCo does it: so are
its numbers. A result of float64 that is rounded to float32 is what float32 alone would give, for single operations.
"""

import numpy as np

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...jit.lanes import sqrt
from ...jit.values import ZERO, Vec3, Z, cross, dot
from .names import SMALLEST

SHARP = 0.8  # cosine of the angle to the average from which on a face is no part of it


@stage
def average_normals(vertices: In('*,*'), faces: In('*,*', int), smooth: int, sums: Out('*,*', np.float32),
                    left_out: Out('*,*', np.float32), normals: Out('*,*', np.float32)) -> None:
    """Unit averages of the normals of the faces around each vertex, weighted by area; where there is none, upwards.

    Unless they are `smooth`, faces at a sharp angle to the average are left out of it then. The rest is room for that.
    """
    for vertex in range(vertices.shape[0]):
        put(sums, vertex, ZERO)
        put(left_out, vertex, ZERO)
    for face in range(faces.shape[0]):
        direction, length = direction_and_length(vertices, faces, face)
        for corner in range(3):
            add(sums, faces[face, corner], direction * length)
    if smooth == 0:
        for vertex in range(vertices.shape[0]):
            put(normals, vertex, unit(vector_of(sums, vertex)))
        for face in range(faces.shape[0]):
            direction, length = direction_and_length(vertices, faces, face)
            for corner in range(3):
                vertex = faces[face, corner]
                if dot(vector_of(normals, vertex), direction) < SHARP:
                    add(left_out, vertex, direction * length)
    for vertex in range(vertices.shape[0]):
        rest = vector_of(sums, vertex) - vector_of(left_out, vertex)
        normal = unit(Vec3(single(rest.x), single(rest.y), single(rest.z)))
        put(normals, vertex, Z if normal.x == 0.0 and normal.y == 0.0 and normal.z == 0.0 else normal)


@stage
def turn_normals(normals: In('*,*', np.float32), axes: In('9'), turned: Out('*,*', np.float32)) -> None:
    """Normals of unit length, seen along the columns of a rotation matrix; those that have no direction point up."""
    for i in range(normals.shape[0]):
        normal = vector_of(normals, i)
        length = single_length(normal)
        if length < SMALLEST:
            normal = Z
        else:
            factor = single(1.0 / length)
            normal = Vec3(single(normal.x * factor), single(normal.y * factor), single(normal.z * factor))
        put(turned, i, axes.mat3[0].T @ normal)


@helper
def direction_and_length(vertices, faces, face):
    """The unit normal of a face, zero for one without area, and twice its area; their product rounds."""
    p, q, r = (vertices.numbers.vec3[3 * faces[face, 0]], vertices.numbers.vec3[3 * faces[face, 1]],
               vertices.numbers.vec3[3 * faces[face, 2]])
    normal = cross(q - p, r - p)
    length = sqrt(dot(normal, normal))
    if length < SMALLEST:
        return Vec3(0.0, 0.0, 0.0), length
    return Vec3(normal.x / length, normal.y / length, normal.z / length), length


@helper
def add(sums, vertex, normal):
    """Add to one sum, with a rounding to float32."""
    sums[vertex, 0] = sums[vertex, 0] + normal.x
    sums[vertex, 1] = sums[vertex, 1] + normal.y
    sums[vertex, 2] = sums[vertex, 2] + normal.z


@helper
def vector_of(vectors, i):
    """A vector as numbers of float64."""
    return Vec3(float(vectors[i, 0]), float(vectors[i, 1]), float(vectors[i, 2]))


@helper
def put(vectors, i, vector):
    """Store a vector, with a rounding to float32."""
    vectors[i, 0], vectors[i, 1], vectors[i, 2] = vector.x, vector.y, vector.z


@helper
def single_length(vector):
    """The length of a vector of float32, of which every step rounds to float32."""
    square = single(single(single(vector.x * vector.x) + single(vector.y * vector.y)) + single(vector.z * vector.z))
    return single(sqrt(square))


@helper
def unit(vector):
    """A vector divided by its length; zero without a direction."""
    length = single_length(vector)
    if length < SMALLEST:
        return ZERO
    return Vec3(single(vector.x / length), single(vector.y / length), single(vector.z / length))


@helper
def single(x):
    """A number rounded to float32."""
    return float(np.float32(x))
