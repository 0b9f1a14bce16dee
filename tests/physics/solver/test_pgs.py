"""Projected Gauss-Seidel against the wheel, sweep by sweep, and against the conditions of optimality."""

import mujoco
import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.constraint.world import field
from physics.solver.scenes import balls, table
from physics.solver.world import assert_same_accelerations, column, solved, statistics
from reference import dual as reference
from reference import solver as primal
from torsor.schema.constants import mjNSOLVER

CASES = [f'cone="{cone}" jacobian="{jacobian}" integrator="{integrator}" impratio="2"'
         for cone in ('pyramidal', 'elliptic')
         for jacobian, integrator in (('dense', 'Euler'), ('sparse', 'Euler'), ('sparse', 'discrete'))]
WHOLE = 'island="disable"'
REDUNDANT = """<mujoco>
  <option solver="PGS" {option}/>
  <worldbody>
    <geom type="plane" size="3 3 1"/>
    <body name="box" pos="0 0 0.09"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
  </worldbody>
  <equality>
    <connect body1="box" anchor="0 0 0"/><connect body1="box" anchor="0 0 0"/>
    <weld body1="box" relpose="0 0 0.2 1 0 0 0"/><weld body1="box" relpose="0 0 -0.2 1 0 0 0"/>
  </equality>
</mujoco>"""

RESTING = """<mujoco>
  <option solver="PGS" cone="elliptic" iterations="1" tolerance="0"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/><body pos="0 0 0.09"><freejoint/><geom size="0.1" mass="1"/></body>
  </worldbody>
</mujoco>"""


@pytest.mark.parametrize('option', CASES)
@pytest.mark.parametrize('iterations', [1, 2, 3, 25])
@pytest.mark.parametrize('seed', [3, 19])
def test_forces_after_some_sweeps(seed, iterations, option):
    option = f'solver="PGS" iterations="{iterations}" {option}'
    m, d = load(constrained(seed, option=option, flags=WHOLE), seed)
    data = solved(m, d)
    assert int(data.solver_niter[0]) == d.solver_niter[0] == iterations
    assert int(data.solver_nnz[0]) == d.solver_nnz[0] > 0
    assert_same_accelerations(data, d, 1e-9)
    np.testing.assert_allclose(column(data, d, 'improvement'), statistics(d, 'improvement'), rtol=1e-8)
    if 'pyramidal' in option:  # rounding decides the state of a cone whose friction is all that there can be
        np.testing.assert_array_equal(field(data, 'efc_state', d.nefc), d.efc_state)
        for name in ('nactive', 'nchange'):
            np.testing.assert_array_equal(column(data, d, name), statistics(d, name), err_msg=name)


@pytest.mark.parametrize('condim', [1, 3, 4, 6])
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('jacobian', ['dense', 'sparse'])
def test_islands_end_when_those_of_the_wheel_do(jacobian, cone, condim):
    option = f'solver="PGS" iterations="150" cone="{cone}" jacobian="{jacobian}"'
    m = mujoco.MjModel.from_xml_string(table(option, condim=condim))
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, nstep=50)
    mujoco.mj_forward(m, d)
    data = solved(m, d)
    assert int(data.nisland) == d.nisland > 2
    np.testing.assert_array_equal(data.solver_niter, d.solver_niter)
    np.testing.assert_array_equal(data.solver_nnz, d.solver_nnz)
    assert 0 < min(d.solver_niter[:d.nisland]) < 150
    assert_same_accelerations(data, d, 1e-9)
    for k in range(d.nisland):
        gain = [d.solver[k * mjNSOLVER + n].improvement for n in range(d.solver_niter[k])]
        ours = getattr(data, 'solver.improvement')[k * mjNSOLVER:][:len(gain)]
        np.testing.assert_allclose(ours, gain, rtol=1e-6, atol=1e-12)


