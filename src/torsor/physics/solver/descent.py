"""One step of a descent, when to stop, and statistics."""

from ...jit import helper
from ...jit.lanes import sqrt
from ...schema.constants import mjNSOLVER
from ..constraint.product import multiply_jacobian
from ..names import SATISFIED
from .primal import dot_dofs, evaluate, move, multiply_mass, scaled_gradient
from .search import line_search

RESOLUTION = 1e-7


@helper
def improvement(before, after, step, first_slope, last_slope):
    """By how much the cost fell.

    A small difference of large costs is mostly rounding; then it is the integral of the slope, which is all but linear
    over a step that small.
    """
    difference = before - after
    return difference if difference > RESOLUTION * before else -0.5 * step * (first_slope + last_slope)


@helper
def descend(m, d, p, cost, with_hessian):
    """Minimise the cost along the search direction; returns the new cost, and whether to go on."""
    multiply_mass(m, d, p.search, p.image)
    multiply_jacobian(m, d, p.search, p.jar_rate)
    step, first_slope, last_slope, evaluations = line_search(m, d, p)
    if step == 0.0:
        return cost, False
    move(m, d, p, step)
    after = evaluate(m, d, p, with_hessian)
    gain, gradient = p.scale * improvement(cost, after, step, first_slope, last_slope), scaled_gradient(m, p)
    iteration = d.solver_niter[0]
    if iteration < mjNSOLVER:
        d.solver.improvement[iteration], d.solver.gradient[iteration] = gain, gradient
        d.solver.lineslope[iteration] = p.scale * abs(last_slope) / sqrt(dot_dofs(m, p.search, p.search))
        d.solver.neval[iteration], d.solver.nupdate[iteration] = evaluations, 0
        record_states(d, p, iteration)
    d.solver_niter[0] = iteration + 1
    return after, not (gain < m.opt.tolerance or gradient < m.opt.tolerance)


@helper
def record_states(d, p, iteration):
    """How many rows act, and how many have changed."""
    active, changed = 0, 0
    for r in range(d.nefc):
        active += d.efc_state[r] != SATISFIED
        changed += d.efc_state[r] != p.state[r]
    d.solver.nactive[iteration], d.solver.nchange[iteration] = active, changed
