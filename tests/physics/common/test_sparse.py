"""Sparse rows against dense matrices."""

import numpy as np

from parity.scenes import TENDONS
from reference import worlds
from torsor.jit import stage
from torsor.physics.common.sparse import add_outer_product, add_row, row_product


@stage
def exercise(m, d):
    """Every function on the Jacobian of each tendon: results in ten_velocity, qfrc_spring and M."""
    for t in range(m.ntendon):
        start, count = m.ten_J_rowadr[t], m.ten_J_rownnz[t]
        d.ten_velocity[t] = row_product(start, count, m.ten_J_colind, d.ten_J, d.qacc)
        add_row(2.0, start, count, m.ten_J_colind, d.ten_J, d.qfrc_spring)
        add_outer_product(3.0, start, count, m.ten_J_colind, d.ten_J, m.M_rowadr, m.M_rownnz, m.M_colind, d.M)


def dense(m, numbers, rownnz, rowadr, colind) -> np.ndarray:
    matrix = np.zeros((len(rownnz), m.nv))
    for row, (count, start) in enumerate(zip(rownnz, rowadr)):
        matrix[row, colind[start:start + count]] = numbers[start:start + count]
    return matrix


def test_agrees_with_dense_matrices():
    m, (d,) = worlds.advanced(TENDONS, 5)
    data = worlds.copy_data(d)
    data.M[:], data.qfrc_spring[:] = 0, 0
    worlds.run(exercise, worlds.copy_model(m), data)
    J = dense(m, d.ten_J, m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind)
    pattern = dense(m, np.ones(m.nC), m.M_rownnz, m.M_rowadr, m.M_colind)
    lower = 3 * J.T @ J * pattern
    assert np.any(lower != np.tril(3 * J.T @ J))  # some of it has no place in M
    np.testing.assert_allclose(data.ten_velocity, J @ d.qacc, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(data.qfrc_spring, 2 * J.sum(axis=0), rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(dense(m, data.M, m.M_rownnz, m.M_rowadr, m.M_colind), lower, rtol=1e-13, atol=1e-13)
