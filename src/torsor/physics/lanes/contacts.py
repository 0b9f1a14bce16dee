"""Contacts of several worlds in registers, for models with few pairs of geoms.

Which pairs may touch is listed once, in the order of their contacts. The balls around two geoms are looked at in all
worlds at once, and so are the contacts of shapes whose colliders can. Others find those of one world after the other,
on its own data: the first that each finds become one contact, the second another. In worlds that do not have a contact
its distance is FAR.

Colliders and parameters of contacts are the same as for one world. That one finds pairs by sorting boxes, which lose
no pair that is in contact, so that its contacts are the same too.
"""

from ...jit import apart_of, helper, lanes_of, stage
from ...jit.arena import reserve
from ...jit.choice import choice
from ...jit.lanes import any_, isfinite, where
from ...jit.per_world import alone, put, take
from ...jit.structs import width
from ...jit.table import call_at
from ...jit.values import Z, dot, norm
from ..collision.broad import collides
from ..collision.capsule import capsule_capsule
from ..collision.fields import FEWEST, MOST_PAIRS, TYPES
from ..collision.found import FAR
from ..collision.mixing import has_one_margin
from ..collision.narrow import add_contacts, close_contacts, move_point
from ..collision.obb import all_fit, boxes_touch, fits_tree, some_must_overlap
from ..collision.pairs import is_next
from ..collision.plane import plane_box, plane_capsule, plane_sphere
from ..collision.select import are_compatible, bodies_may_touch
from ..collision.sphere import sphere_capsule, sphere_sphere
from ..common.names import BOX, CAPSULE, OFF_MIDPHASE, PLANE, SPHERE
from ..island.wake import find_contacts
from .shared import shares_rows

contacts_apart = apart_of(find_contacts)
TOO_MANY = -1  # work.pair_end: pairs are not listed
LARGEST = 60  # bodies of a model whose pairs are worth a look
SLACK = 1e-9  # of the distance of boxes: rounding must not lose a pair that is in contact


# ---- pairs ----
@helper
def list_geoms(m, d, b1, b2):
    """List the geoms of two bodies that may touch, in the order of `collide_bodies`; the lower type comes first."""
    for side in range(2):
        first, second = (b1, b2) if side == 0 else (b2, b1)
        for g1 in range(m.body_geomadr[first], m.body_geomadr[first] + m.body_geomnum[first]):
            for g2 in range(m.body_geomadr[second], m.body_geomadr[second] + m.body_geomnum[second]):
                if is_next(m, g1, g2, side) and are_compatible(m.geom_contype, m.geom_conaffinity, g1, g2):
                    count = d.work.pair_end - 1
                    if 0 <= count < MOST_PAIRS:
                        low, high = (g2, g1) if m.geom_type[g1] > m.geom_type[g2] else (g1, g2)
                        d.work.pair_list[2 * count], d.work.pair_list[2 * count + 1] = low, high
                        d.work.pair_end += 1
                    else:
                        d.work.pair_end = TOO_MANY


@helper
def trees_fit(m):
    """Whether trees of boxes, which are asked where bodies have several geoms, miss no contact."""
    for g in range(m.ngeom):
        if not fits_tree(m, g):
            return False
    return True


@stage
def list_pairs(m, d):
    """work.pair_list: all pairs of geoms that may touch, unless there are too many, or boxes decide on some."""
    d.work.pair_end = 1 if all_fit(m) and trees_fit(m) and not some_must_overlap(m) else TOO_MANY
    for first in range(m.nbody):
        if collides(m, first):
            for second in range(first + 1, m.nbody):
                if collides(m, second) and bodies_may_touch(m, first, second):
                    list_geoms(m, d, first, second)


@helper
def collides_together(m, d):
    """Whether contacts of several worlds are found together: if somebody has listed the pairs that may touch."""
    if width(d) == 1 or width(m) > 1 or not shares_rows(m, d):
        return False
    if m.npair or m.nbody > LARGEST or has_one_margin(m) or m.opt.disableflags & OFF_MIDPHASE:
        return False
    return d.work.pair_end > 0


# ---- one pair ----
@helper
def reach_of(m, first, second):
    """How far apart two geoms may be for a contact; models with one margin for all find theirs otherwise."""
    return m.geom_margin[first] + m.geom_margin[second] + (m.geom_gap[first] + m.geom_gap[second])


@helper
def are_near(m, d, first, second, reach):
    """In which worlds the bounding spheres of two geoms, the plane first, are within reach of each other."""
    between = d.geom_xpos[second] - d.geom_xpos[first]
    limit = m.geom_rbound[first] + m.geom_rbound[second] + reach
    if m.geom_type[first] == PLANE:
        return dot(d.geom_xmat[first].col_z, between) <= m.geom_rbound[second] + reach
    return dot(between, between) <= limit * limit


