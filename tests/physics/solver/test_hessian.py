"""The Hessian of the cost, its factor and solutions."""

import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.solver.world import begin_at_acceleration, unsolved
from reference import solver as reference
from reference.worlds import run
from torsor.jit import helper, stage
from torsor.physics.common.names import CONE
from torsor.physics.constraint.rows import is_sparse
from torsor.physics.solver.dense_hessian import factor_dense, new_dense_hessian, solve_dense
from torsor.physics.solver.jacobian import WHOLE
from torsor.physics.solver.order import order_dofs
from torsor.physics.solver.primal import evaluate
from torsor.physics.solver.problem import after_scratch, open_problem, problem_dofs
from torsor.physics.solver.sparse_hessian import factor_sparse, new_sparse_hessian, solve_sparse

CASES = [f'cone="{cone}" jacobian="{jacobian}" integrator="{integrator}"' for cone in ('pyramidal', 'elliptic')
         for jacobian, integrator in (('dense', 'Euler'), ('sparse', 'Euler'), ('sparse', 'discrete'))]


@helper
def solve_with_hessian(m, d, new_hessian, factor, solve):
    """qacc_smooth = H^-1 qfrc_applied, with the Hessian at qacc."""
    mark, d.nisland = d.pstack, 0
    order_dofs(m, d)
    p = open_problem(m, d, problem_dofs(m, d, WHOLE))
    begin_at_acceleration(m, d, p)
    evaluate(d, p, True)
    h = new_hessian(m, d, p)
    p = after_scratch(d, p)
    factor(m, d, p, h)
    for i in range(m.nv):
        d.qacc_smooth[i] = d.qfrc_applied[i]
    solve(h, d.qacc_smooth)
    d.pstack = mark


@stage
def newton_direction(m, d):
    if is_sparse(m):
        solve_with_hessian(m, d, new_sparse_hessian, factor_sparse, solve_sparse)
    else:
        solve_with_hessian(m, d, new_dense_hessian, factor_dense, solve_dense)


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
