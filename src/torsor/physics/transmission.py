"""How actuators pull on joints: lengths, moments and velocities of transmissions."""

from ..jit import helper, stage
from .names import HINGE, SLIDE, TRN_JOINT, TRN_JOINTINPARENT


@helper
def drives_scalar_joint(m, a):
    """Whether actuator a acts on a hinge or slide."""
    kind = m.actuator_trntype[a]
    if kind == TRN_JOINT or kind == TRN_JOINTINPARENT:
        joint = m.jnt_type[m.actuator_trnid[a, 0]]
        return joint == HINGE or joint == SLIDE
    return False


@stage
def transmission(m, d):
    """actuator_length and the sparse rows of actuator_moment, the gradient of the length."""
    end = 0
    for a in range(m.nactuator):
        out = m.actuator_outadr[a]
        d.moment_rowadr[out] = end
        d.moment_rownnz[out] = 0
        if drives_scalar_joint(m, a):
            j, gear = m.actuator_trnid[a, 0], m.actuator_gear[out, 0]
            d.actuator_length[out] = d.qpos[m.jnt_qposadr[j]] * gear
            d.moment_colind[end] = m.jnt_dofadr[j]
            d.actuator_moment[end] = gear
            d.moment_rownnz[out] = 1
            end += 1


@stage
def actuator_velocities(m, d):
    """actuator_velocity = actuator_moment times qvel."""
    for out in range(m.nout):
        total = 0.0
        for k in range(d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out]):
            total += d.actuator_moment[k] * d.qvel[d.moment_colind[k]]
        d.actuator_velocity[out] = total