@helper
def copy_found(d, k, one):
    """Make the points that one world has found points of all."""
    for s in range(one.work.found_num):
        if s == d.work.found_num:
            d.work.found_dist[s], d.work.found_pos[s] = FAR, one.work.found_pos[s]
            d.work.found_normal[s], d.work.found_tangent[s] = one.work.found_normal[s], one.work.found_tangent[s]
            d.work.found_num += 1
        d.work.found_dist[s] = put(d.work.found_dist[s], k, one.work.found_dist[s])
        d.work.found_pos[s] = put(d.work.found_pos[s], k, one.work.found_pos[s])
        d.work.found_normal[s] = put(d.work.found_normal[s], k, one.work.found_normal[s])
        d.work.found_tangent[s] = put(d.work.found_tangent[s], k, one.work.found_tangent[s])


@stage
def collide_apart(m, d, first: int, second: int, reach: float):
    """Points of two geoms, found by each world alone."""
    near = are_near(m, d, first, second, reach)
    if m.geom_type[first] != PLANE:
        radii = m.geom_rbound[first] + m.geom_rbound[second]
        near = near & boxes_touch(m, d, first, second, reach + SLACK * (radii + reach))
    collider = m.table.collider[m.geom_type[first] * TYPES + m.geom_type[second]]
    for k in range(width(d)):
        if collider != 0 and take(near, k):
            one, world = alone(d, k), alone(m, k)
            mark = one.pstack
            one.geom_xpos[first], one.geom_xpos[second] = take(d.geom_xpos[first], k), take(d.geom_xpos[second], k)
            one.geom_xmat[first], one.geom_xmat[second] = take(d.geom_xmat[first], k), take(d.geom_xmat[second], k)
            one.work.found_num, one.work.found_reach, one.work.found_ahead = 0, reach, 0
            call_at(collider, world, one, first, second, reach)
            one.pstack = mark
            copy_found(d, k, one)


# pairs of types, the first not above the second, whose colliders take several worlds
collide = choice('collide', {
    PLANE * TYPES + SPHERE: plane_sphere,
    PLANE * TYPES + CAPSULE: plane_capsule,
    PLANE * TYPES + BOX: plane_box,
    SPHERE * TYPES + SPHERE: sphere_sphere,
    SPHERE * TYPES + CAPSULE: sphere_capsule,
    CAPSULE * TYPES + CAPSULE: capsule_capsule,
}, otherwise=collide_apart)


@helper
def keep_sound(d, k, near):
    """Keep point k where geoms are near and it is made of finite numbers, with a normal; whether some world has it."""
    pos, normal, dist = d.work.found_pos[k], d.work.found_normal[k], d.work.found_dist[k]
    sound = isfinite(dist + pos.x + pos.y + pos.z) & (norm(normal) > 0.5) & (dist < FAR) & near
    d.work.found_dist[k] = where(sound, dist, FAR)
    d.work.found_normal[k] = where(sound, normal, Z)
    return any_(sound)


@stage
def narrow_together(m, d, first: int, second: int):
    """Contacts of two geoms that are near in some world."""
    reach = reach_of(m, first, second)
    near = are_near(m, d, first, second, reach)
    d.work.found_num, d.work.found_ahead = 0, 0
    collide(m.geom_type[first] * TYPES + m.geom_type[second], m, d, first, second, reach)
    kept = 0
    for k in range(d.work.found_num):
        if keep_sound(d, k, near):
            if kept < k:
                move_point(d, k, kept)
            kept += 1
    d.work.found_num = kept
    if kept > 0:
        add_contacts(m, d, first, second, -1)


# ---- all of them ----
@helper
def count_contacts(d):
    """Tell each world how many contacts it has."""
    count = 0.0
    for c in range(d.ncon):
        count += where(d.contact.dist[c] < FAR, 1.0, 0.0)
    for k in range(width(d)):
        alone(d, k).ncon = int(take(count, k))


@stage
def find_together(m, d):
    """All contacts of several worlds."""
    d.ncon, d.work.cone_num = 0, 0
    d.work.con_capacity = max(d.work.con_capacity, FEWEST)
    reserve(d, 'contact', d.work.con_capacity)
    for i in range(d.work.pair_end - 1):
        first, second = d.work.pair_list[2 * i], d.work.pair_list[2 * i + 1]
        if any_(are_near(m, d, first, second, reach_of(m, first, second))):
            narrow_together(m, d, first, second)
    close_contacts(d)
    count_contacts(d)


@lanes_of(find_contacts)
def contacts_of_worlds(m, d):
    """All worlds at once, or each by itself: whoever wants them together then merges the lists (join.py)."""
    if collides_together(m, d):
        find_together(m, d)
    else:
        contacts_apart(m, d)
