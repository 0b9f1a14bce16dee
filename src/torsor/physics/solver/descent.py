"""Steps of a descent, when to stop, and statistics."""

from ...jit import helper, routine
from ...jit.lanes import sqrt
from ...schema.constants import mjNISLAND, mjNSOLVER
from ..common.names import SATISFIED
from ..constraint.product import multiply_jacobian
from .mass import multiply_mass
from .primal import dot, move, scaled_gradient
from .search import line_search

RESOLUTION = 1e-10  # relative


@helper
def descend(m, d, p):
    """Move to the least cost along the search direction; the step has no length if nothing is less."""
    multiply_mass(m, d, p.dofs, p.search, p.image)
    multiply_jacobian(p.b, p.search, p.jar_rate)
    step = line_search(m, d, p)
    if step.length != 0.0:
        move(p, step.length)
        d.work.iteration += 1
    return step


@helper
def improvement(before, after, step):
    """By how much the cost fell; negative if it rose, which it may if the line search had too few iterations.

    A small difference of large costs is mostly rounding; then it is the integral of the slope, which is all but linear
    over a step that small.
    """
    difference = before - after
    if abs(difference) > RESOLUTION * before:
        return difference
    return -0.5 * step.length * (step.first_slope + step.last_slope)


@helper
def record_place(d, p, iteration):
    """Where statistics of an iteration go; -1 if there is no room for them."""
    island = max(p.dofs.island, 0)
    return island * mjNSOLVER + iteration if island < mjNISLAND and 0 <= iteration < mjNSOLVER else -1


@helper
def record_size(d, p, entries):
    """Number of iterations, and of entries of the factor."""
    island = max(p.dofs.island, 0)
    if island < mjNISLAND:
        d.solver_niter[island], d.solver_nnz[island] = d.work.iteration, entries


@routine
def has_converged(m, d, p, before, after, step):
    """Whether a step has changed all but nothing, and statistics of it."""
    gain, gradient = p.scale * improvement(before, after, step), scaled_gradient(p)
    at = record_place(d, p, d.work.iteration - 1)
    if at >= 0:
        d.solver.improvement[at], d.solver.gradient[at] = gain, gradient
        d.solver.lineslope[at] = p.scale * abs(step.last_slope) / sqrt(dot(p.dofs.count, p.search, p.search))
        d.solver.neval[at], d.solver.nupdate[at] = step.evaluations, 0
        d.solver.nactive[at], d.solver.nchange[at] = count_active(p), count_changed(p)
    return abs(gain) < m.opt.tolerance or gradient < m.opt.tolerance


@helper
def count_active(p):
    """How many rows act."""
    count = 0
    for r in range(p.b.nefc):
        count += p.b.state[r] != SATISFIED
    return count


@helper
def count_changed(p):
    """How many rows changed their state in the last step."""
    count = 0
    for r in range(p.b.nefc):
        count += p.b.state[r] != p.old_state[r]
    return count


@helper
def count_entries(p):
    """How many entries the Jacobian has."""
    if not p.b.sparse:
        return p.b.nefc * p.b.nv
    total = 0
    for r in range(p.b.nefc):
        total += p.b.rownnz[r]
    return total
