"""Inner products of rows of numbers, eight at a time.

The order of the terms of a sum is part of its value, so LLVM adds one after the other. Here it is chosen for speed:
eight partial sums over the whole blocks, added pairwise, then the rest in order.
"""

WIDTH = 8


def inner_product(x, i, y, j, count):
    """Sum of x[i + k] * y[j + k] for k < count."""
    whole = count - count % WIDTH
    partial = [0.0] * WIDTH
    for k in range(whole):
        partial[k % WIDTH] += x[i + k] * y[j + k]
    while len(partial) > 1:
        half = len(partial) // 2
        partial = [a + b for a, b in zip(partial[:half], partial[half:])]
    total = partial[0]
    for k in range(whole, count):
        total += x[i + k] * y[j + k]
    return total
