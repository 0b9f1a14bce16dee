"""Sparse matrices in compressed rows: row i has rownnz[i] elements from rowadr[i] on, in the columns colind."""

from ...jit import helper
from ...jit.call import native
from .access import clear
from .arguments import Integers, IntegersOut, Matrix, MatrixOut, Vector, VectorOut


@native
def mju_dense2sparse(res: VectorOut, mat: Matrix, rownnz: IntegersOut, rowadr: IntegersOut, colind: IntegersOut) -> int:
    """Collect the nonzero elements of mat; returns 1 if res is empty or too small for them, else 0."""
    if rownnz.size != mat.shape[0]:
        raise TypeError('#rows in mat should equal size of rownnz')
    if rowadr.size != mat.shape[0]:
        raise TypeError('#rows in mat should equal size of rowadr')
    if res.size != colind.size:
        raise TypeError('#size of res should equal size of colind')
    address = 0
    if res.size == 0:
        return 1
    for i in range(mat.shape[0]):
        rowadr[i], rownnz[i] = address, 0
        for j in range(mat.shape[1]):
            if mat[i, j] != 0.0:
                if address == res.size:
                    return 1
                res[address], colind[address] = mat[i, j], j
                rownnz[i] += 1
                address += 1
    return 0


@helper
def check_row(mat, rownnz, rowadr, colind, i):
    """Refuse a row that lies outside of the arrays."""
    if rownnz[i] < 0 or rowadr[i] < 0 or rowadr[i] + rownnz[i] > min(mat.size, colind.size):
        raise ValueError('a row of the sparse matrix lies outside of mat or colind: check rownnz and rowadr')


@helper
def check_column(column, count):
    """Refuse a column that the dense matrix does not have."""
    if column < 0 or column >= count:
        raise ValueError('a column of the sparse matrix lies outside of res: check colind')


@native
def mju_sparse2dense(res: MatrixOut, mat: Vector, rownnz: Integers, rowadr: Integers, colind: Integers) -> None:
    """Write a sparse matrix out in full."""
    if rownnz.size != res.shape[0]:
        raise TypeError('#rows in res should equal size of rownnz')
    if rowadr.size != res.shape[0]:
        raise TypeError('#rows in res should equal size of rowadr')
    clear(res)
    for i in range(res.shape[0]):
        check_row(mat, rownnz, rowadr, colind, i)
        for k in range(rowadr[i], rowadr[i] + rownnz[i]):
            check_column(colind[k], res.shape[1])
            res[i, colind[k]] = mat[k]


@native
def mju_sym2dense(res: MatrixOut, mat: Vector, rownnz: Integers, rowadr: Integers, colind: Integers) -> None:
    """Write a symmetric sparse matrix out in full; mat holds its lower triangle."""
    if res.shape[0] != res.shape[1]:
        raise TypeError('res should be a square matrix')
    if rownnz.size != res.shape[0]:
        raise TypeError('#rows in res should equal size of rownnz')
    if rowadr.size != res.shape[0]:
        raise TypeError('#rows in res should equal size of rowadr')
    clear(res)
    for i in range(res.shape[0]):
        check_row(mat, rownnz, rowadr, colind, i)
        for k in range(rowadr[i], rowadr[i] + rownnz[i]):
            check_column(colind[k], res.shape[0])
            res[i, colind[k]] = mat[k]
            res[colind[k], i] = mat[k]
