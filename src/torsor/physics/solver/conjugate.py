"""Nonlinear conjugate gradients with exact line search (Hager and Zhang 2005), preconditioned with the inertia."""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.lanes import sqrt
from .descent import count_entries, descend, has_converged, record_size
from .mass import divide_by_mass
from .primal import dot, evaluate, is_certified, place
from .problem import close_problem, open_problem, problem_dofs
from .search import Step

LEAST = 0.01  # Hager and Zhang call it eta


@helper
def kept_direction(p, old_gradient, natural, old_natural):
    """How much of the old search direction to keep.

    With y the change of the gradient and P = M^-1: (y - 2 s y' P y / y' s)' P g / y' s, where `natural` is P g, but not
    below -1 / (|s| min(LEAST, |old g|)).
    """
    ys, yy, yg = 0.0, 0.0, 0.0
    for i in range(p.dofs.count):
        y = p.gradient[i] - old_gradient[i]
        ys += y * p.search[i]
        yy += y * (natural[i] - old_natural[i])
        yg += y * natural[i]
    if ys <= 0.0:
        return 0.0
    count, old_norm = p.dofs.count, sqrt(dot(p.dofs.count, old_gradient, old_gradient))
    kept = (yg - 2.0 * yy * dot(count, p.search, p.gradient) / ys) / ys
    least = -1.0 / (sqrt(dot(count, p.search, p.search)) * min(LEAST, old_norm))
    return max(kept, least)


@helper
def aim_conjugate(m, d, p, natural, old_natural, old_gradient):
    """Set the search direction: -M^-1 g and some of the old direction."""
    for i in range(p.dofs.count):
        natural[i] = p.gradient[i]
    divide_by_mass(m, d, p.dofs, natural)
    if d.work.iteration > 0:
        kept = kept_direction(p, old_gradient, natural, old_natural)
        for i in range(p.dofs.count):
            p.search[i] = kept * p.search[i] - natural[i]
    else:
        for i in range(p.dofs.count):
            p.search[i] = -natural[i]
    for i in range(p.dofs.count):
        old_gradient[i], old_natural[i] = p.gradient[i], natural[i]


@stage
def conjugate_gradient(m, d):
    """From qacc to the least cost by conjugate gradients, for the island work.island."""
    mark = d.pstack
    dofs = problem_dofs(m, d, d.work.island)
    natural, old_natural, old_gradient = scratch(d, dofs.count), scratch(d, dofs.count), scratch(d, dofs.count)
    p = open_problem(m, d, dofs)
    place(m, d, p)
    cost, step, d.work.iteration = 0.0, Step(0.0, 0.0, 0.0, 0), 0
    while True:
        before, cost = cost, evaluate(d, p, False)
        if d.work.iteration == 0:
            if is_certified(m, d, p):
                break
        elif has_converged(m, d, p, before, cost, step):
            break
        if d.work.iteration >= m.opt.iterations:
            break
        aim_conjugate(m, d, p, natural, old_natural, old_gradient)
        step = descend(m, d, p)
        if step.length == 0.0:
            break
    record_size(d, p, count_entries(p))
    close_problem(m, d, p)
    d.pstack = mark
