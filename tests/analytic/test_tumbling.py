"""A rigid body that nothing pushes: solutions of Euler's equations (Landau and Lifshitz, Mechanics, secs. 36, 37)."""

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

from analytic.simulation import axis_angle, observed_order, record, run, world

ASYMMETRIC = np.array([0.1, 0.2, 0.25])


def spinning(inertia, spin, **options):
    """A free body with these principal moments, turning at this rate about its own axes."""
    m, d = world(f"""<body>
      <freejoint/> <inertial pos="0 0 0" mass="1" diaginertia="{inertia[0]} {inertia[1]} {inertia[2]}"/>
    </body>""", option='gravity="0 0 0"', **options)
    d.qpos[3:] = axis_angle([3, -1, 2], 0.8)
    d.qvel[3:] = spin
    return m, d


def angular_momentum(inertia, d) -> np.ndarray:
    """R I w, in the axes of the world."""
    w, x, y, z = d.qpos[3:]
    rotation = np.array([[1 - 2 * (y*y + z*z), 2 * (x*y - w*z), 2 * (x*z + w*y)],
                         [2 * (x*y + w*z), 1 - 2 * (x*x + z*z), 2 * (y*z - w*x)],
                         [2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2 * (x*x + y*y)]])
    return rotation @ (inertia * d.qvel[3:])


def jacobi_solution(spin, time):
    """w(t) of the asymmetric top that starts with w1 = 0 and turns mostly about axes 2 and 3 (L^2 > 2 E I2)."""
    i1, i2, i3 = ASYMMETRIC
    energy, momentum = ASYMMETRIC @ spin**2, (ASYMMETRIC * spin) @ (ASYMMETRIC * spin)  # 2 E and L^2
    assert spin[0] == 0
    assert momentum > energy * i2
    toward_3, toward_1 = energy * i3 - momentum, momentum - energy * i1
    modulus = (i2 - i1) * toward_3 / ((i3 - i2) * toward_1)
    rate = np.sqrt((i3 - i2) * toward_1 / (i1 * i2 * i3))
    quarter = ellipk(modulus)
    sn, cn, dn, _ = ellipj(rate * time + quarter, modulus)
    amplitude = np.sqrt([toward_3 / (i1 * (i3 - i1)), toward_3 / (i2 * (i3 - i2)), toward_1 / (i3 * (i3 - i1))])
    return amplitude * np.array([cn, sn, dn]), 2 * quarter / rate


def runge_kutta_error(m, spin, duration) -> float:
    """A bound on the relative error of a fourth-order method: a local error (w h)^5 / 120, once per step."""
    speed = np.linalg.norm(spin)
    return (speed * m.opt.timestep)**4 * speed * duration / 10


def test_precession_of_a_symmetric_top_seen_from_the_body():
    """(w1, w2) turns at the rate (I3 - I1) / I1 w3, and w3 stays."""
    i1, i3, tilt, spin, duration = 0.2, 0.3, 0.7, 5.0, 2.0
    m, d = spinning([i1, i1, i3], [tilt, 0, spin])
    run(m, d, duration)
    phase = (i3 - i1) / i1 * spin * duration
    np.testing.assert_allclose(d.qvel[3:], [tilt * np.cos(phase), tilt * np.sin(phase), spin],
                               rtol=runge_kutta_error(m, spin, duration))


def test_precession_of_a_symmetric_top_seen_from_the_world():
    """The axis of symmetry turns about the angular momentum L at the rate |L| / I1."""
    inertia, spin, duration = np.array([0.2, 0.2, 0.3]), np.array([0.7, 0, 5]), 1.0
    m, d = spinning(inertia, spin)
    momentum = angular_momentum(inertia, d)
    axis = angular_momentum(np.array([0, 0, 1 / spin[2]]), d)  # the third column of R
    run(m, d, duration)
    about = momentum / np.linalg.norm(momentum)
    angle = np.linalg.norm(momentum) / inertia[0] * duration
    turned = (axis * np.cos(angle) + np.cross(about, axis) * np.sin(angle)
              + about * (about @ axis) * (1 - np.cos(angle)))  # Rodrigues' formula
    after = angular_momentum(np.array([0, 0, 1 / d.qvel[5]]), d)
    np.testing.assert_allclose(after, turned, atol=runge_kutta_error(m, spin, duration))


