"""The two structs that kernels work on, Model and Data, as the physics defines them (physics/world.py)."""

from .layout import Schema
from .stage import register_kind
from .structs import StructKind

CALLBACKS = ('control', 'passive', 'act_dyn', 'act_gain', 'act_bias', 'sensor', 'contactfilter', 'time')

MODEL: Schema
DATA: Schema
SCALAR: tuple[StructKind, StructKind]  # one world


def define(model: Schema, data: Schema) -> None:
    """Say what the structs are."""
    global MODEL, DATA, SCALAR
    MODEL, DATA = model, data
    SCALAR = register_kind(StructKind(model), StructKind(data))
