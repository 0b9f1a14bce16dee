"""Forces and accelerations of bodies once all constraint forces are known."""

from ...jit import helper, stage
from ...jit.values import STILL, cross, cross_force, spatial
from ..dynamics.bias import base_acceleration
from ..position.tendon import has_spatial_tendon
from .attachment_force import add_attachment_forces
from .force import add_contact_forces
from .tendon_force import add_tendon_forces


@helper
def body_acceleration(m, d, b, parent):
    """Spatial acceleration of body b at the current qacc, given that of its parent."""
    acceleration = parent
    for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
        acceleration += d.cdof_dot[i] * d.qvel[i] + d.cdof[i] * d.qacc[i]
    return acceleration


@helper
def external_force(m, d, b):
    """The user's force and torque on body b, about the centre of mass of its tree."""
    force, torque = d.xfrc_applied.vec3[6 * b], d.xfrc_applied.vec3[6 * b + 3]
    arm = d.xipos[b] - d.subtree_com[m.body_rootid[b]]
    return spatial(torque + cross(arm, force), force)


@stage(one_world=True)
def body_forces(m, d):
    """cacc, cfrc_ext and cfrc_int of all bodies, with qacc and all forces known."""
    d.cacc[0] = base_acceleration(m)
    d.cfrc_ext[0] = STILL
    d.cfrc_int[0] = STILL
    for b in range(1, m.nbody):
        d.cfrc_ext[b] = external_force(m, d, b)
    if d.ncon and d.nefc:
        add_contact_forces(m, d)
    if d.ne:
        add_attachment_forces(m, d)
    if has_spatial_tendon(m):
        add_tendon_forces(m, d)
    for b in range(1, m.nbody):
        d.cacc[b] = body_acceleration(m, d, b, d.cacc[m.body_parentid[b]])
        inertia, velocity = d.cinert[b], d.cvel[b]
        d.cfrc_int[b] = inertia @ d.cacc[b] + cross_force(velocity, inertia @ velocity) - d.cfrc_ext[b]
    for b in range(m.nbody - 1, 0, -1):
        d.cfrc_int[m.body_parentid[b]] += d.cfrc_int[b]
    d.flg_rnepost = True