def test_asymmetric_top_follows_elliptic_functions():
    """w1, w2, w3 are proportional to cn, sn, dn."""
    spin, duration = np.array([0, 2, 3]), 3.0
    m, d = spinning(ASYMMETRIC, spin)
    run(m, d, duration)
    expected, _ = jacobi_solution(spin, duration)
    np.testing.assert_allclose(d.qvel[3:], expected, atol=3 * runge_kutta_error(m, spin, duration))


def test_asymmetric_top_keeps_energy_and_momentum():
    """E = w' I w / 2 and L = R I w."""
    spin, duration = np.array([1, 2, 3]), 5.0
    m, d = spinning(ASYMMETRIC, spin)
    energy, momentum = ASYMMETRIC @ d.qvel[3:]**2, angular_momentum(ASYMMETRIC, d)
    run(m, d, duration)
    tolerance = runge_kutta_error(m, spin, duration)
    assert ASYMMETRIC @ d.qvel[3:]**2 == pytest.approx(energy, rel=tolerance)
    np.testing.assert_allclose(angular_momentum(ASYMMETRIC, d), momentum, atol=tolerance)


def test_spin_about_the_middle_axis_flips():
    """After half a period, 2 K / rate, the body turns the other way about its own axis, with the same momentum."""
    spin = np.array([0, 6, 0.01])
    _, flip = jacobi_solution(spin, 0)
    m, d = spinning(ASYMMETRIC, spin, timestep=flip / 2000)
    momentum = angular_momentum(ASYMMETRIC, d)
    run(m, d, flip)
    # the flip starts as an instability: errors at its beginning grow by the ratio of the two spins
    tolerance = runge_kutta_error(m, spin, flip) * spin[1] / spin[2]
    np.testing.assert_allclose(d.qvel[3:], [0, -spin[1], spin[2]], atol=tolerance)
    np.testing.assert_allclose(angular_momentum(ASYMMETRIC, d), momentum, atol=runge_kutta_error(m, spin, flip))


@pytest.mark.parametrize('integrator', ['implicit', 'implicitfast'])
def test_implicit_methods_damp_tumbling_mildly(integrator):
    """The kinetic energy never grows; what is lost in a fixed time is proportional to h."""
    spin, duration = [1, 2, 3], 0.64

    def loss(h):
        m, d = spinning(ASYMMETRIC, spin, integrator=integrator, timestep=h)
        energy = record(m, d, round(duration / h), lambda: ASYMMETRIC @ d.qvel[3:]**2)
        assert np.all(np.diff(energy) <= 0)
        return 1 - energy[-1] / energy[0]

    assert loss(1e-3) < 1e-2
    assert observed_order(loss, 2e-3) == pytest.approx(1, abs=0.05)


@pytest.mark.python_mode
@pytest.mark.parametrize('axis', range(3))
@pytest.mark.parametrize('integrator', ['Euler', 'RK4', 'implicit', 'implicitfast', 'discrete'])
def test_spin_about_a_principal_axis_is_steady(integrator, axis):
    """w stays, and after a time t the body has turned by w t: without gyroscopic torque every integrator is exact."""
    spin = np.zeros(3)
    spin[axis] = 2
    m, d = spinning(ASYMMETRIC, spin, integrator=integrator, timestep=0.01)
    start = d.qpos[3:].copy()
    run(m, d, 0.2)
    np.testing.assert_allclose(d.qvel[3:], spin, atol=1e-12)
    cosine, sine = np.cos(0.2), np.sin(0.2)  # of half the angle
    turned = cosine * start + sine * _times_unit(start, axis)
    np.testing.assert_allclose(d.qpos[3:], turned, atol=1e-12)


def _times_unit(q, axis) -> np.ndarray:
    """Quaternion product q i, q j or q k."""
    w, x, y, z = q
    return np.array([(-x, w, z, -y), (-y, -z, w, x), (-z, y, -x, w)][axis])
