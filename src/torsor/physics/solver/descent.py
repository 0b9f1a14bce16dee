"""Steps along search directions, when to stop, and the statistics in d.solver."""

from ...jit import helper, routine
from ...jit.lanes import any_, each, sqrt, where
from ...jit.per_world import alone, take
from ...jit.structs import width
from ...schema.constants import mjNISLAND, mjNSOLVER
from ..common.names import SATISFIED
from ..common.settings import is_sparse
from ..constraint.product import multiply_jacobian
from .jacobian import constraint_count, constraint_row
from .line_search import line_search
from .mass import multiply_mass
from .primal import dot, move, scaled_gradient
from .problem import island_number

RESOLUTION = 1e-10  # differences of costs below this part of them are rounding


@helper
def descend(m, d, p, go):
    """Move to the least cost along the search direction; steps have no length where no point on it costs less."""
    multiply_mass(m, d, p.dofs, p.search, p.Mv)
    multiply_jacobian(p.rows, p.search, p.Jv)
    step = line_search(m, d, p, go)
    if any_(step.length != 0.0):
        move(p, step.length)
    return step


@helper
def improvement(before, after, step):
    """By how much the cost fell; negative if it rose, which it may if the line search had too few iterations.

    A small difference of large costs is mostly rounding. Then the integral of the slope over the step is used instead,
    by the trapezoidal rule: over a step that small the slope is all but linear.
    """
    difference = before - after
    return where(abs(difference) > RESOLUTION * before, difference,
                 -0.5 * step.length * (step.first_slope + step.last_slope))


@helper
def statistics_index(island, iteration):
    """Index in d.solver for the statistics of an iteration of a world's island; -1 if there is no room for them."""
    has_room = 0 <= island < mjNISLAND and 0 <= iteration < mjNSOLVER
    return island * mjNSOLVER + iteration if has_room else -1


@helper
def record_size(d, island, iterations, entries):
    """Set solver_niter, and solver_nnz to the number of entries of a matrix, for one world."""
    if 0 <= island < mjNISLAND:
        d.solver_niter[island], d.solver_nnz[island] = iterations, entries


@helper
def record_sizes(m, d, p, iterations, entries):
    """The same for all worlds: entries of the factor or, where there was no iteration, of the Jacobian."""
    for k in range(width(d)):
        count = take(iterations, k)
        record_size(alone(d, k), island_number(d, p.dofs.island, k), count,
                    entries if count > 0.0 else count_entries(m, d, p, k))


@helper
def record_updates(d, p, iteration, updates, go):
    """Set how many rows the factor was updated for after an iteration."""
    for k in range(width(d)):
        at = statistics_index(island_number(d, p.dofs.island, k), iteration)
        if at >= 0 and take(go, k):
            alone(d, k).solver.nupdate[at] = take(updates, k)


@helper
def record_step(d, p, iteration, gain, gradient, step, go):
    """Set the statistics of an iteration."""
    lineslope = p.scale * abs(step.last_slope) / sqrt(dot(p.dofs.count, p.search, p.search))
    active, changed = count_active(p)
    for k in range(width(d)):
        at, one = statistics_index(island_number(d, p.dofs.island, k), iteration), alone(d, k)
        if at >= 0 and take(go, k):
            one.solver.improvement[at], one.solver.gradient[at] = take(gain, k), take(gradient, k)
            one.solver.lineslope[at], one.solver.neval[at] = take(lineslope, k), take(step.evaluations, k)
            one.solver.nactive[at], one.solver.nchange[at] = take(active, k), take(changed, k)
            one.solver.nupdate[at] = 0


@routine
def has_converged(m, d, p, before, after, step, number, go):
    """Where a step, the first one is number 1, has changed all but nothing; sets its statistics."""
    gain, gradient = p.scale * improvement(before, after, step), scaled_gradient(p)
    if number <= mjNSOLVER:
        record_step(d, p, number - 1, gain, gradient, step, go)
    return (abs(gain) < m.opt.tolerance) | (gradient < m.opt.tolerance)


@helper
def count_active(p):
    """How many rows act, and how many changed their state in the last step; those that a world does not have do not."""
    active, changed = each(0.0, p.scale), each(0.0, p.scale)
    for r in range(p.rows.nefc):
        here = p.rows.D[r] != 0.0
        active += where(here & (p.state[r] != SATISFIED), 1.0, 0.0)
        changed += where(here & (p.state[r] != p.old_state[r]), 1.0, 0.0)
    return active, changed


@helper
def count_entries(m, d, p, k):
    """How many entries the Jacobian of the problem has in the model, for world k."""
    total = 0
    for s in range(constraint_count(d, p.dofs.island)):
        if take(d.work.efc_here[constraint_row(d, p.dofs.island, s)], k) != 0.0:
            total += p.J.length[s] if is_sparse(m) else p.dofs.count
    return total
