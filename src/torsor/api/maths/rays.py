"""Rays against single shapes: a point and a direction, whose length is the unit of distance."""

from ...jit import helper
from ...jit.call import native
from ...jit.structs import given
from ...jit.values import Vec3, norm
from ...physics.ray.distance import MISS, to_triangle
from ...physics.ray.table import RAYS, ray_distance, ray_normal
from ..errors import FatalError
from .arguments import FloatMatrix, IntegerMatrix, OptionalIntegerOut, OptionalVector3Out, Vector3, Vector9

SHAPES = tuple(RAYS)


@native
def mju_rayGeom(pos: Vector3, mat: Vector9, size: Vector3, pnt: Vector3, vec: Vector3, geomtype: int,
                normal: OptionalVector3Out = None) -> float:
    """Distance from pnt along vec to a primitive geom, -1 if it is missed; normal receives the surface normal."""
    frame, extent = mat.mat3[0], size.vec3[0]
    point, direction = frame.T @ (pnt.vec3[0] - pos.vec3[0]), frame.T @ vec.vec3[0]
    if geomtype not in SHAPES:
        raise FatalError('mju_rayGeom: geomtype should be one of plane, sphere, capsule, ellipsoid, cylinder, box')
    distance = ray_distance(geomtype, point, direction, extent)
    if given(normal):
        outward = Vec3(0.0, 0.0, 0.0)
        if distance >= 0.0:
            outward = frame @ ray_normal(geomtype, point + direction * distance, extent)
        normal.vec3[0] = outward
    return distance


# ---- skins ----
@helper
def vertex(vert, count, i):
    if i < 0 or i >= count:
        raise ValueError('mju_raySkin: a face has a vertex that vert does not have')
    return Vec3(float(vert[3 * i]), float(vert[3 * i + 1]), float(vert[3 * i + 2]))


@native
def mju_raySkin(nface: int, nvert: int, face: IntegerMatrix, vert: FloatMatrix, pnt: Vector3, vec: Vector3,
                vertid: OptionalIntegerOut) -> float:
    """Distance from pnt along vec to a skin, -1 if it is missed; vertid receives the vertex nearest to the hit."""
    if nface < 0 or nvert < 0:
        raise ValueError('mju_raySkin: nface and nvert cannot be negative')
    if face.size != 3 * nface:
        raise TypeError('face should be of size 3*nface')
    if vert.size != 3 * nvert:
        raise TypeError('vert should be of size 3*nvert')
    point, direction, corners, vertices = pnt.vec3[0], vec.vec3[0], face.numbers, vert.numbers
    distance, nearest = MISS, -1
    for f in range(nface):
        i, j, k = corners[3 * f], corners[3 * f + 1], corners[3 * f + 2]
        a, b, c = vertex(vertices, nvert, i), vertex(vertices, nvert, j), vertex(vertices, nvert, k)
        candidate = to_triangle(point, direction, a, b, c)
        if candidate >= 0.0 and (distance < 0.0 or candidate < distance):
            distance = candidate
            hit = point + direction * distance
            to_a, to_b, to_c = norm(hit - a), norm(hit - b), norm(hit - c)
            nearest = i if to_a <= to_b and to_a <= to_c else j if to_b <= to_c else k
    if given(vertid):
        vertid[0] = nearest
    return distance
