"""How actuators pull on joints and tendons: lengths, moments and velocities of transmissions."""

from ...jit import helper, stage
from ...jit.values import Vec3, dot, normalized, rotate, rotation_vector
from ..common.names import BALL, FREE, OFF_ACTUATION, TRN_JOINT, TRN_JOINTINPARENT, TRN_TENDON
from ..common.sparse import row_product
from ..sleep.rest import actuator_sleeps, some_sleep


@helper
def drives_joint(m, a):
    """Whether actuator a acts on a joint."""
    return m.actuator_trntype[a] == TRN_JOINT or m.actuator_trntype[a] == TRN_JOINTINPARENT


@helper
def drives_tendon(m, a):
    """Whether actuator a acts on a tendon."""
    return m.actuator_trntype[a] == TRN_TENDON


@helper
def joint_size(m, j):
    """Number of dofs of a joint."""
    if m.jnt_type[j] == FREE:
        return 6
    return 3 if m.jnt_type[j] == BALL else 1


@helper
def gear_axis(m, out, k):
    """Three numbers of a gear, from number k on."""
    return Vec3(m.actuator_gear[out, k], m.actuator_gear[out, k + 1], m.actuator_gear[out, k + 2])


@helper
def joint_length(m, d, j, out):
    """Length along a joint: its position, or the part of its rotation vector along the gear; a free joint has none."""
    q = m.jnt_qposadr[j]
    if m.jnt_type[j] == FREE:
        return 0.0
    if m.jnt_type[j] == BALL:
        return dot(rotation_vector(normalized(d.qpos.quat[q])), gear_axis(m, out, 0))
    return d.qpos[q] * m.actuator_gear[out, 0]


@helper
def turn_to_child(m, d, j, out, start):
    """Turn the rotational part of the moment of a ball or free joint from the axes of the parent to the child's."""
    first = 3 if m.jnt_type[j] == FREE else 0
    axis = rotate(normalized(d.qpos.quat[m.jnt_qposadr[j] + first]).conjugate, gear_axis(m, out, first))
    d.actuator_moment.vec3[start + first] = axis


@helper
def joint_moment(m, d, a, out, start):
    """Length and moment of an actuator on a joint; the number of entries."""
    j = m.actuator_trnid[a, 0]
    size = joint_size(m, j)
    d.actuator_length[out] = joint_length(m, d, j, out)
    for k in range(size):
        d.moment_colind[start + k] = m.jnt_dofadr[j] + k
        d.actuator_moment[start + k] = m.actuator_gear[out, k]
    if size > 1 and m.actuator_trntype[a] == TRN_JOINTINPARENT:
        turn_to_child(m, d, j, out, start)
    return size


@helper
def tendon_moment(m, d, a, out, start):
    """Length and moment of an actuator on a tendon; the number of entries."""
    t = m.actuator_trnid[a, 0]
    gear, first = m.actuator_gear[out, 0], m.ten_J_rowadr[t]
    d.actuator_length[out] = d.ten_length[t] * gear
    for k in range(m.ten_J_rownnz[t]):
        d.moment_colind[start + k] = m.ten_J_colind[first + k]
        d.actuator_moment[start + k] = d.ten_J[first + k] * gear
    return m.ten_J_rownnz[t]


@stage
def transmission(m, d):
    """actuator_length and the sparse rows of actuator_moment, the gradient of the length.

    Reads ntree_awake, qpos, ten_J, ten_length, tree_awake, body_awake; jnt_type, jnt_qposadr, jnt_dofadr, jnt_bodyid,
    tendon_treenum, tendon_treeid, ten_J_rownnz, ten_J_rowadr, ten_J_colind, actuator_trntype, actuator_outadr,
    actuator_trnid, actuator_gear, opt.enableflags of the model. Writes actuator_length, moment_rownnz, moment_rowadr,
    moment_colind, actuator_moment.
    """
    end, skips = 0, some_sleep(m, d)
    for a in range(m.nactuator):
        out = m.actuator_outadr[a]
        size = 0
        if skips and actuator_sleeps(m, d, a):
            pass  # its length stays
        elif drives_joint(m, a):
            size = joint_moment(m, d, a, out, end)
        elif drives_tendon(m, a):
            size = tendon_moment(m, d, a, out, end)
        d.moment_rowadr[out], d.moment_rownnz[out] = end, size
        end += size


@stage
def actuator_velocities(m, d):
    """actuator_velocity = actuator_moment times qvel; zero if actuation is switched off.

    Reads qvel, moment_rownnz, moment_rowadr, moment_colind, actuator_moment; opt.disableflags of the model. Writes
    actuator_velocity.
    """
    for out in range(m.nout):
        velocity = 0.0
        if not m.opt.disableflags & OFF_ACTUATION:
            velocity = row_product(d.moment_rowadr[out], d.moment_rownnz[out], d.moment_colind, d.actuator_moment,
                                   d.qvel)
        d.actuator_velocity[out] = velocity
