"""A smooth step."""

from ...jit.lanes import formula, where


@formula
def sigmoid(x):
    """Twice differentiable step: 0 below 0, 6x^5 - 15x^4 + 10x^3 up to 1, 1 above."""
    return where(x <= 0.0, 0.0, where(x >= 1.0, 1.0, x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)))
