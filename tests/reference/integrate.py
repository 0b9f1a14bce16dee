"""Time steps of models without constraints, with dense matrices, one formula per integrator.

All functions take a model and a data after forward dynamics. Accelerations are those that advance the velocity.
"""

import numpy as np

from reference.derivative import bias_derivative, fluid_derivative, pattern, velocity_derivative
from reference.passive import (
    actuators_on,
    damper_polynomial,
    joint_displacements,
    quaternion_product,
    rotation,
    spring_polynomial,
)

FREE, BALL = 0, 1
DYN_FILTEREXACT = 3
NO_SPRING, NO_DAMPER, NO_EULERDAMP = 1 << 5, 1 << 6, 1 << 15
ON_JOINT, ON_JOINT_IN_PARENT = 0, 1


def euler_acceleration(m, d) -> np.ndarray:
    """(M + h D) a = f with the slope D of the joint dampers."""
    damping = np.zeros(m.nv)
    if not m.opt.disableflags & (NO_DAMPER | NO_EULERDAMP):
        damping = np.array([damping_slope(m, d, i) for i in range(m.nv)])
    return np.linalg.solve(inertia(m, d) + m.opt.timestep * np.diag(damping), d.qfrc_smooth)


def implicit_acceleration(m, d) -> np.ndarray:
    """(M - h df/dv) a = f with the whole derivative."""
    return np.linalg.solve(inertia(m, d) - m.opt.timestep * velocity_derivative(m, d), d.qfrc_smooth)


def implicitfast_acceleration(m, d) -> np.ndarray:
    """The same with the symmetric part of the derivative without bias; lone free bodies keep the whole of theirs."""
    derivative = velocity_derivative(m, d, with_bias=False)
    used, lone = (derivative + derivative.T) / 2, lone_dofs(m)
    used[lone] = (derivative - bias_derivative(m, d))[lone]
    return np.linalg.solve(inertia(m, d) - m.opt.timestep * used, d.qfrc_smooth)


def discrete_acceleration(m, d) -> np.ndarray:
    """(M + h D + h^2 K) a = f - h K v with the slopes of joint springs and dampers, none negative, and of fluids.

    For models without tendons and actuators whose bodies meet fluids as boxes: all of that drag damps. Lone free bodies
    also use the derivative of their bias force.
    """
    h, off = m.opt.timestep, m.opt.disableflags
    damping = np.array([max(0, damping_slope(m, d, i)) for i in range(m.nv)]) * (not off & NO_DAMPER)
    stiffness = stiffness_slopes(m, d) * (not off & NO_SPRING)
    metric = inertia(m, d) + h * np.diag(damping + h * stiffness) - h * fluid_derivative(m, d)
    lone = lone_dofs(m)
    metric[lone] += h * (bias_derivative(m, d) * pattern(m))[lone]
    return np.linalg.solve(metric, d.qfrc_smooth - h * stiffness * d.qvel)


def damping_slope(m, d, i: int) -> float:
    """Derivative of the damper of a dof, with the dampers of actuators that act on its joint."""
    coefficients = [(1.0, m.dof_damping[i], m.dof_dampingpoly[i])]
    for a in actuators_on(m, m.dof_jntid[i], ON_JOINT, ON_JOINT_IN_PARENT):
        coefficients.append((m.actuator_gear[a, 0]**2, m.actuator_damping[a], m.actuator_dampingpoly[a]))
    return sum(scale * slope(damper_polynomial, d.qvel[i], *terms) for scale, *terms in coefficients)


def stiffness_slopes(m, d) -> np.ndarray:
    """Derivatives of the joint springs; one that acts in three dimensions is as stiff across as along."""
    slopes = np.zeros(m.nv)
    for j in range(m.njnt):
        i = m.jnt_dofadr[j]
        for x in joint_displacements(m, d, j):
            distance = x[0] if len(x) == 1 else np.linalg.norm(x)
            slopes[i:i + len(x)] = slope(spring_polynomial, distance, m.jnt_stiffness[j], m.jnt_stiffnesspoly[j])
            i += len(x)
    return np.maximum(slopes, 0)


