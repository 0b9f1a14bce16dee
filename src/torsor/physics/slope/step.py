"""From the slopes of the acceleration to those of the step.

An integrator with the matrix N finds its acceleration s from N s = M a, so
    ds = da + N^-1 ((M - N) da + dM (a - s) - d(N - M) s).
Positions are charts: q' = q exp(h w) changes by exp(h w)' dq + h Jr(h w) dw.
"""

from ...jit import helper, routine, stage
from ...jit.arena import scratch
from ...jit.arguments import Out
from ...jit.dual import SLOPES, WIDTH, dual_data, slopes_in
from ...jit.lanes import any_, where
from ...jit.rows import put_scaled, rest_of, subtract_scaled
from ...jit.values import Vec3, exponential, matrix
from ..common.names import BALL, EULER, FREE, IMPLICIT, IMPLICITFAST, OFF_ACTUATION, OFF_DAMPER, OFF_EULERDAMP
from ..derivative.free_body import SIZE, has_lone_bodies, is_lone, load_block
from ..derivative.velocity import velocity_derivative
from ..dynamics.inertia import multiply
from ..dynamics.tendon_bias import some_have_bias
from ..dynamics.velocity import com_vel
from ..force.passive import damper_slope, dof_damping, tendon_damping
from ..integrate.euler import damped_acceleration, is_damped, step_activations
from ..integrate.implicit import implicit_acceleration, implicitfast_acceleration, load_lone_block
from .chart import right_jacobian
from .columns import add_rare_columns, is_rare, seed_columns
from .fluid import has_fluid
from .frame import put_still
from .inverse import (
    Acceleration,
    Columns,
    add_inertia_slope,
    columns_of,
    set_motions,
    subtract_inverse_slopes,
    variables_of,
)
from .residual import motions_on_duals, poses_on_duals
from .smooth import actuators_on_duals, add_inputs, add_outputs, damping_slopes, is_driven, some_are_odd
from .solve import solve_tree
from .users import has_users_code, put_inputs

ByState, ByControl = Out('2*nv+na,2*nv+na'), Out('2*nv+na,nu')


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
    """work.step_acc, the acceleration of the step, and the factor it is found with.

    Reads qacc; jnt_actuatorid, dof_jntid, dof_damping, dof_dampingpoly, opt.integrator, opt.disableflags of the model.
    Writes work.step_acc. Runs damped_acceleration, velocity_derivative, implicit_acceleration,
    implicitfast_acceleration.
    """
    find_step(m, d, has_matrix(m))


# ---- solving with the matrix of the integrator, many columns at a time ----
@helper
def solve_unsymmetric(m, d, X, columns):
    """In place X = N^-1 X with the factor in qLU and work.upper."""
    for i in range(m.nv - 1, -1, -1):
        for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_diag[i]):
            subtract_scaled(X, columns * m.D_colind[k], d.work.upper[k], X, columns * i, columns)
    for i in range(m.nv):
        own = m.D_rowadr[i] + m.D_diag[i]
        for k in range(m.D_rowadr[i], own):
            subtract_scaled(X, columns * i, d.qLU[k], X, columns * m.D_colind[k], columns)
        put_scaled(X, columns * i, X, columns * i, 1.0 / d.qLU[own], columns)


@helper
def solve_lone_rows(d, X, first, columns):
    """In place X = block^-1 X for the six rows from `first` on, by elimination from the last row up."""
    block = d.work.block
    for p in range(SIZE - 1, -1, -1):
        inverse = 1.0 / block[SIZE * p + p]
        for r in range(p):
            scale = block[SIZE * r + p] * inverse
            for c in range(p):
                block[SIZE * r + c] -= scale * block[SIZE * p + c]
            subtract_scaled(X, columns * (first + r), scale, X, columns * (first + p), columns)
    for r in range(SIZE):
        for c in range(r):
            subtract_scaled(X, columns * (first + r), block[SIZE * r + c], X, columns * (first + c), columns)
        put_scaled(X, columns * (first + r), X, columns * (first + r), 1.0 / block[SIZE * r + r], columns)


