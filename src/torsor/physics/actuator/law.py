"""What gains and biases have in common: a law of force, with its derivatives by the length and the velocity.

The functions of a law take (m, d, a, length, velocity): actuator a with the length and the velocity of its output.
"""

from typing import Any, NamedTuple

from ...jit import helper


@helper
def zero(m, d, a, length, velocity):
    return 0.0


class Law(NamedTuple):
    """A row of a table of gains or biases."""

    value: Any
    by_length: Any = zero  # derivatives, for the integrators that look ahead
    by_velocity: Any = zero


def affine(parameter) -> Law:
    """The law p0 + p1 length + p2 velocity, where the helper `parameter(m, a, k)` gives pk."""

    @helper
    def value(m, d, a, length, velocity):
        return parameter(m, a, 0) + parameter(m, a, 1) * length + parameter(m, a, 2) * velocity

    @helper
    def by_length(m, d, a, length, velocity):
        return parameter(m, a, 1)

    @helper
    def by_velocity(m, d, a, length, velocity):
        return parameter(m, a, 2)

    return Law(value, by_length, by_velocity)


def constant_kinds(laws: dict[int, Law]) -> list[int]:
    """The kinds whose derivatives are zero, or count as zero since nobody knows them."""
    return [kind for kind, law in laws.items() if law.by_length is zero and law.by_velocity is zero]
