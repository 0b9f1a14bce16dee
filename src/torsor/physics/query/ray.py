"""Rays through a model: the nearest geom along a half line, and the normal of its surface there."""

from ...jit import helper, stage
from ...jit.arguments import In, Out
from ...jit.choice import one_of
from ...jit.errors import FatalError
from ...jit.structs import given
from ...jit.values import ZERO, Vec3, norm
from ..ray.distance import MISS
from ..ray.table import RAYS, ray_distance, ray_normal

GROUPS = 6
ANY_GROUP = (1 << GROUPS) - 1
has_surface = one_of('has_surface', RAYS)


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
def is_far(m, d, g, point, cutoff):
    """Whether all of a geom is further away than a distance; planes have no end."""
    return m.geom_rbound[g] > 0.0 and norm(d.geom_xpos[g] - point) > cutoff + m.geom_rbound[g]


@helper
def nearest_geom(m, d, point, direction, groups, static, excluded, cutoff):
    """Distance to the nearest geom along a ray, in units of the direction, and which; a miss and -1 if there is none.

    `groups` has a bit for every group of geoms that counts; `excluded` is a body, or -1; geoms that are all beyond the
    cutoff do not count.
    """
    distance, nearest = MISS, -1
    for g in range(m.ngeom):
        if is_passed_over(m, g, groups, static, excluded) or is_far(m, d, g, point, cutoff):
            continue
        if not has_surface(m.geom_type[g]):
            raise FatalError('rays cannot meet meshes, height fields and SDFs yet: make such geoms transparent (alpha '
                             '0), or exclude their body or group')
        to_geom = d.geom_xmat[g].T
        start = to_geom @ (point - d.geom_xpos[g])
        candidate = ray_distance(m.geom_type[g], start, to_geom @ direction, m.geom_size[g])
        if candidate >= 0.0 and (distance < 0.0 or candidate < distance):
            distance, nearest = candidate, g
    return distance, nearest


@helper
def surface_normal(m, d, g, hit):
    """Outward normal of a geom at a point of its surface; zero for no geom."""
    if g < 0:
        return ZERO
    frame = d.geom_xmat[g]
    return frame @ ray_normal(m.geom_type[g], frame.T @ (hit - d.geom_xpos[g]), m.geom_size[g])


@stage(one_world=True)
def cast_rays(m, d, pnt: In('3'), vec: In('*'), groups: int, flg_static: int, bodyexclude: int, cutoff: float,
              geomid: Out('*', int, optional=True), dist: Out('*'), normal: Out('*', optional=True)):
    """Distance to what each of some rays from a point meets, which geom it is, and its normal there.

    Geoms that are all beyond the cutoff do not count.

    Reads geom_xpos, geom_xmat; body_weldid, geom_type, geom_bodyid, geom_matid, geom_group, geom_size, geom_rbound,
    geom_rgba, mat_rgba of the model.
    """
    start = pnt.vec3[0]
    for k in range(vec.size // 3):
        direction = Vec3(vec[3 * k], vec[3 * k + 1], vec[3 * k + 2])
        distance, g = nearest_geom(m, d, start, direction, groups, flg_static != 0, bodyexclude, cutoff)
        dist[k] = distance
        if given(geomid):
            geomid[k] = g
        if given(normal):
            outward = surface_normal(m, d, g, start + direction * distance)
            normal[3 * k], normal[3 * k + 1], normal[3 * k + 2] = outward.x, outward.y, outward.z
