"""The Hessian of the cost, its factor and solutions."""

import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.solver.world import unsolved
from reference import solver as reference
from reference.worlds import run
from torsor.jit import stage
from torsor.jit.arena import scratch
from torsor.physics.names import CONE, SATISFIED
from torsor.physics.solver.hessian import (
    add_cones,
    copy_triangle,
    factor_triangle,
    new_triangle,
    set_mass,
    solve_triangle,
    update_quadratic,
)
from torsor.physics.solver.primal import evaluate, new_point, place

CASES = [f'cone="{cone}" jacobian="{jacobian}" integrator="{integrator}"' for cone in ('pyramidal', 'elliptic')
         for jacobian, integrator in (('dense', 'Euler'), ('sparse', 'Euler'), ('sparse', 'discrete'))]


@stage
def newton_direction(m, d):
    """qacc_smooth = H^-1 qfrc_applied, with the Hessian at qacc."""
    mark = d.pstack
    p, quadratic, H, row = new_point(m, d), new_triangle(m, d), new_triangle(m, d), scratch(d, m.nv)
    place(m, d, p)
    evaluate(m, d, p, True)
    for r in range(d.nefc):
        p.state[r] = SATISFIED
    set_mass(m, d, quadratic)
    update_quadratic(m, d, quadratic, p.state)
    copy_triangle(m.nv, quadratic, H)
    add_cones(m, d, H, row)
    factor_triangle(m.nv, H)
    for i in range(m.nv):
        d.qacc_smooth[i] = d.qfrc_applied[i]
    solve_triangle(m.nv, H, d.qacc_smooth)
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


