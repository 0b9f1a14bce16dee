"""Row arithmetic: one number after the other, four at a time and in several worlds, always with the same bits."""

import numpy as np
import pytest

from jit.small import Numbers
from torsor.jit import stage
from torsor.jit.arena import scratch_ints
from torsor.jit.emit.rows import BLOCK, PANEL, WIDTH
from torsor.jit.per_world import take, worlds_in
from torsor.jit.rows import (
    lower_products,
    put_apart,
    put_scaled,
    rest_of,
    subtract_from_scaled,
    subtract_from_scaled_pairs,
    subtract_row_pairs,
    subtract_rows,
    subtract_scaled,
    subtract_two,
)
from torsor.jit.structs import width

LENGTHS = range(2 * WIDTH + 2)


@stage
def subtracts_rows(m, d):
    """userdata: a scale, 12 numbers to subtract, 12 to subtract from, and as many more as are to be subtracted."""
    subtract_scaled(d.userdata, 13, d.userdata[0], d.userdata, 1, m.nuserdata - 25)


@pytest.mark.parametrize('count', LENGTHS)
def test_rows_of_every_length(count):
    numbers = Numbers(subtracts_rows, 25 + count)
    columns = np.random.default_rng(count).normal(size=(25, 4))
    result = numbers.assert_same_everywhere(columns)
    expected = columns.copy()
    expected[13:13 + count] -= columns[0] * columns[1:1 + count]
    np.testing.assert_array_equal(result[:25], expected)


@stage
def subtracts_two(m, d):
    """userdata: two scales, 12 numbers to subtract from, twice 12 to subtract, and as many more as are looked at."""
    subtract_two(d.userdata, 2, d.userdata[0], 14, d.userdata[1], 26, m.nuserdata - 38)


@pytest.mark.parametrize('count', LENGTHS)
def test_two_rows_of_every_length(count):
    numbers = Numbers(subtracts_two, 38 + count)
    columns = np.random.default_rng(count).normal(size=(38, 4))
    result = numbers.assert_same_everywhere(columns)
    expected = columns.copy()
    expected[2:2 + count] -= columns[0] * columns[14:14 + count]
    expected[2:2 + count] -= columns[1] * columns[26:26 + count]
    np.testing.assert_array_equal(result[:38], expected)


@stage
def puts_rows(m, d):
    """userdata: a scale, 12 numbers to put, 12 to overwrite, and as many more as are to be put."""
    put_scaled(d.userdata, 13, d.userdata, 1, d.userdata[0], m.nuserdata - 25)


@pytest.mark.parametrize('count', LENGTHS)
def test_scaled_rows_of_every_length(count):
    numbers = Numbers(puts_rows, 25 + count)
    column = np.random.default_rng(count).normal(size=(25 + count, 1))
    result = numbers.alone(column)
    np.testing.assert_array_equal(result, numbers.in_python(column))
    expected = column.copy()
    expected[13:13 + count] = column[0] * column[1:1 + count]
    np.testing.assert_array_equal(result, expected)


@stage
def puts_apart(m, d):
    """userdata: a scale, 13 numbers to put, and room for as many in each world; as many more as are to be put."""
    numbers, count = worlds_in(d.userdata), m.nuserdata - 27
    put_apart(numbers, 14 * width(d), 13, d.userdata, 1, d.userdata[0], count)


@pytest.mark.parametrize('count', range(14))
@pytest.mark.parametrize('worlds', [1, 4, 8])
def test_scaled_rows_of_each_world(count, worlds):
    numbers = Numbers(puts_apart, 27 + count)
    columns = np.random.default_rng(count).normal(size=(14, worlds))
    if worlds > 1:
        results = numbers.together(columns, False), numbers.together(columns, True)
    else:
        results = numbers.alone(columns), numbers.in_python(columns)
    expected = np.zeros((worlds, 13))
    expected[:, :count] = (columns[0] * columns[1:1 + count]).T
    for result in results:
        np.testing.assert_array_equal(result[14:27].reshape(worlds, 13), expected)


@stage
def subtracts_several(m, d):
    """userdata: numbers of rows and columns, a factor for each row, then the row to subtract from, then the rows."""
    terms, count, mark = int(d.userdata[0]), int(d.userdata[1]), d.pstack
    starts = scratch_ints(d, terms + 1)
    for t in range(terms):
        starts[t] = 2 + terms + count * (terms - t)
    subtract_rows(d.userdata, 2 + terms, d.userdata, starts, rest_of(d.userdata, 2), terms, count)
    d.pstack = mark


@pytest.mark.parametrize('terms', [0, 1, 5])
@pytest.mark.parametrize('count', [*range(PANEL + 2), 2 * PANEL + WIDTH + 1])
def test_several_rows_of_every_length(count, terms):
    rng = np.random.default_rng(count)
    factors, row, rows = rng.normal(size=terms), rng.normal(size=count), rng.normal(size=(terms, count))
    column = np.concatenate([[terms, count], factors, row, rows.ravel(), [7.0]])[:, None]
    numbers = Numbers(subtracts_several, len(column))
    result = numbers.alone(column)
    np.testing.assert_array_equal(result, numbers.in_python(column))
    for factor, other in zip(factors, rows[::-1]):
        row = row - factor * other
    np.testing.assert_array_equal(result[2 + terms:2 + terms + count, 0], row)
    np.testing.assert_array_equal(result[2 + terms + count:], column[2 + terms + count:])


