"""The least cost along a line."""

import mujoco
import numpy as np
import pytest

import torsor
from physics.constraint.models import constrained, load
from physics.solver.world import assert_same_solution, begin_at_acceleration, column, solved, statistics, unsolved
from reference import solver as reference
from reference.worlds import run
from torsor.jit import stage
from torsor.physics.constraint.product import multiply_jacobian
from torsor.physics.solver.jacobian import WHOLE
from torsor.physics.solver.line_search import line_of, line_search, rise
from torsor.physics.solver.mass import multiply_mass
from torsor.physics.solver.order import order_dofs
from torsor.physics.solver.problem import open_problem, problem_dofs


@stage
def search_from_acceleration(m, d):
    """energy[0]: the step from qacc along qfrc_applied, and energy[1]: the slope there."""
    mark = d.pstack
    d.nisland = 0
    order_dofs(m, d)
    dofs = problem_dofs(m, d, WHOLE)
    p = open_problem(m, d, dofs)
    begin_at_acceleration(m, d, p)
    for i in range(m.nv):
        p.search[i] = d.qfrc_applied[i]
    multiply_mass(m, d, p.dofs, p.search, p.Mv)
    multiply_jacobian(p.rows, p.search, p.Jv)
    step = line_search(m, d, p, True)
    d.energy[0], d.energy[1] = step.length, step.last_slope
    d.pstack = mark


def searched(m, d, start, direction):
    model, data = unsolved(m, d)
    data.qacc[:], data.qfrc_applied[:] = start, direction
    run(search_from_acceleration, model, data)
    return data.energy


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('seed', range(4))
def test_slope_vanishes_where_the_search_ends(cone, seed):
    m, d = load(constrained(7, option=f'cone="{cone}"'), 7)
    rng = np.random.default_rng(seed)
    start = d.qacc_smooth + rng.normal(size=m.nv) * 10.0 ** seed
    direction = rng.normal(size=m.nv)
    slope = reference.cost(m, d, start)[1] @ direction
    direction *= -np.sign(slope)
    step = searched(m, d, start, direction)[0]
    assert step > 0
    assert abs(reference.cost(m, d, start + step * direction)[1] @ direction) < 1e-8 * abs(slope)


def test_uphill_there_is_no_step():
    m, d = load(constrained(7), 7)
    uphill = reference.cost(m, d, d.qacc_smooth)[1]
    assert searched(m, d, d.qacc_smooth, uphill)[0] == 0


@pytest.mark.parametrize('most', [0, 1, 2, 3])
@pytest.mark.parametrize('solver', ['Newton', 'CG'])
def test_evaluations_are_limited(solver, most):
    option = f'solver="{solver}" cone="elliptic" iterations="1" ls_iterations="{most}"'
    m, d = load(constrained(11, option=option, flags='island="disable"'), 11)
    data = solved(m, d)
    assert column(data, d, 'neval').tolist() == statistics(d, 'neval') == [max(most, 2)]
    assert_same_solution(data, d, 1e-9)


SHAPES = ('sphere', 'box', 'capsule', 'cylinder', 'ellipsoid', 'sphere')
PILE = '<mujoco><option><flag island="disable"/></option><worldbody><geom type="plane" size="5 5 1"/>' + ''.join(
    f'<body pos="{0.08 * (i % 3)} {0.08 * (i // 3)} 0.06"><freejoint/><geom type="{shape}" size="0.05 0.06 0.07"/>'
    f'</body>' for i, shape in enumerate(SHAPES)) + '</worldbody></mujoco>'


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('solver', ['CG', 'Newton'])
@pytest.mark.parametrize('most', [1, 2, 3, 4, 5, 6, 7, 8, 10])
def test_few_evaluations_are_spent_as_in_the_wheel(solver, cone, most):
    for seed in range(6):
        for iterations in (2, 100):
            ours, theirs = (thrown(engine, seed, solver, cone, most, iterations) for engine in (torsor, mujoco))
            np.testing.assert_allclose(ours.qacc, theirs.qacc, rtol=0, atol=1e-9 * np.abs(theirs.qacc).max())
            assert spent(ours) == spent(theirs)


@pytest.mark.parametrize('solver', ['CG', 'Newton'])
@pytest.mark.parametrize('most', [4, 5, 6, 7])
def test_a_bracket_that_costs_more_than_its_start_is_no_step(solver, most):
    """Stiff cones; what follows the first such search would be another way to the solution."""
    stuck = 0
    for seed in (7, 25, 31, 37, 42, 55):
        ours, theirs = (thrown(engine, seed, solver, 'elliptic', most, 100, impratio=10) for engine in (torsor, mujoco))
        np.testing.assert_allclose(ours.qacc, theirs.qacc, rtol=0, atol=1e-6 * np.abs(theirs.qacc).max())
        count = iterations_beyond_rounding(theirs)
        assert spent(ours)[:count] == spent(theirs)[:count]
        last = theirs.solver_niter[0] - 1
        stuck += 0 <= last < 99 and theirs.solver[last].gradient > 1.0
    assert stuck > 0


@pytest.mark.parametrize('solver', ['CG', 'Newton'])
def test_a_step_that_raises_the_cost_is_not_the_last(solver):
    ours, theirs = (thrown(engine, 2, solver, 'pyramidal', 2, 100) for engine in (torsor, mujoco))
    gains = [theirs.solver[k].improvement for k in range(theirs.solver_niter[0])]
    assert min(gains) < -1.0
    np.testing.assert_allclose([ours.solver[k].improvement for k in range(ours.solver_niter[0])], gains, rtol=1e-3,
                               atol=1e-9)


