"""How far convex objects jut out of a site: the largest signed distance of one of their points from its surface.

The signed distance from a convex site is a convex function, so that it is largest at an extreme point of the object:
from a point, go to the one farthest along the slope there, and it only grows. Several starts find the largest maximum.
"""

import math

from ...jit import helper, stage
from ...jit.choice import choice, one_of
from ...jit.errors import FatalError
from ...jit.values import Vec3, X, dot, norm, normalized
from ..common.chain import is_below
from ..common.names import BOX, CAPSULE, CYLINDER, ELLIPSOID, OBJ_BODY, OBJ_GEOM, OBJ_SITE, SPHERE
from .common import put_number

CLIMBS, MOST_CLIMBS, HALVINGS = 60, 3000, 80  # along flat ridges it takes thousands
NONE = -math.inf


# ---- signed distance of a point from a shape, and its slope, in the frame of the shape ----
@helper
def from_sphere(p, size):
    return norm(p) - size.x, normalized(p)


@helper
def from_capsule(p, size):
    across = Vec3(p.x, p.y, p.z - max(-size.y, min(size.y, p.z)))
    return norm(across) - size.x, normalized(across)


@helper
def signed(x, direction):
    return math.copysign(x, direction)


@helper
def from_box(p, size):
    x, y, z = abs(p.x) - size.x, abs(p.y) - size.y, abs(p.z) - size.z
    outside = Vec3(signed(max(x, 0.0), p.x), signed(max(y, 0.0), p.y), signed(max(z, 0.0), p.z))
    if x > 0.0 or y > 0.0 or z > 0.0:
        return norm(outside), normalized(outside)
    if x >= y and x >= z:
        return x, Vec3(signed(1.0, p.x), 0.0, 0.0)
    if y >= z:
        return y, Vec3(0.0, signed(1.0, p.y), 0.0)
    return z, Vec3(0.0, 0.0, signed(1.0, p.z))


@helper
def from_cylinder(p, size):
    out = normalized(Vec3(p.x, p.y, 0.0))
    side, top, up = dot(p, out) - size.x, abs(p.z) - size.y, Vec3(0.0, 0.0, signed(1.0, p.z))
    if side > 0.0 and top > 0.0:
        return math.sqrt(side * side + top * top), normalized(out * side + up * top)
    return (side, out) if side >= top else (top, up)


@helper
def from_ellipsoid(p, size):
    """The nearest point of the surface is s^2 p / (s^2 + t), with the one t for which it is on it."""
    a, b, c = size.x * size.x, size.y * size.y, size.z * size.z
    scaled = Vec3(size.x * p.x, size.y * p.y, size.z * p.z)
    low = -min(a, min(b, c))
    high = low + norm(scaled) + 1e-15
    for _ in range(HALVINGS):
        t = 0.5 * (low + high)
        q = Vec3(scaled.x / (a + t), scaled.y / (b + t), scaled.z / (c + t))
        if dot(q, q) > 1.0:
            low = t
        else:
            high = t
    nearest = Vec3(a * p.x / (a + high), b * p.y / (b + high), c * p.z / (c + high))
    distance = norm(p - nearest)
    slope = normalized(Vec3(nearest.x / a, nearest.y / b, nearest.z / c))
    return (distance if high > 0.0 else -distance), slope


DISTANCES = {CAPSULE: from_capsule, CYLINDER: from_cylinder, ELLIPSOID: from_ellipsoid, BOX: from_box}
has_distance = one_of('has_distance', (SPHERE, *DISTANCES))
distance_from = choice('distance_from', DISTANCES, otherwise=from_sphere)


# ---- the point of a shape that is farthest along a unit vector, in the frame of the shape ----
@helper
def of_sphere(way, size):
    return way * size.x


@helper
def of_capsule(way, size):
    return way * size.x + Vec3(0.0, 0.0, signed(size.y, way.z))


@helper
def of_box(way, size):
    return Vec3(signed(size.x, way.x), signed(size.y, way.y), signed(size.z, way.z))


@helper
def of_cylinder(way, size):
    return normalized(Vec3(way.x, way.y, 0.0)) * size.x + Vec3(0.0, 0.0, signed(size.y, way.z))


@helper
def of_ellipsoid(way, size):
    wide = Vec3(size.x * way.x, size.y * way.y, size.z * way.z)
    scale = 1.0 / norm(wide)
    return Vec3(size.x * wide.x, size.y * wide.y, size.z * wide.z) * scale


FARTHEST = {CAPSULE: of_capsule, CYLINDER: of_cylinder, ELLIPSOID: of_ellipsoid, BOX: of_box}
farthest = choice('farthest', FARTHEST, otherwise=of_sphere)


# ---- the largest distance ----
@helper
def climb(way, climbs, kind, size, turn, shift, site_kind, site_size):
    """Signed distance where going from one point of an object to the next ends, and the slope there.

    `turn` and `shift` are its pose.
    """
    best = NONE
    for _ in range(climbs):
        point = turn @ farthest(kind, turn.T @ way, size) + shift
        distance, way = distance_from(site_kind, point, site_size)
        if distance <= best + 1e-15:
            break
        best = distance
    return best, way


@helper
def jut(m, d, site, kind, size, position, axes):
    """How far an object juts out of a site."""
    if not (has_distance(m.site_type[site]) and has_distance(kind)):
        raise FatalError('sensors of enclosure know spheres, capsules, ellipsoids, cylinders and boxes only')
    to_site, most, best_way = d.site_xmat[site].T, NONE, X
    turn, shift = to_site @ axes, to_site @ (position - d.site_xpos[site])
    for k in range(27):
        if k != 13:  # all directions of the faces, edges and corners of a cube
            way = normalized(Vec3(float(k % 3 - 1), float(k // 3 % 3 - 1), float(k // 9 - 1)))
            distance, way = climb(way, CLIMBS, kind, size, turn, shift, m.site_type[site], m.site_size[site])
            if distance > most:
                most, best_way = distance, way
    distance, _ = climb(best_way, MOST_CLIMBS, kind, size, turn, shift, m.site_type[site], m.site_size[site])
    return max(most, distance)


@stage(one_world=True)
def enclosure_sensor(m, d, s: int):
    """How far a geom, a site, or all geoms of a body or of its subtree jut out of a site; negative if inside."""
    site, obj, i, most = m.sensor_refid[s], m.sensor_objtype[s], m.sensor_objid[s], NONE
    if obj == OBJ_SITE:
        most = jut(m, d, site, m.site_type[i], m.site_size[i], d.site_xpos[i], d.site_xmat[i])
    else:
        for g in range(m.ngeom):
            b = m.geom_bodyid[g]
            chosen = g == i if obj == OBJ_GEOM else b == i if obj == OBJ_BODY else is_below(m, b, i)
            if chosen:
                most = max(most, jut(m, d, site, m.geom_type[g], m.geom_size[g], d.geom_xpos[g], d.geom_xmat[g]))
    put_number(m, d, s, most)
