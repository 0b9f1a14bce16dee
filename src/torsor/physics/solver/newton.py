"""Newton's method with exact line search."""

from typing import Any, NamedTuple

from ...jit import helper, stage
from ...jit.arena import scratch
from ...schema.constants import mjNSOLVER
from ..names import CONE
from .descent import descend
from .hessian import (
    add_cones,
    copy_triangle,
    factor_triangle,
    new_triangle,
    set_quadratic,
    solve_triangle,
    update_quadratic,
)
from .primal import dot_dofs, is_certified, new_point, scaled_gradient, start


class Hessian(NamedTuple):
    """The second derivative of the cost."""

    quadratic: Any  # without cones
    factor: Any  # of all of it
    mixed: Any  # scratch for a row of J


@helper
def factorize(m, d, h):
    """Factorise the Hessian anew."""
    copy_triangle(m.nv, h.quadratic, h.factor)
    add_cones(m, d, h.factor, h.mixed)
    factor_triangle(m.nv, h.factor)


@helper
def refactorize(m, d, p, h):
    """Factorise the Hessian if it differs from that at the last point."""
    changed, cones, old_cones = update_quadratic(m, d, h.quadratic, p.state), 0, 0
    for r in range(d.nefc):
        cones += d.efc_state[r] == CONE
        old_cones += p.state[r] == CONE
    if changed + cones + old_cones > 0:
        factorize(m, d, h)
    if d.solver_niter[0] <= mjNSOLVER:
        d.solver.nupdate[d.solver_niter[0] - 1] = changed + cones


@helper
def aim(m, p, h):
    """Set the search direction -H^-1 g; returns the Newton decrement, the scaled improvement that it predicts."""
    for i in range(m.nv):
        p.search[i] = -p.gradient[i]
    solve_triangle(m.nv, h.factor, p.search)
    return -0.5 * p.scale * dot_dofs(m, p.gradient, p.search)


@stage
def newton(m, d):
    """qacc, and forces and states of the rows, by Newton's method on accelerations."""
    mark = d.pstack
    p = new_point(m, d)
    cost = start(m, d, p, True)
    d.solver_niter[0], d.solver_nnz[0] = 0, 0
    if not (scaled_gradient(m, p) < m.opt.tolerance and is_certified(m, d, p)):
        h = Hessian(new_triangle(m, d), new_triangle(m, d), scratch(d, m.nv))
        set_quadratic(m, d, h.quadratic)
        factorize(m, d, h)
        aim(m, p, h)
        proceed = True
        while proceed and d.solver_niter[0] < m.opt.iterations:
            cost, proceed = descend(m, d, p, cost, True)
            if proceed:
                refactorize(m, d, p, h)
                proceed = aim(m, p, h) >= m.opt.tolerance
        d.solver_nnz[0] = m.nv * m.nv
    d.pstack = mark
