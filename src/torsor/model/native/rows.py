"""Rows of PNG images from what is stored of them: differences to neighbours (PNG specification, section 9)."""

import numpy as np

from ...jit import helper, routine, stage
from ...jit.arguments import In, Out

NONE, LEFT, ABOVE, MEAN, PAETH = range(5)  # with which neighbours the bytes of a row were compared


@stage
def restore_rows(stored: In('*', np.uint8), step: int, first: int, rows: Out('*,*', np.uint8)) -> int:
    """Fill rows from `first` on with pixels that have `step` bytes each, as many as are stored.

    Returns up to which row all could be restored: one of an unknown kind cannot.
    """
    width = rows.shape[1]
    count = first + stored.size // (width + 1)
    for row in range(first, count):
        at = (row - first) * (width + 1)
        kind = stored[at]
        if kind > PAETH:
            return row
        if kind == NONE or (kind == ABOVE and row == 0):
            copy_row(stored, at + 1, rows, row)
        elif kind == ABOVE:
            add_above(stored, at + 1, rows, row)
        elif kind == LEFT:
            add_left(stored, at + 1, step, rows, row)
        elif kind == MEAN:
            add_mean(stored, at + 1, step, rows, row)
        else:
            add_nearest(stored, at + 1, step, rows, row)
    return count


@helper
def signed(byte):
    """A byte as an integer that may become negative."""
    return 0 + byte


@routine
def copy_row(stored, at, rows, row):
    for i in range(rows.shape[1]):
        rows[row, i] = stored[at + i]


@routine
def add_above(stored, at, rows, row):
    for i in range(rows.shape[1]):
        rows[row, i] = (stored[at + i] + rows[row - 1, i]) & 255


@routine
def add_left(stored, at, step, rows, row):
    for i in range(rows.shape[1]):
        left = signed(rows[row, i - step]) if i >= step else 0
        rows[row, i] = (stored[at + i] + left) & 255


@routine
def add_mean(stored, at, step, rows, row):
    for i in range(rows.shape[1]):
        left = signed(rows[row, i - step]) if i >= step else 0
        above = signed(rows[row - 1, i]) if row > 0 else 0
        rows[row, i] = (stored[at + i] + ((left + above) >> 1)) & 255


@routine
def add_nearest(stored, at, step, rows, row):
    """Add to each byte that of its neighbours which is nearest to left + above - corner."""
    if row == 0:  # where all but the left ones are 0
        add_left(stored, at, step, rows, row)
        return
    for i in range(step):
        rows[row, i] = (stored[at + i] + rows[row - 1, i]) & 255
    for i in range(step, rows.shape[1]):
        left, above = signed(rows[row, i - step]), signed(rows[row - 1, i])
        corner = signed(rows[row - 1, i - step])
        rows[row, i] = (stored[at + i] + nearest(left, above, corner)) & 255


@helper
def nearest(left, above, corner):
    """Paeth's predictor: of equally near ones the first."""
    from_left, from_above, from_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    second = above if from_above <= from_corner else corner
    return left if from_left <= from_above and from_left <= from_corner else second
