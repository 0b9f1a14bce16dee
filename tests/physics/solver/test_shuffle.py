"""The order of the sweeps of projected Gauss-Seidel."""

import mujoco
import numpy as np
import pytest

from physics.solver.scenes import slides
from reference.worlds import copy_data, copy_model, run
from torsor.jit import stage
from torsor.jit.arena import scratch_ints
from torsor.physics.solver.shuffle import START, shuffle

SIZES = [1, 2, 3, 7, 40]
SHUFFLES = 4


@stage
def shuffle_often(m, d):
    """qfrc_applied: the numbers of all dofs after some shuffles."""
    mark = d.pstack
    order, state = scratch_ints(d, m.nv), START
    for i in range(m.nv):
        order[i] = i
    for _ in range(SHUFFLES):
        state = shuffle(order, m.nv, state)
    for i in range(m.nv):
        d.qfrc_applied[i] = order[i]
    d.pstack = mark


def pcg32(state=1, increment=1):
    """O'Neill's generator PCG-XSH-RR with 64 bits of state."""
    while True:
        bits, turn = (state ^ state >> 18) >> 27 & 0xFFFFFFFF, state >> 59
        yield (bits >> turn | bits << (32 - turn)) & 0xFFFFFFFF
        state = (state * 6364136223846793005 + increment) % 2**64


def shuffled(count):
    m = mujoco.MjModel.from_xml_string(slides(count))
    model, data = copy_model(m), copy_data(mujoco.MjData(m))
    run(shuffle_often, model, data)
    return data.qfrc_applied.astype(int)


@pytest.mark.python_mode
@pytest.mark.parametrize('count', SIZES)
def test_order_follows_the_generator(count):
    order, random = list(range(count)), pcg32()
    for _ in range(SHUFFLES):
        for i in range(count - 1, 0, -1):
            j = next(random) % (i + 1)
            order[i], order[j] = order[j], order[i]
    np.testing.assert_array_equal(shuffled(count), order)


def test_generator_is_the_one_of_the_wheel():
    """What the wheel draws, as told by the order in which it visits 2 to 74 rows (Chinese remainder theorem)."""
    drawn = [0x00000000, 0xE4C14788, 0x379C6516, 0x5C4AB3BB, 0x601D23E0, 0x1C382B8C, 0xD1FAAB16, 0x67680A2D]
    random = pcg32()
    assert [next(random) for _ in drawn] == drawn
