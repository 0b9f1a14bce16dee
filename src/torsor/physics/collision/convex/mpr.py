"""Depth of two convex shapes by refining a portal (Snethen 2008), as MuJoCo finds it with `nativeccd` disabled.

A ray leads from a point inside of A - B, the difference of the centres, through the origin. A portal is a triangle of
points of A - B that the ray passes. It moves outwards: the support point along its normal replaces the corner that
leaves the ray between the others. If it never gets beyond the origin the shapes are apart; at the surface its distance
from the origin is the depth. That is not the least depth unless the ray is the shortest way out.

Thresholds and the choice among equals are those of MuJoCo, so that it ends with the same triangle. Points of A - B are
kept in pair.point: the one inside first, then the corners of the portal, then the newest.
"""

import math

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.lanes import sqrt, where
from ....jit.values import EPSILON, ZERO, Vec3, cross, dot
from .pair import PAIR, move_point
from .shapes.table import middle_along

NEWEST = 4  # number of the point that was found last
MOST = 10_000  # points to try before giving up; a handful is the rule
APART, ALONG_RAY, OPEN = 0, 1, 2  # what the search for a portal can end with


@stage
def portal_support(m, d, pair: PAIR):
    """pair.point[NEWEST]: the point of A - B that is farthest along the unit vector pair.way.

    pair.part: the points of A and B that it is the difference of. The shapes are widened by half of pair.reach.
    """
    for side in range(2):
        g, turn = pair.geom[side], pair.turn[side]
        local = turn.T @ (pair.way if side == 0 else -pair.way)
        point = middle_along(m.geom_type[g], m, d, pair, side, m.geom_size[g], local) + local * (0.5 * pair.reach)
        pair.part[2 * NEWEST + side] = turn @ point + pair.at[side]
    pair.point[NEWEST] = pair.part[2 * NEWEST] - pair.part[2 * NEWEST + 1]


@helper
def look(m, d, pair, way):
    """Find the support point along a unit vector; returns how far it is."""
    pair.way = way
    portal_support(m, d, pair)
    return dot(pair.point[NEWEST], way)


# ---- geometry ----
@formula
def unit(v):
    """v scaled to unit length; zero if it has none."""
    square = dot(v, v)
    plain = square > 0.0
    return where(plain, v * (1.0 / sqrt(where(plain, square, 1.0))), ZERO)


@formula
def at_most(a, b):
    """Whether a <= b up to rounding."""
    return (a - b < EPSILON) | (a - b < EPSILON * where(abs(a) > abs(b), abs(a), abs(b)))


@helper
def nearest_on_edge(a, b):
    """The point of a segment nearest to the origin."""
    edge = b - a
    square = dot(edge, edge)
    at = -dot(a, edge) / square if square > 0.0 else 0.0
    if at < EPSILON:
        return a
    return b if at_most(1.0, at) else edge * at + a


@helper
def nearest_on_triangle(a, b, c):
    """The point of a triangle nearest to the origin; of a tiny one a point of its edges."""
    first, second = b - a, c - a
    square1, square2, mixed = dot(first, first), dot(second, second), dot(first, second)
    rise1, rise2 = dot(a, first), dot(a, second)
    area = square2 * square1 - mixed * mixed
    if area >= EPSILON:
        along = (rise2 * mixed - square2 * rise1) / area
        across = (-along * mixed - rise2) / square2
        if along > -EPSILON and across > -EPSILON and at_most(along, 1.0) and at_most(across, 1.0) and at_most(
                across + along, 1.0):
            return a + first * along + second * across
    best = nearest_on_edge(a, b)
    for other in range(2):
        point = nearest_on_edge(a if other == 0 else b, c)
        if dot(point, point) < dot(best, best):
            best = point
    return best


# ---- the portal ----
@helper
def portal_normal(pair):
    a = pair.point[1]
    return unit(cross(pair.point[2] - a, pair.point[3] - a))


@helper
def sideways(pair):
    """Normal of the plane through the ray's start and corners 1 and 2."""
    start = pair.point[0]
    return unit(cross(pair.point[1] - start, pair.point[2] - start))


@helper
def exchange(pair):
    """Let corners 1 and 2 change places."""
    pair.point[1], pair.point[2] = pair.point[2], pair.point[1]
    for side in range(2):
        one, other = 2 + side, 4 + side
        pair.part[one], pair.part[other] = pair.part[other], pair.part[one]


@helper
def replace_corner(pair):
    """Put the newest point in the place of the corner that leaves the ray between the others."""
    side = cross(pair.point[NEWEST], pair.point[0])
    if dot(pair.point[1], side) > 0.0:
        move_point(pair, NEWEST, 1 if dot(pair.point[2], side) > 0.0 else 3)
    else:
        move_point(pair, NEWEST, 2 if dot(pair.point[3], side) > 0.0 else 1)


