"""Inverse dynamics: the joint forces that produce given accelerations."""

from ..jit import helper, stage
from ..jit.entry import entry, same_model
from .bias import inverse_force
from .energy import energy_position, energy_velocity
from .forward import forward_position, forward_velocity
from .names import ON_ENERGY, TIMER_INVERSE
from .timer import clock, lap
from .transmission import drives_scalar_joint


@stage
def inverse_constraint(m, d):
    """qfrc_constraint at the given qacc."""
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0


@helper
def rotor_forces(m, d, a):
    """Inertia of the rotor of an actuator, as a force on the dof it drives."""
    if drives_scalar_joint(m, a):
        gear = m.actuator_gear[m.actuator_outadr[a], 0]
        i = m.jnt_dofadr[m.actuator_trnid[a, 0]]
        d.qfrc_inverse[i] += m.actuator_armature[a] * gear * gear * d.qacc[i]


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
    inverse_constraint(m, d)
    inverse_force(m, d)
    for i in range(m.nv):
        d.qfrc_inverse[i] += m.dof_armature[i] * d.qacc[i] - d.qfrc_passive[i] - d.qfrc_constraint[i]
    for a in range(m.nactuator):
        rotor_forces(m, d, a)
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
