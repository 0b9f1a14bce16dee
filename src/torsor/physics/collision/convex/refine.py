"""The exact normal of a contact between primitive shapes, from an approximate one, by Newton's method.

Let F(u) be the extent of A - B along the unit vector u. Its minimum is minus the signed distance, and u is the normal
there. F is smooth but for kinks where u is across an axis of a box, across the axis of a cylinder or capsule, or along
the axis of a cylinder: there a whole edge or face is farthest along u. Newton's method runs among the unit vectors
across the axes that u has come to (the held axes). A held axis is let go if the cores would touch outside of the edge
or face that it stands for.
"""

from ....jit import helper, stage
from ....jit.formula import formula
from ....jit.lanes import clamp, sqrt, where
from ....jit.values import ZERO, Vec3, cross, dot, normalized
from ...names import CYLINDER, ELLIPSOID
from .shape import ROUND, SHARP, SMOOTH, axis, convex_support, inverse, times

MOST_STEPS = 60
LONGEST = 0.3  # step [rad]
SHORTEST = 1e-12  # step [rad] that ends the search
ACROSS = 1e-9  # cosine of an angle that counts as right
PARALLEL = 1e-12  # squared sine of an angle between axes that counts as none
OUTSIDE = 1e-10  # how far outside of an edge or face, relative to its size, cores may touch
TILT = 1e-2  # angle at which u starts to leave the axis of a cylinder [rad]
RISE = 1e-14  # of F that rounding explains, relative to the size of A - B
EXACT, EXACT_KINK = 1, 2
NONE_YET = 1e300
WORSE = 1e-9  # how much the result may exceed the start, relative to the size of A - B
ALTERNATIONS = 6  # projections onto each of two faces until a point is on both
X, Z = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 0.0, 1.0)


@formula
def curved(form_pp, form_pq, form_qq, slope_p, slope_q, scale):
    """Second derivatives of a norm: those of its square, less what changes its value."""
    return Vec3(form_pp - slope_p * slope_p, form_pq - slope_p * slope_q, form_qq - slope_q * slope_q) * scale


@formula
def ellipsoid_terms(size, way, p, q):
    """Point of an ellipsoid that is farthest along `way`, and second derivatives of its extent."""
    square = times(size, size)
    point = times(square, way)
    scale = inverse(sqrt(dot(point, way)))
    point, to_p, to_q = point * scale, times(square, p), times(square, q)
    return point, curved(dot(to_p, p), dot(to_p, q), dot(to_q, q), dot(point, p), dot(point, q), scale)


@formula
def rim_terms(radius, way, p, q):
    """Point of a disk across the z axis that is farthest along `way`, and second derivatives of its extent."""
    scale = inverse(sqrt(way.x * way.x + way.y * way.y))
    x, y = way.x * scale, way.y * scale
    around_p, around_q = x * p.y - y * p.x, x * q.y - y * q.x
    curvature = Vec3(around_p * around_p, around_p * around_q, around_q * around_q)
    return Vec3(radius * x, radius * y, 0.0), curvature * (radius * scale)


@helper
def expansion(d, u, p, q):
    """Gradient of F at u, and its second derivatives along p p, p q and q q.

    work.convex_part: the points of the cores that are farthest along u, or the middles of the edges or faces that are.
    """
    gradient, curvature = d.work.convex_offset, ZERO
    for side in range(2):
        kind, size = d.work.convex_type[side], d.work.convex_size.vec3[3 * side]
        axes = d.work.convex_axes.mat3[9 * side]
        part = times(size, Vec3(d.work.convex_side[3 * side], d.work.convex_side[3 * side + 1],
                                d.work.convex_side[3 * side + 2]))
        bend = ZERO
        if kind == ELLIPSOID:
            part, bend = ellipsoid_terms(size, axes @ u, axes @ p, axes @ q)
        elif kind == CYLINDER and d.work.convex_side[3 * side] != 0:
            rim, bend = rim_terms(size.x, axes @ u, axes @ p, axes @ q)
            part = Vec3(rim.x, rim.y, part.z)
        part = axes.T @ part
        d.work.convex_part[side] = part
        gradient, curvature = gradient + part, curvature + bend
    return gradient, curvature


@formula
def across(u, first, second):
    """The unit vector across two axes that is closest to u; an axis may be zero."""
    normal = cross(first, second)
    projected = u - first * dot(first, u)
    return normalized(where(dot(normal, normal) > PARALLEL, where(dot(normal, u) < 0.0, -normal, normal), projected))


