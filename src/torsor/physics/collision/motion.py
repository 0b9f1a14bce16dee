"""How geoms move in a step at their present velocities: what contacts that lie ahead are predicted from.

A geom is fast if its surface goes farther in a step than it is thick: then it could pass through another.
"""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.values import ZERO, cross, dot, norm
from ..common.names import PLANE, SPHERE
from .select import bounds_touch


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
    """How far each geom goes and turns in a step, and how far its surface does if it is fast.

    Reads qvel, geom_xpos, subtree_com, cdof; body_parentid, body_rootid, body_dofnum, body_dofadr, geom_type,
    geom_bodyid, geom_aabb, geom_rbound, opt.timestep of the model. Updates work.travel, work.turning. Writes
    work.sweep.
    """
    mark, velocity = d.pstack, scratch(d, 6 * m.nbody)
    set_velocities(m, d, velocity)
    for g in range(m.ngeom):
        b = m.geom_bodyid[g]
        angular, arm = velocity.vec3[6 * b], d.geom_xpos[g] - d.subtree_com[m.body_rootid[b]]
        d.work.travel[g] = (velocity.vec3[6 * b + 3] + cross(angular, arm)) * m.opt.timestep
        d.work.turning[g] = angular * m.opt.timestep if m.geom_type[g] != SPHERE else ZERO  # it stays the same
        sweep, half = norm(d.work.travel[g]) + norm(d.work.turning[g]) * m.geom_rbound[g], m.geom_aabb.vec3[6 * g + 3]
        d.work.sweep[g] = sweep if sweep > min(half.x, half.y, half.z) else 0.0
    d.pstack = mark


@stage
def swept_bounds_touch(m, d, first: int, second: int, reach: float) -> bool:
    """Whether the balls around two geoms are within reach at any time of the step, if one of them is fast.

    Reads geom_xpos, geom_xmat, work.travel, work.sweep; geom_type, geom_rbound of the model.
    """
    if d.work.sweep[first] == 0.0 and d.work.sweep[second] == 0.0:
        return bounds_touch(m, d, first, second, reach)
    if m.geom_type[first] == PLANE or m.geom_type[second] == PLANE:
        plane, other = (first, second) if m.geom_type[first] == PLANE else (second, first)
        normal = d.geom_xmat[plane].col_z
        height = dot(normal, d.geom_xpos[other] - d.geom_xpos[plane])
        return min(height, height + dot(normal, d.work.travel[other])) <= m.geom_rbound[other] + reach
    between, moving = d.geom_xpos[second] - d.geom_xpos[first], d.work.travel[second] - d.work.travel[first]
    square, limit = dot(moving, moving), m.geom_rbound[first] + m.geom_rbound[second] + reach
    time = max(0.0, min(1.0, -dot(between, moving) / square)) if square > 0.0 else 0.0
    nearest = between + moving * time
    return dot(nearest, nearest) <= limit * limit
