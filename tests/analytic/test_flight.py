"""Bodies in flight: gravity alone, gravity compensated, and gravity against the drag of a fluid."""

import numpy as np
import pytest

from analytic.simulation import GRAVITY, axis_angle, run, world

MASS = 1.5
OFF_CENTRE = f'<inertial pos="0.1 0.2 0.3" mass="{MASS}" diaginertia="0.02 0.03 0.04"/>'


def free_body(shape: str = OFF_CENTRE, body: str = '', **options):
    """A free body."""
    return world(f'<body {body}><freejoint/>{shape}</body>', **options)


@pytest.mark.python_mode
@pytest.mark.parametrize('integrator', ['Euler', 'implicit', 'implicitfast', 'discrete'])
def test_one_step_methods_fall_too_far_by_half_a_step(integrator):
    """v' = v - g h, z' = z + h v' gives v = -g t and z = -g t (t + h) / 2 exactly."""
    m, d = free_body(integrator=integrator, timestep=0.01)
    run(m, d, 0.5)
    assert d.qvel[2] == pytest.approx(-GRAVITY * 0.5, rel=1e-13)
    assert d.qpos[2] == pytest.approx(-GRAVITY * 0.5 * 0.51 / 2, rel=1e-13)
    np.testing.assert_allclose(np.delete(d.qvel, 2), 0, atol=1e-13)


def test_runge_kutta_falls_exactly():
    """z = v t - g t^2 / 2: a parabola is within the order of the method, so the error is rounding."""
    m, d = free_body(timestep=0.01)
    d.qvel[2] = 3
    run(m, d, 0.5)
    assert d.qpos[2] == pytest.approx(3 * 0.5 - GRAVITY * 0.5**2 / 2, rel=1e-13)


def test_range_of_a_projectile():
    """A shot at angle a with speed v lands after v^2 sin(2 a) / g; spin does not change that."""
    speed, elevation = 12.0, 0.9
    flight = 2 * speed * np.sin(elevation) / GRAVITY
    m, d = free_body('<inertial pos="0 0 0" mass="1" diaginertia="0.02 0.03 0.04"/>', timestep=flight / 100)
    d.qvel[:3] = speed * np.array([np.cos(elevation), 0, np.sin(elevation)])
    d.qvel[3:] = 4, 5, 6
    run(m, d, flight)
    np.testing.assert_allclose(d.qpos[:3], [speed**2 * np.sin(2 * elevation) / GRAVITY, 0, 0], atol=1e-12)


@pytest.mark.parametrize('share', [0.25, 1.0, 1.5])
def test_gravity_compensation_carries_its_share(share):
    """z = -(1 - s) g t^2 / 2 without rotation, though the centre of mass is not at the origin of the body."""
    m, d = free_body(body=f'gravcomp="{share}"', timestep=0.01)
    d.qpos[3:] = axis_angle([1, 2, 3], 0.7)
    run(m, d, 1.0)
    assert d.qpos[2] == pytest.approx(-(1 - share) * GRAVITY / 2, abs=1e-12)
    np.testing.assert_allclose(d.qvel, [0, 0, -(1 - share) * GRAVITY, 0, 0, 0], atol=1e-12)


def test_terminal_velocity_of_a_box():
    """m g = 2 rho a b v^2 + 6 pi beta r v for a box of half-sizes a, b across the fall and mean half-size r."""
    size, density, viscosity = np.array([0.1, 0.2, 0.3]), 1.2, 0.05
    fluid = f'density="{density}" viscosity="{viscosity}"'
    geom = f'<geom type="box" size="0.1 0.2 0.3" mass="{MASS}"/>'
    m, d = free_body(geom, integrator='implicitfast', timestep=0.01, option=fluid)
    run(m, d, 30.0)
    speed = -d.qvel[2]
    drag = 2 * density * size[0] * size[1] * speed**2 + 6 * np.pi * viscosity * size.mean() * speed
    # the approach is exponential with rate 2 g / v: after thirty seconds the rest is below rounding
    assert 2 * GRAVITY / speed * 30 > 36
    assert drag == pytest.approx(MASS * GRAVITY, rel=1e-12)


def test_terminal_velocity_of_a_sphere():
    """m g = rho C A v^2 + 6 pi beta r v: the ellipsoid model, for which A = pi r^2 and C is the blunt coefficient."""
    radius, density, viscosity, coefficient = 0.15, 1.2, 0.05, 0.4
    fluid = f'density="{density}" viscosity="{viscosity}"'
    shape = f'fluidshape="ellipsoid" fluidcoef="{coefficient} 0.3 0 0 0"'
    geom = f'<geom type="sphere" size="{radius}" mass="{MASS}" {shape}/>'
    m, d = free_body(geom, integrator='implicitfast', timestep=0.01, option=fluid)
    run(m, d, 60.0)
    speed = -d.qvel[2]
    drag = density * coefficient * np.pi * radius**2 * speed**2 + 6 * np.pi * viscosity * radius * speed
    assert drag == pytest.approx(MASS * GRAVITY, rel=1e-12)


def test_wind_carries_a_weightless_body():
    """Stokes drag alone: v = w (1 - exp(-6 pi beta r t / m)) in wind w, for an inertia box of half-size r."""
    radius, viscosity, wind, duration = 0.2, 0.3, 2.0, 1.0
    geom = f'<geom type="sphere" size="{radius}" mass="{MASS}"/>'
    m, d = free_body(geom, option=f'gravity="0 0 0" viscosity="{viscosity}" wind="{wind} 0 0"', timestep=0.01)
    run(m, d, duration)
    half_size = np.sqrt(3 / 2 * 2 / 5) * radius
    rate = 6 * np.pi * viscosity * half_size / MASS
    assert d.qvel[0] == pytest.approx(wind * (1 - np.exp(-rate * duration)), rel=(rate * m.opt.timestep)**4)
