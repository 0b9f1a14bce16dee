"""Runge-Kutta: against the wheel, against the formula, its order on rotations, and of many worlds against one."""

import mujoco
import numpy as np
import pytest

from reference import integrate as reference
from reference.steps import (
    ACTUATORS,
    RK4,
    SERVOS,
    STATE,
    after_forward,
    after_function,
    after_stages,
    assert_close,
    empty_arena,
)
from reference.worlds import assert_lanes_match_worlds, copy_data, copy_model, run
from torsor.physics.actuator.force import controls
from torsor.physics.forward import forward
from torsor.physics.integrate.rungekutta import rungekutta4

FIELDS = (*STATE, 'qacc', 'act_dot')
TREE = """<mujoco>
  <option timestep="0.01"><flag contact="disable"/></option>
  <worldbody>
    <body>
      <joint axis="0 1 0" damping="0.5" springyield="0.2" stiffness="3"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0.05" size="0.03"/>
      <body pos="0.3 0 0">
        <joint type="ball" springyield="0.2" stiffness="1"/>
        <geom type="box" size="0.1 0.05 0.02" pos="0.1 0.02 0"/>
        <body pos="0.2 0 0">
          <joint name="slide" type="slide" axis="1 0 0.3"/>
          <geom type="ellipsoid" size="0.1 0.05 0.02" pos="0.1 0 0.03"/>
        </body>
      </body>
    </body>
    <body pos="0 1 0"><freejoint/><geom type="box" size="0.1 0.05 0.02" pos="0.1 0.03 0.01"/></body>
  </worldbody>
  <actuator>
    <general joint="slide" dyntype="integrator" actrange="-0.1 0.1"/>
    <general joint="slide" dyntype="filter" dynprm="0.1"/>
    <general joint="slide" dyntype="filterexact" dynprm="0.1"/>
  </actuator>
</mujoco>"""
TUMBLING = """<mujoco>
  <option gravity="0 0 0"/>
  <worldbody>
    <body><joint type="ball"/><geom type="box" size="0.1 0.2 0.3"/></body>
    <body pos="2 0 0"><freejoint/><geom type="box" size="0.3 0.1 0.2" pos="0.1 0 0"/></body>
  </worldbody>
</mujoco>"""


@pytest.mark.parametrize('seed', range(6))
def test_it_agrees_with_the_wheel(seed):
    m, d = after_forward(TREE, RK4, seed)
    assert_close(after_stages(m, d, rungekutta4), after_function(m, d, mujoco.mj_RungeKutta, 4), FIELDS)


@pytest.mark.parametrize('angle', [0.0, 1e-5, 2.9, 3.0, 3.3, 5.0, 6.28, 6.5, 9.0, 20.0])
def test_stages_that_turn_by_more_than_half_a_turn_agree_with_the_wheel(angle):
    m, d = after_forward(TUMBLING, RK4, 0)
    for velocity in (d.qvel[:3], d.qvel[6:9]):
        velocity *= angle / m.opt.timestep / np.linalg.norm(velocity)
    mujoco.mj_forward(m, d)
    assert_close(after_stages(m, d, rungekutta4), after_function(m, d, mujoco.mj_RungeKutta, 4), FIELDS)


def test_it_agrees_with_the_formula():
    m, d = after_forward(TREE, RK4, 0)
    ours = after_stages(m, d, rungekutta4)
    expected = reference.runge_kutta(m, d, mujoco.mj_forward)
    for name, value in expected.items():
        np.testing.assert_allclose(getattr(ours, name), value, rtol=1e-12, atol=1e-12, err_msg=name)


def test_dynamics_are_left_as_the_last_stage_found_them():
    m, d = after_forward(SERVOS % ACTUATORS['bias'], RK4, 0)
    ours, theirs = after_stages(m, d, rungekutta4), after_function(m, d, mujoco.mj_RungeKutta, 4)
    assert_close(ours, theirs, ('xpos', 'cvel', 'qfrc_bias', 'actuator_force'))


def simulated(steps: int) -> np.ndarray:
    """Orientations after a fixed time."""
    m, d = after_forward(TUMBLING, RK4, 0, lambda m: setattr(m.opt, 'timestep', 0.8 / steps))
    model, data = copy_model(m), copy_data(d)
    for each in [empty_arena, *[forward, rungekutta4] * steps]:
        run(each, model, data)
    return data.qpos.copy()


def test_rotations_converge_with_the_fourth_power_of_the_step():
    exact = simulated(640)
    errors = [np.abs(simulated(steps) - exact).max() for steps in (20, 40, 80)]
    ratios = np.log2(errors[:-1]) - np.log2(errors[1:])
    np.testing.assert_allclose(ratios, 4, atol=0.3)


def test_tumbling_conserves_energy_and_angular_momentum():
    m, d = after_forward(TUMBLING, RK4, 0, lambda m: setattr(m.opt, 'timestep', 0.002))
    before = motion_constants(m, d)
    model, data = copy_model(m), copy_data(d)
    for each in [empty_arena, *[forward, rungekutta4] * 200]:
        run(each, model, data)
    d.qpos[:], d.qvel[:] = data.qpos, data.qvel
    mujoco.mj_forward(m, d)
    np.testing.assert_allclose(motion_constants(m, d), before, rtol=1e-8, atol=1e-8)


def motion_constants(m, d):
    mujoco.mj_energyVel(m, d)
    mujoco.mj_subtreeVel(m, d)
    return np.concatenate([[d.energy[1]], d.subtree_angmom[1], d.subtree_angmom[2]])


def test_lanes_give_the_bits_of_single_worlds():
    prepared = [after_forward(TREE, RK4, seed) for seed in range(4)]
    assert_lanes_match_worlds((empty_arena, controls, rungekutta4), ('qpos', 'qvel', 'act', 'plastic', 'qacc'),
                              prepared[0][0], [d for _, d in prepared])
