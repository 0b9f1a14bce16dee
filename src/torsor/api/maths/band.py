"""Symmetric band-dense ("arrowhead") matrices: bands below the diagonal, then dense rows at the bottom.

Row i of the banded part keeps its nband elements up to the diagonal, those left of the first column being padding; the
ndense last rows are kept whole. Cholesky factorisation makes no fill-in, so factors have the same layout.
"""

import math

from ...jit import helper
from ...jit.call import native
from ...schema.constants import mjMINVAL
from .access import clear, fill
from .arguments import Matrix, MatrixOut, Vector, VectorOut


@helper
def diagonal_address(i, ntotal, nband, ndense):
    nsparse = ntotal - ndense
    return i * nband + nband - 1 if i < nsparse else nsparse * nband + (i - nsparse) * ntotal + i


@helper
def first_column(i, ntotal, nband, ndense):
    """Column of the first stored element of row i."""
    return max(0, i - nband + 1) if i < ntotal - ndense else 0


@helper
def stored(ntotal, nband, ndense):
    """Number of stored elements, padding included."""
    return (ntotal - ndense) * nband + ndense * ntotal


@native
def mju_bandDiag(i: int, ntotal: int, nband: int, ndense: int) -> int:
    """Address of the diagonal element of row i."""
    return diagonal_address(i, ntotal, nband, ndense)


@native
def mju_cholFactorBand(mat: VectorOut, ntotal: int, nband: int, ndense: int, diagadd: float, diagmul: float) -> float:
    """Replace a band-dense matrix by its Cholesky factor, after adding diagadd + diagmul * mat[i, i] to the diagonal.

    Returns the smallest diagonal element of the factor, or 0 if the matrix is not positive definite.
    """
    if mat.size != stored(ntotal, nband, ndense):
        raise TypeError('mat must have size (ntotal-ndense)*nband + ndense*ntotal')
    smallest = -1.0
    for j in range(ntotal):
        row = diagonal_address(j, ntotal, nband, ndense) - j  # element (j, k) is at row + k
        start = first_column(j, ntotal, nband, ndense)
        pivot = mat[row + j] + diagadd + diagmul * mat[row + j]
        for k in range(start, j):
            pivot -= mat[row + k] * mat[row + k]
        if pivot < mjMINVAL:
            return 0.0
        root = math.sqrt(pivot)
        mat[row + j] = root
        smallest = root if smallest < 0.0 else min(smallest, root)
        for i in range(j + 1, ntotal):
            lower_start = first_column(i, ntotal, nband, ndense)
            if lower_start > j:
                continue
            lower = diagonal_address(i, ntotal, nband, ndense) - i
            rest = mat[lower + j]
            for k in range(max(start, lower_start), j):
                rest -= mat[lower + k] * mat[row + k]
            mat[lower + j] = rest / root
    return smallest


@native
def mju_cholSolveBand(res: VectorOut, mat: Vector, vec: Vector, ntotal: int, nband: int, ndense: int) -> None:
    """Solve (mat * mat') * res = vec for a band-dense Cholesky factor mat."""
    if mat.size != stored(ntotal, nband, ndense):
        raise TypeError('mat must have (ntotal-ndense)*nband + ndense*ntotal elements')
    if res.size != ntotal:
        raise TypeError('size of res should equal ntotal')
    if vec.size != ntotal:
        raise TypeError('size of vec should equal ntotal')
    for i in range(ntotal):
        row = diagonal_address(i, ntotal, nband, ndense) - i
        rest = vec[i]
        for j in range(first_column(i, ntotal, nband, ndense), i):
            rest -= mat[row + j] * res[j]
        res[i] = rest / mat[row + i]
    for i in range(ntotal - 1, -1, -1):
        row = diagonal_address(i, ntotal, nband, ndense) - i
        res[i] /= mat[row + i]
        for j in range(first_column(i, ntotal, nband, ndense), i):
            res[j] -= mat[row + j] * res[i]


@native
def mju_band2Dense(res: MatrixOut, mat: Vector, ntotal: int, nband: int, ndense: int, flg_sym: bool) -> None:
    """Write a band-dense matrix out in full; without flg_sym the upper triangle is left zero."""
    if mat.size != stored(ntotal, nband, ndense):
        raise TypeError('mat must have size (ntotal-ndense)*nband + ndense*ntotal')
    if res.shape[0] != ntotal:
        raise TypeError('res should have ntotal rows')
    if res.shape[1] != ntotal:
        raise TypeError('res should have ntotal columns')
    clear(res)
    for i in range(ntotal):
        row = diagonal_address(i, ntotal, nband, ndense) - i
        for j in range(first_column(i, ntotal, nband, ndense), i + 1):
            res[i, j] = mat[row + j]
            if flg_sym:
                res[j, i] = mat[row + j]


@native
def mju_dense2Band(res: VectorOut, mat: Matrix, ntotal: int, nband: int, ndense: int) -> None:
    """Pick the stored elements of a band-dense matrix from the lower triangle of mat."""
    if res.size != stored(ntotal, nband, ndense):
        raise TypeError('res must have size (ntotal-ndense)*nband + ndense*ntotal')
    if mat.shape[0] != ntotal:
        raise TypeError('mat should have ntotal rows')
    if mat.shape[1] != ntotal:
        raise TypeError('mat should have ntotal columns')
    for i in range(ntotal):
        row = diagonal_address(i, ntotal, nband, ndense) - i
        for j in range(first_column(i, ntotal, nband, ndense), i + 1):
            res[row + j] = mat[i, j]


@native
def mju_bandMulMatVec(res: VectorOut, mat: Matrix, vec: Matrix, ntotal: int, nband: int, ndense: int, nvec: int,
                      flg_sym: bool) -> None:
    """Set res to a band-dense matrix times a vector (so nvec is 1); without flg_sym only its lower triangle."""
    if mat.size != stored(ntotal, nband, ndense):
        raise TypeError('mat must have size (ntotal-ndense)*nband + ndense*ntotal')
    if res.size != ntotal:
        raise TypeError('res should have ntotal rows')
    if nvec != 1:
        raise TypeError('res should have nVec columns')
    if vec.shape[0] != ntotal:
        raise TypeError('vec should have ntotal rows')
    if vec.shape[1] != nvec:
        raise TypeError('vec should have nVec columns')
    numbers, factors = mat.numbers, vec.numbers
    fill(res, 0.0)
    for i in range(ntotal):
        row = diagonal_address(i, ntotal, nband, ndense) - i
        for j in range(first_column(i, ntotal, nband, ndense), i + 1):
            res[i] += numbers[row + j] * factors[j]
            if flg_sym and j < i:
                res[j] += numbers[row + j] * factors[i]
