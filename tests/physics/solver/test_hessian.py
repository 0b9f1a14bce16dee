"""The Hessian of the cost, its factor and solutions."""

import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.solver.world import unsolved
from reference import solver as reference
from reference.worlds import run
from torsor.jit import stage
from torsor.physics.names import CONE
from torsor.physics.solver.hessian import new_hessian, solve_factor, start_weights
from torsor.physics.solver.newton import refactorize
from torsor.physics.solver.order import order_dofs
from torsor.physics.solver.primal import evaluate, place
from torsor.physics.solver.problem import open_problem, problem_dofs
from torsor.physics.solver.rows import WHOLE, copy_rows

CASES = [f'cone="{cone}" jacobian="{jacobian}" integrator="{integrator}"' for cone in ('pyramidal', 'elliptic')
         for jacobian, integrator in (('dense', 'Euler'), ('sparse', 'Euler'), ('sparse', 'discrete'))]


@stage
def newton_direction(m, d):
    """qacc_smooth = H^-1 qfrc_applied, with the Hessian at qacc."""
    mark, d.nisland = d.pstack, 0
    order_dofs(m, d)
    dofs = problem_dofs(m, d, WHOLE)
    J = copy_rows(m, d, dofs)
    h = new_hessian(m, d, dofs, J)
    p = open_problem(m, d, dofs, J)
    place(m, d, p)
    evaluate(d, p, True)
    start_weights(h, p.b.nefc)
    refactorize(m, d, p, h)
    for i in range(m.nv):
        d.qacc_smooth[i] = d.qfrc_applied[i]
    solve_factor(h, d.qacc_smooth)
    d.pstack = mark


@pytest.mark.parametrize('option', CASES)
@pytest.mark.parametrize('seed', [1, 7])
def test_solutions_with_the_hessian(option, seed):
    m, d = load(constrained(seed, option=option), seed)
    model, data = unsolved(m, d)
    force = np.random.default_rng(seed).normal(size=m.nv)
    data.qfrc_applied[:] = force
    run(newton_direction, model, data)
    _, _, hessian, _, state = reference.cost(m, d, d.qacc)
    assert ('elliptic' in option) == bool((state == CONE).any())
    residual = hessian @ data.qacc_smooth - force
    assert np.abs(residual).max() < 1e-14 * np.linalg.norm(hessian, np.inf) * np.abs(data.qacc_smooth).max()