@helper
def is_at_surface(m, pair, way):
    """Whether the newest point is hardly farther along `way` than a corner of the portal."""
    height, least = dot(pair.point[NEWEST], way), math.inf
    for i in range(1, 4):
        least = min(least, height - dot(pair.point[i], way))
    return at_most(least, m.opt.ccd_tolerance)


@helper
def start_inside(pair):
    """Start the ray between the centres, or next to them if they coincide."""
    start = pair.centre[0] - pair.centre[1]
    if abs(start.x) < EPSILON and abs(start.y) < EPSILON and abs(start.z) < EPSILON:
        start = Vec3(start.x + 10.0 * EPSILON, start.y, start.z)
    pair.point[0] = start
    for side in range(2):
        pair.part[side] = pair.centre[side]


@helper
def find_portal(m, d, pair):
    """Find a triangle that the ray passes, if that is not just along a support point."""
    start_inside(pair)
    start = pair.point[0]
    if not look(m, d, pair, unit(-start)) >= EPSILON:
        return APART
    move_point(pair, NEWEST, 1)
    way = cross(start, pair.point[1])
    if dot(way, way) < EPSILON:
        return ALONG_RAY
    if not look(m, d, pair, unit(way)) >= EPSILON:
        return APART
    move_point(pair, NEWEST, 2)
    way = sideways(pair)
    if dot(way, start) > 0.0:
        exchange(pair)
        way = -way
    for _ in range(MOST):
        if not look(m, d, pair, way) >= EPSILON:
            break
        point = pair.point[NEWEST]
        if dot(cross(pair.point[1], point), start) <= -EPSILON:
            move_point(pair, NEWEST, 2)
        elif dot(cross(point, pair.point[2]), start) <= -EPSILON:
            move_point(pair, NEWEST, 1)
        else:
            move_point(pair, NEWEST, 3)
            return OPEN
        way = sideways(pair)
    return APART


@helper
def passes_origin(m, d, pair):
    """Move the portal outwards until the origin is inside of it; whether that can be."""
    for _ in range(MOST):
        way = portal_normal(pair)
        if dot(way, way) == 0.0:
            return False
        if dot(way, pair.point[1]) > -EPSILON:
            return True
        if not look(m, d, pair, way) > -EPSILON or is_at_surface(m, pair, way):
            return False
        replace_corner(pair)
    return False


@helper
def reach_surface(m, d, pair):
    """Move the portal to the surface, or as far as `ccd_iterations` allow."""
    way, replaced = portal_normal(pair), 0
    look(m, d, pair, way)
    while not is_at_surface(m, pair, way) and replaced <= m.opt.ccd_iterations:
        replace_corner(pair)
        replaced += 1
        way = portal_normal(pair)
        look(m, d, pair, way)


# ---- the contact ----
@helper
def weighted_middle(pair, w0, w1, w2, w3):
    """Middle between the means of the points of A and of B with these weights."""
    scale, middle = 1.0 / (w0 + w1 + w2 + w3), ZERO
    for side in range(2):
        mean = (pair.part[side] * w0 + pair.part[2 + side] * w1 + pair.part[4 + side] * w2
                + pair.part[6 + side] * w3)
        middle = middle + mean * scale
    return middle * 0.5


@helper
def portal_middle(pair):
    """The point of A and B at the origin of A - B: its weights are volumes, or areas if the tetrahedron is flat."""
    s, a, b, c = pair.point[0], pair.point[1], pair.point[2], pair.point[3]
    w0, w1, w2, w3 = dot(cross(a, b), c), dot(cross(c, b), s), dot(cross(s, a), c), dot(cross(b, a), s)
    if w0 + w1 + w2 + w3 < EPSILON:
        way = portal_normal(pair)
        w0, w1, w2, w3 = 0.0, dot(cross(b, c), way), dot(cross(c, a), way), dot(cross(a, b), way)
    return weighted_middle(pair, w0, w1, w2, w3)


@stage
def portal_depth(m, d, pair: PAIR):
    """pair.dist: minus the depth, infinite if the shapes are apart; also convex_pos and convex_normal."""
    pair.dist = math.inf
    ending, way = find_portal(m, d, pair), ZERO
    if ending == ALONG_RAY:
        way, pair.pos = pair.point[1], weighted_middle(pair, 0.0, 1.0, 0.0, 0.0)
    elif ending == OPEN and passes_origin(m, d, pair):
        reach_surface(m, d, pair)
        way = nearest_on_triangle(pair.point[1], pair.point[2], pair.point[3])
        pair.pos = portal_middle(pair)
    depth = sqrt(dot(way, way))
    if depth >= EPSILON:
        pair.dist, pair.normal = -depth, unit(way)
