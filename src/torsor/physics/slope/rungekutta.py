"""Exact derivatives of a Runge-Kutta step, by the chain rule through its four stages.

Positions are q = q0 exp(u), and stages are combined as rates of u (integrate/rungekutta.py). Slopes are matrices with a
column for each variable: positions in tangent space, velocities, controls. There are no activations.
"""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.arguments import Out
from ...jit.dual import WIDTH, dual_data, slopes_in
from ...jit.rows import subtract_scaled
from ...jit.values import Vec3, dot, exponential, matrix
from ..common.names import BALL, FREE
from ..forward import forward_from
from ..integrate.euler import advance_position
from ..integrate.rungekutta import displacement_rate
from .acceleration import forward_slopes
from .chart import right_jacobian
from .frame import put_still
from .inverse import Columns
from .smooth import columns_of
from .step import ByControl, ByState, put_scaled

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
    """Q = slopes of the position q0 exp(u), for slopes U of u.

    Reads jnt_type, jnt_dofadr of the model.
    """
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
    """work.rk_rate = rates of displacements work.rk_rate, for velocities qvel.

    Reads qvel; jnt_type, jnt_dofadr of the model. Updates work.rk_rate.
    """
    for j in range(m.njnt):
        i = rotation_of(m, j)
        if i >= 0:
            d.work.rk_rate.vec3[i] = displacement_rate(d.work.rk_rate.vec3[i], d.qvel.vec3[i])


@stage
def rate_slopes(m, d, u: Numbers, U: Columns, V: Columns, r: Numbers, F: Columns):
    """Rates r of the displacement u at the velocity qvel, and their slopes F, for slopes U of u and V of qvel.

    Reads qvel; jnt_type, jnt_dofadr of the model. Runs rates_on_duals.
    """
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


@stage
def chain_slopes(m, d, X: Columns, Q: Columns, V: Columns, G: Columns):
    """G = slopes of qacc by the variables, for slopes X of qacc and Q, V of position and velocity.

    Reads and writes nothing but its arguments.
    """
    n, columns = m.nv, columns_of(m)
    for i in range(n):
        for c in range(2 * n):
            G[columns * i + c] = 0.0
        put_scaled(G, columns * i + 2 * n, X, columns * i + 2 * n, 1.0, columns - 2 * n)
        for j in range(n):
            if X[columns * i + j] != 0.0:
                subtract_scaled(G, columns * i, -X[columns * i + j], Q, columns * j, columns)
            if X[columns * i + n + j] != 0.0:
                subtract_scaled(G, columns * i, -X[columns * i + n + j], V, columns * j, columns)


@helper
def go_to(m, d, start, velocity, u, speed, h):
    """The state of a stage: the start moved by the displacement u, velocities changed by h times `speed`."""
    advance_position(m, d, start, u, 1.0)
    for i in range(m.nv):
        d.qvel[i] = velocity[i] + h * speed[i]


@stage
def rungekutta_slopes(m, d, A: ByState, B: ByControl) -> int:
    """A and B of a Runge-Kutta step, or a reason; the state is kept, and results are those of mj_forward.

    Reads ntree_awake, qacc, body_awake; jnt_type, jnt_qposadr, jnt_dofadr, jnt_bodyid, opt.timestep, opt.enableflags of
    the model. Updates qpos, qvel. Runs rate_slopes, forward_slopes, chart_slopes, chain_slopes, store_rungekutta,
    forward_from.
    """
    mark, n, columns, h = d.pstack, m.nv, columns_of(m), m.opt.timestep
    size = n * columns
    X, Q, V, U, F, G = (scratch(d, size), scratch(d, size), scratch(d, size), scratch(d, size), scratch(d, size),
                        scratch(d, size))
    mean_rate, mean_speed = scratch(d, size), scratch(d, size)  # slopes of the weighted means
    start, velocity, u, r, mean = scratch(d, m.nq), scratch(d, n), scratch(d, n), scratch(d, n), scratch(d, n)
    for q in range(m.nq):
        start[q] = d.qpos[q]
    for i in range(n):
        velocity[i], u[i], r[i], mean[i] = d.qvel[i], 0.0, d.qvel[i], 0.0
    for k in range(size):
        U[k], V[k], mean_rate[k], mean_speed[k] = 0.0, 0.0, 0.0, 0.0
    for i in range(n):
        V[columns * i + n + i] = 1.0
    put_scaled(F, 0, V, 0, 1.0, size)
    why = 0
    for part in range(4):
        weight, ahead = (1.0 / 6.0 if part == 0 or part == 3 else 1.0 / 3.0), (h if part == 3 else 0.5 * h)
        if part > 0:
            for i in range(n):
                u[i] = ahead * r[i]
            put_scaled(U, 0, F, 0, ahead, size)
            put_scaled(V, 0, G, 0, ahead, size)
            for i in range(n):
                V[columns * i + n + i] += 1.0
            go_to(m, d, start, velocity, u, d.qacc, ahead)
            rate_slopes(m, d, u, U, V, r, F)
        why = forward_slopes(m, d, X)
        if why:
            break
        chart_slopes(m, d, u, U, Q)
        chain_slopes(m, d, X, Q, V, G)
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
    for q in range(m.nq):
        d.qpos[q] = start[q]
    for i in range(n):
        d.qvel[i] = velocity[i]
    forward_from(m, d, 0, True)
    d.pstack = mark
    return why


@stage
def store_rungekutta(m, d, Q: Columns, V: Columns, A: ByState, B: ByControl):
    """A and B, from slopes of the next position and of the mean acceleration.

    Reads opt.timestep of the model.
    """
    n, columns = m.nv, columns_of(m)
    for i in range(n):
        put_scaled(A, 2 * n * i, Q, columns * i, 1.0, 2 * n)
        put_scaled(B, m.nu * i, Q, columns * i + 2 * n, 1.0, m.nu)
        put_scaled(A, 2 * n * (n + i), V, columns * i, m.opt.timestep, 2 * n)
        put_scaled(B, m.nu * (n + i), V, columns * i + 2 * n, m.opt.timestep, m.nu)
        A[2 * n * (n + i) + n + i] += 1.0
