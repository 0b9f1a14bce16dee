"""Keyframes: states that a user can return to."""

from dataclasses import dataclass

from .item import Item
from .rotation import Vector


@dataclass(kw_only=True, eq=False)
class Key(Item):
    """A keyframe; vectors may be shorter than the model's, or missing."""

    time: float = 0.0
    qpos: Vector = ()
    qvel: Vector = ()
    act: Vector = ()
    ctrl: Vector = ()
    mpos: Vector = ()
    mquat: Vector = ()
    plastic: Vector = ()
