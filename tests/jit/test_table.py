"""Tables of stages: a number in the model says which stage is called."""

import numpy as np
import pytest

from jit.small import Numbers
from torsor.jit import stage
from torsor.jit.table import call_at, slot_address


@stage
def writes_one(m, d):
    d.userdata[0] = 1.0


@stage
def writes_two(m, d):
    d.userdata[0] = 2.0


@stage
def calls_by_number(m, d):
    """The address is too large for a float to hold, but its halves are not."""
    call_at(m, d, int(d.userdata[1]) * 2**24 + int(d.userdata[2]))


@pytest.mark.parametrize(('chosen', 'result'), [(writes_one, 1.0), (writes_two, 2.0)])
def test_the_chosen_stage_is_called(chosen, result):
    address = slot_address(chosen)
    columns = np.array([[0.0], [address // 2**24], [address % 2**24]])
    numbers = Numbers(calls_by_number, 3)
    assert numbers.alone(columns)[0] == result
