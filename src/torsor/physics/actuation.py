"""Actuators: from controls to forces in joint space."""

from ..jit import helper, stage
from ..jit.lanes import any_, isfinite, maximum, minimum, not_, where
from .names import (BIAS_AFFINE, GAIN_AFFINE, GAIN_FIXED, OFF_ACTUATION, OFF_CLAMPCTRL, WARN_BADCTRL)
from .warn import warn

GROUPS = 31  # actuator groups that opt.disableactuator can switch off


@helper
def is_disabled(m, a):
    """Whether the group of this actuator is switched off."""
    group = m.actuator_group[a]
    return 0 <= group < GROUPS and (m.opt.disableactuator >> group) & 1 == 1


@helper
def control(m, d, a):
    """Control of actuator a, clamped to its range."""
    value = d.ctrl[m.actuator_ctrladr[a]]
    if m.actuator_ctrllimited[a] and not m.opt.disableflags & OFF_CLAMPCTRL:
        value = minimum(maximum(value, m.actuator_ctrlrange[a, 0]), m.actuator_ctrlrange[a, 1])
    return value


@helper
def gain(m, a, length, velocity):
    """Factor from control to force."""
    if m.actuator_gaintype[a] == GAIN_AFFINE:
        return m.actuator_gainprm[a, 0] + m.actuator_gainprm[a, 1] * length + m.actuator_gainprm[a, 2] * velocity
    if m.actuator_gaintype[a] == GAIN_FIXED:
        return m.actuator_gainprm[a, 0] + 0.0 * length
    return 0.0 * length


@helper
def bias(m, a, length, velocity):
    """Force at zero control."""
    if m.actuator_biastype[a] == BIAS_AFFINE:
        return m.actuator_biasprm[a, 0] + m.actuator_biasprm[a, 1] * length + m.actuator_biasprm[a, 2] * velocity
    return 0.0 * length


@stage
def check_controls(m, d):
    """Controls that are not numbers count as zero, with a warning."""
    for i in range(m.nu):
        good = isfinite(d.ctrl[i])
        if any_(not_(good)):
            d.ctrl[i] = where(good, d.ctrl[i], 0.0)
            warn(d, WARN_BADCTRL, i)


@stage
def actuator_forces(m, d):
    """actuator_force from controls, and qfrc_actuator, what it amounts to in joint space."""
    for i in range(m.nv):
        d.qfrc_actuator[i] = 0.0
    for a in range(m.nactuator):
        out = m.actuator_outadr[a]
        d.actuator_force[out] = 0.0
        if not is_disabled(m, a) and not m.opt.disableflags & OFF_ACTUATION:
            length, velocity = d.actuator_length[out], d.actuator_velocity[out]
            force = gain(m, a, length, velocity) * control(m, d, a) + bias(m, a, length, velocity)
            if m.actuator_forcelimited[a]:
                force = minimum(maximum(force, m.actuator_forcerange[a, 0]), m.actuator_forcerange[a, 1])
            d.actuator_force[out] = force
            for k in range(d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out]):
                d.qfrc_actuator[d.moment_colind[k]] += d.actuator_moment[k] * force
    for j in range(m.njnt):
        joint_actuation(m, d, j)


@helper
def joint_actuation(m, d, j):
    """Add gravity compensation that counts as actuation, and keep the total within the range of the joint."""
    i = m.jnt_dofadr[j]
    if m.jnt_actgravcomp[j] and m.ngravcomp and not m.opt.disableflags & OFF_ACTUATION:
        d.qfrc_actuator[i] += d.qfrc_gravcomp[i]
    if m.jnt_actfrclimited[j]:
        d.qfrc_actuator[i] = minimum(maximum(d.qfrc_actuator[i], m.jnt_actfrcrange[j, 0]), m.jnt_actfrcrange[j, 1])
