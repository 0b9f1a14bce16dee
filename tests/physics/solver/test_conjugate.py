"""Conjugate gradients against the wheel."""

import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.solver.world import STATISTICS, assert_same_solution, column, solved, statistics

WHOLE = 'island="disable"'


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('integrator', ['Euler', 'discrete'])
@pytest.mark.parametrize('jacobian', ['dense', 'sparse'])
def test_conjugate_gradient_takes_the_steps_of_the_wheel(cone, integrator, jacobian):
    option = f'solver="CG" cone="{cone}" integrator="{integrator}" jacobian="{jacobian}" iterations="20"'
    m, d = load(constrained(11, option=option, flags=WHOLE), 11)
    data = solved(m, d)
    assert int(data.solver_niter[0]) == d.solver_niter[0]
    assert int(data.solver_nnz[0]) == d.solver_nnz[0]
    assert_same_solution(data, d, 1e-9)
    for name, tolerance in STATISTICS.items():
        np.testing.assert_allclose(column(data, d, name), statistics(d, name), rtol=tolerance, err_msg=name)


def test_conjugate_gradient_agrees_with_newton():
    option = 'tolerance="1e-14" iterations="1000"'
    m, d = load(constrained(11, option=option + ' solver="Newton"'), 11)
    newton = d.qacc.copy()
    m, d = load(constrained(11, option=option + ' solver="CG"'), 11)
    data = solved(m, d)
    assert 0 < int(data.solver_niter[0]) < 1000
    np.testing.assert_allclose(data.qacc, newton, rtol=0, atol=1e-6 * np.abs(newton).max())