@stage
def solve_with_matrix(m, d, X: Columns, columns: int):
    """In place X = N^-1 X.

    Reads qvel, cdof, crb, M, cvel, cdof_dot, qH, qHDiagInv, qDeriv, qLU, work.upper; body_parentid, body_dofadr,
    body_treeid, jnt_type, jnt_dofadr, dof_bodyid, dof_jntid, tree_dofadr, tree_dofnum, M_rownnz, M_rowadr, M_colind,
    D_rowadr, D_diag, D_colind, opt.timestep, opt.integrator of the model. Updates work.block, work.axis_rate.
    """
    if m.opt.integrator == IMPLICIT:
        solve_unsymmetric(m, d, X, columns)
        return
    lone = m.opt.integrator == IMPLICITFAST and has_lone_bodies(m)
    solve_tree(m, d, d.qH, d.qHDiagInv, X, columns, lone)
    if m.opt.integrator == IMPLICITFAST:
        for b in range(1, m.nbody):
            if m.body_parentid[b] == 0 and is_lone(m, b):
                load_lone_block(m, d, b, m.body_dofadr[b])
                solve_lone_rows(d, X, m.body_dofadr[b], columns)


# ---- (M - N) X ----
@helper
def add_lone_difference(m, d, b, X, T, columns):
    """T += (M - N) X for the six rows of a lone body."""
    first = m.body_dofadr[b]
    load_lone_block(m, d, b, first)
    for r in range(SIZE):
        for c in range(SIZE):
            subtract_scaled(T, columns * (first + r), d.work.block[SIZE * r + c], X, columns * (first + c), columns)
    load_block(m, d, first, d.M)
    for r in range(SIZE):
        for c in range(SIZE):
            subtract_scaled(T, columns * (first + r), -d.work.block[SIZE * r + c], X, columns * (first + c), columns)


@stage
def set_difference(m, d, X: Columns, T: Columns, columns: int):
    """T = (M - N) X.

    Reads qvel, cdof, crb, M, cvel, cdof_dot, qDeriv; body_parentid, body_dofadr, body_treeid, jnt_type, jnt_dofadr,
    jnt_actuatorid, dof_bodyid, dof_jntid, dof_damping, dof_dampingpoly, tree_dofadr, tree_dofnum, actuator_trntype,
    actuator_outadr, actuator_trnid, actuator_damping, actuator_dampingpoly, actuator_gear, M_rownnz, M_rowadr,
    M_colind, D_*, opt.timestep, opt.integrator of the model. Updates work.block, work.axis_rate.
    """
    h = m.opt.timestep
    if m.opt.integrator == EULER:
        for i in range(m.nv):
            put_scaled(T, columns * i, X, columns * i, -h * damper_slope(d.qvel[i], dof_damping(m, i)), columns)
        return
    fast = m.opt.integrator == IMPLICITFAST
    for i in range(m.nv):
        start, lone = m.D_rowadr[i], fast and is_lone(m, m.dof_bodyid[i])
        diagonal = 0.0 if lone else h * d.qDeriv[start + m.D_diag[i]]
        put_scaled(T, columns * i, X, columns * i, diagonal, columns)
        for k in range(start, start + (0 if lone else m.D_rownnz[i])):
            if m.D_colind[k] != i and any_(d.qDeriv[k] != 0.0):
                subtract_scaled(T, columns * i, -h * d.qDeriv[k], X, columns * m.D_colind[k], columns)
    if fast:
        for b in range(1, m.nbody):
            if m.body_parentid[b] == 0 and is_lone(m, b):
                add_lone_difference(m, d, b, X, T, columns)


# ---- changes of the matrix, times the acceleration of the step ----
@helper
def damper_bend(v, c):
    """Second derivative of the damper force c.x v + c.y v |v| + c.z v^3."""
    return where(v < 0.0, -2.0 * c.y, 2.0 * c.y) + 6.0 * v * c.z


@stage
def subtract_damper_changes(m, d, T: Columns):
    """T -= h d(slopes of dampers) s.

    Reads qvel, ten_J, ten_velocity, work.step_acc; jnt_actuatorid, dof_jntid, dof_damping, dof_dampingpoly,
    tendon_actuatorid, ten_J_rownnz, ten_J_rowadr, ten_J_colind, tendon_damping, tendon_dampingpoly, actuator_trntype,
    actuator_outadr, actuator_trnid, actuator_damping, actuator_dampingpoly, actuator_gear, opt.timestep, opt.integrator
    of the model.
    """
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
    """T += h d(slopes of actuators by velocity) s: with inputs and, if `moving`, with lengths, for constant moments.

    Reads moment_rownnz, moment_rowadr, moment_colind, actuator_moment, work.step_acc, work.damping_slopes;
    actuator_ctrladr, actuator_ctrlnum, actuator_outadr, actuator_actadr, actuator_actnum, actuator_group, opt.timestep,
    opt.disableflags, opt.disableactuator of the model.
    """
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

    Reads work.step_acc; body_treeid, jnt_type, dof_bodyid, dof_jntid, tree_dofadr, tree_dofnum, opt.timestep,
    opt.integrator of the model. Updates qvel. Runs com_vel, set_motions, subtract_inverse_slopes.
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
    """`add_inertia_slope` where tendons have inertia, which changes as they move.

    Reads M_rownnz, M_rowadr, M_colind of the model. Runs seed_columns, poses_on_duals.
    """
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


