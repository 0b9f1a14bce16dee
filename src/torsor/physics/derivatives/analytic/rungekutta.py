"""Exact derivatives of a Runge-Kutta step, by the chain rule through its four stages.

Positions are q = q0 exp(u), and stages are combined as rates of u (integrate/rungekutta.py). Slopes are matrices with a
column for each variable: positions in tangent space, velocities, activations, controls.
"""

from ....jit import helper, stage
from ....jit.arena import scratch, scratch_ints
from ....jit.arguments import Out
from ....jit.dual_numbers import WIDTH, dual_data, slopes_in
from ....jit.rows import put_scaled, rest_of, subtract_rows, subtract_scaled
from ....jit.values import Vec3, dot, exponential, matrix
from ...common.names import BALL, FREE, OFF_ACTUATION
from ...forward import forward_from
from ...integrate.euler import advance_position, step_activations
from ...integrate.rungekutta import displacement_rate
from .acceleration import forward_slopes
from .chart import right_jacobian
from .frame import put_still
from .inverse import Columns, columns_of
from .step import ByControl, ByState, set_activation_rows

Numbers = Out('nv')


@helper
def rotation_of(m, j):
    """The first of the three dofs by which joint j turns in space, or -1."""
    kind, i = m.jnt_type[j], m.jnt_dofadr[j]
    if kind == FREE:
        return i + 3
    return i if kind == BALL else -1


@helper
def rows_at(X, i, columns, c):
    """Three numbers of a column, from row i on."""
    return Vec3(X[columns * i + c], X[columns * (i + 1) + c], X[columns * (i + 2) + c])


@helper
def put_rows_at(X, i, columns, c, v):
    X[columns * i + c], X[columns * (i + 1) + c], X[columns * (i + 2) + c] = v.x, v.y, v.z


@stage
def chart_slopes(m, d, u: Numbers, U: Columns, Q: Columns):
    """Q = slopes of the position q0 exp(u), for slopes U of u."""
    columns = columns_of(m)
    put_scaled(Q, 0, U, 0, 1.0, m.nv * columns)
    for j in range(m.njnt):
        i = rotation_of(m, j)
        if i >= 0:
            slope = right_jacobian(u.vec3[i])
            for c in range(columns):
                put_rows_at(Q, i, columns, c, slope @ rows_at(U, i, columns, c))
    for i in range(m.nv):
        Q[columns * i + i] += 1.0
    for j in range(m.njnt):
        i = rotation_of(m, j)
        if i >= 0:
            turn = matrix(exponential(u.vec3[i])).T
            for k in range(3):
                Q[columns * (i + k) + i + k] -= 1.0
                column = turn.col_x if k == 0 else (turn.col_y if k == 1 else turn.col_z)
                put_rows_at(Q, i, columns, i + k, rows_at(Q, i, columns, i + k) + column)


@stage
def rates_on_duals(m, d):
    """work.rk_rate = rates of displacements work.rk_rate, for velocities qvel."""
    for j in range(m.njnt):
        i = rotation_of(m, j)
        if i >= 0:
            d.work.rk_rate.vec3[i] = displacement_rate(d.work.rk_rate.vec3[i], d.qvel.vec3[i])


@stage
def rate_slopes(m, d, u: Numbers, U: Columns, V: Columns, r: Numbers, F: Columns):
    """Rates r of the displacement u at the velocity qvel, and their slopes F, for slopes U of u and V of qvel."""
    columns, duals = columns_of(m), dual_data(d)
    rates, velocities = slopes_in(duals.work.rk_rate), slopes_in(duals.qvel)
    put_still(rates, 0, m.nv, u)
    put_still(velocities, 0, m.nv, d.qvel)
    put_scaled(F, 0, V, 0, 1.0, m.nv * columns)
    for i in range(m.nv):
        r[i] = d.qvel[i]
    for j in range(m.njnt):
        i = rotation_of(m, j)
        if i >= 0:
            for k in range(3):
                rates[WIDTH * (i + k) + 1 + k] = 1.0
                velocities[WIDTH * (i + k) + 4 + k] = 1.0
    rates_on_duals(m, duals)
    for j in range(m.njnt):
        i = rotation_of(m, j)
        for k in range(3 if i >= 0 else 0):
            at = WIDTH * (i + k)
            r[i + k] = rates[at]
            by_u, by_v = rates.vec3[at + 1], rates.vec3[at + 4]
            for c in range(columns):
                F[columns * (i + k) + c] = dot(by_u, rows_at(U, i, columns, c)) + dot(by_v, rows_at(V, i, columns, c))


