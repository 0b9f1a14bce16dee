"""Springs and dampers on one degree of freedom, in closed form; and what each integrator makes of stiff ones."""

import numpy as np
import pytest
from scipy.special import ellipj

from analytic.simulation import GRAVITY, axis_angle, observed_order, record, run, world

MASS = 2.0


def slider(joint: str, gravity: float = 0.0, **options):
    """A body of MASS that slides along z."""
    body = f'<joint type="slide" axis="0 0 1" {joint}/> <inertial pos="0 0 0" mass="{MASS}" diaginertia="1 1 1"/>'
    return world(f'<body>{body}</body>', option=f'gravity="0 0 {-gravity}"', **options)


# ---- springs


def test_spring_and_mass_under_gravity():
    """x = x_e + (x_0 - x_e) cos(w t), w^2 = k / m, about x_e = springref - m g / k."""
    stiffness, reference, start, duration = 50.0, 0.2, 0.3, 2.0
    m, d = slider(f'stiffness="{stiffness}" springref="{reference}"', GRAVITY)
    d.qpos[0] = start
    run(m, d, duration)
    frequency = np.sqrt(stiffness / MASS)
    rest = reference - MASS * GRAVITY / stiffness
    expected = rest + (start - rest) * np.cos(frequency * duration)
    # phase error of Runge-Kutta on an oscillator: (w h)^4 / 120 per radian
    assert d.qpos[0] == pytest.approx(expected, abs=(frequency * m.opt.timestep)**4 / 120 * frequency * duration)


@pytest.mark.python_mode
def test_torsion_spring_of_a_ball_joint():
    """q = exp(e a cos(w t)), w^2 = k / I, for a ball of isotropic inertia I let go after turning by a about e."""
    stiffness, inertia, start, duration, axis = 3.0, 0.4, 2.5, 1.0, [1, -2, 2]
    m, d = world(f"""<body>
      <joint type="ball" stiffness="{stiffness}"/>
      <inertial pos="0 0 0" mass="1" diaginertia="{inertia} {inertia} {inertia}"/>
    </body>""", timestep=0.02)
    d.qpos[:] = axis_angle(axis, start)
    run(m, d, duration)
    frequency = np.sqrt(stiffness / inertia)
    expected = axis_angle(axis, start * np.cos(frequency * duration))
    tolerance = start * (frequency * m.opt.timestep)**4 / 120 * frequency * duration
    np.testing.assert_allclose(d.qpos, expected, atol=tolerance)


def test_hardening_spring_follows_an_elliptic_function():
    """m x'' = -k x - c x^3 gives x = a cn(W t | c a^2 / (2 m W^2)), W^2 = (k + c a^2) / m (Duffing)."""
    stiffness, cubic, start, duration = 20.0, 30.0, 1.2, 1.5
    m, d = slider(f'stiffness="{stiffness} 0 {cubic}"')
    d.qpos[0] = start
    run(m, d, duration)
    rate = np.sqrt((stiffness + cubic * start**2) / MASS)
    _, cn, _, _ = ellipj(rate * duration, cubic * start**2 / (2 * MASS * rate**2))
    assert d.qpos[0] == pytest.approx(start * cn, abs=(rate * m.opt.timestep)**4 * rate * duration)


def test_spring_yields_when_a_blow_is_too_hard():
    """m v^2 / 2 = k y^2 / 2 + k y p: beyond the elastic energy, the spring's reference moves by p at the force k y."""
    stiffness, limit, speed = 40.0, 0.1, 1.5
    moved = (MASS * speed**2 - stiffness * limit**2) / (2 * stiffness * limit)

    def reference(h):
        m, d = slider(f'stiffness="{stiffness}" springyield="{limit}"', timestep=h)
        d.qvel[0] = speed
        run(m, d, 2.0)
        return abs(d.plastic[0] - moved)

    assert reference(1e-3) < 2e-2 * moved  # the yield is updated once per step: first order, even in Runge-Kutta
    assert observed_order(reference, 2e-3) == pytest.approx(1, abs=0.3)


# ---- dampers


@pytest.mark.parametrize('ratio', [0.1, 0.9])
def test_decay_of_a_damped_oscillator(ratio):
    """x = a exp(-z w t) (cos(u t) + z w / u sin(u t)), u = w sqrt(1 - z^2), z = b / (2 m w)."""
    frequency, start, duration = 6.0, 0.5, 1.0
    m, d = slider(f'stiffness="{MASS * frequency**2}" damping="{2 * ratio * MASS * frequency}"')
    d.qpos[0] = start
    run(m, d, duration)
    turning, decay = frequency * np.sqrt(1 - ratio**2), ratio * frequency
    expected = start * np.exp(-decay * duration) * (np.cos(turning * duration)
                                                    + decay / turning * np.sin(turning * duration))
    assert d.qpos[0] == pytest.approx(expected, abs=(frequency * m.opt.timestep)**4 / 120 * frequency * duration)


def test_critically_damped_by_time_constant():
    """springdamper="T 1" chooses k and b so that x = a (1 + t / T) exp(-t / T)."""
    constant, start, duration = 0.2, 0.5, 0.5
    m, d = slider(f'springdamper="{constant} 1"')
    d.qpos[0] = start
    run(m, d, duration)
    expected = start * (1 + duration / constant) * np.exp(-duration / constant)
    assert d.qpos[0] == pytest.approx(expected, abs=(m.opt.timestep / constant)**4)


