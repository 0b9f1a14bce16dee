"""The least cost along a line, by Newton's method in one dimension.

Along qacc + t search the cost is convex, so its slope grows; it is quadratic between the places where rows change
state, except for cones. Newton's method goes on from point to point while the slope keeps its sign. Once there are
points on both sides of the least cost, it goes on from both at the same time, and half way between them.

Where the search ends matters as soon as `ls_iterations` ends it, and models made to be fast have few of them. The order
of the evaluations, and which of them count, are those that experiments with MuJoCo have shown.
"""

from typing import Any, NamedTuple

from ...jit import helper, routine
from ...jit.lanes import sqrt
from ..common.names import MINVAL, ROW_ELLIPTIC, ROW_EQUALITY, ROW_FRICTION_TENDON
from ..constraint.update import friction_side
from .primal import dot

ROUNDING = 1e-14  # steps that much shorter than the way so far are noise
LEAVES, STICKS, SLIPS = 0, 1, 2  # parts of the cost of an elliptic cone: none, quadratic, that of a cone


class Step(NamedTuple):
    """How far to go along the search direction."""

    length: float
    first_slope: float
    last_slope: float
    evaluations: int


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
    x = line.Jaref[r] + t * rate
    if kind != ROW_EQUALITY:
        if kind <= ROW_FRICTION_TENDON:
            side = friction_side(x, line.frictionloss[r] * line.R[r])
            if side != 0.0:
                return side * line.frictionloss[r] * rate, 0.0
        elif x >= 0.0:
            return 0.0, 0.0
    stiffness = line.D[r] * rate
    return stiffness * x, stiffness * rate


@helper
def cone_along(d, line, c, r, t):
    """Slope and curvature of the cost of the rows of an elliptic cone, see `cone_cost`."""
    mu, dim = d.contact.mu[c], d.contact.dim[c]
    normal, normal_rate = mu * (line.Jaref[r] + t * line.Jv[r]), mu * line.Jv[r]
    uu, uv, vv = 0.0, 0.0, 0.0
    for k in range(1, dim):
        scale = d.contact.friction[c, k - 1]
        u, v = scale * (line.Jaref[r + k] + t * line.Jv[r + k]), scale * line.Jv[r + k]
        uu, uv, vv = uu + u * u, uv + u * v, vv + v * v
    tangent = sqrt(uu)
    part = part_of_cone(mu, normal, tangent)
    if part == LEAVES:
        return 0.0, 0.0
    if part == STICKS:
        slope, curvature = 0.0, 0.0
        for k in range(r, r + dim):
            x, stiffness = line.Jaref[k] + t * line.Jv[k], line.D[k] * line.Jv[k]
            slope += stiffness * x
            curvature += stiffness * line.Jv[k]
        return slope, curvature
    weight, gap = line.D[r] / (mu * mu * (1.0 + mu * mu)), normal - mu * tangent
    tangent_rate = uv / tangent
    gap_rate = normal_rate - mu * tangent_rate
    bend = (vv - tangent_rate * tangent_rate) / tangent
    return weight * gap * gap_rate, weight * (gap_rate * gap_rate - gap * mu * bend)


@helper
def part_of_cone(mu, normal, tangent):
    """Which part of the cost of a cone counts for a normal and a tangent, scaled as in `cone_cost`."""
    if normal >= mu * tangent or (tangent < MINVAL and normal >= 0.0):
        return LEAVES
    return STICKS if mu * normal + tangent <= 0.0 or tangent < MINVAL else SLIPS


@helper
def point_at(d, line, t):
    """The point t of the line."""
    r, slope, curvature = 0, line.slope + t * line.curvature, 0.0 + line.curvature
    while r < line.nefc:
        if line.type[r] == ROW_ELLIPTIC:
            c = line.id[r]
            more = cone_along(d, line, c, r, t)
            r += d.contact.dim[c]
        else:
            more = row_along(line, r, t)
            r += 1
        slope, curvature = slope + more[0], curvature + more[1]
    return Point(t, slope, t - slope / curvature)


# ---- by how much the cost grows ----
# Costs can be so large that their difference is all rounding; so it is summed up from small numbers where it can be.
@helper
def friction_at(line, r, side, x):
    """Cost of a row of dry friction."""
    most = line.frictionloss[r]
    return 0.5 * line.D[r] * x * x if side == 0.0 else most * (side * x - 0.5 * most * line.R[r])


@helper
def row_rise(line, r, t):
    """Cost of one row that is not part of an elliptic cone at t, less that at 0."""
    start, way, kind = line.Jaref[r], t * line.Jv[r], line.type[r]
    x = start + way
    if kind != ROW_EQUALITY:
        if kind <= ROW_FRICTION_TENDON:
            edge = line.frictionloss[r] * line.R[r]
            before, after = friction_side(start, edge), friction_side(x, edge)
            if before != after:
                return friction_at(line, r, after, x) - friction_at(line, r, before, start)
            if after != 0.0:
                return after * line.frictionloss[r] * way
        elif start >= 0.0 or x >= 0.0:
            start, x = min(start, 0.0), min(x, 0.0)
            return 0.5 * line.D[r] * (x * x - start * start)
    return line.D[r] * way * (start + 0.5 * way)


