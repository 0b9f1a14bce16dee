"""Identities between the quantities of one state: mass matrix, energies, Jacobians, forward and inverse dynamics."""

import numpy as np
import pytest

import torsor as mujoco
from analytic.simulation import world
from analytic.trees import FLOATING, ROOTED, set_in_motion

TREES = pytest.mark.parametrize('tree', [FLOATING, ROOTED], ids=['floating', 'rooted'])
MOTORS = '<actuator><motor joint="hip" gear="3"/><motor joint="shoulder" armature="0.1" gear="2"/></actuator>'


def moving(tree, **options):
    """A tree in motion, with springs and armature, after forward dynamics."""
    m, d = world(tree, rest=MOTORS, **options)
    m.jnt_stiffness[1:] = 8
    m.dof_armature[:] = np.linspace(0, 0.2, m.nv)
    set_in_motion(m, d)
    mujoco.mj_forward(m, d)
    return m, d


def mass_matrix(m, d) -> np.ndarray:
    """M as a dense matrix."""
    dense = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, d, dense)
    return dense


def rotor_inertia(m) -> np.ndarray:
    """What dofs carry beside bodies: their armature, and that of actuators times gear squared."""
    inertia = m.dof_armature.copy()
    for actuator in range(m.nactuator):
        dof = m.jnt_dofadr[m.actuator_trnid[actuator, 0]]
        inertia[dof] += m.actuator_armature[actuator] * m.actuator_gear[actuator, 0]**2
    return inertia


def body_velocities(m, d):
    """For every body: its angular velocity in its principal axes, and the velocity of its centre of mass."""
    for b in range(1, m.nbody):
        spin = d.cvel[b, :3]
        yield (d.ximat[b].reshape(3, 3).T @ spin,
               d.cvel[b, 3:] + np.cross(spin, d.xipos[b] - d.subtree_com[m.body_rootid[b]]))


@TREES
def test_mass_matrix_is_symmetric_and_positive_definite(tree):
    """M = M', x' M x > 0."""
    matrix = mass_matrix(*moving(tree))
    np.testing.assert_array_equal(matrix, matrix.T)
    assert np.linalg.eigvalsh(matrix).min() > 0


@pytest.mark.python_mode
@TREES
def test_kinetic_energy_is_the_sum_over_bodies(tree):
    """v' M v / 2 = sum of m |v_c|^2 / 2 + w' I w / 2, and armature v^2 / 2."""
    m, d = moving(tree)
    bodies = sum(m.body_mass[b] * velocity @ velocity / 2 + m.body_inertia[b] @ spin**2 / 2
                 for b, (spin, velocity) in enumerate(body_velocities(m, d), start=1))
    total = bodies + rotor_inertia(m) @ d.qvel**2 / 2
    assert d.qvel @ mass_matrix(m, d) @ d.qvel / 2 == pytest.approx(total, rel=1e-13)
    assert d.energy[1] == pytest.approx(total, rel=1e-13)


@TREES
def test_potential_energy_is_that_of_weights_and_springs(tree):
    """V = -sum m g . x_c + sum k x^2 / 2, where x is the angle of the rotation for a ball joint."""
    m, d = moving(tree)
    weights = -sum(m.body_mass[b] * m.opt.gravity @ d.xipos[b] for b in range(1, m.nbody))
    springs = 0.0
    for j in range(1, m.njnt):
        adr = m.jnt_qposadr[j]
        if m.jnt_type[j] == mujoco.mjtJoint.mjJNT_BALL:
            stretch = 2 * np.arctan2(np.linalg.norm(d.qpos[adr + 1:adr + 4]), d.qpos[adr])
        else:
            stretch = d.qpos[adr]
        springs += m.jnt_stiffness[j] * stretch**2 / 2
    assert d.energy[0] == pytest.approx(weights + springs, rel=1e-13)


@TREES
def test_forces_are_the_gradient_of_potential_energy(tree):
    """With v = 0: qfrc_passive - qfrc_bias = -dV/dq, by central differences of V."""
    m, d = moving(tree)
    d.qvel[:] = 0
    mujoco.mj_forward(m, d)
    forces = d.qfrc_passive - d.qfrc_bias
    pose, step, gradient = d.qpos.copy(), 1e-5, np.zeros(m.nv)
    for i in range(m.nv):
        potential = []
        for sign in (1, -1):
            d.qpos[:] = pose
            mujoco.mj_integratePos(m, d.qpos, sign * np.eye(m.nv)[i], step)
            mujoco.mj_forward(m, d)
            potential.append(d.energy[0])
        gradient[i] = (potential[0] - potential[1]) / (2 * step)
    np.testing.assert_allclose(forces, -gradient, atol=1e-7)  # rounding 1e-14 / step, truncation step^2


@TREES
def test_virtual_work_of_a_force_on_a_body(tree):
    """f . v_c + t . w = qvel . (J' f): force and torque on a body, mapped to joints, have the same power."""
    m, d = moving(tree)
    without = d.qfrc_smooth.copy()
    body = m.nbody - 1
    force, torque = np.array([1.0, -2, 3]), np.array([0.5, 0.25, -1])
    d.xfrc_applied[body] = [*force, *torque]
    mujoco.mj_forward(m, d)
    *_, (_, velocity) = body_velocities(m, d)
    power = force @ velocity + torque @ d.cvel[body, :3]
    assert (d.qfrc_smooth - without) @ d.qvel == pytest.approx(power, rel=1e-12)


@TREES
def test_forward_dynamics_solves_the_equation_of_motion(tree):
    """M qacc + bias = passive + actuator + applied + J' xfrc."""
    m, d = moving(tree)
    d.ctrl[:] = 1, -2
    d.qfrc_applied[:] = np.linspace(-1, 1, m.nv)
    mujoco.mj_forward(m, d)
    forces = d.qfrc_passive + d.qfrc_actuator + d.qfrc_applied
    np.testing.assert_allclose(mass_matrix(m, d) @ d.qacc + d.qfrc_bias, forces, atol=1e-11)


@pytest.mark.python_mode
@TREES
def test_inverse_dynamics_returns_what_was_applied(tree):
    """inverse(forward(f)) = f, where f is all but passive forces."""
    m, d = moving(tree)
    d.ctrl[:] = 1, -2
    d.qfrc_applied[:] = np.linspace(-1, 1, m.nv)
    d.xfrc_applied[2] = 1, 2, 3, 4, 5, 6
    mujoco.mj_forward(m, d)
    from_bodies = d.qfrc_smooth - (d.qfrc_passive - d.qfrc_bias + d.qfrc_actuator + d.qfrc_applied)
    assert np.abs(from_bodies).max() > 1
    mujoco.mj_inverse(m, d)
    np.testing.assert_allclose(d.qfrc_inverse, d.qfrc_applied + d.qfrc_actuator + from_bodies, atol=1e-11)


@TREES
def test_acceleration_is_that_of_a_slightly_later_state(tree):
    """qacc = (qvel(t + h) - qvel(t - h)) / 2 h, with the motion computed by Runge-Kutta."""
    h = 1e-4
    m, d = moving(tree, timestep=h)
    start, acceleration = (d.qpos.copy(), d.qvel.copy()), d.qacc.copy()
    velocities = []
    for step in (h, -h):
        d.qpos[:], d.qvel[:] = start
        m.opt.timestep = step
        mujoco.mj_step(m, d)
        velocities.append(d.qvel.copy())
    scale = np.abs(acceleration).max()
    np.testing.assert_allclose((velocities[0] - velocities[1]) / (2 * h), acceleration, atol=1e-5 * scale)
