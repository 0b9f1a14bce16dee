"""Forward dynamics, stage by stage: from state and controls to accelerations.

Each function here is one line of the pipeline's table in the documentation; the parts live in their own files.
"""

from ..jit import callback, helper, stage
from ..jit.apart import alone
from ..jit.callback import is_set
from ..jit.lanes import any_
from ..jit.structs import width
from ..schema.constants import mjNISLAND
from .actuator.force import actuator_forces, controls, no_actuator_forces
from .collision.driver import count_phases, find_touching, has_contacts
from .collision.join import join_contacts
from .collision.together import collides_together, find_together
from .common.lacking import refuse_flexes, refuse_what_is_lacking
from .common.names import (
    DISCRETE,
    NEWTON,
    OFF_ACTUATION,
    ON_DIAGEXACT,
    ON_ENERGY,
    PGS,
    TIMER_ACTUATION,
    TIMER_COLLISION,
    TIMER_CONSTRAINT,
    TIMER_FORWARD,
    TIMER_INERTIA,
    TIMER_KINEMATICS,
    TIMER_MAKE,
    TIMER_POSITION,
    TIMER_PROJECT,
    TIMER_VELOCITY,
)
from .common.settings import has_metric, has_one_island, shares_rows
from .common.timer import clock, lap
from .constraint.make import clear_counts, count_rows, make_constraint, may_be_constrained
from .constraint.metric import metric_constraint
from .constraint.part import join_forces, part_constraints
from .constraint.project import project_constraint
from .constraint.reference import reference_constraint
from .derivative.free_body import has_lone_bodies
from .discrete.metric import actuator_metric, passive_metric, reserve_metric, smooth_step, turn_lone_bodies
from .dynamics.bias import bias_force
from .dynamics.inertia import com_pos, factor_inertia, make_inertia, solve_awake
from .dynamics.subtree import add_body_force, clear_body_forces, project_awake_forces
from .dynamics.tendon_bias import add_tendon_bias, some_have_bias
from .dynamics.velocity import com_vel
from .force.energy import energy_position, energy_velocity
from .force.passive import passive
from .island.find import find_islands
from .island.together import find_islands_together
from .island.wake import find_contacts, wake_by_equalities, wake_by_tendons
from .position.camera import cameras_and_lights
from .position.kinematics import kinematics
from .position.tendon import tendon_velocities, tendons
from .position.transmission import actuator_velocities, transmission
from .sensor.evaluate import acceleration_sensors, has_sensors, position_sensors, some_read_rows, velocity_sensors
from .sleep.rest import may_sleep, some_sleep, span, span_count
from .solver.solve import solve_constraint, solve_together
from .solver.sweeps import sweep_together

control = callback.control


@stage
def forward_kinematics(m, d):
    """Poses of everything, centres of mass and motion axes, lengths of tendons.

    Reads ntree_awake; opt.enableflags of the model. Writes work.placed. Runs kinematics, com_pos, cameras_and_lights,
    tendons, wake_by_tendons.
    """
    kinematics(m, d)
    com_pos(m, d)
    if m.ncam or m.nlight:
        cameras_and_lights(m, d)
    if m.ntendon:
        tendons(m, d)
        if some_sleep(m, d):
            wake_by_tendons(m, d)
    d.work.placed = 1


@stage
def place_all(m, d):
    """Poses of everything, for whoever asks for them alone: the compiler places bodies of flexes, users are refused.

    Runs upcall.lacking, forward_kinematics.
    """
    refuse_flexes(m, d)
    forward_kinematics(m, d)


@helper
def clear_arenas(d):
    """Forget contacts and rows; worlds that share registers have an arena each, and one for all of them."""
    d.parena, d.ncon = 0, 0
    for k in range(width(d)):
        one = alone(d, k)
        one.parena, one.ncon = 0, 0


@helper
def place_anew(m, d):
    """Poses of everything; contacts and rows are forgotten."""
    refuse_what_is_lacking(m, d)
    clear_arenas(d)
    forward_kinematics(m, d)


@helper
def inertias(m, d):
    """M and its factor."""
    make_inertia(m, d)
    factor_inertia(m, d)


@helper
def rows(m, d):
    """Rows of constraints, and room for the metric of the integrator `discrete`."""
    d.efm_active, d.nefmT, d.nefmA = 0, 0, 0
    if m.opt.integrator == DISCRETE:
        reserve_metric(m, d)
        if width(d) > 1 and may_be_constrained(m, d):
            raise NotImplementedError('worlds that share registers have no metric of rows: step them one by one')
    if shares_rows(m, d):
        find_constraints(m, d)
    else:
        find_constraints_apart(m, d)


