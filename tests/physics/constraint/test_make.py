"""All constraint rows of random models: order, Jacobian, position, impedance, against the wheel and dense formulas."""

import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.constraint.world import (
    PARAMETERS,
    POSITION,
    VELOCITY,
    assert_close,
    assert_relatively_close,
    assert_same_layout,
    dense_jacobian,
    field,
    with_rows,
)
from reference import constraint as reference

OPTIONS = [
    'jacobian="dense"',
    'jacobian="sparse"',
    'cone="elliptic" impratio="3"',
    'cone="elliptic" impratio="0.3" jacobian="sparse"',
    'integrator="discrete" timestep="0.005"',
    'integrator="discrete" cone="elliptic" jacobian="sparse" density="3"',
]
FLAGS = ['refsafe="disable"', 'equality="disable"', 'frictionloss="disable"', 'limit="disable"', 'contact="disable"',
         'constraint="disable"', 'diagexact="enable"']


def assert_rows_agree(xml: str, seed: int) -> None:
    m, d = load(xml, seed)
    _, data = with_rows(m, d)
    assert_same_layout(m, d, data)
    if d.nefc:
        assert_close(data, d, POSITION + VELOCITY + ('efc_KBIP', 'contact.mu'))
        assert_relatively_close(data, d, PARAMETERS[1:])


@pytest.mark.parametrize('seed', range(6))
@pytest.mark.parametrize('option', OPTIONS)
def test_rows_agree_with_the_wheel(option, seed):
    assert_rows_agree(constrained(seed, option=option), seed)


@pytest.mark.parametrize('flag', FLAGS)
def test_flags_switch_rows_and_their_parameters(flag):
    for seed in (0, 1):
        assert_rows_agree(constrained(seed, flags=flag), seed)


@pytest.mark.python_mode
def test_rows_agree_with_the_wheel_in_a_small_model():
    assert_rows_agree(constrained(1, bodies=3, option='cone="elliptic"'), 1)


@pytest.mark.parametrize('option', OPTIONS)
def test_rows_agree_with_dense_formulas(option):
    m, d = load(constrained(2, option=option), 2)
    _, data = with_rows(m, d)
    expected = reference.reference(m, d)
    np.testing.assert_allclose(dense_jacobian(m, d), expected.pop('J'), rtol=0, atol=1e-14)
    for name, value in expected.items():
        error = np.abs(field(data, f'efc_{name}', value.shape) - value)
        assert (error / np.abs(value).max(axis=0, initial=1e-300)).max(initial=0) < 1e-12, name


@pytest.mark.parametrize('joints', [59, 60])
def test_automatic_choice_is_sparse_from_sixty_dofs_on(joints):
    body = '<body><joint type="slide" axis="1 0 0" range="1 2" limited="true"/><geom size="0.1" contype="0"/></body>'
    m, d = load(f'<mujoco><worldbody>{body * joints}</worldbody></mujoco>', 0)
    _, data = with_rows(m, d)
    assert_same_layout(m, d, data)
    assert d.nefc > 0
    assert int(data.nJ) == (d.nefc if joints == 60 else d.nefc * joints)
