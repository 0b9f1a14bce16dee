"""Potential and kinetic energy."""

from ...jit import helper, stage
from ...jit.lanes import formula
from ...jit.values import dot, norm
from ..common.names import BALL, FREE, OFF_GRAVITY, OFF_SPRING, ON_ENERGY
from ..common.unsupported import refuse_flexes
from .passive import (
    angular_displacement,
    is_used,
    joint_stiffness,
    linear_displacement,
    scalar_displacement,
    tendon_displacement,
    tendon_stiffness,
)


@formula
def spring_energy(x, c):
    """Integral of the force of a spring: a x^2/2 + b x^3/3 + c x^4/4."""
    return x * x * (c.x / 2.0 + x * (c.y / 3.0 + x * (c.z / 4.0)))


@helper
def joint_spring_energy(m, d, j, c):
    """Energy in the springs of a joint with stiffness coefficients c."""
    kind = m.jnt_type[j]
    if kind == FREE:
        position, angle = norm(linear_displacement(m, d, j)), norm(angular_displacement(m, d, j))
        return spring_energy(position, c) + spring_energy(angle, c)
    if kind == BALL:
        return spring_energy(norm(angular_displacement(m, d, j)), c)
    return spring_energy(scalar_displacement(m, d, j), c)


@stage
def energy_position(m, d):
    """Potential energy of gravity and of the springs of joints and tendons."""
    refuse_flexes(m, d)
    total = 0.0
    if not m.opt.disableflags & OFF_GRAVITY:
        for b in range(1, m.nbody):
            total -= m.body_mass[b] * dot(m.opt.gravity, d.xipos[b])
    if not m.opt.disableflags & OFF_SPRING:
        for j in range(m.njnt):
            c = joint_stiffness(m, j)
            if is_used(c):
                total += joint_spring_energy(m, d, j, c)
        for t in range(m.ntendon):
            total += spring_energy(tendon_displacement(m, d, t), tendon_stiffness(m, t))
    d.energy[0] = total
    d.flg_energypos = True


@stage
def energy_velocity(m, d):
    """Kinetic energy qvel' M qvel / 2, from the lower triangle of M."""
    total = 0.0
    for i in range(m.nv):
        last = m.M_rowadr[i] + m.M_rownnz[i] - 1
        momentum = 0.5 * d.M[last] * d.qvel[i]
        for k in range(m.M_rowadr[i], last):
            momentum += d.M[k] * d.qvel[m.M_colind[k]]
        total += momentum * d.qvel[i]
    d.energy[1] = total
    d.flg_energyvel = True


# ---- if it is asked for ----
@helper
def update_potential_energy_if_enabled(m, d):
    """Potential energy, if it is asked for and not known yet."""
    if m.opt.enableflags & ON_ENERGY and not d.flg_energypos:
        energy_position(m, d)


@helper
def update_kinetic_energy(m, d):
    """Kinetic energy, if it is asked for and not known yet."""
    if m.opt.enableflags & ON_ENERGY and not d.flg_energyvel:
        energy_velocity(m, d)


@helper
def update_potential_energy(m, d):
    """Potential energy, if it is not known yet; where nobody asks for it, all energy is zero."""
    if m.opt.enableflags & ON_ENERGY:
        update_potential_energy_if_enabled(m, d)
    elif not d.flg_energypos:
        d.energy[0] = 0.0
        d.energy[1] = 0.0
