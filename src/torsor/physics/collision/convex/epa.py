"""Penetration depth of two convex shapes that overlap, by expanding a polytope (van den Bergen 2003, sec. 4.3.8).

The depth is the distance of the origin from the boundary of A - B. A polytope inside of A - B grows: the face closest
to the origin is replaced by faces to the support point beyond it, until that is no farther than the face. The first
polytope is the simplex that the distance algorithm ended with if that is a tetrahedron, else two tetrahedra on a common
face. The border between two faces is a pair of half-edges, each going round its own face: half-edge 4 f + k starts at
corner k of face f, and its twin belongs to the face beyond. (A factor of 4, as dividing by 3 takes longer.)

As in MuJoCo, whose choices this follows, a face knows its distance from the origin but not on which side it has it.
"""

import math

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.lanes import sqrt, where
from ....jit.values import TINY, ZERO, Vec3, cross, dot, norm, normalized
from .gjk import foot_on_plane, weights_in_triangle
from .pair import PAIR, are_angular, convex_support, distance_tolerance, move_point
from .shapes.table import has_round_edge

MOST_POINTS = 128
ALL_AROUND, OUTSIDE = -1, -2  # what the first polytope is to the origin
UNLISTED, GONE = -1, -2  # places of faces that need no closer look, and that the polytope has lost
RETRIES = 10
TILT = 1e-3  # of a search for points beside a face or a segment, once those straight across it have failed
SINE, COSINE = 0.86602540378, -0.5  # of 120 degrees, with the digits that MuJoCo has

# corners of the faces: of a tetrahedron, then of two tetrahedra with apexes 0 and 1 on the face 2 3 4
TETRAHEDRON = ((0, 1, 2), (0, 3, 1), (0, 2, 3), (3, 2, 1))
DOUBLE = ((0, 2, 3), (0, 4, 2), (0, 3, 4), (1, 3, 2), (1, 2, 4), (1, 4, 3))


def following(half_edge: int) -> int:
    """The next half-edge of the same face."""
    return half_edge + 1 if (half_edge & 3) < 2 else half_edge - 2


