"""The constraint Jacobian times vectors."""

import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.constraint.world import dense_jacobian, field, with_rows
from reference.worlds import run
from torsor.jit import stage
from torsor.physics.constraint.block import all_rows
from torsor.physics.constraint.product import multiply_jacobian, multiply_jacobian_transposed


@stage
def jacobian_products(m, d):
    """efc_b = J qacc, and qfrc_constraint = J' efc_force."""
    multiply_jacobian(all_rows(m, d), d.qacc, d.efc_b)
    multiply_jacobian_transposed(all_rows(m, d), d.efc_force, d.qfrc_constraint)


@pytest.mark.parametrize('jacobian', ['dense', 'sparse'])
def test_products_are_those_of_the_matrix(jacobian):
    m, d = load(constrained(6, option=f'jacobian="{jacobian}"'), 6)
    model, data = with_rows(m, d)
    force = np.random.default_rng(0).normal(size=d.nefc)
    force[::3] = 0
    field(data, 'efc_force', d.nefc)[:] = force
    run(jacobian_products, model, data)
    J = dense_jacobian(m, d)
    np.testing.assert_allclose(field(data, 'efc_b', d.nefc), J @ d.qacc, rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(data.qfrc_constraint, J.T @ force, rtol=0, atol=1e-12)
