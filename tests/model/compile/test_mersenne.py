"""The 64-bit Mersenne twister."""

import numpy as np

from torsor.model.compile.mersenne import uniform

M64 = 2**64 - 1


def word_by_word(count, seed):
    """The recurrence as Nishimura's paper writes it, one word at a time."""
    state = [seed]
    for i in range(1, 312):
        state.append((6364136223846793005 * (state[-1] ^ (state[-1] >> 62)) + i) & M64)
    for k in range(count):
        y = (state[k] & ~0x7FFFFFFF & M64) | (state[k + 1] & 0x7FFFFFFF)
        state.append(state[k + 156] ^ (y >> 1) ^ (0xB5026F5AA96619E9 if y & 1 else 0))
    for y in state[312:]:
        y ^= (y >> 29) & 0x5555555555555555
        y ^= (y << 17) & 0x71D67FFFEDA60000
        y ^= (y << 37) & 0xFFF7EEE000000000
        yield (y ^ (y >> 43)) & M64


def test_same_as_one_word_at_a_time():
    expected = np.array(list(word_by_word(1000, 42)), dtype=np.uint64) / 2.0**64
    assert np.array_equal(uniform(1000, 42), expected)


def test_lengths():
    long = uniform(700, 7)
    for count in (0, 1, 311, 312, 313, 624):
        assert np.array_equal(uniform(count, 7), long[:count])


def test_first_number_of_the_common_seed():
    """C++ promises the 10000th word of std::mt19937_64 with its default seed."""
    assert int(round(uniform(10000, 5489)[-1] * 2**64, -12)) == round(9981545732273789042, -12)
