"""The 64-bit Mersenne twister (Nishimura 2000), which decides where random marks on textures are."""

import numpy as np

SIZE, MIDDLE = 312, 156
MULTIPLIER = 6364136223846793005
HIGH, LOW = np.uint64(0xFFFF_FFFF_8000_0000), np.uint64(0x7FFF_FFFF)
TWIST = np.uint64(0xB502_6F5A_A966_19E9)
ONE = np.uint64(1)


def uniform(count: int, seed: int) -> np.ndarray:
    """The first `count` numbers in [0, 1) of the generator with `seed`."""
    blocks = np.empty((-(-count // SIZE), SIZE), dtype=np.uint64)
    state = _initial(seed)
    for block in blocks:
        _advance(state, block)
        state = block
    return _temper(blocks.reshape(-1)[:count]) / 2.0**64


def _initial(seed: int) -> np.ndarray:
    words = [seed]
    for index in range(1, SIZE):
        words.append((MULTIPLIER * (words[-1] ^ words[-1] >> 62) + index) % 2**64)
    return np.array(words, dtype=np.uint64)


def _advance(old: np.ndarray, new: np.ndarray) -> None:
    """The next block of the state: every word mixes two old neighbours with the word half a block ahead."""
    mixed = (old & HIGH) | (np.roll(old, -1) & LOW)
    turned = mixed >> ONE ^ (mixed & ONE) * TWIST
    new[:MIDDLE] = old[MIDDLE:] ^ turned[:MIDDLE]
    # the neighbour after the last word is already a new one
    last = old[-1] & HIGH | new[0] & LOW
    turned[-1] = last >> ONE ^ (last & ONE) * TWIST
    new[MIDDLE:] = new[:MIDDLE] ^ turned[MIDDLE:]


def _temper(words: np.ndarray) -> np.ndarray:
    words = words ^ (words >> np.uint64(29) & np.uint64(0x5555_5555_5555_5555))
    words ^= words << np.uint64(17) & np.uint64(0x71D6_7FFF_EDA6_0000)
    words ^= words << np.uint64(37) & np.uint64(0xFFF7_EEE0_0000_0000)
    return words ^ words >> np.uint64(43)