def slope(polynomial, x: float, *coefficients) -> float:
    """Derivative of an odd or even polynomial of third order, on one side of zero."""
    step, side = 1e-3, 1.0 if x >= 0 else -1.0
    at = [polynomial(x + side * step * k, *coefficients) for k in range(5)]
    return side * (-25 * at[0] + 48 * at[1] - 36 * at[2] + 16 * at[3] - 3 * at[4]) / (12 * step)


def lone_dofs(m) -> np.ndarray:
    """Dofs of free bodies that carry no other joint."""
    of_six = np.bincount(m.dof_treeid, minlength=1)[m.dof_treeid] == 6
    return of_six & (m.jnt_type[m.dof_jntid] == FREE)


def inertia(m, d) -> np.ndarray:
    """The joint-space inertia as a dense matrix."""
    dense = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            dense[i, m.M_colind[k]] = dense[m.M_colind[k], i] = d.M[k]
    return dense


def moved(m, qpos, displacement) -> np.ndarray:
    """Position after a displacement in the tangent space: rotations about the axes of the child."""
    new = np.array(qpos)
    for kind, q, i in zip(m.jnt_type, m.jnt_qposadr, m.jnt_dofadr):
        if kind == FREE:
            new[q:q + 3] += displacement[i:i + 3]
            q, i = q + 3, i + 3
        if kind in (FREE, BALL):
            orientation = qpos[q:q + 4] / np.linalg.norm(qpos[q:q + 4])
            new[q:q + 4] = quaternion_product(orientation, rotation(displacement[i:i + 3]))
        else:
            new[q] += displacement[i]
    return new


def next_activation(m, act, act_dot) -> np.ndarray:
    """Activations after a step: Euler, or the exact answer of a first-order filter; then clamped."""
    h, new = m.opt.timestep, np.array(act)
    for a in range(m.nu):
        for k in range(m.actuator_actadr[a], m.actuator_actadr[a] + m.actuator_actnum[a]):
            tau = max(m.actuator_dynprm[a, 0], 1e-15)
            span = tau * (1 - np.exp(-h / tau)) if m.actuator_dyntype[a] == DYN_FILTEREXACT else h
            new[k] += span * act_dot[k]
            if m.actuator_actlimited[a]:
                new[k] = np.clip(new[k], *m.actuator_actrange[a])
    return new


def runge_kutta(m, d, forward) -> dict[str, np.ndarray]:
    """The classical method of fourth order, with rotation vectors (Munthe-Kaas 1998); leaves d at the last stage."""
    h, start, time = m.opt.timestep, d.qpos.copy(), d.time
    qvel, act = d.qvel.copy(), d.act.copy()
    rates = [(qvel, d.qacc.copy(), d.act_dot.copy())]
    for fraction in (0.5, 0.5, 1.0):
        velocity, acceleration, activation = rates[-1]
        displacement = fraction * h * velocity
        d.qpos[:] = moved(m, start, displacement)
        d.qvel[:] = qvel + fraction * h * acceleration
        d.act[:] = act + fraction * h * activation
        d.time = time + fraction * h
        forward(m, d)
        rates.append((pulled_back(m, displacement, d.qvel), d.qacc.copy(), d.act_dot.copy()))
    velocity, acceleration, activation = (
        sum(weight / 6 * rate for weight, rate in zip((1, 2, 2, 1), column)) for column in zip(*rates))
    return {'qpos': moved(m, start, h * velocity), 'qvel': qvel + h * acceleration, 'qacc': acceleration,
            'act': next_activation(m, act, activation), 'qacc_warmstart': rates[-1][1]}


def pulled_back(m, displacement, qvel) -> np.ndarray:
    """Rate of the displacement that yields this velocity: for rotations the inverse of the exponential's derivative."""
    rate = np.array(qvel)
    for kind, i in zip(m.jnt_type, m.jnt_dofadr):
        if kind in (FREE, BALL):
            i += 3 * (kind == FREE)
            u, w = displacement[i:i + 3], qvel[i:i + 3]
            angle = np.linalg.norm(u)
            third = 1 / 12 if angle < 1e-4 else (1 - angle / 2 / np.tan(angle / 2)) / angle**2
            rate[i:i + 3] = w + np.cross(u, w) / 2 + third * np.cross(u, np.cross(u, w))
    return rate
