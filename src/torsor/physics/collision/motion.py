"""How geoms move in a step at their present velocities: what contacts that lie ahead are predicted from.

Two geoms are fast if the surface of one goes farther in a step than the thinner one is thick: then they could pass
through each other.
"""

import math

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.values import ZERO, cross, dot, norm
from ..common.names import OFF_NATIVECCD, ON_SPECULATIVE, PLANE, SPHERE
from .select import bounds_touch


@helper
def looks_ahead(m):
    """Whether contacts that lie ahead are looked for: it takes GJK to find them."""
    return m.opt.enableflags & ON_SPECULATIVE != 0 and m.opt.disableflags & OFF_NATIVECCD == 0


@helper
def set_velocities(m, d, velocity):
    """Angular and linear velocity of each body, the latter of what is at the centre of mass of its tree."""
    velocity.vec3[0], velocity.vec3[3] = ZERO, ZERO
    for b in range(1, m.nbody):
        parent = m.body_parentid[b]
        angular, linear = velocity.vec3[6 * parent], velocity.vec3[6 * parent + 3]
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            angular = angular + d.cdof[i].ang * d.qvel[i]
            linear = linear + d.cdof[i].lin * d.qvel[i]
        velocity.vec3[6 * b], velocity.vec3[6 * b + 3] = angular, linear


@stage
def set_motions(m, d):
    """How far each geom goes and turns in a step, and how far its surface goes at most."""
    mark, velocity = d.pstack, scratch(d, 6 * m.nbody)
    set_velocities(m, d, velocity)
    for g in range(m.ngeom):
        b = m.geom_bodyid[g]
        angular, arm = velocity.vec3[6 * b], d.geom_xpos[g] - d.subtree_com[m.body_rootid[b]]
        d.work.travel[g] = (velocity.vec3[6 * b + 3] + cross(angular, arm)) * m.opt.timestep
        d.work.turning[g] = angular * m.opt.timestep if m.geom_type[g] != SPHERE else ZERO  # it stays the same
        d.work.sweep[g] = norm(d.work.travel[g]) + norm(d.work.turning[g]) * m.geom_rbound[g]
    d.pstack = mark


@helper
def thickness(m, g):
    """Half of the smallest size of a geom; nothing passes through a plane unnoticed."""
    half = m.geom_aabb.vec3[6 * g + 3]
    return min(half.x, half.y, half.z) if m.geom_type[g] != PLANE else math.inf


@helper
def thinner(m, first, second):
    """Thickness of the thinner one of two geoms."""
    return min(thickness(m, first), thickness(m, second))


@helper
def are_fast(m, d, first, second):
    """Whether two geoms could pass through each other in a step."""
    return max(d.work.sweep[first], d.work.sweep[second]) > thinner(m, first, second)


@helper
def fast_travel(m, d, g, other):
    """How far a geom goes in a step; as in MuJoCo not at all if its surface does not go through the thinner of two."""
    return d.work.travel[g] if d.work.sweep[g] > thinner(m, g, other) else ZERO


@stage
def swept_bounds_touch(m, d, first: int, second: int, reach: float) -> bool:
    """Whether the balls around two geoms are within reach at any time of the step, if one is fast."""
    if not are_fast(m, d, first, second):
        return bounds_touch(m, d, first, second, reach)
    if m.geom_type[first] == PLANE or m.geom_type[second] == PLANE:
        plane, other = (first, second) if m.geom_type[first] == PLANE else (second, first)
        normal = d.geom_xmat[plane].col_z
        height = dot(normal, d.geom_xpos[other] - d.geom_xpos[plane])
        return min(height, height + dot(normal, d.work.travel[other])) <= m.geom_rbound[other] + reach
    between = d.geom_xpos[second] - d.geom_xpos[first]
    moving = fast_travel(m, d, second, first) - fast_travel(m, d, first, second)
    square, limit = dot(moving, moving), m.geom_rbound[first] + m.geom_rbound[second] + reach
    time = max(0.0, min(1.0, -dot(between, moving) / square)) if square > 0.0 else 0.0
    nearest = between + moving * time
    return dot(nearest, nearest) <= limit * limit
