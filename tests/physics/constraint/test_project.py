"""The whitened Jacobian, the exact diagonal and the matrix of the dual problem."""

import mujoco
import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.constraint.world import PARAMETERS, assert_close, assert_relatively_close, dense_jacobian, field, with_rows

SIMPLE = """<mujoco>
  <option jacobian="sparse" solver="PGS"/>
  <worldbody>
    <geom type="plane" size="3 3 1"/>
    <body pos="0 0 0.05"><joint type="free" frictionloss="1"/><geom size="0.1"/></body>
    <body pos="1 0 0.05">
      <joint type="slide" axis="1 0 0" frictionloss="1"/>
      <joint type="slide" axis="0 1 0" frictionloss="1"/>
      <geom size="0.1"/>
    </body>
    <body pos="2 0 0.05">
      <joint type="free" frictionloss="1"/>
      <geom size="0.1"/>
      <body pos="1 0 0"><joint axis="0 1 0" frictionloss="1"/><geom size="0.1"/></body>
    </body>
  </worldbody>
</mujoco>"""
DUAL = ['solver="PGS"', 'solver="PGS" jacobian="sparse"', 'cone="elliptic" noslip_iterations="2"',
        'integrator="discrete" solver="PGS"']
INTEGERS = ('efc_Y_rownnz', 'efc_Y_rowadr', 'efc_Y_colind', 'efc_AR_rownnz', 'efc_AR_rowadr', 'efc_AR_colind')


def assert_dual_agrees(m, d):
    _, data = with_rows(m, d)
    assert (int(data.nY), int(data.nA)) == (d.nY, d.nA)
    assert_close(data, d, ('efc_Y', 'efc_AR'))
    if mujoco.mj_isSparse(m):
        for name in INTEGERS:
            expected = getattr(d, name)
            np.testing.assert_array_equal(field(data, name, expected.shape), expected, err_msg=name)


@pytest.mark.parametrize('option', DUAL)
def test_dual_matrix_agrees_with_the_wheel(option):
    assert_dual_agrees(*load(constrained(3, option=option), 3))


def test_columns_follow_the_pattern_of_the_inertia_of_simple_bodies():
    m = mujoco.MjModel.from_xml_string(SIMPLE)
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    assert_dual_agrees(m, d)


def test_dual_matrix_is_the_inverse_inertia_seen_by_the_rows():
    m, d = load(constrained(4, option='solver="PGS"'), 4)
    _, data = with_rows(m, d)
    M = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, d, M)
    J = dense_jacobian(m, d)
    expected = J @ np.linalg.solve(M, J.T) + np.diag(d.efc_R)
    np.testing.assert_allclose(field(data, 'efc_AR', expected.shape), expected, rtol=0, atol=1e-11 * expected.max())


@pytest.mark.parametrize('option', ['', 'jacobian="sparse" cone="elliptic"', 'integrator="discrete"'])
def test_exact_diagonal_agrees_with_the_wheel(option):
    m, d = load(constrained(5, option=option, flags='diagexact="enable"'), 5)
    _, data = with_rows(m, d)
    assert_relatively_close(data, d, PARAMETERS[1:])
