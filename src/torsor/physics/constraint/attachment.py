"""Attachments, the equalities `connect` and `weld`: points and frames of two bodies that should coincide.

Residuals are p1 - p2 and, for a weld, the vector part of conj(q2) q1 times the torque scale.
"""

from ...jit import helper
from ...jit.values import IDENTITY, ZERO, Quat, cross
from ...schema.constants import mjNEQDATA
from ..common.chain import last_dof, tree_centre
from ..common.names import EQ_CONNECT, OBJ_BODY, ROW_EQUALITY
from ..common.settings import is_sparse
from .rows import append, count_united, drop_if_zero, set_column

ANCHOR, OTHER, TURN, SCALE = 0, 3, 6, 10  # places in eq_data


@helper
def attached_body(m, e, second):
    """The body of one side of an attachment, which is between two bodies or two sites."""
    thing = m.eq_obj2id[e] if second else m.eq_obj1id[e]
    return thing if m.eq_objtype[e] == OBJ_BODY else m.site_bodyid[thing]


@helper
def attached_frame(m, d, e, second):
    """One side of an attachment: a point and an orientation in the world."""
    thing = m.eq_obj2id[e] if second else m.eq_obj1id[e]
    if m.eq_objtype[e] != OBJ_BODY:
        return d.site_xpos[thing], d.site_xquat[thing]
    at_anchor = second != (m.eq_type[e] == EQ_CONNECT)  # the two kinds store their two points in opposite order
    start = mjNEQDATA * e
    local = m.eq_data.vec3[start + ANCHOR] if at_anchor else m.eq_data.vec3[start + OTHER]
    turn = IDENTITY if second else m.eq_data.quat[start + TURN]
    return d.xpos[thing] + d.xmat[thing] @ local, d.xquat[thing] * turn


@helper
def turned(first, second, spin):
    """Twice the rate of the vector part of conj(second) first, for a relative angular velocity."""
    return (second.conjugate * Quat(0.0, spin.x, spin.y, spin.z) * first).vec


@helper
def count_attachment(m, e):
    """How many dofs take part in an attachment."""
    return count_united(m, last_dof(m, attached_body(m, e, False)), last_dof(m, attached_body(m, e, True)))


@helper
def put_vector(d, at, stride, v):
    """Store an entry of three rows."""
    d.efc_J[at], d.efc_J[at + stride], d.efc_J[at + 2 * stride] = v.x, v.y, v.z


@helper
def add_attachment(m, d, e):
    """Rows of an attachment: three for the points, three more for the orientations of a weld."""
    b1, b2 = attached_body(m, e, False), attached_body(m, e, True)
    i, j = last_dof(m, b1), last_dof(m, b2)
    entry = count_united(m, i, j) if is_sparse(m) else 0
    if is_sparse(m) and entry == 0:
        return
    count = 3 if m.eq_type[e] == EQ_CONNECT else 6
    p1, q1 = attached_frame(m, d, e, False)
    p2, q2 = attached_frame(m, d, e, True)
    arm1, arm2, scale = p1 - tree_centre(m, d, b1), p2 - tree_centre(m, d, b2), m.eq_data[e, SCALE]
    row = d.nefc
    start, stride = append(m, d, ROW_EQUALITY, e, count, entry, True)
    while i >= 0 or j >= 0:
        k = max(i, j)
        motion, entry = d.cdof[k], entry - 1
        linear, angular = ZERO, ZERO
        if i == k:
            linear, angular = linear + motion.lin + cross(motion.ang, arm1), angular + motion.ang
            i = m.dof_parentid[i]
        if j == k:
            linear, angular = linear - motion.lin - cross(motion.ang, arm2), angular - motion.ang
            j = m.dof_parentid[j]
        at = set_column(m, d, start, stride, count, entry, k)
        put_vector(d, at, stride, linear)
        if count == 6:
            put_vector(d, at + 3 * stride, stride, turned(q1, q2, angular) * (0.5 * scale))
    if not drop_if_zero(m, d, count):
        set_residual(m, d, row, b1, b2, p1 - p2, count, (q2.conjugate * q1).vec * scale)


@helper
def set_residual(m, d, row, b1, b2, offset, count, turn):
    """Positions of the rows of an attachment, and estimates of the diagonal of J inv(M) J'."""
    d.efc_pos[row], d.efc_pos[row + 1], d.efc_pos[row + 2] = offset.x, offset.y, offset.z
    if count == 6:
        d.efc_pos[row + 3], d.efc_pos[row + 4], d.efc_pos[row + 5] = turn.x, turn.y, turn.z
    for r in range(count):
        d.efc_diagA[row + r] = m.body_invweight0[b1, r // 3] + m.body_invweight0[b2, r // 3]
