"""From the slopes of the acceleration of the step to those of the state after it.

Positions are charts: q' = q exp(h w) changes by exp(h w)' dq + h Jr(h w) dw.
"""

from ....jit import helper, routine, stage
from ....jit.arena import scratch
from ....jit.arguments import Out
from ....jit.dual_numbers import SLOPES, WIDTH, dual_data, slopes_in
from ....jit.lanes import each
from ....jit.per_world import alone, take
from ....jit.rows import put_apart, put_scaled, rest_of
from ....jit.structs import width
from ....jit.values import Vec3, exponential, matrix
from ...common.names import BALL, FREE, OFF_ACTUATION
from ...integrate.euler import step_activations
from .chart import right_jacobian
from .columns import seed_columns
from .inverse import Columns, columns_of, variables_of
from .residual import motions_on_duals, poses_on_duals
from .smooth import actuators_on_duals, add_inputs, add_outputs, some_are_odd
from .users import has_users_code, put_inputs

ByState, ByControl = Out('2*nv+na,2*nv+na'), Out('2*nv+na,nu')


@helper
def turn_of_step(m, d, i):
    """Rotation vector of the step of a ball, or of the rotation of a free joint, whose dofs start at i."""
    h = m.opt.timestep
    return Vec3(h * (d.qvel[i] + h * d.work.step_acc[i]), h * (d.qvel[i + 1] + h * d.work.step_acc[i + 1]),
                h * (d.qvel[i + 2] + h * d.work.step_acc[i + 2]))


@helper
def add_in_each(d, matrices, size, at, x):
    """Add what each world has in a number to an entry of its matrix, of so many numbers."""
    for k in range(width(d)):
        matrices[size * k + at] += take(x, k)


@helper
def add_square(d, matrices, size, length, row, column, square):
    """Add a 3 x 3 matrix to rows and columns of matrices, whose rows have that length."""
    for k in range(3):
        x = square.col_x if k == 0 else (square.col_y if k == 1 else square.col_z)
        at = length * row + column + k
        add_in_each(d, matrices, size, at, x.x)
        add_in_each(d, matrices, size, at + length, x.y)
        add_in_each(d, matrices, size, at + 2 * length, x.z)


@helper
def store_straight(m, d, i, X, columns, first, matrices, size, length, by_state):
    """Rows of a position that is a number, and of its velocity: x' = x + h v', v' = v + h a, from slopes of a."""
    h, source, above, below = m.opt.timestep, columns * i + first, length * i, length * (m.nv + i)
    put_apart(matrices, below, size, X, source, h, length)
    put_apart(matrices, above, size, X, source, h * h, length)
    if by_state:
        add_in_each(d, matrices, size, above + i, each(1.0, h))
        add_in_each(d, matrices, size, above + m.nv + i, h)
        add_in_each(d, matrices, size, below + m.nv + i, each(1.0, h))


@routine
def store_turn(m, d, i, X, columns, first, matrices, size, length, by_state):
    """Rows of a rotation, whose dofs start at i, and of its velocity."""
    h, mark = m.opt.timestep, d.pstack
    turn, rows = turn_of_step(m, d, i), scratch(d, 3 * length)
    slope = right_jacobian(turn)
    for c in range(length):
        at = columns * i + first + c
        v = slope @ Vec3(X[at], X[at + columns], X[at + 2 * columns])
        rows[c], rows[length + c], rows[2 * length + c] = v.x, v.y, v.z
    for k in range(3):
        put_apart(matrices, length * (m.nv + i + k), size, X, columns * (i + k) + first, h, length)
        put_apart(matrices, length * (i + k), size, rows, length * k, h * h, length)
    if by_state:
        for k in range(3):
            add_in_each(d, matrices, size, (length + 1) * (m.nv + i + k), each(1.0, h))
        add_square(d, matrices, size, length, i, m.nv + i, slope * h)
        add_square(d, matrices, size, length, i, i, matrix(exponential(turn)).T)
    d.pstack = mark


@helper
def store_motion(m, d, X, columns, first, matrices, length, by_state):
    """Rows of positions and velocities of A, `by_state`, or of another matrix, with rows of that length: from slopes of
    accelerations, rows of `columns` numbers from the first on."""
    size = (2 * m.nv + m.na) * length
    for j in range(m.njnt):
        kind, i = m.jnt_type[j], m.jnt_dofadr[j]
        straight = 3 if kind == FREE else (0 if kind == BALL else 1)
        for k in range(i, i + straight):
            store_straight(m, d, k, X, columns, first, matrices, size, length, by_state)
        if kind == FREE or kind == BALL:
            store_turn(m, d, i + straight, X, columns, first, matrices, size, length, by_state)


@stage
def set_activation_columns(m, d, rows: Columns):
    """Rows of activations after the step, of all columns: functions of the user's may let them follow anything."""
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
    """Rows of activations after the step or, if `rates`, of their rates, like those of R."""
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
    """A and B, from slopes X of the acceleration of the step; of several worlds those of the next one follow."""
    nx, columns = 2 * m.nv + m.na, columns_of(m)
    store_motion(m, d, X, columns, 0, A, nx, True)
    if m.nu > 0:
        store_motion(m, d, X, columns, nx, B, m.nu, False)
    for k in range(width(d) if m.na > 0 else 0):
        store_activations(alone(m, k), alone(d, k), rest_of(A, nx * nx * k), rest_of(B, nx * m.nu * k), nx, columns)
