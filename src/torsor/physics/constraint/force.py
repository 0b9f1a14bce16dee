"""Forces of contacts on bodies, from the forces along their rows."""

from ...jit import helper, stage
from ...jit.values import Vec3, cross, spatial
from .contact import is_pyramid
from .pyramid import normal_force, tangent_force


@helper
def row_force(m, d, c, k):
    """Component k of the force (0 to 2) and torque (3 to 5) of contact c in its frame, less adhesion, which pulls."""
    row, dim = d.contact.efc_address[c], d.contact.dim[c]
    if k >= dim:
        return 0.0
    if k == 0:
        pushed = normal_force(d.efc_force, row, dim - 1) if is_pyramid(m, d, c) else d.efc_force[row]
        return pushed - d.contact.adhesion[c]
    if not is_pyramid(m, d, c):
        return d.efc_force[row + k]
    return tangent_force(d.efc_force, row, k - 1, d.contact.friction[c, k - 1])


@helper
def push(m, d, b, point, force, torque):
    """Add a force at a point, and a torque, to what acts on body b from outside; what the world bears is not told."""
    if b > 0:
        arm = point - d.subtree_com[m.body_rootid[b]]
        d.cfrc_ext[b] += spatial(torque + cross(arm, force), force)


@stage
def add_contact_forces(m, d):
    """Add the forces of all contacts to cfrc_ext: on the second body, and the opposite on the first."""
    for c in range(d.ncon):
        if d.contact.efc_address[c] >= 0:
            to_world = d.contact.frame[c].T
            force = to_world @ Vec3(row_force(m, d, c, 0), row_force(m, d, c, 1), row_force(m, d, c, 2))
            torque = to_world @ Vec3(row_force(m, d, c, 3), row_force(m, d, c, 4), row_force(m, d, c, 5))
            push(m, d, m.geom_bodyid[d.contact.geom[c, 1]], d.contact.pos[c], force, torque)
            push(m, d, m.geom_bodyid[d.contact.geom[c, 0]], d.contact.pos[c], -force, -torque)