@helper
def list_entry(value, start, terms, starts, factors):
    """List a factor of a row, unless it is zero; how many are listed."""
    if value == 0.0:
        return terms
    starts[terms], factors[terms] = start, value
    return terms + 1


@stage
def chain_slopes(m, d, rows: int, X: Columns, state: Columns, G: Columns):
    """G = slopes of some numbers by the variables, for slopes X by the state, of which `state` has the slopes: rows of
    positions, velocities and activations.
    """
    mark, nx, columns = d.pstack, 2 * m.nv + m.na, columns_of(m)
    starts, factors = scratch_ints(d, nx), scratch(d, nx)
    for i in range(rows):
        row, terms = columns * i, 0
        for c in range(columns):
            G[row + c] = 0.0
        put_scaled(G, row + nx, X, row + nx, 1.0, m.nu)
        for j in range(nx):
            terms = list_entry(-X[row + j], columns * j, terms, starts, factors)
        subtract_rows(G, row, state, starts, factors, terms, columns)
    d.pstack = mark


# ---- activations ----
@stage
def activation_slopes(m, d, state: Columns, E: Columns):
    """E = slopes of act_dot, for slopes of the state: of positions, velocities and activations."""
    mark, size = d.pstack, m.na * columns_of(m)
    rows = scratch(d, size)
    if m.opt.disableflags & OFF_ACTUATION:
        for k in range(size):
            rows[k] = 0.0
    else:
        set_activation_rows(m, d, rows, True)
    chain_slopes(m, d, m.na, rows, state, E)
    d.pstack = mark


@stage
def store_activations(m, d, start: Numbers, mean: Numbers, E: Columns, A: ByState, B: ByControl):
    """Rows of activations, which go on from `start` with the rates `mean`, for slopes E of these."""
    duals, nx, columns = dual_data(d), 2 * m.nv + m.na, columns_of(m)
    acts, rates = slopes_in(duals.act), slopes_in(duals.act_dot)
    put_still(acts, 0, m.na, start)
    put_still(rates, 0, m.na, mean)
    for k in range(m.na):
        acts[WIDTH * k + 1], rates[WIDTH * k + 2] = 1.0, 1.0
    step_activations(m, duals)
    for k in range(m.na):
        by_start, by_rate, row = acts[WIDTH * k + 1], acts[WIDTH * k + 2], 2 * m.nv + k
        put_scaled(A, nx * row, E, columns * k, by_rate, nx)
        put_scaled(B, m.nu * row, E, columns * k + nx, by_rate, m.nu)
        A[nx * row + row] += by_start


@helper
def go_to(m, d, start, velocity, activation, u, h):
    """The state of a stage: the start moved by the displacement u, the rest for a time h."""
    advance_position(m, d, start, u, 1.0)
    for i in range(m.nv):
        d.qvel[i] = velocity[i] + h * d.qacc[i]
    for k in range(m.na):
        d.act[k] = activation[k] + h * d.act_dot[k]


@helper
def move_on(X, size, rates, h, first, count, columns):
    """X = slopes of what has moved for a time h: the identity, in rows that stand for variables from `first` on."""
    put_scaled(X, 0, rates, 0, h, size)
    for i in range(count):
        X[columns * i + first + i] += 1.0


