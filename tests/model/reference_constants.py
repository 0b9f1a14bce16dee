"""Constants of a model at qpos0, by slow obvious formulas in NumPy: dense Jacobians and a dense inertia matrix.

`m` is anything with the fields of a compiled model as attributes. The formulas were checked against MuJoCo 4.0.0
(test_reference_constants.py does it again); they are the yardstick for the compiled kernels.
"""

import numpy as np

FREE, BALL, SLIDE, HINGE = range(4)
PLANE, SPHERE, BOX = 0, 2, 6
TENDON = 3  # transmission
MINVAL = 1e-15


def rotation(q):
    """The matrix of a unit quaternion (w, x, y, z)."""
    w, x, y, z = q
    return np.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ]
    )


class Configuration:
    """The model at qpos0, where every joint leaves its body where the file puts it."""

    def __init__(self, m):
        self.m = m
        self.nv, self.nbody = len(m.dof_bodyid), len(m.body_parentid)
        self.pos, self.mat = np.zeros((self.nbody, 3)), np.zeros((self.nbody, 3, 3))
        self.mat[0] = np.eye(3)
        for b in range(1, self.nbody):
            p = m.body_parentid[b]
            self.pos[b] = self.pos[p] + self.mat[p] @ m.body_pos[b]
            self.mat[b] = self.mat[p] @ rotation(m.body_quat[b])
        self.com = self.pos + np.einsum('bij,bj->bi', self.mat, m.body_ipos)
        self.imat = np.array([self.mat[b] @ rotation(m.body_iquat[b]) for b in range(self.nbody)])
        self.subtree_com = self._subtree_com()
        self.dofs = self._dofs()
        self.M_bodies = self._inertia()
        self.M = self.M_bodies + self._tendon_inertia()

    def _subtree_com(self):
        mass = np.array(self.m.body_mass)
        moment = mass[:, None] * self.com
        for b in reversed(range(1, self.nbody)):
            mass[self.m.body_parentid[b]] += mass[b]
            moment[self.m.body_parentid[b]] += moment[b]
        return np.where(mass[:, None] < MINVAL, self.com, moment / np.maximum(mass, MINVAL)[:, None])

    def _dofs(self):
        """For every dof its body, its angular axis and a point on it, or its linear direction."""
        m, dofs = self.m, []
        for j, kind in enumerate(m.jnt_type):
            b = m.jnt_bodyid[j]
            anchor = self.pos[b] + self.mat[b] @ m.jnt_pos[j]
            axis = self.mat[b] @ m.jnt_axis[j]
            if kind == FREE:
                dofs += [(b, np.zeros(3), np.eye(3)[k], anchor) for k in range(3)]
            if kind in (FREE, BALL):
                dofs += [(b, self.mat[b][:, k], np.zeros(3), anchor) for k in range(3)]
            if kind == SLIDE:
                dofs.append((b, np.zeros(3), axis, anchor))
            if kind == HINGE:
                dofs.append((b, axis, np.zeros(3), anchor))
        return dofs

    def jacobian(self, body, point):
        """Linear over angular velocity (6, nv) of a point of a body, per unit velocity of each dof."""
        J = np.zeros((6, self.nv))
        chain = set()
        while body:
            chain.add(body)
            body = self.m.body_parentid[body]
        for i, (b, angular, linear, anchor) in enumerate(self.dofs):
            if b in chain:
                J[:3, i] = linear + np.cross(angular, point - anchor)
                J[3:, i] = angular
        return J

    def _inertia(self):
        """Kinetic energy of all bodies, plus the armatures of joints and of actuators; the latter add
        armature * gear[0]^2 to every dof of their joint, also of ball and free joints."""
        m, M = self.m, np.diag(np.array(self.m.dof_armature, dtype=float))
        for b in range(1, self.nbody):
            J = self.jacobian(b, self.com[b])
            inertia = self.imat[b] @ np.diag(m.body_inertia[b]) @ self.imat[b].T
            M += m.body_mass[b] * J[:3].T @ J[:3] + J[3:].T @ inertia @ J[3:]
        for i, (joint, _) in enumerate(m.actuator_trnid):
            for dof in np.flatnonzero(m.dof_jntid == joint) if m.actuator_trntype[i] != TENDON else ():
                M[dof, dof] += m.actuator_armature[i] * m.actuator_gear[i][0] ** 2
        return M

    def tendon_jacobian(self, t):
        """The coefficients of a fixed tendon, at the dofs of its joints."""
        m, row = self.m, np.zeros(self.nv)
        for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
            row[m.jnt_dofadr[m.wrap_objid[w]]] = m.wrap_prm[w]
        return row

    def _tendon_inertia(self):
        """armature J'J of every tendon, its own armature and that of its actuators; M has no place for dofs of which
        neither moves the other, so that their coupling is left out."""
        m, M = self.m, np.zeros((self.nv, self.nv))
        for t in range(len(m.tendon_adr)):
            J, armature = self.tendon_jacobian(t), m.tendon_armature[t]
            for i, (target, _) in enumerate(m.actuator_trnid):
                if m.actuator_trntype[i] == TENDON and target == t:
                    armature += m.actuator_armature[i] * m.actuator_gear[i][0] ** 2
            M += armature * np.outer(J, J)
        coupled = np.eye(self.nv, dtype=bool)
        for dof in range(self.nv):
            above = m.dof_parentid[dof]
            while above >= 0:
                coupled[dof, above] = coupled[above, dof] = True
                above = m.dof_parentid[above]
        return M * coupled


