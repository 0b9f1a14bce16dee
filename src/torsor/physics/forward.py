"""Forward dynamics, stage by stage: from state and controls to accelerations.

Each function here is one line of the pipeline's table in the documentation; the parts live in their own files. It says
what happens to a world. What several worlds do that share registers, where it is something else, is in lanes/.
"""

from ..jit import helper, stage
from .actuator.force import actuator_forces, call_control_callback, controls, no_actuator_forces
from .common.empty import clear_arena
from .common.names import OFF_ACTUATION, TIMER_INERTIA, TIMER_KINEMATICS, TIMER_MAKE, TIMER_PROJECT
from .common.timer import record_time, timed
from .common.unsupported import refuse_flexes, refuse_unsupported
from .constraint.make import make_constraint
from .constraint.reference import reference_constraint
from .discrete.metric import add_actuator_metric, add_passive_metric, correct_free_bodies, init_metric, solve_smooth
from .dynamics.bias import bias_force
from .dynamics.inertia import com_pos, factor_inertia, make_inertia
from .dynamics.tendon_bias import add_tendon_bias, some_have_bias
from .dynamics.velocity import com_vel
from .force.applied import sum_smooth_forces
from .force.energy import update_kinetic_energy, update_potential_energy
from .force.passive import passive
from .island.wake import detect_contacts, wake_trees_by_equalities, wake_trees_by_tendons
from .position.camera import cameras_and_lights
from .position.kinematics import kinematics
from .position.tendon import tendon_velocities, tendons
from .position.transmission import actuator_velocities, transmission
from .sensor.evaluate import update_acceleration_sensors, update_position_sensors, update_velocity_sensors
from .solver.solve import prepare_solver, solve_constraint, start_unconstrained


@stage
def forward_kinematics(m, d):
    """Poses of everything, centres of mass and motion axes, lengths of tendons."""
    kinematics(m, d)
    com_pos(m, d)
    if m.ncam or m.nlight:
        cameras_and_lights(m, d)
    if m.ntendon:
        tendons(m, d)
        wake_trees_by_tendons(m, d)
    d.work.placed = 1


@stage
@timed('position')
def forward_position(m, d):
    """All that depends on positions only."""
    refuse_unsupported(m, d)
    clear_arena(d)
    forward_kinematics(m, d)
    record_time(m, d, TIMER_KINEMATICS)
    make_inertia(m, d)
    factor_inertia(m, d)
    record_time(m, d, TIMER_INERTIA)
    detect_contacts(m, d)
    wake_trees_by_equalities(m, d)
    init_metric(m, d)
    make_constraint(m, d)
    record_time(m, d, TIMER_MAKE)
    if m.nactuator:
        transmission(m, d)
    d.flg_energypos = False
    if d.nefc:
        prepare_solver(m, d)
    record_time(m, d, TIMER_PROJECT)


@stage
@timed('velocity')
def forward_velocity(m, d):
    """All that depends on positions and velocities only."""
    refuse_flexes(m, d)
    if m.ntendon:
        tendon_velocities(m, d)
    if m.nactuator:
        actuator_velocities(m, d)
    com_vel(m, d)
    d.flg_energyvel, d.flg_subtreevel = False, False
    passive(m, d)
    add_passive_metric(m, d)
    if d.nefc:
        reference_constraint(m, d)
    bias_force(m, d)
    if some_have_bias(m):
        add_tendon_bias(m, d, False)


@stage
@timed('actuation')
def forward_actuation(m, d):
    """Forces of actuators, if they are not switched off."""
    if m.nactuator and not m.opt.disableflags & OFF_ACTUATION:
        controls(m, d)
        actuator_forces(m, d)
    else:
        no_actuator_forces(m, d)
    add_actuator_metric(m, d)


@stage
def forward_acceleration(m, d):
    """qacc_smooth: the acceleration by all forces but those of constraints."""
    refuse_flexes(m, d)
    sum_smooth_forces(m, d)
    solve_smooth(m, d)


@stage
@timed('constraint')
def forward_constraint(m, d):
    """qacc: the acceleration by all forces."""
    start_unconstrained(m, d)
    if d.nefc:
        solve_constraint(m, d)
    correct_free_bodies(m, d)


@helper
def before_controls(m, d, skipstage, skipsensor):
    """All that depends on positions (unless skipstage is 1) and velocities (unless it is 2); the user sets controls."""
    if skipstage < 1:
        forward_position(m, d)
        if not skipsensor:
            update_position_sensors(m, d)
        update_potential_energy(m, d)
    if skipstage < 2:
        forward_velocity(m, d)
        if not skipsensor:
            update_velocity_sensors(m, d)
        update_kinetic_energy(m, d)
    call_control_callback(m, d)


@helper
def after_controls(m, d, skipsensor):
    """All that depends on forces."""
    forward_actuation(m, d)
    forward_acceleration(m, d)
    forward_constraint(m, d)
    if not skipsensor:
        d.flg_rnepost = False
        update_acceleration_sensors(m, d)


@stage
@timed('forward')
def forward_from(m, d, skipstage: int, skipsensor: int):
    """Forward dynamics without the position stage (skipstage 1), or without it and the velocity stage (2)."""
    before_controls(m, d, skipstage, skipsensor)
    after_controls(m, d, skipsensor)


@stage
def forward(m, d):
    """Forward dynamics: qacc from the state, controls and applied forces."""
    forward_from(m, d, 0, False)
