"""Setting all numbers of an array, inside compiled functions."""

from ...jit import helper


@helper
def fill(a, value):
    """Set all numbers of a vector."""
    for i in range(a.size):
        a[i] = value


@helper
def clear(m):
    """Set a matrix to zero."""
    for i in range(m.shape[0]):
        for j in range(m.shape[1]):
            m[i, j] = 0.0