def test_fall_with_quadratic_damping():
    """v = u tanh(g t / u) with terminal speed u = sqrt(m g / b)."""
    coefficient, duration = 4.0, 0.4
    m, d = slider(f'damping="0 {coefficient} 0"', GRAVITY)
    run(m, d, duration)
    terminal = np.sqrt(MASS * GRAVITY / coefficient)
    rate = 2 * GRAVITY / terminal
    assert -d.qvel[0] == pytest.approx(terminal * np.tanh(GRAVITY * duration / terminal),
                                       rel=(rate * m.opt.timestep)**4)
    run(m, d, 4.0)
    assert -d.qvel[0] == pytest.approx(terminal, rel=1e-12)


def test_terminal_speed_with_all_terms_of_damping():
    """m g = a v + b v^2 + c v^3."""
    a, b, c = 1.0, 2.0, 3.0
    m, d = slider(f'damping="{a} {b} {c}"', GRAVITY, integrator='Euler', timestep=0.01)
    run(m, d, 10.0)
    speed = -d.qvel[0]
    assert a * speed + b * speed**2 + c * speed**3 == pytest.approx(MASS * GRAVITY, rel=1e-12)


# ---- what the integrators make of them


@pytest.mark.parametrize('integrator', ['Euler', 'implicit', 'implicitfast'])
def test_semi_implicit_methods_keep_a_nearby_energy(integrator):
    """v' = v - h w^2 x, x' = x + h v' is symplectic: it keeps v^2 + w^2 x^2 - h w^2 x v exactly, for all times."""
    frequency, h = 10.0, 0.05
    m, d = slider(f'stiffness="{MASS * frequency**2}"', integrator=integrator, timestep=h)
    d.qpos[0] = 1
    x, v = record(m, d, 2000, lambda: (d.qpos[0], d.qvel[0])).T
    nearby = v**2 + (frequency * x)**2 - h * frequency**2 * x * v
    np.testing.assert_allclose(nearby, nearby[0], rtol=1e-12)
    # it oscillates at W with sin(W h / 2) = w h / 2
    phase = 2 * np.arcsin(frequency * h / 2)
    np.testing.assert_allclose(x, np.cos((np.arange(len(x)) + 0.5) * phase) / np.cos(phase / 2), atol=1e-10)


@pytest.mark.parametrize('joint', ['type="slide" axis="0 0 1"', 'type="slide" axis="1 2 3" armature="1"'])
def test_discrete_integrator_is_backward_euler_on_a_stiff_spring(joint):
    """(m + h b + h^2 k) v' = m v - h k x, x' = x + h v': stable however stiff."""
    stiffness, damping, h = 1e6, 3.0, 0.01
    m, d = world(f"""<body><joint {joint} stiffness="{stiffness}" damping="{damping}"/>
      <inertial pos="0 0 0" mass="{MASS}" diaginertia="1 1 1"/></body>""",
                 integrator='discrete', timestep=h, option='gravity="0 0 0"')
    inertia = MASS + m.dof_armature[0]
    x, v = d.qpos[0], d.qvel[0] = 0.3, -0.2
    for _ in range(20):
        run(m, d, h)
        v = (inertia * v - h * stiffness * x) / (inertia + h * damping + h**2 * stiffness)
        x += h * v
        assert d.qvel[0] == pytest.approx(v, rel=1e-10)
        assert d.qpos[0] == pytest.approx(x, rel=1e-10)


def test_other_integrators_cannot_take_that_spring():
    """Semi-implicit methods are unstable for w h > 2; here w h = 7."""
    m, d = slider('stiffness="1e6"', integrator='implicitfast', timestep=0.01)
    d.qpos[0] = 1e-3
    run(m, d, 0.04)
    assert abs(d.qpos[0]) > 1


@pytest.mark.python_mode
@pytest.mark.parametrize('integrator', ['Euler', 'implicit', 'implicitfast', 'discrete'])
def test_implicit_methods_take_stiff_damping(integrator):
    """v' = v / (1 + h b / m) for any damping b."""
    h, stiff = 0.01, 10.0  # stiff = h b / m
    m, d = slider(f'damping="{stiff * MASS / h}"', integrator=integrator, timestep=h)
    d.qvel[0] = 1
    speeds = record(m, d, 5, lambda: d.qvel[0])
    np.testing.assert_allclose(speeds, (1 + stiff)**-np.arange(6.0), rtol=1e-12)


def test_explicit_damping_is_unstable_when_stiff():
    """v' = v (1 - h b / m): the sign alternates and the speed grows once h b / m > 2."""
    h, stiff = 0.01, 10.0
    m, d = slider(f'damping="{stiff * MASS / h}"', integrator='Euler', timestep=h, flag='eulerdamp="disable"')
    d.qvel[0] = 1
    speeds = record(m, d, 5, lambda: d.qvel[0])
    np.testing.assert_allclose(speeds, (1 - stiff)**np.arange(6.0), rtol=1e-12)


@pytest.mark.parametrize('integrator', ['implicit', 'implicitfast', 'discrete'])
def test_velocity_servo_is_as_stable_as_a_damper(integrator):
    """An actuator with force kv (u - v) gives v' = (v + h kv u / m) / (1 + h kv / m)."""
    h, stiff, target = 0.01, 10.0, 0.5
    m, d = world(f"""<body><joint name="slide" type="slide"/>
      <inertial pos="0 0 0" mass="{MASS}" diaginertia="1 1 1"/></body>""", integrator, h, 'gravity="0 0 0"',
                 rest=f'<actuator><velocity joint="slide" kv="{stiff * MASS / h}"/></actuator>')
    d.ctrl[0] = target
    speeds = record(m, d, 5, lambda: d.qvel[0])
    np.testing.assert_allclose(speeds - target, -target * (1 + stiff)**-np.arange(6.0), rtol=1e-10)
