"""Sparse matrices."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths


def sparse(mat):
    """(numbers, rownnz, rowadr, colind) of a dense matrix."""
    rows = [np.flatnonzero(row) for row in mat]
    rownnz = np.array([len(row) for row in rows], np.int32)
    rowadr = (np.cumsum(rownnz) - rownnz).astype(np.int32)
    colind = np.concatenate([*rows, []]).astype(np.int32)
    numbers = np.concatenate([*(mat[i, row] for i, row in enumerate(rows)), []])
    return numbers, rownnz, rowadr, colind


def random_matrix(rng, rows, columns):
    return rng.normal(size=(rows, columns)) * (rng.random((rows, columns)) < 0.4)


@pytest.mark.parametrize('shape', [(0, 0), (1, 1), (4, 6), (7, 3)])
def test_conversion(same, rng, shape):
    mat = random_matrix(rng, *shape)
    same('mju_sparse2dense', np.ones(shape), *sparse(mat))
    room = mat.size
    integers = [np.zeros(n, np.int32) for n in (shape[0], shape[0], room)]
    same('mju_dense2sparse', np.zeros(room), mat, *integers)


def test_too_little_room(same):
    """The return value says so; what was written is nobody's business."""
    for module in (maths, mujoco):
        rownnz, rowadr, colind = (np.zeros(n, np.int32) for n in (2, 2, 3))
        assert module.mju_dense2sparse(np.zeros(3), np.ones((2, 2)), rownnz, rowadr, colind) == 1


def test_symmetric(same, rng):
    for n in (0, 1, 5):
        same('mju_sym2dense', np.ones((n, n)), *sparse(np.tril(random_matrix(rng, n, n))))


def test_rows_and_columns_that_do_not_exist():
    one = np.ones(1, np.int32)
    for name in ('mju_sparse2dense', 'mju_sym2dense'):
        function = getattr(maths, name)
        with pytest.raises(ValueError, match='check colind'):
            function(np.zeros((1, 1)), np.ones(1), one, 0 * one, one)
        with pytest.raises(ValueError, match='check rownnz'):
            function(np.zeros((1, 1)), np.ones(1), 2 * one, 0 * one, 0 * one)


@pytest.mark.parametrize(('name', 'sizes'), [
    ('mju_dense2sparse', (5, (2, 3), 2, 2, 6)), ('mju_dense2sparse', (6, (2, 3), 3, 2, 6)),
    ('mju_dense2sparse', (6, (2, 3), 2, 3, 6)), ('mju_sparse2dense', ((2, 3), 6, 3, 2, 6)),
    ('mju_sparse2dense', ((2, 3), 6, 2, 3, 6)), ('mju_sym2dense', ((2, 3), 6, 2, 2, 6)),
    ('mju_sym2dense', ((3, 3), 6, 2, 3, 6)), ('mju_sym2dense', ((3, 3), 6, 3, 2, 6)),
])
def test_shapes_that_differ(name, sizes):
    arguments = [np.zeros(size, float if i < 2 else np.int32) for i, size in enumerate(sizes)]
    messages = []
    for module in (maths, mujoco):
        with pytest.raises(TypeError) as caught:
            getattr(module, name)(*arguments)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
