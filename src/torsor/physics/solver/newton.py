"""Newton's method with exact line search."""

from ...jit import helper, stage
from ...jit.lanes import any_, each, not_, where
from .dense_hessian import factor_dense, new_dense_hessian, solve_dense
from .descent import descend, has_converged, record_sizes, record_updates
from .primal import admit_overflow, dot, evaluate, has_converged_at_start, scaled_gradient, start_point
from .problem import after_scratch, close_problem, has_island, open_problem, problem_dofs
from .sparse_hessian import factor_sparse, new_sparse_hessian, solve_sparse


@helper
def aim(p, h, solve):
    """Set the search direction -H^-1 grad; returns the scaled improvement of the cost that a full step promises.

    That is half of the squared Newton decrement (Boyd and Vandenberghe 2004, sec. 9.5.1).
    """
    for i in range(p.dofs.count):
        p.search[i] = -p.grad[i]
    solve(h, p.search)
    return -0.5 * p.scale * dot(p.dofs.count, p.grad, p.search)


@helper
def iterate(m, d, p, h, factor, solve, cost, go):
    """Steps of Newton's method from points of this cost, in each world until they are of no more use; how many.

    A world that has come to an end stays where it is while others go on.
    """
    iteration, count = 0, each(0.0, cost)
    while iteration < m.opt.iterations and any_(go):
        updates = factor(m, d, p, h)
        record_updates(d, p, iteration - 1, updates, go)
        ends = aim(p, h, solve) < m.opt.tolerance
        if iteration == 0:
            ends = ends & (scaled_gradient(p) < m.opt.tolerance)
        go = go & not_(ends)
        if not any_(go):
            break
        step = descend(m, d, p, go)
        go = go & (step.length != 0.0)
        if not any_(go):
            break
        iteration += 1
        count += where(go, 1.0, 0.0)
        before, cost = cost, evaluate(d, p, True)
        go = go & not_(has_converged(m, d, p, before, cost, step, iteration, go))
    return count


@helper
def newton(m, d, island, new_hessian, factor, solve):
    """Bring qacc to the least cost by Newton's method, for one island and one of two kinds of Hessian."""
    mark, entries = d.pstack, 0
    p = open_problem(m, d, problem_dofs(m, d, island))
    start_point(m, d, p)
    cost = evaluate(d, p, True)
    admit_overflow(p, cost)
    there, iterations = has_island(d, island), each(0.0, cost)
    go = there & not_(has_converged_at_start(m, d, p, there, True))
    if any_(go):
        h = new_hessian(m, d, p)
        p = after_scratch(d, p)
        iterations = iterate(m, d, p, h, factor, solve, cost, go)
        entries = h.size
    record_sizes(m, d, p, iterations, entries)
    close_problem(m, d, p)
    d.pstack = mark


@stage
def newton_dense(m, d, island: int):
    """Newton's method with a dense Jacobian, for an island, or for the whole model if it is WHOLE."""
    newton(m, d, island, new_dense_hessian, factor_dense, solve_dense)


@stage
def newton_sparse(m, d, island: int):
    """Newton's method with a sparse Jacobian, for an island, or for the whole model if it is WHOLE."""
    newton(m, d, island, new_sparse_hessian, factor_sparse, solve_sparse)
