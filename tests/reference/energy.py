"""Energies and momenta, summed body by body."""

import numpy as np

from reference.passive import NO_GRAVITY, NO_SPRING, joint_displacements, tendon_displacement


def spring_energy(x: float, linear: float, higher) -> float:
    """Integral of the spring polynomial: a x^2/2 + b x^3/3 + c x^4/4."""
    return linear * x**2 / 2 + higher[0] * x**3 / 3 + higher[1] * x**4 / 4


def potential_energy(m, d) -> float:
    """Energy of gravity and of the springs of joints and tendons."""
    energy = 0.0
    if not m.opt.disableflags & NO_GRAVITY:
        energy -= sum(m.body_mass[b] * m.opt.gravity @ d.xipos[b] for b in range(m.nbody))
    if not m.opt.disableflags & NO_SPRING:
        for j in range(m.njnt):
            for x in joint_displacements(m, d, j):
                distance = x[0] if len(x) == 1 else np.linalg.norm(x)
                energy += spring_energy(distance, m.jnt_stiffness[j], m.jnt_stiffnesspoly[j])
        for t in range(m.ntendon):
            energy += spring_energy(tendon_displacement(m, d, t), m.tendon_stiffness[t], m.tendon_stiffnesspoly[t])
    return energy


def kinetic_energy(m, d, mass_matrix: np.ndarray) -> float:
    return d.qvel @ mass_matrix @ d.qvel / 2


def subtree_velocities(m, d) -> tuple[np.ndarray, np.ndarray]:
    """Velocity of, and angular momentum about, the centre of mass of every subtree, by its definition."""
    velocity, momentum = np.zeros((m.nbody, 3)), np.zeros((m.nbody, 3))
    for root in range(m.nbody):
        members = [b for b in range(m.nbody) if _descends(m, b, root)]
        mass = max(sum(m.body_mass[b] for b in members), 1e-15)
        velocity[root] = sum(m.body_mass[b] * _centre_velocity(m, d, b) for b in members) / mass
        for b in members:
            frame = d.ximat[b].reshape(3, 3)
            spin = frame @ (m.body_inertia[b] * (frame.T @ d.cvel[b, :3]))
            relative = m.body_mass[b] * (_centre_velocity(m, d, b) - velocity[root])
            momentum[root] += spin + np.cross(d.xipos[b] - d.subtree_com[root], relative)
    return velocity, momentum


def _centre_velocity(m, d, b):
    """Velocity of a body's own centre of mass: cvel is taken at the centre of mass of its tree."""
    return d.cvel[b, 3:] + np.cross(d.cvel[b, :3], d.xipos[b] - d.subtree_com[m.body_rootid[b]])


def _descends(m, b, root) -> bool:
    while b > root:
        b = m.body_parentid[b]
    return b == root