def tendon_constants(c):
    """Lengths at qpos0 and J M^-1 J'."""
    m, lengths, weights = c.m, [], []
    for t in range(len(m.tendon_adr)):
        path = range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t])
        lengths.append(sum(m.wrap_prm[w] * m.qpos0[m.jnt_qposadr[m.wrap_objid[w]]] for w in path))
        J = c.tendon_jacobian(t)
        weights.append(J @ np.linalg.solve(c.M, J))
    return np.array(lengths), np.array(weights)


def actuator_moment(c, i):
    """The derivative of an actuator's length with respect to the velocity of the dofs, for joints and tendons."""
    m, moment = c.m, np.zeros(c.nv)
    if m.actuator_trntype[i] == TENDON:
        return m.actuator_gear[i][0] * c.tendon_jacobian(m.actuator_trnid[i][0])
    joint = m.actuator_trnid[i][0]
    adr, kind = m.jnt_dofadr[joint], m.jnt_type[joint]
    width = {FREE: 6, BALL: 3}.get(kind, 1)
    moment[adr : adr + width] = m.actuator_gear[i][:width]
    return moment


def dof_constants(c):
    """dof_M0: diagonal of M without tendons. dof_invweight0: diagonal of the inverse of M, averaged over the three dofs
    of a ball joint, and over the three translations and the three rotations of a free joint. The dofs of a body that
    only slides along its axes (body_simple 2) have 1 / body_mass, whatever their armature."""
    m, inverse = c.m, np.diag(np.linalg.inv(c.M)).copy() if c.nv else np.zeros(0)
    for j, kind in enumerate(m.jnt_type):
        adr = m.jnt_dofadr[j]
        for start in {FREE: (adr, adr + 3), BALL: (adr,)}.get(kind, ()):
            inverse[start : start + 3] = inverse[start : start + 3].mean()
    for dof, b in enumerate(m.dof_bodyid):
        if m.body_simple[b] == 2:
            inverse[dof] = 1 / m.body_mass[b]
    return np.diag(c.M_bodies), inverse


def body_invweight0(c):
    """Mean diagonal of J M^-1 J' at the centre of mass, translation and rotation; zero for bodies that cannot move,
    and (1 / body_mass, 0) for a body that only slides along its axes (body_simple 2)."""
    weights = np.zeros((c.nbody, 2))
    if c.nv:
        inverse = np.linalg.inv(c.M)
        for b in range(1, c.nbody):
            J = c.jacobian(b, c.com[b])
            diagonal = np.einsum('ij,jk,ik->i', J, inverse, J)
            weights[b] = diagonal[:3].mean(), diagonal[3:].mean()
            if c.m.body_simple[b] == 2:
                weights[b] = 1 / c.m.body_mass[b], 0
    return weights


def tracking_constants(c, kind):
    """Offset of cameras or lights ('cam', 'light') from their body, from the centre of mass of its subtree, and
    their orientation or direction in the world."""
    m = c.m
    body = getattr(m, f'{kind}_bodyid')
    pos = np.array([c.mat[b] @ p for b, p in zip(body, getattr(m, f'{kind}_pos'), strict=True)]).reshape(-1, 3)
    from_com = pos + c.pos[body] - c.subtree_com[body]
    if kind == 'cam':
        turned = [(c.mat[b] @ rotation(q)).ravel() for b, q in zip(body, m.cam_quat, strict=True)]
    else:
        turned = [c.mat[b] @ d for b, d in zip(body, m.light_dir, strict=True)]
    return pos, from_com, np.array(turned).reshape(len(body), 9 if kind == 'cam' else 3)


