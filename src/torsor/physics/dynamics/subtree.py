"""Sums over subtrees: velocities and momenta of subtrees, and forces on bodies turned into forces on dofs."""

from ...jit import helper, stage
from ...jit.lanes import maximum
from ...jit.values import STILL, TINY, Vec3, cross, dot, spatial
from ..sleep.rest import span, span_count


@helper
def body_velocity(m, d, b):
    """Velocity of the centre of mass of a body."""
    motion = d.cvel[b]
    return motion.lin + cross(motion.ang, d.xipos[b] - d.subtree_com[m.body_rootid[b]])


@helper
def body_spin(m, d, b):
    """Angular momentum of a body about its centre of mass."""
    axes, inertia = d.ximat[b], m.body_inertia[b]
    w = axes.T @ d.cvel[b].ang
    return axes @ Vec3(inertia.x * w.x, inertia.y * w.y, inertia.z * w.z)


@stage
def subtree_velocity(m, d):
    """Velocity of the centre of mass of every subtree, and its angular momentum about that point.

    A part of mass m, a body or a subtree, whose centre is at x and moves with v, adds m (x - c) x (v - v_c) to the
    angular momentum about the centre c of the whole (Koenig's theorem). Masses of subtrees are those of the last
    `mj_setConst`.
    """
    for b in range(m.nbody):
        d.subtree_linvel[b] = body_velocity(m, d, b) * m.body_mass[b]
    for b in range(m.nbody - 1, 0, -1):
        d.subtree_linvel[m.body_parentid[b]] += d.subtree_linvel[b]
    for b in range(m.nbody):
        d.subtree_linvel[b] = d.subtree_linvel[b] * (1.0 / maximum(m.body_subtreemass[b], TINY))
        apart = cross(d.xipos[b] - d.subtree_com[b], body_velocity(m, d, b) - d.subtree_linvel[b])
        d.subtree_angmom[b] = body_spin(m, d, b) + apart * m.body_mass[b]
    for b in range(m.nbody - 1, 0, -1):  # children first: their momenta are complete
        parent = m.body_parentid[b]
        apart = cross(d.subtree_com[b] - d.subtree_com[parent], d.subtree_linvel[b] - d.subtree_linvel[parent])
        d.subtree_angmom[parent] += d.subtree_angmom[b] + apart * m.body_subtreemass[b]
    d.flg_subtreevel = True


@helper
def clear_body_forces(m, d):
    """Start a collection of forces on bodies."""
    for b in range(m.nbody):
        d.work.cfrc[b] = STILL


@helper
def add_body_force(m, d, b, point, force, torque):
    """Collect a force that acts on body b at a point, and a torque."""
    arm = point - d.subtree_com[m.body_rootid[b]]
    d.work.cfrc[b] += spatial(torque + cross(arm, force), force)


@helper
def sum_body_forces(m, d):
    """Turn the collected forces on bodies into forces on their subtrees (RBDA sec. 5.3, the backward pass)."""
    for b in range(m.nbody - 1, 0, -1):
        if m.body_parentid[b] > 0:
            d.work.cfrc[m.body_parentid[b]] += d.work.cfrc[b]


@helper
def project_body_forces(m, d, target):
    """Store in target what the collected forces do along every dof."""
    sum_body_forces(m, d)
    for i in range(m.nv):
        target[i] = dot(d.cdof[i], d.work.cfrc[m.dof_bodyid[i]])


@helper
def project_awake_forces(m, d, target):
    """Store in target what the collected forces do along the dofs that are awake."""
    sum_body_forces(m, d)
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            target[i] = dot(d.cdof[i], d.work.cfrc[m.dof_bodyid[i]])
