"""The end of a step and the Euler integrator: against the wheel, against dense formulas, of many worlds against one."""

import mujoco
import numpy as np
import pytest

from reference import integrate as reference
from reference.models import random_model
from reference.steps import (
    ACTUATORS,
    EULER,
    SERVOS,
    STATE,
    after_forward,
    after_function,
    after_stages,
    assert_close,
    empty_arena,
)
from reference.worlds import assert_lanes_match_worlds
from torsor.physics.actuator.force import controls
from torsor.physics.integrate.euler import euler

FACTOR = ('qH', 'qHDiagInv')
SLIDERS = """<mujoco>
  <option timestep="0.01" gravity="0 0 0"/>
  <worldbody>
    <body><joint name="first" type="slide"/><geom size="0.1" mass="1"/>
      <body><joint type="slide" axis="1 0 0"/><geom size="0.1" mass="1"/></body></body>
  </worldbody>
  <actuator><motor joint="first" gear="2" armature="1"/><motor joint="first"/></actuator>
</mujoco>"""
SPINNER = '<mujoco><worldbody><body><joint type="ball"/><geom type="box" size="1 2 3"/></body></worldbody></mujoco>'


@pytest.mark.parametrize('seed', range(6))
@pytest.mark.parametrize('flags', ['', 'eulerdamp="disable"', 'damper="disable"'])
def test_euler_agrees_with_the_wheel(seed, flags):
    m, d = after_forward(random_model(seed, flags=flags), EULER, seed)
    assert_close(after_stages(m, d, euler), after_function(m, d, mujoco.mj_Euler), (*STATE, *FACTOR))


@pytest.mark.parametrize('seed', range(6))
@pytest.mark.parametrize('flags', ['', 'eulerdamp="disable"'])
def test_euler_solves_with_the_slope_of_the_dampers(seed, flags):
    m, d = after_forward(random_model(seed, flags=flags), EULER, seed)
    acceleration = (after_stages(m, d, euler).qvel - d.qvel) / m.opt.timestep
    expected = reference.euler_acceleration(m, d)
    np.testing.assert_allclose(acceleration, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


@pytest.mark.parametrize(('linear', 'higher'), [
    ((-1, 0), (0, 0)), ((-1, 2), (0, 0)), ((0, 0), (-1, 0)), ((0, 0), (0, -1)), ((0, 0), (0, 1)), ((-5, 0), (1, 0)),
])
def test_negative_linear_damping_alone_is_explicit(linear, higher):
    def change(m):
        m.dof_damping[:], m.dof_dampingpoly[0] = linear, higher
        m.jnt_actuatorid[:] = -1

    m, d = after_forward(SLIDERS, EULER, 0, change)
    assert_close(after_stages(m, d, euler), after_function(m, d, mujoco.mj_Euler), (*STATE, *FACTOR))


def test_an_actuator_that_loads_its_joint_calls_for_the_implicit_solve():
    m, d = after_forward(SLIDERS, EULER, 0)
    ours = after_stages(m, d, euler)
    assert_close(ours, after_function(m, d, mujoco.mj_Euler), (*STATE, *FACTOR))
    assert ours.qH.any()


@pytest.mark.parametrize('kind', ACTUATORS)
def test_activations_agree_with_the_wheel(kind):
    m, d = after_forward(SERVOS % ACTUATORS[kind], EULER, 1)
    assert_close(after_stages(m, d, euler), after_function(m, d, mujoco.mj_Euler), STATE)


@pytest.mark.parametrize('dynamics', [
    'dyntype="integrator" actrange="-0.001 0.001"',
    'dyntype="filterexact" dynprm="0"',
    'dyntype="integrator" group="3"',
])
def test_activations_are_clamped_exact_or_frozen(dynamics):
    m, d = after_forward(SERVOS % f'<general joint="finger" {dynamics}/>', EULER, 2)
    assert_close(after_stages(m, d, euler), after_function(m, d, mujoco.mj_Euler), STATE)


@pytest.mark.parametrize('quaternion', [(2, 0, 0, 0), (0, 0, 0, 0), (0.1, 0.2, 0.3, 0.4)])
def test_quaternions_are_normalized_before_they_turn(quaternion):
    m, d = after_forward(SPINNER, EULER, 0)
    d.qpos[:] = quaternion
    assert_close(after_stages(m, d, euler), after_function(m, d, mujoco.mj_Euler), ('qpos',))


def test_a_damper_as_fast_as_the_step_halves_the_velocity():
    def change(m):
        m.dof_damping[:] = (0, 100)  # h b = mass

    m, d = after_forward(SLIDERS, EULER, 0, change)
    d.qvel[1], d.qfrc_applied[1] = 3, 0
    mujoco.mj_forward(m, d)
    assert after_stages(m, d, euler).qvel[1] == pytest.approx(1.5, rel=1e-14)


def test_lanes_give_the_bits_of_single_worlds():
    prepared = [after_forward(random_model(3), EULER, seed, lambda m, s=seed: vary(m, s)) for seed in range(4)]
    models, worlds = zip(*prepared, strict=True)
    stages, fields = (empty_arena, controls, euler), ('qpos', 'qvel', 'act', 'plastic', 'qH')
    assert_lanes_match_worlds(stages, fields, models, worlds, ('dof_damping', 'opt.timestep'))


def vary(m, seed):
    m.dof_damping[:] *= seed
    m.dof_dampingpoly[:] *= 0
    m.opt.timestep *= 1 + seed