@formula
def tangent(u, first):
    """A unit vector across u, and across an axis unless that is zero."""
    return normalized(where(dot(first, first) > 0.0, cross(first, u), cross(u, where(abs(u.z) < 0.7, Z, X))))


@formula
def newton_step(gradient, curvature, extent, p, q, free_p, free_q):
    """Step from u along p and q, which are free (1) or not (0); downhill where F has no minimum."""
    slope_p, slope_q = dot(gradient, p) * free_p, dot(gradient, q) * free_q
    pp, pq, qq = curvature.x - extent, curvature.y * free_q, where(free_q > 0.0, curvature.z - extent, 1.0)
    determinant = pp * qq - pq * pq
    bowl = (pp > 0.0) & (determinant > 0.0)
    scale = 1.0 / where(bowl, determinant, 1e-9)
    x = where(bowl, pq * slope_q - qq * slope_p, -slope_p) * scale
    y = where(bowl, pq * slope_p - pp * slope_q, -slope_q) * scale
    length = sqrt(x * x + y * y)
    return (p * x + q * y) * where(length > LONGEST, LONGEST * inverse(length), 1.0)


@formula
def shares(gradient, first, second):
    """How far along two axes that u is across the cores touch; an axis may be zero."""
    x, y, cosine = -dot(gradient, first), -dot(gradient, second), dot(first, second)
    scale = 1.0 / (1.0 - cosine * cosine)
    return Vec3((x - cosine * y) * scale, (y - cosine * x) * scale, 0.0)


@helper
def choose_sides(d, u):
    """On which side of each axis u is, 1 or -1; the sides of axes without a kink do not matter."""
    for j in range(6):
        beyond = d.work.convex_kink[j] == SHARP and dot(axis(d, j), u) < 0.0
        d.work.convex_side[j] = -1 if beyond else 1


@helper
def held_axes(d):
    """The first axis that u must be across and one that is not parallel to it, or -1; all of them as bits; how many."""
    one, two, all_held, count = -1, -1, 0, 0
    for j in range(6):
        if d.work.convex_side[j] == 0:
            all_held, count = all_held | 1 << j, count + 1
            normal = cross(axis(d, one), axis(d, j))
            if one >= 0 and two < 0 and dot(normal, normal) > PARALLEL:
                two = j
            if one < 0:
                one = j
    return one, two, all_held, count


@helper
def restore(d, held, u):
    """Go back to where u was across just these axes."""
    choose_sides(d, u)
    for j in range(6):
        if held >> j & 1:
            d.work.convex_side[j] = 0


@formula
def closest_passage(x, y, to_x, to_y):
    """Part of the way from one point of a plane to another at which the origin is closest."""
    step_x, step_y = to_x - x, to_y - y
    square = step_x * step_x + step_y * step_y
    return clamp(-(x * step_x + y * step_y) / where(square > 0.0, square, 1.0), 0.0, 1.0)


@helper
def advance(d, u, target):
    """Move u to the target, or to where it first comes across an axis, which is held then."""
    part, met = 1.0, -1
    for j in range(6):
        kink = d.work.convex_kink[j]
        if kink != SMOOTH and d.work.convex_side[j] != 0:
            x, to_x, y, to_y = dot(axis(d, j), u), dot(axis(d, j), target), 0.0, 0.0
            if kink == ROUND:
                y, to_y = dot(axis(d, j + 1), u), dot(axis(d, j + 1), target)
            passes = x * to_x + y * to_y < 0.0 if kink == ROUND else to_x * d.work.convex_side[j] < 0.0
            passing = closest_passage(x, y, to_x, to_y)
            if passes and passing < part:
                part, met = passing, j
    if met < 0:
        return target
    u = normalized(u + (target - u) * part)
    if d.work.convex_kink[met] == ROUND:  # u is put on the axis of the cylinder, and other axes are forgotten
        normal = axis(d, met + 2)
        u = normal if dot(normal, u) > 0.0 else -normal
        choose_sides(d, u)
        d.work.convex_side[met + 1] = 0
    d.work.convex_side[met] = 0
    return u


@helper
def hold_near(d, u):
    """Hold the axes that u happens to be across; whether there are any that were not held."""
    news = False
    for j in range(6):
        kink = d.work.convex_kink[j]
        if kink != SMOOTH and d.work.convex_side[j] != 0 and abs(dot(axis(d, j), u)) < ACROSS:
            other = j + 1 if kink == ROUND else j
            if abs(dot(axis(d, other), u)) < ACROSS:
                d.work.convex_side[j], d.work.convex_side[other] = 0, 0
                news = True
    return news


