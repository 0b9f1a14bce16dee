"""Keyframes: states that a user can return to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .item import Item
from .rotation import Vector


@dataclass(kw_only=True, eq=False, repr=False)
class Key(Item):
    """A keyframe; vectors may be shorter than the model's, or missing.

    One that was attached with another model has its `original`, the Spec `source` that this belongs to, and the copies
    of that model's elements by their originals; or `parts`, what each of its vectors says of which element, if
    elements were added or taken away since it was written, and the names of vectors that were `given` then. One that is
    `late` follows those that are not.
    """

    time: float = 0.0
    qpos: Vector = ()
    qvel: Vector = ()
    act: Vector = ()
    ctrl: Vector = ()
    mpos: Vector = ()
    mquat: Vector = ()
    plastic: Vector = ()
    original: 'Key | None' = None
    source: Any = None
    copies: Mapping[Item, Item] | None = None
    parts: dict[str, dict[Item, Vector]] | None = None
    given: frozenset[str] = frozenset()
    late: bool = False

    def gives(self, name: str) -> bool:
        """Whether a vector was given, if only for elements that were taken away since."""
        if getattr(self, name) or name in self.given:
            return True
        return self.parts is None and self.original is not None and self.original.gives(name)
