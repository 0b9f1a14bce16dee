"""Forces whose derivatives nobody has written down: they are computed on dual numbers, seven columns at a time.

Tendons that are no sums of joints, actuators whose moments depend on position, attachments: a model that has one
of these leaves to duals all forces of tendons and actuators, and of all rows but those of contacts, at the
accelerations that forward dynamics has found. Duals of q and v pass through the same stages as numbers do.
"""

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.dual_numbers import SLOPES, WIDTH, dual_data, slopes_in
from ....jit.structs import flat
from ....jit.values import Quat, normalized
from ...actuator.force import actuator_forces, controls
from ...common.names import (
    BALL,
    EQ_JOINT,
    EQ_TENDON,
    FREE,
    OFF_ACTUATION,
    OFF_CONSTRAINT,
    OFF_DAMPER,
    OFF_EQUALITY,
    TENDON_FIXED,
    TRN_JOINT,
    TRN_JOINTINPARENT,
    TRN_TENDON,
)
from ...common.settings import has_metric
from ...constraint.block import all_rows
from ...constraint.make import clear_counts, make_constraint
from ...constraint.metric import inverse_metric_constraint
from ...constraint.product import multiply_jacobian_transposed
from ...constraint.reference import reference_constraint
from ...constraint.update import update_rows
from ...dynamics.inertia import com_pos
from ...dynamics.velocity import com_vel
from ...force.passive import tendon_springs_and_dampers
from ...position.kinematics import kinematics
from ...position.tendon import tendon_velocities, tendons
from ...position.transmission import actuator_velocities, transmission
from ..velocity.fluid import fluid_derivative
from ..velocity.velocity import actuator_derivative, damper_derivative
from .fluid import has_fluid
from .frame import put_still
from .inverse import Columns, columns_of
from .rows import dof_of, entries_of
from .smooth import put_buffers
from .smoothing import update_softly, weigh_rows


# ---- which models ----
@helper
def moves_along(m, a):
    """Whether the moment of an actuator is constant, and that of its length."""
    kind, target = m.actuator_trntype[a], m.actuator_trnid[a, 0]
    if kind == TRN_JOINT or kind == TRN_JOINTINPARENT:
        return m.jnt_type[target] != FREE and m.jnt_type[target] != BALL
    return kind == TRN_TENDON and m.tendon_type[target] == TENDON_FIXED


@helper
def is_rare(m, d):
    """Whether a model has forces that are left to duals."""
    for t in range(m.ntendon):
        if m.tendon_type[t] != TENDON_FIXED:
            return True
    for a in range(0 if m.opt.disableflags & OFF_ACTUATION else m.nactuator):
        if not moves_along(m, a):
            return True
    for e in range(0 if m.opt.disableflags & (OFF_CONSTRAINT | OFF_EQUALITY) else m.neq):
        if d.eq_active[e] and m.eq_type[e] != EQ_JOINT and m.eq_type[e] != EQ_TENDON:
            return True
    return False


# ---- on duals ----
@stage
def positions_on_duals(m, d, has_rows: bool):
    """All that depends on positions only, without contacts; rows if there are any."""
    d.parena, d.ncon, d.efm_active = 0, 0, 0
    kinematics(m, d)
    com_pos(m, d)
    if m.ntendon > 0:
        tendons(m, d)
    if has_rows:
        make_constraint(m, d)
    else:
        clear_counts(d)
    if m.nactuator > 0:
        transmission(m, d)


@stage
def passive_on_duals(m, d):
    """Forces of tendons, in qfrc_passive."""
    for i in range(m.nv):
        d.qfrc_spring[i], d.qfrc_damper[i] = 0.0, 0.0
    if m.ntendon > 0:
        tendon_springs_and_dampers(m, d)
    for i in range(m.nv):
        d.qfrc_passive[i] = d.qfrc_spring[i] + d.qfrc_damper[i]


