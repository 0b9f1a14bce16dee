"""Contacts that lie ahead: of two geoms that do not touch, but will before the end of the step at their velocities.

The time of impact is approached from before by conservative advancement (Mirtich 1996): over a time in which no points
can come closer than the distance that is left, both geoms are moved on. Where they are then nearly touching is where
they will touch; the contact is there now, between the points of both as they are now. Its distance is chosen such that
the solver takes off as much of the velocity as leaves them touching at the end of the step. Geoms that turn fast are
not approached in a few rounds: from there on they are taken to come closer as their closest points do then.
"""

import math

from ...jit import helper, stage
from ...jit.values import cross, dot, norm
from ..common.names import DISCRETE, HFIELD, OFF_MULTICCD, OFF_REFSAFE, PLANE
from ..ray.scratch import RAY
from .convex.collide import measure_distance, report_simplex
from .convex.manifold import convex_manifold
from .convex.multiccd import rotation
from .convex.pair import placed, stand
from .convex.shapes.table import has_edges, has_round_edge
from .found import found
from .motion import are_fast
from .plane_ahead import find_on_plane, set_lowest
from .sight import is_hidden

NEARLY, NEAR_ENOUGH = 0.02, 0.01  # parts of the first distance: what is aimed at, and how much more will do
ROUNDS = 16  # in which geoms are moved on


# ---- when they touch ----
@helper
def move_on(d, pair, time):
    """Let both geoms stand where they will after some part of the step, with the points that were closest on them."""
    for side in range(2):
        g, closest = pair.geom[side], pair.turn[side].T @ (pair.centre[side] - pair.at[side])
        angle = norm(d.work.turning[g])
        at, turn = d.geom_xpos[g] + d.work.travel[g] * time, d.geom_xmat[g]
        if angle > 0.0:
            turn = rotation(d.work.turning[g] * (1.0 / angle), angle * time) @ turn
        stand(pair, side, at, turn)
        pair.centre[side] = turn @ closest + at


@helper
def look(m, d, pair):
    """pair.dist, pair.pos and pair.normal where the geoms are closest; whether they are apart."""
    if pair.type[0] != PLANE:
        measure_distance(m, d, pair, 0, math.inf)
        if not pair.dist > 0.0:
            return False
        if pair.simplex_num == 0:  # both cores are points
            pair.simplex_num, pair.simplex_weight[0], pair.code[0] = 1, 1.0, 0
            pair.part[0], pair.part[1] = pair.at[0], pair.at[1]
        report_simplex(pair)
        for side in range(2):  # where the next search starts
            way = pair.normal if side == 0 else -pair.normal
            pair.centre[side] = pair.pos - way * (0.5 * pair.dist + pair.radius[side])
        return pair.dist > 0.0
    set_lowest(m, d, pair)
    normal = pair.way
    pair.normal = normal
    pair.dist = dot(normal, pair.part[1] - pair.at[0])
    pair.pos, pair.touch_part[1] = pair.part[1] - normal * (0.5 * pair.dist), pair.part[1]
    for k in range(3):
        pair.touch_code[k] = pair.code[0]
    return pair.dist > 0.0


@helper
def closing(m, d, pair):
    """By how much the distance can shrink in a whole step, at most."""
    a, b = pair.geom[0], pair.geom[1]
    return (dot(pair.normal, d.work.travel[a] - d.work.travel[b]) + norm(d.work.turning[a]) * m.geom_rbound[a]
            + norm(d.work.turning[b]) * m.geom_rbound[b])


@helper
def approach(d, pair):
    """By how much the closest points come closer in a step, at their velocities there."""
    half, closer = pair.normal * (0.5 * pair.dist), 0.0
    for side in range(2):
        g, sign = pair.geom[side], 1.0 if side == 0 else -1.0
        point = pair.pos - half * sign
        closer += sign * dot(pair.normal, d.work.travel[g] + cross(d.work.turning[g], point - pair.at[side]))
    return closer


@helper
def time_of_impact(m, d, pair, margin):
    """The part of the step after which the geoms nearly touch, 1 if they do not; pair is as it is then, or near it.

    d.work.found_speed: how much closer they come in a step, until then or then, whichever is more.
    """
    time, start, target = 0.0, 0.0, 0.0
    for k in range(ROUNDS + 1):
        move_on(d, pair, time)
        if not look(m, d, pair) or pair.dist <= margin:
            return 1.0
        if k == 0:
            start, target = pair.dist, margin + NEARLY * (pair.dist - margin)
        left = pair.dist - target
        near = left <= max(m.opt.ccd_tolerance, NEAR_ENOUGH * (start - margin))
        if near or k == ROUNDS:
            speed = approach(d, pair)
            d.work.found_speed = max((start - pair.dist) / time, speed) if time > 0.0 else speed
            farthest = d.work.sweep[pair.geom[0]] + d.work.sweep[pair.geom[1]] if near else speed
            if not (d.work.found_speed > 0.0 and pair.dist - margin <= (1.0 - time) * farthest):
                return 1.0
            return time if near else time + left / speed
        bound = closing(m, d, pair)
        if not (bound > 0.0 and time + left / bound < 1.0):
            return 1.0
        time += left / bound
    return 1.0