@pytest.mark.python_mode
@pytest.mark.parametrize('condim', [1, 3, 6])
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
def test_forces_are_optimal(cone, condim):
    option = f'solver="PGS" iterations="400" tolerance="0" cone="{cone}"'
    m = mujoco.MjModel.from_xml_string(table(option, condim=condim))
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d, nstep=20)
    mujoco.mj_forward(m, d)
    best, expected, _ = primal.minimize(m, d)
    d.qacc_warmstart[:] = best * (1 + 0.01 * np.random.default_rng(1).normal(size=m.nv))
    data = solved(m, d)
    force = field(data, 'efc_force', d.nefc)
    np.testing.assert_allclose(reference.nearest_allowed(d, force), force, rtol=1e-14)
    assert reference.optimality(m, d, force) < 1e-9
    np.testing.assert_allclose(data.qacc, best, rtol=0, atol=1e-7 * np.abs(best).max())
    np.testing.assert_allclose(force, expected, rtol=0, atol=1e-7 * np.abs(expected).max())


def test_momentum_saves_sweeps():
    """Plain Gauss-Seidel, row by row, is farther from the least cost after as many sweeps."""
    m, d = load(constrained(3, option='solver="PGS" iterations="40" tolerance="0"', flags=WHOLE), 3)
    A, best = reference.matrix(m, d), primal.minimize(m, d)[1]
    force, plain = field(solved(m, d), 'efc_force', d.nefc), np.zeros(d.nefc)
    for _ in range(m.opt.iterations):
        for r in range(d.nefc):
            plain[r] -= (A[r] @ plain + d.efc_b[r]) / A[r, r]
            plain = reference.nearest_allowed(d, plain)
    cost, plain_cost, least = (0.5 * f @ A @ f + d.efc_b @ f for f in (force, plain, best))
    assert 0 < cost - least < 0.7 * (plain_cost - least)


def test_more_islands_than_statistics():
    m = mujoco.MjModel.from_xml_string(balls(25))
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    data = solved(m, d)
    assert int(data.nisland) == d.nisland == 24
    np.testing.assert_array_equal(data.solver_niter, d.solver_niter)
    assert_same_accelerations(data, d, 1e-9)


@pytest.mark.python_mode
@pytest.mark.parametrize('option', ['cone="pyramidal"', 'cone="elliptic"', 'cone="elliptic" jacobian="sparse"'])
def test_redundant_and_contradictory_rows(option):
    m = mujoco.MjModel.from_xml_string(REDUNDANT.format(option=option))
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    assert d.nefc > 18
    data = solved(m, d)
    assert np.isfinite(field(data, 'efc_force', d.nefc)).all()
    assert_same_accelerations(data, d, 1e-8)


def test_no_iterations():
    m, d = load(constrained(7, option='solver="PGS" iterations="0" cone="elliptic"', flags=WHOLE), 7)
    d.qacc_warmstart[:] = primal.minimize(m, d)[0]
    mujoco.mj_forward(m, d)
    data = solved(m, d)
    assert int(data.solver_niter[0]) == d.solver_niter[0] == 0
    assert d.efc_force.any()
    assert_same_accelerations(data, d, 1e-10)
    assert int(data.pstack) == 0


@pytest.mark.parametrize(('force', 'grows'), [(1e-12, False), (1e-8, False), (1e-7, True), (1e-3, True)])
def test_forces_without_curvature_along_them_stay(force, grows):
    m = mujoco.MjModel.from_xml_string(RESTING)
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    d.qacc_warmstart[:] = 0.0
    d.qacc_warmstart[2] = d.efc_aref[0] - force / d.efc_D[0]  # the solver starts from this normal force
    mujoco.mj_forward(m, d)
    data = solved(m, d)
    assert (d.efc_force[0] > 1.0) == grows
    np.testing.assert_allclose(field(data, 'efc_force', d.nefc), d.efc_force, rtol=1e-9, atol=1e-15)