def twins(faces: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """For each half-edge the one that goes the other way."""
    ends = {(face[k], face[k - 2]): 4 * f + k for f, face in enumerate(faces) for k in range(3)}
    return tuple(ends[end, start] for start, end in ends)


CORNERS = tuple(corner for face in TETRAHEDRON + DOUBLE for corner in face)
TWINS = twins(TETRAHEDRON) + twins(DOUBLE)
next_round = helper(following)


# ---- points and faces ----
@helper
def add_point(m, d, pair, way):
    """Add the support point along the unit vector `way` to the polytope."""
    pair.way = way
    convex_support(m, d, pair, pair.hull_point_num)
    pair.hull_point_num += 1


@helper
def corners(pair, f):
    """The corners of a face."""
    return (pair.point[pair.hull_corner[4 * f]], pair.point[pair.hull_corner[4 * f + 1]],
            pair.point[pair.hull_corner[4 * f + 2]])


@helper
def measure(pair, f, a, b, c):
    """Distance of a face with these corners; whether the origin is behind it.

    pair.hull_foot: the origin projected on its plane, turned outwards if it is not.
    """
    foot = foot_on_plane(c, b, a)
    behind = dot(foot, a - pair.hull_centre) >= 0.0
    pair.hull_foot[f] = where(behind, foot, -foot)
    pair.hull_dist2[f] = dot(foot, foot)
    return behind


@helper
def list_if(pair, f, near):
    """Make a face one of those that may be the closest, if it is; without a branch, as nothing foretells that."""
    n = pair.hull_listed_num
    pair.hull_listed[n], pair.hull_place[f] = f, n if near else UNLISTED
    pair.hull_listed_num = n + near


@helper
def remove_face(pair, f):
    """Take a face out of the polytope; the last of the list takes its place there."""
    if pair.hull_place[f] >= 0:
        last = pair.hull_listed[pair.hull_listed_num - 1]
        pair.hull_listed[pair.hull_place[f]], pair.hull_place[last] = last, pair.hull_place[f]
        pair.hull_listed_num -= 1
    pair.hull_place[f] = GONE
    pair.hull_free[pair.hull_free_num] = f
    pair.hull_free_num += 1


@helper
def closest_face(pair):
    """The face of the list that is closest to the origin, the first of equals; -1 if it is empty."""
    best, least = -1, math.inf
    for i in range(pair.hull_listed_num):
        f = pair.hull_listed[i]
        if pair.hull_dist2[f] < least:
            best, least = f, pair.hull_dist2[f]
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
def surround_segment(m, d, pair):
    """Add three points around a segment through the origin: its ends are the apexes."""
    edge = pair.point[1] - pair.point[0]
    axis, way = divided(edge, norm(edge)), across(edge)
    for _ in range(3):
        add_point(m, d, pair, divided(way, norm(way)))
        way = third_of_a_turn(way, axis)
    for k in range(5):
        pair.hull_role[k] = k


@helper
def enclose_triangle(m, d, pair, tilt):
    """Add an apex on either side of a triangle through the origin, not quite across it; False if it has no area."""
    a = pair.point[0]
    normal = cross(pair.point[1] - a, pair.point[2] - a)
    if norm(normal) < TINY:
        return False
    normal = divided(normal, norm(normal))
    down, up = tilt - normal, tilt + normal
    add_point(m, d, pair, divided(down, norm(down)))
    add_point(m, d, pair, divided(up, norm(up)))
    for k in range(5):
        pair.hull_role[k] = k - 2 if k > 1 else 4 - k
    return True


@helper
def edge_passed(pair):
    """The edge of the common face, 0 to 2, that the line of the apexes passes outside of; -1 if it meets the face."""
    apex = pair.point[pair.hull_role[0]]
    line = pair.point[pair.hull_role[1]] - apex
    a, b, c = (pair.point[pair.hull_role[2]] - apex, pair.point[pair.hull_role[3]] - apex,
               pair.point[pair.hull_role[4]] - apex)
    ab, bc, ca = dot(a, cross(b, line)), dot(b, cross(c, line)), dot(c, cross(a, line))
    total = ab + bc + ca
    return 0 if ab * total < 0.0 else 1 if bc * total < 0.0 else 2 if ca * total < 0.0 else -1


@helper
def straddle_line(m, d, pair, edge):
    """Move an end of an edge of the common face, which the line of the apexes passes outside of, across that line.

    The new point is looked for across both, tilted a little towards the apex that the third corner is closer to.
    """
    start, end, third = 2 + edge, 2 + (edge + 1) % 3, pair.point[2 + (edge + 2) % 3]
    apex, line, border = pair.point[0], pair.point[1] - pair.point[0], pair.point[end] - pair.point[start]
    axis = divided(line, norm(line))
    tilt = TILT if dot(third - (apex + line * 0.5), axis) > 0.0 else -TILT
    way = cross(divided(border, norm(border)), axis) + axis * tilt
    pair.way = divided(way, norm(way))
    convex_support(m, d, pair, 5)
    move_point(pair, 5, start if dot(line, cross(third - apex, pair.point[5] - apex)) > 0.0 else end)


@helper
def make_apexes(pair, edge):
    """Make the ends of an edge of the common face the apexes, and the apexes corners of the common face."""
    start, end = pair.hull_role[2 + edge], pair.hull_role[2 + (edge + 1) % 3]
    pair.hull_role[2] = pair.hull_role[2 + (edge + 2) % 3]
    pair.hull_role[3], pair.hull_role[4] = pair.hull_role[1], pair.hull_role[0]
    pair.hull_role[0], pair.hull_role[1] = start, end


@helper
def lay_faces(m, pair, table, count):
    """Make the faces of the first polytope: ALL_AROUND, the first face that the origin is on, or OUTSIDE."""
    pair.hull_listed_num, pair.hull_free_num, pair.hull_face_num = 0, 0, count
    for f in range(count):
        for k in range(3):
            pair.hull_corner[4 * f + k] = pair.hull_role[CORNERS[table + 3 * f + k]]
            pair.hull_twin[4 * f + k] = TWINS[table + 3 * f + k]
        behind = measure(pair, f, *corners(pair, f))
        if pair.hull_dist2[f] < TINY * TINY:
            return f
        if not behind and pair.hull_dist2[f] > m.opt.ccd_tolerance * m.opt.ccd_tolerance:
            return OUTSIDE
        list_if(pair, f, True)
    return ALL_AROUND


@helper
def start_polytope(m, d, pair):
    """Make a polytope around the origin from the simplex; False if there is none, as the shapes just touch.

    If the origin is on a face, that face becomes the simplex. The difference of concentric shapes may be symmetric
    about the origin: then that is on an edge of the face, and on the next polytope too, until the search is tilted.
    """
    tilt = ZERO
    pair.hull_point_num = pair.simplex_num
    for _ in range(RETRIES):
        count, centre = pair.hull_point_num, ZERO
        for i in range(count):
            centre = centre + pair.point[i]
            pair.hull_role[i] = i
        pair.hull_centre = centre * (1.0 / count)
        table, faces, passed = 12, 6, -1
        if count == 4:
            table, faces = 0, 4
        elif count == 3:
            if not enclose_triangle(m, d, pair, tilt):
                return False
            passed = edge_passed(pair)
            if passed >= 0:
                make_apexes(pair, passed)
        else:
            surround_segment(m, d, pair)
            passed = edge_passed(pair)
            if passed >= 0:  # the segment is close to the boundary of A - B, and all three points are on one side
                straddle_line(m, d, pair, passed)
                passed = edge_passed(pair)
        flat = lay_faces(m, pair, table, faces)
        if flat < 0:
            return flat == ALL_AROUND and (count > 2 or passed < 0)
        if norm(pair.centre[0] - pair.centre[1]) < m.opt.ccd_tolerance:
            tilt = normalized(pair.point[pair.hull_corner[4 * flat]]) * -TILT
        for k in range(3):  # by way of free numbers, as the corners may be any of the points
            move_point(pair, pair.hull_corner[4 * flat + k], 5 + k)
        for k in range(3):
            move_point(pair, 5 + k, k)
        pair.hull_point_num = 3
    return False


# ---- growth ----
@helper
def clear_view(pair, f, point):
    """Remove a face and all around it that the point is beyond; pair.hull_rim: half-edges beyond the hole, how many."""
    remove_face(pair, f)
    waiting, rim = 3, 0
    for k in range(3):
        pair.hull_wait[2 - k] = pair.hull_twin[4 * f + k]
    while waiting > 0:
        waiting -= 1
        h = pair.hull_wait[waiting]
        g = h >> 2
        if pair.hull_place[g] == GONE:
            continue
        if dot(pair.hull_foot[g], point) - pair.hull_dist2[g] > TINY:
            remove_face(pair, g)
            pair.hull_wait[waiting] = pair.hull_twin[next_round(next_round(h))]
            pair.hull_wait[waiting + 1] = pair.hull_twin[next_round(h)]
            waiting += 2
        else:
            pair.hull_rim[rim] = h
            rim += 1
    return rim


@helper
def fill_hole(pair, rim, least, most):
    """Faces from the newest point to the rim of the hole; those outside of the bounds of the depth are not listed."""
    newest, previous = pair.hull_point_num - 1, -1
    point = pair.point[newest]
    for i in range(rim):
        f = pair.hull_face_num
        if pair.hull_free_num > 0:
            pair.hull_free_num -= 1
            f = pair.hull_free[pair.hull_free_num]
        else:
            pair.hull_face_num += 1
        h = pair.hull_rim[i]
        start, end = pair.hull_corner[h], pair.hull_corner[next_round(h)]
        pair.hull_corner[4 * f], pair.hull_corner[4 * f + 1], pair.hull_corner[4 * f + 2] = newest, end, start
        pair.hull_twin[4 * f + 1], pair.hull_twin[h] = h, 4 * f + 1
        if i == 0:
            pair.hull_rim[rim] = f
        else:
            pair.hull_twin[4 * f], pair.hull_twin[4 * previous + 2] = 4 * previous + 2, 4 * f
        previous = f
        measure(pair, f, point, pair.point[end], pair.point[start])
        list_if(pair, f, (least <= pair.hull_dist2[f]) & (pair.hull_dist2[f] <= most))
    first = pair.hull_rim[rim]
    pair.hull_twin[4 * first], pair.hull_twin[4 * previous + 2] = 4 * previous + 2, 4 * first


@helper
def report_face(pair, i, j, k, foot):
    """The contact on a face, given by its corners and its point closest to the origin.

    As in MuJoCo the normal is along the line between the points of the shapes, which is as long as the contact is deep.
    Where the face is between the polytope and the origin, by less than the tolerance, `foot` is the point opposite, and
    so the line is another one.
    """
    weights = weights_in_triangle(pair.point[i], pair.point[j], pair.point[k], foot)
    pos, line = ZERO, ZERO
    for side in range(2):
        first = pair.part[2 * i + side]
        second, third = pair.part[2 * j + side], pair.part[2 * k + side]
        mean = first * weights.x + second * weights.y + third * weights.z
        pair.touch_corner[side], pair.touch_corner[2 + side], pair.touch_corner[4 + side] = first, second, third
        pair.touch_part[side] = mean if has_round_edge(pair.type[side]) else first
        pos, line = pos + mean, mean - line
    pair.touch_code[0], pair.touch_code[1] = pair.code[i], pair.code[j]
    pair.touch_code[2] = pair.code[k]
    pair.dist, pair.pos, pair.normal = -norm(foot), pos * 0.5, normalized(-line)


@helper
def is_repeated(pair):
    """Whether the newest point is the difference of the same corners as an earlier one, so that nothing can grow.

    All corners of a prism count as one, so that it ends early.
    """
    newest = pair.hull_point_num - 1
    for i in range(newest):
        if pair.code[i] == pair.code[newest]:
            return True
    return False


@stage
def convex_depth(m, d, pair: PAIR):
    """pair.dist: minus the penetration depth, zero if the shapes just touch; pair.pos, convex_normal."""
    pair.dist = 0.0
    if not start_polytope(m, d, pair):
        return
    most, i, j, k, foot, exact = math.inf, 0, 0, 0, ZERO, are_angular(pair)
    tolerance = distance_tolerance(m, pair)
    for _ in range(m.opt.ccd_iterations):
        f = closest_face(pair)
        if f < 0 or pair.hull_dist2[f] > most:
            break
        i, j, k = pair.hull_corner[4 * f], pair.hull_corner[4 * f + 1], pair.hull_corner[4 * f + 2]
        foot, least = pair.hull_foot[f], pair.hull_dist2[f]
        depth = sqrt(least)
        if pair.hull_point_num == MOST_POINTS:
            break
        add_point(m, d, pair, divided(foot, depth))
        point = pair.point[pair.hull_point_num - 1]
        height = dot(foot, point) / depth
        if most == math.inf and depth - height > m.opt.ccd_tolerance:
            return  # the first polytope misses the origin by more than the tolerance
        if not height - depth >= tolerance or (exact and is_repeated(pair)):
            break
        most = min(most, height * height)
        rim = clear_view(pair, f, point)
        if rim < 3:
            break
        fill_hole(pair, rim, least, most)
    report_face(pair, i, j, k, foot)