@stage
def take_integrator(m, d, X: Columns):
    """In place, from slopes of the acceleration to those of the acceleration of the step.

    Reads qacc; jnt_actuatorid, dof_jntid, dof_damping, dof_dampingpoly, tendon_type, tendon_actuatorid,
    tendon_armature, opt.integrator, opt.disableflags of the model. Updates work.step_acc. Runs damped_acceleration,
    velocity_derivative, implicit_acceleration, implicitfast_acceleration, set_difference, inertia_slope_on_duals,
    add_inertia_slope, add_matrix_changes, solve_with_matrix.
    """
    has_own = has_matrix(m)
    find_step(m, d, has_own)
    if not has_own:
        return
    mark, columns = d.pstack, columns_of(m)
    T, lost = scratch(d, m.nv * columns), scratch(d, m.nv)
    for i in range(m.nv):
        lost[i] = d.qacc[i] - d.work.step_acc[i]
    set_difference(m, d, X, T, columns)
    if some_have_bias(m):
        inertia_slope_on_duals(m, d, lost, T)
    else:
        add_inertia_slope(m, d, lost, T)
    add_matrix_changes(m, d, T)
    solve_with_matrix(m, d, T, columns)
    subtract_scaled(X, 0, -1.0, T, 0, m.nv * columns)
    d.pstack = mark


@stage
def add_matrix_changes(m, d, T: Columns):
    """T -= d(N - M) s, which duals know where forces are left to them.

    Reads eq_active; body_parentid, body_treeid, jnt_type, dof_jntid, tree_dofadr, tree_dofnum, eq_type, tendon_type,
    actuator_trntype, actuator_trnid, opt.density, opt.viscosity, opt.integrator, opt.disableflags of the model. Runs
    add_rare_columns, subtract_damper_changes, add_actuator_changes, add_bias_changes.
    """
    rare = m.opt.integrator != EULER and (is_rare(m, d) or has_fluid(m))
    if rare:
        add_rare_columns(m, d, T, True, True)
    elif not m.opt.disableflags & OFF_DAMPER:
        subtract_damper_changes(m, d, T)
    if m.opt.integrator != EULER:
        if m.nactuator > 0 and not m.opt.disableflags & OFF_ACTUATION:
            add_actuator_changes(m, d, T, not rare)
        if m.opt.integrator == IMPLICIT or has_lone_bodies(m):
            add_bias_changes(m, d, T)


# ---- positions, velocities, activations ----
@helper
def turn_of_step(m, d, i):
    """Rotation vector of the step of a ball, or of the rotation of a free joint, whose dofs start at i."""
    h = m.opt.timestep
    return Vec3(h * (d.qvel[i] + h * d.work.step_acc[i]), h * (d.qvel[i + 1] + h * d.work.step_acc[i + 1]),
                h * (d.qvel[i + 2] + h * d.work.step_acc[i + 2]))


@helper
def put_turns(target, width, i, source, slope, h):
    """Rows i.. of a matrix: h times a 3 x 3 matrix times those of another."""
    for c in range(width):
        v = slope @ Vec3(source[width * i + c], source[width * (i + 1) + c], source[width * (i + 2) + c])
        target[width * i + c], target[width * (i + 1) + c], target[width * (i + 2) + c] = h * v.x, h * v.y, h * v.z


@helper
def add_turned(target, width, i, turn):
    """Add a 3 x 3 matrix to the rows and columns i.. of a matrix."""
    for c in range(3):
        column = turn.col_x if c == 0 else (turn.col_y if c == 1 else turn.col_z)
        target[width * i + i + c] += column.x
        target[width * (i + 1) + i + c] += column.y
        target[width * (i + 2) + i + c] += column.z


@helper
def store_straight(A, V, by_control, width, k, dofs, h):
    """The row of a position that is a number, and 1 where it and its velocity stay as they are."""
    put_scaled(A, width * k, V, width * k, h, width)
    if not by_control:  # in the end, as rows are read and written several numbers at a time
        V[width * k + dofs + k] += 1.0
        A[width * k + dofs + k] = h * V[width * k + dofs + k]
        A[width * k + k] += 1.0


