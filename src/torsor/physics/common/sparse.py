"""Sparse rows: numbers from `start` on, with the columns they belong to in ascending order."""

from ...jit import helper


@helper
def row_product(start, count, columns, row, x):
    """Inner product of a sparse row and a vector."""
    total = 0.0
    for k in range(start, start + count):
        total += row[k] * x[columns[k]]
    return total


@helper
def add_row(scale, start, count, columns, row, result):
    """result += scale * row."""
    for k in range(start, start + count):
        result[columns[k]] += scale * row[k]


@helper
def add_outer_product(scale, start, count, columns, row, rowadr, rownnz, colind, matrix):
    """matrix += scale * row' row, where the sparse matrix has entries."""
    end = start + count
    for first in range(start, end):
        i, p, weight = columns[first], start, scale * row[first]
        for k in range(rowadr[i], rowadr[i] + rownnz[i]):
            while p < end and columns[p] < colind[k]:
                p += 1
            if p < end and columns[p] == colind[k]:
                matrix[k] += weight * row[p]
