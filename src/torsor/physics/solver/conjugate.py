"""Nonlinear conjugate gradients with exact line search (Hager and Zhang 2005), preconditioned with the inertia."""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.lanes import sqrt
from .descent import count_entries, descend, has_converged, record_size
from .line_search import Step
from .mass import divide_by_mass
from .primal import admit_overflow, dot, evaluate, has_converged_at_start, start_point
from .problem import close_problem, open_problem, problem_dofs

ETA = 0.01  # their bound


@helper
def hager_zhang(p, grad_old, Mgrad, Mgrad_old):
    """How much of the last search direction to keep: their beta, with the inner product of M^-1 between gradients.

    With y = grad - grad_old:  beta = (y - 2 search y' M^-1 y / y' search)' M^-1 grad / y' search, but not below
    -1 / (|search| min(ETA, |grad_old|)).
    """
    ys, yy, yg = 0.0, 0.0, 0.0
    for i in range(p.dofs.count):
        y = p.grad[i] - grad_old[i]
        ys += y * p.search[i]
        yy += y * (Mgrad[i] - Mgrad_old[i])
        yg += y * Mgrad[i]
    if ys <= 0.0:
        return 0.0
    count, old_norm = p.dofs.count, sqrt(dot(p.dofs.count, grad_old, grad_old))
    beta = (yg - 2.0 * yy * dot(count, p.search, p.grad) / ys) / ys
    least = -1.0 / (sqrt(dot(count, p.search, p.search)) * min(ETA, old_norm))
    return max(beta, least)


@helper
def aim_conjugate(m, d, p, is_first, grad_old, Mgrad, Mgrad_old):
    """Set the search direction: -M^-1 grad and, unless this is the first, some of the last direction."""
    for i in range(p.dofs.count):
        Mgrad[i] = p.grad[i]
    divide_by_mass(m, d, p.dofs, Mgrad)
    if not is_first:
        beta = hager_zhang(p, grad_old, Mgrad, Mgrad_old)
        for i in range(p.dofs.count):
            p.search[i] = beta * p.search[i] - Mgrad[i]
    else:
        for i in range(p.dofs.count):
            p.search[i] = -Mgrad[i]
    for i in range(p.dofs.count):
        grad_old[i], Mgrad_old[i] = p.grad[i], Mgrad[i]


@stage
def conjugate_gradient(m, d, island: int):
    """Bring qacc to the least cost by conjugate gradients, for an island, or for the whole model if it is WHOLE."""
    mark = d.pstack
    dofs = problem_dofs(m, d, island)
    Mgrad, Mgrad_old, grad_old = scratch(d, dofs.count), scratch(d, dofs.count), scratch(d, dofs.count)
    p = open_problem(m, d, dofs)
    start_point(m, d, p)
    cost, step, iteration = 0.0, Step(0.0, 0.0, 0.0, 0.0), 0
    while True:
        before, cost = cost, evaluate(d, p, False)
        if iteration == 0:
            admit_overflow(p, cost)
            if has_converged_at_start(m, d, p, True, False):
                break
        elif has_converged(m, d, p, before, cost, step, iteration, True):
            break
        if iteration >= m.opt.iterations:
            break
        aim_conjugate(m, d, p, iteration == 0, grad_old, Mgrad, Mgrad_old)
        step = descend(m, d, p, True)
        if step.length == 0.0:
            break
        iteration += 1
    record_size(d, max(island, 0), iteration, count_entries(m, d, p, 0))
    close_problem(m, d, p)
    d.pstack = mark
