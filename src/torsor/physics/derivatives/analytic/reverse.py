"""Products [A B]' g without A and B: from a gradient by the next state to those by state and controls.

The step changes by dv' = dv + h ds with N ds = M da + C and H da = R, where C and R have a column for each variable
(step.py, equations.py). For a gradient l by v', with nu = N^-1 l h,
    l' dv' = l' dv + nu' C + (H^-1 M nu)' R:
two vectors are solved for, not two matrices.
"""

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.arguments import In, Out
from ....jit.rows import subtract_scaled
from ....jit.values import exponential, matrix
from ...common.names import BALL, FREE, IMPLICIT, IMPLICITFAST, OFF_ACTUATION, RK4
from ...dynamics.inertia import multiply
from ..velocity.free_body import has_lone_bodies
from .acceleration import reason_after
from .chart import right_jacobian
from .contact import Hessian
from .equations import set_equations, solve_exactly
from .integrator import add_matrix_changes, has_matrix, set_step, solve_with_matrix
from .inverse import add_inertia_slope, columns_of
from .refuse import SHAPE, reason_before
from .solve import solve_vector
from .step import set_activation_rows, turn_of_step
from .transition import matrices
from .users import forward_with_inputs
from .whole import is_whole

Gradient = Out('nv')


@helper
def add_combination(target, weights, X, rows, columns):
    """Add a combination of the rows of a matrix."""
    for i in range(rows):
        if weights[i] != 0.0:
            subtract_scaled(target, 0, -weights[i], X, columns * i, columns)


# ---- through the chart ----
@helper
def pull_turn(m, d, i, by_next, by, speed):
    """A gradient through the rotation of three dofs: q' = q exp(h v')."""
    turn, g = turn_of_step(m, d, i), by_next.vec3[i]
    by.vec3[i] = by.vec3[i] + matrix(exponential(turn)) @ g
    speed.vec3[i] = speed.vec3[i] + m.opt.timestep * (right_jacobian(turn).T @ g)


@helper
def pull_positions(m, d, by_next, by, speed):
    """Add to gradients by positions and by next velocities what the gradient by next positions makes of them."""
    for j in range(m.njnt):
        kind, i = m.jnt_type[j], m.jnt_dofadr[j]
        straight = 3 if kind == FREE else (0 if kind == BALL else 1)
        for k in range(i, i + straight):
            by[k] += by_next[k]
            speed[k] += m.opt.timestep * by_next[k]
        if kind == FREE or kind == BALL:
            pull_turn(m, d, i + straight, by_next, by, speed)


@stage
def pull_activations(m, d, by_next: In('2*nv+na'), by: Gradient):
    """Add what the gradient by next activations makes of the others."""
    mark, columns = d.pstack, columns_of(m)
    if m.opt.disableflags & OFF_ACTUATION:
        for k in range(2 * m.nv, 2 * m.nv + m.na):
            by[k] += by_next[k]
    else:
        rows = scratch(d, m.na * columns)
        set_activation_rows(m, d, rows, False)
        for k in range(m.na):
            subtract_scaled(by, 0, -by_next[2 * m.nv + k], rows, columns * k, columns)
    d.pstack = mark


# ---- through the accelerations ----
@stage
def pull_integrator(m, d, nu: Gradient, by: Gradient):
    """In place nu = N^-1 nu, and by += nu' C."""
    mark, columns = d.pstack, columns_of(m)
    solve_with_matrix(m, d, nu, 1)
    C, lost = scratch(d, m.nv * columns), scratch(d, m.nv)
    for k in range(m.nv * columns):
        C[k] = 0.0
    for i in range(m.nv):
        lost[i] = d.qacc[i] - d.work.step_acc[i]
    add_inertia_slope(m, d, lost, C)
    add_matrix_changes(m, d, C)
    add_combination(by, nu, C, m.nv, columns)
    d.pstack = mark


@stage
def pull_acceleration(m, d, H: Hessian, speed: Gradient, by: Gradient) -> int:
    """by += h speed' d(acceleration of the step), for the factor H of the equations of motion at qacc; or a reason."""
    mark, n, columns = d.pstack, m.nv, columns_of(m)
    R, nu, x = scratch(d, n * columns), scratch(d, n), scratch(d, n)
    why = SHAPE if set_equations(m, d, d.qacc, R, True) >= 0 else 0
    if not why:
        for i in range(n):
            nu[i], x[i] = m.opt.timestep * speed[i], m.opt.timestep * speed[i]
        if has_matrix(m):
            pull_integrator(m, d, nu, by)
            multiply(m, d.M, nu, x)
        solve_vector(n, H, x)
        add_combination(by, x, R, n, columns)
    d.pstack = mark
    return why


@helper
def has_transpose(m):
    """Whether the matrix of the integrator is symmetric, and there is one."""
    if m.opt.integrator == IMPLICITFAST:
        return not has_lone_bodies(m)
    return m.opt.integrator != IMPLICIT and m.opt.integrator != RK4 and not is_whole(m)


@stage
def pull_step(m, d, by_next: In('2*nv+na'), by: Gradient) -> int:
    """by = [A B]' by_next, after forward dynamics; or a reason."""
    why, mark = reason_after(m, d), d.pstack
    H, speed = scratch(d, m.nv * m.nv), scratch(d, m.nv)
    if not why:
        why = solve_exactly(m, d, H)
    if why:
        d.pstack = mark
        return why
    set_step(m, d)
    for k in range(columns_of(m)):
        by[k] = 0.0
    for i in range(m.nv):
        speed[i] = by_next[m.nv + i]
    pull_positions(m, d, by_next, by, speed)
    why = pull_acceleration(m, d, H, speed, by)
    for i in range(m.nv):
        by[m.nv + i] += speed[i]
    if m.na > 0:
        pull_activations(m, d, by_next, by)
    d.pstack = mark
    return why


@stage
def pull_matrices(m, d, by_next: In('2*nv+na'), by: Gradient) -> int:
    """by = [A B]' by_next from A and B, after forward dynamics; or a reason."""
    mark, nx = d.pstack, 2 * m.nv + m.na
    A, B = scratch(d, nx * nx), scratch(d, nx * m.nu)
    why = matrices(m, d, scratch(d, m.nv * columns_of(m)), False, A, B)
    for k in range(columns_of(m)):
        by[k] = 0.0
    for i in range(0 if why else nx):
        subtract_scaled(by, 0, -by_next[i], A, nx * i, nx)
        subtract_scaled(by, nx, -by_next[i], B, m.nu * i, m.nu)
    d.pstack = mark
    return why


@stage
def pulled(m, d, by_next: In('2*nv+na'), by_state: Out('2*nv+na'), by_control: Out('nu')) -> int:
    """After forward dynamics: [A B]' times a vector; or a reason."""
    mark, nx = d.pstack, 2 * m.nv + m.na
    by = scratch(d, columns_of(m))
    why = pull_step(m, d, by_next, by) if has_transpose(m) else pull_matrices(m, d, by_next, by)
    for k in range(nx):
        by_state[k] = by[k]
    for k in range(m.nu):
        by_control[k] = by[nx + k]
    d.pstack = mark
    return why


@stage
def pullback(m, d, by_next: In('2*nv+na'), by_state: Out('2*nv+na'), by_control: Out('nu')) -> int:
    """Forward dynamics, and [A B]' times a vector; returns a reason if impossible.

    A number that changes with the next state as given changes so with the present state and the controls.
    """
    why = reason_before(m, d)
    if why:
        return why
    forward_with_inputs(m, d)
    return pulled(m, d, by_next, by_state, by_control)
