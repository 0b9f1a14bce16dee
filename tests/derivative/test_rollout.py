"""Gradients of trajectories, against differences of whole trajectories."""

import numpy as np
import pytest

import torsor
from torsor.derivative import NotDifferentiable, Rollout

BALL = """<mujoco><option timestep=".005"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .3"><joint name="x" type="slide" axis="1 0 0" damping=".1"/><joint name="z" type="slide" axis="0 0 1"/>
  <joint name="h" axis="0 1 0"/><geom size=".1" solref=".05 .2"/></body></worldbody>
  <actuator><motor joint="x"/><motor joint="h"/></actuator></mujoco>"""


def test_delays_are_refused():
    m = torsor.MjModel.from_xml_string(BALL.replace('<motor joint="x"/>', '<motor joint="x" nsample="3" delay=".01"/>'))
    with pytest.raises(NotDifferentiable, match='delays'):
        Rollout(m, torsor.MjData(m), np.zeros((2, 2)))


def start():
    m = torsor.MjModel.from_xml_string(BALL)
    m.opt.tolerance, m.opt.iterations = 1e-14, 100
    d = torsor.MjData(m)
    d.qvel[:] = 0.3, -2.0, 1.0
    return m, d


def cost(qpos, qvel):
    return np.sin(qpos).sum() + 0.5 * (qvel ** 2).sum()


def test_gradients_through_a_bounce():
    """Of a number that depends on all states, by all controls."""
    controls = np.random.default_rng(0).normal(size=(60, 2))

    def total(u):
        m, d = start()
        rollout = Rollout(m, d, u)
        return sum(cost(q, v) for q, v in zip(rollout.qpos, rollout.qvel)), rollout

    _, rollout = total(controls)
    assert rollout.qpos[:, 1].min() < -0.2  # it has touched the ground,
    assert rollout.qvel[:, 1].max() > 0.1  # and bounced
    last = rollout.d.qpos.copy()
    by_start, by_controls = rollout.backward(np.hstack((np.cos(rollout.qpos), rollout.qvel)))
    assert np.array_equal(rollout.d.qpos, last)
    for step, u in ((0, 0), (7, 1), (30, 0), (59, 1)):
        ends = []
        for sign in (1, -1):
            moved = controls.copy()
            moved[step, u] += sign * 1e-6
            ends.append(total(moved)[0])
        assert by_controls[step, u] == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6, abs=1e-8)
    assert by_start.shape == (6,)


def test_the_gradient_by_the_last_state_alone_is_that_by_all_with_zeros():
    m, d = start()
    rollout = Rollout(m, d, np.zeros((5, 2)))
    g = np.arange(6.0)
    every = np.zeros((6, 6))
    every[-1] = g
    for one, other in zip(rollout.backward(g), rollout.backward(every)):
        assert np.array_equal(one, other)


def test_shapes_are_checked():
    m, d = start()
    with pytest.raises(ValueError, match=r'\(steps, 2\)'):
        Rollout(m, d, np.zeros(3))
    with pytest.raises(ValueError, match=r'\(6,\) or \(4, 6\)'):
        Rollout(m, d, np.zeros((3, 2))).backward(np.zeros(5))