@routine
def store_turns(m, d, A, V, by_control, width, i):
    """The rows of a rotation, whose dofs begin with i."""
    turn = turn_of_step(m, d, i)
    for k in range(i, i + (0 if by_control else 3)):
        V[width * k + m.nv + k] += 1.0
    put_turns(A, width, i, V, right_jacobian(turn), m.opt.timestep)
    if not by_control:
        add_turned(A, width, i, matrix(exponential(turn)).T)


@helper
def store_positions(m, d, A, V, by_control, width):
    """Rows of positions from those of velocities, which lack the ones; `width` is their length. A or, `by_control`, B.
    """
    for j in range(m.njnt):
        kind, i = m.jnt_type[j], m.jnt_dofadr[j]
        straight = 3 if kind == FREE else (0 if kind == BALL else 1)
        for k in range(i, i + straight):
            store_straight(A, V, by_control, width, k, m.nv, m.opt.timestep)
        if kind == FREE or kind == BALL:
            store_turns(m, d, A, V, by_control, width, i + straight)


@stage
def set_activation_columns(m, d, rows: Columns):
    """Rows of activations after the step, of all columns: functions of the user's may let them follow anything.

    Reads qfrc_applied, xfrc_applied, userdata. Runs seed_columns, poses_on_duals, motions_on_duals, step_activations.
    """
    duals, variables, columns = dual_data(d), variables_of(m), columns_of(m)
    for first in range(0, variables, SLOPES):
        count = min(SLOPES, variables - first)
        seed_columns(m, d, first, count)
        put_inputs(m, d)
        poses_on_duals(m, duals)
        motions_on_duals(m, duals)
        step_activations(m, duals)
        numbers = slopes_in(duals.act)
        for i in range(m.na):
            for k in range(count):
                rows[columns * i + first + k] = numbers[WIDTH * i + 1 + k]


@stage
def set_activation_rows(m, d, rows: Columns, rates: bool):
    """Rows of activations after the step or, if `rates`, of their rates, like those of R.

    Reads moment_rownnz, moment_rowadr, moment_colind, actuator_moment; actuator_trntype, actuator_ctrladr,
    actuator_ctrlnum, actuator_outadr, actuator_outnum, actuator_actadr, actuator_actnum, opt.disableflags of the model.
    Runs set_activation_columns, actuators_on_duals.
    """
    if has_users_code(m) or some_are_odd(m):
        set_activation_columns(m, d, rows)
        return
    actuators_on_duals(m, d)
    columns, numbers = columns_of(m), slopes_in(dual_data(d).act)
    if rates:
        numbers = slopes_in(dual_data(d).act_dot)
    for k in range(m.na * columns):
        rows[k] = 0.0
    for a in range(m.nactuator):
        for k in range(m.actuator_actadr[a], m.actuator_actadr[a] + m.actuator_actnum[a]):
            add_inputs(m, a, numbers, WIDTH * k, 1.0, columns * k, rows)
            add_outputs(m, d, m.actuator_outadr[a], numbers, WIDTH * k, 1.0, columns * k, rows)


@helper
def store_activations(m, d, A, B, nx, columns):
    """Rows of activations: what actuators on duals have found; activations stay as they are without actuation."""
    mark = d.pstack
    rows = scratch(d, m.na * columns)
    if m.opt.disableflags & OFF_ACTUATION:
        for k in range(m.na * columns):
            rows[k] = 0.0
        for k in range(m.na):
            rows[columns * k + 2 * m.nv + k] = 1.0
    else:
        set_activation_rows(m, d, rows, False)
    for k in range(m.na):
        put_scaled(A, nx * (2 * m.nv + k), rows, columns * k, 1.0, nx)
        put_scaled(B, m.nu * (2 * m.nv + k), rows, columns * k + nx, 1.0, m.nu)
    d.pstack = mark


@stage
def store_step(m, d, X: Columns, A: ByState, B: ByControl):
    """A and B, from slopes X of the acceleration of the step.

    Reads qvel, work.step_acc; jnt_type, jnt_dofadr, opt.timestep, opt.disableflags of the model. Runs
    set_activation_rows.
    """
    n, nx, columns, h = m.nv, 2 * m.nv + m.na, columns_of(m), m.opt.timestep
    for i in range(n):
        put_scaled(A, nx * (n + i), X, columns * i, h, nx)
        put_scaled(B, m.nu * (n + i), X, columns * i + nx, h, m.nu)
    store_positions(m, d, A, rest_of(A, nx * n), False, nx)
    if m.nu > 0:
        store_positions(m, d, B, rest_of(B, m.nu * n), True, m.nu)
    if m.na > 0:
        store_activations(m, d, A, B, nx, columns)
