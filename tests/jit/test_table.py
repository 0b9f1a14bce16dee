"""Tables of stages: a number in the model says which stage or function is called."""

import gc

import numpy as np
import pytest
from numba import types
from numba.core.errors import NumbaError

import torsor
from torsor.jit import stage
from torsor.jit import table as module
from torsor.jit.emit.structs import struct_type
from torsor.jit.inside.compiler import compiled_for_user
from torsor.jit.stage import stage_at
from torsor.jit.table import FunctionSlot, call_at, slot_address
from torsor.jit.world import SCALAR


@stage
def writes_one(m, d):
    d.userdata[0] = 1.0


@stage
def writes_two(m, d):
    d.userdata[0] = 2.0


@stage
def writes_numbers(m, d, first: int, second: float, third: bool):
    d.userdata[0] = first + 10.0 * second + 100.0 * third


@stage
def fails(m, d):
    raise LookupError('from the table')


@stage
def calls_at(m, d, low: int, high: int):
    """An address has more digits than an argument; its halves do not."""
    call_at(high * 2**30 + low, m, d)


@stage
def calls_at_with_numbers(m, d, low: int, high: int):
    call_at(high * 2**30 + low, m, d, m.nuserdata, 0.5, m.nuserdata > 2)


@stage
def calls_at_in_the_wrong_order(m, d):
    call_at(m, d, 5)


@pytest.fixture
def world():
    m = torsor.MjModel.from_xml_string('<mujoco><size nuserdata="3"/></mujoco>')
    return m, torsor.MjData(m)


def call(kernel, world, address):
    kernel(*world, address % 2**30, address // 2**30)
    return world[1].userdata[0]


@pytest.mark.parametrize(('chosen', 'result'), [(writes_one, 1.0), (writes_two, 2.0)])
def test_the_chosen_stage_is_called(world, chosen, result):
    assert call(calls_at, world, slot_address(chosen)) == result
    assert stage_at(slot_address(chosen)) is chosen


def test_a_stage_is_compiled_at_its_first_call(world):
    @stage
    def writes_three(m, d):
        d.userdata[0] = 3.0

    assert not writes_three.slot(SCALAR)[0]
    assert call(calls_at, world, slot_address(writes_three)) == 3.0
    assert writes_three.slot(SCALAR)[0]


def test_numbers_are_passed_on(world):
    """Whole ones, real ones and flags, as the stage declares them."""
    assert call(calls_at_with_numbers, world, slot_address(writes_numbers)) == 3 + 5 + 100


def test_errors_reach_the_caller(world):
    with pytest.raises(LookupError, match='from the table'):
        call(calls_at, world, slot_address(fails))


def test_functions_that_are_no_stages(world):
    def writes_seven(m, d):
        d.userdata[0] = 7.0

    native = compiled_for_user(writes_seven, tuple(map(struct_type, SCALAR)))
    slot = FunctionSlot(native.owner, native.address)
    assert native.result == types.none
    assert call(calls_at, world, slot.address) == 7.0


def test_a_slot_lives_as_long_as_somebody_keeps_it():
    slot = FunctionSlot(len)
    address = slot.address
    assert module._functions[address] is slot
    del slot
    gc.collect()
    assert address not in module._functions


def test_mistakes_do_not_compile(world):
    with pytest.raises(NumbaError, match='call_at'):
        calls_at_in_the_wrong_order(*world)


def test_colliders_are_a_table_of_slots():
    m = torsor.MjModel.from_xml_string('<mujoco/>')
    table = m._arrays['table.collider']
    assert np.count_nonzero(table) > 10
    assert all(stage_at(int(address)).symbol for address in table[table > 0])
