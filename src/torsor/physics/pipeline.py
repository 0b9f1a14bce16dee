"""The simulation step: check the state, forward dynamics, integrate.

    step   = check_pos, check_vel, forward, check_acc, integrate
    step1  = check_pos, check_vel, position and velocity stages, control callback
    step2  = the other stages of forward, check_acc, integrate (Euler in place of Runge-Kutta)
"""

from ..jit import callback, helper, stage
from ..jit.callback import is_set
from ..jit.clock import now
from ..jit.errors import FatalError
from .check import check_acc, check_pos, check_vel
from .common.interrupt import answer
from .common.names import DISCRETE, EULER, IMPLICIT, IMPLICITFAST, ON_FWDINV, RK4, TIMER_ADVANCE, TIMER_STEP
from .common.timer import clock, lap
from .forward import (
    forward,
    forward_acceleration,
    forward_actuation,
    forward_constraint,
    forward_position,
    forward_velocity,
    know_rows,
    set_energy_position,
    set_energy_velocity,
)
from .integrate.euler import discrete, euler
from .integrate.implicit import implicit, implicitfast
from .integrate.rungekutta import rungekutta4
from .inverse import compare_with_forward
from .sensor.evaluate import acceleration_sensors, has_sensors, position_sensors, velocity_sensors

control = callback.control


@helper
def integrate(m, d):
    """Advance the state with the integrator of the model; Runge-Kutta is chosen by `step`."""
    start = clock(m, d)
    if m.opt.integrator == IMPLICITFAST:
        implicitfast(m, d)
    elif m.opt.integrator == IMPLICIT:
        implicit(m, d)
    elif m.opt.integrator == DISCRETE:
        discrete(m, d)
    else:
        euler(m, d)
    lap(m, d, TIMER_ADVANCE, start)


@stage
def step(m, d):
    """Advance the simulation by one time step.

    Reads opt.integrator, opt.enableflags of the model. Updates timer.duration, timer.number. Runs callback.time,
    check_pos, check_vel, forward, check_acc, compare_with_forward, rungekutta4, implicitfast, implicit, discrete,
    euler.
    """
    if m.opt.integrator < EULER or m.opt.integrator > DISCRETE:
        raise FatalError('mj_step: invalid integrator: set opt.integrator to a value of mjtIntegrator')
    start = clock(m, d)
    check_pos(m, d)
    check_vel(m, d)
    forward(m, d)
    check_acc(m, d)
    if m.opt.enableflags & ON_FWDINV:
        compare_with_forward(m, d)
    if m.opt.integrator == RK4:
        rungekutta4(m, d)
    else:
        integrate(m, d)
    lap(m, d, TIMER_STEP, start)


@stage
def steps(m, d, nstep: int = 1):
    """Advance the simulation by a number of time steps.

    Runs step.
    """
    heard = now() if nstep > 1 else 0.0
    for _ in range(nstep):
        step(m, d)
        if nstep > 1:
            heard = answer(heard)


@stage
def step1(m, d):
    """The part of a step before controls are needed.

    Reads flg_energypos, flg_energyvel; flg_adhesion, sensor_type, opt.jacobian, opt.disableflags, opt.enableflags of
    the model. Updates timer.duration, timer.number. Writes energy. Runs callback.time, check_pos, check_vel,
    forward_position, part_constraints, position_sensors, energy_position, forward_velocity, velocity_sensors,
    energy_velocity, callback.control.
    """
    start = clock(m, d)
    check_pos(m, d)
    check_vel(m, d)
    forward_position(m, d)
    if has_sensors(m):
        know_rows(m, d)
        position_sensors(m, d)
    set_energy_position(m, d)
    forward_velocity(m, d)
    if has_sensors(m):
        know_rows(m, d)
        velocity_sensors(m, d)
    set_energy_velocity(m, d)
    if is_set(m, control):
        control(m, d, 0, 0)
    lap(m, d, TIMER_STEP, start)


@stage
def step2(m, d):
    """The part of a step after controls have been set.

    Reads flg_adhesion, sensor_type, opt.integrator, opt.jacobian, opt.disableflags, opt.enableflags of the model.
    Updates timer.duration, timer.number. Writes flg_rnepost. Runs callback.time, forward_actuation,
    forward_acceleration, forward_constraint, part_constraints, acceleration_sensors, check_acc, compare_with_forward,
    implicitfast, implicit, discrete, euler.
    """
    start = clock(m, d)
    forward_actuation(m, d)
    forward_acceleration(m, d)
    forward_constraint(m, d)
    d.flg_rnepost = False
    if has_sensors(m):
        know_rows(m, d)
        acceleration_sensors(m, d)
    check_acc(m, d)
    if m.opt.enableflags & ON_FWDINV:
        compare_with_forward(m, d)
    integrate(m, d)
    d.timer.duration[TIMER_STEP] += clock(m, d) - start  # step1 has counted the step
