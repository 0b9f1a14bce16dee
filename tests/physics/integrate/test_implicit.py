"""Integrators implicit in velocity: against the wheel, against dense formulas, of many worlds against one."""

import mujoco
import numpy as np
import pytest

from reference import integrate as reference
from reference.models import random_model
from reference.steps import (
    ACTUATORS,
    IMPLICIT,
    IMPLICITFAST,
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
from torsor.physics.integrate.implicit import implicit, implicitfast

STAGES = {IMPLICIT: implicit, IMPLICITFAST: implicitfast}
FORMULAS = {IMPLICIT: reference.implicit_acceleration, IMPLICITFAST: reference.implicitfast_acceleration}
FACTORS = ('qLU', 'qH', 'qHDiagInv')
TUMBLING = """<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <body><joint type="free" damping="0.1 0.2 0.3" armature="0.01"/><geom type="box" size="0.1 0.2 0.3"/></body>
    <body pos="1 0 0"><freejoint/><geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0"/>
      <body pos="0 0 1"><geom type="box" size="0.3 0.2 0.1"/></body></body>
  </worldbody>
</mujoco>"""
SLIDER = """<mujoco>
  <option timestep="0.01"/>
  <worldbody><body><joint type="slide"/><geom size="0.1" mass="1"/></body></worldbody>
</mujoco>"""


@pytest.mark.parametrize('seed', range(8))
@pytest.mark.parametrize('integrator', STAGES)
def test_steps_agree_with_the_wheel(seed, integrator):
    m, d = after_forward(random_model(seed), integrator, seed)
    ours, theirs = after_stages(m, d, STAGES[integrator]), after_function(m, d, mujoco.mj_implicit)
    assert_close(ours, theirs, STATE, 1e-11)
    assert_close(ours, theirs, FACTORS)


@pytest.mark.parametrize('integrator', STAGES)
@pytest.mark.parametrize('kind', ACTUATORS)
def test_steps_of_servos_agree_with_the_wheel(kind, integrator):
    m, d = after_forward(SERVOS % ACTUATORS[kind], integrator, 0)
    ours, theirs = after_stages(m, d, STAGES[integrator]), after_function(m, d, mujoco.mj_implicit)
    assert_close(ours, theirs, (*STATE, *FACTORS))


@pytest.mark.parametrize('seed', range(8))
@pytest.mark.parametrize('integrator', STAGES)
def test_steps_solve_with_the_derivative_of_the_forces(seed, integrator):
    m, d = after_forward(random_model(seed), integrator, seed)
    acceleration = (after_stages(m, d, STAGES[integrator]).qvel - d.qvel) / m.opt.timestep
    expected = FORMULAS[integrator](m, d)
    np.testing.assert_allclose(acceleration, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_lone_free_bodies_move_alike_with_both():
    m, d = after_forward(TUMBLING, IMPLICITFAST, 0)
    fast = after_stages(m, d, implicitfast)
    m.opt.integrator = IMPLICIT
    np.testing.assert_allclose(fast.qvel, after_stages(m, d, implicit).qvel, rtol=0, atol=1e-13)


def test_free_tumbling_loses_energy():
    m, d = after_forward(TUMBLING, IMPLICITFAST, 0, lambda m: m.opt.gravity.fill(0))
    d.qvel[3:6] = d.qvel[9:12] = 5, 10, -5
    mujoco.mj_forward(m, d)
    after = after_function(m, d, lambda m, d: d.qvel.__setitem__(..., after_stages(m, d, implicitfast).qvel))
    for world in (d, after):
        mujoco.mj_energyVel(m, world)
    assert 0 < after.energy[1] < d.energy[1]


@pytest.mark.parametrize('integrator', STAGES)
@pytest.mark.parametrize('damping', [-99, -100, -200])
def test_a_singular_matrix_is_repaired_and_told(integrator, damping):
    m, d = after_forward(SLIDER, integrator, 0, lambda m: m.dof_damping.fill(damping))
    ours, theirs = after_stages(m, d, STAGES[integrator]), after_function(m, d, mujoco.mj_implicit)
    assert_close(ours, theirs, ('qvel', *FACTORS))
    kind = mujoco.mjtWarning.mjWARN_INERTIA
    assert getattr(ours, 'warning.number')[kind] == theirs.warning[kind].number


@pytest.mark.parametrize('integrator', STAGES)
def test_lanes_give_the_bits_of_single_worlds(integrator):
    prepared = [after_forward(random_model(seed=2), integrator, seed) for seed in range(4)]
    stages, fields = (empty_arena, controls, STAGES[integrator]), ('qpos', 'qvel', 'qLU', 'qH')
    assert_lanes_match_worlds(stages, fields, prepared[0][0], [d for _, d in prepared])
