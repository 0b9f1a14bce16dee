"""From the slopes of the acceleration to those of the acceleration of the step.

An integrator with the matrix N finds its acceleration s from N s = M a, so
    ds = da + N^-1 ((M - N) da + dM (a - s) - d(N - M) s).
"""

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.dual_numbers import SLOPES, WIDTH, dual_data, slopes_in
from ....jit.lanes import any_, where
from ....jit.rows import put_scaled, rest_of, subtract_scaled
from ....jit.structs import width
from ...common.names import EULER, IMPLICIT, IMPLICITFAST, OFF_ACTUATION, OFF_DAMPER, OFF_EULERDAMP
from ...dynamics.inertia import multiply
from ...dynamics.tendon_bias import some_have_bias
from ...dynamics.velocity import com_vel
from ...force.passive import damper_slope, dof_damping, tendon_damping
from ...integrate.euler import damped_acceleration, is_damped
from ...integrate.implicit import implicit_acceleration, implicitfast_acceleration, load_lone_block
from ..velocity.free_body import SIZE, has_lone_bodies, is_lone, load_block
from ..velocity.velocity import velocity_derivative
from .columns import add_rare_columns, is_rare, seed_columns
from .contact import Hessian
from .fluid import has_fluid
from .frame import put_still
from .inverse import (
    Acceleration,
    Columns,
    add_inertia_slope,
    columns_of,
    set_motions,
    subtract_inverse_slopes,
)
from .residual import poses_on_duals
from .smooth import add_inputs, add_outputs, are_linear, damping_slopes, is_driven
from .solve import (
    FEW,
    add_step,
    add_term,
    are_few,
    list_dense,
    list_tree,
    new_steps,
    right_sides,
    solve_columns,
    solve_few,
    solve_few_in_tree,
    solve_tree,
    subtract_single_steps,
    sweep,
)


@helper
def has_matrix(m):
    """Whether the integrator has a matrix of its own, other than M."""
    if m.opt.integrator != EULER:
        return m.opt.integrator == IMPLICIT or m.opt.integrator == IMPLICITFAST
    if not m.opt.disableflags & (OFF_DAMPER | OFF_EULERDAMP):
        for i in range(m.nv):
            if is_damped(m, i):
                return True
    return False


@helper
def find_step(m, d, has_own):
    """work.step_acc, the acceleration of the step, and the factor it is found with if the integrator `has_own`."""
    if not has_own:
        for i in range(m.nv):
            d.work.step_acc[i] = d.qacc[i]
    elif m.opt.integrator == EULER:
        damped_acceleration(m, d)
    else:
        velocity_derivative(m, d)
        if m.opt.integrator == IMPLICIT:
            implicit_acceleration(m, d)
        else:
            implicitfast_acceleration(m, d)


@stage
def set_step(m, d):
    """work.step_acc, the acceleration of the step, and the factor it is found with."""
    find_step(m, d, has_matrix(m))


# ---- solving with the matrix of the integrator, many columns at a time ----
@helper
def solve_unsymmetric(m, d, X, columns, count):
    """In place X = N^-1 X with the factor in qLU and work.upper, for the first `count` columns."""
    for i in range(m.nv - 1, -1, -1):
        for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_diag[i]):
            subtract_scaled(X, columns * m.D_colind[k], d.work.upper[k], X, columns * i, count)
    for i in range(m.nv):
        own = m.D_rowadr[i] + m.D_diag[i]
        for k in range(m.D_rowadr[i], own):
            subtract_scaled(X, columns * i, d.qLU[k], X, columns * m.D_colind[k], count)
        put_scaled(X, columns * i, X, columns * i, 1.0 / d.qLU[own], count)


