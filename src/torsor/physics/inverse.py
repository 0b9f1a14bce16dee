"""Inverse dynamics: the joint forces that produce given accelerations."""

from ..jit import helper, stage
from ..jit.arena import scratch
from ..jit.errors import FatalError
from ..jit.lanes import sqrt
from .common.names import ON_ENERGY, ON_INVDISCRETE, RK4, TIMER_CONSTRAINT, TIMER_INVERSE
from .common.timer import clock, lap
from .constraint.block import all_rows
from .constraint.metric import inverse_metric_constraint
from .constraint.product import multiply_jacobian
from .constraint.update import update_constraint
from .discrete.inverse import metric_force
from .discrete.metric import actuator_metric, factor_backbone
from .dynamics.bias import inverse_force
from .dynamics.subtree import project_body_forces
from .dynamics.tendon_bias import add_tendon_bias, some_have_bias
from .force.energy import energy_position, energy_velocity
from .forward import collect_applied_forces, forward_velocity, has_metric, inverse_position
from .integrate.inverse import continuous_acceleration
from .sensor.evaluate import acceleration_sensors, has_sensors, position_sensors, velocity_sensors


@helper
def copy_numbers(target, source, count):
    for i in range(count):
        target[i] = source[i]


@stage
def inverse_constraint(m, d):
    """qfrc_constraint at the given qacc: forces follow from accelerations row by row, without a solver.

    Reads nefc. Updates timer.duration, timer.number. Writes qfrc_constraint. Runs callback.time, constraint_forces.
    """
    start = clock(m, d)
    if d.nefc:
        constraint_forces(m, d)
    else:
        for i in range(m.nv):
            d.qfrc_constraint[i] = 0.0
    lap(m, d, TIMER_CONSTRAINT, start)


@stage
def constraint_forces(m, d):
    """efc_force, efc_state and qfrc_constraint at the given qacc.

    Reads nefc, qacc, contact.friction, contact.mu, contact.dim, efc_type, efc_id, efc_J_rownnz, efc_J_rowadr,
    efc_J_colind, efc_J, efc_frictionloss, efc_D, efc_R, efc_aref; opt.jacobian of the model. Updates qfrc_constraint,
    efc_force. Writes contact.H, efc_state, work.efc_phase.
    """
    mark = d.pstack
    jar = scratch(d, d.nefc)
    multiply_jacobian(all_rows(m, d), d.qacc, jar)
    for r in range(d.nefc):
        jar[r] -= d.efc_aref[r]
    update_constraint(m, d, jar, False)
    d.pstack = mark


@stage
def inverse_acceleration(m, d):
    """qfrc_inverse from qacc: what moves the inertia, less passive and constraint forces.

    Reads qfrc_passive, qfrc_constraint; tendon_type, tendon_actuatorid, tendon_armature of the model. Updates
    qfrc_inverse. Runs inverse_force, add_tendon_bias.
    """
    inverse_force(m, d)
    if some_have_bias(m):
        add_tendon_bias(m, d, True)
    for i in range(m.nv):
        d.qfrc_inverse[i] -= d.qfrc_passive[i] + d.qfrc_constraint[i]


@stage
def inverse_discrete(m, d):
    """qfrc_inverse from the change of velocity in a step of the integrator `discrete`.

    Reads nefc, qfrc_bias, qfrc_passive, qfrc_constraint, work.step_force. Writes qfrc_inverse. Runs actuator_metric,
    factor_backbone, inverse_metric_constraint, inverse_constraint, metric_force.
    """
    actuator_metric(m, d)
    factor_backbone(m, d)
    if d.nefc:
        inverse_metric_constraint(m, d)
    inverse_constraint(m, d)
    metric_force(m, d)
    for i in range(m.nv):
        d.qfrc_inverse[i] = d.work.step_force[i] + d.qfrc_bias[i] - d.qfrc_passive[i] - d.qfrc_constraint[i]