@helper
def let_go(d, u, gradient, one, two):
    """Let go of an axis along which the cores touch outside of the edge or face; where u goes, zero if all is well.

    If it is, work.convex_part[0] becomes the point of the first core that touches.
    """
    first, second = axis(d, one), axis(d, two)
    share = shares(gradient, first, second)
    limit_x, limit_y = d.work.convex_size[one], d.work.convex_size[two if two >= 0 else one]
    over_x, over_y = abs(share.x) - limit_x * (1.0 + OUTSIDE), abs(share.y) - limit_y * (1.0 + OUTSIDE)
    if d.work.convex_kink[one] == ROUND:
        radius = sqrt(share.x * share.x + share.y * share.y)
        if radius > limit_x * (1.0 + OUTSIDE):
            d.work.convex_side[one], d.work.convex_side[two] = 1, 1
            return normalized(u + (first * share.x + second * share.y) * (TILT / radius))
    elif over_x > 0.0 and (two < 0 or over_x >= over_y):
        d.work.convex_side[one] = 1 if share.x > 0.0 else -1
        return u
    elif two >= 0 and over_y > 0.0:
        d.work.convex_side[two] = 1 if share.y > 0.0 else -1
        return u
    touching = d.work.convex_part[0]
    if one < 3:
        touching = touching + first * share.x
    if two < 3:
        touching = touching + second * share.y
    d.work.convex_part[0] = touching
    return ZERO


@helper
def into_part(d, side, point):
    """The point of the edge or face of a core that is closest to a given one."""
    middle = d.work.convex_part[side] if side == 0 else -d.work.convex_offset - d.work.convex_part[side]
    result = middle
    for k in range(3):
        j = 3 * side + k
        if d.work.convex_side[j] == 0:
            along, limit = dot(point - middle, axis(d, j)), d.work.convex_size[j]
            if k < 2 and d.work.convex_type[side] == CYLINDER:
                other = dot(point - middle, axis(d, 3 * side + 1 - k))
                along = along * clamp(limit * inverse(sqrt(along * along + other * other)), 0.0, 1.0)
            result = result + axis(d, j) * clamp(along, -limit, limit)
    return result


@helper
def meet(d):
    """Make work.convex_part[0] a point that edges or faces of both cores share, seen along the normal."""
    point = (d.work.convex_part[0] - d.work.convex_part[1] - d.work.convex_offset) * 0.5
    for i in range(2 * ALTERNATIONS):
        point = into_part(d, 1 - i % 2, point)
    d.work.convex_part[0] = point


@stage
def convex_refine(m, d):
    """Make work.convex_way the normal and work.convex_dist, up to now the distance along it, that of the cores.

    work.convex_part[0]: where the first core touches, from its centre. work.convex_exact: EXACT, EXACT_KINK if F has
    a kink there, or 0 if the search did not end well and has the best that it came to.
    """
    start, lowest = d.work.convex_way, -d.work.convex_dist
    u, before, held_before, last, one = start, start, 0, NONE_YET, -1
    settled, ambiguous = False, False
    choose_sides(d, u)
    for _ in range(MOST_STEPS):
        one, two, held, count = held_axes(d)
        first = axis(d, one)
        u = across(u, first, axis(d, two))
        p = tangent(u, first)
        q = cross(u, p)
        gradient, curvature = expansion(d, u, p, q)
        extent = dot(u, gradient)
        if extent > last + RISE * d.work.convex_scale:  # the step was too long
            restore(d, held_before, before)
            u = normalized(u + before)
            continue
        before, held_before, last = u, held, extent
        move = newton_step(gradient, curvature, extent, p, q, 1.0 if two < 0 else 0.0, 1.0 if one < 0 else 0.0)
        if dot(move, move) > SHORTEST * SHORTEST:
            u = advance(d, u, normalized(u + move))
        elif not hold_near(d, u):
            rank = (1 if one >= 0 else 0) + (1 if two >= 0 else 0)
            ambiguous = count > rank
            target = ZERO if ambiguous or rank == 0 else let_go(d, u, gradient, one, two)
            if dot(target, target) == 0.0:
                settled = True
                break
            u, last = target, NONE_YET
    u = u if settled else before
    d.work.convex_way = u
    convex_support(m, d)
    extent = dot(d.work.convex_point, u)
    if extent > lowest + WORSE * d.work.convex_scale:
        u, extent, settled = start, lowest, False
    d.work.convex_exact = 0
    if settled:
        d.work.convex_exact = EXACT if one < 0 else EXACT_KINK
    else:
        choose_sides(d, u)
        hold_near(d, u)
        expansion(d, u, u, u)
    d.work.convex_way, d.work.convex_dist = u, -extent
    if ambiguous or not settled:
        meet(d)
