"""Derivatives of inverse dynamics: how the forces, the sensors and the inertia matrix change with position, velocity
and acceleration.
"""

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.arguments import Out
from ....jit.clock import now
from ....jit.errors import FatalError
from ....jit.structs import given
from ...common.interrupt import answer
from ...common.names import DISCRETE, EULER, ON_SLEEP, RK4
from ...forward import forward_actuation
from ...inverse import inverse_from
from .perturb import clear, put, store_row, take, turn_by_dof

ACCELERATION, VELOCITY, POSITION = range(3)  # in the order in which they are perturbed
VARIABLES = 3
Motion = Out('nq+2*nv')
Forces, Sensors = Out('nv,nv', optional=True), Out('nv,nsensordata', optional=True)


@helper
def copy_motion(m, d, kept, copy):
    """Copy positions, velocities and accelerations with `copy`, which is `put` or `take`."""
    at = copy(kept, 0, d.qpos, m.nq)
    at = copy(kept, at, d.qvel, m.nv)
    copy(kept, at, d.qacc, m.nv)


@helper
def keep_motion(m, d, kept):
    """Remember the motion."""
    copy_motion(m, d, kept, put)


@helper
def restore_motion(m, d, kept):
    """Go back to the motion that was remembered."""
    copy_motion(m, d, kept, take)


@helper
def try_inverse(m, d, skip, blind, actuation, kept, outcome):
    """Run inverse dynamics without its first `skip` stages, note forces, sensors and inertia matrix, and go back.

    Forces are noted without those of actuators if `actuation`.
    """
    inverse_from(m, d, skip, blind)
    if actuation:
        forward_actuation(m, d)
        if not blind:  # some sensors tell the forces of actuators
            inverse_from(m, d, 2, blind)
    for i in range(m.nv):
        outcome[i] = d.qfrc_inverse[i] - (d.qfrc_actuator[i] if actuation else 0.0)
    at = put(outcome, m.nv, d.sensordata, m.nsensordata)
    put(outcome, at, d.M, m.nC)
    restore_motion(m, d, kept)


@helper
def move_motion(m, d, kind, i, h, unit):
    """Move a variable by h."""
    if kind == ACCELERATION:
        d.qacc[i] += h
    elif kind == VELOCITY:
        d.qvel[i] += h
    else:
        turn_by_dof(m, d, unit, i, h)


@helper
def refuse_others(m):
    """Refuse models that have what cannot be differentiated."""
    if m.opt.integrator == RK4:
        raise FatalError('mjd_inverseFD: RK4 integrator is not supported: set opt.integrator to another one')
    if m.opt.integrator < EULER or m.opt.integrator > DISCRETE:
        raise FatalError('mjd_inverseFD: invalid integrator: set opt.integrator to a value of mjtIntegrator')
    if m.opt.enableflags & ON_SLEEP:
        raise FatalError('mjd_inverseFD: sleeping is not supported: switch the flag sleep off')
    if m.opt.noslip_iterations:
        raise FatalError('mjd_inverseFD: noslip solver is not supported: set opt.noslip_iterations to 0')


@stage
def inverse_slopes(m, d, eps: float, flg_actuation: bool, DfDq: Forces, DfDv: Forces, DfDa: Forces, DsDq: Sensors,
                   DsDv: Sensors, DsDa: Sensors, DmDq: Out('nv,nC', optional=True), kept: Motion):
    """Derivatives of forces f and sensors s by position q, velocity v and acceleration a, and of M by q.

    Row i is for variable i. q, v and a are kept.
    """
    refuse_others(m)
    mark = d.pstack
    length, ns = m.nv + m.nsensordata + m.nC, m.nsensordata
    before, after, unit = scratch(d, length), scratch(d, length), scratch(d, m.nv)
    clear(unit, m.nv)
    blind = not (given(DsDq) or given(DsDv) or given(DsDa))
    try_inverse(m, d, 0, blind, flg_actuation, kept, before)
    heard = now()
    for kind in range(VARIABLES):
        forces, sensors = DfDq, DsDq
        if kind == ACCELERATION:
            forces, sensors = DfDa, DsDa
        elif kind == VELOCITY:
            forces, sensors = DfDv, DsDv
        wanted = given(forces) or given(sensors) or (kind == POSITION and given(DmDq))
        for i in range(m.nv if wanted else 0):
            move_motion(m, d, kind, i, eps, unit)
            try_inverse(m, d, 2 - kind, blind, flg_actuation, kept, after)  # without stages that do not depend on it
            store_row(forces, i, after, before, 0, m.nv, 1.0 / eps)
            store_row(sensors, i, after, before, m.nv, ns, 1.0 / eps)
            if kind == POSITION:
                store_row(DmDq, i, after, before, m.nv + ns, m.nC, 1.0 / eps)
            heard = answer(heard)
    d.pstack = mark


@stage
def keep(m, d, kept: Motion):
    """Remember positions, velocities and accelerations."""
    keep_motion(m, d, kept)


@stage
def restore(m, d, kept: Motion):
    """Go back to the motion that was kept, after a computation was interrupted."""
    restore_motion(m, d, kept)