@helper
def position_stages(m, d, start, is_solved):
    """Poses, inertia, contacts, constraint rows and transmissions; returns the time when rows were made."""
    place_anew(m, d)
    then = lap(m, d, TIMER_KINEMATICS, start)
    inertias(m, d)
    then = lap(m, d, TIMER_INERTIA, then)
    if has_contacts(m):
        before = d.timer.duration[TIMER_COLLISION]
        if collides_together(m, d):
            find_together(m, d)
        else:
            find_contacts(m, d)
        then += d.timer.duration[TIMER_COLLISION] - before  # a look at the clock is dear to small models
    else:
        count_phases(m, d)
        then = lap(m, d, TIMER_COLLISION, then)
    if is_solved and m.neq and may_sleep(m, d):
        wake_by_equalities(m, d)
    rows(m, d)
    then = lap(m, d, TIMER_MAKE, then)
    if m.nactuator:
        transmission(m, d)
    d.flg_energypos = False
    return then


@stage
def forward_position(m, d):
    """All that depends on positions only.

    Reads nefc, work.pair_end, work.islands_differ; flg_adhesion, jnt_type, jnt_limited, dof_frictionloss, ten_J_rownnz,
    tendon_limited, tendon_frictionloss, opt.integrator, opt.jacobian, opt.disableflags, opt.enableflags, table.lacks of
    the model. Updates ncon, timer.duration, timer.number. Writes efm_active, nefmT, nefmA, flg_energypos. Runs
    callback.time, upcall.lacking, forward_kinematics, make_inertia, factor_inertia, find_together, find_contacts,
    wake_by_equalities, reserve_metric, find_constraints, find_constraints_apart, transmission, find_islands_together,
    part_constraints, prepare_solver.
    """
    start = clock(m, d)
    then = position_stages(m, d, start, True)
    if width(d) > 1 and shares_rows(m, d):
        prepare_together(m, d)
    elif d.nefc:
        prepare_solver(m, d)
    lap(m, d, TIMER_PROJECT, then)
    lap(m, d, TIMER_POSITION, start)


@stage(one_world=True)
def prepare_solver(m, d):
    """Islands, and rows seen through the inertia for solvers that want them.

    Reads nefc. Runs find_islands, project_constraint.
    """
    if d.nefc:
        find_islands(m, d)
        project_constraint(m, d)


@helper
def prepare_together(m, d):
    """Islands of several worlds that share rows; where they have different ones, each world looks for its own."""
    if d.nefc and not has_one_island(m):
        find_islands_together(m, d)
        if d.work.islands_differ:
            part_constraints(m, d)
            prepare_solver(m, d)


@stage
def inverse_position(m, d):
    """All that depends on positions only and that inverse dynamics needs: it looks for no islands.

    Reads nefc, work.pair_end; flg_adhesion, jnt_type, jnt_limited, dof_frictionloss, ten_J_rownnz, tendon_limited,
    tendon_frictionloss, opt.integrator, opt.jacobian, opt.disableflags, opt.enableflags, table.lacks of the model.
    Updates ncon, timer.duration, timer.number. Writes efm_active, nefmT, nefmA, flg_energypos. Runs callback.time,
    upcall.lacking, forward_kinematics, make_inertia, factor_inertia, find_together, find_contacts, wake_by_equalities,
    reserve_metric, find_constraints, find_constraints_apart, transmission, project_constraint.
    """
    start = clock(m, d)
    then = position_stages(m, d, start, False)
    if m.opt.enableflags & ON_DIAGEXACT:
        if d.nefc:
            project_constraint(m, d)
        lap(m, d, TIMER_PROJECT, then)
    lap(m, d, TIMER_POSITION, start)


@stage
def find_constraints(m, d):
    """The rows of all constraints, of one world or of several that share them.

    Reads ncon, work.pair_end; flg_adhesion, jnt_type, jnt_limited, dof_frictionloss, ten_J_rownnz, tendon_limited,
    tendon_frictionloss, opt.jacobian, opt.disableflags, opt.enableflags of the model. Writes ne, nf, nl, nefc, nJ, nY,
    nA, nisland, nidof. Runs upcall.lacking, join_contacts, make_constraint, count_rows.
    """
    refuse_flexes(m, d)
    clear_counts(d)
    if width(d) > 1 and d.ncon and not collides_together(m, d):
        join_contacts(m, d)
    if may_be_constrained(m, d):
        make_constraint(m, d)
        if width(d) > 1:
            count_rows(m, d)


