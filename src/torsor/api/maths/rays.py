"""Rays against single shapes: a point and a direction, whose length is the unit of distance.

Shapes are intersected in their own frame. A ray that starts inside a shape hits it from inside; planes are hit from
above only. Normals point outwards.
"""

import math

from ...jit import helper
from ...jit.structs import given
from ...jit.values import Vec3, cross, dot, norm, normalized
from ...schema.constants import mjMINVAL
from ...schema.enums import mjtGeom
from ..errors import FatalError
from .arguments import FloatMatrix, IntegerMatrix, OptionalIntegerOut, OptionalVector3Out, Vector3, Vector9
from .function import maths

PLANE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX = (int(mjtGeom[f'mjGEOM_{name}']) for name in (
    'PLANE', 'SPHERE', 'CAPSULE', 'ELLIPSOID', 'CYLINDER', 'BOX'))
MISS = -1.0


@helper
def roots(a, b, c):
    """Solutions of a x^2 + 2 b x + c = 0 in increasing order; misses if there are none."""
    discriminant = b * b - a * c
    if a < mjMINVAL or discriminant < 0.0:
        return MISS, MISS
    root = math.sqrt(discriminant)
    return (-b - root) / a, (-b + root) / a


@helper
def nearer(distance, candidate):
    """The smaller of two distances, of which a negative one is a miss."""
    return candidate if candidate >= 0.0 and (distance < 0.0 or candidate < distance) else distance


@helper
def ray_plane(point, direction, size):
    if direction.z > -mjMINVAL:
        return MISS
    distance = -point.z / direction.z
    hit = point + direction * distance
    inside = (size.x <= 0.0 or abs(hit.x) <= size.x) and (size.y <= 0.0 or abs(hit.y) <= size.y)
    return distance if distance >= 0.0 and inside else MISS


@helper
def ray_sphere(point, direction, radius):
    first, second = roots(dot(direction, direction), dot(direction, point), dot(point, point) - radius * radius)
    return first if first >= 0.0 else second if second >= 0.0 else MISS


@helper
def ray_tube(point, direction, radius, half):
    """The round side of a cylinder."""
    first, second = roots(direction.x * direction.x + direction.y * direction.y,
                          direction.x * point.x + direction.y * point.y,
                          point.x * point.x + point.y * point.y - radius * radius)
    distance = MISS
    for x in (first, second):
        if abs(point.z + x * direction.z) <= half:
            distance = nearer(distance, x)
    return distance


@helper
def ray_capsule(point, direction, radius, half):
    distance = ray_tube(point, direction, radius, half)
    for side in (-1.0, 1.0):
        centre = Vec3(point.x, point.y, point.z - side * half)
        first, second = roots(dot(direction, direction), dot(direction, centre), dot(centre, centre) - radius * radius)
        for x in (first, second):
            if side * (centre.z + x * direction.z) >= 0.0:
                distance = nearer(distance, x)
    return distance


@helper
def ray_cylinder(point, direction, radius, half):
    distance = ray_tube(point, direction, radius, half)
    if abs(direction.z) > mjMINVAL:
        for side in (-1.0, 1.0):
            x = (side * half - point.z) / direction.z
            hit = point + direction * x
            if hit.x * hit.x + hit.y * hit.y <= radius * radius:
                distance = nearer(distance, x)
    return distance


@helper
def ray_faces(point, direction, size, distance):
    """Nearest of `distance` and the two faces of a box across its x-axis."""
    if abs(direction.x) > mjMINVAL:
        for side in (-1.0, 1.0):
            x = (side * size.x - point.x) / direction.x
            hit = point + direction * x
            if abs(hit.y) <= size.y and abs(hit.z) <= size.z:
                distance = nearer(distance, x)
    return distance


@helper
def turned(v):
    """The coordinates, moved on by one place."""
    return Vec3(v.y, v.z, v.x)


@helper
def ray_box(point, direction, size):
    distance = MISS
    for _ in range(3):
        distance = ray_faces(point, direction, size, distance)
        point, direction, size = turned(point), turned(direction), turned(size)
    return distance


@helper
def scaled(v, size):
    return Vec3(v.x / size.x, v.y / size.y, v.z / size.z)


@helper
def ray_shape(point, direction, size, geomtype):
    """Distance to a shape in its own frame."""
    if geomtype == PLANE:
        return ray_plane(point, direction, size)
    if geomtype == SPHERE:
        return ray_sphere(point, direction, size.x)
    if geomtype == CAPSULE:
        return ray_capsule(point, direction, size.x, size.y)
    if geomtype == ELLIPSOID:
        return ray_sphere(scaled(point, size), scaled(direction, size), 1.0)
    if geomtype == CYLINDER:
        return ray_cylinder(point, direction, size.x, size.y)
    if geomtype == BOX:
        return ray_box(point, direction, size)
    raise FatalError('mju_rayGeom: geomtype should be one of plane, sphere, capsule, ellipsoid, cylinder, box')


