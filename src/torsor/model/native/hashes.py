"""Tables in which names are found: open addressing with linear probing, with Bernstein's hash of a name."""

import numpy as np

from ...jit import helper, routine, stage
from ...jit.arguments import In, Out
from .names import SLOTS_PER_NAME

SEED, FACTOR = 5381, 33
HALF = 0xFFFF_FFFF  # the hash has 64 bits, which are kept in two halves, as integers are signed


@stage
def fill_tables(text: In('*', np.uint8), starts: In('*', int), counts: In('*', int), table: Out('*', int)) -> None:
    """Fill one table after the other, for so many names each; slots hold the number of a name in its table, or -1.

    Name i ends before the zero in front of starts[i + 1]; one that is empty is left out.
    """
    for slot in range(table.size):
        table[slot] = -1
    first = 0
    for kind in range(counts.size):
        slots, base = SLOTS_PER_NAME * counts[kind], SLOTS_PER_NAME * first
        for name in range(counts[kind]):
            start, end = starts[first + name], starts[first + name + 1] - 1
            if end > start:
                slot = slot_of(text, start, end, slots)
                while table[base + slot] >= 0:
                    slot = (slot + 1) % slots
                table[base + slot] = name
        first += counts[kind]


@routine
def slot_of(text, start, end, slots):
    """Where the search for a name starts: its hash, by multiplication and exclusive or, modulo the number of slots.

    Bytes are signed, which matters for names outside ASCII: a negative one has ones in all of the upper half.
    """
    high, low = 0, SEED
    for i in range(start, end):
        byte = signed(text[i])
        product = low * FACTOR
        high = ((high * FACTOR + (product >> 32)) & HALF) ^ (HALF if byte < 0 else 0)
        low = (product ^ byte) & HALF
    return ((high % slots) * ((HALF + 1) % slots) + low) % slots


@helper
def signed(byte):
    """A byte as a number from -128 to 127."""
    return byte - 256 if byte > 127 else 0 + byte
