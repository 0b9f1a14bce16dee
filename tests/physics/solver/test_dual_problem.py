"""Rows and matrix of the dual problem."""

import mujoco
import numpy as np
import pytest

from physics.constraint.models import load
from physics.constraint.world import field
from physics.solver.scenes import balls
from physics.solver.world import unsolved
from reference import dual as reference
from reference.worlds import run
from torsor.jit import stage
from torsor.physics.solver.dual_problem import open_dual, set_rates
from torsor.physics.solver.forces import choose_forces
from torsor.physics.solver.jacobian import WHOLE
from torsor.physics.solver.order import order_dofs


@stage
def slopes(m, d):
    """efc_vel: slopes of the cost at efc_force; work.found_num: how many problems are stored full."""
    order_dofs(m, d)
    d.work.found_num = 0
    for island in range(d.nisland) if d.nisland else range(WHOLE, WHOLE + 1):
        mark = d.pstack
        p = open_dual(m, d, island, 1.0, False)
        set_rates(p)
        for i in range(p.count):
            d.efc_vel[p.row[i]] = p.rate[i]
        d.work.found_num += p.A.full
        d.pstack = mark


@pytest.mark.python_mode
@pytest.mark.parametrize('jacobian', ['dense', 'sparse'])
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize(('flags', 'problems'), [('island="disable"', 0), ('', 5)])
def test_slopes(jacobian, cone, flags, problems):
    m, d = load(balls(6, f'cone="{cone}" jacobian="{jacobian}"', flags), 3)
    d.qpos[2::7] = 0.09
    mujoco.mj_forward(m, d)
    model, data = unsolved(m, d)
    assert int(data.nisland) == problems
    run(choose_forces, model, data)
    force = field(data, 'efc_force', d.nefc)
    force[:] = np.random.default_rng(1).normal(size=d.nefc)
    run(slopes, model, data)
    expected = reference.matrix(m, d) @ force + d.efc_b
    np.testing.assert_allclose(field(data, 'efc_vel', d.nefc), expected, rtol=0, atol=1e-10 * np.abs(expected).max())
    assert int(getattr(data, 'work.found_num')) == max(problems, jacobian == 'dense')
