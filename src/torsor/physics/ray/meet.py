"""Rays and geoms: which a ray may meet, and what happens when it does."""

import math

from ...jit import helper
from ...jit.choice import one_of
from ...jit.errors import FatalError
from ...jit.values import ZERO, Vec3, dot, norm
from ..common.names import CAPSULE, CYLINDER, HFIELD, MESH, MINVAL, PLANE, SPHERE
from .table import RAYS, ray_distance
from .triangles import hfield_ray, mesh_ray

ROUNDING = 1e-9  # by which balls around geoms are too small
has_formula = one_of('has_formula', RAYS)


@helper
def radius_around(m, g):
    """Radius of a ball around a geom as it is now; geom_rbound is the one of the geom that was compiled."""
    kind, size, k = m.geom_type[g], m.geom_size[g], m.geom_dataid[g]
    if kind == SPHERE:
        return size.x
    if kind == CAPSULE:
        return size.x + size.y
    if kind == CYLINDER:
        return math.sqrt(size.x * size.x + size.y * size.y)
    if kind == MESH:
        root = 6 * m.mesh_bvhadr[k]
        if m.mesh_bvhnum[k] == 0:
            return math.inf
        return norm(m.bvh_aabb.vec3[root]) + norm(m.bvh_aabb.vec3[root + 3])
    if kind == HFIELD:
        return norm(Vec3(m.hfield_size[k, 0], m.hfield_size[k, 1], max(m.hfield_size[k, 2], m.hfield_size[k, 3])))
    return norm(size) if kind != PLANE else math.inf


@helper
def passes_ball(ray, centre, radius, square, farthest):
    """Whether a ray passes a ball outside, or reaches it after the farthest distance that matters.

    `square` is that of the length of the direction.
    """
    radius *= 1.0 + ROUNDING
    to_centre = centre - ray.point
    along, outside = dot(to_centre, ray.direction), dot(to_centre, to_centre) - radius * radius
    if outside <= 0.0:
        return False
    closest = outside * square - along * along
    return along < 0.0 or closest > 0.0 or along - math.sqrt(-closest) > farthest * square


@helper
def is_too_short(direction):
    """Whether a direction has no length."""
    return norm(direction) < MINVAL


@helper
def miss(ray):
    """Let a ray meet nothing."""
    ray.dist, ray.geom, ray.normal = math.inf, -1, ZERO


@helper
def start_ray(ray, point, direction):
    """Start a ray; its direction must have a length."""
    if is_too_short(direction):
        raise FatalError('the direction of a ray is too short: give it a length above mjMINVAL')
    ray.point, ray.direction = point, direction
    miss(ray)


@helper
def meet_geom(m, d, ray, g):
    """Let a ray meet a geom."""
    kind = m.geom_type[g]
    if kind == MESH:
        mesh_ray(m, d, ray, g)
    elif kind == HFIELD:
        hfield_ray(m, d, ray, g)
    elif has_formula(kind):
        to_geom = d.geom_xmat[g].T
        candidate = ray_distance(kind, to_geom @ (ray.point - d.geom_xpos[g]), to_geom @ ray.direction, m.geom_size[g])
        if 0.0 <= candidate < ray.dist:
            ray.dist, ray.geom = candidate, g
    else:
        raise FatalError('rays cannot meet SDFs yet: make such geoms transparent (alpha 0), or exclude their body or '
                         'group')
