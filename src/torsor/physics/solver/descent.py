"""Steps of a descent, when to stop, and statistics."""

from ...jit import helper
from ...jit.lanes import sqrt
from ...schema.constants import mjNSOLVER
from ..constraint.product import multiply_jacobian
from ..names import SATISFIED
from .primal import dot_dofs, move, multiply_mass, scaled_gradient
from .search import line_search

RESOLUTION = 1e-10  # relative


@helper
def descend(m, d, p):
    """Move to the least cost along the search direction; the step has no length if nothing is less."""
    multiply_mass(m, d, p.search, p.image)
    multiply_jacobian(m, d, p.search, p.jar_rate)
    step = line_search(m, d, p)
    if step.length != 0.0:
        move(m, d, p, step.length)
        d.solver_niter[0] += 1
    return step


@helper
def improvement(before, after, step):
    """By how much the cost fell.

    A small difference of large costs is mostly rounding; then it is the integral of the slope, which is all but linear
    over a step that small.
    """
    difference = before - after
    if difference > RESOLUTION * before:
        return difference
    return -0.5 * step.length * (step.first_slope + step.last_slope)


@helper
def has_converged(m, d, p, before, after, step):
    """Whether a step was of no more use, and statistics of it."""
    gain, gradient = p.scale * improvement(before, after, step), scaled_gradient(m, p)
    iteration = d.solver_niter[0] - 1
    if iteration < mjNSOLVER:
        d.solver.improvement[iteration], d.solver.gradient[iteration] = gain, gradient
        d.solver.lineslope[iteration] = p.scale * abs(step.last_slope) / sqrt(dot_dofs(m, p.search, p.search))
        d.solver.neval[iteration], d.solver.nupdate[iteration] = step.evaluations, 0
        record_states(d, p, iteration)
    return gain < m.opt.tolerance or gradient < m.opt.tolerance


@helper
def record_states(d, p, iteration):
    """How many rows act, and how many have changed."""
    active, changed = 0, 0
    for r in range(d.nefc):
        active += d.efc_state[r] != SATISFIED
        changed += d.efc_state[r] != p.state[r]
    d.solver.nactive[iteration], d.solver.nchange[iteration] = active, changed
