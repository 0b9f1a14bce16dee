"""Exact derivatives of inverse dynamics r = M a + bias - (wrenches on bodies) by position and velocity.

A move along dof j turns all that j carries by S_j. With Sd_j = v_p x S_j and Sdd_j = a_p x S_j + v_p x Sd_j, where v_p
and a_p are velocity and acceleration before the joint of j, the force f_b on a body that j carries changes by
    d f_b / d q_j = S_j x* f_b + I_b Sdd_j + B_b Sd_j,     d f_b / d qd_j = I_b w_j + B_b S_j
with the B and w of derivative/bias.py. I and B add up over subtrees. In S_i' f the term S_j x* f cancels with the turn
of S_i if j carries i too:
    d r_i / d q_j = S_i' (I_i Sdd_j + B_i Sd_j)                  j carries dof i (or both turn one ball)
    d r_i / d q_j = S_i' (I_j Sdd_j + B_j Sd_j + S_j x* F_j)     i carries dof j
Wrenches from outside are part of F; how they change is added where they are known (contact.py).
Cost: O(nv depth). See Singh, Russo and Wensing 2022; Carpentier and Mansard 2018.
"""

from ....jit import helper, stage
from ....jit.arguments import Scratched
from ....jit.values import STILL, cross, cross_force, cross_motion, dot
from ...common.names import BALL, FREE
from ...dynamics.bias import base_acceleration
from ..velocity.bias import gyroscopic_force, rotational_inertia_rate, set_axis_rates

Columns = Scratched('nv')  # rows of columns_of(m) numbers: matrices that kernels give each other
Acceleration = Scratched('nv')


@helper
def variables_of(m):
    """Numbers that slopes are by: positions in tangent space, velocities, activations, controls."""
    return 2 * m.nv + m.na + m.nu


@helper
def columns_of(m):
    """Numbers in a row of R: a column for each variable, and columns of zeros up to whole registers."""
    return (variables_of(m) + 3) & -4


# ---- motion of bodies and axes ----
@helper
def note_motion(d, i, axis, rate, v, a, part):
    """Note the motion before dof i, whose axis has this rate."""
    d.work.velocity_above[i], d.work.joint_acc_above[i] = v, part
    d.work.axis_acc[i] = cross_motion(a, axis) + cross_motion(v, rate)


@helper
def after_axis(axis, rate, speed, acceleration, v, a, part):
    """Velocity and accelerations after a dof, from those before."""
    share = axis * acceleration
    return v + axis * speed, a + (rate * speed + share), part + share


@helper
def pass_axis(d, x, i, v, a, part):
    """Note the motion before dof i; returns velocity and accelerations after it."""
    axis, rate = d.cdof[i], d.cdof_dot[i]
    note_motion(d, i, axis, rate, v, a, part)
    return after_axis(axis, rate, d.qvel[i], x[i], v, a, part)


@helper
def pass_axes(d, x, i, v, a, part):
    """The same of the dofs i.. that move together, three of them."""
    for k in range(i, i + 3):
        note_motion(d, k, d.cdof[k], d.cdof_dot[k], v, a, part)
    for k in range(i, i + 3):
        v, a, part = after_axis(d.cdof[k], d.cdof_dot[k], d.qvel[k], x[k], v, a, part)
    return v, a, part


@stage
def set_motions(m, d, x: Acceleration):
    """Motions and forces of bodies, not yet summed over subtrees, for the joint accelerations x."""
    d.work.joint_acc[0], d.work.body_acc[0], d.work.body_load[0] = STILL, base_acceleration(m), STILL
    for b in range(1, m.nbody):
        p = m.body_parentid[b]
        v, a, part = d.cvel[p], d.work.body_acc[p], d.work.joint_acc[p]
        for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
            kind, i = m.jnt_type[j], m.jnt_dofadr[j]
            if kind == FREE:
                v, a, part = pass_axes(d, x, i, v, a, part)
                i += 3
            if kind == FREE or kind == BALL:
                v, a, part = pass_axes(d, x, i, v, a, part)
            else:
                v, a, part = pass_axis(d, x, i, v, a, part)
        d.work.joint_acc[b], d.work.body_acc[b] = part, a
        momentum = d.cinert[b] @ d.cvel[b]
        d.work.body_load[b] = d.cinert[b] @ a + cross_force(d.cvel[b], momentum)
        d.work.momentum[b] = momentum
        d.work.inertia_rate[b] = rotational_inertia_rate(d.cinert[b], d.cvel[b])


# ---- slopes of inverse dynamics ----
@helper
def turn_together(m, i, j):
    """Whether two dofs are about axes of one ball, or of the rotation of one free joint."""
    joint = m.dof_jntid[i]
    if joint != m.dof_jntid[j]:
        return False
    kind, first = m.jnt_type[joint], m.jnt_dofadr[joint]
    return kind == BALL or (kind == FREE and i >= first + 3 and j >= first + 3)


