"""What closed systems keep: energy and momentum, as well as the order of the integrator promises."""

import numpy as np
import pytest

import torsor as mujoco
from analytic.simulation import energy, observed_order, record, run, world
from analytic.trees import FLOATING, ROOTED, set_in_motion

NO_GRAVITY = 'gravity="0 0 0"'
PENDULUM = """<body>
  <joint axis="0 1 0"/> <inertial pos="0 0 -1" mass="1" diaginertia="0.1 0.1 0.1"/>
</body>"""
DOUBLE_PENDULUM = """<body>
  <joint axis="0 1 0"/> <inertial pos="0 0 -0.5" mass="1" diaginertia="0.02 0.02 0.02"/>
  <body pos="0 0 -0.5">
    <joint axis="0 1 0"/> <inertial pos="0 0 -0.4" mass="0.7" diaginertia="0.01 0.01 0.01"/>
  </body>
</body>"""


def momenta(m, d) -> np.ndarray:
    """Linear momentum, and angular momentum about the origin of the world, from the velocities of bodies."""
    mujoco.mj_forward(m, d)
    linear, angular = np.zeros(3), np.zeros(3)
    for b in range(1, m.nbody):
        rotation = d.ximat[b].reshape(3, 3)
        spin, moving = d.cvel[b, :3], d.cvel[b, 3:]  # cvel is taken at the centre of mass of the tree
        velocity = moving + np.cross(spin, d.xipos[b] - d.subtree_com[m.body_rootid[b]])
        linear += m.body_mass[b] * velocity
        angular += rotation @ (m.body_inertia[b] * (rotation.T @ spin))
        angular += m.body_mass[b] * np.cross(d.xipos[b], velocity)
    return np.append(linear, angular)


# ---- momentum


def test_internal_forces_do_not_change_the_momentum_of_a_floating_tree():
    """sum m v and sum (I w + m x cross v) stay while motors and springs between the bodies work."""
    motors = '<actuator><motor joint="shoulder"/><motor joint="slide"/><motor joint="hip" gear="0.5"/></actuator>'

    def drift(h):
        m, d = world(FLOATING, option=NO_GRAVITY, timestep=h, rest=motors)
        m.jnt_stiffness[1:] = 3
        m.dof_damping[6:] = 0.2
        set_in_motion(m, d)
        before = momenta(m, d)
        d.ctrl[:] = 2, -1, 3
        run(m, d, 0.32)
        return np.abs(momenta(m, d) - before).max()

    assert drift(2e-3) < 1e-7  # (w h)^4 w t for speeds up to 8 /s
    assert observed_order(drift, 1.6e-2) == pytest.approx(4, abs=0.7)


@pytest.mark.python_mode
def test_subtree_velocities_are_momenta_divided_by_mass():
    """subtree_linvel = P / m; subtree_angmom is about the centre of mass: L - x_c cross P."""
    m, d = world(FLOATING)
    set_in_motion(m, d)
    linear, angular = np.split(momenta(m, d), 2)
    mujoco.mj_subtreeVel(m, d)
    np.testing.assert_allclose(d.subtree_linvel[0], linear / m.body_subtreemass[0], atol=1e-14)
    np.testing.assert_allclose(d.subtree_angmom[0], angular - np.cross(d.subtree_com[0], linear), atol=1e-13)


def test_gravity_adds_momentum_at_a_steady_rate():
    """dP/dt = m g, and the centre of mass of a floating tree moves on a parabola, whatever the bodies do."""
    duration, h = 0.5, 5e-3
    m, d = world(FLOATING, timestep=h)
    set_in_motion(m, d)
    linear = momenta(m, d)[:3]
    mass, start = m.body_subtreemass[0], d.subtree_com[1].copy()
    run(m, d, duration)
    np.testing.assert_allclose(momenta(m, d)[:3] - linear, duration * mass * m.opt.gravity, atol=1e-6)
    expected = start + duration * linear / mass + duration**2 / 2 * m.opt.gravity
    np.testing.assert_allclose(d.subtree_com[1], expected, atol=1e-6)  # velocities of 5 /s: (5 h)^4 = 4e-7


