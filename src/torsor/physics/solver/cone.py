"""Forces of one contact with an elliptic cone, for dual solvers.

Friction is measured in units of its coefficients, in which what a normal force allows is a ball.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.arena import scratch
from ...jit.lanes import sqrt
from ..common.names import MINVAL
from .dual_problem import contact_of, entry, update_rates
from .trust_region import Ball, minimize_in_ball, new_ball

LARGEST = 6  # rows of a contact
LEAST_CURVATURE = 1e-10  # of the cost of friction that is not regularised
WORSE = 1e-10  # a cost that grows by more than this is not rounding


class Group(NamedTuple):
    """Scratch for rows that are optimised together."""

    A: Any  # their block of A + R
    force: Any  # before
    slope: Any  # of the cost, before
    ball: Ball


@helper
def new_group(d):
    return Group(scratch(d, LARGEST * LARGEST), scratch(d, LARGEST), scratch(d, LARGEST), new_ball(d))


@helper
def look_at(p, g, i, count):
    """Remember forces of some rows, the slope of the cost and its curvature."""
    for k in range(count):
        g.force[k], g.slope[k] = p.force[i + k], p.rate[i + k]
        for j in range(count):
            g.A[count * k + j] = entry(p, i + k, i + j)


@helper
def keep_if_better(p, g, i, count):
    """By how much the cost fell since `look_at`; where it grew, forces are what they were."""
    change = 0.0
    for k in range(count):
        half_image = 0.0
        for j in range(count):
            half_image += 0.5 * g.A[count * k + j] * (p.force[i + j] - g.force[j])
        change += (p.force[i + k] - g.force[k]) * (g.slope[k] + half_image)
    if change > WORSE:
        for k in range(count):
            p.force[i + k] = g.force[k]
        return 0.0
    for k in range(count):
        update_rates(p, i + k, p.force[i + k] - g.force[k])
    return -change


@helper
def scale_along_ray(p, g, i, count):
    """Scale all forces of a contact to the least cost; those without a direction push along the normal.

    As in MuJoCo forces stay what they are if they are so small that the cost has no curvature along them.
    """
    if g.force[0] < MINVAL:
        p.force[i] = max(0.0, g.force[0] - g.slope[0] / g.A[0])
        return
    along, curvature = 0.0, 0.0
    for k in range(count):
        image = 0.0
        for j in range(count):
            image += g.A[count * k + j] * g.force[j]
        along += g.force[k] * g.slope[k]
        curvature += g.force[k] * image
    scale = max(0.0, 1.0 - along / curvature) if curvature >= MINVAL else 1.0
    for k in range(count):
        p.force[i + k] = scale * g.force[k]


@helper
def set_friction(d, p, g, i, normals, count):
    """The best friction of the contact at row i for its normal force; the group has `normals` rows before it."""
    c, n, ball, radius = contact_of(d, p, i), count - normals, g.ball, p.force[i]
    if radius < MINVAL:
        for k in range(n):
            p.force[i + 1 + k] = 0.0
        return
    for k in range(n):
        mu, row, rest = d.contact.friction[c, k], count * (normals + k), g.slope[normals + k]
        if normals:
            rest += g.A[row] * (radius - g.force[0])
        for j in range(n):
            a = g.A[row + normals + j]
            rest -= a * g.force[normals + j]
            ball.Q[n * k + j] = mu * a * d.contact.friction[c, j]
        ball.q[k] = mu * rest
    minimize_in_ball(ball, n, radius)
    for k in range(n):
        p.force[i + 1 + k] = ball.u[k] * d.contact.friction[c, k]


@helper
def optimize_cone(d, p, g, i, count):
    """Better forces of a contact; returns by how much the cost fell."""
    look_at(p, g, i, count)
    scale_along_ray(p, g, i, count)
    set_friction(d, p, g, i, 1, count)
    return keep_if_better(p, g, i, count)


@helper
def optimize_friction(d, p, g, i, count):
    """Better friction of a contact whose normal force stays; returns by how much the cost fell.

    Where nothing can slip along a direction, a little curvature keeps the force along it what it was.
    """
    n = count - 1
    look_at(p, g, i + 1, n)
    for k in range(n):
        g.A[n * k + k] = max(g.A[n * k + k], LEAST_CURVATURE)
    set_friction(d, p, g, i, 0, n)
    return keep_if_better(p, g, i + 1, n)


@helper
def project_to_cone(d, p, i, count):
    """Bring forces that were extrapolated back into the cone, by less friction."""
    c, square = contact_of(d, p, i), 0.0
    for k in range(1, count):
        u = p.force[i + k] / d.contact.friction[c, k - 1]
        square += u * u
    tangent = sqrt(square)
    scale = p.force[i] / tangent if tangent > p.force[i] else 1.0
    for k in range(count):
        if p.force[i] <= 0.0:
            p.force[i + k] = 0.0
        elif k > 0:
            p.force[i + k] *= scale