@helper
def sum_over_subtrees(m, d):
    """Momentum, rate of inertia and force of each subtree."""
    for b in range(m.nbody - 1, 0, -1):
        p = m.body_parentid[b]
        if p > 0:
            d.work.momentum[p] += d.work.momentum[b]
            d.work.inertia_rate[p] += d.work.inertia_rate[b]
            d.work.body_load[p] += d.work.body_load[b]


@helper
def set_columns(m, d):
    """What changes of positions and velocities of each dof do to the force on its own subtree."""
    for j in range(m.njnt):
        set_axis_rates(m, d, j)
    for i in range(m.nv):
        b, axis = m.dof_bodyid[i], d.cdof[i]
        momentum, rate, inertia = d.work.momentum[b], d.work.inertia_rate[b], d.crb[b]
        d.work.load_column[i] = (inertia @ d.work.axis_acc[i] + gyroscopic_force(rate, momentum, d.cdof_dot[i].ang)
                                 + cross_force(axis, d.work.body_load[b]))
        d.work.column[i] = inertia @ d.work.axis_rate[i] + gyroscopic_force(rate, momentum, axis.ang)
        d.work.axis_load[i] = inertia @ axis
        d.work.axis_torque[i] = (rate @ axis.ang + cross(momentum.ang, axis.ang)
                                 + 2.0 * cross(momentum.lin, axis.lin))  # B transposed, applied to the axis


@stage
def subtract_inverse_slopes(m, d, R: Columns):
    """R[:, :nv] -= d r / d q and R[:, nv:2 nv] -= d r / d v, for the motions that were set."""
    sum_over_subtrees(m, d)
    set_columns(m, d)
    columns = columns_of(m)
    for i in range(m.nv):
        force, torque = d.work.axis_load[i], d.work.axis_torque[i]
        by_position, by_velocity, j = d.work.load_column[i], d.work.column[i], i
        while j >= 0:
            R[columns * i + j] -= dot(force, d.work.axis_acc[j]) + dot(torque, d.cdof_dot[j].ang)
            R[columns * i + m.nv + j] -= dot(force, d.work.axis_rate[j]) + dot(torque, d.cdof[j].ang)
            if j != i:
                if turn_together(m, i, j):
                    R[columns * j + i] -= (dot(d.work.axis_load[j], d.work.axis_acc[i])
                                           + dot(d.work.axis_torque[j], d.cdof_dot[i].ang))
                else:
                    R[columns * j + i] -= dot(d.cdof[j], by_position)
                R[columns * j + m.nv + i] -= dot(d.cdof[j], by_velocity)
            j = m.dof_parentid[j]


# ---- slope of the inertia ----
@helper
def set_inertial_forces(m, d, x):
    """Accelerations and forces of bodies by joint accelerations x alone, and how these turn the axes."""
    d.work.joint_acc[0] = STILL
    for b in range(1, m.nbody):
        part = d.work.joint_acc[m.body_parentid[b]]
        for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
            kind, i = m.jnt_type[j], m.jnt_dofadr[j]
            end = i + (6 if kind == FREE else (3 if kind == BALL else 1))
            while i < end:
                count = 3 if kind == FREE or kind == BALL else 1
                for k in range(i, i + count):
                    d.work.axis_acc[k] = cross_motion(part, d.cdof[k])
                for k in range(i, i + count):
                    part += d.cdof[k] * x[k]
                i += count
        d.work.joint_acc[b], d.work.body_load[b] = part, d.cinert[b] @ part
    for b in range(m.nbody - 1, 0, -1):
        p = m.body_parentid[b]
        if p > 0:
            d.work.body_load[p] += d.work.body_load[b]


@stage
def add_inertia_slope(m, d, x: Acceleration, R: Columns):
    """R[:, :nv] += d (M x) / d q at fixed x."""
    set_inertial_forces(m, d, x)
    columns = columns_of(m)
    for i in range(m.nv):
        b = m.dof_bodyid[i]
        d.work.load_column[i] = d.crb[b] @ d.work.axis_acc[i] + cross_force(d.cdof[i], d.work.body_load[b])
        d.work.axis_load[i] = d.crb[b] @ d.cdof[i]
    for i in range(m.nv):
        force, column, j = d.work.axis_load[i], d.work.load_column[i], i
        while j >= 0:
            R[columns * i + j] += dot(force, d.work.axis_acc[j])
            if j != i:
                if turn_together(m, i, j):
                    R[columns * j + i] += dot(d.work.axis_load[j], d.work.axis_acc[i])
                else:
                    R[columns * j + i] += dot(d.cdof[j], column)
            j = m.dof_parentid[j]
