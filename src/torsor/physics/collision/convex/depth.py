"""Penetration depth of two convex shapes that overlap, by expanding a polytope (van den Bergen 2003, sec. 4.3.8).

The depth is the distance of the origin from the boundary of A - B. A polytope inside of A - B grows: the face closest
to the origin is replaced by faces to the support point beyond it, until that is no farther than the face. The first
polytope is the simplex that the distance algorithm ended with if that is a tetrahedron, else two tetrahedra on a common
face. The border between two faces is a pair of half-edges, each going round its own face: half-edge 3 f + k starts at
corner k of face f, and its twin belongs to the face beyond.

As in MuJoCo, whose choices this follows, a face knows its distance from the origin but not on which side it has it.
"""

import math

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.lanes import sqrt
from ....jit.values import TINY, ZERO, Vec3, cross, dot, norm, normalized
from .distance import foot_on_plane, weights_in_triangle
from .pair import convex_support
from .shapes.table import has_round_edge

MOST_POINTS = 128
ALL_AROUND, OUTSIDE = -1, -2  # what the first polytope is to the origin
UNLISTED, GONE = -1, -2  # places of faces that need no closer look, and that the polytope has lost
RETRIES = 4
SINE, COSINE = 0.86602540378, -0.5  # of 120 degrees, with the digits that MuJoCo has

# corners of the faces: of a tetrahedron, then of two tetrahedra with apexes 0 and 1 on the face 2 3 4
TETRAHEDRON = (0, 1, 2, 0, 3, 1, 0, 2, 3, 3, 2, 1)
DOUBLE = (0, 2, 3, 0, 4, 2, 0, 3, 4, 1, 3, 2, 1, 2, 4, 1, 4, 3)


def following(half_edge: int) -> int:
    """The next half-edge of the same face."""
    return half_edge + 1 if half_edge % 3 < 2 else half_edge - 2


def twins(corners: tuple[int, ...]) -> tuple[int, ...]:
    """For each half-edge the one that goes the other way."""
    ends = [(corners[h], corners[following(h)]) for h in range(len(corners))]
    return tuple(ends.index((end, start)) for start, end in ends)


CORNERS = TETRAHEDRON + DOUBLE
TWINS = twins(TETRAHEDRON) + twins(DOUBLE)
next_round = helper(following)


# ---- points and faces ----
@helper
def add_point(m, d, way):
    """Add the support point along the unit vector `way` to the polytope."""
    d.work.convex_way = way
    convex_support(m, d)
    i = d.work.hull_point_num
    d.work.hull_point[i], d.work.hull_code[i] = d.work.convex_point, d.work.convex_code
    for side in range(2):
        d.work.hull_part[2 * i + side] = d.work.convex_part[side]
    d.work.hull_point_num = i + 1


@helper
def move_point(d, source, target):
    """Give a point of the polytope another number."""
    d.work.hull_point[target], d.work.hull_code[target] = d.work.hull_point[source], d.work.hull_code[source]
    for side in range(2):
        d.work.hull_part[2 * target + side] = d.work.hull_part[2 * source + side]


@helper
def measure(d, f):
    """Distance of a face, given its corners; whether the origin is behind it.

    work.hull_foot: the origin projected on its plane, turned outwards if it is not.
    """
    a, b, c = (d.work.hull_point[d.work.hull_corner[3 * f]], d.work.hull_point[d.work.hull_corner[3 * f + 1]],
               d.work.hull_point[d.work.hull_corner[3 * f + 2]])
    foot = foot_on_plane(c, b, a)
    behind = dot(foot, a - d.work.hull_centre) >= 0.0
    d.work.hull_foot[f] = foot if behind else -foot
    d.work.hull_dist2[f] = dot(foot, foot)
    d.work.hull_place[f] = UNLISTED
    return behind


@helper
def list_face(d, f):
    """Make a face one of those that may be the closest."""
    n = d.work.hull_listed_num
    d.work.hull_listed[n], d.work.hull_place[f] = f, n
    d.work.hull_listed_num = n + 1


@helper
def remove_face(d, f):
    """Take a face out of the polytope; the last of the list takes its place there."""
    if d.work.hull_place[f] >= 0:
        last = d.work.hull_listed[d.work.hull_listed_num - 1]
        d.work.hull_listed[d.work.hull_place[f]], d.work.hull_place[last] = last, d.work.hull_place[f]
        d.work.hull_listed_num -= 1
    d.work.hull_place[f] = GONE
    d.work.hull_free[d.work.hull_free_num] = f
    d.work.hull_free_num += 1


@helper
def closest_face(d):
    """The face of the list that is closest to the origin, the first of equals; -1 if it is empty."""
    best, least = -1, math.inf
    for i in range(d.work.hull_listed_num):
        f = d.work.hull_listed[i]
        if d.work.hull_dist2[f] < least:
            best, least = f, d.work.hull_dist2[f]
    return best


