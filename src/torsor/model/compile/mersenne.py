"""The 64-bit Mersenne twister (Nishimura 2000), which decides where random marks on textures are."""

import numpy as np

SIZE, MIDDLE = 312, 156
MULTIPLIER = 6364136223846793005
HIGH, LOW = np.uint64(0xFFFF_FFFF_8000_0000), np.uint64(0x7FFF_FFFF)
TWIST = np.uint64(0xB502_6F5A_A966_19E9)
ONE = np.uint64(1)


def uniform(count: int, seed: int) -> np.ndarray:
    """The first `count` numbers in [0, 1) of the generator with `seed`.

    Word k + 312 follows from words k, k + 1 and k + 156, so that 156 words can be computed at a time.
    """
    words = np.empty(SIZE + count + MIDDLE, dtype=np.uint64)
    words[:SIZE] = _initial(seed)
    for k in range(0, count, MIDDLE):
        mixed = words[k : k + MIDDLE] & HIGH | words[k + 1 : k + 1 + MIDDLE] & LOW
        turned = mixed >> ONE ^ (mixed & ONE) * TWIST
        words[k + SIZE : k + SIZE + MIDDLE] = words[k + MIDDLE : k + SIZE] ^ turned
    return _temper(words[SIZE : SIZE + count]) / 2.0**64


def _initial(seed: int) -> list[int]:
    words = [seed]
    for index in range(1, SIZE):
        words.append((MULTIPLIER * (words[-1] ^ words[-1] >> 62) + index) % 2**64)
    return words


def _temper(words: np.ndarray) -> np.ndarray:
    words = words ^ (words >> np.uint64(29) & np.uint64(0x5555_5555_5555_5555))
    words ^= words << np.uint64(17) & np.uint64(0x71D6_7FFF_EDA6_0000)
    words ^= words << np.uint64(37) & np.uint64(0xFFF7_EEE0_0000_0000)
    return words ^ words >> np.uint64(43)
