"""Where dual solvers start, and the acceleration that follows from forces."""

import mujoco
import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.constraint.world import dense_jacobian, field
from physics.solver.world import unsolved
from reference import constraint
from reference import dual as reference
from reference import solver as primal
from reference.worlds import run
from torsor.physics.solver.forces import accelerate, choose_forces

COUPLED = """<mujoco>
  <option integrator="discrete" noslip_iterations="5" tolerance="1e-14"/>
  <worldbody>
    <geom type="plane" size="3 3 1"/>
    <body pos="0 0 0.09">
      <joint name="a" type="slide" axis="1 0 0" damping="1"/><joint type="slide" axis="0 1 0"/>
      <joint type="slide" axis="0 0 1"/><geom size="0.1"/>
    </body>
    <body pos="1 0 0.09">
      <joint name="b" type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <joint type="slide" axis="0 0 1"/><geom size="0.1"/>
    </body>
  </worldbody>
  <tendon>
    <fixed stiffness="3000" damping="30"><joint joint="a" coef="1"/><joint joint="b" coef="-0.7"/></fixed>
  </tendon>
</mujoco>"""


@pytest.mark.python_mode
@pytest.mark.parametrize('option', ['', 'jacobian="sparse"'])
@pytest.mark.parametrize('nearness', [0.0, 0.5, 1.0])
def test_the_cheaper_forces_are_chosen(nearness, option):
    m, d = load(constrained(7, bodies=5, option=f'solver="PGS" cone="elliptic" {option}'), 7)
    best = primal.minimize(m, d)[0]
    noise = np.random.default_rng(1).normal(size=m.nv) * 1e6
    d.qacc_warmstart[:] = nearness * best + (1 - nearness) * noise
    force = constraint.update(m, d, dense_jacobian(m, d) @ d.qacc_warmstart - d.efc_aref)[1]
    cost = 0.5 * force @ reference.matrix(m, d) @ force + force @ d.efc_b
    assert (cost < 0) == (nearness == 1.0)
    model, data = unsolved(m, d)
    run(choose_forces, model, data)
    np.testing.assert_allclose(field(data, 'efc_force', d.nefc), force if cost < 0 else 0 * force, rtol=0,
                               atol=1e-12 * np.abs(force).max())
    np.testing.assert_allclose(field(data, 'efc_b', d.nefc), d.efc_b, rtol=0, atol=1e-12 * np.abs(d.efc_b).max())


@pytest.mark.parametrize('bad', [np.nan, np.inf])
def test_forces_that_are_no_numbers_stay_for_the_step_to_notice(bad):
    m, d = load(constrained(7, option='solver="PGS"'), 7)
    d.qacc_warmstart[0] = bad
    model, data = unsolved(m, d)
    run(choose_forces, model, data)
    assert not np.isfinite(field(data, 'efc_force', d.nefc)).all()


def test_without_warmstart_there_are_no_forces():
    m, d = load(constrained(7, option='solver="PGS"', flags='warmstart="disable"'), 7)
    d.qacc_warmstart[:] = primal.minimize(m, d)[0]
    model, data = unsolved(m, d)
    run(choose_forces, model, data)
    assert not field(data, 'efc_force', d.nefc).any()


@pytest.mark.parametrize('xml', [constrained(7, option='solver="PGS"'),
                                 constrained(7, option='solver="PGS" integrator="discrete"'), COUPLED])
def test_acceleration_follows_from_forces(xml):
    m, d = load(xml, 7)
    d.qpos[2::3] = 0.0  # those in the air come down
    mujoco.mj_forward(m, d)
    assert d.nefc > 0
    assert (d.nefmT > 0) == (xml is COUPLED)
    model, data = unsolved(m, d)
    force = field(data, 'efc_force', d.nefc)
    force[:] = np.random.default_rng(2).normal(size=d.nefc)
    data.qacc_smooth[:] = d.qacc_smooth
    run(accelerate, model, data)
    push = dense_jacobian(m, d).T @ force
    np.testing.assert_allclose(data.qfrc_constraint, push, rtol=0, atol=1e-13 * np.abs(push).max())
    expected = d.qacc_smooth + np.linalg.solve(primal.mass(m, d), push)
    np.testing.assert_allclose(data.qacc, expected, rtol=0, atol=1e-10 * np.abs(expected).max())
    np.testing.assert_array_equal(data.qacc_smooth, d.qacc_smooth)
