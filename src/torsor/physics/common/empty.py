"""Forgetting contacts and rows."""

from ...jit import helper
from ...jit.per_world import alone
from ...jit.structs import width


@helper
def clear_arena(d):
    """Forget contacts and rows; worlds that share registers have an arena each, and one for all of them."""
    d.parena, d.ncon = 0, 0
    for k in range(width(d)):
        one = alone(d, k)
        one.parena, one.ncon = 0, 0
