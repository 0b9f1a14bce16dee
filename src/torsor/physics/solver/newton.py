"""Newton's method with exact line search."""

from ...jit import helper, stage
from ..constraint.rows import is_sparse
from .descent import count_entries, descend, has_converged, record_place, record_size
from .hessian import factor_stale, new_hessian, solve_factor, start_weights, update_weights
from .primal import dot_dofs, evaluate, is_certified, place, scaled_gradient
from .problem import close_problem, open_problem, problem_dofs
from .rows import copy_rows
from .search import Step


@helper
def refactorize(m, d, p, h):
    """Factorise the Hessian, as far as it differs from that at the last point."""
    changed, cones = update_weights(d, p, h)
    at = record_place(d, p, d.work.iteration - 1)
    if at >= 0:
        d.solver.nupdate[at] = changed + cones
    factor_stale(m, d, p.dofs, h)


@helper
def aim(p, h):
    """Set the search direction -H^-1 g; returns the Newton decrement, the scaled improvement that it predicts."""
    for i in range(p.dofs.count):
        p.search[i] = -p.gradient[i]
    solve_factor(h, p.search)
    return -0.5 * p.scale * dot_dofs(p, p.gradient, p.search)


@stage
def newton(m, d):
    """From qacc to the least cost by Newton's method, for the island work.island."""
    mark = d.pstack
    dofs = problem_dofs(m, d, d.work.island)
    J = copy_rows(m, d, dofs)
    h = new_hessian(m, d, dofs, J)
    p = open_problem(m, d, dofs, J)
    place(m, d, p)
    cost, step, d.work.iteration = 0.0, Step(0.0, 0.0, 0.0, 0), 0
    while True:
        before, cost = cost, evaluate(d, p, True)
        if d.work.iteration == 0:
            if scaled_gradient(p) < m.opt.tolerance and is_certified(m, d, p):
                break
            start_weights(h, p.b.nefc)
        elif has_converged(m, d, p, before, cost, step):
            break
        if d.work.iteration >= m.opt.iterations:
            break
        refactorize(m, d, p, h)
        if aim(p, h) < m.opt.tolerance and d.work.iteration > 0:
            break
        step = descend(m, d, p)
        if step.length == 0.0:
            break
    if d.work.iteration == 0:
        record_size(d, p, count_entries(m, p))
    else:
        record_size(d, p, h.size if is_sparse(m) else h.n * h.n)
    close_problem(d, p)
    d.pstack = mark
