"""What gains and biases have in common: a law of force, with its derivatives by the length and the velocity.

The functions of a law take (m, d, a, length, velocity): actuator a with the length and the velocity of its output.
"""

from typing import Any, NamedTuple

from ...jit import helper
from ...jit.choice import choice


@helper
def zero(m, d, a, length, velocity):
    return 0.0


class Law(NamedTuple):
    """A row of a table of gains or biases."""

    value: Any
    by_length: Any = zero  # derivatives, for the integrators that look ahead
    by_velocity: Any = zero


@helper
def yes():
    return True


@helper
def no():
    return False


def may_vary(laws: dict[int, Law]):
    """A helper of the kind: whether derivatives may be other than zero. They may for kinds that have no row."""
    constant = {kind: no for kind, law in laws.items() if law.by_length is zero and law.by_velocity is zero}
    return choice('may_vary', constant, otherwise=yes)
