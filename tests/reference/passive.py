"""Passive forces the slow, obvious way: Jacobians and virtual work, one body, joint or tendon at a time.

All functions take a model and a data whose position and velocity stages are up to date, and return generalized forces.
"""

import numpy as np

from reference.fluid import fluid_forces

FREE, BALL = 0, 1
NO_SPRING, NO_DAMPER, NO_GRAVITY = 1 << 5, 1 << 6, 1 << 7
TRANSMISSION_JOINT, TRANSMISSION_JOINT_IN_PARENT, TRANSMISSION_TENDON = 0, 1, 3


def passive_forces(m, d) -> dict[str, np.ndarray]:
    """Every part of the passive force and their sum, by the names of the fields."""
    parts = {name: np.zeros(m.nv) for name in
             ('qfrc_spring', 'qfrc_damper', 'qfrc_gravcomp', 'qfrc_fluid', 'qfrc_adhesion', 'qfrc_passive')}
    off = m.opt.disableflags
    if off & NO_SPRING and off & NO_DAMPER:
        return parts
    if not off & NO_SPRING:
        parts['qfrc_spring'] = spring_forces(m, d)
    if not off & NO_DAMPER:
        parts['qfrc_damper'] = damper_forces(m, d)
    parts['qfrc_gravcomp'] = gravity_compensation(m, d)
    parts['qfrc_fluid'] = fluid_forces(m, d)
    by_actuators = np.array([m.jnt_actgravcomp[m.dof_jntid[i]] for i in range(m.nv)], dtype=bool)
    parts['qfrc_passive'] = (parts['qfrc_spring'] + parts['qfrc_damper'] + parts['qfrc_fluid']
                             + np.where(by_actuators, 0, parts['qfrc_gravcomp']))
    return parts


def spring_polynomial(x: float, linear: float, higher) -> float:
    """a x + b x^2 + c x^3."""
    return linear * x + higher[0] * x**2 + higher[1] * x**3


def damper_polynomial(v: float, linear: float, higher) -> float:
    """a v + b v |v| + c v^3."""
    return linear * v + higher[0] * v * abs(v) + higher[1] * v**3


def joint_displacements(m, d, j: int) -> list[np.ndarray]:
    """What the spring of a joint feels: position minus reference; a free joint has a linear and an angular spring."""
    kind, q, plastic = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_plasticadr[j]
    size = {FREE: 7, BALL: 4}.get(kind, 1)
    position = d.qpos[q:q + size]
    reference = d.plastic[plastic:plastic + size] if plastic >= 0 else m.qpos_spring[q:q + size]
    if kind == FREE:
        return [position[:3] - reference[:3], rotation_between(reference[3:], position[3:])]
    if kind == BALL:
        return [rotation_between(reference, position)]
    return [position - reference]


def spring_forces(m, d) -> np.ndarray:
    """Springs of joints and tendons; in several dimensions the polynomial is one of the distance."""
    force = np.zeros(m.nv)
    for j in range(m.njnt):
        i = m.jnt_dofadr[j]
        for x in joint_displacements(m, d, j):
            if len(x) == 1:
                force[i] -= spring_polynomial(x[0], m.jnt_stiffness[j], m.jnt_stiffnesspoly[j])
            else:
                distance = np.linalg.norm(x)
                magnitude = spring_polynomial(distance, m.jnt_stiffness[j], m.jnt_stiffnesspoly[j])
                force[i:i + 3] -= magnitude * x / max(distance, 1e-300)
                i += 3
    for t in range(m.ntendon):
        x = tendon_displacement(m, d, t)
        force -= tendon_jacobian(m, d, t) * spring_polynomial(x, m.tendon_stiffness[t], m.tendon_stiffnesspoly[t])
    return force


def damper_forces(m, d) -> np.ndarray:
    """Dampers of dofs and tendons, with those reflected by actuators: damping times gear squared."""
    force = np.zeros(m.nv)
    for i in range(m.nv):
        force[i] -= damper_polynomial(d.qvel[i], m.dof_damping[i], m.dof_dampingpoly[i])
        for a in actuators_on(m, m.dof_jntid[i], TRANSMISSION_JOINT, TRANSMISSION_JOINT_IN_PARENT):
            force[i] -= m.actuator_gear[a, 0]**2 * damper_polynomial(d.qvel[i], m.actuator_damping[a],
                                                                      m.actuator_dampingpoly[a])
    for t in range(m.ntendon):
        jacobian = tendon_jacobian(m, d, t)
        velocity = jacobian @ d.qvel
        force -= jacobian * damper_polynomial(velocity, m.tendon_damping[t], m.tendon_dampingpoly[t])
        for a in actuators_on(m, t, TRANSMISSION_TENDON):
            force -= jacobian * m.actuator_gear[a, 0]**2 * damper_polynomial(velocity, m.actuator_damping[a],
                                                                             m.actuator_dampingpoly[a])
    return force


def gravity_compensation(m, d) -> np.ndarray:
    """Work of a force against gravity at the centre of mass of every compensated body."""
    force = np.zeros(m.nv)
    if m.opt.disableflags & NO_GRAVITY or not m.flg_gravcomp:
        return force
    for b in range(1, m.nbody):
        linear, _ = body_jacobian(m, d, b, d.xipos[b])
        force += linear.T @ (-m.body_gravcomp[b] * m.body_mass[b] * m.opt.gravity)
    return force


