"""Tendons: their lengths, the gradients of these by joint positions, and the inertia that they add to the joints.

The path of a tendon is a list of elements, wrap_*. The columns of the sparse Jacobian ten_J are in the model.
"""

from ...jit import helper, stage
from ...jit.lanes import any_
from ..common.names import TENDON_FIXED
from ..common.sparse import add_outer_product, row_product
from ..sleep.rest import dof_sleeps, some_sleep, tendon_sleeps
from .spatial import spatial_tendons
from .transmission import drives_tendon, rotor_inertia, with_reflected


@helper
def set_entry(m, d, t, i, value):
    """Set the entry of dof i in the Jacobian of tendon t."""
    for k in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
        if m.ten_J_colind[k] == i:
            d.ten_J[k] = value


@stage
def fixed_tendons(m, d):
    """Length and Jacobian of fixed tendons: weighted sums of the positions of scalar joints."""
    skips = some_sleep(m, d)
    for t in range(m.ntendon):
        if m.tendon_type[t] == TENDON_FIXED and not (skips and tendon_sleeps(m, d, t)):
            length = 0.0
            for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
                j, weight = m.wrap_objid[w], m.wrap_prm[w]
                length += weight * d.qpos[m.jnt_qposadr[j]]
                set_entry(m, d, t, m.jnt_dofadr[j], weight)
            d.ten_length[t] = length


@helper
def clear_tendon(m, d, t):
    """Let a tendon that sleeps be of no effect."""
    d.ten_length[t] = 0.0
    for k in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
        d.ten_J[k] = 0.0


@helper
def has_spatial_tendon(m):
    """Whether a tendon passes through points in space."""
    for t in range(m.ntendon):
        if m.tendon_type[t] != TENDON_FIXED:
            return True
    return False


@stage
def tendons(m, d):
    """ten_length and ten_J of all tendons, after kinematics."""
    skips = some_sleep(m, d)
    for t in range(m.ntendon):
        d.ten_wrapadr[t], d.ten_wrapnum[t] = 0, 0  # a fixed tendon does not pass through points
        if skips and tendon_sleeps(m, d, t):
            clear_tendon(m, d, t)
    fixed_tendons(m, d)
    if has_spatial_tendon(m):
        spatial_tendons(m, d)


@stage
def tendon_velocities(m, d):
    """ten_velocity = ten_J times qvel."""
    for t in range(m.ntendon):
        d.ten_velocity[t] = row_product(m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J, d.qvel)


# ---- inertia ----
@helper
def tendon_inertia(m, t):
    """Inertia of the length of a tendon: its own, and that of the rotors that drive it, seen through their gears."""
    return with_reflected(m, m.tendon_armature[t], m.tendon_actuatorid[t], drives_tendon, t, rotor_inertia)


@helper
def has_inertia(m):
    """Whether the length of a tendon has inertia."""
    for t in range(m.ntendon):
        if any_(m.tendon_armature[t] != 0.0) or m.tendon_actuatorid[t] != -1:
            return True
    return False


@helper
def awake_part(m, d, t):
    """First entry of the Jacobian of a tendon whose dof is awake, and how many there are; dofs of a tree adjoin."""
    start, count = m.ten_J_rowadr[t], m.ten_J_rownnz[t]
    if some_sleep(m, d):
        while count > 0 and dof_sleeps(m, d, m.ten_J_colind[start]):
            start, count = start + 1, count - 1
        while count > 0 and dof_sleeps(m, d, m.ten_J_colind[start + count - 1]):
            count -= 1
    return start, count


@stage
def add_tendon_inertia(m, d):
    """Add the inertia of tendons to M, except where it couples dofs of different branches: M has no place for that."""
    for t in range(m.ntendon):
        start, count = awake_part(m, d, t)
        add_outer_product(tendon_inertia(m, t), start, count, m.ten_J_colind, d.ten_J,
                          m.M_rowadr, m.M_rownnz, m.M_colind, d.M)
