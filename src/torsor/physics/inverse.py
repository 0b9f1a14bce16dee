"""Inverse dynamics: the joint forces that produce given accelerations."""

from ..jit import helper, stage
from ..jit.arena import scratch
from ..jit.entry import entry, same_model
from ..jit.errors import FatalError
from .bias import inverse_force
from .constraint.product import multiply_jacobian
from .constraint.update import update_constraint
from .discrete import actuator_metric
from .discrete_inverse import metric_force
from .energy import energy_position, energy_velocity
from .forward import forward_position, forward_velocity, has_metric
from .inertia import joint_end, rotor_inertia
from .names import ON_ENERGY, ON_INVDISCRETE, RK4, TIMER_CONSTRAINT, TIMER_INVERSE
from .step_inverse import continuous_acceleration
from .timer import clock, lap
from .transmission import drives_joint


@stage
def inverse_constraint(m, d):
    """qfrc_constraint at the given qacc: forces follow from accelerations row by row, without a solver."""
    start = clock(m, d)
    if d.nefc:
        constraint_forces(m, d)
    else:
        for i in range(m.nv):
            d.qfrc_constraint[i] = 0.0
    lap(m, d, TIMER_CONSTRAINT, start)


@stage
def constraint_forces(m, d):
    """efc_force, efc_state and qfrc_constraint at the given qacc."""
    mark = d.pstack
    jar = scratch(d, d.nefc)
    multiply_jacobian(m, d, d.qacc, jar)
    for r in range(d.nefc):
        jar[r] -= d.efc_aref[r]
    update_constraint(m, d, jar, False)
    d.pstack = mark


@helper
def add_rotor_force(m, d, a):
    """Add what turns the rotor of an actuator, on all dofs of the joint it drives."""
    j = m.actuator_trnid[a, 0]
    for i in range(m.jnt_dofadr[j], joint_end(m, j)):
        d.qfrc_inverse[i] += rotor_inertia(m, a) * d.qacc[i]


@stage
def inverse_acceleration(m, d):
    """qfrc_inverse from qacc: Newton-Euler and the inertia of rotors, less passive and constraint forces."""
    inverse_force(m, d)
    for i in range(m.nv):
        d.qfrc_inverse[i] += m.dof_armature[i] * d.qacc[i] - d.qfrc_passive[i] - d.qfrc_constraint[i]
    for a in range(m.nactuator):
        if drives_joint(m, a):
            add_rotor_force(m, d, a)


@stage
def inverse_discrete(m, d):
    """qfrc_inverse from the change of velocity in a step of the integrator `discrete`."""
    actuator_metric(m, d)
    metric_force(m, d)
    for i in range(m.nv):
        d.qfrc_inverse[i] = d.work.step_force[i] + d.qfrc_bias[i] - d.qfrc_passive[i] - d.qfrc_constraint[i]


@helper
def inverse_from(m, d, skip, skip_sensor):
    """Inverse dynamics without the first `skip` of: position stage, velocity stage."""
    start = clock(m, d)
    if skip < 1:
        forward_position(m, d)
        if m.opt.enableflags & ON_ENERGY:
            energy_position(m, d)
    if skip < 2:
        forward_velocity(m, d)
        if m.opt.enableflags & ON_ENERGY:
            energy_velocity(m, d)
    if has_metric(m, d):
        inverse_constraint(m, d)
        inverse_discrete(m, d)
    elif m.opt.enableflags & ON_INVDISCRETE:
        if m.opt.integrator == RK4:
            raise FatalError('inverse dynamics in discrete time does not exist for the integrator RK4: '
                             'choose another, or switch the flag invdiscrete off')
        continuous_acceleration(m, d)
        inverse_constraint(m, d)
        inverse_acceleration(m, d)
        for i in range(m.nv):
            d.qacc[i] = d.work.step_acc[i]
    else:
        inverse_constraint(m, d)
        inverse_acceleration(m, d)
    d.flg_rnepost = False
    lap(m, d, TIMER_INVERSE, start)


@stage
def inverse(m, d):
    """qfrc_inverse: the forces, beside passive and constraint forces, that give qacc."""
    inverse_from(m, d, 0, False)


@entry('int bool')
def inverse_skip(m, d, skip, skip_sensor):
    """Inverse dynamics without the position stage (skip 1), or without position and velocity stages (skip 2)."""
    same_model(m, d)
    inverse_from(m, d, skip, skip_sensor)
