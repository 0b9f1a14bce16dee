"""The two structs that kernels work on, Model and Data, as the physics defines them (physics/world.py)."""

from collections.abc import Callable

from .dual_numbers import WIDTH
from .layout import Schema, StructKind
from .stage import Stage, register_kind

CALLBACKS = ('control', 'passive', 'act_dyn', 'act_gain', 'act_bias', 'sensor', 'contactfilter', 'time')
TOGETHER = CALLBACKS[:5]  # those that can look at several worlds at a time; what calls the others takes one

MODEL: Schema
DATA: Schema
SCALAR: tuple[StructKind, StructKind]  # one world
DUAL: tuple[StructKind, StructKind]  # one world, with derivatives
PARAMETRIC: tuple[StructKind, StructKind]  # the same, also by numbers of the model
STEP: str  # symbol of the stage that runs all others
EFFECTS: str  # module with the table of what stages read and write
LANES: str  # package that says what several worlds do in place of stages
STAGES_OF_TABLES: dict[str, Callable[[], list[Stage]]]  # those that a table of the model may lead to
WITH_SLOPES: dict[str, frozenset[str]]  # fields whose derivatives are known when a callback of a kind runs on duals


def define(model: Schema, data: Schema, step: str, effects: str, lanes: str,
           stages_of_tables: dict[str, Callable[[], list[Stage]]], per_world: frozenset[str],
           parameters: frozenset[str], with_slopes: dict[str, frozenset[str]]) -> None:
    """Say what the structs are, which stages work on them, where it says what these do to them and what several worlds
    do in their place, which fields of the data differ between worlds, by which fields of the model there are
    derivatives, and of which fields users' functions can use them."""
    global MODEL, DATA, SCALAR, DUAL, PARAMETRIC, STEP, EFFECTS, LANES, STAGES_OF_TABLES, WITH_SLOPES
    MODEL, DATA, STEP, EFFECTS, LANES = model, data, step, effects, lanes
    STAGES_OF_TABLES, WITH_SLOPES = stages_of_tables, with_slopes
    SCALAR = register_kind(StructKind(model), StructKind(data))
    DUAL = register_kind(StructKind(model), StructKind(data, WIDTH, per_world, dual=True))
    PARAMETRIC = register_kind(StructKind(model, WIDTH, parameters, dual=True), DUAL[1])
