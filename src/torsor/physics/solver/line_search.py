"""The least cost along a line, by Newton's method in one dimension.

Along qacc + t search the cost is convex, so its slope grows; it is quadratic between the places where rows change
state, except for cones. Newton's method goes on from point to point while the slope keeps its sign. Once there are
points on both sides of the least cost, it goes on from both at the same time, and half way between them.

Where the search ends matters as soon as `ls_iterations` ends it, and models made to be fast have few of them. The order
of the evaluations, and which of them count, are those that experiments with MuJoCo have shown.
"""

from math import inf
from typing import Any, NamedTuple

from ...jit import helper, routine
from ...jit.lanes import any_, each, minimum, not_, sqrt, where
from ..common.names import ROW_ELLIPTIC, ROW_EQUALITY, ROW_FRICTION_TENDON
from ..constraint.update import friction_side, parts_of_cone

ROUNDING = 1e-14  # steps that much shorter than the way so far are noise


class Step(NamedTuple):
    """How far to go along the search direction."""

    length: float
    first_slope: float
    last_slope: float
    evaluations: float


class Line(NamedTuple):
    """All that the cost along the search direction depends on: few words, as they travel with every evaluation."""

    slope: float  # the cost but for that of rows is slope t + curvature/2 t^2
    curvature: float
    flat: float  # a slope that counts as none
    nefc: int
    type: Any
    id: Any
    frictionloss: Any
    D: Any
    R: Any
    Jaref: Any  # at t = 0
    Jv: Any  # by how much it grows with t


class Point(NamedTuple):
    """A point of the line, with the slope of the cost there."""

    t: float
    slope: float
    newton: float  # where Newton's method goes from here


# ---- cost, slope and curvature ----
@helper
def row_along(line, r, t):
    """Slope and curvature of the cost of one row that is not part of an elliptic cone."""
    rate, kind = line.Jv[r], line.type[r]
    x, stiffness = line.Jaref[r] + t * rate, line.D[r] * rate
    if kind != ROW_EQUALITY and kind <= ROW_FRICTION_TENDON:
        side = friction_side(x, line.frictionloss[r] * line.R[r])
        inside = side == 0.0
        return where(inside, stiffness * x, side * line.frictionloss[r] * rate), where(inside, stiffness * rate, 0.0)
    stiffness = where((x < 0.0) | (kind == ROW_EQUALITY), stiffness, 0.0)
    return stiffness * x, stiffness * rate


@helper
def cone_along(d, line, c, r, t):
    """Slope and curvature of the cost of the rows of an elliptic cone, see `cone_cost`."""
    mu, dim = d.contact.mu[c], d.contact.dim[c]
    normal, normal_rate = mu * (line.Jaref[r] + t * line.Jv[r]), mu * line.Jv[r]
    uu, uv, vv, slope, curvature = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(dim):
        x, stiffness = line.Jaref[r + k] + t * line.Jv[r + k], line.D[r + k] * line.Jv[r + k]
        slope, curvature = slope + stiffness * x, curvature + stiffness * line.Jv[r + k]
        if k > 0:
            scale = d.contact.friction[c, k - 1]
            u, v = scale * x, scale * line.Jv[r + k]
            uu, uv, vv = uu + u * u, uv + u * v, vv + v * v
    tangent = sqrt(uu)
    sticks, slips = parts_of_cone(mu, normal, tangent)
    tangent = where(slips, tangent, 1.0)
    weight, gap = line.D[r] / (mu * mu * (1.0 + mu * mu)), normal - mu * tangent
    tangent_rate = uv / tangent
    gap_rate = normal_rate - mu * tangent_rate
    bend = (vv - tangent_rate * tangent_rate) / tangent
    return (where(slips, weight * gap * gap_rate, where(sticks, slope, 0.0)),
            where(slips, weight * (gap_rate * gap_rate - gap * mu * bend), where(sticks, curvature, 0.0)))


@routine
def slope_at(d, line, t):
    """Slope and curvature of the cost at a point of the line."""
    r, slope, curvature = 0, line.slope + t * line.curvature, line.curvature
    while r < line.nefc:
        if line.type[r] == ROW_ELLIPTIC:
            c = line.id[r]
            more = cone_along(d, line, c, r, t)
            r += d.contact.dim[c]
        else:
            more = row_along(line, r, t)
            r += 1
        slope, curvature = slope + more[0], curvature + more[1]
    return slope, curvature


@helper
def point_at(d, line, t):
    """The point t of the line."""
    slope, curvature = slope_at(d, line, t)
    return Point(t, slope, t - slope / curvature)