@helper
def cone_at(d, line, c, r, t):
    """Cost of the rows of an elliptic cone at t, and the part of it that counts."""
    mu, dim = d.contact.mu[c], d.contact.dim[c]
    normal, square, cost = mu * (line.Jaref[r] + t * line.Jv[r]), 0.0, 0.0
    for k in range(1, dim):
        u = d.contact.friction[c, k - 1] * (line.Jaref[r + k] + t * line.Jv[r + k])
        square += u * u
    tangent = sqrt(square)
    part, gap = part_of_cone(mu, normal, tangent), normal - mu * tangent
    if part == SLIPS:
        cost = 0.5 * line.D[r] / (mu * mu * (1.0 + mu * mu)) * gap * gap
    elif part == STICKS:
        for k in range(r, r + dim):
            x = line.Jaref[k] + t * line.Jv[k]
            cost += 0.5 * line.D[k] * x * x
    return cost, part


@helper
def cone_rise(d, line, c, r, t):
    """Cost of the rows of an elliptic cone at t, less that at 0."""
    before, after, rise = cone_at(d, line, c, r, 0.0), cone_at(d, line, c, r, t), 0.0
    if before[1] != STICKS or after[1] != STICKS:
        return after[0] - before[0]
    for k in range(r, r + d.contact.dim[c]):
        way = t * line.Jv[k]
        rise += line.D[k] * way * (line.Jaref[k] + 0.5 * way)
    return rise


@helper
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
    slope = dot(p.dofs.count, p.search, p.Ma) - dot(p.dofs.count, p.search, p.qfrc_smooth)
    flat = m.opt.tolerance * m.opt.ls_tolerance * sqrt(dot(p.dofs.count, p.search, p.search)) / p.scale
    return Line(slope, dot(p.dofs.count, p.search, p.Mv), flat, p.rows.nefc, p.rows.type, p.rows.id,
                p.rows.frictionloss, p.rows.D, p.rows.R, p.Jaref, p.Jv)


# ---- the search ----
@helper
def is_least(line, point):
    """Whether the cost of a point is the least, as far as the tolerance or rounding can tell."""
    return abs(point.slope) < line.flat or abs(point.newton - point.t) <= ROUNDING * abs(point.t)


@helper
def flatter(a, b):
    """The point with less slope."""
    return b if abs(b.slope) < abs(a.slope) else a


@helper
def closer(end, point):
    """The flatter of an end of the bracket and another point, if that is on the same side of the least cost."""
    return flatter(end, point) if (point.slope < 0.0) == (end.slope < 0.0) else end


@helper
def closest(end, a, b, c):
    """The closest of three points to the least cost on the side of an end of the bracket; the end if none is closer."""
    return closer(closer(closer(end, a), b), c)


@helper
def search_between(d, line, start, near, far, evaluations, most):
    """The best point between two on either side of the least cost, near = far.newton, and the evaluations so far.

    Points are looked at in turn until one is good enough, but all those of a round count as evaluations. If they run
    out, the start is as good as points that cost more.
    """
    near_next, far_next, near_moves, far_moves = near, near, True, False
    evaluations += 1
    while evaluations < most and (near_moves or far_moves):
        evaluations += 1
        if near_moves:
            near_next = point_at(d, line, near.newton)
            if is_least(line, near_next):
                return near_next, evaluations
        if far_moves:
            far_next = point_at(d, line, far.newton)
        middle = point_at(d, line, 0.5 * (near.t + far.t))
        best = flatter(far_next, middle)
        if is_least(line, best):
            return best, evaluations
        new_near, new_far = closest(near, near_next, far_next, middle), closest(far, near_next, far_next, middle)
        near_moves, far_moves = new_near.t != near.t, new_far.t != far.t
        near, far, evaluations = new_near, new_far, evaluations + near_moves + far_moves
    near_rise, far_rise = rise(d, line, near.t), rise(d, line, far.t)
    best = near if near_rise < far_rise else far
    return best if evaluations < most or min(near_rise, far_rise) < 0.0 else start, evaluations


@routine
def line_search(m, d, p):
    """The step to the least cost along the search direction; of no length if the cost does not fall."""
    line, most = line_of(m, p), m.opt.ls_iterations
    start = point_at(d, line, 0.0)
    here, evaluations, falls = start, 1, start.slope < 0.0
    while falls:
        before, here = here, point_at(d, line, here.newton)
        evaluations += 1
        if evaluations >= most or is_least(line, here):
            break
        if evaluations > 2 and (before.slope < 0.0) != (here.slope < 0.0):
            here, evaluations = search_between(d, line, start, here, before, evaluations, most)
            break
    return Step(here.t, start.slope, here.slope, evaluations)
