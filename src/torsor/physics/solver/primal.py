"""The point where a primal solver is: its cost and gradient, moving it, and whether it is the solution already."""

from math import inf, nan

from ...jit import helper, routine
from ...jit.lanes import any_, sqrt, where
from ..common.names import SATISFIED
from ..common.settings import at_step_end
from ..constraint.product import multiply_jacobian_transposed
from ..constraint.update import update_rows
from .jacobian import constraint_row
from .mass import divide_by_mass, multiply_mass


@helper
def dot(count, x, y):
    """Inner product of two vectors, summed in order: dofs that take no part change nothing."""
    total = 0.0
    for i in range(count):
        total += x[i] * y[i]
    return total


@helper
def start_point(m, d, p):
    """Set what follows from the first qacc: Ma, and Jaref, which `choose_start` has left in work.efc_start.

    Rows count as satisfied before they are looked at.
    """
    multiply_mass(m, d, p.dofs, p.qacc, p.Ma)
    for r in range(p.rows.nefc):
        p.Jaref[r] = d.work.efc_start[constraint_row(d, p.dofs.island, r)]
        p.rows.state[r] = SATISFIED


@helper
def gauss_cost(p):
    """Cost of an acceleration that is not qacc_smooth, by Gauss' principle."""
    cost = 0.0
    for i in range(p.dofs.count):
        cost += 0.5 * (p.Ma[i] - p.qfrc_smooth[i]) * (p.qacc[i] - p.qacc_smooth[i])
    return cost


@routine
def evaluate(d, p, with_hessian):
    """Cost at the point; sets grad, qfrc_constraint, and forces and states of the rows, whose old states are kept."""
    for r in range(p.rows.nefc):
        p.old_state[r] = p.rows.state[r]
    cost = gauss_cost(p) + update_rows(d, p.rows, p.Jaref, with_hessian)
    multiply_jacobian_transposed(p.rows, p.rows.force, p.qfrc_constraint)
    for i in range(p.dofs.count):
        p.grad[i] = p.Ma[i] - p.qfrc_smooth[i] - p.qfrc_constraint[i]
    return cost


@helper
def admit_overflow(p, cost):
    """Make qacc NaN where the cost at the start is not finite: no search can lower it, and the step must notice."""
    for i in range(p.dofs.count):
        p.qacc[i] = where(cost < inf, p.qacc[i], nan)


@helper
def move(p, step):
    """Move the point by a step along the search direction; products with M and J move along.

    A world whose step has no length keeps its bits, even if the direction is no number.
    """
    moves = step != 0.0
    for i in range(p.dofs.count):
        p.qacc[i] = where(moves, p.qacc[i] + step * p.search[i], p.qacc[i])
        p.Ma[i] = where(moves, p.Ma[i] + step * p.Mv[i], p.Ma[i])
    for r in range(p.rows.nefc):
        p.Jaref[r] = where(moves, p.Jaref[r] + step * p.Jv[r], p.Jaref[r])


# ---- is it the solution? ----
@helper
def scaled_gradient(p):
    """Norm of the gradient in units of the tolerance."""
    return p.scale * sqrt(dot(p.dofs.count, p.grad, p.grad))


@routine
def is_certified(m, d, p):
    """Whether no other point can have a cost that is lower by more than the tolerance.

    The cost is at least as curved as M, so that none is lower by more than 1/2 grad' M^-1 grad. The search direction,
    which is not in use yet, holds M^-1 grad.
    """
    for i in range(p.dofs.count):
        p.search[i] = p.grad[i]
    divide_by_mass(m, d, p.dofs, p.search)
    return 0.5 * p.scale * dot(p.dofs.count, p.grad, p.search) < m.opt.tolerance


@helper
def has_converged_at_start(m, d, p, there, is_flat):
    """Where the point at which the solver starts is proven to be the solution; if `is_flat`, by its gradient too.

    In the metric of the integrator `discrete` that is always so. Worlds that are not `there`, as they have no rows, are
    not worth a proof.
    """
    found = scaled_gradient(p) < m.opt.tolerance
    if is_flat or at_step_end(m, d):
        if any_(found & there):
            found = found & is_certified(m, d, p)
        return found
    return is_certified(m, d, p)
