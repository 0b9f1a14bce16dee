"""Derivatives of inverse dynamics: how the forces, the sensors and the inertia matrix change with position, velocity
and acceleration.
"""

from ...jit import helper, stage
from ...jit.entry import given
from ...jit.native import Out, native, row
from ..forward import forward_actuation
from ..inverse import inverse_from
from .perturb import clear, put, store_row, take, turn_by_dof
from .transition import Matrix

ACCELERATION, VELOCITY, POSITION = range(3)  # in the order in which they are perturbed
VARIABLES = 3
ROWS = 3  # vectors for inverse dynamics: unperturbed, perturbed; of zeros


@stage
def inverse_onward(m, d):
    """Inverse dynamics without its first work.skipped stages (position, velocity), with sensors if work.sensing."""
    inverse_from(m, d, d.work.skipped, d.work.sensing == 0)


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
def try_inverse(m, d, actuation, kept, outcome):
    """Run inverse dynamics, note forces, sensors and inertia matrix, and go back; without actuators if `actuation`."""
    inverse_onward(m, d)
    if actuation:
        forward_actuation(m, d)
        if d.work.sensing:  # some sensors tell the forces of actuators
            d.work.skipped = 2
            inverse_onward(m, d)
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


@native
def inverse_slopes(m, d, eps: float, actuation: int, DfDq: Matrix, DfDv: Matrix, DfDa: Matrix, DsDq: Matrix,
                   DsDv: Matrix, DsDa: Matrix, DmDq: Matrix, kept: Out('*'), outcomes: Out('*')):
    """Derivatives of forces f and sensors s by position q, velocity v and acceleration a, and of M by q.

    Row i is for variable i. `kept` has room for q, v and a, `outcomes` for ROWS vectors of f, s and M.
    """
    keep_motion(m, d, kept)
    length, ns = m.nv + m.nsensordata + m.nC, m.nsensordata
    before, after, unit = row(outcomes, 0), row(outcomes, length), row(outcomes, 2 * length)
    clear(unit, m.nv)
    d.work.skipped, d.work.sensing = 0, int(given(DsDq) or given(DsDv) or given(DsDa))
    try_inverse(m, d, actuation != 0, kept, before)
    for kind in range(VARIABLES):
        forces, sensors = DfDq, DsDq
        if kind == ACCELERATION:
            forces, sensors = DfDa, DsDa
        elif kind == VELOCITY:
            forces, sensors = DfDv, DsDv
        wanted = given(forces) or given(sensors) or (kind == POSITION and given(DmDq))
        for i in range(m.nv if wanted else 0):
            move_motion(m, d, kind, i, eps, unit)
            d.work.skipped = 2 - kind  # stages that do not depend on the variable
            try_inverse(m, d, actuation != 0, kept, after)
            store_row(forces, i, after, before, 0, m.nv, 1.0 / eps)
            store_row(sensors, i, after, before, m.nv, ns, 1.0 / eps)
            if kind == POSITION:
                store_row(DmDq, i, after, before, m.nv + ns, m.nC, 1.0 / eps)


@native
def restore(m, d, kept: Out('*')):
    """Go back to the motion that an interrupted computation has remembered."""
    restore_motion(m, d, kept)
