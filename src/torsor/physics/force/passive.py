"""Passive forces: springs and dampers of joints and tendons, adhesion of contacts, and the sum of all parts.

A spring pulls with a x + b x^2 + c x^3, a damper with a v + b v |v| + c v^3. In several dimensions x is a distance.
"""

from ...jit import callback, helper, stage
from ...jit.callback import is_set
from ...jit.lanes import any_, clamp, formula, maximum, where
from ...jit.values import ZERO, Vec3, exponential, norm, normalized, rotation_vector
from ..common.names import BALL, FREE, OFF_DAMPER, OFF_GRAVITY, OFF_SPRING
from ..common.sparse import add_row, row_product
from ..common.unsupported import refuse_flexes
from ..dynamics.subtree import add_body_force, clear_body_forces, project_awake_forces
from ..position.transmission import drives_joint, drives_tendon, with_reflected
from ..sleep.rest import joint_sleeps, some_sleep, span, span_count
from .fluid import fluid
from .gravcomp import gravity_compensation

users_forces = callback.passive


@formula
def polynomial_slope(x, c):
    """a + b x + c x^2: what a spring (or a damper, x being a speed) pulls with, per x."""
    return c.x + x * (c.y + x * c.z)


@formula
def damper_slope(v, c):
    """Derivative of the damper force c.x v + c.y v |v| + c.z v^3."""
    speed = abs(v)
    return c.x + speed * (2.0 * c.y + 3.0 * speed * c.z)


@helper
def is_used(c):
    """Whether a coefficient is not zero."""
    return any_((c.x != 0.0) | (c.y != 0.0) | (c.z != 0.0))


@helper
def joint_stiffness(m, j):
    return Vec3(m.jnt_stiffness[j], m.jnt_stiffnesspoly[j, 0], m.jnt_stiffnesspoly[j, 1])


@helper
def tendon_stiffness(m, t):
    return Vec3(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t, 0], m.tendon_stiffnesspoly[t, 1])


@helper
def reflected_damping(m, actuator):
    """Damping coefficients of an actuator, seen from its joint or tendon."""
    gear = m.actuator_gear[m.actuator_outadr[actuator], 0]
    c = Vec3(m.actuator_damping[actuator], m.actuator_dampingpoly[actuator, 0], m.actuator_dampingpoly[actuator, 1])
    return c * (gear * gear)


@helper
def dof_damping(m, i):
    """Damping coefficients of a dof, with those that actuators reflect to its joint."""
    j, c = m.dof_jntid[i], Vec3(m.dof_damping[i], m.dof_dampingpoly[i, 0], m.dof_dampingpoly[i, 1])
    return with_reflected(m, c, m.jnt_actuatorid[j], drives_joint, j, reflected_damping)


@helper
def tendon_damping(m, t):
    """Damping coefficients of a tendon, with those that actuators reflect to it."""
    c = Vec3(m.tendon_damping[t], m.tendon_dampingpoly[t, 0], m.tendon_dampingpoly[t, 1])
    return with_reflected(m, c, m.tendon_actuatorid[t], drives_tendon, t, reflected_damping)


@helper
def scalar_displacement(m, d, j):
    """Distance of a hinge or slide from the reference of its spring, which moves if the spring yields."""
    q, p = m.jnt_qposadr[j], m.jnt_plasticadr[j]
    if p >= 0:
        return d.qpos[q] - d.plastic[p]
    return d.qpos[q] - m.qpos_spring[q]


@helper
def angular_displacement(m, d, j):
    """Rotation vector from the reference of the spring of a ball or free joint to its orientation."""
    q, p = m.jnt_qposadr[j], m.jnt_plasticadr[j]
    if m.jnt_type[j] == FREE:
        q += 3
    orientation = normalized(d.qpos.quat[q])
    if p >= 0:
        return rotation_vector(d.plastic.quat[p].conjugate * orientation)
    return rotation_vector(m.qpos_spring.quat[q].conjugate * orientation)


@helper
def linear_displacement(m, d, j):
    """Distance vector of a free joint from the reference of its spring."""
    q = m.jnt_qposadr[j]
    return d.qpos.vec3[q] - m.qpos_spring.vec3[q]


@formula
def outside(length, lower, upper):
    """Signed distance of a length from the interval [lower, upper]."""
    return where(length > upper, length - upper, where(length < lower, length - lower, 0.0))


@helper
def tendon_displacement(m, d, t):
    """How far a tendon is outside the dead band of its spring, which moves if the spring yields."""
    p, length = m.tendon_plasticadr[t], d.ten_length[t]
    if p >= 0:
        return outside(length, d.plastic[p], d.plastic[p + 1])
    return outside(length, m.tendon_lengthspring[t, 0], m.tendon_lengthspring[t, 1])


@helper
def spring_force(m, d, t):
    """What the spring of a tendon pulls with."""
    x = tendon_displacement(m, d, t)
    return x * polynomial_slope(x, tendon_stiffness(m, t))


@helper
def damper_force(m, d, t):
    """What the damper of a tendon pulls with."""
    v = d.ten_velocity[t]
    return v * polynomial_slope(abs(v), tendon_damping(m, t))