@helper
def solve_lone_rows(d, X, first, columns, count):
    """In place X = block^-1 X for the six rows from `first` on, by elimination from the last row up."""
    block = d.work.block
    for p in range(SIZE - 1, -1, -1):
        inverse = 1.0 / block[SIZE * p + p]
        for r in range(p):
            scale = block[SIZE * r + p] * inverse
            for c in range(p):
                block[SIZE * r + c] -= scale * block[SIZE * p + c]
            subtract_scaled(X, columns * (first + r), scale, X, columns * (first + p), count)
    for r in range(SIZE):
        for c in range(r):
            subtract_scaled(X, columns * (first + r), block[SIZE * r + c], X, columns * (first + c), count)
        put_scaled(X, columns * (first + r), X, columns * (first + r), 1.0 / block[SIZE * r + r], count)


@helper
def leaves_out_lone(m):
    """Whether lone bodies have matrices of their own."""
    return m.opt.integrator == IMPLICITFAST and has_lone_bodies(m)


@helper
def list_matrix(m, d, columns):
    """List what solving with the matrix of the integrator does, but for lone bodies."""
    return list_tree(m, d, d.qH, d.qHDiagInv, columns, leaves_out_lone(m))


@helper
def solve_sides(m, d, sweeps, X, columns, count):
    """In place X = N^-1 X for the first `count` columns."""
    if m.opt.integrator == IMPLICIT:
        solve_unsymmetric(m, d, X, columns, count)
    elif are_few(m, leaves_out_lone(m)):
        solve_few_in_tree(m, d.qH, d.qHDiagInv, X, columns, count)
    else:
        sweep(sweeps, X, count)
    if m.opt.integrator == IMPLICITFAST:
        for b in range(1, m.nbody):
            if m.body_parentid[b] == 0 and is_lone(m, b):
                load_lone_block(m, d, b, m.body_dofadr[b])
                solve_lone_rows(d, X, m.body_dofadr[b], columns, count)


@stage
def solve_with_matrix(m, d, X: Columns, columns: int):
    """In place X = N^-1 X."""
    if m.opt.integrator == EULER:
        solve_tree(m, d, d.qH, d.qHDiagInv, X, columns)
        return
    mark, sweeps, block = d.pstack, list_matrix(m, d, columns), right_sides(d, columns)
    for first in range(0, columns, block):
        solve_sides(m, d, sweeps, rest_of(X, first), columns, min(block, columns - first))
    d.pstack = mark


# ---- (M - N) X ----
@helper
def add_lone_difference(m, d, b, X, T, columns, count):
    """T += (M - N) X for the six rows of a lone body."""
    first = m.body_dofadr[b]
    load_lone_block(m, d, b, first)
    for r in range(SIZE):
        for c in range(SIZE):
            subtract_scaled(T, columns * (first + r), d.work.block[SIZE * r + c], X, columns * (first + c), count)
    load_block(m, d, first, d.M)
    for r in range(SIZE):
        for c in range(SIZE):
            subtract_scaled(T, columns * (first + r), -d.work.block[SIZE * r + c], X, columns * (first + c), count)


@helper
def list_difference(m, d, s):
    """List what multiplying with N - M does, but for lone bodies; the number of steps."""
    h, step, term, fast = m.opt.timestep, 0, 0, m.opt.integrator == IMPLICITFAST
    for i in range(m.nv):
        begun = term
        if m.opt.integrator == EULER:
            term = add_term(s, term, i, h * damper_slope(d.qvel[i], dof_damping(m, i)))
        elif not (fast and is_lone(m, m.dof_bodyid[i])):
            for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
                if any_(d.qDeriv[k] != 0.0):
                    term = add_term(s, term, m.D_colind[k], -h * d.qDeriv[k])
        if term > begun:
            step = add_step(s, step, i, -1, term)
    return step


@helper
def add_difference(m, d, s, steps, X, T, columns, count):
    """T += (M - N) X for the first `count` columns."""
    subtract_single_steps(s, steps, X, T, count)
    if m.opt.integrator == IMPLICITFAST:
        for b in range(1, m.nbody):
            if m.body_parentid[b] == 0 and is_lone(m, b):
                add_lone_difference(m, d, b, X, T, columns, count)


