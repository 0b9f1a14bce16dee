"""Derivatives of the smooth forces with respect to velocity, by finite differences of slow, obvious forces.

All functions take a model and a data whose position and velocity stages are up to date.
"""

import numpy as np

from reference.fluid import fluid_forces
from reference.passive import damper_forces

FREE, BALL = 0, 1
NO_SPRING, NO_DAMPER, NO_ACTUATION = 1 << 5, 1 << 6, 1 << 11
GAIN_AFFINE, BIAS_AFFINE = 1, 1


class AtVelocity:
    """A data seen with another velocity: what depends on position only is shared."""

    def __init__(self, d, qvel):
        self._data, self.qvel = d, qvel

    def __getattr__(self, name):
        return getattr(self._data, name)


def jacobian(force, d, step: float) -> np.ndarray:
    """d force / d qvel by a five-point stencil: no error of truncation up to fourth powers of the velocity."""
    columns = []
    for i in range(len(d.qvel)):
        at = [force(AtVelocity(d, d.qvel + step * k * (np.arange(len(d.qvel)) == i))) for k in (-2, -1, 1, 2)]
        columns.append((at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * step))
    return np.array(columns).T.reshape(len(d.qvel), len(d.qvel))


def pattern(m) -> np.ndarray:
    """Pairs of dofs on one path to the root: one moves the body of the other."""
    related = np.eye(m.nv, dtype=bool)
    for i in range(m.nv):
        ancestor = m.dof_parentid[i]
        while ancestor >= 0:
            related[i, ancestor] = related[ancestor, i] = True
            ancestor = m.dof_parentid[ancestor]
    return related


def velocity_derivative(m, d, with_bias: bool = True) -> np.ndarray:
    """d (passive + actuator - bias) / d qvel between related dofs."""
    total = np.zeros((m.nv, m.nv))
    off = m.opt.disableflags
    if not off & NO_DAMPER:
        total += jacobian(lambda at: damper_forces(m, at), d, 1e-3)
    if not (off & NO_DAMPER and off & NO_SPRING):
        total += fluid_derivative(m, d)
    if not off & NO_ACTUATION:
        total += actuator_derivative(m, d)
    if with_bias:
        total -= bias_derivative(m, d)
    return np.where(pattern(m), total, 0)


def bias_derivative(m, d) -> np.ndarray:
    """The bias force is quadratic in velocity: the stencil is exact whatever its step."""
    return jacobian(lambda at: bias_force(m, at), d, 1.0)


def fluid_derivative(m, d) -> np.ndarray:
    return jacobian(lambda at: fluid_forces(m, at), d, 1e-3)


def actuator_derivative(m, d) -> np.ndarray:
    """Slopes of affine gains and biases; an actuator whose force is at its limit does not feel the velocity."""
    total = np.zeros((m.nv, m.nv))
    for a in range(m.nu):
        slope = m.actuator_biasprm[a, 2] if m.actuator_biastype[a] == BIAS_AFFINE else 0.0
        if m.actuator_gaintype[a] == GAIN_AFFINE:
            ctrl = np.clip(d.ctrl[a], *m.actuator_ctrlrange[a]) if m.actuator_ctrllimited[a] else d.ctrl[a]
            last = m.actuator_actadr[a] + m.actuator_actnum[a] - 1
            slope += m.actuator_gainprm[a, 2] * (d.act[last] if m.actuator_actnum[a] else ctrl)
        low, high = m.actuator_forcerange[a]
        if m.actuator_forcelimited[a] and not low < d.actuator_force[a] < high:
            slope = 0.0
        moment = actuator_moment(m, d, a)
        total += slope * np.outer(moment, moment)
    return total


def actuator_moment(m, d, a: int) -> np.ndarray:
    row, start = np.zeros(m.nv), d.moment_rowadr[a]
    stop = start + d.moment_rownnz[a]
    row[d.moment_colind[start:stop]] = d.actuator_moment[start:stop]
    return row


def bias_force(m, d) -> np.ndarray:
    """Recursive Newton-Euler at zero acceleration (Featherstone 5.3), without gravity, which no velocity changes."""
    velocity, acceleration, force = np.zeros((m.nbody, 6)), np.zeros((m.nbody, 6)), np.zeros((m.nbody, 6))
    for b in range(1, m.nbody):
        parent = m.body_parentid[b]
        velocity[b], acceleration[b] = velocity[parent], acceleration[parent]
        for dofs, moves in joint_blocks(m, b):
            change = d.cdof[dofs].T @ d.qvel[dofs]
            if moves:
                acceleration[b] += cross_motion(velocity[b], change)
            velocity[b] += change
        inertia = spatial_inertia(d.cinert[b])
        force[b] = inertia @ acceleration[b] + cross_force(velocity[b], inertia @ velocity[b])
    for b in range(m.nbody - 1, 0, -1):
        force[m.body_parentid[b]] += force[b]
    return np.array([d.cdof[i] @ force[m.dof_bodyid[i]] for i in range(m.nv)])


def joint_blocks(m, b: int):
    """Dofs of the joints of a body, with whether their axes move; a free joint translates along fixed ones."""
    for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
        i, kind = m.jnt_dofadr[j], m.jnt_type[j]
        if kind == FREE:
            yield np.arange(i, i + 3), False
            i += 3
        yield np.arange(i, i + (3 if kind in (FREE, BALL) else 1)), True


def spatial_inertia(cinert) -> np.ndarray:
    """The 6x6 matrix of ten numbers: xx yy zz xy xz yz, mass * centre, mass."""
    xx, yy, zz, xy, xz, yz = cinert[:6]
    moment = skew(cinert[6:9])
    return np.block([[np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), moment],
                     [-moment, cinert[9] * np.eye(3)]])


def skew(v) -> np.ndarray:
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def cross_motion(v, s) -> np.ndarray:
    return np.concatenate([np.cross(v[:3], s[:3]), np.cross(v[:3], s[3:]) + np.cross(v[3:], s[:3])])


def cross_force(v, f) -> np.ndarray:
    return np.concatenate([np.cross(v[:3], f[:3]) + np.cross(v[3:], f[3:]), np.cross(v[:3], f[3:])])
