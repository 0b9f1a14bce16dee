"""The least cost along a line."""

import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.solver.world import assert_same_solution, column, solved, statistics, unsolved
from reference import solver as reference
from reference.worlds import run
from torsor.jit import stage
from torsor.physics.constraint.product import multiply_jacobian
from torsor.physics.solver.mass import multiply_mass
from torsor.physics.solver.order import order_dofs
from torsor.physics.solver.primal import place
from torsor.physics.solver.problem import open_problem, problem_dofs
from torsor.physics.solver.rows import WHOLE
from torsor.physics.solver.search import line_search


@stage
def search_from_acceleration(m, d):
    """energy[0]: the step from qacc along qfrc_applied, and energy[1]: the slope there."""
    mark = d.pstack
    d.nisland = 0
    order_dofs(m, d)
    dofs = problem_dofs(m, d, WHOLE)
    p = open_problem(m, d, dofs)
    place(m, d, p)
    for i in range(m.nv):
        p.search[i] = d.qfrc_applied[i]
    multiply_mass(m, d, p.dofs, p.search, p.image)
    multiply_jacobian(p.b, p.search, p.jar_rate)
    step = line_search(m, d, p)
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