# ---- changes of the matrix, times the acceleration of the step ----
@helper
def damper_bend(v, c):
    """Second derivative of the damper force c.x v + c.y v |v| + c.z v^3."""
    return where(v < 0.0, -2.0 * c.y, 2.0 * c.y) + 6.0 * v * c.z


@stage
def subtract_damper_changes(m, d, T: Columns):
    """T -= h d(slopes of dampers) s."""
    h, columns = m.opt.timestep, columns_of(m)
    for i in range(m.nv):
        T[columns * i + m.nv + i] -= h * damper_bend(d.qvel[i], dof_damping(m, i)) * d.work.step_acc[i]
    for t in range(m.ntendon if m.opt.integrator != EULER else 0):
        bend = h * damper_bend(d.ten_velocity[t], tendon_damping(m, t))
        if any_(bend != 0.0):
            start, end, rate = m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t], 0.0
            for k in range(start, end):
                rate += d.ten_J[k] * d.work.step_acc[m.ten_J_colind[k]]
            for k in range(start, end):
                for n in range(start, end):
                    at = columns * m.ten_J_colind[k] + m.nv + m.ten_J_colind[n]
                    T[at] -= bend * rate * d.ten_J[k] * d.ten_J[n]


@stage
def add_actuator_changes(m, d, T: Columns, moving: bool):
    """T += h d(slopes of actuators by velocity) s: with inputs and, if `moving`, with lengths, for constant moments."""
    numbers, columns = damping_slopes(d), columns_of(m)
    for a in range(m.nactuator):
        if is_driven(m, a):
            out, rate = m.actuator_outadr[a], 0.0
            start, end = d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out]
            for k in range(start, end):
                rate += d.actuator_moment[k] * d.work.step_acc[d.moment_colind[k]]
            for k in range(start, end):
                scale, row = m.opt.timestep * rate * d.actuator_moment[k], columns * d.moment_colind[k]
                add_inputs(m, a, numbers, WIDTH * out, scale, row, T)
                if moving:
                    add_outputs(m, d, out, numbers, WIDTH * out, scale, row, T)


@helper
def set_bias_slopes(m, d, velocity, step, sign, zero, G):
    """G -= d bias / d (q, v) at the velocity v + sign s."""
    for i in range(m.nv):
        d.qvel[i] = velocity[i] + sign * step[i]
    com_vel(m, d)
    set_motions(m, d, zero)
    subtract_inverse_slopes(m, d, G)


@stage
def add_bias_changes(m, d, T: Columns):
    """T -= h d(d bias / d v) s, for all dofs or, with the integrator implicitfast, for those of lone bodies.

    The bias is quadratic in velocity, and so are its slopes: d(d bias / d v) s is half of the difference of the slopes
    at v + s and at v - s.
    """
    mark, columns = d.pstack, columns_of(m)
    velocity, zero, G = scratch(d, m.nv), scratch(d, m.nv), scratch(d, m.nv * columns)
    for i in range(m.nv):
        velocity[i], zero[i] = d.qvel[i], 0.0
    for k in range(m.nv * columns):
        G[k] = 0.0
    set_bias_slopes(m, d, velocity, d.work.step_acc, -1.0, zero, G)
    for k in range(m.nv * columns):
        G[k] = -G[k]
    set_bias_slopes(m, d, velocity, d.work.step_acc, 1.0, zero, G)
    for i in range(m.nv):
        if m.opt.integrator == IMPLICIT or is_lone(m, m.dof_bodyid[i]):
            subtract_scaled(T, columns * i, -0.5 * m.opt.timestep, G, columns * i, columns)
    for i in range(m.nv):
        d.qvel[i] = velocity[i]
    com_vel(m, d)
    d.pstack = mark