@stage
def rows_on_duals(m, d):
    """Forces of rows at the accelerations qacc, in qfrc_constraint."""
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
    if d.nefc > 0:
        reference_constraint(m, d)
        if has_metric(m, d):
            inverse_metric_constraint(m, d)
        for r in range(d.nefc):
            start, count = entries_of(m, d, r)
            total = -d.efc_aref[r]
            for k in range(count):
                total += d.efc_J[start + k] * d.qacc[dof_of(m, d, start, k)]
            d.efc_b[r] = total
        rows = all_rows(m, d)
        if d.work.reach > 0.0:
            mark, stiff = d.pstack, scratch(d, d.nefc)
            weigh_rows(d, stiff)
            update_softly(d, rows, d.efc_b, stiff, False)
            d.pstack = mark
        else:
            update_rows(d, rows, d.efc_b, False)
        multiply_jacobian_transposed(rows, d.efc_force, d.qfrc_constraint)


@stage
def forces_on_duals(m, d, driven: bool):
    """The forces that are left to duals, in qfrc_smooth; those of actuators if `driven`."""
    com_vel(m, d)
    if m.ntendon > 0:
        tendon_velocities(m, d)
    passive_on_duals(m, d)
    rows_on_duals(m, d)
    for i in range(m.nv):
        d.qfrc_smooth[i] = d.qfrc_passive[i] + d.qfrc_constraint[i]
    if driven and m.nactuator > 0 and not m.opt.disableflags & OFF_ACTUATION:
        actuator_velocities(m, d)
        controls(m, d)
        actuator_forces(m, d)
        for i in range(m.nv):
            d.qfrc_smooth[i] += d.qfrc_actuator[i]


@stage
def damping_on_duals(m, d):
    """qDeriv times work.step_acc, without the bias force, in qfrc_bias."""
    for k in range(m.nD):
        d.qDeriv[k] = 0.0
    if has_fluid(m):
        fluid_derivative(m, d)
    if not m.opt.disableflags & OFF_DAMPER:
        damper_derivative(m, d)
    if m.nactuator > 0 and not m.opt.disableflags & OFF_ACTUATION:
        actuator_derivative(m, d)
    for i in range(m.nv):
        total = d.qDeriv[m.D_rowadr[i]] * d.work.step_acc[m.D_colind[m.D_rowadr[i]]]
        for k in range(m.D_rowadr[i] + 1, m.D_rowadr[i] + m.D_rownnz[i]):
            total += d.qDeriv[k] * d.work.step_acc[m.D_colind[k]]
        d.qfrc_bias[i] = total


# ---- seeds ----
@helper
def seed_turn(numbers, q, k, axis):
    """Let variable k be a turn of the quaternion at q about one of its own axes."""
    turn = Quat(0.0, 0.5 if axis == 0 else 0.0, 0.5 if axis == 1 else 0.0, 0.5 if axis == 2 else 0.0)
    rate = Quat(numbers[WIDTH * q], numbers[WIDTH * (q + 1)], numbers[WIDTH * (q + 2)], numbers[WIDTH * (q + 3)]) * turn
    numbers[WIDTH * q + k], numbers[WIDTH * (q + 1) + k] = rate.w, rate.x
    numbers[WIDTH * (q + 2) + k], numbers[WIDTH * (q + 3) + k] = rate.y, rate.z


@helper
def seed_position(m, numbers, i, k):
    """Let variable k be the position of dof i."""
    j = m.dof_jntid[i]
    kind, q, part = m.jnt_type[j], m.jnt_qposadr[j], i - m.jnt_dofadr[j]
    if kind == FREE and part >= 3:
        seed_turn(numbers, q + 3, k, part - 3)
    elif kind == BALL:
        seed_turn(numbers, q, k, part)
    else:
        numbers[WIDTH * (q + part) + k] = 1.0


