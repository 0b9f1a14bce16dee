"""Integers as 64 bits: sets of small numbers, arithmetic that wraps."""


def lowest_bit(word):
    """Number of the lowest bit that is set in a positive integer."""
    return (word & -word).bit_length() - 1


def count_bits(word):
    """How many bits of an integer that is not negative are set."""
    return word.bit_count()


def wrapped(number):
    """The lowest 64 bits of an integer, as a signed one: what native code has anyway, unlike Python."""
    return (number + 2**63) % 2**64 - 2**63