# ---- the contacts ----
@helper
def as_now(d, pair, side, point):
    """Where a point of a geom, as it stands in the pair, is now."""
    g = pair.geom[side]
    return d.geom_xmat[g] @ (pair.turn[side].T @ (point - pair.at[side])) + d.geom_xpos[g]


@helper
def keep_visible(m, d, pair, start):
    """Leave only the points from `start` on, moved to where they are now, that no other geoms are in front of.

    How many; if there are none, those before are left.
    """
    a, b = pair.geom[0], pair.geom[1]
    kept, sweep1, sweep2 = 0, d.work.sweep[a], d.work.sweep[b]
    weight = sweep1 / (sweep1 + sweep2)
    for k in range(start, d.work.found_num):
        half = d.work.found_normal[k] * (0.5 * d.work.found_dist[k])
        # as in MuJoCo, which widens the shapes by what may arrive yet, and makes them smaller again along the normal
        aside = (pair.normal - d.work.found_normal[k]) * (0.5 * pair.clip_reach)
        end1, end2 = d.work.found_pos[k] - half - aside, d.work.found_pos[k] + half + aside
        first, second = as_now(d, pair, 0, end1), as_now(d, pair, 1, end2)
        end = end2 if sweep1 >= sweep2 else end1
        mark, ray = d.pstack, RAY(d)
        ray.point, ray.direction = first, end - first
        hidden = is_hidden(m, d, ray, a, b)
        ray.point, ray.direction = second, end - second
        if not hidden and not is_hidden(m, d, ray, b, a):
            d.work.found_pos[kept] = first * weight + second * (1.0 - weight)
            d.work.found_normal[kept], d.work.found_tangent[kept] = pair.normal, d.work.found_tangent[k]
            d.work.found_dist[kept] = d.work.found_dist[k]
            kept += 1
        d.pstack = mark
    d.work.found_num = kept if kept > 0 else start
    return kept


@stage
def look_ahead(m, d, first: int, second: int, margin: float):
    """If two geoms do not touch, and are fast: replace their points by those where they will touch, if these are seen.
    """
    if not are_fast(m, d, first, second):
        return
    if m.geom_type[first] == HFIELD:
        return
    for k in range(d.work.found_num):
        if d.work.found_dist[k] < margin:
            return
    pair = placed(m, d, first, second, 0.0)
    time = time_of_impact(m, d, pair, margin)
    if not time < 1.0:
        return
    pair.clip_reach = 2.0 * pair.dist + (1.0 - time) * d.work.found_speed + m.opt.ccd_tolerance  # what may arrive yet
    distant = d.work.found_num
    if pair.type[0] == PLANE:
        find_on_plane(m, d, pair)
    elif m.opt.disableflags & OFF_MULTICCD == 0 and has_edges(pair.type[0]) and has_edges(pair.type[1]):
        if has_round_edge(pair.type[0]):  # it is that of the shape widened by what may arrive yet
            pair.reach, pair.touch_part[0] = pair.clip_reach, pair.touch_part[0] + pair.normal * (0.5 * pair.clip_reach)
        convex_manifold(m, d, pair)
    if d.work.found_num == distant:
        found(d, pair.dist, pair.pos, pair.normal)
    if keep_visible(m, d, pair, distant) > 0:
        d.work.found_ahead, d.work.found_time = 1, time


# ---- their distance ----
@stage
def set_ahead(m, d, c: int):
    """Let contact c act, at the distance at which the geoms just touch at the end of the step."""
    h, time = m.opt.timestep, d.work.found_time
    first, second = d.contact.solref[c, 0], d.contact.solref[c, 1]
    if first > 0.0:
        constant = first if m.opt.disableflags & OFF_REFSAFE else max(first, 2.0 * h)
        stiffness = h * h / (constant * constant * second * second)
        damping = 2.0 * h / constant
    else:
        stiffness, damping = -first * h * h, -second * h
    excess = 1.0 - time - damping
    if m.opt.integrator == DISCRETE:
        excess = 1.0 - time - time * (damping + stiffness)
    if stiffness > 0.0:
        d.contact.dist[c] = d.contact.includemargin[c] - excess / stiffness * d.work.found_speed
    else:
        d.contact.dist[c] = d.contact.includemargin[c]
    d.contact.exclude[c] = 0
