"""How actuators pull on joints: lengths, moments and velocities of transmissions."""

from ..jit import helper, stage
from ..jit.values import normalized, rotation_vector
from .names import BALL, FREE, OFF_ACTUATION, TRN_JOINT, TRN_JOINTINPARENT


@helper
def drives_scalar_joint(m, a):
    """Whether actuator a acts on a hinge or slide."""
    kind = m.actuator_trntype[a]
    if kind == TRN_JOINT or kind == TRN_JOINTINPARENT:
        return joint_size(m, m.actuator_trnid[a, 0]) == 1
    return False


@helper
def drives_joint(m, a):
    """Whether actuator a acts on a joint; on a ball or free joint, about the axes of the child."""
    return m.actuator_trntype[a] == TRN_JOINT or drives_scalar_joint(m, a)


@helper
def joint_size(m, j):
    """Number of dofs of a joint."""
    if m.jnt_type[j] == FREE:
        return 6
    return 3 if m.jnt_type[j] == BALL else 1


@helper
def joint_length(m, d, j, out):
    """Length along a joint: its position, or the part of its rotation vector along the gear; a free joint has none."""
    q = m.jnt_qposadr[j]
    if m.jnt_type[j] == FREE:
        return 0.0 * d.qpos[q]
    if m.jnt_type[j] == BALL:
        turn = rotation_vector(normalized(d.qpos.quat[q]))
        return turn.x * m.actuator_gear[out, 0] + turn.y * m.actuator_gear[out, 1] + turn.z * m.actuator_gear[out, 2]
    return d.qpos[q] * m.actuator_gear[out, 0]


@stage
def transmission(m, d):
    """actuator_length and the sparse rows of actuator_moment, the gradient of the length."""
    end = 0
    for a in range(m.nactuator):
        out = m.actuator_outadr[a]
        d.moment_rowadr[out] = end
        d.moment_rownnz[out] = 0
        if drives_joint(m, a):
            j = m.actuator_trnid[a, 0]
            d.actuator_length[out] = joint_length(m, d, j, out)
            size = joint_size(m, j)
            for k in range(size):
                d.moment_colind[end + k] = m.jnt_dofadr[j] + k
                d.actuator_moment[end + k] = m.actuator_gear[out, k]
            d.moment_rownnz[out] = size
            end += size


@stage
def actuator_velocities(m, d):
    """actuator_velocity = actuator_moment times qvel; zero if actuation is switched off."""
    for out in range(m.nout):
        total = 0.0
        if not m.opt.disableflags & OFF_ACTUATION:
            for k in range(d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out]):
                total += d.actuator_moment[k] * d.qvel[d.moment_colind[k]]
        d.actuator_velocity[out] = total
