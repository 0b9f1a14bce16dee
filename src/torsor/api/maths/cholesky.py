"""Cholesky factors of dense matrices: mat = L * L', with L in the lower triangle."""

import math

from ...jit.call import native
from ...schema.constants import mjMINVAL
from .arguments import Matrix, MatrixOut, Vector, VectorOut


@native
def mju_cholFactor(mat: MatrixOut, mindiag: float) -> int:
    """Replace the lower triangle of mat by its Cholesky factor; returns the rank.

    A pivot that is not at least mindiag is replaced by mindiag, does not count for the rank, and decouples its column.
    """
    if mat.shape[0] != mat.shape[1]:
        raise TypeError('mat should be a square matrix')
    n = rank = mat.shape[0]
    for j in range(n):
        pivot = mat[j, j]
        for k in range(j):
            pivot -= mat[j, k] * mat[j, k]
        deficient = not pivot >= mindiag
        if deficient:
            pivot = mindiag
            rank -= 1
        mat[j, j] = math.sqrt(pivot)
        for i in range(j + 1, n):
            rest = mat[i, j]
            for k in range(j):
                rest -= mat[i, k] * mat[j, k]
            mat[i, j] = 0.0 if deficient else rest / mat[j, j]
    return rank


@native
def mju_cholSolve(res: VectorOut, mat: Matrix, vec: Vector) -> None:
    """Solve (mat * mat') * res = vec for a Cholesky factor mat."""
    if mat.shape[0] != mat.shape[1]:
        raise TypeError('mat should be a square matrix')
    if res.size != mat.shape[0]:
        raise TypeError('size of res should equal the number of rows in mat')
    if vec.size != mat.shape[0]:
        raise TypeError('size of vec should equal the number of rows in mat')
    n = mat.shape[0]
    for i in range(n):
        rest = vec[i]
        for j in range(i):
            rest -= mat[i, j] * res[j]
        res[i] = rest / mat[i, i]
    for i in range(n - 1, -1, -1):
        res[i] /= mat[i, i]
        for j in range(i):
            res[j] -= mat[i, j] * res[i]


@native
def mju_cholUpdate(mat: MatrixOut, x: VectorOut, flg_plus: int) -> int:
    """Make the factor mat that of mat * mat' + x * x' (minus if flg_plus is 0); overwrites x, returns the rank."""
    if mat.shape[0] != mat.shape[1]:
        raise TypeError('mat should be a square matrix')
    if x.size != mat.shape[0]:
        raise TypeError('size of x should equal the number of rows in mat')
    n = rank = mat.shape[0]
    sign = 1.0 if flg_plus else -1.0
    for k in range(n):
        if x[k] == 0.0:
            continue
        square = mat[k, k] * mat[k, k] + sign * x[k] * x[k]
        if square < mjMINVAL:
            square = mjMINVAL
            rank -= 1
        pivot = math.sqrt(square)
        cosine, sine = pivot / mat[k, k], x[k] / mat[k, k]
        mat[k, k] = pivot
        for i in range(k + 1, n):
            mat[i, k] = (mat[i, k] + sign * sine * x[i]) / cosine
            x[i] = cosine * x[i] - sine * mat[i, k]
    return rank
