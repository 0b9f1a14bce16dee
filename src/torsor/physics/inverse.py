"""Inverse dynamics: the joint forces that produce given accelerations."""

from ..jit import helper, stage
from ..jit.arena import scratch
from ..jit.errors import FatalError
from ..jit.lanes import sqrt
from .common.empty import clear_arena
from .common.names import (
    ON_DIAGEXACT,
    ON_INVDISCRETE,
    RK4,
    TIMER_INERTIA,
    TIMER_KINEMATICS,
    TIMER_MAKE,
    TIMER_PROJECT,
)
from .common.settings import has_metric
from .common.timer import record_time, timed
from .common.unsupported import refuse_unsupported
from .constraint.block import all_rows
from .constraint.make import make_constraint
from .constraint.metric import inverse_metric_constraint
from .constraint.product import multiply_jacobian
from .constraint.project import project_constraint
from .constraint.update import update_constraint
from .discrete.inverse import metric_force
from .discrete.metric import actuator_metric, factor_backbone, init_metric
from .dynamics.bias import inverse_force
from .dynamics.inertia import factor_inertia, make_inertia
from .dynamics.subtree import project_body_forces
from .dynamics.tendon_bias import add_tendon_bias, some_have_bias
from .force.applied import collect_applied_forces
from .force.energy import update_kinetic_energy, update_potential_energy_if_enabled
from .forward import forward_kinematics, forward_velocity
from .integrate.inverse import continuous_acceleration
from .island.wake import detect_contacts
from .position.transmission import transmission
from .sensor.evaluate import update_acceleration_sensors, update_position_sensors, update_velocity_sensors


@helper
def copy_numbers(target, source, count):
    for i in range(count):
        target[i] = source[i]


@stage
@timed('position')
def inverse_position(m, d):
    """All that depends on positions only and that inverse dynamics needs: it looks for no islands."""
    refuse_unsupported(m, d)
    clear_arena(d)
    forward_kinematics(m, d)
    record_time(m, d, TIMER_KINEMATICS)
    make_inertia(m, d)
    factor_inertia(m, d)
    record_time(m, d, TIMER_INERTIA)
    detect_contacts(m, d)
    init_metric(m, d)
    make_constraint(m, d)
    record_time(m, d, TIMER_MAKE)
    if m.nactuator:
        transmission(m, d)
    d.flg_energypos = False
    if m.opt.enableflags & ON_DIAGEXACT:
        if d.nefc:
            project_constraint(m, d)
        record_time(m, d, TIMER_PROJECT)


@stage
@timed('constraint')
def inverse_constraint(m, d):
    """qfrc_constraint at the given qacc: forces follow from accelerations row by row, without a solver."""
    if d.nefc:
        constraint_forces(m, d)
    else:
        for i in range(m.nv):
            d.qfrc_constraint[i] = 0.0


@stage
def constraint_forces(m, d):
    """efc_force, efc_state and qfrc_constraint at the given qacc."""
    mark = d.pstack
    jar = scratch(d, d.nefc)
    multiply_jacobian(all_rows(m, d), d.qacc, jar)
    for r in range(d.nefc):
        jar[r] -= d.efc_aref[r]
    update_constraint(m, d, jar, False)
    d.pstack = mark


@stage
def inverse_acceleration(m, d):
    """qfrc_inverse from qacc: what moves the inertia, less passive and constraint forces."""
    inverse_force(m, d)
    if some_have_bias(m):
        add_tendon_bias(m, d, True)
    for i in range(m.nv):
        d.qfrc_inverse[i] -= d.qfrc_passive[i] + d.qfrc_constraint[i]


@stage
def inverse_discrete(m, d):
    """qfrc_inverse from the change of velocity in a step of the integrator `discrete`."""
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
    """qfrc_inverse from qacc, once all that depends on positions and velocities is known."""
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
@timed('inverse')
def inverse_from(m, d, skipstage: int, skipsensor: int):
    """Inverse dynamics without the position stage (skipstage 1), or without it and the velocity stage (2)."""
    if skipstage < 1:
        inverse_position(m, d)
        if not skipsensor:
            update_position_sensors(m, d)
        update_potential_energy_if_enabled(m, d)
    if skipstage < 2:
        forward_velocity(m, d)
        if not skipsensor:
            update_velocity_sensors(m, d)
        update_kinetic_energy(m, d)
    inverse_forces(m, d)
    if not skipsensor:
        d.flg_rnepost = False
        update_acceleration_sensors(m, d)
    restore_acceleration(m, d)


@stage
def inverse(m, d):
    """qfrc_inverse: the forces, beside passive and constraint forces, that give qacc."""
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
