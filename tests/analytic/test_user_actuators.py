"""Actuators with states of their own, from the examples: against independent solutions of their equations."""

import runpy
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import torsor

EXAMPLES = Path(__file__).parents[2] / 'examples'


def trajectory(rates, start, times):
    return solve_ivp(rates, (0, times[-1]), start, t_eval=times, rtol=1e-11, atol=1e-12).y.T


def test_series_elastic_actuator():
    names = runpy.run_path(str(EXAMPLES / 'series_elastic.py'))
    m = names['load']()
    d = torsor.MjData(m)
    spring, rotor, drag = names['STIFFNESS'], names['ROTOR_INERTIA'], names['ROTOR_DAMPING']
    inertia = 1.0 * 0.2 ** 2 + m.body_inertia[1].max()  # of the link about the joint, its centre is 0.2 m away

    def rates(_, state):
        q, v, angle, speed = state
        pull = spring * (angle - q)
        return v, (pull - 0.05 * v + 9.81 * 0.2 * np.cos(q)) / inertia, speed, (2.0 - drag * speed - pull) / rotor

    d.ctrl[:] = 2.0
    expected = trajectory(rates, (0, 0, 0, 0), np.arange(1, 5) * 0.1)
    for row in expected:
        torsor.mj_step(m, d, 100)
        np.testing.assert_allclose((d.qpos[0], d.qvel[0], *d.act), row, rtol=0, atol=1e-7)


def hill_curves(names):
    """The curves of the example as NumPy would have them, written anew."""
    def tendon(stretch):
        return 600 * max(0, stretch - 1) ** 2

    def bump(fibre):
        return np.exp(-((fibre - 1) / 0.45) ** 2)

    def passive(fibre):
        return np.expm1(max(0, fibre - 1) * 4 / 0.6) / np.expm1(4)

    def velocity(force):
        if force < 1:
            return (force - 1) / (1 + 4 * force)
        return 0.08 * (min(force, 1.39) - 1) / (1.4 - min(force, 1.39))
    return tendon, bump, passive, velocity


def test_hill_muscle():
    names = runpy.run_path(str(EXAMPLES / 'hill_muscle.py'))
    m, d = names['load']()
    tendon, bump, passive, velocity = hill_curves(names)
    peak, optimal, slack = names['PEAK_FORCE'], names['OPTIMAL'], names['SLACK']

    def rates(_, state):
        q, v, activation, fibre = state
        carried = tendon((0.3 - q - optimal * fibre) / slack)
        active = max(0, (carried - passive(fibre)) / (activation * bump(fibre)))
        return (v, (peak * carried - 2 * v) / 5 - 9.81, (0.6 - activation) / names['TIME_UP'],
                names['FASTEST'] * velocity(active))

    d.ctrl[:] = 0.6
    expected = trajectory(rates, (0, 0, names['LEAST'], 1), np.arange(1, 7) * 0.05)
    for row in expected:
        torsor.mj_step(m, d, 250)
        np.testing.assert_allclose((d.qpos[0], d.qvel[0], *d.act), row, rtol=0, atol=3e-5)


def test_a_hill_muscle_comes_to_rest_where_it_carries_the_weight():
    names = runpy.run_path(str(EXAMPLES / 'hill_muscle.py'))
    m, d = names['load']()
    tendon, bump, passive, _ = hill_curves(names)
    d.ctrl[:] = 0.6
    torsor.mj_step(m, d, 20000)
    share = 5 * 9.81 / names['PEAK_FORCE']
    fibre = brentq(lambda x: 0.6 * bump(x) + passive(x) - share, 0.3, 1.0)
    stretch = brentq(lambda x: tendon(x) - share, 1.0, 1.2)
    assert d.act[1] == pytest.approx(fibre, rel=1e-5)
    assert 0.3 - d.qpos[0] == pytest.approx(names['SLACK'] * stretch + names['OPTIMAL'] * fibre, rel=1e-5)
