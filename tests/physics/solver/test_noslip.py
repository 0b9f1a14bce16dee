"""The pass against slip, after each solver."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.constraint.models import constrained, load
from physics.constraint.world import field
from physics.solver.scenes import table
from physics.solver.world import assert_same_accelerations, column, solved, statistics
from reference import dual as reference

CASES = [f'solver="{solver}" cone="{cone}" {more}' for cone in ('pyramidal', 'elliptic')
         for solver, more in (('PGS', 'iterations="10"'), ('Newton', ''), ('CG', 'iterations="10"'),
                              ('PGS', 'iterations="10" jacobian="sparse"'), ('Newton', 'integrator="discrete"'))]
WHOLE = 'island="disable"'
SLOPE = """<mujoco>
  <option {option}/>
  <worldbody>
    <geom type="plane" size="3 3 1" euler="15 0 0"/>
    <body pos="0 0 0.11" euler="15 0 0"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
  </worldbody>
</mujoco>"""

RAIL = """<mujoco>
  <option solver="{solver}" cone="elliptic" noslip_iterations="3" gravity="1 0 0" tolerance="1e-12"/>
  <worldbody>
    <geom type="plane" size="1 1 1" condim="{condim}"/>
    <body pos="0 0 0.09">
      <joint type="slide" axis="1 0 0"/>
      <geom size="0.1" mass="{mass}" condim="{condim}"/>
    </body>
  </worldbody>
</mujoco>"""


def forward(xml, steps=0):
    """The wheel's model and data after some steps and forward dynamics."""
    m = mujoco.MjModel.from_xml_string(xml)
    d = mujoco.MjData(m)
    for _ in range(steps):
        mujoco.mj_step(m, d)
    mujoco.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize('option', CASES)
@pytest.mark.parametrize('seed', [2, 17])
def test_forces_after_some_sweeps(seed, option):
    option = f'noslip_iterations="3" noslip_tolerance="0" {option}'
    m, d = load(constrained(seed, option=option, flags=WHOLE), seed)
    data = solved(m, d)
    assert int(data.solver_niter[0]) == d.solver_niter[0] > 3
    assert int(data.solver_nnz[0]) == d.solver_nnz[0]
    assert_same_accelerations(data, d, 1e-7)
    gains = np.array(statistics(d, 'improvement')[-3:])
    np.testing.assert_allclose(column(data, d, 'improvement')[-3:], gains, rtol=1e-5, atol=1e-14 * gains[0])


@pytest.mark.parametrize('condim', [1, 3, 4, 6])
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('solver', ['Newton', 'CG', 'PGS'])
def test_islands_end_when_those_of_the_wheel_do(solver, cone, condim):
    option = f'solver="{solver}" tolerance="1e-12" iterations="2000" noslip_iterations="100" cone="{cone}"'
    m, d = forward(table(option, condim=condim), steps=30)
    data = solved(m, d)
    assert int(data.nisland) == d.nisland > 2
    assert_same_accelerations(data, d, 1e-6)  # CG is not closer
    m.opt.noslip_iterations = 0
    before = solved(m, d).solver_niter.copy()
    mujoco.mj_forward(m, d)
    sweeps = data.solver_niter - before
    m.opt.noslip_iterations = 100
    wheel_before = d.solver_niter.copy()
    mujoco.mj_forward(m, d)
    np.testing.assert_array_equal(sweeps, d.solver_niter - wheel_before)
    assert sweeps.max() < 100


@pytest.mark.parametrize('condim', [3, 4, 6])
@pytest.mark.parametrize('mass', [0.01, 0.5, 1, 2])
@pytest.mark.parametrize('solver', ['Newton', 'PGS'])
def test_a_contact_that_can_slip_along_one_direction_only(solver, mass, condim):
    """The block of A for its friction is singular. Light bodies get what stops them, as in the wheel."""
    m, d = forward(RAIL.format(solver=solver, mass=mass, condim=condim))
    data = solved(m, d)
    assert d.ncon == 1
    np.testing.assert_allclose(field(data, 'efc_force', d.nefc), d.efc_force, rtol=1e-12)
    assert mass > 1 or condim > 3 or abs(d.qacc[0]) < 1e-9


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
def test_a_box_on_a_slope_does_not_creep(cone):
    way = {}
    for sweeps in (0, 20):
        m = torsor.MjModel.from_xml_string(SLOPE.format(option=f'cone="{cone}" noslip_iterations="{sweeps}"'))
        d = torsor.MjData(m)
        torsor.mj_step(m, d, nstep=300)
        start = d.qpos.copy()
        torsor.mj_step(m, d, nstep=500)
        way[sweeps] = np.linalg.norm(d.qpos[:3] - start[:3])
    assert way[20] < 1e-3 * way[0]


# ---- optimality ----
def assert_friction_opposes_slip(force, mu, most, slip):
    """Friction stops the slip, or is the most that there can be and points against it."""
    u, slip = force / mu, slip * mu
    if np.linalg.norm(u) < most * (1 - 1e-9):
        np.testing.assert_allclose(slip, 0, atol=1e-7)
    elif most > 0:
        np.testing.assert_allclose(u / most, -slip / np.linalg.norm(slip), atol=1e-6)


def slip_of_rows(m, d, force):
    """A f + b: the acceleration that is left in each row."""
    return reference.matrix(m, d) @ force - d.efc_R * force + d.efc_b


def without_and_with(cone):
    """The wheel's data and our forces, before and after the pass against slip."""
    m, d = forward(table(f'cone="{cone}"', WHOLE), steps=30)
    before = field(solved(m, d), 'efc_force', d.nefc).copy()
    m.opt.noslip_iterations, m.opt.noslip_tolerance = 2000, 0
    mujoco.mj_forward(m, d)
    after = field(solved(m, d), 'efc_force', d.nefc)
    assert d.ncon > 2
    np.testing.assert_allclose(reference.nearest_allowed(d, after), after, rtol=1e-14, atol=1e-14)
    return m, d, before, after


@pytest.mark.python_mode
def test_friction_of_cones():
    m, d, before, after = without_and_with('elliptic')
    slip = slip_of_rows(m, d, after)
    for r, dim, mu in zip(d.contact.efc_address, d.contact.dim, d.contact.friction):
        assert after[r] == before[r]
        rows = slice(r + 1, r + dim)
        assert_friction_opposes_slip(after[rows], mu[:dim - 1], after[r], slip[rows])


@pytest.mark.python_mode
def test_friction_of_pyramids():
    m, d, before, after = without_and_with('pyramidal')
    slip = slip_of_rows(m, d, after)
    for first, dim in zip(d.contact.efc_address, d.contact.dim):
        for r in range(first, first + 2 * (dim - 1), 2):
            assert after[r:r + 2].sum() == pytest.approx(before[r:r + 2].sum(), rel=1e-12)
            assert_friction_opposes_slip(np.diff(after[r:r + 2]), 1, after[r:r + 2].sum(), np.diff(slip[r:r + 2]))


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
def test_dry_friction_and_rows_without_friction(cone):
    m, d, before, after = without_and_with(cone)
    slip = slip_of_rows(m, d, after)
    for r in range(d.ne, d.ne + d.nf):
        assert_friction_opposes_slip(after[r:r + 1], 1, d.efc_frictionloss[r], slip[r:r + 1])
    others = np.r_[0:d.ne, d.ne + d.nf:d.ne + d.nf + d.nl]
    assert len(others) > 1
    np.testing.assert_array_equal(after[others], before[others])