# ---- by how much the cost grows ----
# Costs can be so large that their difference is all rounding; so it is summed up from small numbers where it can be.
@helper
def friction_at(line, r, side, x):
    """Cost of a row of dry friction."""
    most = line.frictionloss[r]
    return where(side == 0.0, 0.5 * line.D[r] * x * x, most * (side * x - 0.5 * most * line.R[r]))


@helper
def row_rise(line, r, t):
    """Cost of one row that is not part of an elliptic cone at t, less that at 0."""
    start, way, kind = line.Jaref[r], t * line.Jv[r], line.type[r]
    x, within = start + way, line.D[r] * way * (start + 0.5 * way)
    if kind == ROW_EQUALITY:
        return within
    if kind <= ROW_FRICTION_TENDON:
        edge = line.frictionloss[r] * line.R[r]
        before, after = friction_side(start, edge), friction_side(x, edge)
        beyond = where(after != 0.0, after * line.frictionloss[r] * way, within)
        return where(before == after, beyond, friction_at(line, r, after, x) - friction_at(line, r, before, start))
    low, low_start = minimum(x, 0.0), minimum(start, 0.0)
    return where((start >= 0.0) | (x >= 0.0), 0.5 * line.D[r] * (low * low - low_start * low_start), within)


@helper
def cone_at(d, line, c, r, t):
    """Cost of the rows of an elliptic cone at t, and where it is quadratic."""
    mu, dim = d.contact.mu[c], d.contact.dim[c]
    normal, square, stuck = mu * (line.Jaref[r] + t * line.Jv[r]), 0.0, 0.0
    for k in range(dim):
        x = line.Jaref[r + k] + t * line.Jv[r + k]
        stuck += 0.5 * line.D[r + k] * x * x
        if k > 0:
            square += (d.contact.friction[c, k - 1] * x) * (d.contact.friction[c, k - 1] * x)
    tangent = sqrt(square)
    sticks, slips = parts_of_cone(mu, normal, tangent)
    gap = normal - mu * tangent
    slipping = 0.5 * line.D[r] / (mu * mu * (1.0 + mu * mu)) * gap * gap
    return where(slips, slipping, where(sticks, stuck, 0.0)), sticks


@helper
def cone_rise(d, line, c, r, t):
    """Cost of the rows of an elliptic cone at t, less that at 0."""
    before, after, within = cone_at(d, line, c, r, each(0.0, t)), cone_at(d, line, c, r, t), 0.0
    for k in range(r, r + d.contact.dim[c]):
        way = t * line.Jv[k]
        within += line.D[k] * way * (line.Jaref[k] + 0.5 * way)
    return where(before[1] & after[1], within, after[0] - before[0])


@routine
def rise(d, line, t):
    """The cost at t, less that at 0."""
    total, r = t * (line.slope + 0.5 * t * line.curvature), 0
    while r < line.nefc:
        if line.type[r] == ROW_ELLIPTIC:
            c = line.id[r]
            total += cone_rise(d, line, c, r, t)
            r += d.contact.dim[c]
        else:
            total += row_rise(line, r, t)
            r += 1
    return total


@helper
def line_of(m, p):
    """The line along the search direction."""
    none = each(0.0, p.scale)
    inertial, smooth, curvature, square = none, none, none, none
    for i in range(p.dofs.count):  # inner products side by side, as each sum has to wait for itself
        v = p.search[i]
        inertial, smooth = inertial + v * p.Ma[i], smooth + v * p.qfrc_smooth[i]
        curvature, square = curvature + v * p.Mv[i], square + v * v
    flat = m.opt.tolerance * m.opt.ls_tolerance * sqrt(square) / p.scale
    return Line(inertial - smooth, curvature, flat, p.rows.nefc, p.rows.type, p.rows.id, p.rows.frictionloss, p.rows.D,
                p.rows.R, p.Jaref, p.Jv)


# ---- the search ----
@helper
def chosen(condition, a, b):
    """One point in worlds where the condition holds, another elsewhere."""
    return Point(where(condition, a.t, b.t), where(condition, a.slope, b.slope), where(condition, a.newton, b.newton))


@helper
def is_exact(point):
    """Whether the cost of a point is the least, as far as rounding can tell."""
    return abs(point.newton - point.t) <= ROUNDING * abs(point.t)


@helper
def is_least(line, point):
    """Whether the cost of a point is the least, as far as the tolerance or rounding can tell."""
    return (abs(point.slope) < line.flat) | is_exact(point)


@helper
def falls_to(d, line, point, go):
    """Whether a point costs less than the start; one before the least cost does, and so does the least."""
    unknown = go & (point.slope > 0.0) & not_(is_exact(point))
    if any_(unknown):
        return not_(unknown & (rise(d, line, point.t) > 0.0))
    return go