@stage(one_world=True)
def find_constraints_apart(m, d):
    """The rows of all constraints, of each world by itself.

    Runs find_constraints.
    """
    find_constraints(m, d)


@stage(one_world=True)
def reference_apart(m, d):
    """efc_vel and efc_aref of each world by itself.

    Runs reference_constraint.
    """
    reference_constraint(m, d)


@helper
def velocities(m, d):
    """Velocities, and the forces that depend on them; references of rows."""
    refuse_flexes(m, d)
    if m.ntendon:
        tendon_velocities(m, d)
    if m.nactuator:
        actuator_velocities(m, d)
    com_vel(m, d)
    d.flg_energyvel = False
    d.flg_subtreevel = False
    passive(m, d)
    if has_metric(m, d):
        passive_metric(m, d)
    if d.nefc and shares_rows(m, d):
        reference_constraint(m, d)
    elif d.nefc:
        reference_apart(m, d)
    bias_force(m, d)
    if some_have_bias(m):
        add_tendon_bias(m, d, False)


@stage
def forward_velocity(m, d):
    """All that depends on positions and velocities only.

    Reads nefc, efm_active; flg_adhesion, tendon_type, tendon_actuatorid, tendon_armature, opt.integrator, opt.jacobian,
    opt.enableflags of the model. Updates timer.duration, timer.number. Writes flg_energyvel, flg_subtreevel. Runs
    callback.time, upcall.lacking, tendon_velocities, actuator_velocities, com_vel, passive, passive_metric,
    reference_constraint, reference_apart, bias_force, add_tendon_bias.
    """
    start = clock(m, d)
    velocities(m, d)
    lap(m, d, TIMER_VELOCITY, start)


@helper
def actuation(m, d):
    """Forces of actuators, if they are not switched off."""
    if m.nactuator and not m.opt.disableflags & OFF_ACTUATION:
        controls(m, d)
        actuator_forces(m, d)
    else:
        no_actuator_forces(m, d)
    if has_metric(m, d):
        actuator_metric(m, d)


@stage
def forward_actuation(m, d):
    """Forces of actuators.

    Reads efm_active; opt.integrator, opt.disableflags of the model. Updates timer.duration, timer.number. Writes
    actuator_force, qfrc_actuator. Runs callback.time, controls, actuator_forces, actuator_metric.
    """
    start = clock(m, d)
    actuation(m, d)
    lap(m, d, TIMER_ACTUATION, start)


@stage
def forward_acceleration(m, d):
    """qacc_smooth: the acceleration by all forces but those of constraints.

    Reads nefc, efm_active, ntree_awake, qfrc_applied, xfrc_applied, xipos, subtree_com, cdof, qLD, qLDiagInv,
    tree_awake, qfrc_bias, qfrc_passive, qfrc_actuator; body_parentid, body_rootid, dof_bodyid, tree_dofadr,
    tree_dofnum, M_rownnz, M_rowadr, M_colind, opt.integrator, opt.enableflags of the model. Updates qfrc_smooth,
    qacc_smooth, work.cfrc. Runs upcall.lacking, smooth_step, metric_constraint.
    """
    refuse_flexes(m, d)
    accelerate(m, d)


@helper
def accelerate(m, d):
    """qacc_smooth from all forces but those of constraints."""
    pushed = is_pushed(m, d)
    if pushed:
        collect_applied_forces(m, d)
        project_awake_forces(m, d, d.qfrc_smooth)
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            if not pushed:
                d.qfrc_smooth[i] = 0.0
            d.qfrc_smooth[i] += d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i]
            d.qacc_smooth[i] = d.qfrc_smooth[i]
    if has_metric(m, d):
        smooth_step(m, d)
        if d.nefc:
            metric_constraint(m, d)
    else:
        solve_awake(m, d, d.qLD, d.qLDiagInv, d.qacc_smooth)


