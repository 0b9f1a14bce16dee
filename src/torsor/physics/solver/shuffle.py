"""A random order of things that is the same in every run.

The generator is PCG32 (O'Neill 2014): a linear congruence modulo 2^64 whose state is scrambled into 32 bits. The state
is kept in two halves, and every result is masked, so that native code that wraps and Python that does not agree.
"""

from typing import NamedTuple

from ...jit import helper

MASK = 0xFFFFFFFF
MULTIPLIER_HIGH, MULTIPLIER_LOW = 0x5851F42D, 0x4C957F2D


class Generator(NamedTuple):
    """State of the generator: high and low 32 bits."""

    high: int
    low: int


@helper
def new_generator():
    return Generator(0, 1)


@helper
def advanced(g):
    """The generator after one step, s -> a s + 1."""
    product = g.low * MULTIPLIER_LOW
    carry = (product + 1 >> 32) & MASK
    return Generator((carry + g.low * MULTIPLIER_HIGH + g.high * MULTIPLIER_LOW) & MASK, (product + 1) & MASK)


@helper
def random_bits(g):
    """32 random bits from the state."""
    high = g.high ^ (g.high >> 18)
    low = g.low ^ ((g.low >> 18) | ((g.high << 14) & MASK))
    bits, turn = ((high << 5) | (low >> 27)) & MASK, g.high >> 27
    return ((bits >> turn) | (bits << 32 - turn)) & MASK


@helper
def shuffle(order, count, g):
    """Shuffle the first things of a list (Knuth, TAOCP 3.4.2, algorithm P); returns the generator."""
    for i in range(count - 1, 0, -1):
        bits = random_bits(g)
        j = bits - int(bits / (i + 1)) * (i + 1)  # the remainder; 32 bits are exact in floats, which divide faster
        g = advanced(g)
        order[i], order[j] = order[j], order[i]
    return g
