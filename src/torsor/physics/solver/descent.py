"""Steps along search directions, when to stop, and the statistics in d.solver."""

from ...jit import helper, routine
from ...jit.lanes import sqrt
from ...schema.constants import mjNISLAND, mjNSOLVER
from ..common.names import SATISFIED
from ..constraint.product import multiply_jacobian
from .mass import multiply_mass
from .primal import dot, move, scaled_gradient
from .search import line_search

RESOLUTION = 1e-10  # differences of costs below this part of them are rounding


@helper
def descend(m, d, p):
    """Move to the least cost along the search direction; the step has no length if no point on it costs less."""
    multiply_mass(m, d, p.dofs, p.search, p.Mv)
    multiply_jacobian(p.rows, p.search, p.Jv)
    step = line_search(m, d, p)
    if step.length != 0.0:
        move(p, step.length)
    return step


@helper
def improvement(before, after, step):
    """By how much the cost fell; negative if it rose, which it may if the line search had too few iterations.

    A small difference of large costs is mostly rounding. Then the integral of the slope over the step is used instead,
    by the trapezoidal rule: over a step that small the slope is all but linear.
    """
    difference = before - after
    if abs(difference) > RESOLUTION * before:
        return difference
    return -0.5 * step.length * (step.first_slope + step.last_slope)


@helper
def statistics_index(d, p, iteration):
    """Index in d.solver for the statistics of an iteration; -1 if there is no room for them."""
    island = max(p.dofs.island, 0)
    return island * mjNSOLVER + iteration if island < mjNISLAND and 0 <= iteration < mjNSOLVER else -1


@helper
def record_size(d, p, iterations, entries):
    """Set solver_niter, and solver_nnz to the number of entries of the factor."""
    island = max(p.dofs.island, 0)
    if island < mjNISLAND:
        d.solver_niter[island], d.solver_nnz[island] = iterations, entries


@routine
def has_converged(m, d, p, before, after, step, number):
    """Whether a step, the first one is number 1, has changed all but nothing; sets its statistics."""
    gain, gradient = p.scale * improvement(before, after, step), scaled_gradient(p)
    at = statistics_index(d, p, number - 1)
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
    for r in range(p.rows.nefc):
        count += p.rows.state[r] != SATISFIED
    return count


@helper
def count_changed(p):
    """How many rows changed their state in the last step."""
    count = 0
    for r in range(p.rows.nefc):
        count += p.rows.state[r] != p.old_state[r]
    return count


@helper
def count_entries(p):
    """How many entries the Jacobian has."""
    if not p.rows.sparse:
        return p.rows.nefc * p.rows.nv
    total = 0
    for r in range(p.rows.nefc):
        total += p.rows.rownnz[r]
    return total