def thrown(engine, seed, solver, cone, most, iterations, impratio=1.0):
    """Data of an engine with bodies that were thrown into each other."""
    m, rng = engine.MjModel.from_xml_string(PILE), np.random.default_rng(seed)
    m.opt.solver = getattr(engine.mjtSolver, f'mjSOL_{solver.upper()}')
    m.opt.cone = getattr(engine.mjtCone, f'mjCONE_{cone.upper()}')
    m.opt.ls_iterations, m.opt.iterations, m.opt.impratio = most, iterations, impratio
    d = engine.MjData(m)
    qpos = d.qpos.copy()
    engine.mj_integratePos(m, qpos, rng.uniform(-0.2, 0.2, m.nv), 1.0)
    d.qpos[:], d.qvel[:] = qpos, rng.uniform(-2, 2, m.nv)
    engine.mj_forward(m, d)
    return d


def iterations_beyond_rounding(d):
    """How many iterations there are up to the first whose gain is lost in the rounding of the cost."""
    gains = [d.solver[k].improvement for k in range(d.solver_niter[0])]
    return next((k for k, gain in enumerate(gains) if gain < 1e-13 * max(gains)), len(gains))


def spent(d) -> list[int]:
    """Evaluations of each line search."""
    return [int(d.solver[k].neval) for k in range(d.solver_niter[0])]


@stage
def rise_along(m, d):
    """energy[0]: by how much the cost grows from qacc to qacc + time * qfrc_applied."""
    mark = d.pstack
    d.nisland = 0
    order_dofs(m, d)
    p = open_problem(m, d, problem_dofs(m, d, WHOLE))
    begin_at_acceleration(m, d, p)
    for i in range(m.nv):
        p.search[i] = d.qfrc_applied[i]
    multiply_mass(m, d, p.dofs, p.search, p.Mv)
    multiply_jacobian(p.rows, p.search, p.Jv)
    d.energy[0] = rise(d, line_of(m, p), d.time)
    d.pstack = mark


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('seed', range(4))
def test_rise_is_the_difference_of_costs(cone, seed):
    m, d = load(constrained(7, option=f'cone="{cone}"'), 7)
    rng = np.random.default_rng(seed)
    start, direction = d.qacc_smooth + 10.0 ** seed * rng.normal(size=m.nv), rng.normal(size=m.nv)
    model, data = unsolved(m, d)
    before = reference.cost(m, d, start)[0]
    for t in (1e-2, 1, 1e2, 1e4):
        data.qacc[:], data.qfrc_applied[:], data.time[...] = start, direction, t
        run(rise_along, model, data)
        after = reference.cost(m, d, start + t * direction)[0]
        assert data.energy[0] == pytest.approx(after - before, rel=1e-9, abs=1e-11 * before)


@pytest.mark.parametrize('solver', ['Newton', 'CG'])
@pytest.mark.parametrize('most', [3, 5, 10])
@pytest.mark.parametrize('seed', range(3))
def test_costs_are_compared_even_if_they_are_huge(solver, most, seed):
    """What a constraint costs that nothing changes does not hide what the search gains."""
    far = '<body pos="9 0 0"><joint name="far" type="slide"/><geom size="0.1" mass="1e6"/></body></worldbody>'
    xml = constrained(11 + seed, option=f'solver="{solver}" cone="elliptic" ls_iterations="{most}" iterations="5"',
                      flags='island="disable"').replace('</worldbody>', far)
    xml = xml.replace('</mujoco>', '<equality><joint joint1="far" polycoef="1e8"/></equality></mujoco>')
    m, d = load(xml, 11 + seed)
    data = solved(m, d)
    assert int(data.solver_niter[0]) == d.solver_niter[0] > 0
    np.testing.assert_allclose(data.qacc, d.qacc, rtol=0, atol=1e-8 * np.abs(d.qacc[:-1]).max())


# ---- loose tolerances ----
BLOB = """<mujoco><option solver="{solver}" cone="elliptic" iterations="3"/><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 .3"><freejoint/><geom size=".2" pos=".3 0 0"/><geom size=".15" pos="-.2 .2 0"/>
  <geom size=".1" pos="-.2 -.3 0"/>
  <body pos="0 0 .2"><joint type="ball" range="0 30" damping=".1"/>
    <geom type="capsule" size=".08" fromto="0 0 0 .1 .4 0"/>
    <body pos=".1 .4 0"><joint axis="1 0 0" range="-20 20"/><geom size=".12" pos="0 .2 0"/></body>
  </body></body></worldbody></mujoco>"""


def both_engines(xml: str):
    """(engine, model, data) of ours and of the wheel."""
    pairs = [(engine, engine.MjModel.from_xml_string(xml)) for engine in (torsor, mujoco)]
    return [(engine, m, engine.MjData(m)) for engine, m in pairs]


def test_of_points_within_the_tolerance_the_cheapest_counts():
    """In a few of these states several points of a round are within the tolerance, or the first costs too much."""
    both, rng, worst = both_engines(BLOB.format(solver='CG')), np.random.default_rng(0), 0.0
    for _ in range(4000):
        qpos, qvel = rng.normal(size=both[0][1].nq), rng.normal(size=both[0][1].nv) * 10 ** rng.uniform(-1, 1)
        qpos[2] = rng.uniform(0.1, 0.4)
        tolerances = 10 ** rng.uniform(-3, 1), 10 ** rng.uniform(-2, 0)
        for engine, m, d in both:
            m.opt.tolerance, m.opt.ls_tolerance = tolerances
            engine.mj_resetData(m, d)
            d.qpos[:], d.qvel[:] = qpos, qvel
            engine.mj_forward(m, d)
        ours, theirs = (d.qacc for _, _, d in both)
        worst = max(worst, np.abs(ours - theirs).max() / np.abs(theirs).max())
    assert worst < 1e-9
