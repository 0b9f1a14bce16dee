"""Dry runs touch nothing but their copies."""

import ast
import copy
from pathlib import Path

import numpy as np
import pytest

import torsor
from jit.small import tree
from torsor.api import contacts, engine, sensors, support
from torsor.batch.lanes import LaneData
from torsor.jit import memory as allocation
from torsor.jit import stage, tables, trace_stages
from torsor.jit.arguments import DATA, MODEL, Array, Number
from torsor.jit.call import Call
from torsor.jit.callback import control
from torsor.jit.stage import named
from torsor.jit.table import FunctionSlot
from torsor.physics.collision.fields import TYPES
from torsor.physics.common.names import SPHERE

SOURCE = Path(torsor.__file__).parent
NAMES = sorted({symbol for part in (contacts, engine, sensors, support) for symbol in part.STAGES.values()})
BALLS = """<mujoco><worldbody>
  <body><freejoint/><geom size=".1"/></body><body pos="0 0 .15"><freejoint/><geom size=".1"/></body>
</worldbody></mujoco>"""


@pytest.fixture(scope='module')
def world():
    m = tree()
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 3)
    return m, d


def memory(*structs) -> list[bytes]:
    """All that structs hold."""
    return [array.tobytes() for s in structs for array in (s._buffer, s._block, *s._arenas)]


def argument(kind, m, d):
    """Something that fits a declaration."""
    if kind is MODEL or kind is DATA:
        return m if kind is MODEL else d
    if isinstance(kind, Array):
        sizes = [1 if dim == '*' else int(eval(dim, {}, {**m._layout.sizes, 'nefc': d.nefc})) for dim in kind.dims]
        return np.ones(sizes[:kind.ndim], kind.dtype)
    return 1.0 if isinstance(kind, Number) else 1


@pytest.mark.parametrize('symbol', NAMES)
def test_every_function_of_a_stage_leaves_its_arguments_alone(world, symbol):
    m, d = world
    run = named(symbol)
    arguments = [argument(kind, m, d) for kind in run.signature.kinds.values()]
    before = memory(m, d), [copy.copy(a) for a in arguments if isinstance(a, np.ndarray)]
    assert trace_stages.stages_of(run, arguments, Call(run, symbol)._views)[0] is run
    assert memory(m, d) == before[0]
    for array, kept in zip((a for a in arguments if isinstance(a, np.ndarray)), before[1], strict=True):
        np.testing.assert_array_equal(array, kept)


@stage
def writes_to_the_model(m, d):
    m.callback.control = 7


def test_the_model_cannot_be_written(world):
    m, _ = world
    before = memory(m)
    trace_stages.stages_of(writes_to_the_model, world, torsor.mj_step.call._views)
    assert memory(m) == before


def test_memory_is_reached_by_address_in_one_module_only():
    """Whatever is in it ends dry runs before it does anything. Another gives structs memory: no kernel calls that."""
    users = {path for path in SOURCE.rglob('*.py') if 'inside.memory' in path.read_text()}
    assert users == {Path(tables.__file__), Path(allocation.__file__)}
    parsed = ast.parse(Path(tables.__file__).read_text())
    functions = [node for node in parsed.body if isinstance(node, ast.FunctionDef)]
    assert len(functions) >= 4
    for function in functions:
        assert ast.unparse(function.body[1]) == 'trace_stages.end()', function.name  # after the docstring


@stage
def calls_the_user(m, d):
    control(m, d, 0, 0)
    d.time = 5.0


def test_a_callback_ends_the_run(world):
    calls = []
    torsor.set_mjcb_control(lambda m, d: calls.append(1))
    try:
        assert trace_stages.stages_of(calls_the_user, world, torsor.mj_step.call._views) == [calls_the_user]
    finally:
        torsor.set_mjcb_control(None)
    assert calls == []


def test_colliders_of_users_are_left_out():
    """And the run goes on to the end of the step."""
    calls = []
    slot = FunctionSlot(lambda *arguments: calls.append(arguments))
    m = torsor.MjModel.from_xml_string(BALLS)
    m._arrays['table.collider'][SPHERE * TYPES + SPHERE] = slot.address
    found = trace_stages.stages_of(torsor.mj_step.stage, [m, torsor.MjData(m), 1], torsor.mj_step.call._views)
    assert {named('physics.collision.narrow.narrow'), named('physics.integrate.euler.euler')} <= set(found)
    assert calls == []


def test_structs_that_cannot_be_copied_end_the_run(world):
    m, _ = world
    lanes = LaneData(m, 4)
    with pytest.raises(TypeError, match='LaneData cannot be copied'):
        copy.copy(lanes)
    before = memory(lanes)
    assert trace_stages.stages_of(named('physics.partial.step1'), [m, lanes], list) == [named('physics.partial.step1')]
    assert memory(lanes) == before