@helper
def is_pushed(m, d):
    """Whether the user applies forces to bodies."""
    for b in range(1, m.nbody):
        force, torque = d.xfrc_applied.vec3[6 * b], d.xfrc_applied.vec3[6 * b + 3]
        size = abs(force.x) + abs(force.y) + abs(force.z) + abs(torque.x) + abs(torque.y) + abs(torque.z)
        if any_(size != 0.0):  # one branch for six numbers
            return True
    return False


@helper
def collect_applied_forces(m, d):
    """Collect the user's forces on bodies."""
    clear_body_forces(m, d)
    for b in range(1, m.nbody):
        force, torque = d.xfrc_applied.vec3[6 * b], d.xfrc_applied.vec3[6 * b + 3]
        add_body_force(m, d, b, d.xipos[b], force, torque)


@stage(one_world=True)
def solve_apart(m, d):
    """Solve for the forces of constraints, if there are rows, of each world by itself.

    Reads nefc. Runs solve_constraint.
    """
    if d.nefc:
        solve_constraint(m, d)


@helper
def solve_parted(m, d):
    """Let each of several worlds that share rows solve for its own forces."""
    part_constraints(m, d)
    prepare_solver(m, d)
    solve_apart(m, d)
    join_forces(m, d)


@helper
def solve_shared(m, d):
    """Solve for the forces of several worlds that share rows."""
    one_island = has_one_island(m)
    if m.opt.noslip_iterations > 0:
        solve_parted(m, d)
    elif m.opt.solver == NEWTON and (one_island or not d.work.islands_differ):
        solve_together(m, d)
    elif m.opt.solver == PGS and one_island:
        sweep_together(m, d)
    else:
        solve_parted(m, d)


@helper
def solve_rows(m, d):
    """Solve for the forces of constraints, if there are rows."""
    for k in range(width(d)):
        for island in range(mjNISLAND):
            alone(d, k).solver_niter[island] = 0
    if d.nefc and width(d) == 1:
        solve_constraint(m, d)
    elif d.nefc and shares_rows(m, d):
        solve_shared(m, d)
    elif d.nefc:
        solve_apart(m, d)


@helper
def leave_free(m, d):
    """qacc and qfrc_constraint as they are without constraints."""
    for i in range(m.nv):
        d.qacc[i] = d.qacc_smooth[i]
        d.qfrc_constraint[i] = 0.0


@helper
def constrain(m, d):
    """qacc and qfrc_constraint from the rows."""
    leave_free(m, d)
    solve_rows(m, d)
    if has_metric(m, d) and has_lone_bodies(m):
        turn_lone_bodies(m, d)


@stage
def forward_constraint(m, d):
    """qacc: the acceleration by all forces.

    Reads nefc, efm_active, qacc_smooth, work.islands_differ; flg_adhesion, body_parentid, body_treeid, jnt_type,
    dof_jntid, tree_dofadr, tree_dofnum, opt.integrator, opt.jacobian, opt.solver, opt.noslip_iterations,
    opt.disableflags, opt.enableflags of the model. Updates timer.duration, timer.number. Writes solver_niter, qacc,
    qfrc_constraint. Runs callback.time, solve_constraint, part_constraints, prepare_solver, solve_apart, join_forces,
    solve_together, sweep_together, turn_lone_bodies.
    """
    start = clock(m, d)
    constrain(m, d)
    lap(m, d, TIMER_CONSTRAINT, start)


@helper
def part_rows(m, d):
    """Let each of several worlds that share rows have its own."""
    if width(d) > 1 and shares_rows(m, d):
        part_constraints(m, d)


@helper
def know_rows(m, d):
    """Let each of several worlds have its own rows if there is a sensor that reads them."""
    if width(d) > 1 and some_read_rows(m):
        part_rows(m, d)


@helper
def set_energy_position(m, d):
    """Potential energy, if it is asked for and not known yet."""
    if m.opt.enableflags & ON_ENERGY:
        if not d.flg_energypos:
            energy_position(m, d)
    elif not d.flg_energypos:
        d.energy[0] = 0.0
        d.energy[1] = 0.0


@helper
def set_energy_velocity(m, d):
    """Kinetic energy, if it is asked for and not known yet."""
    if m.opt.enableflags & ON_ENERGY and not d.flg_energyvel:
        energy_velocity(m, d)


