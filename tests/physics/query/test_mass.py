"""Products with M, its inverse and their roots against dense linear algebra."""

import numpy as np
import pytest

import torsor
from physics.query.moving import moving


@pytest.fixture(scope='module')
def scene():
    m, d = moving(1)
    inertia = np.full((m.nv, m.nv), np.nan)
    torsor.mj_fullM(m, d, inertia)
    return m, d, inertia


def vectors(m, *rows):
    return np.random.default_rng(3).normal(size=(*rows, m.nv))


def test_the_dense_matrix_is_an_inertia(scene):
    _, _, inertia = scene
    np.testing.assert_array_equal(inertia, inertia.T)
    assert np.linalg.eigvalsh(inertia).min() > 0


def test_product(scene):
    m, d, inertia = scene
    vec, res = vectors(m), np.full(m.nv, np.nan)
    torsor.mj_mulM(m, d, res, vec)
    np.testing.assert_allclose(res, inertia @ vec, rtol=0, atol=1e-12)


@pytest.mark.parametrize('rows', [0, 1, 3, 4, 9])
def test_solution(scene, rows):
    m, d, inertia = scene
    y, x = vectors(m, rows), np.full((rows, m.nv), np.nan)
    torsor.mj_solveM(m, d, x, y)
    np.testing.assert_allclose(x @ inertia, y, rtol=0, atol=1e-10)
    torsor.mj_solveM(m, d, y, y)  # in place
    np.testing.assert_array_equal(y, x)


def test_the_roots_have_the_right_length_and_invert_each_other(scene):
    m, d, inertia = scene
    vec, root = vectors(m), np.full(m.nv, np.nan)
    torsor.mj_mulM2(m, d, root, vec)
    assert root @ root == pytest.approx(vec @ inertia @ vec, rel=1e-13)
    y, x = vectors(m, 6), np.full((6, m.nv), np.nan)
    torsor.mj_solveM2(m, d, x, y, np.sqrt(d.qLDiagInv))
    np.testing.assert_allclose(np.sum(x * x, axis=1), np.sum(y * np.linalg.solve(inertia, y.T).T, axis=1), rtol=1e-12)
    again = np.empty((6, m.nv))
    torsor.mj_solveM2(m, d, again, y, np.sqrt(d.qLDiagInv)[None])  # the diagonal may be a row
    np.testing.assert_array_equal(again, x)


# ---- sparse sums ----
def dense(m, values, rownnz, rowadr, colind):
    """The matrix that a sparse lower triangle stands for."""
    matrix = np.zeros((m.nv, m.nv))
    for i, (start, count) in enumerate(zip(rowadr, rownnz)):
        matrix[i, colind[start:start + count]] = values[start:start + count]
    return matrix


def sparse(m, columns_of_row):
    """A sparse lower triangle with random numbers in some columns, with as much room in each row as M has."""
    rownnz, colind = np.zeros(m.nv, np.int32), np.full(m.nM, -7, np.int32)
    values = np.random.default_rng(5).normal(size=m.nM)
    for i in range(m.nv):
        columns = columns_of_row(i, m.M_colind[m.M_rowadr[i]:m.M_rowadr[i] + m.M_rownnz[i]])
        rownnz[i] = len(columns)
        colind[m.M_rowadr[i]:m.M_rowadr[i] + len(columns)] = columns
    return values, rownnz, m.M_rowadr.copy(), colind


PATTERNS = {'same': lambda i, own: own, 'empty': lambda i, own: own[:0], 'diagonal': lambda i, own: own[-1:],
            'first': lambda i, own: own[:1], 'others': lambda i, own: own[::2]}


@pytest.mark.parametrize('pattern', PATTERNS)
def test_sparse_sum(scene, pattern):
    m, d, inertia = scene
    matrix = sparse(m, PATTERNS[pattern])
    expected = dense(m, *matrix) + np.tril(inertia)
    torsor.mj_addM(m, d, *matrix)
    np.testing.assert_allclose(dense(m, *matrix), expected, rtol=0, atol=1e-15)
    np.testing.assert_array_equal(matrix[1], m.M_rownnz)
    np.testing.assert_array_equal(matrix[3][:m.nC], m.M_colind)


def test_a_row_with_columns_of_its_own_grows():
    """The last hinge is alone in M; in the other matrix it has something to do with the one before."""
    m, d = moving(xml="""<mujoco><worldbody><body><joint/><joint axis="1 0 0"/><geom size="0.1" pos="1 1 1"/></body>
        <body><joint/><geom size="0.1" pos="1 0 0"/></body></worldbody></mujoco>""")
    assert m.nM == 4
    values, (rownnz, rowadr), colind = np.ones(4), np.array([[0, 0, 1], [0, 0, 2]], np.int32), np.ones(4, np.int32)
    torsor.mj_addM(m, d, values, rownnz, rowadr, colind)
    assert rownnz[2] == 2
    np.testing.assert_array_equal(colind[2:], [1, 2])
    np.testing.assert_array_equal(values[2:], [1, d.M[m.M_rowadr[2]]])


@pytest.mark.parametrize(('field', 'value'), [('rowadr', 10**6), ('rowadr', -1), ('rownnz', 10**6), ('rownnz', -1)])
def test_rows_outside_of_the_matrix_are_refused(scene, field, value):
    m, d, _ = scene
    matrix = dict(zip(('dst', 'rownnz', 'rowadr', 'colind'), sparse(m, PATTERNS['others'])))
    matrix[field][m.nv // 2] = value
    before = {name: array.copy() for name, array in matrix.items()}
    with pytest.raises(ValueError, match='no room'):
        torsor.mj_addM(m, d, **matrix)
    for name, array in matrix.items():
        np.testing.assert_array_equal(array, before[name])


# ---- total mass ----
def test_total_mass():
    m, _ = moving()
    masses, inertias = m.body_mass.copy(), m.body_inertia.copy()
    assert torsor.mj_getTotalmass(m) == pytest.approx(masses.sum(), rel=1e-15)
    torsor.mj_setTotalmass(m, 3 * masses.sum())
    np.testing.assert_allclose(m.body_mass, 3 * masses, rtol=1e-15)
    np.testing.assert_allclose(m.body_inertia, 3 * inertias, rtol=1e-15)
    assert torsor.mj_getTotalmass(m) == pytest.approx(3 * masses.sum(), rel=1e-15)
