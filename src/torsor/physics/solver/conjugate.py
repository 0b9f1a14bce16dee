"""Nonlinear conjugate gradients with exact line search (Hager and Zhang 2005), preconditioned with the inertia."""

from ...jit import helper, stage
from ...jit.arena import scratch
from .descent import descend, has_converged
from .primal import divide_by_mass, dot_dofs, evaluate, is_certified, new_point, place
from .search import Step


@helper
def kept_direction(m, p, old_gradient, natural, old_natural):
    """How much of the old search direction to keep.

    With y the change of the gradient and P = M^-1: (y - 2 s y' P y / y' s)' P g / y' s, not below zero; `natural` is
    P g. As the line search is exact, the term with s' g all but vanishes.
    """
    ys, yy, yg = 0.0, 0.0, 0.0
    for i in range(m.nv):
        y = p.gradient[i] - old_gradient[i]
        ys += y * p.search[i]
        yy += y * (natural[i] - old_natural[i])
        yg += y * natural[i]
    if ys <= 0.0:
        return 0.0
    return max((yg - 2.0 * yy * dot_dofs(m, p.search, p.gradient) / ys) / ys, 0.0)


@helper
def aim_conjugate(m, d, p, natural, old_natural, old_gradient):
    """Set the search direction: -M^-1 g and some of the old direction."""
    for i in range(m.nv):
        natural[i] = p.gradient[i]
    divide_by_mass(m, d, natural)
    if d.solver_niter[0] > 0:
        kept = kept_direction(m, p, old_gradient, natural, old_natural)
        for i in range(m.nv):
            p.search[i] = kept * p.search[i] - natural[i]
    else:
        for i in range(m.nv):
            p.search[i] = -natural[i]
    for i in range(m.nv):
        old_gradient[i], old_natural[i] = p.gradient[i], natural[i]


@stage
def conjugate_gradient(m, d):
    """From qacc to the least cost by conjugate gradients; sets forces and states of the rows."""
    mark = d.pstack
    p = new_point(m, d)
    natural, old_natural, old_gradient = scratch(d, m.nv), scratch(d, m.nv), scratch(d, m.nv)
    place(m, d, p)
    cost, step = 0.0, Step(0.0, 0.0, 0.0, 0)
    d.solver_niter[0], d.solver_nnz[0] = 0, d.nJ
    while True:
        before, cost = cost, evaluate(m, d, p, False)
        if d.solver_niter[0] == 0:
            if is_certified(m, d, p):
                break
        elif has_converged(m, d, p, before, cost, step):
            break
        if d.solver_niter[0] >= m.opt.iterations:
            break
        aim_conjugate(m, d, p, natural, old_natural, old_gradient)
        step = descend(m, d, p)
        if step.length == 0.0:
            break
    d.pstack = mark
