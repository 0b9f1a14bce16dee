"""Pendulums: their periods, and the whole motion at large amplitude."""

import numpy as np
import pytest
from scipy.special import ellipj, ellipk

from analytic.simulation import GRAVITY, period, run, world

MASS, LENGTH, INERTIA = 2.0, 0.7, 0.013  # INERTIA is about the centre of mass


def pendulum(armature: float = 0.0, **options):
    """A rigid body that swings about the y axis, and its frequency at small amplitude."""
    m, d = world(f"""<body>
      <joint axis="0 1 0" armature="{armature}"/>
      <inertial pos="0 0 {-LENGTH}" mass="{MASS}" diaginertia="{INERTIA} {INERTIA} 0.02"/>
    </body>""", **options)
    about_pivot = INERTIA + MASS * LENGTH**2 + armature
    return m, d, np.sqrt(MASS * GRAVITY * LENGTH / about_pivot)


@pytest.mark.parametrize('armature', [0.0, 0.5])
def test_small_oscillations_of_a_physical_pendulum(armature):
    """T = 2 pi sqrt(I / (m g l)) (1 + a^2 / 16), I about the pivot including the armature, for small amplitude a."""
    amplitude = 0.01
    m, d, frequency = pendulum(armature)
    d.qpos[0] = amplitude
    expected = 2 * np.pi / frequency * (1 + amplitude**2 / 16)
    # next term of the series: 11 a^4 / 3072; error of Runge-Kutta: about (w h)^4 / 120
    assert period(m, d) == pytest.approx(expected, rel=amplitude**4 + (frequency * m.opt.timestep)**4)


@pytest.mark.parametrize('amplitude', [0.5, 1.5, 3.0])
def test_period_at_large_amplitude(amplitude):
    """T = 4 K(sin^2(a / 2)) / w, K the complete elliptic integral of the first kind."""
    m, d, frequency = pendulum()
    d.qpos[0] = amplitude
    expected = 4 * ellipk(np.sin(amplitude / 2)**2) / frequency
    # Runge-Kutta errs by (w h)^4 / 120 per radian; near the top, where motion is unstable, it grows by e^(w T / 4)
    growth = np.exp(frequency * expected / 4)
    assert period(m, d, cycles=1) == pytest.approx(expected, rel=(frequency * m.opt.timestep)**4 * growth)


@pytest.mark.python_mode
def test_motion_at_large_amplitude():
    """sin(q / 2) = k sn(K - w t | k^2) with k = sin(a / 2), for a pendulum let go at angle a."""
    amplitude, duration, h = 2.0, 1.0, 0.01
    m, d, frequency = pendulum(timestep=h)
    d.qpos[0] = amplitude
    run(m, d, duration)
    k = np.sin(amplitude / 2)
    sn, cn, _, _ = ellipj(ellipk(k**2) - frequency * duration, k**2)
    tolerance = (frequency * h)**4 * frequency * duration
    assert d.qpos[0] == pytest.approx(2 * np.arcsin(k * sn), abs=tolerance)
    # dq/dt = -2 w k cn dn / cos(q/2), and cos(q/2) = dn
    assert d.qvel[0] == pytest.approx(-2 * frequency * k * cn, abs=2 * frequency * tolerance)


def test_inverted_pendulum_falls_exponentially():
    """Near the top q = a cosh(w t), while w^2 q^3 / 6 is negligible."""
    start, duration = 1e-6, 1.0
    m, d, frequency = pendulum()
    d.qpos[0] = np.pi - start
    run(m, d, duration)
    fallen = start * np.cosh(frequency * duration)
    assert np.pi - d.qpos[0] == pytest.approx(fallen, rel=fallen**2 + (frequency * m.opt.timestep)**4 * frequency)


def test_small_oscillations_of_a_hanging_cart_pole():
    """w^2 = m g l / (I + m l^2 - m^2 l^2 / (M + m)): the cart M gives way, which makes the pole m swing faster."""
    cart, pole, length, inertia = 1.0, 0.3, 0.5, 0.01
    m, d = world(f"""<body>
      <joint type="slide" axis="1 0 0"/> <inertial pos="0 0 0" mass="{cart}" diaginertia="1 1 1"/>
      <body>
        <joint axis="0 1 0"/> <inertial pos="0 0 {-length}" mass="{pole}" diaginertia="{inertia} {inertia} {inertia}"/>
      </body>
    </body>""")
    amplitude = d.qpos[1] = 1e-4
    effective = inertia + pole * length**2 - (pole * length)**2 / (cart + pole)
    frequency = np.sqrt(pole * GRAVITY * length / effective)
    tolerance = amplitude**2 + (frequency * m.opt.timestep)**4
    assert period(m, d, joint=1) == pytest.approx(2 * np.pi / frequency, rel=tolerance)