def actuator_forces(m, d) -> np.ndarray:
    """qfrc_actuator of plain motors: what joints route to actuators is added before the clamp to their range."""
    force = np.zeros(m.nv)
    compensation = passive_forces(m, d)['qfrc_gravcomp']
    for a in range(m.nu):
        if m.actuator_trntype[a] == TRANSMISSION_TENDON:
            moment = tendon_jacobian(m, d, m.actuator_trnid[a, 0])
        else:
            moment = np.arange(m.nv) == m.jnt_dofadr[m.actuator_trnid[a, 0]]
        force += m.actuator_gear[a, 0] * moment * d.ctrl[a]
    for i in range(m.nv):
        j = m.dof_jntid[i]
        if m.jnt_actgravcomp[j] and m.nu > 0:
            force[i] += compensation[i]
        if m.jnt_actfrclimited[j]:
            force[i] = np.clip(force[i], *m.jnt_actfrcrange[j])
    return force


def yielded_plastic(m, d, before: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """References after a step: those further than the yield from the new position are dragged along.

    `before` holds the references during the step, `lengths` the tendon lengths extrapolated along the step's velocity.
    """
    plastic = before.copy()
    for j in range(m.njnt):
        p, limit = m.jnt_plasticadr[j], max(0, m.jnt_springyield[j])
        if p < 0:
            continue
        x = _displacement(m, d, j, before)
        distance = np.linalg.norm(x)
        if distance > limit and m.jnt_type[j] == BALL:
            plastic[p:p + 4] = quaternion_product(before[p:p + 4], rotation(x * (1 - limit / distance)))
            plastic[p:p + 4] /= np.linalg.norm(plastic[p:p + 4])
        elif distance > limit:
            plastic[p] = d.qpos[m.jnt_qposadr[j]] - np.sign(x[0]) * limit
    for t in range(m.ntendon):
        p, limit = m.tendon_plasticadr[t], max(0, m.tendon_springyield[t])
        if p < 0:
            continue
        lower, upper = before[p:p + 2]
        if lengths[t] > upper:
            shift = max(0, lengths[t] - upper - limit)
            slack = lower == 0 and upper > 0  # a rope that is loose from zero length stays so
            plastic[p:p + 2] = (0 if slack else lower + shift), upper + shift
        elif lengths[t] < lower:
            plastic[p:p + 2] += min(0, lengths[t] - lower + limit)
    return plastic


def _displacement(m, d, j, plastic):
    q, p = m.jnt_qposadr[j], m.jnt_plasticadr[j]
    if m.jnt_type[j] == BALL:
        return rotation_between(plastic[p:p + 4], d.qpos[q:q + 4])
    return d.qpos[q:q + 1] - plastic[p:p + 1]


def actuators_on(m, target: int, *transmissions: int) -> list[int]:
    """Actuators attached to a joint or tendon."""
    return [a for a in range(m.nu) if m.actuator_trntype[a] in transmissions and m.actuator_trnid[a, 0] == target]


def tendon_displacement(m, d, t: int) -> float:
    """Length outside the dead band of a tendon spring."""
    p = m.tendon_plasticadr[t]
    lower, upper = d.plastic[p:p + 2] if p >= 0 else m.tendon_lengthspring[t]
    length = d.ten_length[t]
    return length - upper if length > upper else length - lower if length < lower else 0.0


def tendon_jacobian(m, d, t: int) -> np.ndarray:
    row = np.zeros(m.nv)
    start, count = m.ten_J_rowadr[t], m.ten_J_rownnz[t]
    row[m.ten_J_colind[start:start + count]] = d.ten_J.ravel()[start:start + count]
    return row


def body_jacobian(m, d, b: int, point: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Linear and angular velocity, per dof velocity, of a point moving with a body."""
    linear, angular = np.zeros((3, m.nv)), np.zeros((3, m.nv))
    arm = point - d.subtree_com[m.body_rootid[b]]
    while b > 0:
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            angular[:, i] = d.cdof[i, :3]
            linear[:, i] = d.cdof[i, 3:] + np.cross(d.cdof[i, :3], arm)
        b = m.body_parentid[b]
    return linear, angular


def quaternion_product(p, q) -> np.ndarray:
    return np.concatenate([[p[0] * q[0] - p[1:] @ q[1:]], p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])])


def rotation(vector) -> np.ndarray:
    """Quaternion of a rotation vector."""
    angle = np.linalg.norm(vector)
    return np.concatenate([[np.cos(angle / 2)], np.sinc(angle / 2 / np.pi) / 2 * vector])


def rotation_between(start, end) -> np.ndarray:
    """Shortest rotation vector, in the start frame, that turns one orientation into the other."""
    turn = quaternion_product(start * [1, -1, -1, -1], end)
    turn = turn if turn[0] >= 0 else -turn
    sine = np.linalg.norm(turn[1:])
    return 2 * np.arctan2(sine, turn[0]) * turn[1:] / max(sine, 1e-300)
