"""Arithmetic on rows of numbers, four at a time.

In a loop over two parts of one field LLVM must expect the parts to overlap, and does one number after the other. The
rows of a factorisation never overlap, so the loop is emitted with wide loads and stores (emit/rows.py). Every number is
still computed by the same two operations, so that one world and many round alike.
"""

import numpy as np

from .python_mode import PythonField


def subtract_scaled(y, i, scale, x, j, count):
    """y[i + k] -= scale * x[j + k] for k < count; the two rows must not overlap."""
    for k in range(count):
        y[i + k] -= scale * x[j + k]


def subtract_two(y, i, scale, j, other, k, count):
    """y[i + n] -= scale * y[j + n], and then other * y[k + n], for n < count; the first row must not overlap others."""
    subtract_scaled(y, i, scale, y, j, count)
    subtract_scaled(y, i, other, y, k, count)


def subtract_rows(y, i, x, starts, factors, terms, count):
    """y[i + k] -= factors[t] * x[starts[t] + k] for k < count and t < terms, in order; y lies apart."""
    for t in range(terms):
        subtract_scaled(y, i, factors[t], x, starts[t], count)


def subtract_row_pairs(y, i, j, link, x, starts, factors, others, terms, count):
    """`subtract_rows` from two rows of y at once, which start at i and j, with factors for each of them; then from the
    first of them the second, `link` times."""
    subtract_rows(y, i, x, starts, factors, terms, count)
    subtract_rows(y, j, x, starts, others, terms, count)
    subtract_scaled(y, i, link, y, j, count)


def subtract_from_scaled(y, i, scale, x, starts, factors, terms, count):
    """`subtract_rows` from a row of y that is multiplied by `scale` before."""
    put_scaled(y, i, y, i, scale, count)
    subtract_rows(y, i, x, starts, factors, terms, count)


def subtract_from_scaled_pairs(y, i, j, scale, other, link, x, starts, factors, others, terms, count):
    """`subtract_row_pairs` from rows of y that are multiplied by `scale` and by `other` before."""
    put_scaled(y, i, y, i, scale, count)
    put_scaled(y, j, y, j, other, count)
    subtract_row_pairs(y, i, j, link, x, starts, factors, others, terms, count)


def put_scaled(y, i, x, j, scale, count):
    """y[i + k] = scale * x[j + k] for k < count; the two rows must be one, or not overlap."""
    for k in range(count):
        y[i + k] = scale * x[j + k]


def put_apart(y, i, stride, x, j, scale, count):
    """`put_scaled` into plain numbers: of several worlds, each has its own y, `stride` later than that before."""
    for k in range(count):
        for world, number in enumerate(np.atleast_1d(scale * x[j + k])):
            y[stride * world + i + k] = number


def lower_products(y, x, z, count, terms):
    """y = x z, its lower triangle at least, with `count` rows, of which x has `terms` numbers each; sums are in order.

    There must be eight rows or more.
    """
    for r in range(count):
        for s in range(r + 1):
            total = 0.0
            for k in range(terms):
                total += x[terms * r + k] * z[count * k + s]
            y[count * r + s] = total


def rest_of(field, start):
    """The items of a field from this one on, as a field."""
    return PythonField(field.numbers[start * field.stride:], field.lanes, field.cls, field.columns, field.stride,
                       field.const)