@helper
def box_normal(hit, size):
    x, y, z = abs(abs(hit.x) - size.x), abs(abs(hit.y) - size.y), abs(abs(hit.z) - size.z)
    if x <= y and x <= z:
        return Vec3(math.copysign(1.0, hit.x), 0.0, 0.0)
    if y <= z:
        return Vec3(0.0, math.copysign(1.0, hit.y), 0.0)
    return Vec3(0.0, 0.0, math.copysign(1.0, hit.z))


@helper
def shape_normal(hit, size, geomtype):
    """Outward normal at a point of the surface, in the frame of the shape."""
    if geomtype == PLANE:
        return Vec3(0.0, 0.0, 1.0)
    if geomtype == CAPSULE:
        return normalized(Vec3(hit.x, hit.y, hit.z - max(-size.y, min(size.y, hit.z))))
    if geomtype == ELLIPSOID:
        return normalized(scaled(scaled(hit, size), size))
    if geomtype == CYLINDER:
        flat = abs(abs(hit.z) - size.y) < abs(math.sqrt(hit.x * hit.x + hit.y * hit.y) - size.x)
        return Vec3(0.0, 0.0, math.copysign(1.0, hit.z)) if flat else normalized(Vec3(hit.x, hit.y, 0.0))
    if geomtype == BOX:
        return box_normal(hit, size)
    return normalized(hit)


@maths
def mju_rayGeom(pos: Vector3, mat: Vector9, size: Vector3, pnt: Vector3, vec: Vector3, geomtype: int,
                normal: OptionalVector3Out = None) -> float:
    """Distance from pnt along vec to a primitive geom, -1 if it is missed; normal receives the surface normal."""
    frame, extent = mat.mat3[0], size.vec3[0]
    point, direction = frame.T @ (pnt.vec3[0] - pos.vec3[0]), frame.T @ vec.vec3[0]
    distance = ray_shape(point, direction, extent, geomtype)
    if given(normal):
        outward = Vec3(0.0, 0.0, 0.0)
        if distance >= 0.0:
            outward = frame @ shape_normal(point + direction * distance, extent, geomtype)
        normal.vec3[0] = outward
    return distance


# ---- skins ----
@helper
def vertex(vert, count, i):
    if i < 0 or i >= count:
        raise ValueError('mju_raySkin: a face has a vertex that vert does not have')
    return Vec3(float(vert[3 * i]), float(vert[3 * i + 1]), float(vert[3 * i + 2]))


@helper
def ray_triangle(point, direction, a, b, c):
    """Distance to a triangle, from either side (Moeller and Trumbore 1997)."""
    edge, other, start = b - a, c - a, point - a
    across = cross(direction, other)
    determinant = dot(edge, across)
    if abs(determinant) < mjMINVAL:
        return MISS
    turned_start = cross(start, edge)
    u, v = dot(start, across) / determinant, dot(direction, turned_start) / determinant
    distance = dot(other, turned_start) / determinant
    return distance if u >= 0.0 and v >= 0.0 and u + v <= 1.0 and distance >= 0.0 else MISS


@maths
def mju_raySkin(nface: int, nvert: int, face: IntegerMatrix, vert: FloatMatrix, pnt: Vector3, vec: Vector3,
                vertid: OptionalIntegerOut) -> float:
    """Distance from pnt along vec to a skin, -1 if it is missed; vertid receives the vertex nearest to the hit."""
    if face.size != 3 * nface:
        raise TypeError('face should be of size 3*nface')
    if vert.size != 3 * nvert:
        raise TypeError('vert should be of size 3*nvert')
    point, direction, corners, vertices = pnt.vec3[0], vec.vec3[0], face.numbers, vert.numbers
    distance, nearest = MISS, -1
    for f in range(nface):
        i, j, k = corners[3 * f], corners[3 * f + 1], corners[3 * f + 2]
        a, b, c = vertex(vertices, nvert, i), vertex(vertices, nvert, j), vertex(vertices, nvert, k)
        candidate = ray_triangle(point, direction, a, b, c)
        if candidate >= 0.0 and (distance < 0.0 or candidate < distance):
            distance = candidate
            hit = point + direction * distance
            to_a, to_b, to_c = norm(hit - a), norm(hit - b), norm(hit - c)
            nearest = i if to_a <= to_b and to_a <= to_c else j if to_b <= to_c else k
    if given(vertid):
        vertid[0] = nearest
    return distance
