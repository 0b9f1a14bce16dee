"""Velocities of the constraint rows, and the accelerations they ask for: aref = -B v - K I (pos - margin) - Jdot qvel.

The rate of the Jacobian is known for attachments (`connect`, `weld`) and left out elsewhere. With the integrator
`discrete` spring and damper act at the end of the step.
"""

from ...jit import helper, stage
from ...jit.lanes import any_
from ...jit.values import STILL, ZERO, Quat, cross
from ..common.chain import last_dof, tree_centre
from ..common.names import EQ_CONNECT, PYRAMIDAL
from ..common.settings import at_step_end
from ..dynamics.velocity import axis_rate
from .attachment import SCALE, attached_body, attached_frame, turned
from .block import all_rows
from .contact import contact_size, is_pyramid
from .equality import equality_size, is_attachment
from .impedance import step_scale
from .product import multiply_jacobian


# ---- velocities ----
@helper
def add_surface_velocity(m, d, c):
    """Add the motion of surfaces along the tangents and about the normal of a contact to the velocities of its rows."""
    row, moving = d.contact.efc_address[c], d.contact.surfacevel[c]
    for k in range(min(d.contact.dim[c] - 1, 3)):
        speed = moving.x if k == 0 else (moving.y if k == 1 else moving.z)
        if m.opt.cone == PYRAMIDAL:
            d.efc_vel[row + 2 * k] += d.contact.friction[c, k] * speed
            d.efc_vel[row + 2 * k + 1] -= d.contact.friction[c, k] * speed
        else:
            d.efc_vel[row + 1 + k] += speed


@helper
def row_velocities(m, d):
    """efc_vel: velocities of the rows."""
    multiply_jacobian(all_rows(m, d), d.qvel, d.efc_vel)
    if m.flg_surfacevel:
        for c in range(d.ncon):
            if d.contact.efc_address[c] >= 0:
                add_surface_velocity(m, d, c)


# ---- rate of the Jacobian ----
@helper
def body_acceleration(m, d, b):
    """Acceleration of a body, about the centre of its tree, if no joint accelerates, and how it turns by qvel."""
    total, turning, i = STILL, ZERO, last_dof(m, b)
    while i >= 0:
        total += axis_rate(m, d, i) * d.qvel[i]
        turning += d.cdof[i].ang * d.qvel[i]
        i = m.dof_parentid[i]
    return total, turning


@helper
def point_acceleration(m, d, b, point, acceleration, turning):
    """Acceleration of a point of body b whose spatial acceleration is given; as in MuJoCo its velocity is by cvel."""
    arm, velocity = point - tree_centre(m, d, b), d.cvel[b]
    return (acceleration.lin + cross(acceleration.ang, arm)
            + cross(turning, velocity.lin + cross(velocity.ang, arm)))


@helper
def turn_acceleration(q1, q2, w1, w2, a1, a2):
    """Second derivative of the vector part of conj(q2) q1, for angular velocities w and accelerations a."""
    spin = w1 - w2
    rate1, rate2 = Quat(0.0, w1.x, w1.y, w1.z) * q1 * 0.5, Quat(0.0, w2.x, w2.y, w2.z) * q2 * 0.5
    return (turned(q1, q2, a1 - a2) + turned(q1, rate2, spin) + turned(rate1, q2, spin)) * 0.5


@helper
def subtract_vector(d, row, v):
    d.efc_aref[row] -= v.x
    d.efc_aref[row + 1] -= v.y
    d.efc_aref[row + 2] -= v.z


@helper
def subtract_rate(m, d, e, row):
    """Subtract the rate of the Jacobian of an attachment times qvel from the accelerations its rows ask for."""
    b1, b2 = attached_body(m, e, False), attached_body(m, e, True)
    p1, q1 = attached_frame(m, d, e, False)
    p2, q2 = attached_frame(m, d, e, True)
    a1, w1 = body_acceleration(m, d, b1)
    a2, w2 = body_acceleration(m, d, b2)
    subtract_vector(d, row, point_acceleration(m, d, b1, p1, a1, w1) - point_acceleration(m, d, b2, p2, a2, w2))
    if m.eq_type[e] != EQ_CONNECT:
        turn = turn_acceleration(q1, q2, d.cvel[b1].ang, d.cvel[b2].ang, a1.ang, a2.ang)
        subtract_vector(d, row + 3, turn * m.eq_data[e, SCALE])


@stage
def subtract_rates(m, d):
    """Subtract Jdot qvel of all attachments."""
    row = 0
    while row < d.ne:
        e = d.efc_id[row]
        if is_attachment(m, e):
            subtract_rate(m, d, e, row)
        row += equality_size(m, e)


# ---- accelerations ----
@helper
def add_adhesion(m, d, c):
    """Shift the accelerations of a contact that sticks, so that its normal force is counted from the attraction."""
    row = d.contact.efc_address[c]
    if is_pyramid(m, d, c):
        count = contact_size(m, d, c)
        for r in range(row, row + count):
            d.efc_aref[r] += d.efc_R[r] * d.contact.adhesion[c] / count
    else:
        d.efc_aref[row] += d.efc_R[row] * d.contact.adhesion[c]


@stage
def reference_acceleration(m, d):
    """efc_aref."""
    later = at_step_end(m, d)
    for r in range(d.nefc):
        velocity, position = d.efc_vel[r], d.efc_pos[r] - d.efc_margin[r]
        if later:
            position += m.opt.timestep * velocity
        d.efc_aref[r] = -d.efc_KBIP[r, 1] * velocity - d.efc_KBIP[r, 0] * d.efc_KBIP[r, 2] * position
    if d.ne:
        subtract_rates(m, d)
    if later:
        for r in range(d.nefc):
            d.efc_aref[r] /= step_scale(m, d.efc_KBIP[r, 0], d.efc_KBIP[r, 1], d.efc_KBIP[r, 2])
    if m.flg_adhesion:
        for c in range(d.ncon):
            if any_(d.contact.adhesion[c] != 0.0) and d.contact.efc_address[c] >= 0:
                add_adhesion(m, d, c)


@stage
def reference_constraint(m, d):
    """efc_vel and, unless the metric of the integrator is still to come, efc_aref."""
    if d.nefc == 0:
        return
    row_velocities(m, d)
    if not at_step_end(m, d):
        reference_acceleration(m, d)


@stage
def late_reference(m, d):
    """efc_vel and efc_aref once the metric is there, with qvel as it is now: the velocity stage may have been skipped.
    """
    row_velocities(m, d)
    reference_acceleration(m, d)