@stage
def forward_from(m, d, skipstage: int, skipsensor: int):
    """Forward dynamics without the position stage (skipstage 1), or without it and the velocity stage (2).

    Reads flg_energypos, flg_energyvel; flg_adhesion, sensor_type, opt.jacobian, opt.disableflags, opt.enableflags of
    the model. Updates timer.duration, timer.number. Writes flg_rnepost, energy. Runs callback.time, forward_position,
    part_constraints, position_sensors, energy_position, forward_velocity, velocity_sensors, energy_velocity,
    callback.control, forward_actuation, forward_acceleration, forward_constraint, acceleration_sensors.
    """
    start = clock(m, d)
    if skipstage < 1:
        forward_position(m, d)
        if not skipsensor and has_sensors(m):
            know_rows(m, d)
            position_sensors(m, d)
        set_energy_position(m, d)
    if skipstage < 2:
        forward_velocity(m, d)
        if not skipsensor and has_sensors(m):
            know_rows(m, d)
            velocity_sensors(m, d)
        set_energy_velocity(m, d)
    if is_set(m, control):
        control(m, d, 0, 0)
    forward_actuation(m, d)
    forward_acceleration(m, d)
    forward_constraint(m, d)
    if not skipsensor:
        d.flg_rnepost = False
        if has_sensors(m):
            know_rows(m, d)
            acceleration_sensors(m, d)
    lap(m, d, TIMER_FORWARD, start)


@stage
def forward(m, d):
    """Forward dynamics: qacc from the state, controls and applied forces.

    Runs forward_from.
    """
    forward_from(m, d, 0, False)


@helper
def touch_awake(m, d):
    """Contacts where nobody sleeps, found without looks at the clock by one world."""
    if width(d) == 1:
        find_touching(m, d)
    elif collides_together(m, d):
        find_together(m, d)
    else:
        find_contacts(m, d)


@stage
def forward_unsolved(m, d):
    """Forward dynamics where nobody sleeps, up to the rows of constraints: qacc is that without them.

    It is what derivatives ask for, which solve for their forces to rounding: without sensors, islands, and timers, as
    looks at the clock take a tenth of the time of a pendulum. With the metric of `discrete` the solver is asked at
    once.

    Reads nefc, ntree_awake, qfrc_applied, xfrc_applied, xipos, subtree_com, cdof, qLD, qLDiagInv, tree_awake,
    qfrc_bias, qfrc_passive, work.pair_end, work.islands_differ; flg_adhesion, body_parentid, body_rootid, body_treeid,
    body_conaffinity, jnt_type, jnt_limited, dof_bodyid, dof_jntid, dof_frictionloss, tree_dofadr, tree_dofnum,
    geom_type, geom_dataid, geom_size, geom_aabb, geom_margin, geom_gap, hfield_size, tendon_type, tendon_actuatorid,
    ten_J_rownnz, tendon_limited, tendon_armature, tendon_frictionloss, M_rownnz, M_rowadr, M_colind, opt.integrator,
    opt.jacobian, opt.solver, opt.noslip_iterations, opt.disableflags, opt.enableflags, table.lacks of the model.
    Updates maxuse_con, ncon, efm_active, flg_energypos, flg_energyvel, qfrc_actuator, qfrc_smooth, qacc_smooth,
    work.cfrc, work.con_capacity. Writes solver_niter, nefmT, nefmA, flg_subtreevel, energy, qacc, actuator_force,
    qfrc_constraint, work.cone_num, contact.*. Runs upcall.lacking, forward_kinematics, make_inertia, factor_inertia,
    set_motions, every_pair, sweep_and_prune, collide_listed, find_together, find_contacts, reserve_metric,
    find_constraints, find_constraints_apart, transmission, energy_position, tendon_velocities, actuator_velocities,
    com_vel, passive, passive_metric, reference_constraint, reference_apart, bias_force, add_tendon_bias,
    energy_velocity, callback.control, controls, actuator_forces, actuator_metric, smooth_step, metric_constraint,
    prepare_solver, solve_constraint, part_constraints, solve_apart, join_forces, solve_together, sweep_together,
    turn_lone_bodies.
    """
    place_anew(m, d)
    inertias(m, d)
    if has_contacts(m):
        touch_awake(m, d)
    rows(m, d)
    if m.nactuator:
        transmission(m, d)
    d.flg_energypos = False
    set_energy_position(m, d)
    velocities(m, d)
    set_energy_velocity(m, d)
    if is_set(m, control):
        control(m, d, 0, 0)
    actuation(m, d)
    accelerate(m, d)
    if width(d) == 1 and has_metric(m, d):
        prepare_solver(m, d)
        constrain(m, d)
    else:
        leave_free(m, d)