@helper
def least_of(d, line, a, b, c, go):
    """Of three points that count as least the one that costs least, the first of equals; whether there is one."""
    is_a, is_b, is_c = is_least(line, a), is_least(line, b), is_least(line, c)
    best = chosen(is_a, a, chosen(is_b, b, c))
    if any_(go & ((is_a & is_b) | (is_c & (is_a | is_b)))):
        rise_a, rise_b = where(is_a, rise(d, line, a.t), inf), where(is_b, rise(d, line, b.t), inf)
        rise_c = where(is_c, rise(d, line, c.t), inf)
        best = chosen(rise_c < minimum(rise_a, rise_b), c, chosen(rise_b < rise_a, b, a))
    return best, go & (is_a | is_b | is_c)


@helper
def on_one_side(a, b):
    """Whether two points are on the same side of the least cost."""
    return where(a.slope < 0.0, 1.0, 0.0) == where(b.slope < 0.0, 1.0, 0.0)


@helper
def flatter(a, b):
    """The point with less slope."""
    return chosen(abs(b.slope) < abs(a.slope), b, a)


@helper
def closer(end, point):
    """The flatter of an end of the bracket and another point, if that is on the same side of the least cost."""
    return chosen(on_one_side(point, end), flatter(end, point), end)


@helper
def closest(end, a, b, c):
    """The closest of three points to the least cost on the side of an end of the bracket; the end if none is closer."""
    return closer(closer(closer(end, a), b), c)


@helper
def less_costly(d, line, start, near, far, exhausted):
    """The end of a bracket that costs less; if evaluations ran out, the start is as good as points that cost more."""
    near_rise, far_rise = rise(d, line, near.t), rise(d, line, far.t)
    best = chosen(near_rise < far_rise, near, far)
    return chosen(exhausted & not_(minimum(near_rise, far_rise) < 0.0), start, best)


@helper
def search_between(d, line, start, near, far, count, most, go):
    """The best points between two on either side of the least cost, near = far.newton, and the evaluations so far.

    All points of a round count as evaluations, whether they are looked at or not.
    """
    best, near_next, far_next = near, near, near
    near_moves, far_moves, found = go, go & not_(go), go & not_(go)
    count = count + 1.0
    on = go & (count < most)
    while any_(on):
        count = count + where(on, 1.0, 0.0)
        if any_(on & near_moves):
            near_next = chosen(on & near_moves, point_at(d, line, near.newton), near_next)
            least = on & near_moves & is_exact(near_next)
            best, found, on = chosen(least, near_next, best), found | least, on & not_(least)
        if any_(on & far_moves):
            far_next = chosen(on & far_moves, point_at(d, line, far.newton), far_next)
        if any_(on):
            middle = point_at(d, line, 0.5 * (near.t + far.t))
            point, least = least_of(d, line, near_next, far_next, middle, on)
            best, found, on = chosen(least, point, best), found | least, on & not_(least)
            new_near, new_far = closest(near, near_next, far_next, middle), closest(far, near_next, far_next, middle)
            near_moves, far_moves = on & (new_near.t != near.t), on & (new_far.t != far.t)
            near, far = chosen(on, new_near, near), chosen(on, new_far, far)
            count = count + where(near_moves, 1.0, 0.0) + where(far_moves, 1.0, 0.0)
            on = (near_moves | far_moves) & (count < most)
    rest = go & not_(found)
    if any_(rest):
        best = chosen(rest, less_costly(d, line, start, near, far, not_(count < most)), best)
    return best, count


@routine
def line_search(m, d, p, go):
    """The step to the least cost along the search direction; of no length if the cost does not fall, or not to go."""
    line, most = line_of(m, p), m.opt.ls_iterations
    start = point_at(d, line, each(0.0, line.slope))
    here, before, count = start, start, each(1.0, line.slope)
    falls = go & (start.slope < 0.0)
    between = falls & not_(falls)
    while any_(falls):
        ahead = point_at(d, line, here.newton)
        before, here = chosen(falls, here, before), chosen(falls, ahead, here)
        count = count + where(falls, 1.0, 0.0)
        ends = (count >= most) | (is_least(line, here) & falls_to(d, line, here, falls))
        crosses = falls & not_(ends | on_one_side(before, here)) & (count > 2.0)
        between, falls = between | crosses, falls & not_(ends | crosses)
    if any_(between):
        best, total = search_between(d, line, start, here, before, count, most, between)
        here, count = chosen(between, best, here), where(between, total, count)
    return Step(here.t, start.slope, here.slope, count)
