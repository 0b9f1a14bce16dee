"""The matrix of the dual problem for models with many kinds of rows."""

import mujoco
import numpy as np
import pytest

from physics.constraint.models import constrained, load
from physics.constraint.world import dense_jacobian, field, with_rows

INTEGERS = ('efc_Y_rownnz', 'efc_Y_rowadr', 'efc_Y_colind', 'efc_AR_rownnz', 'efc_AR_rowadr', 'efc_AR_colind')


@pytest.mark.parametrize('seed', range(20, 30))
@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
def test_sparse_matrix(cone, seed):
    m, d = load(constrained(seed, bodies=12, option=f'solver="PGS" jacobian="sparse" cone="{cone}"'), seed)
    assert d.efc_J_rowsuper.max() > 1
    _, data = with_rows(m, d)
    assert (int(data.nY), int(data.nA)) == (d.nY, d.nA)
    for name in INTEGERS:
        expected = getattr(d, name)
        np.testing.assert_array_equal(field(data, name, expected.shape), expected, err_msg=name)
    full, M, J = np.zeros((d.nefc, d.nefc)), np.zeros((m.nv, m.nv)), dense_jacobian(m, d)
    mujoco.mju_sparse2dense(full, field(data, 'efc_AR', d.nA).copy(), d.efc_AR_rownnz, d.efc_AR_rowadr,
                            d.efc_AR_colind)
    mujoco.mj_fullM(m, d, M)
    expected = J @ np.linalg.solve(M, J.T) + np.diag(d.efc_R)
    np.testing.assert_allclose(full, expected, rtol=0, atol=1e-10 * expected.max())
