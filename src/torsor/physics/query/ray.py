"""Rays through a model: the nearest geom along a half line, and the normal of its surface there."""

import math

import numpy as np

from ...jit import helper, stage
from ...jit.arguments import In, Index, Out
from ...jit.structs import given
from ...jit.values import ZERO, dot, norm
from ..common.names import HFIELD, MESH, PLANE
from ..common.unsupported import refuse_flexes
from ..ray.distance import MISS
from ..ray.meet import is_too_short, meet_geom, miss, passes_ball, radius_around, start_ray
from ..ray.scratch import RAY
from ..ray.table import ray_normal
from ..ray.triangles import unit_normal

GROUPS = 6
ANY_GROUP = (1 << GROUPS) - 1


# ---- which geoms count ----
@helper
def is_invisible(m, g):
    """Whether a geom, or its material, is fully transparent."""
    material = m.geom_matid[g]
    return m.geom_rgba[g, 3] == 0.0 if material < 0 else m.mat_rgba[material, 3] == 0.0


@helper
def is_static(m, g):
    """Whether a geom is fixed to the world."""
    return m.body_weldid[m.geom_bodyid[g]] == 0


@helper
def is_passed_over(m, g, groups, static, excluded):
    """Whether rays go through a geom as if it were not there."""
    group = max(0, min(GROUPS - 1, m.geom_group[g]))
    return (m.geom_bodyid[g] == excluded or is_invisible(m, g) or (is_static(m, g) and not static)
            or groups >> group & 1 == 0)


@helper
def groups_of(flags):
    """The groups that count, a bit for each; `flags` has one for each group, all count if there are none."""
    if not given(flags):
        return ANY_GROUP
    groups = 0
    for k in range(GROUPS):
        if flags[k] != 0:
            groups |= 1 << k
    return groups


# ---- one ray ----
@helper
def is_beyond(m, d, ray, g, cutoff):
    """Whether all of a geom is farther than the cutoff, in meters; planes never are."""
    return m.geom_type[g] != PLANE and norm(d.geom_xpos[g] - ray.point) > cutoff + m.geom_rbound[g]


@helper
def meet_unless_passed(m, d, ray, g, square, groups, static, excluded):
    """Let a ray meet a geom, if this counts; `square` is that of the length of the direction."""
    if not (is_passed_over(m, g, groups, static, excluded)
            or passes_ball(ray, d.geom_xpos[g], radius_around(m, g), square, ray.dist)):
        meet_geom(m, d, ray, g)


@helper
def meet_geoms(m, d, ray, groups, static, excluded):
    """Let a ray meet all geoms; `groups` has a bit for every group that counts, `excluded` is a body, or -1."""
    square = dot(ray.direction, ray.direction)
    for g in range(m.ngeom):
        meet_unless_passed(m, d, ray, g, square, groups, static, excluded)


@helper
def passes_body(m, d, ray, b, square):
    """Whether a ray passes the ball around the box of the geoms of a body that collide."""
    root = 6 * m.body_bvhadr[b]
    centre = d.xipos[b] + d.ximat[b] @ m.bvh_aabb.vec3[root]
    return passes_ball(ray, centre, norm(m.bvh_aabb.vec3[root + 3]), square, math.inf)


@helper
def meet_bodies(m, d, ray, groups, static, excluded, cutoff):
    """Let a ray meet the geoms of all bodies that it does not pass, but for those beyond the cutoff.

    As in MuJoCo a body with geoms that collide has others only near them, and a cutoff does not concern bodies without.
    """
    square = dot(ray.direction, ray.direction)
    for b in range(m.nbody):
        bounded = m.body_bvhnum[b] > 0
        if bounded and passes_body(m, d, ray, b, square):
            continue
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            if not (bounded and is_beyond(m, d, ray, g, cutoff)):
                meet_unless_passed(m, d, ray, g, square, groups, static, excluded)


@helper
def met_normal(m, d, ray):
    """Outward normal of the surface that a ray has met; zero if there is none."""
    g = ray.geom
    if g < 0:
        return ZERO
    frame = d.geom_xmat[g]
    if m.geom_type[g] == MESH or m.geom_type[g] == HFIELD:
        return frame @ unit_normal(ray)
    hit = ray.point + ray.direction * ray.dist
    return frame @ ray_normal(m.geom_type[g], frame.T @ (hit - d.geom_xpos[g]), m.geom_size[g])


@helper
def met_distance(ray):
    """Distance to the surface that a ray has met, in units of its direction."""
    return ray.dist if ray.geom >= 0 else MISS


# ---- what users ask ----
@stage(one_world=True)
def cast_ray(m, d, pnt: In('3'), vec: In('3'), geomgroup: In('6', np.uint8, optional=True), flg_static: bool,
             bodyexclude: int, geomid: Out('1', int, optional=True), normal: Out('3', optional=True) = None) -> float:
    """Distance from pnt along vec, whose length is the unit, to the nearest geom that is not transparent; -1: none.

    geomgroup has a flag for each group of geoms that counts, and may be None; flg_static says whether geoms of static
    bodies count; those of the body bodyexclude do not. geomid receives the geom, or -1, and normal its surface normal.
    """
    refuse_flexes(m, d)
    mark, ray = d.pstack, RAY(d)
    start_ray(ray, pnt.vec3[0], vec.vec3[0])
    meet_geoms(m, d, ray, groups_of(geomgroup), flg_static != 0, bodyexclude)
    if given(geomid):
        geomid[0] = ray.geom
    if given(normal):
        normal.vec3[0] = met_normal(m, d, ray)
    d.pstack = mark
    return met_distance(ray)


@stage(one_world=True)
def cast_rays(m, d, pnt: In('3'), vec: In('*'), geomgroup: In('6', np.uint8, optional=True), flg_static: bool,
              bodyexclude: int, geomid: Out('*', int, optional=True), dist: Out('*'),
              normal: Out('*', optional=True), cutoff: float):
    """Distance to what each of some rays from a point meets, which geom it is, and its normal there.

    Geoms that are as a whole beyond the cutoff are missed, and so are geoms that do not collide and lie aside of those
    of their body that do.
    """
    refuse_flexes(m, d)
    mark, ray, groups = d.pstack, RAY(d), groups_of(geomgroup)
    for k in range(vec.size // 3):
        if is_too_short(vec.numbers.vec3[3 * k]):
            miss(ray)
        else:
            start_ray(ray, pnt.vec3[0], vec.numbers.vec3[3 * k])
            meet_bodies(m, d, ray, groups, flg_static != 0, bodyexclude, cutoff)
        dist.numbers[k] = met_distance(ray)
        if given(geomid.numbers):
            geomid.numbers[k] = ray.geom
        if given(normal.numbers):
            normal.numbers.vec3[3 * k] = met_normal(m, d, ray)
    d.pstack = mark


@stage(one_world=True)
def cast_at_geom(m, d, geomid: Index('ngeom'), pnt: In('3'), vec: In('3'), normal: Out('3', optional=True)) -> float:
    """Distance along a ray to one geom, and its normal there."""
    mark, ray = d.pstack, RAY(d)
    start_ray(ray, pnt.vec3[0], vec.vec3[0])
    meet_geom(m, d, ray, geomid)
    distance = met_distance(ray)
    if given(normal):
        normal.vec3[0] = met_normal(m, d, ray)
    d.pstack = mark
    return distance
