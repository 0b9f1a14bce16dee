"""Band-dense matrices."""

import mujoco
import numpy as np
import pytest

from torsor.api import maths

STRUCTURES = [(1, 1, 0), (5, 2, 1), (6, 3, 0), (6, 1, 2), (4, 4, 0), (3, 1, 3), (7, 3, 2), (4, 6, 0)]


def arrowhead(rng, ntotal, nband, ndense):
    """A positive definite matrix of this structure."""
    mat = np.zeros((ntotal, ntotal))
    for i in range(ntotal):
        for j in range(i + 1):
            if i - j < nband or i >= ntotal - ndense:
                mat[i, j] = mat[j, i] = rng.normal()
    return mat + 2.0 * ntotal * np.eye(ntotal)


def banded(rng, ntotal, nband, ndense):
    """Its stored elements; the padding is not zero, to see who touches it."""
    res = np.full((ntotal - ndense) * nband + ndense * ntotal, 7.0)
    maths.mju_dense2Band(res, arrowhead(rng, ntotal, nband, ndense), ntotal, nband, ndense)
    return res


@pytest.mark.parametrize('structure', STRUCTURES)
def test_conversion(same, rng, structure):
    mat = arrowhead(rng, *structure)
    size = banded(rng, *structure).size
    same('mju_dense2Band', np.full(size, 7.0), mat, *structure)
    for flg_sym in (True, False):
        same('mju_band2Dense', np.full(mat.shape, 7.0), banded(rng, *structure), *structure, flg_sym)
    for i in range(structure[0]):
        same('mju_bandDiag', i, *structure)


@pytest.mark.parametrize('structure', STRUCTURES)
def test_product(same, rng, structure):
    vec = rng.normal(size=structure[0])
    for flg_sym in (True, False):
        same('mju_bandMulMatVec', np.ones(structure[0]), banded(rng, *structure), vec, *structure, 1, flg_sym)


@pytest.mark.parametrize('structure', STRUCTURES)
def test_factor_and_solve(same, rng, structure):
    mat = banded(rng, *structure)
    same('mju_cholFactorBand', mat, *structure, 0.0, 0.0)
    same('mju_cholFactorBand', mat, *structure, 0.3, 0.2)
    maths.mju_cholFactorBand(mat, *structure, 0.0, 0.0)
    same('mju_cholSolveBand', np.zeros(structure[0]), mat, rng.normal(size=structure[0]), *structure)


@pytest.mark.parametrize('pivot', [-3.0, 0.0, 1e-16, 2e-15])
def test_deficient(same, rng, pivot):
    mat = banded(rng, 5, 2, 1)
    mat[mujoco.mju_bandDiag(2, 5, 2, 1)] = pivot
    same('mju_cholFactorBand', mat, 5, 2, 1, 0.1, 0.1)
    same('mju_cholFactorBand', np.array([pivot]), 1, 1, 0, 0.0, 0.0)


def test_empty(same):
    same('mju_cholFactorBand', np.zeros(0), 0, 0, 0, 0.0, 0.0)


@pytest.mark.parametrize(('name', 'arguments'), [
    ('mju_cholFactorBand', (np.zeros(5), 3, 2, 0, 0.0, 0.0)),
    ('mju_cholFactorBand', (np.zeros(6), 3, 2, 4, 0.0, 0.0)),
    ('mju_cholSolveBand', (np.zeros(3), np.ones(5), np.zeros(3), 3, 2, 0)),
    ('mju_cholSolveBand', (np.zeros(2), np.ones(6), np.zeros(3), 3, 2, 0)),
    ('mju_cholSolveBand', (np.zeros(3), np.ones(6), np.zeros(2), 3, 2, 0)),
    ('mju_band2Dense', (np.zeros((3, 3)), np.zeros(5), 3, 2, 0, True)),
    ('mju_band2Dense', (np.zeros((2, 3)), np.zeros(6), 3, 2, 0, True)),
    ('mju_band2Dense', (np.zeros((3, 2)), np.zeros(6), 3, 2, 0, True)),
    ('mju_dense2Band', (np.zeros(5), np.zeros((3, 3)), 3, 2, 0)),
    ('mju_dense2Band', (np.zeros(6), np.zeros((2, 3)), 3, 2, 0)),
    ('mju_dense2Band', (np.zeros(6), np.zeros((3, 2)), 3, 2, 0)),
    ('mju_bandMulMatVec', (np.zeros(3), np.zeros(5), np.zeros(3), 3, 2, 0, 1, True)),
    ('mju_bandMulMatVec', (np.zeros(2), np.zeros(6), np.zeros(3), 3, 2, 0, 1, True)),
    ('mju_bandMulMatVec', (np.zeros(3), np.zeros(6), np.zeros(2), 3, 2, 0, 1, True)),
    ('mju_bandMulMatVec', (np.zeros(3), np.zeros(6), np.zeros(3), 3, 2, 0, 2, True)),
    ('mju_bandMulMatVec', (np.zeros(3), np.zeros(6), np.zeros((3, 2)), 3, 2, 0, 1, True)),
])
def test_shapes_that_differ(name, arguments):
    messages = []
    for module in (maths, mujoco):
        with pytest.raises(TypeError) as caught:
            getattr(module, name)(*arguments)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
