"""Derivatives of the step: how the next state and the sensors change with the present state and the controls.

One step for each variable that is perturbed, or two if centered. The order is such that each step finds in place what
it does not compute anew: controls and activations leave positions and velocities alone, velocities leave positions
alone. Positions are perturbed, and compared, in their tangent space. All steps start from the same warm start.
"""

from typing import NamedTuple

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.arguments import Out
from ....jit.clock import now
from ....jit.errors import FatalError
from ....jit.rows import rest_of
from ....jit.structs import given
from ...check import check_pos, check_vel
from ...common.interrupt import answer
from ...common.names import DISCRETE, EULER, ON_FWDINV, ON_SLEEP, RK4, TIMER_STEP
from ...common.timer import clock, stop_timer
from ...forward import forward_from
from ...inverse import compare_with_forward
from ...pipeline import integrate
from .euler import LINEAR, NONE, kind_of_dampers, repeat_euler
from .perturb import clear, difference, displacement, put, store_column, take, turn_by_dof

CONTROL, ACTIVATION, VELOCITY, POSITION = range(4)  # in the order in which they are perturbed
VARIABLES = 4
ROWS = 5  # vectors for a step: unperturbed, increased, decreased; for their difference; of zeros
State = Out('1+nq+2*nv+na+nu+nplastic')


class How(NamedTuple):
    """How a step is tried, see `step_onward`."""

    skip: int
    skip_sensor: bool
    refactor: bool


@stage
def step_onward(m, d, skip: int, skip_sensor: bool, refactor: bool):
    """A step without its first `skip` stages (position, velocity).

    The integrator Euler uses the matrix of the step before unless it is to `refactor`. Unlike `step` this does not look
    for divergence: that would start the world anew in the middle of a comparison.
    """
    start = clock(m, d)
    forward_from(m, d, skip, skip_sensor)
    if m.opt.enableflags & ON_FWDINV:
        compare_with_forward(m, d)
    if refactor:
        integrate(m, d)
    else:
        repeat_euler(m, d)
    stop_timer(m, d, TIMER_STEP, start)


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
def try_step(m, d, how, kept, outcome):
    """Take a step as said, note the state and the sensors it leads to, and go back."""
    step_onward(m, d, how.skip, how.skip_sensor, how.refactor)
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
    difference(rest_of(slope, m.nv), rest_of(upper, m.nq), rest_of(lower, m.nq), m.nv + m.na + m.nsensordata, 1.0 / h)


@helper
def variable_slope(m, d, eps, centered, how, kind, i, kept, outcomes):
    """The change of a step with a variable, in the fourth row of `outcomes`; zero if the variable may not be moved."""
    size = outcome_size(m)
    upper, lower, moves = rest_of(outcomes, 0), rest_of(outcomes, 0), 0
    for side in range(2):  # up, then down if centered or if up is not allowed
        h = eps if side == 0 else -eps
        if (side == 0 or centered or moves == 0) and may_move(m, d, kind, i, h):
            move_variable(m, d, kind, i, h, rest_of(outcomes, 4 * size))
            try_step(m, d, how, kept, rest_of(outcomes, (1 + side) * size))
            moves += 1
            if side == 0:
                upper = rest_of(outcomes, size)
            else:
                lower = rest_of(outcomes, 2 * size)
    slope = rest_of(outcomes, 3 * size)
    if moves > 0:
        state_slope(m, upper, lower, moves * eps, slope)
    else:
        clear(slope, size)


@helper
def refuse_others(m):
    """Refuse models that have what cannot be differentiated."""
    if m.opt.integrator == RK4:
        raise FatalError('mjd_transitionFD: RK4 integrator is not supported: set opt.integrator to another one')
    if m.opt.integrator < EULER or m.opt.integrator > DISCRETE:
        raise FatalError('mjd_transitionFD: invalid integrator: set opt.integrator to a value of mjtIntegrator')
    if m.opt.enableflags & ON_SLEEP:
        raise FatalError('mjd_transitionFD: sleeping is not supported: switch the flag sleep off')
    if m.nhistory:
        raise FatalError('mjd_transitionFD: delays are not supported: remove `nsample` and `delay` of actuators and '
                         'sensors')


@stage
def transition(m, d, eps: float, flg_centered: bool, A: Out('2*nv+na,2*nv+na', optional=True),
               B: Out('2*nv+na,nu', optional=True), C: Out('nsensordata,2*nv+na', optional=True),
               D: Out('nsensordata,nu', optional=True), kept: State):
    """A, C = derivatives of next state and sensors by the state, which is kept; B, D = by the controls."""
    refuse_others(m)
    check_pos(m, d)
    check_vel(m, d)
    keep_state(m, d, kept)
    mark, outcomes = d.pstack, scratch(d, ROWS * outcome_size(m))
    clear(rest_of(outcomes, 4 * outcome_size(m)), m.nv)
    blind = not (given(C) or given(D))
    try_step(m, d, How(0, blind, True), kept, outcomes)
    dampers, heard = kind_of_dampers(m), now()
    nx, slope = 2 * m.nv + m.na, rest_of(outcomes, 3 * outcome_size(m))
    for kind in range(VARIABLES):
        of_state, of_sensors, columns = A, C, nx
        if kind == CONTROL:
            of_state, of_sensors, columns = B, D, m.nu
        how = How(stages_before(kind), blind, changes_factor(kind, dampers))
        for i in range(variable_count(m, kind) if given(of_state) or given(of_sensors) else 0):
            variable_slope(m, d, eps, flg_centered, how, kind, i, kept, outcomes)
            store_column(of_state, columns, column_of(m, kind, i), slope, 0, nx)
            store_column(of_sensors, columns, column_of(m, kind, i), slope, nx, m.nsensordata)
            heard = answer(heard)
    d.pstack = mark


@stage
def keep(m, d, kept: State):
    """Remember the state."""
    keep_state(m, d, kept)


@stage
def restore(m, d, kept: State):
    """Go back to the state that was kept, after a computation was interrupted."""
    restore_state(m, d, kept)
