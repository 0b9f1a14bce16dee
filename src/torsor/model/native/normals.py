"""Normals of vertices from the faces around them.

They are kept and normalized in float32, and added up face by face with a rounding each time, as MuJoCo does it: so are
its numbers. A result of float64 that is rounded to float32 is what float32 alone would give, for single operations.
"""

import numpy as np

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...jit.lanes import sqrt
from ...jit.values import Vec3, cross, dot
from .names import SMALLEST

SHARP = 0.8  # cosine of the angle to the average from which on a face is no part of it


@stage
def add_normals(vertices: In('*,*'), faces: In('*,*', int), sums: Out('*,*', np.float32)) -> None:
    """Add to the sum of each vertex the normals of the faces around it, of twice their areas."""
    for face in range(faces.shape[0]):
        direction, length = direction_and_length(vertices, faces, face)
        for corner in range(3):
            add(sums, faces[face, corner], direction * length)


@stage
def add_sharp_normals(vertices: In('*,*'), faces: In('*,*', int), average: In('*,*', np.float32),
                      sums: Out('*,*', np.float32)) -> None:
    """Add the normals of those faces only that are at a sharp angle to the average normal of the vertex."""
    for face in range(faces.shape[0]):
        direction, length = direction_and_length(vertices, faces, face)
        for corner in range(3):
            vertex = faces[face, corner]
            mean = Vec3(float(average[vertex, 0]), float(average[vertex, 1]), float(average[vertex, 2]))
            if dot(mean, direction) < SHARP:
                add(sums, vertex, direction * length)


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


@stage
def unify(vectors: Out('*,*', np.float32)) -> None:
    """Divide vectors by their lengths; those without a direction become 0."""
    for i in range(vectors.shape[0]):
        x, y, z = float(vectors[i, 0]), float(vectors[i, 1]), float(vectors[i, 2])
        length = single(sqrt(single(single(single(x * x) + single(y * y)) + single(z * z))))
        if length < SMALLEST:
            x, y, z, length = 0.0, 0.0, 0.0, 1.0
        vectors[i, 0], vectors[i, 1], vectors[i, 2] = x / length, y / length, z / length


@helper
def single(x):
    """A number rounded to float32."""
    return float(np.float32(x))