@helper
def put_positions(m, d, numbers):
    """Positions, with quaternions of unit length, without slopes."""
    put_still(numbers, 0, m.nq, d.qpos)
    for j in range(m.njnt):
        kind, q = m.jnt_type[j], m.jnt_qposadr[j]
        if kind == FREE or kind == BALL:
            q += 3 if kind == FREE else 0
            unit = normalized(d.qpos.quat[q])
            numbers[WIDTH * q], numbers[WIDTH * (q + 1)] = unit.w, unit.x
            numbers[WIDTH * (q + 2)], numbers[WIDTH * (q + 3)] = unit.y, unit.z


@stage
def load_duals(m, d):
    """Copy state and inputs to the duals, without slopes."""
    duals = dual_data(d)
    put_positions(m, d, slopes_in(duals.qpos))
    put_still(slopes_in(duals.qvel), 0, m.nv, d.qvel)
    put_still(slopes_in(duals.qacc), 0, m.nv, d.qacc)
    put_still(slopes_in(duals.work.step_acc), 0, m.nv, d.work.step_acc)
    put_still(slopes_in(duals.act), 0, m.na, d.act)
    put_still(slopes_in(duals.act_dot), 0, m.na, d.act_dot)
    put_still(slopes_in(duals.ctrl), 0, m.nu, d.ctrl)
    put_still(slopes_in(duals.plastic), 0, m.nplastic, d.plastic)
    put_buffers(m, d)
    put_still(slopes_in(duals.mocap_pos), 0, 3 * m.nmocap, flat(d.mocap_pos))
    put_still(slopes_in(duals.mocap_quat), 0, 4 * m.nmocap, flat(d.mocap_quat))
    for e in range(m.neq):
        duals.eq_active[e] = d.eq_active[e]


@helper
def seed_variable(m, duals, column, k):
    """Let variable k be that of a column: a position, a velocity, an activation or a control."""
    if column < m.nv:
        seed_position(m, slopes_in(duals.qpos), column, k)
    elif column < 2 * m.nv:
        slopes_in(duals.qvel)[WIDTH * (column - m.nv) + k] = 1.0
    elif column < 2 * m.nv + m.na:
        slopes_in(duals.act)[WIDTH * (column - 2 * m.nv) + k] = 1.0
    else:
        slopes_in(duals.ctrl)[WIDTH * (column - 2 * m.nv - m.na) + k] = 1.0


@stage
def seed_columns(m, d, first: int, count: int):
    """Let the variables of `count` columns, from the first on, be those of duals."""
    load_duals(m, d)
    duals = dual_data(d)
    for k in range(count):
        seed_variable(m, duals, first + k, 1 + k)


# ---- all columns ----
@helper
def take_columns(m, numbers, first, count, scale, R):
    """Add slopes, times a factor, to columns of R."""
    for i in range(m.nv):
        for k in range(count):
            R[columns_of(m) * i + first + k] += scale * numbers[WIDTH * i + 1 + k]


@stage
def add_rare_columns(m, d, R: Columns, driven: bool, damping: bool):
    """Add the slopes of forces that are left to duals to the columns of positions and velocities.

    If `damping`, not those but h d(qDeriv) s, of which implicit integrators are made, without the bias force.
    """
    duals = dual_data(d)
    for by_velocity in range(2):
        for first in range(0, m.nv, SLOPES):
            count = min(SLOPES, m.nv - first)
            seed_columns(m, d, by_velocity * m.nv + first, count)
            if not by_velocity or first == 0:
                positions_on_duals(m, duals, d.ne + d.nf + d.nl > 0)
            forces_on_duals(m, duals, driven)
            if damping:
                damping_on_duals(m, duals)
                take_columns(m, slopes_in(duals.qfrc_bias), by_velocity * m.nv + first, count, m.opt.timestep, R)
            else:
                take_columns(m, slopes_in(duals.qfrc_smooth), by_velocity * m.nv + first, count, 1.0, R)
