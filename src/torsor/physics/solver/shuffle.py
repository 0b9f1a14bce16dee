"""A random order of things that is the same in every run.

The generator is PCG32 (O'Neill 2014): a linear congruence modulo 2^64 whose state is scrambled into 32 bits.
"""

from ...jit import helper
from ...jit.bits import wrapped

MULTIPLIER = 0x5851F42D4C957F2D
START = 1
MASK, REST = (1 << 32) - 1, (1 << 46) - 1  # 32 bits, and those that are left of 64 after a shift by 18


@helper
def random_bits(state):
    """32 random bits from the state of the generator."""
    bits, turn = (state ^ (state >> 18 & REST)) >> 27 & MASK, state >> 59 & 31
    return (bits >> turn | bits << 32 - turn) & MASK


@helper
def shuffle(order, count, state):
    """Shuffle the first things of a list (Knuth, TAOCP 3.4.2, algorithm P); returns the state of the generator."""
    for i in range(count - 1, 0, -1):
        bits = random_bits(state)
        j = bits - int(bits / (i + 1)) * (i + 1)  # the remainder; 32 bits are exact in floats, which divide faster
        state = wrapped(state * MULTIPLIER + 1)
        order[i], order[j] = order[j], order[i]
    return state
