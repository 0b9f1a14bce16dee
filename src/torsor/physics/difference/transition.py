"""Derivatives of the step: how the next state and the sensors change with the present state and the controls.

One step for each variable that is perturbed, or two if centered. The order is such that each step finds in place what
it does not compute anew: controls and activations leave positions and velocities alone, velocities leave positions
alone. Positions are perturbed, and compared, in their tangent space. All steps start from the same warm start.
"""

from ...jit import helper, stage
from ...jit.entry import given
from ...jit.native import Out, native, row
from ..check import check_pos, check_vel
from ..common.names import ON_FWDINV, TIMER_STEP
from ..common.timer import clock, lap
from ..forward import forward_from
from ..inverse import compare_with_forward
from ..pipeline import integrate
from .euler import LINEAR, NONE, kind_of_dampers, repeat_euler
from .perturb import clear, difference, displacement, put, store_column, take, turn_by_dof

CONTROL, ACTIVATION, VELOCITY, POSITION = range(4)  # in the order in which they are perturbed
VARIABLES = 4
ROWS = 5  # vectors for a step: unperturbed, increased, decreased; for their difference; of zeros
Matrix = Out('*', optional=True)  # the numbers of a matrix row by row


@stage
def step_onward(m, d):
    """A step without its first work.skipped stages (position, velocity), and with sensors if work.sensing.

    The integrator Euler uses the matrix of the step before unless work.refactors. Unlike `step` this does not look
    for divergence: that would start the world anew in the middle of a comparison.
    """
    start = clock(m, d)
    forward_from(m, d, d.work.skipped, d.work.sensing == 0)
    if m.opt.enableflags & ON_FWDINV:
        compare_with_forward(m, d)
    if d.work.refactors:
        integrate(m, d)
    else:
        repeat_euler(m, d)
    lap(m, d, TIMER_STEP, start)


# ---- the state before, and the result of a step ----
@helper
def copy_state(m, d, kept, copy):
    """Copy all fields of the state that a step changes with `copy`, which is `put` or `take`."""
    at = copy(kept, 1, d.qpos, m.nq)
    at = copy(kept, at, d.qvel, m.nv)
    at = copy(kept, at, d.qacc_warmstart, m.nv)
    at = copy(kept, at, d.act, m.na)
    at = copy(kept, at, d.ctrl, m.nu)
    copy(kept, at, d.plastic, m.nplastic)


@helper
def keep_state(m, d, kept):
    """Remember all that a step changes in the state."""
    kept[0] = d.time
    copy_state(m, d, kept, put)


@helper
def restore_state(m, d, kept):
    """Go back to the state that was remembered."""
    d.time = kept[0]
    copy_state(m, d, kept, take)


@helper
def try_step(m, d, kept, outcome):
    """Take a step, note the state and the sensors it leads to, and go back."""
    step_onward(m, d)
    at = put(outcome, 0, d.qpos, m.nq)
    at = put(outcome, at, d.qvel, m.nv)
    at = put(outcome, at, d.act, m.na)
    put(outcome, at, d.sensordata, m.nsensordata)
    restore_state(m, d, kept)


# ---- variables ----
@helper
def variable_count(m, kind):
    if kind == CONTROL:
        return m.nu
    return m.na if kind == ACTIVATION else m.nv


@helper
def stages_before(kind):
    """How many of position and velocity stage do not depend on a variable."""
    if kind == POSITION:
        return 0
    return 1 if kind == VELOCITY else 2


@helper
def changes_factor(kind, dampers):
    """Whether a variable changes the matrix of the integrator Euler, if that has one."""
    return dampers == NONE or kind == POSITION or (kind == VELOCITY and dampers != LINEAR)


@helper
def may_move(m, d, kind, i, h):
    """Whether a variable may be moved by h: a control with limits must be within them before and after."""
    if kind != CONTROL or not m.actuator_ctrllimited[i]:
        return True
    low, high, before = m.actuator_ctrlrange[i, 0], m.actuator_ctrlrange[i, 1], d.ctrl[i]
    return low <= before <= high and low <= before + h <= high


@helper
def move_variable(m, d, kind, i, h, unit):
    """Move a variable by h."""
    if kind == CONTROL:
        d.ctrl[i] += h
    elif kind == ACTIVATION:
        d.act[i] += h
    elif kind == VELOCITY:
        d.qvel[i] += h
    else:
        turn_by_dof(m, d, unit, i, h)


@helper
def column_of(m, kind, i):
    """The column of a variable in the matrices for the controls, or for the state: position, velocity, activation."""
    if kind == ACTIVATION:
        return 2 * m.nv + i
    return m.nv + i if kind == VELOCITY else i


# ---- matrices ----
@helper
def outcome_size(m):
    return m.nq + m.nv + m.na + m.nsensordata


@helper
def state_slope(m, upper, lower, h, slope):
    """slope = (upper - lower) / h for the outcomes of two steps, positions in tangent space."""
    displacement(m, slope, h, lower, upper)
    difference(row(slope, m.nv), row(upper, m.nq), row(lower, m.nq), m.nv + m.na + m.nsensordata, 1.0 / h)


@helper
def variable_slope(m, d, eps, centered, kind, i, kept, outcomes):
    """The change of a step with a variable, in the fourth row of `outcomes`; zero if the variable may not be moved."""
    size = outcome_size(m)
    upper, lower, moves = row(outcomes, 0), row(outcomes, 0), 0
    for side in range(2):  # up, then down if centered or if up is not allowed
        h = eps if side == 0 else -eps
        if (side == 0 or centered != 0 or moves == 0) and may_move(m, d, kind, i, h):
            move_variable(m, d, kind, i, h, row(outcomes, 4 * size))
            try_step(m, d, kept, row(outcomes, (1 + side) * size))
            moves += 1
            if side == 0:
                upper = row(outcomes, size)
            else:
                lower = row(outcomes, 2 * size)
    slope = row(outcomes, 3 * size)
    if moves > 0:
        state_slope(m, upper, lower, moves * eps, slope)
    else:
        clear(slope, size)


@native
def transition(m, d, eps: float, centered: int, A: Matrix, B: Matrix, C: Matrix, D: Matrix, kept: Out('*'),
               outcomes: Out('*')):
    """A, C = derivatives of next state and sensors by the state; B, D = by the controls.

    `kept` has room for the state, `outcomes` for ROWS vectors of next state and sensors.
    """
    keep_state(m, d, kept)
    check_pos(m, d)
    check_vel(m, d)
    keep_state(m, d, kept)
    clear(row(outcomes, 4 * outcome_size(m)), m.nv)
    d.work.skipped, d.work.refactors, d.work.sensing = 0, 1, int(given(C) or given(D))
    try_step(m, d, kept, outcomes)
    dampers = kind_of_dampers(m)
    nx, slope = 2 * m.nv + m.na, row(outcomes, 3 * outcome_size(m))
    for kind in range(VARIABLES):
        state, sensors, columns = A, C, nx
        if kind == CONTROL:
            state, sensors, columns = B, D, m.nu
        d.work.skipped, d.work.refactors = stages_before(kind), int(changes_factor(kind, dampers))
        for i in range(variable_count(m, kind) if given(state) or given(sensors) else 0):
            variable_slope(m, d, eps, centered, kind, i, kept, outcomes)
            store_column(state, columns, column_of(m, kind, i), slope, 0, nx)
            store_column(sensors, columns, column_of(m, kind, i), slope, nx, m.nsensordata)


@native
def restore(m, d, kept: Out('*')):
    """Go back to the state that an interrupted computation has remembered."""
    restore_state(m, d, kept)
