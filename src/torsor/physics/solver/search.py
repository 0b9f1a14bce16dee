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
COST_ROUNDING = 1e-12  # costs that differ by less, relatively, are the same


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
    """A point of the line, with the cost and its slope there."""

    t: float
    cost: float  # as compared with other points of the line
    slope: float
    newton: float  # where Newton's method goes from here


# ---- cost, slope and curvature ----
@helper
def row_along(line, r, t):
    """Cost of one row that is not part of an elliptic cone, its slope and curvature."""
    rate, kind = line.Jv[r], line.type[r]
    x = line.Jaref[r] + t * rate
    if kind != ROW_EQUALITY:
        if kind <= ROW_FRICTION_TENDON:
            most = line.frictionloss[r]
            side = friction_side(x, most * line.R[r])
            if side != 0.0:
                return most * (side * x - 0.5 * most * line.R[r]), most * rate * side, 0.0
        elif x >= 0.0:
            return 0.0, 0.0, 0.0
    force, stiffness = line.D[r] * x, line.D[r] * rate
    return 0.5 * force * x, stiffness * x, stiffness * rate


@helper
def cone_along(d, line, c, r, t):
    """Cost of the rows of an elliptic cone, its slope and curvature, see `cone_cost`."""
    mu, dim = d.contact.mu[c], d.contact.dim[c]
    normal, normal_rate = mu * (line.Jaref[r] + t * line.Jv[r]), mu * line.Jv[r]
    uu, uv, vv = 0.0, 0.0, 0.0
    for k in range(1, dim):
        scale = d.contact.friction[c, k - 1]
        u, v = scale * (line.Jaref[r + k] + t * line.Jv[r + k]), scale * line.Jv[r + k]
        uu, uv, vv = uu + u * u, uv + u * v, vv + v * v
    tangent = sqrt(uu)
    if normal >= mu * tangent or (tangent < MINVAL and normal >= 0.0):
        return 0.0, 0.0, 0.0
    if mu * normal + tangent <= 0.0 or tangent < MINVAL:
        cost, slope, curvature = 0.0, 0.0, 0.0
        for k in range(r, r + dim):
            x, stiffness = line.Jaref[k] + t * line.Jv[k], line.D[k] * line.Jv[k]
            cost += 0.5 * line.D[k] * x * x
            slope += stiffness * x
            curvature += stiffness * line.Jv[k]
        return cost, slope, curvature
    weight, gap = line.D[r] / (mu * mu * (1.0 + mu * mu)), normal - mu * tangent
    tangent_rate = uv / tangent
    gap_rate = normal_rate - mu * tangent_rate
    bend = (vv - tangent_rate * tangent_rate) / tangent
    return 0.5 * weight * gap * gap, weight * gap * gap_rate, weight * (gap_rate * gap_rate - gap * mu * bend)


@helper
def point_at(d, line, t):
    """The point t of the line."""
    cost, r = t * (line.slope + 0.5 * t * line.curvature), 0
    slope, curvature = line.slope + t * line.curvature, 0.0 + line.curvature
    while r < line.nefc:
        if line.type[r] == ROW_ELLIPTIC:
            c = line.id[r]
            more = cone_along(d, line, c, r, t)
            r += d.contact.dim[c]
        else:
            more = row_along(line, r, t)
            r += 1
        cost, slope, curvature = cost + more[0], slope + more[1], curvature + more[2]
    return Point(t, cost, slope, t - slope / curvature)


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
    best = near if near.cost < far.cost else far
    return start if best.cost > (1.0 + COST_ROUNDING) * start.cost else best, evaluations


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
