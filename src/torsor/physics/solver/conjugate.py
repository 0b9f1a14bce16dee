"""Nonlinear conjugate gradients with exact line search (Hager and Zhang 2005), preconditioned with the inertia."""

from ...jit import helper, stage
from ...jit.arena import scratch
from .descent import descend
from .primal import divide_by_mass, dot_dofs, is_certified, new_point, start


@helper
def precondition(m, d, p, result):
    """result = M^-1 g."""
    for i in range(m.nv):
        result[i] = p.gradient[i]
    divide_by_mass(m, d, result)


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


@stage
def conjugate_gradient(m, d):
    """qacc, and forces and states of the rows, by conjugate gradients on accelerations."""
    mark = d.pstack
    p = new_point(m, d)
    natural, old_natural, old_gradient = scratch(d, m.nv), scratch(d, m.nv), scratch(d, m.nv)
    cost = start(m, d, p, False)
    d.solver_niter[0], d.solver_nnz[0] = 0, d.nJ
    proceed = not is_certified(m, d, p)
    if proceed:
        precondition(m, d, p, natural)
        for i in range(m.nv):
            p.search[i] = -natural[i]
    while proceed and d.solver_niter[0] < m.opt.iterations:
        for i in range(m.nv):
            old_gradient[i], old_natural[i] = p.gradient[i], natural[i]
        cost, proceed = descend(m, d, p, cost, False)
        if proceed:
            precondition(m, d, p, natural)
            kept = kept_direction(m, p, old_gradient, natural, old_natural)
            for i in range(m.nv):
                p.search[i] = kept * p.search[i] - natural[i]
    d.pstack = mark