def test_reaction_to_a_motion_driven_from_inside():
    """A body at rest that turns a wheel by an angle a turns itself by -a I_wheel / (I_wheel + I_body)."""
    m, d = world("""<body>
      <freejoint/> <inertial pos="0 0 0" mass="1" diaginertia="1 1 0.3"/>
      <body><joint name="axle" axis="0 0 1"/> <inertial pos="0 0 0" mass="1" diaginertia="1 1 0.1"/></body>
    </body>""", option=NO_GRAVITY, timestep=0.01, rest='<actuator><motor joint="axle"/></actuator>')
    d.ctrl[0] = 0.2
    run(m, d, 1.0)
    turned = 2 * np.arctan2(d.qpos[6], d.qpos[3])
    assert d.qpos[7] > 1
    assert turned == pytest.approx(-d.qpos[7] * 0.1 / 0.4, rel=1e-10)


# ---- energy


@pytest.mark.parametrize('tree', [FLOATING, ROOTED], ids=['floating', 'rooted'])
def test_runge_kutta_keeps_the_energy_of_a_tree(tree):
    """E = T + V drifts as h^4 at least."""

    def drift(h):
        m, d = world(tree, timestep=h)
        m.jnt_stiffness[-1] = 4
        set_in_motion(m, d)
        start = energy(m, d)
        run(m, d, 0.64)
        return abs(energy(m, d) - start)

    assert drift(2e-3) < 1e-7  # (w h)^4 for 8 /s
    assert observed_order(drift, 8e-3) > 3.7


def test_runge_kutta_keeps_the_energy_of_a_double_pendulum():
    """The largest error of the energy on the way is proportional to h^4 at least."""

    def drift(h):
        m, d = world(DOUBLE_PENDULUM, timestep=h)
        d.qpos[:] = 2.0, 1.0
        energies = record(m, d, round(2 / h), lambda: energy(m, d))
        return np.abs(energies - energies[0]).max()

    assert drift(1e-3) < 1e-7  # (w h)^4 for the 15 /s of the elbow
    assert observed_order(drift, 4e-3) > 3.7


def test_semi_implicit_euler_does_not_drift_on_a_pendulum():
    """A symplectic method: the energy oscillates with an amplitude of order h but has no trend over many periods."""

    def errors(h):
        m, d = world(PENDULUM, integrator='Euler', timestep=h)
        d.qpos[0] = 1.5
        energies = record(m, d, round(100 / h), lambda: energy(m, d))  # about forty periods
        return energies - energies[0]

    def amplitude(h):
        return np.ptp(errors(h))

    assert observed_order(amplitude, 0.02) == pytest.approx(1, abs=0.1)
    early, late = np.array_split(errors(0.01), 2)
    assert abs(early.mean() - late.mean()) < 0.01 * amplitude(0.01)


def test_semi_implicit_euler_errs_by_order_h_on_a_double_pendulum():
    """Its inertia depends on the pose, so the method is not symplectic, but the error in a fixed time is of order h."""

    def drift(h):
        m, d = world(DOUBLE_PENDULUM, integrator='Euler', timestep=h)
        d.qpos[:] = 1.0, 0.5
        energies = record(m, d, round(1.6 / h), lambda: energy(m, d))
        return np.abs(energies - energies[0]).max()

    assert observed_order(drift, 1e-3) == pytest.approx(1, abs=0.1)


def test_work_of_a_motor_becomes_energy():
    """E(t) - E(0) = integral of torque times speed; for a constant torque: torque times angle."""
    m, d = world(ROOTED, rest='<actuator><motor joint="hip"/></actuator>')
    set_in_motion(m, d)
    d.ctrl[0] = 1.5
    hip = m.joint('hip').qposadr[0]
    before, angle = energy(m, d), d.qpos[hip]
    run(m, d, 0.5)
    work = 1.5 * (d.qpos[hip] - angle)
    assert abs(work) > 0.1
    assert energy(m, d) - before == pytest.approx(work, abs=1e-8)  # (w h)^4 with speeds of 10 /s
