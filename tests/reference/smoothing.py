"""Steps of a softer system, slowly: rows set in gradually over a width (derivatives/analytic/smoothing.py).

The wheel finds contacts (in gaps as wide as the width), masses and bias forces; rows, their forces and the acceleration
are found here. Joints of one dof and free ones, limits of the former, dry friction, pyramids of three dimensions and
contacts without friction; Euler without dampers.
"""

import mujoco
import numpy as np

TIMECONST, IMPEDANCE, SPAN = 0.02, (0.9, 0.95), 0.001  # MuJoCo's defaults of solref and solimp
FREE = int(mujoco.mjtJoint.mjJNT_FREE)


def sigmoid(x):
    t = np.clip(x, -1, 1)
    return 0.5 + 0.75 * t - 0.25 * t ** 3


def integral(x):
    t = np.clip(x, -1, 1)
    return 3 / 16 + t / 2 + 3 / 8 * t ** 2 - t ** 4 / 16 + max(x - 1, 0)


def impedance(violation: float) -> float:
    """From the lower to the upper value over the span: two parabolas."""
    x = min(abs(violation) / SPAN, 1)
    rise = 2 * x * x if x < 0.5 else 1 - 2 * (1 - x) ** 2
    return IMPEDANCE[0] + (IMPEDANCE[1] - IMPEDANCE[0]) * rise


class Row:
    """One row: Jacobian, distance beyond the margin, estimate of the diagonal; largest force of dry friction."""

    def __init__(self, J, pos, diagonal, width, most=None, scale=1.0):
        self.J, self.pos, self.most = J, pos, most
        imp = impedance(pos)
        self.R = scale * (1 - imp) / imp * diagonal
        self.damping, stiffness = 2 / (IMPEDANCE[1] * TIMECONST), 1 / (IMPEDANCE[1] * TIMECONST) ** 2
        self.stiffness = 0 if most is not None else stiffness * imp
        self.weight = 1.0 if most is not None else sigmoid(-pos / width)
        self.softness = width * stiffness  # equal to damping^2 / 4

    def force(self, a, v):
        """Force, and minus its slope by J a."""
        y = self.J @ a + self.damping * (self.J @ v) + self.stiffness * self.pos
        D, w = self.weight / self.R, self.softness
        if self.most is None:
            return D * w * integral(-y / w), D * sigmoid(-y / w)
        low, high = (y + self.most * self.R) / w, (y - self.most * self.R) / w
        return self.most - D * w * (integral(low) - integral(high)), D * (sigmoid(low) - sigmoid(high))


def contact_rows(m, d, width):
    for c in range(d.ncon):
        contact = d.contact[c]
        if contact.dist >= width:
            continue
        bodies = [m.geom_bodyid[g] for g in contact.geom]
        jacobians = np.zeros((2, 3, m.nv))
        for J, body in zip(jacobians, bodies):
            mujoco.mj_jac(m, d, J, None, contact.pos, body)
        J = contact.frame.reshape(3, 3) @ (jacobians[1] - jacobians[0])
        diagonal, mu = m.body_invweight0[bodies, 0].sum(), contact.friction[0]
        if contact.dim == 1:
            yield Row(J[0], contact.dist, diagonal, width)
        else:
            scale = 2 * mu * mu / m.opt.impratio
            for k, sign in ((1, 1), (1, -1), (2, 1), (2, -1)):
                yield Row(J[0] + sign * mu * J[k], contact.dist, diagonal * (1 + mu * mu), width, scale=scale)


def rows_of(m, d, width):
    unit = np.eye(m.nv)
    for i in np.flatnonzero(m.dof_frictionloss):
        yield Row(unit[i], 0.0, m.dof_invweight0[i], width, m.dof_frictionloss[i])
    for j in np.flatnonzero(m.jnt_limited):
        i, q = m.jnt_dofadr[j], d.qpos[m.jnt_qposadr[j]]
        for sign, bound in zip((1, -1), m.jnt_range[j]):
            if sign * (q - bound) < width:
                yield Row(sign * unit[i], sign * (q - bound), m.dof_invweight0[i], width)
    yield from contact_rows(m, d, width)


def acceleration(m, d, width) -> np.ndarray:
    """Newton's method on M a - (all forces), whose Jacobian is known, with steps that are halved at need."""
    mujoco.mj_fwdPosition(m, d)
    mujoco.mj_fwdVelocity(m, d)
    mujoco.mj_fwdActuation(m, d)
    mujoco.mj_fwdAcceleration(m, d)
    M, rows = np.zeros((m.nv, m.nv)), list(rows_of(m, d, width))
    mujoco.mj_fullM(m, d, M)

    def residual(a):
        forces = [row.force(a, d.qvel) for row in rows]
        r = M @ a - d.qfrc_smooth - sum((row.J * force for row, (force, _) in zip(rows, forces)), np.zeros(m.nv))
        return r, M + sum((bend * np.outer(row.J, row.J) for row, (_, bend) in zip(rows, forces)), np.zeros_like(M))

    a = d.qacc_smooth.copy()
    for _ in range(200):
        r, H = residual(a)
        step, part = np.linalg.solve(H, r), 1.0
        while part > 1e-9 and -step @ residual(a - part * step)[0] > 0.9 * (step @ r):
            part /= 2
        a -= part * step
        if np.abs(part * step).max() <= 1e-13 * max(1, np.abs(a).max()):
            return a
    raise AssertionError('the reference does not converge')


def step(m, d, width) -> tuple[np.ndarray, np.ndarray]:
    """Position and velocity after a step."""
    v = d.qvel + m.opt.timestep * acceleration(m, d, width)
    q = d.qpos.copy()
    mujoco.mj_integratePos(m, q, v, m.opt.timestep)
    return q, v


def slopes(m, d, width, eps: float) -> np.ndarray:
    """A and B side by side, by differences of fourth order."""
    q, v, u = d.qpos.copy(), d.qvel.copy(), d.ctrl.copy()
    columns = []
    for k in range(2 * m.nv + m.nu):
        ends = []
        for size in (2 * eps, eps, -eps, -2 * eps):
            move = size * (np.arange(2 * m.nv + m.nu) == k)
            d.qpos[:], d.qvel[:], d.ctrl[:] = q, v + move[m.nv:2 * m.nv], u + move[2 * m.nv:]
            mujoco.mj_integratePos(m, d.qpos, move[:m.nv], 1.0)
            ends.append(step(m, d, width))
        total = np.zeros(2 * m.nv)
        for one, other, weight in ((1, 2, 8 / 12), (0, 3, -1 / 12)):
            turn = np.zeros(m.nv)
            mujoco.mj_differentiatePos(m, turn, 1.0, ends[other][0], ends[one][0])
            total += weight / eps * np.concatenate((turn, ends[one][1] - ends[other][1]))
        columns.append(total)
    d.qpos[:], d.qvel[:], d.ctrl[:] = q, v, u
    return np.array(columns).T