@stage
def inverse_forces(m, d):
    """qfrc_inverse from qacc, once all that depends on positions and velocities is known.

    Reads efm_active; opt.integrator, opt.enableflags of the model. Runs inverse_discrete, continuous_acceleration,
    inverse_constraint, inverse_acceleration.
    """
    if has_metric(m, d):
        inverse_discrete(m, d)
    elif m.opt.enableflags & ON_INVDISCRETE:
        if m.opt.integrator == RK4:
            raise FatalError('inverse dynamics in discrete time does not exist for the integrator RK4: '
                             'choose another, or switch the flag invdiscrete off')
        continuous_acceleration(m, d)
        inverse_constraint(m, d)
        inverse_acceleration(m, d)
    else:
        inverse_constraint(m, d)
        inverse_acceleration(m, d)


@helper
def restore_acceleration(m, d):
    """Let qacc be the change of velocity again that inverse dynamics in discrete time was asked for."""
    if m.opt.enableflags & ON_INVDISCRETE and not has_metric(m, d):
        copy_numbers(d.qacc, d.work.step_acc, m.nv)


@stage
def inverse_from(m, d, skipstage: int, skipsensor: int):
    """Inverse dynamics without the position stage (skipstage 1), or without it and the velocity stage (2).

    Reads efm_active, flg_energypos, flg_energyvel, work.step_acc; opt.integrator, opt.disableflags, opt.enableflags of
    the model. Updates timer.duration, timer.number. Writes flg_rnepost, qacc. Runs callback.time, inverse_position,
    position_sensors, energy_position, forward_velocity, velocity_sensors, energy_velocity, inverse_forces,
    acceleration_sensors.
    """
    start = clock(m, d)
    if skipstage < 1:
        inverse_position(m, d)
        if not skipsensor and has_sensors(m):
            position_sensors(m, d)
        if m.opt.enableflags & ON_ENERGY and not d.flg_energypos:
            energy_position(m, d)
    if skipstage < 2:
        forward_velocity(m, d)
        if not skipsensor and has_sensors(m):
            velocity_sensors(m, d)
        if m.opt.enableflags & ON_ENERGY and not d.flg_energyvel:
            energy_velocity(m, d)
    inverse_forces(m, d)
    if not skipsensor:
        d.flg_rnepost = False
        if has_sensors(m):
            acceleration_sensors(m, d)
    restore_acceleration(m, d)
    lap(m, d, TIMER_INVERSE, start)


@stage
def inverse(m, d):
    """qfrc_inverse: the forces, beside passive and constraint forces, that give qacc.

    Runs inverse_from.
    """
    inverse_from(m, d, 0, False)


# ---- comparison with forward dynamics ----
@helper
def norm_of_difference(a, b, count):
    """Euclidean length of a - b."""
    total = 0.0
    for i in range(count):
        total += (a[i] - b[i]) * (a[i] - b[i])
    return sqrt(total)


@stage(one_world=True)
def compare_with_forward(m, d):
    """solver_fwdinv: how much forward and inverse dynamics differ, in constraint forces and in what is applied.

    Leaves the forces of forward dynamics in place.

    Reads nefc, efm_active, qfrc_applied, xfrc_applied, xipos, subtree_com, cdof, qfrc_actuator, qfrc_inverse,
    work.step_acc; body_parentid, body_rootid, dof_bodyid, opt.integrator, opt.enableflags of the model. Updates
    qfrc_constraint, work.cfrc, efc_force. Writes solver_fwdinv, qacc. Runs inverse_forces.
    """
    d.solver_fwdinv[0], d.solver_fwdinv[1] = 0.0, 0.0
    if d.nefc:
        mark = d.pstack
        applied, projected, forces = scratch(d, m.nv), scratch(d, m.nv), scratch(d, d.nefc)
        copy_numbers(projected, d.qfrc_constraint, m.nv)
        copy_numbers(forces, d.efc_force, d.nefc)
        inverse_forces(m, d)
        restore_acceleration(m, d)
        collect_applied_forces(m, d)
        project_body_forces(m, d, applied)
        for i in range(m.nv):
            applied[i] += d.qfrc_applied[i] + d.qfrc_actuator[i]
        d.solver_fwdinv[0] = norm_of_difference(projected, d.qfrc_constraint, m.nv)
        d.solver_fwdinv[1] = norm_of_difference(applied, d.qfrc_inverse, m.nv)
        copy_numbers(d.qfrc_constraint, projected, m.nv)
        copy_numbers(d.efc_force, forces, d.nefc)
        d.pstack = mark
