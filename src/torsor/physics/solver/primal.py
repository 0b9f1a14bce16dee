"""The cost of an acceleration a, which the constrained motion minimises (the reduced primal problem):

    1/2 (a - a0)' M (a - a0) + s(J a - aref),    a0 = qacc_smooth,

with s the cost of violating constraints, and M the metric if the integrator is `discrete`. Costs and gradients are
measured in units of trace(M), so that the tolerance means the same for light and heavy models.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.arena import scratch
from ...jit.inner import inner_product
from ...jit.lanes import sqrt
from ..constraint.impedance import at_step_end
from ..constraint.product import multiply_jacobian
from ..constraint.update import update_constraint
from ..discrete import multiply_metric
from ..inertia import multiply, solve
from ..names import SATISFIED


class Point(NamedTuple):
    """Where a solver is, in qacc, and where it goes."""

    force: Any  # M a0: smooth forces
    inertial: Any  # M qacc
    gradient: Any
    search: Any  # direction of the next step
    image: Any  # M search
    jar: Any  # J qacc - aref
    jar_rate: Any  # J search
    state: Any  # of each row at the last point
    scale: float  # of costs and gradients


@helper
def new_point(m, d):
    """Scratch for a point, to be placed."""
    return Point(scratch(d, m.nv), scratch(d, m.nv), scratch(d, m.nv), scratch(d, m.nv), scratch(d, m.nv),
                 scratch(d, d.nefc), scratch(d, d.nefc), scratch(d, d.nefc), cost_scale(m, d))


# ---- vectors over dofs ----
@helper
def dot_dofs(m, a, b):
    return inner_product(a, 0, b, 0, m.nv)


@helper
def multiply_mass(m, d, x, result):
    """result = M x."""
    if at_step_end(m, d):
        multiply_metric(m, d, x, result)
    else:
        multiply(m, d.M, x, result)


@helper
def divide_by_mass(m, d, x):
    """In place x = M^-1 x; the metric without the coupling of dofs by tendons and actuators."""
    if at_step_end(m, d):
        solve(m, d.qH, d.qHDiagInv, x)
    else:
        solve(m, d.qLD, d.qLDiagInv, x)


@helper
def cost_scale(m, d):
    """1 / trace(M)."""
    trace = 0.0
    for i in range(m.nv):
        trace += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    return 1.0 / trace


# ---- cost ----
@helper
def gauss_cost(m, d, p):
    """Cost of deviating from qacc_smooth."""
    cost = 0.0
    for i in range(m.nv):
        cost += 0.5 * (p.inertial[i] - p.force[i]) * (d.qacc[i] - d.qacc_smooth[i])
    return cost


@helper
def evaluate(m, d, p, with_hessian):
    """Cost at p; sets its gradient, and forces and states of the rows."""
    for r in range(d.nefc):
        p.state[r] = d.efc_state[r]
    cost = gauss_cost(m, d, p) + update_constraint(m, d, p.jar, with_hessian)
    for i in range(m.nv):
        p.gradient[i] = p.inertial[i] - p.force[i] - d.qfrc_constraint[i]
    return cost


@helper
def place(m, d, p):
    """Bring p to where qacc is."""
    multiply_mass(m, d, d.qacc, p.inertial)
    multiply_jacobian(m, d, d.qacc, p.jar)
    for i in range(m.nv):
        p.force[i] = d.qfrc_smooth[i]
        if at_step_end(m, d):
            p.force[i] += d.efm_c[i] + d.efm_ca[i]
    for r in range(d.nefc):
        p.jar[r] -= d.efc_aref[r]
        d.efc_state[r] = SATISFIED


@helper
def move(m, d, p, step):
    """Follow the search direction for a step."""
    for i in range(m.nv):
        d.qacc[i] += step * p.search[i]
        p.inertial[i] += step * p.image[i]
    for r in range(d.nefc):
        p.jar[r] += step * p.jar_rate[r]


# ---- when not to begin ----
@helper
def scaled_gradient(m, p):
    """Norm of the gradient, scaled."""
    return p.scale * sqrt(dot_dofs(m, p.gradient, p.gradient))


@helper
def is_certified(m, d, p):
    """Whether the cost at p is proven to be the least, up to the tolerance.

    The cost is at least as curved as M, so that no point is cheaper by more than 1/2 g' M^-1 g. The search direction
    serves as scratch.
    """
    for i in range(m.nv):
        p.search[i] = p.gradient[i]
    divide_by_mass(m, d, p.search)
    return 0.5 * p.scale * dot_dofs(m, p.gradient, p.search) < m.opt.tolerance
