"""Tables of names, against the hash in whole numbers without limit."""

import numpy as np
import pytest

from torsor.model.compile.names import SLOTS_PER_NAME, joined, name_tables

pytestmark = pytest.mark.python_mode


def obvious_table(names):
    """Slots of one table: each name in the first free one from that of its hash on."""
    table = [-1] * (SLOTS_PER_NAME * len(names))
    for number, name in enumerate(names):
        value = 5381
        for byte in np.frombuffer(name, np.int8).tolist():
            value = (value * 33 ^ byte) % 2**64
        slot = value % len(table)
        while name and table[slot] >= 0:
            slot = (slot + 1) % len(table)
        if name:
            table[slot] = number
    return table


@pytest.mark.parametrize('count', [1, 2, 37])
def test_as_by_hand(count):
    rng = np.random.default_rng(count)
    names = [bytes(rng.integers(1, 256, rng.integers(0, 40)).tolist()) for _ in range(count)]
    assert name_tables([names], *joined(names)).tolist() == obvious_table(names)


def test_a_table_for_each_kind():
    kinds = [[b'a', b'', b'b'], [b'a'], ['größe'.encode(), b'x' * 100]]
    names = [name for kind in kinds for name in kind]
    expected = [slot for kind in kinds for slot in obvious_table(kind)]
    assert name_tables(kinds, *joined(names)).tolist() == expected
