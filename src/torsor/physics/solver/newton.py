"""Newton's method with exact line search."""

from ...jit import helper, stage
from ...jit.arena import scratch
from ..constraint.product import multiply_jacobian
from .hessian import factor_hessian, set_hessian_matrix, solve_hessian
from .primal import (
    cost_scale,
    dot_dofs,
    evaluate,
    is_certified,
    move,
    multiply_mass,
    new_point,
    record,
    scaled_gradient,
    start,
)
from .search import line_search


@helper
def aim(m, d, p, H):
    """Set the search direction -H^-1 g; returns the Newton decrement, the scaled improvement that it predicts."""
    set_hessian_matrix(m, d, H)
    factor_hessian(m.nv, H)
    for i in range(m.nv):
        p.search[i] = -p.gradient[i]
    solve_hessian(m.nv, H, p.search)
    return -0.5 * cost_scale(m, d) * dot_dofs(m, p.gradient, p.search)


@stage
def newton(m, d):
    """qacc, and forces and states of the rows, by Newton's method on accelerations."""
    mark = d.pstack
    p = new_point(m, d)
    cost, iterations = start(m, d, p, True), 0
    d.solver_nnz[0] = 0
    if not (scaled_gradient(m, d, p) < m.opt.tolerance and is_certified(m, d, p)):
        H = scratch(d, m.nv * m.nv)
        d.solver_nnz[0] = m.nv * m.nv
        aim(m, d, p, H)
        while iterations < m.opt.iterations:
            multiply_mass(m, d, p.search, p.image)
            multiply_jacobian(m, d, p.search, p.jar_rate)
            step, slope, evaluations = line_search(m, d, p)
            if step == 0.0:
                break
            move(m, d, p, step)
            before, cost = cost, evaluate(m, d, p, True)
            improvement = cost_scale(m, d) * (before - cost)
            record(m, d, p, iterations, improvement, slope, evaluations)
            iterations += 1
            if improvement < m.opt.tolerance or scaled_gradient(m, d, p) < m.opt.tolerance:
                break
            if aim(m, d, p, H) < m.opt.tolerance:
                break
    d.solver_niter[0] = iterations
    d.pstack = mark
