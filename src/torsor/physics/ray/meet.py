"""Rays and geoms: which a ray may meet, and what happens when it does."""

import math

from ...jit import helper
from ...jit.choice import one_of
from ...jit.errors import FatalError
from ...jit.values import ZERO, dot, norm
from ..common.names import HFIELD, MESH, MINVAL, PLANE
from .table import RAYS, ray_distance
from .triangles import hfield_ray, mesh_ray

ROUNDING = 1e-9  # by which balls around geoms are too small
has_formula = one_of('has_formula', RAYS)


@helper
def passes_ball(m, d, ray, g, square):
    """Whether a ray passes the ball around a geom outside, or reaches it after the nearest surface so far.

    `square` is that of the length of the direction.
    """
    radius = m.geom_rbound[g] * (1.0 + ROUNDING)
    if m.geom_type[g] == PLANE or radius <= 0.0:
        return False
    to_centre = d.geom_xpos[g] - ray.point
    along, outside = dot(to_centre, ray.direction), dot(to_centre, to_centre) - radius * radius
    if outside <= 0.0:
        return False
    closest = outside * square - along * along
    return along < 0.0 or closest > 0.0 or along - math.sqrt(-closest) > ray.dist * square


@helper
def start_ray(ray, point, direction):
    """Start a ray; its direction must have a length."""
    if norm(direction) < MINVAL:
        raise FatalError('the direction of a ray is too short: give it a length above mjMINVAL')
    ray.point, ray.direction, ray.dist, ray.geom, ray.normal = point, direction, math.inf, -1, ZERO


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