# ---- the first polytope ----
@formula
def third_of_a_turn(v, axis):
    """A vector turned by 120 degrees about a unit vector, by the matrix that MuJoCo has for this."""
    x, y, z = axis
    one = 1.0 - COSINE
    return Vec3((COSINE + x * x * one) * v.x + (x * y * one - z * SINE) * v.y + (x * z * one + y * SINE) * v.z,
                (y * x * one + z * SINE) * v.x + (COSINE + y * y * one) * v.y + (y * z * one - x * SINE) * v.z,
                (x * z * one - y * SINE) * v.x + (y * z * one + x * SINE) * v.y + (COSINE + z * z * one) * v.z)


@formula
def divided(v, length):
    return Vec3(v.x / length, v.y / length, v.z / length)


@helper
def across(edge):
    """A vector across an edge and the axis that it is least along."""
    x, y, z = abs(edge.x), abs(edge.y), abs(edge.z)
    if x <= y and x <= z:
        return Vec3(0.0, -edge.z, edge.y)
    return Vec3(edge.z, 0.0, -edge.x) if y <= z else Vec3(-edge.y, edge.x, 0.0)


@helper
def surround_segment(m, d):
    """Add three points around a segment through the origin: its ends are the apexes."""
    edge = d.work.hull_point[1] - d.work.hull_point[0]
    axis, way = divided(edge, norm(edge)), across(edge)
    for _ in range(3):
        add_point(m, d, divided(way, norm(way)))
        way = third_of_a_turn(way, axis)
    for k in range(5):
        d.work.hull_role[k] = k


@helper
def enclose_triangle(m, d):
    """Add an apex on either side of a triangle through the origin; False if it has no area."""
    a = d.work.hull_point[0]
    normal = cross(d.work.hull_point[1] - a, d.work.hull_point[2] - a)
    if norm(normal) < TINY:
        return False
    normal = divided(normal, norm(normal))
    add_point(m, d, -normal)
    add_point(m, d, normal)
    for k in range(5):
        d.work.hull_role[k] = k - 2 if k > 1 else 4 - k
    return True


@helper
def edge_passed(d):
    """The edge of the common face, 0 to 2, that the line of the apexes passes outside of; -1 if it meets the face."""
    apex = d.work.hull_point[d.work.hull_role[0]]
    line = d.work.hull_point[d.work.hull_role[1]] - apex
    a, b, c = (d.work.hull_point[d.work.hull_role[2]] - apex, d.work.hull_point[d.work.hull_role[3]] - apex,
               d.work.hull_point[d.work.hull_role[4]] - apex)
    ab, bc, ca = dot(a, cross(b, line)), dot(b, cross(c, line)), dot(c, cross(a, line))
    total = ab + bc + ca
    return 0 if ab * total < 0.0 else 1 if bc * total < 0.0 else 2 if ca * total < 0.0 else -1


@helper
def make_apexes(d, edge):
    """Make the ends of an edge of the common face the apexes, and the apexes corners of the common face."""
    start, end = d.work.hull_role[2 + edge], d.work.hull_role[2 + (edge + 1) % 3]
    d.work.hull_role[2] = d.work.hull_role[2 + (edge + 2) % 3]
    d.work.hull_role[3], d.work.hull_role[4] = d.work.hull_role[1], d.work.hull_role[0]
    d.work.hull_role[0], d.work.hull_role[1] = start, end


@helper
def lay_faces(m, d, table, count):
    """Make the faces of the first polytope: ALL_AROUND, the first face that the origin is on, or OUTSIDE."""
    d.work.hull_listed_num, d.work.hull_free_num, d.work.hull_face_num = 0, 0, count
    for f in range(count):
        for h in range(3 * f, 3 * f + 3):
            d.work.hull_corner[h] = d.work.hull_role[CORNERS[table + h]]
            d.work.hull_twin[h] = TWINS[table + h]
        behind = measure(d, f)
        if d.work.hull_dist2[f] < TINY * TINY:
            return f
        if not behind and d.work.hull_dist2[f] > m.opt.ccd_tolerance * m.opt.ccd_tolerance:
            return OUTSIDE
        list_face(d, f)
    return ALL_AROUND


@helper
def start_polytope(m, d):
    """Make a polytope around the origin from the simplex; False if there is none, as the shapes just touch.

    If the origin is on a face, that face becomes the simplex.
    """
    for i in range(d.work.simplex_num):
        d.work.hull_point[i], d.work.hull_code[i] = d.work.simplex[i], d.work.simplex_code[i]
        for side in range(2):
            d.work.hull_part[2 * i + side] = d.work.simplex_part[2 * i + side]
    d.work.hull_point_num = d.work.simplex_num
    for _ in range(RETRIES):
        count, centre = d.work.hull_point_num, ZERO
        for i in range(count):
            centre = centre + d.work.hull_point[i]
            d.work.hull_role[i] = i
        d.work.hull_centre = centre * (1.0 / count)
        table, faces, passed = 12, 6, -1
        if count == 4:
            table, faces = 0, 4
        elif count == 3:
            if not enclose_triangle(m, d):
                return False
            passed = edge_passed(d)
            if passed >= 0:
                make_apexes(d, passed)
        else:
            surround_segment(m, d)
            passed = edge_passed(d)
        flat = lay_faces(m, d, table, faces)
        if flat < 0:
            return flat == ALL_AROUND and (count > 2 or passed < 0)
        for k in range(3):  # by way of free numbers, as the corners may be any of the points
            move_point(d, d.work.hull_corner[3 * flat + k], 5 + k)
        for k in range(3):
            move_point(d, 5 + k, k)
        d.work.hull_point_num = 3
    return False


