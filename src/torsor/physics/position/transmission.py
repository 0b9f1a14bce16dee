"""How actuators pull: lengths, moments and velocities of transmissions. A kind is a row of TRANSMISSIONS."""

from ...jit import helper, stage
from ...jit.choice import choice
from ...jit.values import dot, normalized, rotate, rotation_vector
from ..common.names import (
    BALL,
    FREE,
    OFF_ACTUATION,
    TRN_BODY,
    TRN_JOINT,
    TRN_JOINTINPARENT,
    TRN_SITE,
    TRN_SLIDERCRANK,
    TRN_SO3,
    TRN_TENDON,
)
from ..common.sparse import row_product
from ..sleep.rest import actuator_sleeps, some_sleep
from .wrench import close_row, contact_entries, crank_entries, gear_axis, rotation_entries, site_entries

SEVERAL = -2  # in jnt_actuatorid and tendon_actuatorid


@helper
def drives_joint(m, a):
    """Whether actuator a acts on a joint."""
    return m.actuator_trntype[a] == TRN_JOINT or m.actuator_trntype[a] == TRN_JOINTINPARENT


@helper
def drives_tendon(m, a):
    """Whether actuator a acts on a tendon."""
    return m.actuator_trntype[a] == TRN_TENDON


@helper
def with_reflected(m, own, actuator, drives, target, reflected):
    """A number of a joint or tendon, with that which the one actuator or the SEVERAL that drive it reflect to it."""
    if actuator >= 0:
        own += reflected(m, actuator)
    elif actuator == SEVERAL:
        for a in range(m.nactuator):
            if drives(m, a) and m.actuator_trnid[a, 0] == target:
                own += reflected(m, a)
    return own


@helper
def rotor_inertia(m, a):
    """Inertia of the rotor of an actuator, seen through its gear."""
    gear = m.actuator_gear[m.actuator_outadr[a], 0]
    return m.actuator_armature[a] * gear * gear


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


@helper
def joint_entries(m, d, a, end):
    """Length and moment of an actuator on a joint; the number of entries of all moments then."""
    out = m.actuator_outadr[a]
    size = joint_moment(m, d, a, out, end)
    return close_row(d, out, end, size)


@helper
def tendon_entries(m, d, a, end):
    """Length and moment of an actuator on a tendon; the number of entries of all moments then."""
    out = m.actuator_outadr[a]
    return close_row(d, out, end, tendon_moment(m, d, a, out, end))


@helper
def asleep_entries(m, d, a, end):
    """No moment, while the lengths stay."""
    for out in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
        close_row(d, out, end, 0)
    return end


# type of transmission: (m, d, a, number of entries before) -> number of entries after it
TRANSMISSIONS = {
    TRN_JOINT: joint_entries,
    TRN_JOINTINPARENT: joint_entries,
    TRN_TENDON: tendon_entries,
    TRN_SITE: site_entries,
    TRN_SLIDERCRANK: crank_entries,
    TRN_BODY: contact_entries,
    TRN_SO3: rotation_entries,
}
entries_of = choice('entries_of', TRANSMISSIONS, otherwise=asleep_entries)


@stage
def transmission(m, d):
    """actuator_length and the sparse rows of actuator_moment, the gradient of the length."""
    end, skips = 0, some_sleep(m, d)
    for a in range(m.nactuator):
        if skips and actuator_sleeps(m, d, a):
            end = asleep_entries(m, d, a, end)
        else:
            end = entries_of(m.actuator_trntype[a], m, d, a, end)


@stage
def actuator_velocities(m, d):
    """actuator_velocity = actuator_moment times qvel; zero if actuation is switched off."""
    for out in range(m.nout):
        velocity = 0.0
        if not m.opt.disableflags & OFF_ACTUATION:
            velocity = row_product(d.moment_rowadr[out], d.moment_rownnz[out], d.moment_colind, d.actuator_moment,
                                   d.qvel)
        d.actuator_velocity[out] = velocity
