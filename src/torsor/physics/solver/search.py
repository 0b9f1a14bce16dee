"""The least cost along a line, by Newton's method in one dimension.

Along qacc + t search the cost is convex, so its slope grows; it is quadratic between the places where rows change
state, except for cones. A bracket around the root of the slope guards the steps.
"""

from typing import NamedTuple

from ...jit import helper, routine
from ...jit.lanes import sqrt
from ..common.names import MINVAL, ROW_ELLIPTIC, ROW_EQUALITY, ROW_FRICTION_TENDON
from .primal import dot

ROUNDING = 1e-14  # steps that much shorter than the way so far are noise


class Step(NamedTuple):
    """How far to go along the search direction."""

    length: float
    first_slope: float
    last_slope: float
    evaluations: int


@helper
def row_slope(p, r, t):
    """Slope and curvature of the cost of one row that is not part of an elliptic cone."""
    rate, kind = p.jar_rate[r], p.b.type[r]
    x = p.jar[r] + t * rate
    if kind != ROW_EQUALITY:
        if kind <= ROW_FRICTION_TENDON:
            most = p.b.frictionloss[r]
            if abs(x) * p.b.D[r] >= most:
                return most * rate if x > 0.0 else -most * rate, 0.0
        elif x >= 0.0:
            return 0.0, 0.0
    stiffness = p.b.D[r] * rate
    return stiffness * x, stiffness * rate


@helper
def cone_slope(d, p, c, r, t):
    """Slope and curvature of the cost of the rows of an elliptic cone, see `cone_cost`."""
    mu, dim = d.contact.mu[c], d.contact.dim[c]
    normal, normal_rate = mu * (p.jar[r] + t * p.jar_rate[r]), mu * p.jar_rate[r]
    uu, uv, vv = 0.0, 0.0, 0.0
    for k in range(1, dim):
        scale = d.contact.friction[c, k - 1]
        u, v = scale * (p.jar[r + k] + t * p.jar_rate[r + k]), scale * p.jar_rate[r + k]
        uu, uv, vv = uu + u * u, uv + u * v, vv + v * v
    tangent = sqrt(uu)
    if normal >= mu * tangent or (tangent < MINVAL and normal >= 0.0):
        return 0.0, 0.0
    if mu * normal + tangent <= 0.0 or tangent < MINVAL:
        slope, curvature = 0.0, 0.0
        for k in range(r, r + dim):
            stiffness = p.b.D[k] * p.jar_rate[k]
            slope += stiffness * (p.jar[k] + t * p.jar_rate[k])
            curvature += stiffness * p.jar_rate[k]
        return slope, curvature
    weight, gap = p.b.D[r] / (mu * mu * (1.0 + mu * mu)), normal - mu * tangent
    tangent_rate = uv / tangent
    gap_rate = normal_rate - mu * tangent_rate
    bend = (vv - tangent_rate * tangent_rate) / tangent
    return weight * gap * gap_rate, weight * (gap_rate * gap_rate - gap * mu * bend)


@helper
def slope_at(d, p, t, smooth_slope, smooth_curvature):
    """Slope and curvature of the cost at t; the smooth part has the given ones at t = 0."""
    slope, curvature, r = smooth_slope + t * smooth_curvature, smooth_curvature, 0
    while r < p.b.nefc:
        if p.b.type[r] == ROW_ELLIPTIC:
            c = p.b.id[r]
            more = cone_slope(d, p, c, r, t)
            r += d.contact.dim[c]
        else:
            more = row_slope(p, r, t)
            r += 1
        slope, curvature = slope + more[0], curvature + more[1]
    return slope, curvature


@routine
def line_search(m, d, p):
    """The step to the least cost along the search direction."""
    smooth_slope = dot(p.dofs.count, p.search, p.inertial) - dot(p.dofs.count, p.search, p.force)
    smooth_curvature = dot(p.dofs.count, p.search, p.image)
    flat = m.opt.tolerance * m.opt.ls_tolerance * sqrt(dot(p.dofs.count, p.search, p.search)) / p.scale
    t, first_slope, slope, evaluations = 0.0, 0.0, 0.0, 0
    low, high, low_newton, high_newton = 0.0, -1.0, 0.0, 0.0  # the bracket, once high > 0, and steps from its ends
    proposal = 0.0
    while True:
        t = proposal
        slope, curvature = slope_at(d, p, t, smooth_slope, smooth_curvature)
        evaluations += 1
        proposal = t - slope / curvature
        if slope < 0.0:
            low, low_newton = t, proposal
        else:
            high, high_newton = t, proposal
        most = m.opt.ls_iterations - (low > 0.0 and high > 0.0)  # fits what MuJoCo does with few of them
        if evaluations == 1:
            first_slope = slope
            if not slope < 0.0:
                break
        elif abs(slope) < flat or abs(proposal - t) <= ROUNDING * t or evaluations >= most:
            break
        if high > 0.0 and not low < proposal < high:
            proposal = high_newton if slope < 0.0 else low_newton
            if not low < proposal < high:
                proposal = 0.5 * (low + high)
    return Step(t, first_slope, slope, evaluations)
