"""Sums over the faces of a mesh, from which its mass, centre and moments follow.

Faces are added up one after the other: symmetric meshes have equal moments, and rounding decides their axes.
"""

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...jit.lanes import sqrt
from ...jit.values import ZERO, Vec3, cross, dot
from ...schema.constants import mjMINVAL
from .names import AREA, SIZE


@helper
def corners_of(vertices, faces, face):
    """The three corners of a face."""
    return (vertices.numbers.vec3[3 * faces[face, 0]], vertices.numbers.vec3[3 * faces[face, 1]],
            vertices.numbers.vec3[3 * faces[face, 2]])


@helper
def measured(p, q, r):
    """Centre, area and unit normal of a triangle; zero for one without area."""
    normal = cross(q - p, r - p)
    length = sqrt(dot(normal, normal))
    unit = Vec3(normal.x / length, normal.y / length, normal.z / length) if length > mjMINVAL else ZERO
    middle = p + q + r
    return Vec3(middle.x / 3, middle.y / 3, middle.z / 3), length / 2, unit


@helper
def weight(weighing, way, area, normal):
    """What a face weighs, to whose centre there is this way from the apex of the pyramid."""
    if weighing == AREA:
        return area
    volume = dot(way, normal) * area / 3
    return abs(volume) if weighing == SIZE else volume


@stage
def sum_areas(vertices: In('*,*'), faces: In('*,*', int), sums: Out('4')) -> None:
    """The area of all faces, and their centres times their areas."""
    total, centres = 0.0, ZERO
    for face in range(faces.shape[0]):
        p, q, r = corners_of(vertices, faces, face)
        centre, area, _ = measured(p, q, r)
        total += area
        centres = centres + centre * area
    sums[0], sums[1], sums[2], sums[3] = total, centres.x, centres.y, centres.z


@stage
def sum_centres(vertices: In('*,*'), faces: In('*,*', int), weighing: int, apex: In('3'), sums: Out('4')) -> None:
    """What all faces weigh, and centres times weights: those of pyramids are a quarter of the way from base to apex."""
    total, centres, top = 0.0, ZERO, apex.vec3[0]
    for face in range(faces.shape[0]):
        p, q, r = corners_of(vertices, faces, face)
        centre, area, normal = measured(p, q, r)
        weighs = weight(weighing, centre - top, area, normal)
        total += weighs
        centres = centres + (centre * 0.75 + top * 0.25) * weighs
    sums[0], sums[1], sums[2], sums[3] = total, centres.x, centres.y, centres.z


@stage
def sum_moments(vertices: In('*,*'), faces: In('*,*', int), weighing: int, share: int, origin: In('3'),
                sums: Out('7')) -> None:
    """What all faces weigh, and second moments xx, yx, yy, zx, zy, zz about `origin`, of triangles or pyramids.

    They are w (sum d d' + (sum d) (sum d)') / share, where d leads to a corner.
    """
    total, xx, yx, yy, zx, zy, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for face in range(faces.shape[0]):
        p, q, r = corners_of(vertices, faces, face)
        p, q, r = p - origin.vec3[0], q - origin.vec3[0], r - origin.vec3[0]
        centre, area, normal = measured(p, q, r)
        weighs = weight(weighing, centre, area, normal)
        total += weighs
        part = weighs / share
        xx += part * product(p.x, q.x, r.x, p.x, q.x, r.x)
        yx += part * product(p.y, q.y, r.y, p.x, q.x, r.x)
        yy += part * product(p.y, q.y, r.y, p.y, q.y, r.y)
        zx += part * product(p.z, q.z, r.z, p.x, q.x, r.x)
        zy += part * product(p.z, q.z, r.z, p.y, q.y, r.y)
        zz += part * product(p.z, q.z, r.z, p.z, q.z, r.z)
    sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6] = total, xx, yx, yy, zx, zy, zz


@helper
def product(a, b, c, x, y, z):
    """The sum of products of all corners, those of the same ones twice."""
    return 2 * (a * x + b * y + c * z) + b * x + a * y + c * x + a * z + c * y + b * z


@stage
def turn_vertices(vertices: In('*,*'), centre: In('3'), axes: In('9'), turned: Out('*,*')) -> None:
    """Vertices relative to a centre, along the columns of a rotation matrix."""
    for i in range(vertices.shape[0]):
        turned.numbers.vec3[3 * i] = axes.mat3[0].T @ (vertices.numbers.vec3[3 * i] - centre.vec3[0])
