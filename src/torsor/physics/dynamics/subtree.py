"""Sums over subtrees: velocities and momenta of subtrees, and forces on bodies turned into forces on dofs."""

from ...jit import helper, stage
from ...jit.lanes import maximum
from ...jit.values import STILL, TINY, ZERO, cross, dot, spatial
from ..sleep.rest import span, span_count


@stage
def subtree_velocity(m, d):
    """Velocity of the centre of mass of every subtree, and its angular momentum about that point.

    Momenta are summed about the centre of mass o of the tree, then moved: L_c = L_o - (c - o) x p.

    Reads subtree_com, cinert, cvel; body_parentid, body_rootid, body_subtreemass of the model. Updates subtree_linvel,
    subtree_angmom. Writes flg_subtreevel.
    """
    d.subtree_linvel[0], d.subtree_angmom[0] = ZERO, ZERO
    for b in range(1, m.nbody):
        momentum = d.cinert[b] @ d.cvel[b]
        d.subtree_linvel[b], d.subtree_angmom[b] = momentum.lin, momentum.ang
    for b in range(m.nbody - 1, 0, -1):  # children first: what is read here is complete
        parent, centre = m.body_parentid[b], d.subtree_com[m.body_rootid[b]]
        linear, angular = d.subtree_linvel[b], d.subtree_angmom[b]
        d.subtree_linvel[parent] += linear
        if parent > 0:
            d.subtree_angmom[parent] += angular
        else:
            d.subtree_angmom[0] += angular + cross(centre - d.subtree_com[0], linear)
        d.subtree_linvel[b] = linear * (1.0 / maximum(m.body_subtreemass[b], TINY))
        d.subtree_angmom[b] = angular - cross(d.subtree_com[b] - centre, linear)
    d.subtree_linvel[0] = d.subtree_linvel[0] * (1.0 / maximum(m.body_subtreemass[0], TINY))
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