@stage
def joint_springs(m, d):
    """Springs of joints; a free joint has one for its position and one for its orientation."""
    skips = some_sleep(m, d)
    for j in range(m.njnt):
        c = joint_stiffness(m, j)
        if is_used(c) and not (skips and joint_sleeps(m, d, j)):
            kind, i = m.jnt_type[j], m.jnt_dofadr[j]
            if kind == FREE:
                x = linear_displacement(m, d, j)
                d.qfrc_spring.vec3[i] = d.qfrc_spring.vec3[i] - x * polynomial_slope(norm(x), c)
                i += 3
            if kind == FREE or kind == BALL:
                x = angular_displacement(m, d, j)
                d.qfrc_spring.vec3[i] = d.qfrc_spring.vec3[i] - x * polynomial_slope(norm(x), c)
            else:
                s = scalar_displacement(m, d, j)
                d.qfrc_spring[i] -= s * polynomial_slope(s, c)


@stage
def dof_dampers(m, d):
    """Dampers of dofs."""
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            v = d.qvel[i]
            d.qfrc_damper[i] -= v * polynomial_slope(abs(v), dof_damping(m, i))


@stage
def tendon_springs_and_dampers(m, d):
    """Springs and dampers of tendons, pulling along their Jacobians."""
    off = m.opt.disableflags
    for t in range(m.ntendon):
        spring, damper = 0.0, 0.0
        if not off & OFF_SPRING:
            spring = spring_force(m, d, t)
        if not off & OFF_DAMPER:
            damper = damper_force(m, d, t)
        add_row(-spring, m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J, d.qfrc_spring)
        add_row(-damper, m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J, d.qfrc_damper)


@stage(one_world=True)
def adhesion(m, d):
    """Forces that pull the two bodies of every adhesive contact together."""
    clear_body_forces(m, d)
    for c in range(d.ncon):
        pull = d.contact.frame[c].row_x * d.contact.adhesion[c]
        first, second = m.geom_bodyid[d.contact.geom[c, 0]], m.geom_bodyid[d.contact.geom[c, 1]]
        add_body_force(m, d, first, d.contact.pos[c], pull, ZERO)
        add_body_force(m, d, second, d.contact.pos[c], -pull, ZERO)
    project_awake_forces(m, d, d.qfrc_adhesion)


@helper
def clear_passive(m, d):
    """No passive forces, on dofs that are awake."""
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            d.qfrc_spring[i] = 0.0
            d.qfrc_damper[i] = 0.0
            d.qfrc_gravcomp[i] = 0.0
            d.qfrc_fluid[i] = 0.0
            d.qfrc_adhesion[i] = 0.0
            d.qfrc_passive[i] = 0.0


@helper
def sum_passive(m, d):
    """qfrc_passive, on dofs that are awake."""
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            total = d.qfrc_spring[i] + d.qfrc_damper[i] + d.qfrc_fluid[i] + d.qfrc_adhesion[i]
            if not m.jnt_actgravcomp[m.dof_jntid[i]]:  # else actuators carry it
                total += d.qfrc_gravcomp[i]
            d.qfrc_passive[i] = total


@stage
def passive(m, d):
    """All passive forces and their sum; the flags for springs and dampers together switch everything off."""
    refuse_flexes(m, d)
    clear_passive(m, d)
    off = m.opt.disableflags
    if off & OFF_SPRING and off & OFF_DAMPER:
        return
    if not off & OFF_SPRING:
        joint_springs(m, d)
    if not off & OFF_DAMPER:
        dof_dampers(m, d)
    if m.ntendon > 0:
        tendon_springs_and_dampers(m, d)
    if m.flg_gravcomp and not off & OFF_GRAVITY:
        gravity_compensation(m, d)
    if any_((m.opt.density != 0.0) | (m.opt.viscosity != 0.0)):
        fluid(m, d)
    if m.flg_adhesion and d.ncon > 0:
        adhesion(m, d)
    sum_passive(m, d)
    if is_set(m, users_forces):
        users_forces(m, d, 0, 0)


@helper
def yield_joints(m, d):
    """Drag the references of joint springs along, where the joint is further away than the spring can yield."""
    for j in range(m.njnt):
        p, q = m.jnt_plasticadr[j], m.jnt_qposadr[j]
        if p >= 0 and not m.opt.disableflags & OFF_SPRING:
            limit = maximum(m.jnt_springyield[j], 0.0)
            if m.jnt_type[j] == BALL:
                reference, x = d.plastic.quat[p], angular_displacement(m, d, j)
                distance = norm(x)
                yields = distance > limit
                excess = (distance - limit) / where(yields, distance, 1.0)
                moved = normalized(reference * exponential(x * excess))
                d.plastic.quat[p] = where(yields, moved, reference)
            else:
                x, position, reference = scalar_displacement(m, d, j), d.qpos[q], d.plastic[p]
                reference = where(x > limit, position - limit, reference)
                d.plastic[p] = where(x < -limit, position + limit, reference)


@helper
def yield_tendons(m, d, velocity):
    """Drag the dead bands of tendon springs along; `velocity` is the one that moved the joints in this step.

    The Jacobian is still that of the start of the step: the length after it is extrapolated.
    """
    for t in range(m.ntendon):
        p = m.tendon_plasticadr[t]
        if p >= 0 and not m.opt.disableflags & OFF_SPRING:
            rate = row_product(m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind, d.ten_J, velocity)
            length, limit = d.ten_length[t] + m.opt.timestep * rate, maximum(m.tendon_springyield[t], 0.0)
            lower, upper = d.plastic[p], d.plastic[p + 1]
            x = outside(length, lower, upper)
            shift = x - clamp(x, -limit, limit)
            rope = (lower == 0.0) & (upper > 0.0)  # loose from zero length, and stays so when stretched
            d.plastic[p] = lower + where(rope & (shift > 0.0), 0.0, shift)
            d.plastic[p + 1] = upper + shift