@stage
def inertia_slope_on_duals(m, d, x: Acceleration, R: Columns):
    """`add_inertia_slope` where tendons have inertia, which changes as they move."""
    duals, columns = dual_data(d), columns_of(m)
    for first in range(0, m.nv, SLOPES):
        count = min(SLOPES, m.nv - first)
        seed_columns(m, d, first, count)
        poses_on_duals(m, duals)
        put_still(slopes_in(duals.qacc), 0, m.nv, x)
        multiply(m, duals.M, duals.qacc, duals.qfrc_inverse)
        numbers = slopes_in(duals.qfrc_inverse)
        for i in range(m.nv):
            for k in range(count):
                R[columns * i + first + k] += numbers[WIDTH * i + 1 + k]


@helper
def step_few_columns(m, d, H, X, T, columns, solved):
    """`step_columns` of one world, of few dofs, where N differs from M by dampers only: all right sides, and no lists.
    """
    if not solved:
        solve_few(m.nv, H, X, columns, columns)
    for i in range(m.nv):
        slope = m.opt.timestep * damper_slope(d.qvel[i], dof_damping(m, i))
        subtract_scaled(T, columns * i, slope, X, columns * i, columns)
    solve_few_in_tree(m, d.qH, d.qHDiagInv, T, columns, columns)
    subtract_scaled(X, 0, -1.0, T, 0, m.nv * columns)


@stage
def step_columns(m, d, H: Hessian, X: Columns, T: Columns, solved: bool):
    """In place X += N^-1 ((M - N) X + T), after X = H^-1 X if it is not `solved`: some right sides after the other."""
    mark, columns = d.pstack, columns_of(m)
    few = m.nv <= FEW
    if few and width(d) == 1 and m.opt.integrator == EULER:
        step_few_columns(m, d, H, X, T, columns, solved)
        return
    hessian, sweeps = list_dense(d, 0 if solved or few else m.nv, H, columns), list_matrix(m, d, columns)
    difference = new_steps(d, m.nv, max(m.nv, m.nD), columns)
    steps, block = list_difference(m, d, difference), right_sides(d, columns)
    for first in range(0, columns, block):
        sides, changes, count = rest_of(X, first), rest_of(T, first), min(block, columns - first)
        if not solved and few:
            solve_few(m.nv, H, sides, columns, count)
        elif not solved:
            sweep(hessian, sides, count)
        add_difference(m, d, difference, steps, sides, changes, columns, count)
        solve_sides(m, d, sweeps, changes, columns, count)
        for i in range(m.nv):
            subtract_scaled(sides, columns * i, -1.0, changes, columns * i, count)
    d.pstack = mark


@stage
def take_integrator(m, d, H: Hessian, X: Columns, solved: bool):
    """In place, from slopes of the acceleration to those of the acceleration of the step.

    If these are not `solved`, X is the right side of the equations for them, and H the factor of their matrix.
    """
    has_own = has_matrix(m)
    find_step(m, d, has_own)
    if not has_own:
        if not solved:
            solve_columns(m, d, H, X)
        return
    mark = d.pstack
    T, lost = scratch(d, m.nv * columns_of(m)), scratch(d, m.nv)
    for k in range(m.nv * columns_of(m)):
        T[k] = 0.0
    for i in range(m.nv):
        lost[i] = d.qacc[i] - d.work.step_acc[i]
    if some_have_bias(m):
        inertia_slope_on_duals(m, d, lost, T)
    else:
        add_inertia_slope(m, d, lost, T)
    add_matrix_changes(m, d, T)
    step_columns(m, d, H, X, T, solved)
    d.pstack = mark


@stage
def add_matrix_changes(m, d, T: Columns):
    """T -= d(N - M) s, which duals know where forces are left to them."""
    rare = m.opt.integrator != EULER and (is_rare(m, d) or has_fluid(m))
    if rare:
        add_rare_columns(m, d, T, True, True)
    elif not m.opt.disableflags & OFF_DAMPER:
        subtract_damper_changes(m, d, T)
    if m.opt.integrator != EULER:
        if m.nactuator > 0 and not m.opt.disableflags & OFF_ACTUATION and not are_linear(m):
            add_actuator_changes(m, d, T, not rare)
        if m.opt.integrator == IMPLICIT or has_lone_bodies(m):
            add_bias_changes(m, d, T)