@stage
def rungekutta_slopes(m, d, A: ByState, B: ByControl) -> int:
    """A and B of a Runge-Kutta step, or a reason; the state is kept, and results are those of mj_forward."""
    mark, n, columns, h = d.pstack, m.nv, columns_of(m), m.opt.timestep
    size, acts = n * columns, m.na * columns
    X, U, F, G = scratch(d, size), scratch(d, size), scratch(d, size), scratch(d, size)
    state, E = scratch(d, 2 * size + acts), scratch(d, acts)  # slopes of the state, and of rates of activations
    Q, V, W = state, rest_of(state, size), rest_of(state, 2 * size)  # of positions, velocities, activations
    mean_rate, mean_speed, mean_drive = scratch(d, size), scratch(d, size), scratch(d, acts)  # of the weighted means
    start, velocity, u, r, mean = scratch(d, m.nq), scratch(d, n), scratch(d, n), scratch(d, n), scratch(d, n)
    activation, drive = scratch(d, m.na), scratch(d, m.na)
    for q in range(m.nq):
        start[q] = d.qpos[q]
    for i in range(n):
        velocity[i], u[i], r[i], mean[i] = d.qvel[i], 0.0, d.qvel[i], 0.0
    for k in range(m.na):
        activation[k], drive[k] = d.act[k], 0.0
    for k in range(size):
        U[k], G[k], mean_rate[k], mean_speed[k] = 0.0, 0.0, 0.0, 0.0
    for k in range(acts):
        E[k], mean_drive[k] = 0.0, 0.0
    move_on(V, size, G, 0.0, n, n, columns)
    move_on(W, acts, E, 0.0, 2 * n, m.na, columns)
    put_scaled(F, 0, V, 0, 1.0, size)
    why = 0
    for part in range(4):
        weight, ahead = (1.0 / 6.0 if part == 0 or part == 3 else 1.0 / 3.0), (h if part == 3 else 0.5 * h)
        if part > 0:
            for i in range(n):
                u[i] = ahead * r[i]
            put_scaled(U, 0, F, 0, ahead, size)
            move_on(V, size, G, ahead, n, n, columns)
            move_on(W, acts, E, ahead, 2 * n, m.na, columns)
            go_to(m, d, start, velocity, activation, u, ahead)
            rate_slopes(m, d, u, U, V, r, F)
        why = forward_slopes(m, d, X)
        if why:
            break
        chart_slopes(m, d, u, U, Q)
        chain_slopes(m, d, n, X, state, G)
        if m.na > 0:
            activation_slopes(m, d, state, E)
            subtract_scaled(mean_drive, 0, -weight, E, 0, acts)
            for k in range(m.na):
                drive[k] += weight * d.act_dot[k]
        subtract_scaled(mean_rate, 0, -weight, F, 0, size)
        subtract_scaled(mean_speed, 0, -weight, G, 0, size)
        for i in range(n):
            mean[i] += weight * r[i]
    if not why:
        for i in range(n):
            u[i] = h * mean[i]
        put_scaled(U, 0, mean_rate, 0, h, size)
        chart_slopes(m, d, u, U, Q)
        store_rungekutta(m, d, Q, mean_speed, A, B)
        if m.na > 0:
            store_activations(m, d, activation, drive, mean_drive, A, B)
    for k in range(m.na):
        d.act[k] = activation[k]
    for q in range(m.nq):
        d.qpos[q] = start[q]
    for i in range(n):
        d.qvel[i] = velocity[i]
    forward_from(m, d, 0, True)
    d.pstack = mark
    return why


@stage
def store_rungekutta(m, d, Q: Columns, V: Columns, A: ByState, B: ByControl):
    """A and B, from slopes of the next position and of the mean acceleration."""
    n, nx, columns = m.nv, 2 * m.nv + m.na, columns_of(m)
    for i in range(n):
        put_scaled(A, nx * i, Q, columns * i, 1.0, nx)
        put_scaled(B, m.nu * i, Q, columns * i + nx, 1.0, m.nu)
        put_scaled(A, nx * (n + i), V, columns * i, m.opt.timestep, nx)
        put_scaled(B, m.nu * (n + i), V, columns * i + nx, m.opt.timestep, m.nu)
        A[nx * (n + i) + n + i] += 1.0