def actuator_constants(c):
    """Length at qpos0, which is zero for ball and free joints, and acc0 = |M^-1 moment|."""
    m, length, acceleration = c.m, [], []
    for i, (target, _) in enumerate(m.actuator_trnid):
        unscaled = 0.0
        if m.actuator_trntype[i] == TENDON:
            unscaled = tendon_constants(c)[0][target]
        elif m.jnt_type[target] in (SLIDE, HINGE):
            unscaled = m.qpos0[m.jnt_qposadr[target]]
        length.append(m.actuator_gear[i][0] * unscaled)
        acceleration.append(np.linalg.norm(np.linalg.solve(c.M, actuator_moment(c, i))))
    return np.array(length), np.array(acceleration)


def body_lengths(c):
    """The farthest point of a body from its centre of mass: geoms by their bounding spheres (not planes), the joints
    of the body and those of its children; at least 1e-5."""
    m, lengths = c.m, np.full(c.nbody, 1e-5)

    def reach(b, point, radius=0.0):
        lengths[b] = max(lengths[b], np.linalg.norm(point - c.com[b]) + radius)

    for g, b in enumerate(m.geom_bodyid):
        if m.geom_rbound[g] > 0:
            reach(b, c.pos[b] + c.mat[b] @ m.geom_pos[g], m.geom_rbound[g])
    for j, b in enumerate(m.jnt_bodyid):
        anchor = c.pos[b] + c.mat[b] @ m.jnt_pos[j]
        reach(b, anchor)
        if m.body_parentid[b] > 0:
            reach(m.body_parentid[b], anchor)
    return lengths


def dof_length(c):
    """1 for translations, the length of the body for rotations."""
    lengths = body_lengths(c)
    return np.array([1.0 if not angular.any() else lengths[b] for b, angular, _, _ in c.dofs])


def statistics(c):
    """meaninertia, meanmass, meansize, extent, center.

    The bounding box holds the frames and centres of mass of bodies, joint anchors, sites and the bounding spheres of
    geoms, where a plane counts as a sphere of a tenth of its larger side, at least 0.01.
    """
    m = c.m
    meaninertia = np.diag(c.M).mean() if c.nv else 1.0
    meanmass = np.mean(m.body_mass[1:]) if c.nbody > 1 else 1.0
    meansize = body_lengths(c)[1:].mean() if c.nbody > 1 else 0.2
    points = [(p, 0.0) for p in (*c.pos[1:], *c.com[1:])]
    points += [(c.pos[b] + c.mat[b] @ p, 0.0) for b, p in zip(m.jnt_bodyid, m.jnt_pos, strict=True)]
    points += [(c.pos[b] + c.mat[b] @ p, 0.0) for b, p in zip(m.site_bodyid, m.site_pos, strict=True)]
    for g, b in enumerate(m.geom_bodyid):
        plane = m.geom_type[g] == PLANE
        radius = max(0.01, 0.1 * max(m.geom_size[g][:2])) if plane else m.geom_rbound[g]
        points.append((c.pos[b] + c.mat[b] @ m.geom_pos[g], radius))
    if not points:
        return meaninertia, meanmass, meansize, 2.0, np.zeros(3)
    lower = np.min([p - r for p, r in points], axis=0)
    upper = np.max([p + r for p, r in points], axis=0)
    side = (upper - lower).max()
    extent = 2.0 if side < MINVAL else max(side, 2 * meansize)
    return meaninertia, meanmass, meansize, extent, (lower + upper) / 2


def spring_damper(c, joint, time_constant, damping_ratio):
    """Stiffness and damping of a joint with the given behaviour; its mass is 1 / mean(dof_invweight0)."""
    adr, width = c.m.jnt_dofadr[joint], {FREE: 6, BALL: 3}.get(c.m.jnt_type[joint], 1)
    mass = 1 / dof_constants(c)[1][adr : adr + width].mean()
    return mass / (time_constant * damping_ratio) ** 2, 2 * mass / time_constant


def servo_damping(c, i, kp, damping_ratio):
    """biasprm[2] of a position servo: -2 ratio sqrt(kp m), with m = 1 / (J M^-1 J')."""
    moment = actuator_moment(c, i)
    return -2 * damping_ratio * np.sqrt(kp / (moment @ np.linalg.solve(c.M, moment)))
