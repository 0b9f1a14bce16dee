"""Newton's method with exact line search."""

from typing import Any, NamedTuple

from ...jit import helper, stage
from ...jit.arena import scratch
from ...schema.constants import mjNSOLVER
from ..constraint.rows import is_sparse
from ..names import CONE
from .descent import descend, has_converged
from .hessian import (
    add_cones,
    copy_triangle,
    count_entries,
    factor_triangle,
    new_triangle,
    set_mass,
    solve_triangle,
    update_quadratic,
)
from .primal import dot_dofs, evaluate, is_certified, new_point, place, scaled_gradient
from .search import Step


class Hessian(NamedTuple):
    """The second derivative of the cost."""

    quadratic: Any  # without cones
    factor: Any  # of all of it
    mixed: Any  # scratch for a row of J


@helper
def refactorize(m, d, p, h):
    """Factorise the Hessian, unless it is the same as at the last point."""
    changed, cones, old_cones = update_quadratic(m, d, h.quadratic, p.state), 0, 0
    for r in range(d.nefc):
        cones += d.efc_state[r] == CONE
        old_cones += p.state[r] == CONE
    iterations = d.solver_niter[0]
    if 0 < iterations <= mjNSOLVER:
        d.solver.nupdate[iterations - 1] = changed + cones
    if iterations == 0 or changed + cones + old_cones > 0:
        copy_triangle(m.nv, h.quadratic, h.factor)
        add_cones(m, d, h.factor, h.mixed)
        factor_triangle(m.nv, h.factor)
        d.solver_nnz[0] = count_entries(m.nv, h.factor) if is_sparse(m) else m.nv * m.nv


@helper
def aim(m, p, h):
    """Set the search direction -H^-1 g; returns the Newton decrement, the scaled improvement that it predicts."""
    for i in range(m.nv):
        p.search[i] = -p.gradient[i]
    solve_triangle(m.nv, h.factor, p.search)
    return -0.5 * p.scale * dot_dofs(m, p.gradient, p.search)


@stage
def newton(m, d):
    """From qacc to the least cost by Newton's method; sets forces and states of the rows."""
    mark = d.pstack
    p, h = new_point(m, d), Hessian(new_triangle(m, d), new_triangle(m, d), scratch(d, m.nv))
    place(m, d, p)
    cost, step = 0.0, Step(0.0, 0.0, 0.0, 0)
    d.solver_niter[0], d.solver_nnz[0] = 0, d.nJ
    while True:
        before, cost = cost, evaluate(m, d, p, True)
        if d.solver_niter[0] == 0:
            if scaled_gradient(m, p) < m.opt.tolerance and is_certified(m, d, p):
                break
            set_mass(m, d, h.quadratic)
        elif has_converged(m, d, p, before, cost, step):
            break
        if d.solver_niter[0] >= m.opt.iterations:
            break
        refactorize(m, d, p, h)
        if aim(m, p, h) < m.opt.tolerance and d.solver_niter[0] > 0:
            break
        step = descend(m, d, p)
        if step.length == 0.0:
            break
    d.pstack = mark