# ---- growth ----
@helper
def clear_view(d, f, point):
    """Remove a face and all around it that the point is beyond; work.hull_rim: half-edges beyond the hole, how many."""
    remove_face(d, f)
    waiting, rim = 3, 0
    for k in range(3):
        d.work.hull_wait[2 - k] = d.work.hull_twin[3 * f + k]
    while waiting > 0:
        waiting -= 1
        h = d.work.hull_wait[waiting]
        g = h // 3
        if d.work.hull_place[g] == GONE:
            continue
        if dot(d.work.hull_foot[g], point) - d.work.hull_dist2[g] > TINY:
            remove_face(d, g)
            d.work.hull_wait[waiting] = d.work.hull_twin[next_round(next_round(h))]
            d.work.hull_wait[waiting + 1] = d.work.hull_twin[next_round(h)]
            waiting += 2
        else:
            d.work.hull_rim[rim] = h
            rim += 1
    return rim


@helper
def fill_hole(d, rim, least, most):
    """Faces from the newest point to the rim of the hole; those outside of the bounds of the depth are not listed."""
    newest = d.work.hull_point_num - 1
    previous = -1
    for i in range(rim):
        f = d.work.hull_face_num
        if d.work.hull_free_num > 0:
            d.work.hull_free_num -= 1
            f = d.work.hull_free[d.work.hull_free_num]
        else:
            d.work.hull_face_num += 1
        h = d.work.hull_rim[i]
        d.work.hull_corner[3 * f] = newest
        d.work.hull_corner[3 * f + 1] = d.work.hull_corner[next_round(h)]
        d.work.hull_corner[3 * f + 2] = d.work.hull_corner[h]
        d.work.hull_twin[3 * f + 1], d.work.hull_twin[h] = h, 3 * f + 1
        if i == 0:
            d.work.hull_rim[rim] = f
        else:
            d.work.hull_twin[3 * f], d.work.hull_twin[3 * previous + 2] = 3 * previous + 2, 3 * f
        previous = f
        measure(d, f)
        if least <= d.work.hull_dist2[f] <= most:
            list_face(d, f)
    first = d.work.hull_rim[rim]
    d.work.hull_twin[3 * first], d.work.hull_twin[3 * previous + 2] = 3 * previous + 2, 3 * first


@helper
def report_face(d, i, j, k, foot):
    """The contact on a face, given by its corners and its point closest to the origin."""
    weights = weights_in_triangle(d.work.hull_point[i], d.work.hull_point[j], d.work.hull_point[k], foot)
    pos = ZERO
    for side in range(2):
        first = d.work.hull_part[2 * i + side]
        second, third = d.work.hull_part[2 * j + side], d.work.hull_part[2 * k + side]
        mean = first * weights.x + second * weights.y + third * weights.z
        d.work.touch_part[side] = mean if has_round_edge(d.work.convex_type[side]) else first
        pos = pos + mean * 0.5
    d.work.touch_code[0], d.work.touch_code[1] = d.work.hull_code[i], d.work.hull_code[j]
    d.work.touch_code[2] = d.work.hull_code[k]
    d.work.convex_dist, d.work.convex_pos, d.work.convex_normal = -norm(foot), pos, normalized(foot)


@stage
def convex_depth(m, d):
    """work.convex_dist: minus the penetration depth, zero if the shapes just touch; work.convex_pos, convex_normal."""
    d.work.convex_dist = 0.0
    if not start_polytope(m, d):
        return
    most, i, j, k, foot = math.inf, 0, 0, 0, ZERO
    for _ in range(m.opt.ccd_iterations):
        f = closest_face(d)
        if f < 0 or d.work.hull_dist2[f] > most:
            break
        i, j, k = d.work.hull_corner[3 * f], d.work.hull_corner[3 * f + 1], d.work.hull_corner[3 * f + 2]
        foot, least = d.work.hull_foot[f], d.work.hull_dist2[f]
        depth = sqrt(least)
        if d.work.hull_point_num == MOST_POINTS:
            break
        add_point(m, d, divided(foot, depth))
        point = d.work.hull_point[d.work.hull_point_num - 1]
        height = dot(foot, point) / depth
        if not height - depth >= m.opt.ccd_tolerance:
            break
        most = min(most, height * height)
        rim = clear_view(d, f, point)
        if rim < 3:
            break
        fill_hole(d, rim, least, most)
    report_face(d, i, j, k, foot)
