"""Forces of the equalities `connect` and `weld` on bodies, from the forces along their rows."""

from ...jit import helper, stage
from ...jit.values import ZERO, Quat, Vec3
from ..common.names import EQ_WELD
from .attachment import SCALE, attached_body, attached_frame
from .equality import equality_size, is_attachment
from .force import push


@helper
def row_vector(d, row):
    """The forces along three rows."""
    return Vec3(d.efc_force[row], d.efc_force[row + 1], d.efc_force[row + 2])


@helper
def weld_torque(q1, q2, pull):
    """Torque on the first body by forces along the vector part of conj(q2) q1: the transpose of its rate."""
    return (q2 * Quat(0.0, pull.x, pull.y, pull.z) * q1.conjugate).vec * 0.5


@stage
def add_attachment_forces(m, d):
    """Add the forces of all attachments to cfrc_ext: on the first body, and the opposite on the second."""
    row = 0
    while row < d.ne:
        e = d.efc_id[row]
        if is_attachment(m, e):
            p1, q1 = attached_frame(m, d, e, False)
            p2, q2 = attached_frame(m, d, e, True)
            force, torque = row_vector(d, row), ZERO
            if m.eq_type[e] == EQ_WELD:
                torque = weld_torque(q1, q2, row_vector(d, row + 3)) * m.eq_data[e, SCALE]
            push(m, d, attached_body(m, e, False), p1, force, torque)
            push(m, d, attached_body(m, e, True), p2, -force, -torque)
        row += equality_size(m, e)
