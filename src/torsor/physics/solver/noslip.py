"""Friction without slip: sweeps of Gauss-Seidel over friction alone, as if it were not regularised.

A soft constraint model lets contacts that should stick creep. Here the forces of the main solver are corrected: normal
forces stay, and friction becomes what stops the creep, as far as the normal forces allow it.
"""

from math import inf

from ...jit import helper, stage
from ...schema.constants import mjNISLAND, mjNSOLVER
from ..common.names import MINVAL, ROW_ELLIPTIC, ROW_EQUALITY, ROW_FRICTION_TENDON, ROW_PYRAMIDAL
from .cone import keep_if_better, look_at, new_group, optimize_friction
from .dual_problem import close_dual, contact_of, entry, open_dual, record, set_rates
from .pgs import optimize_row
from .problem import inverse_trace, problem_dofs


@helper
def harden(d, p):
    """Take R away from A + R; returns the cost that goes with it."""
    cost = 0.0
    for i in range(p.count):
        R = d.efc_R[p.row[i]]
        p.A.number[p.A.diagonal[i]] -= R
        p.inverse[i] = 1.0 / max(entry(p, i, i), MINVAL)
        cost += 0.5 * R * p.force[i] * p.force[i]
    return cost


@helper
def optimize_pair(p, g, i):
    """The best difference of the forces on two opposite edges of a pyramid, whose sum stays; returns the gain."""
    look_at(p, g, i, 2)
    mean, half = 0.5 * (g.force[0] + g.force[1]), 0.0
    curvature = entry(p, i, i) + entry(p, i + 1, i + 1) - 2.0 * entry(p, i, i + 1)
    if curvature >= MINVAL:
        half = 0.5 * (g.force[0] - g.force[1]) - (g.slope[0] - g.slope[1]) / curvature
    half = min(max(half, -mean), mean)
    p.force[i], p.force[i + 1] = mean + half, mean - half
    return keep_if_better(p, g, i, 2)


@helper
def sweep_friction(d, p, g):
    """Optimise all friction once; returns by how much the cost fell."""
    gain, i = 0.0, 0
    while i < p.count:
        kind, size = d.efc_type[p.row[i]], 1
        if kind == ROW_ELLIPTIC:
            size = d.contact.dim[contact_of(d, p, i)]
            gain += optimize_friction(d, p, g, i, size)
        elif kind == ROW_PYRAMIDAL:
            size = 2
            gain += optimize_pair(p, g, i)
        elif kind != ROW_EQUALITY and kind <= ROW_FRICTION_TENDON and entry(p, i, i) >= MINVAL:
            gain += optimize_row(p, i, inf)
        i += size
    return gain


@stage
def noslip(m, d, island: int):
    """Correct efc_force of an island, or of the whole model if it is WHOLE, after its solver."""
    mark = d.pstack
    scale = inverse_trace(m, d, problem_dofs(m, d, island))
    p, g, at = open_dual(m, d, island, scale, True), new_group(d), max(island, 0)
    before = d.solver_niter[at] if at < mjNISLAND else mjNSOLVER
    softness, iteration = harden(d, p), 0
    set_rates(p)
    while iteration < m.opt.noslip_iterations:
        gain = sweep_friction(d, p, g)
        if iteration == 0:
            gain += softness
        record(d, p, before + iteration, p.scale * gain)
        iteration += 1
        if p.scale * gain < m.opt.noslip_tolerance:
            break
    if at < mjNISLAND:
        d.solver_niter[at] = before + iteration
    close_dual(d, p)
    d.pstack = mark