@stage
def subtracts_pairs(m, d):
    """userdata: numbers of rows and columns, whether rows are scaled, two scales, a link, two factors for each row, two
    rows to subtract from, then the rows."""
    terms, count, mark = int(take(d.userdata[0], 0)), int(take(d.userdata[1], 0)), d.pstack
    starts, first, second = scratch_ints(d, terms + 1), 6 + 2 * terms, 6 + 2 * terms + count
    scale, other, link = d.userdata[3], d.userdata[4], d.userdata[5]
    factors, others = rest_of(d.userdata, 6), rest_of(d.userdata, 6 + terms)
    for t in range(terms):
        starts[t] = first + count * (2 + terms - 1 - t)
    if int(take(d.userdata[2], 0)) == 0:
        subtract_row_pairs(d.userdata, first, second, link, d.userdata, starts, factors, others, terms, count)
    else:
        subtract_from_scaled_pairs(d.userdata, first, second, scale, other, link, d.userdata, starts, factors, others,
                                   terms, count)
    d.pstack = mark


@pytest.mark.parametrize('scaled', [False, True])
@pytest.mark.parametrize('terms', [0, 1, 5])
@pytest.mark.parametrize('count', [1, WIDTH - 1, WIDTH, BLOCK + 1, PANEL, 2 * PANEL + WIDTH + 1])
def test_pairs_of_rows_of_every_length(count, terms, scaled):
    rng, worlds = np.random.default_rng(count), 4
    numbers = rng.normal(size=(3 + 2 * terms + 2 * count + terms * count, worlds))
    columns = np.concatenate([np.repeat([[terms], [count], [scaled]], worlds, axis=1), numbers, [[7.0] * worlds]])
    result = Numbers(subtracts_pairs, len(columns)).assert_same_everywhere(columns)
    scales, link, factors = numbers[:2], numbers[2], numbers[3:3 + 2 * terms].reshape(2, terms, worlds)
    pair = numbers[3 + 2 * terms:3 + 2 * terms + 2 * count].reshape(2, count, worlds)
    if scaled:
        pair = scales[:, None] * pair
    for k, other in enumerate(numbers[3 + 2 * terms + 2 * count:].reshape(terms, count, worlds)[::-1]):
        pair = pair - factors[:, k, None] * other
    first = pair[0] - link * pair[1]
    end = 6 + 2 * terms + 2 * count
    np.testing.assert_array_equal(result[6 + 2 * terms:end], np.concatenate([first, pair[1]]))
    np.testing.assert_array_equal(result[end:], columns[end:])


@stage
def subtracts_from_scaled(m, d):
    """userdata: a number of columns, a scale, a factor, a row to subtract from, then another."""
    count, mark = int(take(d.userdata[0], 0)), d.pstack
    starts = scratch_ints(d, 1)
    starts[0] = 3 + count
    subtract_from_scaled(d.userdata, 3, d.userdata[1], d.userdata, starts, rest_of(d.userdata, 2), 1, count)
    d.pstack = mark


@pytest.mark.parametrize('count', LENGTHS)
def test_rows_that_are_scaled_before(count):
    numbers = np.random.default_rng(count).normal(size=(2 + 2 * count, 4))
    columns = np.concatenate([np.full((1, 4), count), numbers])
    result = Numbers(subtracts_from_scaled, len(columns)).assert_same_everywhere(columns)
    expected = numbers[0] * numbers[2:2 + count] - numbers[1] * numbers[2 + count:]
    np.testing.assert_array_equal(result[3:3 + count], expected)


@stage
def multiplies_matrices(m, d):
    """userdata: numbers of rows and terms, a matrix for the result, one with these rows, one with as many columns."""
    n, terms = int(d.userdata[0]), int(d.userdata[1])
    x = 2 + n * n
    lower_products(rest_of(d.userdata, 2), rest_of(d.userdata, x), rest_of(d.userdata, x + n * terms), n, terms)


@pytest.mark.parametrize('terms', [0, 1, 7])
@pytest.mark.parametrize('count', [*range(BLOCK, 2 * BLOCK + 3), 30])
def test_lower_products_of_every_size(count, terms):
    rng = np.random.default_rng(count)
    x, z = rng.normal(size=(count, terms)), rng.normal(size=(terms, count))
    column = np.concatenate([[count, terms], np.zeros(count * count), x.ravel(), z.ravel(), [7.0]])[:, None]
    numbers = Numbers(multiplies_matrices, len(column))
    result, expected = numbers.alone(column)[:, 0], numbers.in_python(column)[:, 0]
    end = 2 + count * count
    result_matrix, expected_matrix = result[2:end].reshape(count, count), expected[2:end].reshape(count, count)
    np.testing.assert_array_equal(np.tril(result_matrix), np.tril(expected_matrix))
    np.testing.assert_allclose(np.tril(result_matrix), np.tril(x @ z), rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(result[end:], column[end:, 0])
